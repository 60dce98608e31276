"""Whether the agents that a configuration names know the games that it trains on."""

from __future__ import annotations

from typing import Any

import numpy as np

import agents
from agents.base import check_known, spread_seed
from agents.training.config import TrainingConfig
from agents.training.environments import arguments_of, game_of, vec_env_of
from agents.training.games import TableEnvironment
from agents.training.reading import named_agents


def check_agents(config: TrainingConfig, content: Any) -> None:
    """Refuse agents that would refuse games of this training, before anything is written.

    Args:
        config: the configuration.
        content: the facts.

    Raises:
        ValueError: naming the entry, the agent, and a game that it was not trained for; or why it cannot be loaded.
        FileNotFoundError: when the model of an agent does not exist.
    """
    named = named_agents(config)
    if not any(named.values()):
        return
    games: Any = config.environment
    batch = _one_of_each_kind(games, content)
    for entry, names in named.items():
        for name in names:
            try:
                check_known(agents.load(name, game=game_of(games)), batch)
            except ValueError as error:
                raise ValueError(f"{entry}: {error}") from None


def _one_of_each_kind(games: Any, content: Any) -> Any:
    """Return a batch with one game of each kind."""
    count = len(games.kinds())
    arguments = arguments_of(games, count, content)
    if isinstance(games, TableEnvironment):
        arguments["opponents"] = "random"  # nobody is asked for an action
    environment: Any = vec_env_of(games).vector_class(count, **arguments)
    environment.batch.reset(seed=spread_seed(0, np.arange(count)))
    return environment.batch
