"""Plays games of a rating, many side by side: no files, nothing but what was asked for and the agents.

A game's course depends only on its cell, its number and the agents, never on the rows it shares a batch with. So games
may be cut into batches, chunks and processes in any way, and an interrupted rating goes on to the same table.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Agent, check_known

BATCH_SIZE = 1020  # the most rows, spread over the cells; larger batches are no faster
_TRIAL = 24  # rows of the first games of a group, which show how quick its agents are
_AT_STAKE = 8.0  # seconds from the begin of games to their end, which an interruption may cost; see `_batch_size`
_PROBED = 4  # steps that tell how quick a larger batch is
_PROBE = 1.0  # seconds that they may take


class ForbiddenAction(RuntimeError):
    """An agent chose an action that the rules forbid; the message names agent, action, reason and game."""


class Work:
    """Hands out games that are still to be played, cell by cell.

    Args:
        numbers: for each cell the numbers of its games, as they are to be played; read only as far as needed.
        left: how many they are.
    """

    def __init__(self, numbers: dict[Any, Iterator[int]], left: dict[Any, int]) -> None:
        self._numbers = numbers
        self._left = left

    @classmethod
    def unfinished(cls, games: int, cells: Sequence[Any], finished: set[tuple[Any, int]]) -> Work:
        """Return the games of some cells, each with this many games, but those that are finished."""

        def numbers(cell: Any) -> Iterator[int]:
            return (game for game in range(games) if (cell, game) not in finished)

        done = Counter(cell for cell, _ in finished)
        return cls({cell: numbers(cell) for cell in cells}, {cell: games - done[cell] for cell in cells})

    @classmethod
    def listed(cls, games: Iterable[tuple[Any, int]]) -> Work:
        """Return games that are named one by one, by cell and number."""
        numbers: dict[Any, list[int]] = {}
        for cell, number in games:
            numbers.setdefault(cell, []).append(number)
        return cls(
            {cell: iter(some) for cell, some in numbers.items()}, {cell: len(some) for cell, some in numbers.items()}
        )

    def rows(self, batch_size: int) -> list[Any]:
        """Return the cell of each row of the batch: cells in equal parts, none with more rows than games."""
        cells = [cell for cell, left in self._left.items() if left]
        each = max(1, batch_size // max(1, len(cells)))
        return [cell for cell in cells for _ in range(min(each, self._left[cell]))]

    def left(self) -> int:
        """Return how many games are left."""
        return sum(self._left.values())

    def next_game(self, cell: Any) -> int:
        """Return the number of the next game of the cell, -1 when none is left."""
        number = next(self._numbers[cell], -1)
        self._left[cell] -= number >= 0
        return number


class GameRunner(ABC):
    """Plays the games of a rating; what is rated, the classes made from it say.

    Args:
        configuration: what is asked for. A runner for it can be made in any process that has the agents.
        given: agents by name that are not loaded by it, such as one that is being trained.
    """

    game: ClassVar[str]
    """The game that is played, as `agents.load` calls it."""

    def __init__(self, configuration: Any, given: dict[str, Agent] | None = None) -> None:
        self.configuration = configuration
        self._loaded: dict[Any, Agent] = dict(given or {})

    def group(self, cell: Any) -> tuple[str, ...]:
        """Return the agents that play a cell; cells with the same ones are played in one batch."""
        return (cell.agent,)

    def groups(self, cells: Iterable[Any]) -> dict[tuple[str, ...], list[Any]]:
        """Return cells by the agents that play them."""
        found: dict[tuple[str, ...], list[Any]] = {}
        for cell in cells:
            found.setdefault(self.group(cell), []).append(cell)
        return found

    def load(self, group: tuple[str, ...]) -> Any:
        """Return what plays the cells of a group: an agent.

        Raises:
            ValueError, OSError, MissingExtra: when an agent cannot be loaded, see `agents.load`.
        """
        return self.agent(group[0])

    def agent(self, name: str, copy: int = 0) -> Agent:
        """Return an agent, loaded once; copies of it know nothing of each other."""
        key = name if copy == 0 else (name, copy)
        if key not in self._loaded:
            self._loaded[key] = agents.load(name, seed=self.configuration.seed, game=self.game)
        return self._loaded[key]

    def check_agents(self, cells: Sequence[Any]) -> None:
        """Load all agents, and refuse games that a trained one was not trained for, before anything is played.

        Raises:
            ValueError, OSError, MissingExtra: naming the agent.
        """
        for group, some in self.groups(cells).items():
            self.load(group)
            batch = None
            for agent in map(self.agent, dict.fromkeys(group)):
                if hasattr(agent, "check"):  # it does not play whatever there is
                    batch = batch or self.batch(some, np.zeros(len(some), dtype=np.int64), False)
                    check_known(agent, batch)

    @abstractmethod
    def batch(self, cells: list[Any], numbers: NDArray[np.int64], observe: bool) -> Any:
        """Return a batch with one game for each of these cells, the games with these numbers."""

    @abstractmethod
    def begin_again(self, batch: Any, cells: list[Any], numbers: NDArray[np.int64], rows: NDArray[np.intp]) -> None:
        """Begin the games with these numbers in some rows of a batch."""

    def step(self, batch: Any, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Carry out an action in each game of a batch, and return where the rules forbid it."""
        return batch.step(actions, illegal="ignore")

    @abstractmethod
    def results(
        self, batch: Any, cells: list[Any], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> Iterator[Any]:
        """Yield the results of the games that have ended in some rows."""

    def begin(
        self, player: Any, cells: list[Any], numbers: NDArray[np.int64], rows: NDArray[np.intp] | None = None
    ) -> None:
        """Tell what plays that games begin in some rows; None: in all rows of a new batch."""
        player.begin(self.configuration.agent_seeds(numbers if rows is None else numbers[rows]), rows)

    def to_move(self, player: Any, batch: Any, row: int) -> str:
        """Return the name of the agent whose turn it is in a row."""
        return str(player.name)

    def play_all(self, games: Sequence[tuple[Any, int]], batch_size: int | None = None) -> list[Any]:
        """Play some games and return their results in the same order.

        Args:
            games: by cell and number, each one once.
            batch_size: see `play`.

        Raises:
            ValueError, OSError, MissingExtra: when an agent cannot be loaded.
        """
        found: dict[tuple[Any, int], Any] = {}
        for group, cells in self.groups(dict.fromkeys(cell for cell, _ in games)).items():
            members = set(cells)
            work = Work.listed((cell, number) for cell, number in games if cell in members)
            for result in self.play(self.load(group), work, batch_size):
                if result is not None:
                    found[result.cell, result.game] = result
        return [found[game] for game in games]

    def play(self, player: Any, work: Work, batch_size: int | None = None) -> Iterator[Any]:
        """Play games of one group; yields each result as it ends, and None once for each decision.

        Args:
            player: what `load` has returned for the group.
            work: the games.
            batch_size: rows of the batch; None: as many as make it quick without putting more than some seconds of
                play at stake, as only finished games are kept.
        """
        if batch_size is None:
            cells = work.rows(_TRIAL)
            start, steps = time.perf_counter(), 0
            for result in self._play_rows(player, work, cells, refill=False):
                steps += result is None
                yield result
            seconds = time.perf_counter() - start
            batch_size = yield from self._batch_size(player, work, len(cells), steps, seconds)
        yield from self._play_rows(player, work, work.rows(max(1, batch_size)), refill=True)

    def _batch_size(self, player: Any, work: Work, size: int, steps: int, seconds: float) -> Generator[None, None, int]:
        """Return how many rows are worth it; yields None for each step that it tries out.

        The seconds from the begin of games to their end are what an interruption may cost. A larger batch is worth it
        when they stay below a limit, or when they are hardly more than those of the trial, because every step costs
        about the same however many rows there are.

        Args:
            player: what plays.
            work: the games; none are taken from it.
            size: rows of the trial.
            steps: steps from the begin of its games to their end.
            seconds: what they took.
        """
        limit = max(_AT_STAKE, 2 * seconds)
        pace = seconds / max(1, steps)
        while steps and size < BATCH_SIZE and 4 * _PROBED * pace < _PROBE:
            cells = work.rows(min(BATCH_SIZE, 4 * size))
            if len(cells) <= size:
                break
            start = time.perf_counter()
            yield from self._probe(player, cells)
            slower = (time.perf_counter() - start) / _PROBED
            if steps * slower > limit:
                share = (limit - steps * pace) / (steps * (slower - pace))  # of the way to the larger one
                return size + int(share * (len(cells) - size))
            size, pace = len(cells), slower
        return size

    def _probe(self, player: Any, cells: list[Any]) -> Iterator[None]:
        """Take a few steps in games that are not played to their end."""
        numbers = np.zeros(len(cells), dtype=np.int64)
        batch = self.batch(cells, numbers, player.needs_observation)
        self.begin(player, cells, numbers)
        for _ in range(_PROBED):
            batch.step(player.act(batch, np.arange(len(cells))), illegal="ignore")
            yield None

    def _forbidden(self, player: Any, batch: Any, row: int, action: int, cell: Any, number: int) -> ForbiddenAction:
        where = ", ".join(f"{name} {value}" for name, value in vars(cell).items() if name != "agent")
        return ForbiddenAction(
            f"{self.to_move(player, batch, row)} chose a forbidden action, {action}: {batch.why_illegal(row, action)} "
            f"({where}, game {number}); an agent may only choose actions that batch.mask allows"
        )

    def _play_rows(self, player: Any, work: Work, cells: list[Any], *, refill: bool) -> Iterator[Any]:
        """Play one game in each row, and with `refill` the next of its cell whenever one ends."""
        if not cells:
            return
        numbers = np.array([work.next_game(cell) for cell in cells], dtype=np.int64)
        batch = self.batch(cells, numbers, player.needs_observation)
        self.begin(player, cells, numbers)
        active = np.arange(len(cells))
        while len(active):
            actions = player.act(batch, active)
            illegal = self.step(batch, actions)
            if illegal[active].any():
                row = int(active[np.flatnonzero(illegal[active])[0]])
                raise self._forbidden(player, batch, row, int(actions[row]), cells[row], int(numbers[row]))
            yield None
            ended = active[np.asarray(batch.over)[active]]
            if not len(ended):
                continue
            yield from self.results(batch, cells, numbers, ended)
            numbers[ended] = [work.next_game(cells[row]) if refill else -1 for row in ended]
            again = ended[numbers[ended] >= 0]
            if len(again):
                self.begin_again(batch, cells, numbers, again)
                self.begin(player, cells, numbers, again)
            active = np.flatnonzero(numbers >= 0)
