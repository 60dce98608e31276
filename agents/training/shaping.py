"""Reward beside the game's own: more for points of some parts of the score, as long as a network has to find them.

A part that pays late, as the research track does, is given up early in a training, before the network has learned what
else it brings. With more reward for it at the start, and none at the end, it is played long enough for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.training.entries import LinearWeight, at_share
from arnak_env.arnak.opcodes import SCORE_PARTS
from arnak_env.envs.rewards import POINTS_PER_REWARD


class Shaping:
    """The reward added for the learner's points of some parts, as they come and go.

    Args:
        weights: by part how much is added for each of its points; 1 doubles what the part counts.

    Attributes:
        share: how much of the training is done, 0 to 1; whoever watches the training sets it.
    """

    def __init__(self, weights: Mapping[str, float | LinearWeight]) -> None:
        self.share = 0.0
        self._weights = list(weights.values())
        self._parts = [SCORE_PARTS.index(part) for part in weights]
        self._names = [SCORE_PARTS[part] for part in self._parts]
        self._before: NDArray[np.int64] = np.zeros((0, len(self._parts)), np.int64)

    def look(self, games: Any) -> None:
        """Remember where the games (a vector environment) stand."""
        self._before = self._points(games)

    def rewards(self, games: Any, ended: NDArray[np.bool_], infos: Sequence[Mapping[str, Any]]) -> NDArray[np.float32]:
        """Return what is added for the last step, float32 ``(num_envs,)``.

        Args:
            games: the vector environment after the step.
            ended: bool ``(num_envs,)``, true for games that ended in it; their successors have begun already.
            infos: one for each game; of games that ended with their `score_parts`.
        """
        started = self._points(games)
        after = started.copy()
        for row in np.flatnonzero(ended).tolist():
            parts = infos[row]["score_parts"]
            after[row] = [parts[name] for name in self._names]
        weights = np.array([at_share(weight, self.share) for weight in self._weights])
        added = (after - self._before) @ weights / POINTS_PER_REWARD
        self._before = started
        return added.astype(np.float32)

    def _points(self, games: Any) -> NDArray[np.int64]:
        """Return the learner's points by part, int64 ``(num_envs, parts)``."""
        table = games.score_table()
        seats = getattr(games, "seats", np.zeros(len(table), np.int64))
        points: NDArray[np.int64] = table[np.arange(len(table)), seats][:, self._parts]
        return points
