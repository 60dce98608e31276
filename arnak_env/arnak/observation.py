"""What a player sees, as one row of uint8. Named pieces, one table for the code, the docs and people.

The view is egocentric: the viewer comes first, then the other seats in turn order. It holds public knowledge and what
the viewer legitimately remembers: the own hand, which cards the own deck holds and how deep the known ones lie, the
assistants of the rescue stack and the Lost Temple tiles once looked through. Cards are counted by type.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import (
    ALTAR_IDS,
    ASSISTANT_IDS,
    BONUS_IDS,
    CARD_IDS,
    ENCOUNTER_IDS,
    GUARDIAN_IDS,
    IDOL_IDS,
    POSITION_IDS,
    SITE_IDS,
    SPACE_IDS,
    TEMPLE_IDS,
    TILE_IDS,
    TRACK_WORDS,
)

TRACK = o.TRACK_SPACES
TILES = o.LEVEL_1_TILES + o.LEVEL_2_TILES


@dataclass(frozen=True)
class Piece:
    """One named part of the observation row.

    Attributes:
        name: stable name.
        start: first column.
        size: number of columns.
        maximum: largest value; `observation="scaled"` divides by it.
        meaning: what the columns hold and in which unit.
        columns: words for each column, empty when a number says enough.
        identifies: whether a value says which thing it is; otherwise it says how many or how much.
    """

    name: str
    start: int
    size: int
    maximum: int
    meaning: str
    columns: tuple[str, ...] = ()
    identifies: bool = False


PIECES: list[Piece] = []


def _piece(
    name: str, size: int, maximum: int, meaning: str, columns: tuple[str, ...] = (), identifies: bool = False
) -> int:
    start = PIECES[-1].start + PIECES[-1].size if PIECES else 0
    PIECES.append(Piece(name, start, size, maximum, meaning, columns, identifies))
    return start


_SEATS = ("viewer", "next seat", "second next seat", "third next seat")
BOARD = _piece("board", len(o.BOARDS), 1, "one-hot: board side", o.BOARDS)
COMPONENTS = _piece("expansion_components", 1, 1, "1: with the components of Twisted Paths")
SEATS = _piece("players", 4, 1, "one-hot: number of players 1 to 4")
ROUND = _piece("round", o.ROUNDS, 1, "one-hot: round I to V")
STARTING = _piece("starting_player", 4, 1, "one-hot: seat that starts this round", _SEATS)
TURN = _piece("turn_player", 4, 1, "one-hot: seat whose turn it is", _SEATS)
PASSED = _piece("passed", 4, 1, "1: this seat has passed", _SEATS)
MAIN_DONE = _piece("main_action_taken", 1, 1, "1: the main action of this turn is taken")
QUESTION = _piece("question", o.OPS, 1, "one-hot: pending operation, see the list of operations")
ARGUMENTS = _piece(
    "question_arguments", 5, 255, "arguments and registers of the pending operation, plus 1", ("a", "b", "c", "x", "y"),
    identifies=True,
)  # fmt: skip
SOURCE = _piece("question_source", 1, o.CARDS, "1 + card whose effect is being resolved, 0: none", identifies=True)
OWED = _piece("travel_owed", 4, 7, "icons owed in a travel payment", o.ICONS)
OFFERED = _piece("travel_offered", 4, 7, "icons offered so far, discount included", o.ICONS)
LEFTOVER = _piece("leftover_icons", 4, 15, "travel icons usable until the end of the turn", o.ICONS)
ASIDE = _piece("cards_aside", 3, o.CARDS, "1 + card drawn aside by the viewer, 0: none", identifies=True)

# One block for each seat, viewer first.
_BLOCK_START = ASIDE + 3
_BLOCK: list[tuple[str, int, int, str, tuple[str, ...]]] = [
    ("tokens", 5, 63, "tokens", o.TOKENS),
    ("archaeologists_at_home", 1, 2, "archaeologists on the player board", ()),
    ("idols_in_crates", 1, 26, "idols in the supply crates", ()),
    ("idols_in_slots", 1, 4, "filled idol slots", ()),
    ("idols_in_extra_slots", 1, 12, "filled slots given by Owl Temple tiles", ()),
    ("idol_types", o.IDOL_TYPES, 12, "idols gained by type, those on pedestals not counted", IDOL_IDS),
    ("pedestals", 2, 26, "empty pedestals, idols on pedestals", ("empty", "filled")),
    ("fear_tiles", 1, 10, "fear tiles in the play area", ()),
    ("planes", 1, 1, "1: travel icons are planes this round", ()),
    ("ignores_fear", 1, 1, "1: guardians bring no Fear this round", ()),
    ("hand_size", 1, 31, "cards in hand", ()),
    ("deck_size", 1, 63, "cards in the deck", ()),
    ("magnifying_glass", TRACK, 1, "one-hot: space of the research track", ()),
    ("notebook", TRACK, 1, "one-hot: space of the research track", ()),
    ("lantern", TRACK, 1, "one-hot: space of the research track, all 0: on the player board", ()),
    ("dark_tablets", 1, 28, "dark tablets", ()),
    ("altar_tablets", o.ALTARS, 3, "own dark tablets below each altar", ALTAR_IDS),
    ("owl_tiles", 3, 24, "Owl Temple tiles by points", tuple(f"{points} points" for points in o.OWL_POINTS)),
    ("took_track_idol", 1, 1, "1: has taken the idol beside the research track of the Spider Temple", ()),
    ("temple_arrival", 1, 5, "order of arrival in the Lost Temple, 0: not there", ()),
    ("temple_tiles", o.TEMPLE_STACKS, 4, "temple tiles by stack", TEMPLE_IDS),
    ("guardians", o.GUARDIANS, 2, "0 not owned, 1 boon used, 2 boon unused", GUARDIAN_IDS),
    ("assistant_1", o.ASSISTANTS, 1, "one-hot: assistant on the first square", ASSISTANT_IDS),
    ("assistant_2", o.ASSISTANTS, 1, "one-hot: assistant on the second square", ASSISTANT_IDS),
    ("assistant_state", 4, 1, "gold and exhausted marks", ("1 gold", "1 exhausted", "2 gold", "2 exhausted")),
    ("play_area", o.CARDS, 19, "cards in the play area by type", CARD_IDS),
    ("unseen", o.CARDS, 19, "cards in hand or deck by type; of the viewer: in the deck", CARD_IDS),
]
BLOCK_OFFSET: dict[str, int] = {}
_offset = 0
for _name, _size, _maximum, _meaning, _columns in _BLOCK:
    BLOCK_OFFSET[_name] = _offset
    _offset += _size
BLOCK_SIZE = _offset
for _seat in range(o.MAX_PLAYERS):
    for _name, _size, _maximum, _meaning, _columns in _BLOCK:
        _piece(f"player_{_seat}_{_name}", _size, _maximum, f"{_SEATS[_seat]}: {_meaning}", _columns)
BLOCK = _BLOCK_START

HAND = _piece("hand", o.CARDS, 19, "viewer's hand by type", CARD_IDS)
DEPTH = _piece(
    "deck_depth",
    o.CARDS,
    98,
    "1 + least depth at which a card of this type lies in the viewer's deck, 0: not there",
    CARD_IDS,
)
ROW = _piece(
    "card_row",
    o.FIRST_STARTING,
    7,
    "slot 1 to 6 of the card row, 7: known top card of its deck, 0: neither",
    CARD_IDS[: o.FIRST_STARTING],
    identifies=True,
)
EXILED = _piece("exiled_cards", o.FIRST_STARTING, 1, "1: in an exile pile", CARD_IDS[: o.FIRST_STARTING])
FIGURES = _piece("spaces_viewer", o.SPACES, 1, "1: a figure of the viewer", SPACE_IDS)
OTHERS = _piece("spaces_taken", o.SPACES, 1, "1: another figure or a blocking tile", SPACE_IDS)
RIVAL_AT = _piece("spaces_rival", o.SPACES, 1, "1: a figure of the rival", SPACE_IDS)
TILE = _piece(
    "site_tile",
    (o.SITES - o.CAMPS) * TILES,
    1,
    "one-hot: site tile of each position",
    tuple(f"{s} {t}" for s in POSITION_IDS for t in TILE_IDS),
)
CAMP_GUARDIAN = _piece(
    "camp_guardian", o.CAMPS, o.GUARDIANS, "1 + guardian at the camp, 0: none", SITE_IDS[: o.CAMPS], identifies=True
)
GUARDIAN = _piece(
    "site_guardian",
    (o.SITES - o.CAMPS) * o.GUARDIANS,
    1,
    "one-hot: guardian of each position",
    tuple(f"{s} {t}" for s in POSITION_IDS for t in GUARDIAN_IDS),
)
IDOL = _piece(
    "idol_face_up",
    (o.SITES - o.CAMPS) * o.IDOL_TYPES,
    1,
    "one-hot: face-up idol of each position",
    tuple(f"{s} {t}" for s in POSITION_IDS for t in IDOL_IDS),
)
IDOL_DOWN = _piece("idol_face_down", o.SITES - o.CAMPS, 1, "1: a face-down idol lies here", POSITION_IDS)
TILE_STACK = _piece("site_tiles_left", 2, 20, "size of the level I and level II stack")
TILE_KNOWN = _piece("site_tiles_known", TILES, 1, "1: known to lie at the bottom of its stack", TILE_IDS)
GUARDIAN_STACK = _piece("guardians_left", 1, o.GUARDIANS, "size of the guardian stack")
BONUS = _piece(
    "bonus_tiles",
    TRACK * o.BONUS_TYPES,
    4,
    "bonus tiles by space and type",
    tuple(f"space {s} {t}" for s in range(TRACK) for t in BONUS_IDS),
)
TEMPLE_BONUS = _piece("temple_bonus_left", 1, 4, "tiles in the bonus stack of the Lost Temple")
TEMPLE_BONUS_KNOWN = _piece(
    "temple_bonus_known", o.BONUS_TYPES, 4, "tiles of that stack by type, once the viewer has looked", BONUS_IDS
)
TEMPLE_LEFT = _piece("temple_tiles_left", o.TEMPLE_STACKS, 4, "temple tiles left by stack", TEMPLE_IDS)
ARRIVALS = _piece("temple_arrivals", 1, 5, "glasses in the Lost Temple")
STACK = _piece(
    "assistant_stack_tops",
    3 * o.ASSISTANTS,
    1,
    "one-hot: top assistant of each supply stack",
    tuple(f"stack {s} {a}" for s in (1, 2, 3) for a in ASSISTANT_IDS),
)
STACK_SIZE = _piece("assistant_stack_sizes", 3, 8, "size of each supply stack")
RESCUE_TOP = _piece("rescue_top", o.ASSISTANTS, 1, "one-hot: top of the rescue stack", ASSISTANT_IDS)
RESCUE_KNOWN = _piece(
    "rescue_known", o.ASSISTANTS, 1, "assistants of the rescue stack, once the viewer has looked", ASSISTANT_IDS
)
RESCUE_SIZE = _piece("rescue_size", 1, 4, "size of the rescue stack")
SUPPLY = _piece(
    "supply", 3, 40, "sizes of the Fear supply, the item deck and the artifact deck", ("fear", "items", "artifacts")
)
SWITCHES = _piece("switches", o.SWITCHES, 1, "named switches of the solo rules")
RIVAL = _piece("rival", 1, 1, "1: the solo rival takes part")
RIVAL_COLOURS = _piece(
    "rival_colours", 15, 1, "one-hot: colour of each pair", tuple(f"{p} {c}" for p in o.PAIRS for c in o.COLOURS)
)
RIVAL_USED = _piece(
    "rival_tiles_used",
    o.RIVAL_STACK,
    1,
    "1: played this round; five dig tiles, one of each pair, the tile of the board",
    (*(f"dig_{x}" for x in o.TOKENS), *o.PAIRS, "spider or owl"),
)
RIVAL_FIRST = _piece(
    "rival_first_tile",
    o.RIVAL_STACK,
    1,
    "one-hot: the first tile played this round, whose arrow the last tile uses",
    (*(f"dig_{x}" for x in o.TOKENS), *o.PAIRS, "spider or owl"),
)
RIVAL_ARROW = _piece("rival_arrow", 2, 1, "one-hot: arrow on top of the stack, left or right", ("left", "right"))
RIVAL_LEFT = _piece("rival_tiles_left", 1, 11, "tiles in the rival stack")
RIVAL_GLASS = _piece("rival_magnifying_glass", TRACK, 1, "one-hot: space of the research track")
RIVAL_ARRIVAL = _piece("rival_temple_arrival", 1, 5, "order of arrival in the Lost Temple")
RIVAL_IDOLS = _piece("rival_idols", o.IDOL_TYPES, 1, "face-up idols of the rival", IDOL_IDS)
RIVAL_MINUS_ONE = _piece("rival_idols_minus_one", 1, 26, "idols on the -1 space")
RIVAL_GUARDIANS = _piece("rival_guardians", 1, o.GUARDIANS, "guardians overcome")
RIVAL_CARDS = _piece("rival_cards", 2, 127, "number of cards bought, and their points", ("number", "points"))
RIVAL_TEMPLE = _piece("rival_temple_tiles", o.TEMPLE_STACKS, 4, "temple tiles of the rival", TEMPLE_IDS)
RIVAL_HOME = _piece("rival_archaeologists_at_home", 1, 6, "figures on the rival board")
RIVAL_NOTEBOOK = _piece("rival_notebook", TRACK, 1, "one-hot: space of the research track; moves with purple tiles")
RIVAL_LANTERN = _piece("rival_lantern", TRACK, 1, "one-hot: space of the research track, all 0: on the rival's board")
RIVAL_OWL = _piece(
    "rival_owl_tiles", 3, 24, "Owl Temple tiles by points", tuple(f"{points} points" for points in o.OWL_POINTS)
)
RIVAL_ALTARS = _piece("rival_altar_tablets", o.ALTARS, 3, "the rival's dark tablets below each altar", ALTAR_IDS)
OBJECTIVES = _piece("objectives_in_play", 1, 4, "rival objectives dealt each round")
OBJECTIVE_OPEN = _piece("objectives_open", 5, 4, "points of the open objectives, 0: not open", o.OBJECTIVES)
OBJECTIVE_GONE = _piece("objectives_settled", 5, 1, "1: met or replaced this round", o.OBJECTIVES)
RIVAL_OBJECTIVES = _piece("rival_objective_points", 1, 127, "points the rival has won with objectives")
OBJECTIVE_TILES = _piece("objective_tiles_left", 2, 9, "2-point and 6-point tiles left as rewards")

# The new boards of Twisted Paths and what its General Index knows.
DARK_SUPPLY = _piece("dark_supply", 1, 28, "dark tablets in the supply")
ALTAR = _piece(
    "altar_artifacts",
    o.ARTIFACTS,
    o.ALTARS,
    "altar 1 to 5 on which the artifact lies, 0: on none",
    CARD_IDS[o.FIRST_ARTIFACT : o.FIRST_STARTING],
)
SPACE_TILE = _piece(
    "owl_tiles_on_track", TRACK, 10, "points of the tile on a space or in a passage, 0: none", TRACK_WORDS["owl"]
)
SPACE_MARKED = _piece("owl_tiles_marked", TRACK, 1, "1: the rival has marked the tile", TRACK_WORDS["owl"])
PASSAGE_USED = _piece("passages_used", o.PASSAGES, 1, "1: somebody is in the passage")
IDOLS_OFF_MAP = _piece(
    "idols_off_map", 2, 26, "face-down idols left over at set-up, and beside the research track", ("left", "beside")
)
HIDDEN = _piece("hidden_sites", TILES, 1, "1: a hidden site (another set's board)", TILE_IDS)
ENCOUNTER_SAVED = _piece(
    "encounters_kept", o.ENCOUNTERS, 4, "1 + seat, as the viewer counts, that keeps the card, 0: nobody", ENCOUNTER_IDS
)
ENCOUNTER_LEFT = _piece("encounters_left", o.CHAPTERS, 10, "cards in each chapter")

OBSERVATION_SIZE = ENCOUNTER_LEFT + o.CHAPTERS


def maxima() -> np.ndarray:
    """Return the largest value of every column, shape ``(OBSERVATION_SIZE,)``, float32."""
    return np.concatenate([np.full(p.size, p.maximum, np.float32) for p in PIECES])


def decode(row: np.ndarray) -> dict[str, np.ndarray]:
    """Split one observation row, shape ``(OBSERVATION_SIZE,)``, into its named pieces."""
    if row.shape != (OBSERVATION_SIZE,):
        raise ValueError(f"an observation row has shape ({OBSERVATION_SIZE},), got {row.shape}")
    return {p.name: row[p.start : p.start + p.size] for p in PIECES}
