"""Game records from outside: whether their numbers can be those of a game at all.

The compiled rules use many fields as indices without looking, so a record of wild numbers could read and write
anywhere. This finds records that were never set up, and bytes that are something else; it does not prove that a
position can arise.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import ACTIONS
from arnak_env.arkeis.notation import OPERATIONS
from arnak_env.arkeis.tables import CONDITION_ROWS, PROGRAM_ROWS
from arnak_env.core.records import limits_check

_KINDS = {
    "switch": (0, 1),
    "slot": (0, o.EPISODE_SLOTS - 1),
    "seat": (0, o.MAX_PLAYERS - 1),
    "explorer or none": (-1, o.EXPLORERS - 1),
    "place": (o.OUT, o.EXPLORERS - 1),  # an Explorer, none, or out of reach
    "square": (o.OUT, o.SQUARES - 1),
}
_COUNT = (0, 2**31 - 1)  # not below 0

# Smallest and largest value of each field that is an index, a size or a switch.
LIMITS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("campaign", "show_forced", "over", "emptied", "turn_ended", "eliminated"), _KINDS["switch"]),
    **dict.fromkeys(
        ("poison", "equipped", "upgrade_used", "card_skip", "ignoring", "trauma_ignored"), _KINDS["switch"]
    ),
    **dict.fromkeys(("first_slot", "last_slot", "slot"), _KINDS["slot"]),
    **dict.fromkeys(("plan_first", "first_seat", "turn_seat"), _KINDS["seat"]),
    **dict.fromkeys(("plan_explorer", "explorer", "action_explorer", "extra_explorer"), _KINDS["explorer or none"]),
    **dict.fromkeys(("object_owner", "experience_owner", "wildcard"), _KINDS["place"]),
    **dict.fromkeys(("square", "special_square", "miniature_square"), _KINDS["square"]),
    "plan_players": (0, o.MAX_PLAYERS),
    "players": (1, o.MAX_PLAYERS),
    "plan_elite": (0, 2**o.KINDS - 1),
    "elite": (0, 2**o.KINDS - 1),
    "stage": (o.STAGE_SETUP, o.STAGE_CAMP),
    "result": (o.NO_RESULT, o.ADVERSE),
    "results": (o.NO_RESULT, o.ADVERSE),
    "events": (0, o.EVENTS),
    "seat": (-1, o.MAX_PLAYERS - 1),
    "phase": (0, 4),
    "switches": (0, 15),
    "error": (0, 0),
    **dict.fromkeys(("actions_left", "actions_lost", "given", "spawned", "prevented", "start_prevented"), _COUNT),
    **dict.fromkeys(("turns", "turns_of", "fate", "reserve", "card_fate", "coins", "xp", "ability_tokens"), _COUNT),
    **dict.fromkeys(("miniature_wounds", "decisions", "game_number", "counter"), _COUNT),
    "wounds": (0, o.WOUND_SPACES),
    "power": (0, o.POWER_TOKENS),
    "ability_used": (0, 7),
    "zones": (0, 2**o.ZONES - 1),
    **dict.fromkeys(("adjacent", "indicators", "chain"), (0, 2**o.SQUARES - 1)),
    "moved": (0, 2**o.MINIATURES - 1),
    "rearranged": (0, 2**o.OBJECTS - 1),
    "marked": (0, 2**o.SHEET_BOXES - 1),
    "artifact_taken": (0, 2**o.SHEET_LINES - 1),
    **dict.fromkeys(("episode_flags", "campaign_flags"), (0, 2**o.FLAGS - 1)),
    "action_traumas": (0, 2**o.TRAUMAS - 1),
    "trauma": (0, 2**o.TRAUMAS - 1),
    "card_place": (o.IN_DECK, o.NOT_IN_GAME),
    "card_holder": (-1, o.EXPLORERS - 1),
    "token_place": (o.OUT, o.FIRST_DOOR + o.LINKS - 1),
    "dynamic_link": (-1, o.SQUARES - 1),
    "dynamic_links": (0, o.DYNAMIC_LINKS),
    "named_card": (-1, o.ADVERSARY_CARDS - 1),
    "kind_card": (-1, o.ADVERSARY_CARDS - 1),
    "adversary_card": (-1, o.ADVERSARY_CARDS - 1),
    "extra_kind": (-1, len(o.ACTION_IDS)),
    "extra_count": (0, o.EXTRA_ACTIONS),
    "action_kind": (-1, len(o.ACTION_IDS)),
    "fight_group": (-1, o.GROUPS - 1),
    "fight_square": (-1, o.SQUARES - 1),
    "extra_effects": (0, o.EXTRA_EFFECTS),
    "rolls": (0, o.ROLLS),
    "trauma_bottom": (-1, o.TRAUMAS - 1),
    "trauma_bottom_size": (0, o.TRAUMA_CARDS),
    "trauma_unknown": (0, o.TRAUMA_CARDS),
    "upgrade": (o.UPGRADE_LOCKED, o.UPGRADE_LOST),
    "frames": (0, o.MAX_FRAMES),
}
# Likewise of columns of the fields that hold rows of numbers.
_FRAME_LIMITS = {
    "operation": (o.F_OP, 0, o.OPERATIONS - 1),
    "program row": (o.F_ROW, -1, PROGRAM_ROWS - 1),
    "step": (o.F_X, 0, 255),
    "Explorer": (o.F_SELF, -1, o.EXPLORERS - 1),
    "source": (o.F_SOURCE, 0, len(o.SOURCE_IDS) * o.SOURCE_STEP - 1),
    "question": (o.F_ASK, 0, o.ASKS - 1),
    "first action": (o.F_BASE, 0, ACTIONS - 1),
    "mask": (o.F_MASK, 0, 2**31 - 1),
    "answer": (o.F_ANSWER, -1, ACTIONS - 1),
}
_ROLL_LIMITS = {
    "sort": (o.R_SORT, 0, 1),
    "Explorer": (o.R_ROLLER, 0, o.EXPLORERS - 1),
    "last face": (o.R_LAST, 0, o.FACES),
}
_EFFECT_LIMITS = {"face": (0, 0, o.FATE_FACE), "program row": (1, 0, PROGRAM_ROWS - 1)}
_SOURCES = {o.SOURCE_OBJECT: o.OBJECTS, o.SOURCE_CLUE: o.CARDS, o.SOURCE_ADVERSARY: o.ADVERSARY_CARDS}
# Largest argument of each type of the notation that the rules use as an index; the smallest is 0.
_ARGUMENTS = {
    "E": o.E_HOLDER + o.OBJECTS - 1,
    "Q": o.Q_SQUARE + o.SQUARES - 1,
    "V": len(o.ADVERSARY_SELECTORS) * o.V_STEP - 1,
    "kind": o.KINDS - 1,
    "card": o.ADVERSARY_CARDS - 1,
    "dest": o.TO_SET_ASIDE,
    "action": o.ANY_ACTION,
    "roll": o.ANY_ROLL,
    "face": o.FACE_CHOICE,
    "symbol": o.SYMBOLS - 1,
    "token": len(o.SPECIAL_IDS) - 1,
    "zone": o.ZONES - 1,
    "square": o.SQUARES - 1,
    "object": o.OBJECTS - 1,
    "upgrade": o.UPGRADES - 1,
    "ability": len(o.ABILITY_MOD_IDS) - 1,
    "result": o.ADVERSE,
    "flag": o.FLAGS - 1,
    "campaign flag": o.FLAGS - 1,
    "counter": o.COUNTERS - 1,
    "door": o.LINKS - 1,
    "clue card": o.CARDS - 1,
    "condition": CONDITION_ROWS - 1,
    "list": PROGRAM_ROWS - 1,
}
# The first argument of operations of the engine.
_ENGINE_ARGUMENTS = {
    o.OP_TRIGGER: (0, o.TRIGGERS - 1),
    o.OP_ACTION: (0, ACTIONS - 1),
    o.OP_MODIFICATIONS: (0, o.ANY_ACTION - 1),
    o.OP_CLUE_CARD: (0, o.CARDS - 1),
    o.OP_CLUE_ACTION: (0, o.SYMBOLS - 1),
    o.OP_COMBAT: (0, o.GROUPS - 1),
    o.OP_GIVE_ACTION: (0, o.ANY_ACTION - 1),
    o.OP_SUPPORT_GIFT: (0, o.OBJECTS - 1),
    o.OP_OFFER: (0, o.ANY_ACTION),
    o.OP_ROLL: (0, o.ANY_ROLL),
    o.OP_OBTAIN: (0, o.OBJECTS - 1),
    o.OP_TRAUMA_EFFECT: (0, o.TRAUMAS - 1),
    o.OP_SELL: (0, o.OBJECTS - 1),
    o.OP_BUILD: (0, o.UPGRADES - 1),
    o.OP_ADVERSARY_START: (0, o.GROUPS - 1),
}
_PLACES = (o.F_A, o.F_B, o.F_C, o.F_D)
check_limits = limits_check("take records from a Batch, or build them with arnak_env.arkeis.position")


def _argument_limits() -> np.ndarray:
    """Return smallest and largest value of the four arguments of each operation, ``(operations, 4, 2)``."""
    limits = np.empty((o.OPERATIONS, len(_PLACES), 2), np.int64)
    limits[:] = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    for number, types in enumerate(OPERATIONS.values(), 1):
        for k, kind in enumerate(types):
            if kind in _ARGUMENTS:
                limits[number, k] = 0, _ARGUMENTS[kind]
    limits[o.OP_CHOOSE, :2] = (0, o.BRANCHES), (0, PROGRAM_ROWS - o.BRANCHES)
    for operation, pair in _ENGINE_ARGUMENTS.items():
        limits[operation, 0] = pair
    return limits


_ARGUMENT_LIMITS = _argument_limits()


def check_records(games: np.ndarray) -> None:
    """Refuse records whose numbers cannot be those of a game.

    Raises:
        ValueError: naming the first such game, its field, the value and what would be right.
    """
    for field, (low, high) in LIMITS.items():
        check_limits(field, games[field], low, high)
    for what, limits in (("frame", _FRAME_LIMITS), ("roll", _ROLL_LIMITS), ("extra_effect", _EFFECT_LIMITS)):
        for words, (place, low, high) in limits.items():
            check_limits(f"the {words} of {_WORDS[what]}", games[what][:, :, place], low, high)
    check_limits("a number of a roll", games["roll"], 0, np.iinfo(np.int8).max)
    check_limits("frames", games["frames"] + games["over"], 1, o.MAX_FRAMES + 1)
    for field in ("turn_seat", "first_seat"):
        check_limits(f"players - {field}", games["players"] - games[field], 1, o.MAX_PLAYERS)
    seated = np.arange(o.MAX_PLAYERS) < games["players"][:, np.newaxis]
    check_limits("explorer", np.where(seated, games["explorer"], 0), 0, o.EXPLORERS - 1)
    check_limits("wounds and poison", games["wounds"] + games["poison"], 0, o.WOUND_SPACES)
    _check_frames(games["frame"])


_WORDS = {"frame": "a pending choice", "roll": "a roll", "extra_effect": "an extra effect"}


def _check_frames(frames: np.ndarray) -> None:
    """Refuse pending choices with arguments that their operation cannot have, or answers beyond the last action."""
    operations = frames[:, :, o.F_OP]
    for k, place in enumerate(_PLACES):
        low, high = _ARGUMENT_LIMITS[operations, k, 0], _ARGUMENT_LIMITS[operations, k, 1]
        values = frames[:, :, place]
        wrong = (values < low) | (values > high)
        if wrong.any():
            game, depth = np.argwhere(wrong)[0]
            lowest, highest = int(low[game, depth]), int(high[game, depth])
            name = f"argument {'abcd'[k]} of a pending choice"
            check_limits(name, np.where(wrong, values, lowest), lowest, highest)
    for source, room in _SOURCES.items():
        kinds, index = np.divmod(frames[:, :, o.F_SOURCE], o.SOURCE_STEP)
        check_limits("the source of a pending choice", np.where(kinds == source, index, 0), 0, room - 1)
    bits = np.frexp(frames[:, :, o.F_MASK].astype(float))[1]
    asked = np.isin(frames[:, :, o.F_ASK], (o.ASK_BITS, o.ASK_BITS_OR_FINISH))
    check_limits("the last action of a pending choice", np.where(asked, frames[:, :, o.F_BASE] + bits, 0), 0, ACTIONS)
