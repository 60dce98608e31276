"""What an agent is: something that picks one legal action for every game of a batch in which it is its turn.

Agents work on whole batches, because that is what makes a rating of a million decisions quick. An agent may keep
numbers of its own for each game (its seed, for example); `begin` says that new games start in some rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from arnak_env.core.batch import GameBatch

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Agent(Protocol):
    """The interface of every agent in this package."""

    name: str
    """The name under which `agents.load` knows it."""

    needs_observation: bool
    """False lets the caller switch off the observations of the batch, which are most of its time."""

    def begin(self, seeds: NDArray[np.int64], games: NDArray[np.intp] | None = None) -> None:
        """New games start.

        Args:
            seeds: one own seed for each of these games; nothing else may make two runs differ.
            games: the rows of the batch in which they start; ``None``: every row of a new batch.
        """
        ...

    def act(self, batch: Any, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """Pick an action for each game, from what its deciding player may know.

        Args:
            batch: the games, `arnak_env.Batch` or `arnak_env.arkeis.batch.Batch` as the agent knows; it is not changed.
            games: the rows that are asked for; ``None``: every row that is not over.

        Returns:
            One action for each row of the batch, shape ``(num_games,)``; rows not asked for hold 0.
        """
        ...


def check_game(agent: Agent, game: str, batch: Any) -> None:
    """Refuse a batch of another game than the one an agent plays.

    Raises:
        ValueError: naming both games, and how the right agent is loaded.
    """
    saves = batch.saves
    if saves.game != game:
        raise ValueError(
            f"the agent {agent.name!r} plays {game}, these are games of {saves.game} ({saves.title}); "
            f"agents for them: agents.load(NAME, game={saves.game!r})"
        )


def check_known(agent: Agent, batch: Any, games: NDArray[np.intp] | None = None) -> None:
    """Refuse games that an agent would refuse, before any is played.

    Args:
        agent: the agent; one that plays whatever there is has no method `check`.
        batch: the games.
        games: the rows it is to play; ``None``: all.

    Raises:
        ValueError: naming a game that it does not know and those it knows.
    """
    check = getattr(agent, "check", None)
    if check is not None:
        check(batch, games)


def mix(*numbers: NDArray[np.integer] | int) -> NDArray[np.uint64]:
    """Hash integers (arrays of one shape, or single ones) into well-spread 64-bit numbers (splitmix64)."""
    with np.errstate(over="ignore"):
        state = np.zeros(np.broadcast_shapes(*(np.shape(number) for number in numbers)), dtype=np.uint64)
        for number in numbers:
            state = state + np.asarray(number).astype(np.uint64) + _GOLDEN
            state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            state = state ^ (state >> np.uint64(31))
    return state


def spread_seed(*numbers: NDArray[np.integer] | int) -> NDArray[np.int64]:
    """Like `mix`, but positive numbers that fit a signed integer, as seeds must."""
    return (mix(*numbers) >> np.uint64(2)).astype(np.int64)


class SeededRows:
    """Keeps one seed for each row of the batch an agent plays."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._seeds = np.zeros(0, dtype=np.int64)

    def begin(self, seeds: NDArray[np.int64], games: NDArray[np.intp] | None = None) -> None:
        """New games start, see `Agent.begin`."""
        if games is None:
            self._seeds = np.array(seeds, dtype=np.int64)
        else:
            self._seeds[games] = seeds

    def row_seeds(self, batch: GameBatch) -> NDArray[np.int64]:
        """Return the seed of each row; rows of a batch that was never announced follow from the agent's own seed."""
        if len(self._seeds) != len(batch.games):
            self._seeds = spread_seed(self.seed, np.arange(len(batch.games)))
        return self._seeds


def rows_to_play(batch: GameBatch, games: NDArray[np.intp] | None) -> NDArray[np.intp]:
    """Return the rows that are asked for, without those that are over."""
    rows = np.arange(len(batch.games)) if games is None else np.asarray(games)
    return rows[~np.asarray(batch.over)[rows]]
