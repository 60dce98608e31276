"""A position as text for `render_mode`: the table as the deciding player sees it, and its choices."""

from __future__ import annotations

from arnak_env.arnak.batch import Batch
from arnak_env.render.text import render_game


def frame(batch: Batch, index: int, viewer: int | None = None) -> str:
    """Return one game of a batch as text: the table, what is being asked, and every legal action by its name.

    The table is as `viewer` (a seat) sees it; None: as the deciding player does.
    """
    player = int(batch.player[index])
    table = render_game(batch.games[index], batch.content, viewer=max(player, 0) if viewer is None else viewer)
    if player < 0:
        return table
    options = ", ".join(batch.action_words(index, action) for action in batch.legal_actions(index))
    return f"{table}\n\nplayer {player + 1}: {batch.question(index)}\n{options}"
