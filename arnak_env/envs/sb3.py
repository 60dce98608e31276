"""The games for stable-baselines3 and sb3-contrib: `VecEnv`s over the native vector environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode

from arnak_env.core.arguments import whole_numbers
from arnak_env.core.extras import TRAIN_INSTALL_LINE
from arnak_env.envs.arguments import EACH, only_keys, options_of
from arnak_env.envs.episodes import seeds_per_game
from arnak_env.envs.gymnasium_vector import ArnakSoloVectorEnv
from arnak_env.envs.vector import GameVectorEnv
from arnak_env.envs.vector_infos import one_info

try:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        f"ArnakVecEnv needs the extra `train` (stable-baselines3 and sb3-contrib): {TRAIN_INSTALL_LINE}"
    ) from error

_METHODS = ("action_masks", "render")


class GameVecEnv(VecEnv):
    """`num_envs` games for MaskablePPO and its relatives; that of a game is a subclass with its vector environment.

    Equal to `DummyVecEnv` over single environments, field by field, at the speed of the batch: masks come as rows of
    one array, `terminal_observation` and `TimeLimit.truncated` are in the infos of ended episodes. The observation is
    scaled by default, because stable-baselines3 feeds a `Box` to the network as it is.

    Args:
        num_envs: how many games.
        seed: seed of the first game; game i gets seed + i. None: random. `seed()` before `reset()` does the same.
        arguments: those of the game's vector environment, except `autoreset_mode` and `copy`.
    """

    vector_class: ClassVar[Callable[..., GameVectorEnv]]

    def __init__(self, num_envs: int = 1, *, seed: int | None = None, **arguments: Any) -> None:
        for name in ("autoreset_mode", "copy"):
            if name in arguments:
                raise ValueError(f"{name} is fixed here: stable-baselines3 resets in the same step and keeps arrays")
        arguments.setdefault("observation", "scaled")
        self.vector = type(self).vector_class(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **arguments)
        self._attributes: dict[str, list[Any]] = {}  # set by set_attr
        self._actions = np.zeros(num_envs, np.int64)
        self._mask = self.vector.action_masks()
        super().__init__(num_envs, self.vector.single_observation_space, self.vector.single_action_space)
        if seed is not None:
            self.seed(seed)

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as a bool array of shape (num_envs, actions)."""
        return self._mask

    def reset(self) -> np.ndarray:
        """Start a new game everywhere, with the seeds and options set before."""
        seeds = None if all(seed is None for seed in self._seeds) else list(self._seeds)
        observations, infos = self.vector.reset(seed=seeds, options=self._merged_options())
        self._mask = self._masks_in(infos)
        self.reset_infos = [one_info(infos, index) for index in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seeds of the next reset: game i gets seed + i.

        Raises:
            ValueError: when it is neither None nor a seed.
        """
        return super().seed(None if seed is None else seeds_per_game(seed, self.num_envs)[0])

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Set the options of the next reset: one dict for all games, or a list with one for each.

        Raises:
            ValueError, TypeError: for another number of dicts, or an unknown option; the options set before hold.
        """
        each = options if isinstance(options, list | tuple) else [options] * self.num_envs
        if len(each) != self.num_envs:
            raise ValueError(
                f"{len(each)} dicts of options for {self.num_envs} {EACH}s; give one dict, or one per {EACH}"
            )
        each = [options_of(one) for one in each]
        for index, one in enumerate(each):
            only_keys(f"reset option of {EACH} {index}", one, self.vector.settings.options)
        super().set_options(each)

    def step_async(self, actions: np.ndarray) -> None:
        """Remember the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Take the step; games that end are reset in it."""
        observations, rewards, terminated, truncated, batch_infos = self.vector.step(self._actions)
        mask, illegal = batch_infos["action_mask"], batch_infos["illegal_action"].tolist()
        infos: list[dict[str, Any]] = [
            {"action_mask": mask[index], "illegal_action": illegal[index], "TimeLimit.truncated": False}
            for index in range(self.num_envs)
        ]
        done = terminated | truncated
        for index in np.flatnonzero(done).tolist():
            self.reset_infos[index] = {"action_mask": mask[index], "illegal_action": illegal[index]}
            infos[index] = one_info(batch_infos["final_info"], index)
            infos[index]["TimeLimit.truncated"] = bool(truncated[index] and not terminated[index])
            infos[index]["terminal_observation"] = batch_infos["final_obs"][index]
        self._mask = self._masks_in(batch_infos)
        return observations, rewards.astype(np.float32), done, infos

    def get_state(self) -> dict[str, Any]:
        """Return all that decides what happens from here on, see `GameVectorEnv.get_state`.

        Seeds and options that wait for the next `reset` belong to it; values of `set_attr` do not.
        """
        return {
            "vector": self.vector.get_state(),
            "seeds": list(self._seeds),
            "options": [dict(options) for options in self._options],
        }

    def set_state(self, state: Mapping[str, Any], **others: Any) -> np.ndarray:
        """Go on from a state of `get_state` in an environment made with the same arguments.

        Args:
            state: the state.
            others: further arguments of the vector environment's own `set_state`.

        Returns:
            the observations there, shape (num_envs, size); `action_masks()` belongs to them.

        Raises:
            ValueError: when it is no state of such an environment; this one stays as it was.
        """
        if not isinstance(state, Mapping) or {"vector", "seeds", "options"} - set(state):
            raise ValueError("this is no state of get_state(): it needs vector, seeds and options")
        observations = self.vector.set_state(state["vector"], **others)
        self._seeds, self._options = list(state["seeds"]), [dict(options) for options in state["options"]]
        self._mask = self.vector.action_masks()
        return observations

    def close(self) -> None:
        """Release the games."""
        self.vector.close()

    # --- what algorithms and callbacks ask for ----------------------------------------------------------------------
    def has_attr(self, attr_name: str) -> bool:
        """Return whether the games have an attribute of this name."""
        try:
            self._attribute(attr_name)
        except AttributeError:
            return False
        return True

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of each game.

        Raises:
            AttributeError: when there is none of that name.
        """
        values = self._attribute(attr_name)
        return [values[index] for index in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Keep a value beside each game; the games' own attributes cannot be changed this way."""
        if attr_name not in self._attributes and self.has_attr(attr_name):
            raise AttributeError(f"{attr_name!r} is fixed when the environment is made")
        values = self._attributes.setdefault(attr_name, [None] * self.num_envs)
        for index in self._chosen(indices):
            values[index] = value

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of each game; `action_masks` gives one row of the batch's mask per game.

        Raises:
            AttributeError: when there is none of that name.
        """
        if method_name not in _METHODS:
            raise AttributeError(f"the games have no method {method_name!r} here; there are {', '.join(_METHODS)}")
        chosen = self._chosen(indices)
        if method_name == "action_masks":
            return [self._mask[index] for index in chosen]
        frames = self.vector.render(*method_args, **method_kwargs) or [None] * self.num_envs
        return [frames[index] for index in chosen]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for each game: there are no single environments to wrap."""
        return [False for _ in self._chosen(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Return None for each game: positions are shown as text."""
        return [None] * self.num_envs

    def _masks_in(self, infos: dict[str, Any]) -> np.ndarray:
        # The entries are 0 and 1, so the bytes of int8 are those of bool; nothing is copied.
        return infos["action_mask"].view(np.bool_)

    def _attribute(self, name: str) -> list[Any]:
        """Return one value per game."""
        vector = self.vector
        if name in self._attributes:
            return self._attributes[name]
        if name == "action_masks":
            return [partial(self._row, index) for index in range(self.num_envs)]
        if name in ("render_mode", "spec", "metadata"):
            return [getattr(vector, name)] * self.num_envs
        if name in vector.settings.options:
            values: list[Any] = getattr(vector.settings, name)
            return values
        raise AttributeError(f"the games have no attribute {name!r} here")

    def _chosen(self, indices: Any) -> list[int]:
        """Return chosen games as a list of their numbers.

        Raises:
            ValueError: when there is no such game.
        """
        if indices is None:
            return list(range(self.num_envs))
        return np.atleast_1d(whole_numbers("indices", indices, 0, self.num_envs - 1, each=EACH)).tolist()

    def _row(self, index: int) -> np.ndarray:
        return self._mask[index]

    def _merged_options(self) -> dict[str, Any] | None:
        """Return the options of every game as one dict with one value per game."""
        settings = self.vector.settings
        each = [settings.with_implied(options) for options in self._options]
        names = {name for options in each for name in options}
        merged: dict[str, Any] = {}
        for name in sorted(names):
            kept = getattr(settings, name)
            values = [options.get(name, kept[index]) for index, options in enumerate(each)]
            merged[name] = [settings.as_one(name, value) for value in values]
        return merged or None


class ArnakVecEnv(GameVecEnv):
    """`num_envs` solo games of Lost Ruins of Arnak, equal to `DummyVecEnv` over `ArnakSoloEnv`; see `GameVecEnv`."""

    vector_class = ArnakSoloVectorEnv
