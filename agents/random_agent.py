"""The random agent of both games: every legal action is equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.base import SeededRows, mix, rows_to_play

if TYPE_CHECKING:
    from arnak_env.core.batch import GameBatch


class RandomAgent(SeededRows):
    """Uniform over the legal actions.

    `Batch.sample_actions` draws by row and call; this agent draws by the seed and the decision of each game, so that a
    game goes the same way in whatever batch it is played.

    Args:
        seed: seed of rows that are never announced with `begin`.
    """

    name = "random"
    needs_observation = False

    def act(self, batch: GameBatch, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if not len(rows):
            return actions
        owner, legal = np.nonzero(np.asarray(batch.mask)[rows])
        counts = np.bincount(owner, minlength=len(rows))
        first = np.cumsum(counts) - counts
        moments = batch.games["decisions"][rows].astype(np.int64)
        drawn = (mix(self.row_seeds(batch)[rows], moments) >> np.uint64(1)).astype(np.int64) % counts
        actions[rows] = legal[first + drawn]
        return actions
