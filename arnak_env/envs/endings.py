"""What `info` says about a finished game."""

from __future__ import annotations

from typing import Any

from arnak_env.arnak.batch import Batch
from arnak_env.envs.rewards import RIVAL


def result_word(share: float) -> str:
    """Return "win", "tie" (first place shared) or "loss" from a player's entry of `Batch.results()`."""
    return "win" if share == 1 else "tie" if share > 0 else "loss"


def solo_ending(batch: Batch, index: int, share: float) -> dict[str, Any]:
    """Return the closing entries of `info` when a solo game has ended.

    Args:
        batch: the games.
        index: which of them.
        share: 1 for a win, 0.5 for a tie, 0 for a loss.
    """
    score, parts = _score(batch, index, 0)
    rival_score, _ = _score(batch, index, RIVAL)
    return {
        "score": score,
        "rival_score": rival_score,
        "score_parts": parts,
        "result": result_word(share),
        "is_success": share == 1,
    }


def seat_endings(batch: Batch, index: int, seats: int) -> list[dict[str, Any]]:
    """Return the closing entries of every seat's info when a game of several players has ended."""
    shares = batch.results()[index]
    endings = []
    for seat in range(seats):
        score, parts = _score(batch, index, seat)
        endings.append(
            {
                "score": score,
                "score_parts": parts,
                "result": result_word(shares[seat]),
                "is_success": bool(shares[seat] == 1),
            }
        )
    return endings


def _score(batch: Batch, index: int, player: int) -> tuple[int, dict[str, int]]:
    """Return a player's score and what it is made of."""
    parts = {name: int(points) for name, points in batch.score_parts(index, player).items()}
    return parts.pop("total"), parts
