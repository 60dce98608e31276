"""A game position as text for `render_mode="ansi"` and `"human"`: what the deciding player is asked and may do."""

from __future__ import annotations

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.opcodes import BOARDS
from arnak_env.envs.rewards import RIVAL


def score_line(batch: Batch, index: int) -> str:
    """Return the scores as they stand, in words."""
    game, scores = batch.games[index], batch.scores()[index]
    if game["players"] == 1:
        return f"score {scores[0]}, rival {scores[RIVAL]}"
    return ", ".join(f"player {seat + 1}: {scores[seat]}" for seat in range(game["players"]))


def frame(batch: Batch, index: int) -> str:
    """Return one game of a batch as text of several lines."""
    game = batch.games[index]
    head = f"Lost Ruins of Arnak, {BOARDS[game['board']]} side, round {game['round']}"
    if batch.over[index]:
        return f"{head}, the game is over\n{score_line(batch, index)}"
    options = [batch.action_words(index, action) for action in batch.legal_actions(index)]
    return "\n".join(
        [
            head,
            score_line(batch, index),
            f"player {batch.player[index] + 1}: {batch.question(index)}",
            *(f"  {words}" for words in options),
        ]
    )
