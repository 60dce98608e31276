"""Tables with opponents for stable-baselines3 and sb3-contrib, see `arnak_env.envs.sb3.GameVecEnv`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from arnak_env.envs.sb3 import GameVecEnv
from arnak_env.envs.table_vector import ArnakTableVectorEnv

if TYPE_CHECKING:
    from agents.base import Agent


class ArnakTableVecEnv(GameVecEnv):
    """`num_envs` tables for MaskablePPO and its relatives, equal to `DummyVecEnv` over `ArnakTableEnv`."""

    vector_class = ArnakTableVectorEnv
    vector: ArnakTableVectorEnv

    @property
    def seats(self) -> np.ndarray:
        """The learner's seat in each game, int64 (num_envs,), a copy."""
        return self.vector.seats

    def set_opponents(self, agents: Sequence[str | Agent], assignment: Any) -> None:
        """Change who plays against the learner from the next game of each table, for self-play.

        See `ArnakTableVectorEnv.set_opponents` for the arguments.
        """
        self.vector.set_opponents(agents, assignment)

    def set_state(
        self, state: Mapping[str, Any], *, opponents: Mapping[str, Agent] | None = None, **others: Any
    ) -> np.ndarray:
        """Go on from a state of `get_state`.

        See `ArnakTableVectorEnv.set_state` for the opponents, and `GameVecEnv.set_state`.
        """
        return super().set_state(state, opponents=opponents, **others)
