"""Short notes beside the actions that are offered, where their names do not say what they are about."""

from __future__ import annotations

from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.questions import action_note, top_frame
from arnak_env.arnak.words import amount, track_id


def offered_note(game: Any, tables: Any, action: int) -> str:
    """Return what a person needs to know about a legal action, else an empty text.

    Args:
        game: one game record.
        tables: the table record of its content.
        action: a legal action.
    """
    return action_note(game, action) or _board_note(game, tables, action)


def _board_note(game: Any, tables: Any, action: int) -> str:
    """Notes on what only the boards of Twisted Paths have."""
    board = int(game["board"])
    if a.A_GLASS <= action < a.A_TEMPLE:
        entry = (action - a.A_GLASS) % o.TRACK_SPACES
        place = int(tables["track_place"][board, entry])
        if tables["passage"][board, entry]:
            return "secret passage"
        return f"to {track_id(board, place)}" if place != entry else ""
    if a.A_TEMPLE <= action < a.A_OWL_TILE and board == o.OWL:
        points = int(tables["temple_points"][board, action - a.A_TEMPLE])
        return amount(points, "point") if points else "an idol"
    if a.A_OWL_TILE <= action < a.A_INVOKE:
        return amount(int(game["space_tile"][action - a.A_OWL_TILE]), "point")
    if a.A_INVOKE <= action < a.A_ASSISTANT:
        card = int(game["altar_card"][action - a.A_INVOKE])
        return a.CARD_IDS[card] if card >= 0 else "empty"
    if a.A_SITE <= action < a.A_SITE + o.SITES and top_frame(game)[o.F_OP] == o.OP_IDOL_ON_BOARD:
        return a.IDOL_IDS[int(game["idol_up"][action - a.A_SITE])]
    return ""
