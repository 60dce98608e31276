"""Which fields an entry of each kind has, and what each may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o

PLAYER_KEYS = ("solo", "p2", "p3", "p4")  # values by number of players; solo is one human player
ROUND_KEYS = ("I", "II", "III", "IV", "V")

# `high` to `low` grade agreement between sources; the others are those of the rival: stated by the rules, taken from
# an implementation, a reading of an unclear passage, or a stand-in for a printed detail that no source shows.
CONFIDENCE = ("high", "medium", "low", "rulebook", "implementation", "described", "authored")
SURE = ("high", "rulebook")

Check = Callable[[Any], str | None]  # None: fine; otherwise what would be right


def whole(low: int, high: int) -> Check:
    """A whole number from `low` to `high`."""

    def check(value: Any) -> str | None:
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return None if good else f"a whole number from {low} to {high}"

    return check


def exactly(expected: Any) -> Check:
    """A value that the rules or the game record are built on."""
    return lambda value: None if value == expected and type(value) is type(expected) else f"{expected!r} (fixed)"


def one_of(*words: Any) -> Check:
    """One of the given values."""
    return lambda value: None if value in words else "one of " + ", ".join(str(word) for word in words)


def text(value: Any) -> str | None:
    """A text."""
    return None if isinstance(value, str) else "a text"


def flag(value: Any) -> str | None:
    """True or false."""
    return None if isinstance(value, bool) else "true or false"


def list_of(check: Check, low: int = 0, high: int = 99) -> Check:
    """A list of `low` to `high` values that pass `check`."""

    def checked(value: Any) -> str | None:
        if not isinstance(value, list) or not low <= len(value) <= high:
            how_many = f"{low}" if low == high else f"{low} to {high}" if high < 99 else f"{low} or more"
            return f"a list of {how_many} values"
        for item in value:
            problem = check(item)
            if problem:
                return f"a list; each value {problem}, not {item!r}"
        return None

    return checked


def table_of(keys: tuple[str, ...], check: Check, complete: bool = False) -> Check:
    """A table with some of `keys`, or all of them if `complete`."""

    def checked(value: Any) -> str | None:
        if not isinstance(value, dict):
            return "a table of " + ", ".join(keys)
        for key, item in value.items():
            if key not in keys:
                return f"a table of {', '.join(keys)}; {key!r} is not among them"
            problem = check(item)
            if problem:
                return f"{problem} for {key}, not {item!r}"
        missing = [key for key in keys if key not in value]
        return f"a table with {', '.join(missing)} as well" if complete and missing else None

    return checked


def tokens(*more: str) -> Check:
    """Numbers by token; what is left out is 0."""
    return table_of(o.TOKENS + more, whole(1, 9))


def by_players(check: Check) -> Check:
    """One value for each number of players."""
    return table_of(PLAYER_KEYS, check, complete=True)


def record(required: Mapping[str, Check], optional: Mapping[str, Check]) -> Check:
    """A table with its own check for each key."""

    def checked(value: Any) -> str | None:
        keys = (*required, *optional)
        if not isinstance(value, dict):
            return "a table of " + ", ".join(keys)
        for key in required:
            if key not in value:
                return f"a table with {key}"
        for key, item in value.items():
            if key not in keys:
                return f"a table of {', '.join(keys)}; {key!r} is not among them"
            problem = {**required, **optional}[key](item)
            if problem:
                return f"{problem} for {key}, not {item!r}"
        return None

    return checked


@dataclass(frozen=True)
class Kind:
    """The shape of one kind of entry."""

    files: tuple[str, ...]
    ids: tuple[str, ...]  # all of them are needed, in this order
    required: Mapping[str, Check]
    optional: Mapping[str, Check] = field(default_factory=dict)
    effects: tuple[str, ...] = ()  # fields in effect notation


_NUMBER = {"no": whole(1, 99)}
_ICONS = list_of(one_of(*o.ICONS), 0, 4)
_POINTS = whole(-9, 99)
BASE_BOARDS = o.BOARDS[: o.SPIDER]
NEW_BOARDS = o.BOARDS[o.SPIDER :]
LOST_TEMPLE_BOARDS = o.BOARDS[: o.OWL]
TEMPLE_ROW = 8  # the Lost Temple on Bird, Snake and Spider
OWL_TOP_ROW = 9
_TRACK = names.TRACK_WORDS["bird"] + names.TRACK_WORDS["snake"]
_ROWS = tuple(f"{board}_row_{row}" for board in BASE_BOARDS for row in range(TEMPLE_ROW))
_BOARD_OF = ("research_bird.toml", "research_snake.toml")
_SPIDER = ("board_spider.toml",)
_OWL = ("board_owl.toml",)
_NEW_BOARD = _SPIDER + _OWL
SPIDER_SPACES = tuple(word for word in names.TRACK_WORDS["spider"] if word != "sp1_right")
OWL_SPACES = names.TRACK_WORDS["owl"][: names.FIRST_PASSAGE]
PASSAGE_IDS = names.TRACK_WORDS["owl"][names.FIRST_PASSAGE :]

_RIVAL_ROUND = record(
    {"acts": flag},
    {
        "site_level": whole(1, 2),
        "guardian": flag,
        "glass_steps": whole(1, 2),
        "altar": list_of(one_of("invoke", "place"), 1, 2),
        "takes": list_of(one_of("item:lowest", "item:highest", "artifact:lowest", "artifact:highest"), 1, 2),
    },
)

_STACKS = by_players(list_of(whole(0, 8), 3, 3))
SETTINGS: dict[str, Check] = {
    # setup.toml
    "rounds": exactly(o.ROUNDS),
    "hand_size": exactly(o.HAND_SIZE),
    "archaeologists": exactly(o.ARCHAEOLOGISTS),
    "starting_deck": exactly([*names.CARD_IDS[o.FIRST_STARTING : o.FEAR], "fear", "fear"]),
    "fear_cards": exactly(o.FEAR_CARDS),
    "fear_tiles": exactly(o.FEAR_TILES),
    "artifacts_by_round": exactly([1, 2, 3, 4, 5]),
    "items_by_round": exactly([5, 4, 3, 2, 1]),
    "blocking_tiles": by_players(whole(0, o.CAMPS)),
    "temple_tiles": by_players(whole(0, 4)),  # as many as an observation can show
    "temple_bonus_tiles": by_players(whole(0, 4)),
    "assistant_stacks_bird": _STACKS,
    "assistant_stacks_snake": _STACKS,
    "assistant_stacks_spider": _STACKS,
    "assistant_stacks_owl": _STACKS,
    "assistant_rescue_snake": by_players(whole(0, 4)),
    "travel_hierarchy": exactly(
        {"boot": list(o.ICONS), "boat": ["boat", "plane"], "car": ["car", "plane"], "plane": ["plane"]}
    ),
    "hire_plane_cost": whole(1, 9),
    "artifact_tablets": whole(0, 9),
    # scoring.toml
    "idol_points": _POINTS,
    "guardian_points": _POINTS,
    "fear_tile_points": _POINTS,
    "empty_slot_points": list_of(_POINTS, o.IDOL_SLOTS, o.IDOL_SLOTS),
    "arrival_points": list_of(_POINTS, o.MAX_PLAYERS, o.MAX_PLAYERS),
    "tie_break": exactly(["earlier_in_lost_temple", "research_points", "shared"]),
    # board_spider.toml, board_owl.toml
    "arrival_points_spider": list_of(_POINTS, o.MAX_PLAYERS, o.MAX_PLAYERS),
    "temple_bonus_tiles_spider": by_players(whole(0, 4)),
    "idols_beside_track": by_players(whole(0, 4)),
    "dark_tablets": exactly(28),
    "dark_tablets_per_space": by_players(whole(1, o.MAX_PLAYERS)),
    "owl_tiles_in_box": exactly({"one": 12, "five": 8, "ten": 4}),
    # rival.toml
    "rival_archaeologists": exactly(o.RIVAL_FIGURES),
    "rival_idol_points": _POINTS,
    "rival_minus_one_points": _POINTS,
    "difficulty_points": exactly({"green": 0, "red": 1, "purple": 2}),
    # objectives.toml
    "objectives_per_round": exactly(list(o.OBJECTIVES_PER_ROUND)),
    "first_objective_points": exactly(o.FIRST_OBJECTIVE_POINTS),
    "leftover_two_point_tiles": exactly(o.LEFTOVER_TWO_POINT_TILES),
    "leftover_six_point_tiles": exactly(o.LEFTOVER_SIX_POINT_TILES),
    "exchanged_two_point_tiles": exactly(o.EXCHANGED_TILES),
}

KINDS: dict[str, Kind] = {
    "card": Kind(
        ("cards.toml",),
        names.CARD_IDS,
        {
            "name": text,
            "kind": one_of("item", "artifact", "starting", "fear"),
            "cost": whole(0, 9),
            "points": _POINTS,
            "travel": _ICONS,
            "timing": one_of("none", "free", "main"),
            "effect": text,
        },
        {
            **_NUMBER,
            "option_timing": list_of(one_of("free", "main"), 2, 4),
            "count_per_player": whole(1, 9),
            "count_total": whole(1, 99),
        },
        ("effect",),
    ),
    "camp": Kind(
        ("sites.toml",),
        names.CAMP_IDS,
        {
            "row": exactly(0),
            "col": whole(1, o.CAMPS),
            "space_travel": list_of(_ICONS, 2, 2),
            "effect": text,
        },
        effects=("effect",),
    ),
    "site_tile": Kind(
        ("sites.toml",), names.TILE_IDS, {"level": whole(1, 2), "effect": text}, _NUMBER, effects=("effect",)
    ),
    "position": Kind(
        ("sites.toml",),
        names.POSITION_IDS,
        {
            "level": whole(1, 2),
            "row": whole(1, 3),
            "col": whole(1, 4),
            "bird_travel": _ICONS,
            "snake_travel": _ICONS,
            "discover": tokens(),
            "idols_face_up": whole(0, 1),
            "idols_face_down": whole(0, 1),
        },
    ),
    "board_camp": Kind(
        _NEW_BOARD,
        tuple(f"{board}_{camp}" for board in NEW_BOARDS for camp in names.CAMP_IDS),
        {"board": one_of(*NEW_BOARDS), "space_travel": list_of(_ICONS, 2, 2), "effect": text},
        {"dark_effect": text},
        ("effect", "dark_effect"),
    ),
    "board_position": Kind(
        _NEW_BOARD,
        tuple(f"{board}_{position}" for board in NEW_BOARDS for position in names.POSITION_IDS),
        {
            "board": one_of(*NEW_BOARDS),
            "travel": _ICONS,
            "discover": tokens(),
            "idols_face_up": whole(0, 1),
            "idols_face_down": whole(0, 1),
        },
        {"dark_effect": text},
        ("dark_effect",),
    ),
    "guardian": Kind(
        ("guardians.toml",),
        names.GUARDIAN_IDS,
        {"cost": tokens(), "travel": _ICONS, "hand_card": whole(0, 9), "boon": text},
        _NUMBER,
        ("boon",),
    ),
    "idol": Kind(
        ("idols.toml",),
        names.IDOL_IDS,
        {"count": whole(0, o.IDOL_TILES), "twisted_paths_count": whole(0, o.IDOL_TILES), "effect": text},
        effects=("effect",),
    ),
    "slot_effect": Kind(
        ("idols.toml",), names.SLOT_IDS, {"timing": one_of("free", "main"), "effect": text}, effects=("effect",)
    ),
    "assistant": Kind(
        ("assistants.toml",),
        names.ASSISTANT_IDS,
        {"silver": text, "gold": text, "timing": one_of("free", "main")},
        _NUMBER,
        ("silver", "gold"),
    ),
    "bonus_tile": Kind(
        ("research_bonus.toml",),
        names.BONUS_IDS,
        {"count": whole(0, o.BONUS_TILES), "twisted_paths_count": whole(0, o.BONUS_TILES), "effect": text},
        effects=("effect",),
    ),
    "space": Kind(
        _BOARD_OF,
        _TRACK,
        {
            "board": one_of(*BASE_BOARDS),
            "row": whole(0, TEMPLE_ROW),
            "col": whole(1, 3),
            "cost": tokens("idol"),
            "next": list_of(one_of(*_TRACK), 0, 3),
            "bonus_tiles": by_players(whole(0, 3)),
        },
        {"temple": flag, "rescue": flag, "pick_one_tile": flag},
    ),
    "track_row": Kind(
        _BOARD_OF,
        _ROWS,
        {
            "board": one_of(*BASE_BOARDS),
            "row": whole(0, TEMPLE_ROW - 1),
            "glass_effect": text,
            "glass_points": _POINTS,
            "notebook_effect": text,
            "notebook_points": _POINTS,
        },
        effects=("glass_effect", "notebook_effect"),
    ),
    "temple_stack": Kind(
        _BOARD_OF + _SPIDER,
        tuple(f"{board}_{stack}" for board in LOST_TEMPLE_BOARDS for stack in names.TEMPLE_IDS),
        {"board": one_of(*LOST_TEMPLE_BOARDS), "points": _POINTS, "cost": tokens()},
    ),
    "spider_space": Kind(
        _SPIDER,
        SPIDER_SPACES,
        {
            "row": whole(0, TEMPLE_ROW),
            "col": whole(1, 3),
            "cost": tokens(),
            "next": list_of(one_of(*names.TRACK_WORDS["spider"]), 0, o.BRIDGES),
            "bonus_tiles": by_players(whole(0, o.BONUS_ROOM)),
            "glass_effect": text,
            "notebook_effect": text,
            "glass_points": _POINTS,
            "notebook_points": _POINTS,
        },
        {"travel": _ICONS, "space_bonus": text, "idols_beside": flag, "temple": flag},
        ("glass_effect", "notebook_effect", "space_bonus"),
    ),
    "spider_bridge": Kind(
        _SPIDER, ("sp1_right",), {"enters": one_of(*SPIDER_SPACES), "cost": tokens()}, {"travel": _ICONS}
    ),
    "altar": Kind(_SPIDER, names.ALTAR_IDS, {"points": _POINTS, "token_row": whole(1, TEMPLE_ROW)}),
    "dark_space": Kind(
        _SPIDER, tuple(f"dark_{space}" for space in range(1, o.DARK_SPACES + 1)), {"points": whole(-9, 0)}
    ),
    "owl_space": Kind(
        _OWL,
        OWL_SPACES,
        {
            "row": whole(0, OWL_TOP_ROW),
            "col": whole(1, 3),
            "cost": tokens(),
            "next": list_of(one_of(*names.TRACK_WORDS["owl"]), 0, o.BRIDGES),
            "bonus_tiles": by_players(whole(0, o.BONUS_ROOM)),
        },
        {
            "travel": _ICONS,
            "tile_points": one_of(*o.OWL_POINTS),
            "tiles": by_players(whole(0, 1)),
            "tile_cost": tokens(),
        },
    ),
    "passage": Kind(
        _OWL,
        PASSAGE_IDS,
        {
            "row": whole(1, OWL_TOP_ROW),
            "side": one_of("left", "right"),
            "cost": tokens(),
            "reward": one_of("tile", "idol"),
        },
        {"travel": _ICONS, "tile_points": one_of(*o.OWL_POINTS)},
    ),
    "owl_row": Kind(
        _OWL,
        tuple(f"owl_row_{row}" for row in range(1, OWL_TOP_ROW + 1)),
        {
            "row": whole(1, OWL_TOP_ROW),
            **{f"{token}_effect": text for token in o.RESEARCH_TOKENS},
            **{f"{token}_points": _POINTS for token in o.RESEARCH_TOKENS},
        },
        effects=tuple(f"{token}_effect" for token in o.RESEARCH_TOKENS),
    ),
    "owl_pile": Kind(
        _OWL,
        names.OWL_PILE_IDS,
        {
            "points": one_of(0, *o.OWL_POINTS),
            "holds": one_of("tile", "idol"),
            "count": by_players(whole(0, 4)),
            "access_row": whole(1, OWL_TOP_ROW),
            "cost": tokens(),
        },
    ),
    "encounter": Kind(
        ("encounters.toml",),
        names.ENCOUNTER_IDS,
        {"chapter": whole(1, o.CHAPTERS), "effect": text, "saved": flag},
        effects=("effect",),
    ),
    "rival_tile": Kind(
        ("rival.toml",),
        names.RIVAL_TILE_IDS,
        {
            "set": one_of("base", "twisted_paths"),
            "kind": one_of("dig", "discover", "research", "guardian", "buy_item", "buy_artifact", "spider", "owl"),
            "colour": one_of("archaeologist", *o.COLOURS, "temple"),
            "rounds": table_of(ROUND_KEYS, _RIVAL_ROUND, complete=True),
            "arrow": one_of("left", "right"),
        },
        {
            "pair": one_of(*o.PAIRS),
            "token": one_of(*o.TOKENS),
            "assistants_removed": whole(0, 3),
            "idol_bonus_points": whole(0, 9),
            "moves_notebook": flag,
        },
    ),
    "objective": Kind(
        ("objectives.toml",),
        o.OBJECTIVES,
        {
            "task": text,
            "player_needs": whole(1, o.ARCHAEOLOGISTS),
            "rival_needs": whole(1, o.RIVAL_FIGURES),
            "points": exactly(o.OBJECTIVE_POINTS),
        },
    ),
    "seat": Kind(("setup.toml",), tuple(f"seat_{seat}" for seat in range(1, o.MAX_PLAYERS + 1)), {"tokens": tokens()}),
    "setting": Kind(
        ("setup.toml", "scoring.toml", "rival.toml", "objectives.toml", *_NEW_BOARD),
        tuple(SETTINGS),
        {"value": lambda value: None},  # each setting has its own check
    ),
    "category": Kind(("scoring.toml",), o.SCORE_PARTS, {"value": text}),
    "open_question": Kind(
        ("rival.toml", "objectives.toml"),
        (
            "random_arrows",
            "green_item_acts_in_v",
            "assistant_only_on_symbol",
            "no_assistant_with_temple_tile",
            "dig_needs_sure_token",
            "solo_tie_break",
            "rival_temple_tile_is_no_research",
            "temple_tile_is_no_research",
            "exiled_item_is_no_purchase",
            "replace_objective_once",
            "rival_takes_top_owl_tile",
        ),
        {"default": text, "alternative": text},
    ),
}

# Fields that tell people where a fact comes from; the rules never see them.
DOCUMENTATION = ("name", "notes", "source", "effect_source", "confidence")
# Fields that only say which component an entry is; they are not in doubt when its figures are.
IDENTITY = ("no", "set", "kind", "colour", "pair", "board", "row", "col", "level")
