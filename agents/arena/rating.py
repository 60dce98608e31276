"""A rating as a whole: its games are played group by group, and kept in its folder as they end.

How games are played says `agents.arena.playing`. As their course depends on nothing else that is played, an interrupted
rating that goes on later ends with the same table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from agents.arena.games_file import GameList
from agents.arena.playing import GameRunner, Work
from agents.arena.storage import RatingFolder

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

    The folder is kept for this process until `close`, or the end of a ``with`` statement.

    Raises:
        ValueError, OSError: see `RatingFolder.open`; or when an agent cannot be loaded or does not know a game.
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
    ) -> None:
        if batch_size is not None and batch_size < 1:
            raise ValueError(f"batch size must be at least 1, not {batch_size}")
        self.configuration = configuration
        self.cells = configuration.cells()
        self.total = len(self.cells) * configuration.games
        self._batch_size = batch_size
        self.games = self.runner(configuration)
        self.games.check_agents(self.cells)
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
            progress: called with the agents at work and the number of finished games.
            stop: asked after every decision; true saves what is finished and raises `Stopped`.

        Raises:
            Stopped: after `stop` said so.
        """
        results = self._results
        finished = {(result.cell, result.game) for result in results}
        for group, cells in self.games.groups(self.cells).items():
            name = ", ".join(group)
            work = Work.unfinished(self.configuration.games, cells, finished)
            progress(name, len(results))
            fresh: list[Any] = []
            saved = time.monotonic()
            try:
                for result in self.games.play(self.games.load(group), work, self._batch_size):
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


def _keep(store: RatingFolder, results: list[Any], fresh: list[Any]) -> None:
    if fresh:
        store.append(fresh)
        results.extend(fresh)
        fresh.clear()
