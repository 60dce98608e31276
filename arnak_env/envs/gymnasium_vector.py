"""Many solo games at once as a native Gymnasium vector environment over one batch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from gymnasium.vector import AutoresetMode

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.content import Content
from arnak_env.envs.arnak_solo import KIND
from arnak_env.envs.gymnasium_env import MAX_DECISIONS
from arnak_env.envs.vector import GameVectorEnv


class ArnakSoloVectorEnv(GameVectorEnv):
    """`num_envs` games of `ArnakSoloEnv`, stepped by one call of the compiled rules.

    Everything it returns equals what `SyncVectorEnv` over single environments returns, in all three autoreset modes,
    infos included. Sub-environment i of a reset with seed s plays the same game as a single one reset with s + i.

    Args:
        num_envs: how many games.
        board, difficulty, rival_tiles, switches, objectives, first_objective_worth_four, expansion_components, reward,
            illegal_action, max_decisions: as in `ArnakSoloEnv`; one value, or a list of `num_envs` values, so that one
            batch mixes boards and levels.
        observation, render_mode, content: as in `ArnakSoloEnv`, one value.
        autoreset_mode: `AutoresetMode.NEXT_STEP` (default), `SAME_STEP` or `DISABLED`, or its value as text.
        max_episode_steps: what `gymnasium.make_vec` hands on from the registration or its own argument; episodes are
            truncated there as by the `TimeLimit` wrapper.
        copy: True returns new arrays from every call. False saves time: observations and masks are then the internal
            buffers, which the next `step` or `reset` overwrites. What belongs to a finished game is always a copy.

    `reset(options=...)` takes what a single environment takes, each as one value or one per sub-environment, and
    `reset_mask` (bool array): only these sub-environments are reset.
    """

    kind = KIND

    def __init__(
        self,
        num_envs: int = 1,
        board: str | Sequence[str] = "bird",
        difficulty: int | Sequence[int] = 0,
        rival_tiles: dict[str, str] | Sequence[dict[str, str] | None] | None = None,
        switches: Sequence[str] | Sequence[Sequence[str]] = (),
        objectives: int | Sequence[int] = 0,
        first_objective_worth_four: bool | Sequence[bool] = False,
        expansion_components: bool | None | Sequence[bool | None] = None,
        reward: str | Sequence[str] = "win",
        observation: str = "raw",
        illegal_action: str | Sequence[str] = "ignore",
        max_decisions: int | Sequence[int] = MAX_DECISIONS,
        render_mode: str | None = None,
        content: str | Path | Content | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
    ) -> None:
        super().__init__(
            num_envs,
            {
                "board": board,
                "difficulty": difficulty,
                "rival_tiles": rival_tiles,
                "switches": switches,
                "objectives": objectives,
                "first_objective_worth_four": first_objective_worth_four,
                "expansion_components": expansion_components,
            },
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            max_decisions=max_decisions,
            render_mode=render_mode,
            content=content,
            autoreset_mode=autoreset_mode,
            max_episode_steps=max_episode_steps,
            copy=copy,
        )

    @property
    def batch(self) -> Batch:
        """The games themselves."""
        batch = super().batch
        assert isinstance(batch, Batch)  # for the type checker
        return batch

    def score_table(self) -> np.ndarray:
        """Return the points of each game as they stand, int64 ``(num_envs, 5, 12)``, see `Batch.score_table`.

        Unlike `batch`, this copies no observations.
        """
        assert isinstance(self._batch, Batch)  # for the type checker
        return self._batch.score_table()
