"""What is known about finished games: rewards and the closing entries of `info`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arnak.batch import RIVAL, Batch
from arnak_env.arnak.opcodes import SCORE_PARTS
from arnak_env.envs.rewards import solo_margin, solo_win
from arnak_env.envs.vector_infos import with_presence

TIE = 0.5
RESULTS = np.array(["loss", "tie", "win"], object)


@dataclass(frozen=True)
class Endings:
    """The k solo games that ended in one step.

    Attributes:
        win: 1, 0 or -1, shape (k,).
        margin: final margin as reward, shape (k,).
        points: shape (2 + categories, k): score, rival's score, then the score by category as in `SCORE_PARTS`.
        result: "win", "tie" or "loss", shape (k,).
    """

    win: np.ndarray
    margin: np.ndarray
    points: np.ndarray
    result: np.ndarray

    def info(self, row: int) -> dict[str, Any]:
        """Return the closing entries of `info` for one of the games."""
        score, rival_score, *parts = self.points[:, row].tolist()
        return {
            "score": score,
            "rival_score": rival_score,
            "score_parts": dict(zip(SCORE_PARTS, parts, strict=True)),
            "result": self.result[row],
            "is_success": bool(self.win[row] > 0),
        }

    def add_to(self, infos: dict[str, Any], which: np.ndarray, count: int) -> None:
        """Add the closing entries to the infos of a vector environment, in place.

        Args:
            infos: infos without these entries.
            which: the sub-environments whose games these are.
            count: number of all sub-environments.
        """
        points = np.zeros((len(self.points), count), np.int64)
        points[:, which] = self.points
        result = np.full(count, None, object)
        result[which] = self.result
        success = np.zeros(count, bool)
        success[which] = self.win > 0
        has = np.zeros(count, bool)
        has[which] = True
        columns = {"score": points[0], "rival_score": points[1], "result": result, "is_success": success}
        infos |= with_presence(columns, has)
        infos["score_parts"] = with_presence(dict(zip(SCORE_PARTS, points[2:], strict=True)), has)
        infos["_score_parts"] = has


def solo_endings(batch: Batch, which: np.ndarray, forfeit: np.ndarray) -> Endings:
    """Return what is known about solo games that have ended.

    Args:
        batch: the games.
        which: indices of those that ended.
        forfeit: for each of these, whether an illegal action lost it.
    """
    # Only the few ended games are looked at, not the whole batch, and only ties need more than the points.
    table = batch.score_table(which)
    scores = table[:, :, -1]
    share = (np.sign(scores[:, 0] - scores[:, RIVAL]) + 1) / 2
    tied = np.flatnonzero(share == TIE)
    if len(tied):
        share[tied] = batch.results(which[tied])[:, 0]
    share[forfeit] = 0.0
    points = np.concatenate([scores[:, :1], scores[:, RIVAL:], table[:, 0, :-1]], axis=1).T
    return Endings(solo_win(share), solo_margin(scores), points, RESULTS[(2 * share).astype(np.int64)])


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
