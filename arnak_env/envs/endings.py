"""What is known at the end of a game of two to four players: the closing entries of every seat's `info`."""

from __future__ import annotations

from typing import Any

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.opcodes import SCORE_PARTS


def result_word(share: float) -> str:
    """Return "win", "tie" (first place shared) or "loss" from a player's entry of `Batch.results()`."""
    return "win" if share == 1 else "tie" if share > 0 else "loss"


def seat_endings(batch: Batch, index: int, seats: int) -> list[dict[str, Any]]:
    """Return the closing entries of every seat's info when a game of several players has ended."""
    table, all_shares = batch.standings([index])
    points, shares = table[0].tolist(), all_shares[0].tolist()
    return [
        {
            "score": points[seat][-1],
            "score_parts": dict(zip(SCORE_PARTS, points[seat][:-1], strict=True)),
            "result": result_word(shares[seat]),
            "is_success": bool(shares[seat] == 1),
        }
        for seat in range(seats)
    ]
