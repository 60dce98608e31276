"""What an Explorer's player sees, as one row of uint8. Named pieces, one table for the code, the docs and people.

The view is egocentric: the viewer's Explorer comes first, then the others in turn order. The game is cooperative and
everything on the table is open, so only the seat differs between viewers. Of the Clue deck a row holds the symbols
left, never which cards lie behind them; cards that were read are public.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import (
    BOX_IDS,
    CARD_IDS,
    EXPERIENCE_IDS,
    GROUP_IDS,
    MINIATURE_IDS,
    OBJECT_IDS,
    UPGRADE_IDS,
)
from arnak_env.core.pieces import Piece, add_piece, decode_row, maxima_of

PIECES: list[Piece] = []
_SEATS = ("viewer", "next seat", "second next seat", "third next seat", "fourth next seat")
_STAGES = ("set-up", "episode", "end of the episode", "camp")
SLOT_IDS = ("prologue", *(f"episode_{k}" for k in range(8)), "custom_1", "custom_2", "custom_3")
_PAIRS = [(a, b) for a in range(o.SQUARES) for b in range(a + 1, o.SQUARES)]
PAIR_COLUMN = np.full((o.SQUARES, o.SQUARES), -1, np.int64)
for _column, (_a, _b) in enumerate(_PAIRS):
    PAIR_COLUMN[_a, _b] = PAIR_COLUMN[_b, _a] = _column


def _piece(
    name: str, size: int, maximum: int, meaning: str, columns: tuple[str, ...] = (), identifies: bool = False
) -> int:
    return add_piece(PIECES, name, size, maximum, meaning, columns, identifies)


CAMPAIGN = _piece("campaign", 1, 1, "1: a campaign, 0: a single episode")
STAGE = _piece("stage", 4, 1, "one-hot: set-up, episode, its end, camp", _STAGES)
SLOT = _piece("episode", o.EPISODE_SLOTS, 1, "one-hot: episode under way or just played", SLOT_IDS)
PLAYERS = _piece("players", o.MAX_PLAYERS, 1, "one-hot: number of Explorers 1 to 5")
TURNS = _piece("turns", 1, 255, "turns begun in this episode, all Explorers together")
PHASE = _piece("phase", 4, 1, "one-hot: phase of the turn", ("start", "adversaries", "material", "actions"))
ACTIONS_LEFT = _piece("actions_left", 1, 2, "actions left in phase 4")
RESERVE = _piece("reserve", 1, 63, "Fate tokens in the reserve")
QUESTION = _piece("question", o.OPERATIONS, 1, "one-hot: pending operation, see the list of operations")
ASK = _piece("question_kind", o.ASKS, 1, "one-hot: kind of question", o.ASK_IDS)
ARGUMENTS = _piece(
    "question_arguments", 3, 255, "first arguments of the operation, plus 1", ("a", "b", "c"), identifies=True
)
SOURCE = _piece("question_source", len(o.SOURCE_IDS), 1, "one-hot: what the effect comes from", o.SOURCE_IDS)
SOURCE_INDEX = _piece("question_source_index", 1, 255, "which one, plus 1", identifies=True)
EXTRA = _piece("extra_actions", 1, o.EXTRA_ACTIONS, "extra actions waiting")
ACTION = _piece("action_under_way", 4, 1, "one-hot: kind of the action being resolved", o.ACTION_IDS)
FIGHT = _piece("fight", o.GROUPS, 1, "one-hot: Adversaries being fought", GROUP_IDS)
ROLL = _piece("roll", 2, 1, "one-hot: sort of the roll under way, all 0: none", ("combat", "investigation"))
DICE = _piece("dice_to_roll", 1, 63, "dice of the roll under way")
ROLL_COUNT = _piece("dice", o.FACES, 63, "dice showing each face", o.FACE_IDS)
ROLL_SET = _piece("dice_set", o.FACES, 63, "of these, set instead of rolled", o.FACE_IDS)

# One block for each seat, viewer first.
_BLOCK_START = ROLL_SET + o.FACES
_BLOCK: list[tuple[str, int, int, str, tuple[str, ...]]] = [
    ("explorer", o.EXPLORERS, 1, "one-hot: Explorer, all 0: seat not in play", o.EXPLORER_IDS),
    ("turn", 1, 1, "1: this Explorer's turn", ()),
    ("decides", 1, 1, "1: this Explorer decides", ()),
    ("square", o.SQUARES, 1, "one-hot: square", o.SQUARE_IDS),
    ("wounds", 1, 4, "Wound tokens", ()),
    ("poison", 1, 1, "1: poisoned", ()),
    ("traumas", o.TRAUMAS, 1, "1: has this Trauma", o.TRAUMA_IDS),
    ("fate", 1, 63, "Fate tokens in the backpack", ()),
    ("wildcards", 1, 2, "Wildcard tokens", ()),
    ("adversary_cards", o.KINDS, o.ADVERSARY_CARDS, "1 + Adversary card of this kind, 0: none yet", o.KIND_IDS),
    ("objects", o.OBJECTS, 2, "0 no, 1 in the backpack, 2 equipped", OBJECT_IDS),
    ("experience", o.EXPERIENCE, 1, "1: has this Experience card", EXPERIENCE_IDS),
]
BLOCK_OFFSET: dict[str, int] = {}
_offset = 0
for _name, _size, _maximum, _meaning, _columns in _BLOCK:
    BLOCK_OFFSET[_name] = _offset
    _offset += _size
BLOCK_SIZE = _offset
for _seat in range(o.MAX_PLAYERS):
    for _name, _size, _maximum, _meaning, _columns in _BLOCK:
        _piece(f"explorer_{_seat}_{_name}", _size, _maximum, f"{_SEATS[_seat]}: {_meaning}", _columns)
BLOCK = _BLOCK_START

ABILITY_TOKENS = _piece("ability_tokens", 1, 15, "Coins or Fate tokens on Robert's card")
OTHERS_OBJECTS = _piece("objects_of_others", o.OBJECTS, 1, "1: in a backpack that is not in play", OBJECT_IDS)
ZONES = _piece("zones", o.ZONES, 1, "1: laid", o.ZONE_IDS)
ADJACENT = _piece(
    "adjacent",
    len(_PAIRS),
    1,
    "1: an Explorer can step between the two squares (by a trapdoor only down)",
    tuple(f"{o.SQUARE_IDS[a]} {o.SQUARE_IDS[b]}" for a, b in _PAIRS),
)
TOKEN_PLACE = _piece(
    "clue_tokens", o.TOKENS, 96, "1 + square of the token, 65 + link for one on a door, 0: not on the board",
    o.SYMBOL_IDS[: o.TOKENS], identifies=True,
)  # fmt: skip
SYMBOLS_LEFT = _piece("clue_deck", o.SYMBOLS, 63, "cards left in the Clue deck by symbol", o.SYMBOL_IDS)
CARD_STATE = _piece(
    "clue_cards", o.CARDS, 4, "0 unread or not in the episode, 1 put away, 2 active, 3 held as a Threat, 4 being read",
    CARD_IDS,
)  # fmt: skip
CARD_HOLDER = _piece("threat_holders", o.CARDS, 5, "1 + seat, as the viewer counts, that holds the Threat", CARD_IDS)
CARD_FATE = _piece("fate_on_cards", o.CARDS, 63, "Fate tokens on the card", CARD_IDS)
CARD_SKIP = _piece("threats_waiting", o.CARDS, 1, "1: the Threat waits for the holder's first turn to pass", CARD_IDS)
SPECIAL_TOKENS = _piece(
    "special_tokens", o.SPECIALS, 30, "1 + square of each chain, trapdoor, ladder, time token", identifies=True
)
COUNT = _piece(
    "adversaries",
    o.SQUARES * o.KINDS,
    12,
    "miniatures by square and kind",
    tuple(f"{s} {k}" for s in o.SQUARE_IDS for k in o.KIND_IDS),
)
MINIATURE_WOUNDS = _piece("adversary_wounds", o.MINIATURES, 15, "Wounds of each miniature", MINIATURE_IDS)
MINIATURE_SQUARE = _piece(
    "adversary_squares", o.MINIATURES, 31, "1 + square, 0: supply, 31: out", MINIATURE_IDS, identifies=True
)
LIFE_MOD = _piece("life_changes", o.KINDS, 255, "128 + change of the Life of the kind", o.KIND_IDS, identifies=True)
KIND_CARD = _piece("cards_for_all", o.KINDS, o.ADVERSARY_CARDS, "1 + card everybody uses, 0: none", o.KIND_IDS)
ELITE = _piece("elite", o.KINDS, 1, "1: the kind is played with its Elite card", o.KIND_IDS)
NAMED = _piece("named_guardians", o.GUARDIANS, o.ADVERSARY_CARDS, "1 + named card of each Guardian, 0: none")
POWER = _piece("power_tokens", o.GUARDIANS, 6, "Power tokens on each Guardian")
INDICATORS = _piece("indicators", o.SQUARES, 1, "1: an activation indicator lies here", o.SQUARE_IDS)
MARKED = _piece("sheet", o.SHEET_BOXES, 2, "0 no box, 1 open, 2 marked", BOX_IDS)
FLAGS = _piece("flags", o.FLAGS, 1, "episode flags, in the order of the episode file")
COUNTERS = _piece(
    "counters", o.COUNTERS, 255, "128 + episode counters, in the order of the episode file", identifies=True
)
CAMPAIGN_FLAGS = _piece("campaign_flags", o.FLAGS, 1, "campaign flags, in the order of the content")
COINS = _piece("coins", 1, 255, "Coins in the Camp Chest")
XP = _piece("xp", 1, 255, "Experience points in the Camp Chest")
VP = _piece("victory_points", 1, 255, "Victory points noted")
WILDCARDS = _piece("wildcards_in_chest", 1, 2, "Wildcard tokens in the Camp Chest")
UPGRADE = _piece("upgrades", o.UPGRADES, 3, "0 locked, 1 unlocked, 2 built, 3 lost", UPGRADE_IDS)
UPGRADE_USED = _piece("upgrades_used", o.UPGRADES, 1, "1: used in this return to camp", UPGRADE_IDS)
RESULTS = _piece("results", o.EPISODE_SLOTS, 2, "0 not played, 1 favourable, 2 adverse", SLOT_IDS)
ABILITY_USED = _piece("abilities_used", o.ABILITIES, 7, "bits of each ability: used in this roll, turn, episode")
TRAUMA_DECK = _piece("trauma_deck", o.TRAUMAS, 6, "cards in the shuffled part of the Trauma deck", o.TRAUMA_IDS)

OBSERVATION_SIZE = TRAUMA_DECK + o.TRAUMAS


def maxima() -> np.ndarray:
    """Return the largest value of every column, shape ``(OBSERVATION_SIZE,)``, float32."""
    return maxima_of(PIECES)


def decode(row: np.ndarray) -> dict[str, np.ndarray]:
    """Split one observation row, shape ``(OBSERVATION_SIZE,)``, into its named pieces."""
    return decode_row(PIECES, row)
