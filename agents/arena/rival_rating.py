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

import numpy as np
from numpy.typing import NDArray

import agents
from agents.arena.configuration import Cell, RatingConfiguration
from agents.arena.games import RESULTS, GameResult
from agents.arena.storage import RatingFolder
from agents.base import Agent
from arnak_env import Batch
from arnak_env.arnak.batch import RIVAL

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

    def __init__(self, configuration: RatingConfiguration, cells: list[Cell], finished: set[tuple[Cell, int]]) -> None:
        def numbers(cell: Cell) -> Iterator[int]:
            return (game for game in range(configuration.games) if (cell, game) not in finished)

        done = Counter(cell for cell, _ in finished)
        self._left = {cell: configuration.games - done[cell] for cell in cells}
        self._numbers = {cell: numbers(cell) for cell in cells}

    def rows(self, batch_size: int) -> list[Cell]:
        """Return the cell of each row of the batch: cells in equal parts, none with more rows than games."""
        cells = [cell for cell, left in self._left.items() if left]
        each = max(1, batch_size // max(1, len(cells)))
        return [cell for cell in cells for _ in range(min(each, self._left[cell]))]

    def next_game(self, cell: Cell) -> int:
        """Return the number of the next game of the cell, -1 when none is left."""
        number = next(self._numbers[cell], -1)
        self._left[cell] -= number >= 0
        return number


class RivalRating:
    """A rating of the rival that can be interrupted and resumed.

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

    def __init__(
        self,
        configuration: RatingConfiguration,
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
        self._agents = {name: agents.load(name, seed=configuration.seed) for name in configuration.agents}
        self._store = RatingFolder(folder)
        self._results = self._store.open(configuration, resume=resume, overwrite=overwrite)
        self.notes = self._store.notes

    def __enter__(self) -> RivalRating:
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
    ) -> list[GameResult]:
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
            fresh: list[GameResult] = []
            saved = time.monotonic()
            try:
                for result in _play_agent(self.configuration, agent, work, self._batch_size):
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


def _keep(store: RatingFolder, results: list[GameResult], fresh: list[GameResult]) -> None:
    if fresh:
        store.append(fresh)
        results.extend(fresh)
        fresh.clear()


def _play_agent(
    configuration: RatingConfiguration, agent: Agent, work: _Work, batch_size: int | None
) -> Iterator[GameResult | None]:
    """Play all open games of an agent; yields each result as it ends, and nothing once for each decision."""
    if batch_size is None:
        cells = work.rows(_TRIAL)
        start = time.perf_counter()
        yield from _play_rows(configuration, agent, work, cells, refill=False)
        seconds = (time.perf_counter() - start) / max(1, len(cells))
        batch_size = int(min(BATCH_SIZE, max(len(cells), _AT_STAKE / max(seconds, 1e-9))))
    yield from _play_rows(configuration, agent, work, work.rows(max(1, batch_size)), refill=True)


def _play_rows(
    configuration: RatingConfiguration, agent: Agent, work: _Work, cells: list[Cell], *, refill: bool
) -> Iterator[GameResult | None]:
    """Play one game in each row, and with `refill` the next of its cell whenever one ends."""
    if not cells:
        return
    numbers = np.array([work.next_game(cell) for cell in cells], dtype=np.int64)
    batch = Batch(
        len(cells),
        board=[cell.board for cell in cells],
        difficulty=[cell.difficulty for cell in cells],
        objectives=[cell.objectives for cell in cells],
        first_objective_worth_four=[configuration.first_objective_worth_four and cell.objectives > 0 for cell in cells],
        num_players=1,
        switches=configuration.switches,
        expansion_components=configuration.expansion_components,
        seed=configuration.game_seeds(numbers),
        content=configuration.facts,
        observe=agent.needs_observation,
    )
    agent.begin(configuration.agent_seeds(numbers))
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
        yield from _results(configuration, batch, cells, numbers, ended)
        numbers[ended] = [work.next_game(cells[row]) if refill else -1 for row in ended]
        again = ended[numbers[ended] >= 0]
        if len(again):
            batch.reset(seed=configuration.game_seeds(numbers[again]), games=again, episode=0)
            agent.begin(configuration.agent_seeds(numbers[again]), again)
        active = np.flatnonzero(numbers >= 0)


def _results(
    configuration: RatingConfiguration,
    batch: Batch,
    cells: list[Cell],
    numbers: NDArray[np.int64],
    rows: NDArray[np.intp],
) -> Iterator[GameResult]:
    seeds = configuration.game_seeds(numbers[rows])
    points = batch.score_table(rows)
    outcomes = batch.results(rows)[:, 0]
    decisions = batch.games["decisions"][rows]
    for row, seed, table, outcome, count in zip(rows, seeds, points, outcomes, decisions, strict=True):
        cell = cells[row]
        *parts, score = table[0].tolist()
        *rival_parts, rival_score = table[RIVAL].tolist()
        yield GameResult(
            cell.agent,
            cell.board,
            cell.difficulty,
            cell.objectives,
            int(numbers[row]),
            int(seed),
            RESULTS[round(float(outcome) * 2)],
            score,
            rival_score,
            int(count),
            tuple(parts),
            tuple(rival_parts),
        )
