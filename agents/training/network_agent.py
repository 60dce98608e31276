"""A network in training as an agent: for evaluations, and as an opponent of its later states."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import rows_to_play
from agents.model_files import missing_train_extra
from arnak_env.envs.forms import Forms

try:
    import torch
except ImportError as error:
    raise missing_train_extra(error) from None


class NetworkAgent:
    """Plays with a policy of stable-baselines3 that is in memory.

    Args:
        name: what it is called.
        policy: the policy.
        forms: the forms of the game's observations.
        form: the form that the policy sees, ``"scaled"`` or ``"raw"``.
        explore: draw actions by their probabilities, from torch's random numbers; otherwise take the likeliest.
    """

    needs_observation = True

    def __init__(self, name: str, policy: Any, forms: Forms, form: str, *, explore: bool = False) -> None:
        self.name = name
        self.policy = policy
        self._forms = forms
        self._form = form
        self.explores = explore

    def begin(self, seeds: NDArray[np.int64], games: NDArray[np.intp] | None = None) -> None:
        """Nothing to prepare: the network has no memory."""

    def act(self, batch: Any, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if len(rows):
            seen = torch.as_tensor(self._forms.convert(self._form, batch.observation[rows]))
            masks = batch.mask[rows].astype(bool)
            self.policy.set_training_mode(False)
            with torch.no_grad():
                chosen, _, _ = self.policy(seen, deterministic=not self.explores, action_masks=masks)
                actions[rows] = chosen.numpy()
        return actions
