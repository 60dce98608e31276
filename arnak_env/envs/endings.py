"""What is known about finished games: rewards and the closing entries of `info`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arnak.batch import RIVAL, Batch
from arnak_env.arnak.opcodes import SCORE_PARTS
from arnak_env.arnak.ranking import shares_of_victory
from arnak_env.envs.rewards import solo_margin, solo_win


@dataclass(frozen=True)
class Endings:
    """The k solo games that ended in one step, an array of one row per game for everything.

    Attributes:
        win: 1, 0 or -1, shape (k,).
        margin: final margin as reward, shape (k,).
        entries: the closing entries of `info`, each an array of shape (k,); `score_parts` is a dict of such arrays.
    """

    win: np.ndarray
    margin: np.ndarray
    entries: dict[str, Any]

    def info(self, row: int) -> dict[str, Any]:
        """Return the closing entries of one game as plain Python values."""
        return _row(self.entries, row)


def _row(entries: dict[str, Any], row: int) -> dict[str, Any]:
    return {
        name: _row(values, row) if isinstance(values, dict) else values[row : row + 1].tolist()[0]
        for name, values in entries.items()
    }


def solo_endings(batch: Batch, which: np.ndarray, forfeit: np.ndarray) -> Endings:
    """Return what is known about solo games that have ended.

    Args:
        batch: the games.
        which: indices of those that ended.
        forfeit: for each of these, whether an illegal action lost it.
    """
    # Only the few ended games are looked at: scoring the whole batch would cost a third of a step.
    ended = batch.clone(which, observe=False)
    points = ended._score_table()
    scores = points[:, :, -1]
    share = np.where(forfeit, 0.0, shares_of_victory(ended.games, points)[:, 0])
    words = np.full(len(which), "tie", object)
    words[share == 1] = "win"
    words[share == 0] = "loss"
    entries = {
        "score": scores[:, 0],
        "rival_score": scores[:, RIVAL],
        "score_parts": dict(zip(SCORE_PARTS, points[:, 0].T, strict=False)),
        "result": words,
        "is_success": share == 1,
    }
    return Endings(solo_win(share), solo_margin(scores), entries)


def result_word(share: float) -> str:
    """Return "win", "tie" (first place shared) or "loss" from a player's entry of `Batch.results()`."""
    return "win" if share == 1 else "tie" if share > 0 else "loss"


def seat_endings(batch: Batch, index: int, seats: int) -> list[dict[str, Any]]:
    """Return the closing entries of every seat's info when a game of several players has ended."""
    shares, scores = batch.results()[index], batch.scores()[index]
    return [
        {
            "score": int(scores[seat]),
            "score_parts": batch.score_parts(index, seat),
            "result": result_word(shares[seat]),
            "is_success": bool(shares[seat] == 1),
        }
        for seat in range(seats)
    ]
