"""The three reward schemes, for the solo game and for two to four players.

- ``"win"``: at the end 1 for a win, 0 for a tie, -1 for a loss. With several players the winners share +1 and the
  others share -1, so the rewards of a game add up to 0. One learner among opponents: a shared first place is a tie.
- ``"score"``: at the end the margin in points, divided by 100. Solo: own score minus the rival's. Several players: own
  score minus the mean of the others'; one learner among opponents (`ArnakTable`): minus the best of theirs.
- ``"potential"``: after every decision the change of that margin as it stands. The margin before the first decision
  counts as 0, so the rewards of a game add up to the `score` reward: the best play stays the same.
"""

from __future__ import annotations

import numpy as np

from arnak_env.arnak.batch import RIVAL

REWARDS = ("win", "score", "potential")
POINTS_PER_REWARD = 100.0


def solo_margin(scores: np.ndarray) -> np.ndarray:
    """Return own score minus the rival's as reward, shape (N,), from `Batch.scores()`."""
    return (scores[:, 0] - scores[:, RIVAL]) / POINTS_PER_REWARD


def solo_win(share: np.ndarray) -> np.ndarray:
    """Return 1, 0 or -1 for win, tie and loss, shape (N,), from the first column of `Batch.results()`."""
    return 2.0 * share - 1.0


def seat_margins(scores: np.ndarray) -> np.ndarray:
    """Return each seat's score minus the mean of the others' as reward, from the scores of all seats in play."""
    points = scores.astype(np.float64)
    others = (points.sum() - points) / (len(points) - 1)
    return (points - others) / POINTS_PER_REWARD


def seat_wins(results: np.ndarray) -> np.ndarray:
    """Return +1 shared by the winners and -1 shared by the others, from the results of all seats in play."""
    won = results > 0
    if won.all():
        return np.zeros(len(results))
    return np.where(won, 1.0 / won.sum(), -1.0 / (~won).sum())


def table_margin(scores: np.ndarray, seats: np.ndarray, players: np.ndarray) -> np.ndarray:
    """Return the score of one seat minus the best of the others' as reward, float64 (N,).

    Args:
        scores: points by seat, shape (N, 4).
        seats: the seat of each game whose margin it is, shape (N,).
        players: number of seats in play, shape (N,).
    """
    rows, places = np.arange(len(scores)), np.arange(scores.shape[1])
    others = (places != seats[:, None]) & (places < players[:, None])
    best = np.where(others, scores, np.iinfo(np.int64).min).max(axis=1)
    return (scores[rows, seats] - best) / POINTS_PER_REWARD
