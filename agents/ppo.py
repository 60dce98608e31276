"""An agent that plays with a network trained by MaskablePPO."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.configuration import versions
from agents.base import check_game, rows_to_play
from agents.model_files import find_model, missing_train_extra, read_description

try:
    import torch
    from sb3_contrib import MaskablePPO
except ImportError as error:
    raise missing_train_extra(error) from None

if TYPE_CHECKING:
    from arnak_env import Batch


class PPOAgent:
    """Takes the action the network finds best.

    Args:
        path: a model file saved by `arnak train`, or its folder. Loading a model runs code from the file, so load only
            models that you trust.

    Raises:
        FileNotFoundError: when the model or its description does not exist.
        ValueError: when it is damaged or was trained on other observations or actions than this release has.
    """

    needs_observation = True

    def __init__(self, path: str | Path) -> None:
        from arnak_env.arnak.actions import ACTIONS, SCHEMA
        from arnak_env.envs.observations import observation_space

        model_file = find_model(path)
        description = read_description(model_file)
        self.name = f"ppo:{path}"
        self._form = description.configuration.environment.observation
        size = observation_space(self._form).shape[0]
        for what, trained, here in (
            ("action numbers", description.actions, SCHEMA),
            ("observation size", description.observation_size, size),
        ):
            if trained != here:
                raise ValueError(
                    f"{model_file} was trained with other {what} ({trained!r}, here {here!r}); train it again"
                )
        torch.set_num_threads(description.configuration.threads)
        self._model = load_model(model_file)
        if self._model.action_space.n != ACTIONS:
            raise ValueError(f"{model_file} plays a game of {self._model.action_space.n} actions, not {ACTIONS}")

    def begin(self, seeds: NDArray[np.int64], games: NDArray[np.intp] | None = None) -> None:
        """Nothing to prepare: the network has no memory and no randomness."""

    def act(self, batch: Batch, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, see `agents.base.Agent.act`."""
        check_game(self, "arnak", batch)
        from arnak_env.envs.observations import in_form

        actions = np.zeros(len(batch.games), dtype=np.int64)
        rows = rows_to_play(batch, games)
        if len(rows):
            seen = in_form(self._form, batch.observation[rows])
            chosen, _ = self._model.predict(seen, action_masks=batch.mask[rows].astype(bool), deterministic=True)
            actions[rows] = chosen
        return actions


def load_model(path: Path, environment: Any = None) -> Any:
    """Return a MaskablePPO model, ready to go on training when an environment is given.

    Raises:
        ValueError: when it cannot be loaded, with the versions that differ from those it was saved with.
    """
    try:
        return MaskablePPO.load(path, env=environment, device="cpu")
    except Exception as error:  # many kinds, from the archive, the pickles in it and torch
        saved, here = read_description(path).versions, versions(learning=True)
        others = [f"{name} {saved[name]}, here {here.get(name)}" for name in saved if saved[name] != here.get(name)]
        hint = f" (saved with {'; '.join(others)})" if others else ""
        raise ValueError(f"{path} cannot be loaded as a MaskablePPO model{hint}: {error}") from error
