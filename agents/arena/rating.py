"""A rating as a whole: its games are played group by group, and kept in its folder as they end.

How games are played says `agents.arena.playing`. As their course depends on nothing else that is played, an interrupted
rating that goes on later ends with the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from agents.arena.distribution import Distribution, Group
from agents.arena.games_file import GameList
from agents.arena.playing import GameRunner, Work
from agents.arena.storage import RatingFolder
from agents.arena.workers import Executor, Job, Start

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


class Rating:
    """A rating that can be interrupted and resumed; what is rated, the classes made from it say.

    Args:
        configuration: what to play.
        folder: where results are kept, see `agents.arena.storage`.
        resume: go on with the rating in that folder.
        overwrite: remove the rating in that folder first.
        batch_size: rows of the batch; changes the speed, not the result. None: as many as make it quick without
            putting more than some seconds of play at stake, as only finished games are kept.
        workers: starts the workers that play, see `agents.arena.workers.started_by`; None: this process plays. The
            result is the same.

    The folder is kept for this process until `close`, or the end of a ``with`` statement.

    Raises:
        ValueError, OSError: see `RatingFolder.open`; or when an agent cannot be loaded or does not know a game.
        ConnectionError: when the workers cannot be reached.
        MissingExtra: when an agent needs a package that is not installed.
    """

    runner: ClassVar[type[GameRunner]]
    """What plays the games."""
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
        workers: Start | None = None,
    ) -> None:
        if batch_size is not None and batch_size < 1:
            raise ValueError(f"batch size must be at least 1, not {batch_size}")
        self.configuration = configuration
        self.cells = configuration.cells()
        self.total = len(self.cells) * configuration.games
        self._batch_size = batch_size
        self.games = self.runner(configuration)
        self.games.check_agents(self.cells)
        # Workers that cannot be reached leave the folder as it is.
        self._executor: Executor | None = None if workers is None else workers(Job.of(self.runner, configuration))
        self._store = RatingFolder(folder, self.kind)
        try:
            self._results = self._store.open(configuration, resume=resume, overwrite=overwrite)
        except BaseException:
            self.close()
            raise
        self.notes = self._store.notes

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers, and give the folder free for other processes."""
        if self._executor is not None:
            self._executor.close()
            self._executor = None
        self._store.close()

    @property
    def finished(self) -> int:
        """Number of games that are saved."""
        return len(self._results)

    def play(
        self,
        progress: Callable[[str, int], None] = lambda agent, finished: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[Any]:
        """Play what is missing and return all games in the order of the table.

        Args:
            progress: called with the agents at work and the number of finished games.
            stop: asked after every decision; true saves what is finished and raises `Stopped`.

        Raises:
            Stopped: after `stop` said so.
            WorkerUnfit, WorkersLost: see `Distribution.play`; what is finished is saved.
        """
        results = self._results
        fresh: list[Any] = []
        saved = time.monotonic()
        at_work = ""
        try:
            for group, result in self._played():
                if at_work != (at_work := ", ".join(group)):
                    progress(at_work, len(results) + len(fresh))
                if result is not None:
                    fresh.append(result)
                elif stop():
                    raise Stopped(len(results) + len(fresh), self.total)
                elif fresh and time.monotonic() - saved > _SAVE_EVERY:
                    _keep(self._store, results, fresh)
                    saved = time.monotonic()
                    progress(at_work, len(results))
        finally:
            _keep(self._store, results, fresh)
            progress(at_work, len(results))
        order = {cell: index for index, cell in enumerate(self.cells)}
        results.sort(key=lambda result: (order[result.cell], result.game))
        self._store.rewrite(results)
        return results

    def _played(self) -> Iterator[tuple[tuple[str, ...], Any]]:
        """Play what is missing; yields the agents with each result, and with None whenever it is time to look up."""
        finished = {(result.cell, result.game) for result in self._results}
        groups = {
            agents: Work.unfinished(self.configuration.games, cells, finished)
            for agents, cells in self.games.groups(self.cells).items()
        }
        if self._executor is None:
            for agents, work in groups.items():
                for result in self.games.play(self.games.load(agents), work, self._batch_size):
                    yield agents, result
            return
        distribution = Distribution(self._executor, self.cells, self._batch_size)
        try:
            yield from distribution.play([Group(agents, work) for agents, work in groups.items()])
        finally:
            self.notes += distribution.notes


def _keep(store: RatingFolder, results: list[Any], fresh: list[Any]) -> None:
    if fresh:
        store.append(fresh)
        results.extend(fresh)
        fresh.clear()
