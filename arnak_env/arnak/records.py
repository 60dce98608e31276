"""Game records from outside: whether their numbers can be those of a game at all.

The compiled rules use many fields as indices without looking, so a record of wild numbers could read and write
anywhere. This finds records that were never set up, and bytes that are something else; it does not prove that a
position can arise.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.tables import PROGRAM_ROWS
from arnak_env.core.records import limits_check

# Smallest and largest value of each field that is an index, a size or a switch. Unused places hold 0 or -1.
LIMITS: dict[str, tuple[int, int]] = {
    "board": (0, len(o.BOARDS) - 1),
    "players": (1, o.MAX_PLAYERS),
    "rival": (0, 1),
    "show_forced": (0, 1),
    "round_number": (1, o.ROUNDS),
    "over": (0, 1),
    "starting_player": (0, o.MAX_PLAYERS - 1),
    "turn_player": (0, o.MAX_PLAYERS - 1),
    "home": (0, o.ARCHAEOLOGISTS),
    "slotted": (0, o.IDOL_SLOTS),
    "glass": (0, o.TRACK_SPACES - 1),
    "notebook": (0, o.TRACK_SPACES - 1),
    "rival_glass": (0, o.TRACK_SPACES - 1),
    "rival_notebook": (0, o.TRACK_SPACES - 1),
    "frames": (0, o.MAX_FRAMES),
    **dict.fromkeys(("deck_size", "hand_size", "play_size"), (0, o.MAX_OWNED)),
    "aside_size": (0, 3),
    "item_deck_size": (0, o.ITEMS),
    "artifact_deck_size": (0, o.ARTIFACTS),
    "level_1_size": (0, o.LEVEL_1_TILES),
    "level_2_size": (0, o.LEVEL_2_TILES),
    "guardian_size": (0, o.GUARDIANS),
    "temple_bonus_size": (0, 4),
    "stack_size": (0, 8),
    "rescue_size": (0, 4),
    "rival_stack_size": (0, o.RIVAL_STACK),
    "rival_used_size": (0, o.RIVAL_STACK),
    **dict.fromkeys(("deck", "hand", "play", "aside", "row"), (-1, o.CARDS - 1)),
    **dict.fromkeys(("item_deck", "artifact_deck"), (-1, o.CARDS - 1)),
    **dict.fromkeys(("tile", "level_1_stack", "level_2_stack"), (-1, o.LEVEL_1_TILES + o.LEVEL_2_TILES - 1)),
    **dict.fromkeys(("guardian", "guardian_stack"), (-1, o.GUARDIANS - 1)),
    **dict.fromkeys(("idol_up", "idol_down"), (-1, o.IDOL_TYPES - 1)),
    **dict.fromkeys(("bonus", "temple_bonus"), (-1, o.BONUS_TYPES - 1)),
    **dict.fromkeys(("assistant", "stack", "rescue"), (-1, o.ASSISTANTS - 1)),
    **dict.fromkeys(("rival_stack", "rival_used"), (-1, o.RIVAL_TILES - 1)),
    "colour": (0, len(o.COLOURS) - 1),
    "space": (min(o.EMPTY, o.BLOCKING_TILE), max(o.RIVAL_FIGURE, o.BLOCKING_TILE)),
    "tokens": (0, np.iinfo(np.int16).max),
}
_FRAME_LIMITS = {
    "operation": (o.F_OP, 0, o.OPS - 1),
    "program row": (o.F_ROW, -1, PROGRAM_ROWS - 1),
    "card": (o.F_SOURCE, -1, o.CARDS - 1),
}

check_limits = limits_check("take records from a Batch, or build them with arnak_env.arnak.position")


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
    for field in ("turn_player", "starting_player"):
        check_limits(f"players - {field}", games["players"] - games[field], 1, o.MAX_PLAYERS)
