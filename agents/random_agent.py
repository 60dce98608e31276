"""The random agent: every legal action is equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.base import rows_to_play

if TYPE_CHECKING:
    from arnak_env import Batch


class RandomAgent:
    """Uniform over the legal actions.

    The choice is made inside the compiled rules. Its stream of random numbers is part of the game's record, so the seed
    of a game also fixes what this agent does in it.
    """

    name = "random"
    needs_observation = False

    def begin(self, seeds: NDArray[np.int64], games: NDArray[np.intp] | None = None) -> None:
        """Nothing to prepare: the games carry the stream."""

    def act(self, batch: Batch, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        actions[rows] = batch.sample_actions()[rows]
        return actions
