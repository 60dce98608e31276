"""Game records from outside: whether their numbers can be those of a game at all.

The compiled rules use many fields as indices without looking, so a record of wild numbers could read and write
anywhere. This finds records that were never set up, and bytes that are something else; it does not prove that a
position can arise.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.tables import PROGRAM_ROWS
from arnak_env.core.records import limits_check

_KINDS = {
    "switch": (0, 1),
    "slot": (0, o.EPISODE_SLOTS - 1),
    "seat": (0, o.MAX_PLAYERS - 1),
    "explorer or none": (-1, o.EXPLORERS - 1),
    "place": (o.OUT, o.EXPLORERS - 1),  # an Explorer, none, or out of reach
    "square": (o.OUT, o.SQUARES - 1),
}

# Smallest and largest value of each field that is an index, a size or a switch.
LIMITS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("campaign", "show_forced", "over", "emptied", "turn_ended", "eliminated"), _KINDS["switch"]),
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
_FRAME_LIMITS = {
    "operation": (o.F_OP, 0, o.OPERATIONS - 1),
    "program row": (o.F_ROW, -1, PROGRAM_ROWS - 1),
    "Explorer": (o.F_SELF, -1, o.EXPLORERS - 1),
    "question": (o.F_ASK, 0, o.ASKS - 1),
}
check_limits = limits_check("take records from a Batch, or build them with arnak_env.arkeis.position")


def check_records(games: np.ndarray) -> None:
    """Refuse records whose numbers cannot be those of a game.

    Raises:
        ValueError: naming the first such game, its field, the value and what would be right.
    """
    for field, (low, high) in LIMITS.items():
        check_limits(field, games[field], low, high)
    for words, (place, low, high) in _FRAME_LIMITS.items():
        check_limits(f"the {words} of a pending choice", games["frame"][:, :, place], low, high)
    check_limits("frames", games["frames"] + games["over"], 1, o.MAX_FRAMES + 1)
    for field in ("turn_seat", "first_seat"):
        check_limits(f"players - {field}", games["players"] - games[field], 1, o.MAX_PLAYERS)
