"""The games of a training as a `VecEnv` whose state can be kept and restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from agents.model_files import missing_train_extra
from agents.training.games import EpisodeEnvironment, SoloEnvironment, TableEnvironment
from agents.training.shaping import Shaping

try:
    import torch
    from stable_baselines3.common.vec_env import VecMonitor
except ImportError as error:
    raise missing_train_extra(error) from None

if TYPE_CHECKING:
    from agents.training.games import Environment


def game_of(games: Environment) -> Literal["arnak", "arkeis"]:
    """Return the game that is played, as `agents.load` calls it."""
    return "arkeis" if isinstance(games, EpisodeEnvironment) else "arnak"


def load_facts(games: Environment) -> Any:
    """Return the facts that are played with, read once."""
    if isinstance(games, EpisodeEnvironment):
        from arnak_env.arkeis.content import load_content

        return load_content(games.content)
    from arnak_env.arnak.content import load_content as load_arnak

    return load_arnak(games.content_file)


def chosen_kinds(games: Environment, count: int) -> list[Any]:
    """Return the kind of each of `count` games side by side."""
    kinds = games.kinds()
    return [kinds[place % len(kinds)] for place in range(count)]


def label_of(games: Environment, kind: Any) -> str:
    """Return what evaluations count a kind of game under."""
    if isinstance(games, EpisodeEnvironment):
        episode, elite, team = kind
        return f"{episode}, {'+'.join(team)}" + ("" if elite == "none" else f", Elite {elite}")
    if isinstance(games, TableEnvironment):
        players, board = kind
        return f"{board}, {players} players"
    return str(kind[2])


def arguments_of(games: Environment, count: int, content: Any) -> dict[str, Any]:
    """Return the arguments of the game's environment for `count` games side by side, without opponents."""
    chosen = chosen_kinds(games, count)
    if isinstance(games, EpisodeEnvironment):
        specific: dict[str, Any] = {
            "episode": [episode for episode, _, _ in chosen],
            "elite": [elite for _, elite, _ in chosen],
            "explorers": [team for _, _, team in chosen],
        }
    elif isinstance(games, TableEnvironment):
        specific = {
            "num_players": [players for players, _ in chosen],
            "board": [board for _, board in chosen],
            "seat": "rotate",
            "expansion_components": games.expansion_components,
        }
    else:
        assert isinstance(games, SoloEnvironment)
        specific = {
            "board": [board for _, _, board in chosen],
            "difficulty": [level for _, level, _ in chosen],
            "switches": tuple(games.switches),
            "expansion_components": games.expansion_components,
            "objectives": [number for number, _, _ in chosen],
            "first_objective_worth_four": [games.first_objective_worth_four and number > 0 for number, _, _ in chosen],
        }
    shared: Any = games
    return {**specific, "reward": shared.reward, "observation": shared.observation, "content": content}


def vec_env_of(games: Environment) -> Any:
    """Return the class of the `VecEnv` of a kind of game."""
    if isinstance(games, EpisodeEnvironment):
        from arnak_env.envs.arkeis_sb3 import ArkeisEpisodeVecEnv

        return ArkeisEpisodeVecEnv
    if isinstance(games, TableEnvironment):
        from arnak_env.envs.table_sb3 import ArnakTableVecEnv

        return ArnakTableVecEnv
    from arnak_env.envs.sb3 import ArnakVecEnv

    return ArnakVecEnv


def make_games(games: Any, content: Any) -> Any:
    """Return the games of a training as a `VecEnv`.

    Args:
        games: the section `environment`.
        content: the facts, from `load_facts`.
    """
    arguments = arguments_of(games, games.num_envs, content)
    if isinstance(games, TableEnvironment):
        arguments["opponents"] = "random"  # others take their seats before the first game
    return vec_env_of(games)(games.num_envs, **arguments)


def shaping_of(games: Environment) -> Shaping | None:
    """Return what adds to the rewards of a training, None when nothing does."""
    weights = getattr(games, "shaping", None)
    return Shaping(weights) if weights else None


class ResumableMonitor(VecMonitor):
    """A `VecMonitor` that goes on from a kept state: its next `reset` starts no games, but hands out those restored.

    Args:
        venv: the games.
        shaping: adds to the rewards that the model sees; what the monitor adds up are the rewards of the games.
    """

    def __init__(self, venv: Any, shaping: Shaping | None = None) -> None:
        super().__init__(venv)
        self.shaping = shaping
        self._restored: np.ndarray | None = None

    def step_wait(self) -> Any:
        """Take the step; return observations, rewards, which games ended, and infos."""
        observations, rewards, ended, infos = super().step_wait()
        if self.shaping is not None:
            rewards = rewards + self.shaping.rewards(self.venv.vector, ended, infos)
        return observations, rewards, ended, infos

    def get_state(self) -> dict[str, Any]:
        """Return all that decides what happens from here on: the games, and what the monitor has added up."""
        return {
            "games": self.venv.get_state(),
            "returns": torch.from_numpy(self.episode_returns.copy()),
            "lengths": self.episode_lengths.tolist(),
            "count": self.episode_count,
        }

    def set_state(self, state: Mapping[str, Any], **others: Any) -> None:
        """Go on from a state of `get_state`, at the next `reset`.

        Args:
            state: of games that were made with the same arguments.
            others: as of the games' own `set_state`.

        Raises:
            ValueError: when it is of other games.
        """
        self._restored = self.venv.set_state(state["games"], **others)
        self.episode_returns = state["returns"].numpy().copy()
        self.episode_lengths = np.array(state["lengths"], np.int32)
        self.episode_count = state["count"]

    def reset(self) -> Any:
        """Start new games, or after `set_state` return where the restored ones are."""
        if self._restored is None:
            observations = super().reset()
        else:
            observations, self._restored = self._restored, None
        if self.shaping is not None:
            self.shaping.look(self.venv.vector)
        return observations
