"""Plays the games of a rating: all cells of an agent in one batch, one game after the other in every row.

A game's course depends only on its cell, its seed and the agent, never on the rows it shares a batch with. So an
interrupted rating that goes on later ends with the same table.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

import agents
from agents.arena.games_file import GameList
from agents.arena.storage import RatingFolder
from agents.base import Agent

BATCH_SIZE = 1020  # the most rows, spread over the cells; larger batches are no faster
_TRIAL = 24  # rows of the first games of an agent, which show how quick it is
_AT_STAKE = 8.0  # seconds of play, at the pace of the trial, that an interruption may cost at most
_SAVE_EVERY = 1.0  # seconds


class Stopped(Exception):
    """The rating was interrupted; what is finished is saved.

    Attributes:
        finished: number of games that are saved.
        total: number of games asked for.
    """

    def __init__(self, finished: int, total: int) -> None:
        super().__init__(f"stopped after {finished} of {total} games")
        self.finished = finished
        self.total = total


class _Work:
    """Hands out the games of one agent that are still to be played, cell by cell."""

    def __init__(self, configuration: Any, cells: list[Any], finished: set[tuple[Any, int]]) -> None:
        def numbers(cell: Any) -> Iterator[int]:
            return (game for game in range(configuration.games) if (cell, game) not in finished)

        done = Counter(cell for cell, _ in finished)
        self._left = {cell: configuration.games - done[cell] for cell in cells}
        self._numbers = {cell: numbers(cell) for cell in cells}

    def rows(self, batch_size: int) -> list[Any]:
        """Return the cell of each row of the batch: cells in equal parts, none with more rows than games."""
        cells = [cell for cell, left in self._left.items() if left]
        each = max(1, batch_size // max(1, len(cells)))
        return [cell for cell in cells for _ in range(min(each, self._left[cell]))]

    def next_game(self, cell: Any) -> int:
        """Return the number of the next game of the cell, -1 when none is left."""
        number = next(self._numbers[cell], -1)
        self._left[cell] -= number >= 0
        return number


class Rating:
    """A rating that can be interrupted and resumed; what is rated, the classes made from it say.

    Args:
        configuration: what to play.
        folder: where results are kept, see `agents.arena.storage`.
        resume: go on with the rating in that folder.
        overwrite: remove the rating in that folder first.
        batch_size: rows of the batch; changes the speed, not the result. None: as many as make it quick without
            putting more than some seconds of play at stake, as only finished games are kept.

    The folder is kept for this process until `close`, or the end of a ``with`` statement.

    Raises:
        ValueError, OSError: see `RatingFolder.open`.
        MissingExtra: when an agent needs a package that is not installed.
    """

    game: ClassVar[str]
    """The game that is played, as `agents.load` calls it."""
    kind: ClassVar[type[GameList[Any]]]
    """What the list of games holds."""

    def __init__(
        self,
        configuration: Any,
        folder: str | Path,
        *,
        resume: bool = False,
        overwrite: bool = False,
        batch_size: int | None = None,
    ) -> None:
        if batch_size is not None and batch_size < 1:
            raise ValueError(f"batch size must be at least 1, not {batch_size}")
        self.configuration = configuration
        self.cells = configuration.cells()
        self.total = len(self.cells) * configuration.games
        self._batch_size = batch_size
        self._agents = {
            name: agents.load(name, seed=configuration.seed, game=self.game) for name in configuration.agents
        }
        self._store = RatingFolder(folder, self.kind)
        self._results = self._store.open(configuration, resume=resume, overwrite=overwrite)
        self.notes = self._store.notes

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the folder free for other processes."""
        self._store.close()

    def play(
        self,
        progress: Callable[[str, int], None] = lambda agent, finished: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[Any]:
        """Play what is missing and return all games in the order of the table.

        Args:
            progress: called with the agent at work and the number of finished games.
            stop: asked after every decision; true saves what is finished and raises `Stopped`.

        Raises:
            Stopped: after `stop` said so.
        """
        results = self._results
        finished = {(result.cell, result.game) for result in results}
        for name, agent in self._agents.items():
            work = _Work(self.configuration, [cell for cell in self.cells if cell.agent == name], finished)
            progress(name, len(results))
            fresh: list[Any] = []
            saved = time.monotonic()
            try:
                for result in self._play_agent(agent, work):
                    if result is not None:
                        fresh.append(result)
                    elif stop():
                        raise Stopped(len(results) + len(fresh), self.total)
                    elif fresh and time.monotonic() - saved > _SAVE_EVERY:
                        _keep(self._store, results, fresh)
                        saved = time.monotonic()
                        progress(name, len(results))
            finally:
                _keep(self._store, results, fresh)
                progress(name, len(results))
        order = {cell: index for index, cell in enumerate(self.cells)}
        results.sort(key=lambda result: (order[result.cell], result.game))
        self._store.rewrite(results)
        return results

    def batch(self, cells: list[Any], numbers: NDArray[np.int64], observe: bool) -> Any:
        """Return a batch with one game for each of these cells, the games with these numbers."""
        raise NotImplementedError

    def begin_again(self, batch: Any, cells: list[Any], numbers: NDArray[np.int64], rows: NDArray[np.intp]) -> None:
        """Begin the games with these numbers in some rows of a batch."""
        raise NotImplementedError

    def results(
        self, batch: Any, cells: list[Any], numbers: NDArray[np.int64], rows: NDArray[np.intp]
    ) -> Iterator[Any]:
        """Yield the results of the games that have ended in some rows."""
        raise NotImplementedError

    def _play_agent(self, agent: Agent, work: _Work) -> Iterator[Any]:
        """Play all open games of an agent; yields each result as it ends, and nothing once for each decision."""
        batch_size = self._batch_size
        if batch_size is None:
            cells = work.rows(_TRIAL)
            start = time.perf_counter()
            yield from self._play_rows(agent, work, cells, refill=False)
            seconds = (time.perf_counter() - start) / max(1, len(cells))
            batch_size = int(min(BATCH_SIZE, max(len(cells), _AT_STAKE / max(seconds, 1e-9))))
        yield from self._play_rows(agent, work, work.rows(max(1, batch_size)), refill=True)

    def _play_rows(self, agent: Agent, work: _Work, cells: list[Any], *, refill: bool) -> Iterator[Any]:
        """Play one game in each row, and with `refill` the next of its cell whenever one ends."""
        if not cells:
            return
        numbers = np.array([work.next_game(cell) for cell in cells], dtype=np.int64)
        batch = self.batch(cells, numbers, agent.needs_observation)
        agent.begin(self.configuration.agent_seeds(numbers))
        active = np.arange(len(cells))
        while len(active):
            illegal = batch.step(agent.act(batch, active), illegal="ignore")
            if illegal[active].any():
                row = int(active[np.flatnonzero(illegal[active])[0]])
                raise RuntimeError(f"{agent.name} chose a forbidden action in {cells[row]}, game {numbers[row]}")
            yield None
            ended = active[np.asarray(batch.over)[active]]
            if not len(ended):
                continue
            yield from self.results(batch, cells, numbers, ended)
            numbers[ended] = [work.next_game(cells[row]) if refill else -1 for row in ended]
            again = ended[numbers[ended] >= 0]
            if len(again):
                self.begin_again(batch, cells, numbers, again)
                agent.begin(self.configuration.agent_seeds(numbers[again]), again)
            active = np.flatnonzero(numbers >= 0)


def _keep(store: RatingFolder, results: list[Any], fresh: list[Any]) -> None:
    if fresh:
        store.append(fresh)
        results.extend(fresh)
        fresh.clear()
