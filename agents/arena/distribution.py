"""Distributes the games of a rating to workers, and plays again what a lost worker had not finished."""

from __future__ import annotations

import dataclasses
import math
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from agents.arena.playing import BATCH_SIZE, Work
from agents.arena.workers import FAILED, REFUSED, Answer, Executor, Task, WorkersLost, WorkerUnfit

_FIRST_GAMES = 4  # in the first task of a group, which shows how quick its agents are
_GROWTH = 8  # from task to task at most: the pace of few games side by side says little about that of many
TASK_SECONDS = 4.0  # of play in a task, which is what a lost worker or an interruption costs at most
_LEAST_SECONDS = 1.0  # of play in a task: a few games take about as long as many side by side
_TIMES_FIXED = 4  # a task may take so many times of what it costs apart from its games
_DIFFERENT = 1.5  # tasks of sizes in this ratio tell what a task costs apart from its games
_SHARES = 2  # of each worker in what is left: the last tasks are small, so that all workers end together
LOSSES = 3  # of workers with the same games, the last one alone, before the games are taken to be the cause
_PATIENCE = 0.1  # seconds between two looks at whether to stop

Part = tuple[tuple[str, ...], Any]


@dataclasses.dataclass
class Group:
    """The games of some agents that are still to be handed out.

    Args:
        agents: their names.
        work: the games.
        size: games of the next task.
        least: fewer are not worth a task, unless no more are left.
    """

    agents: tuple[str, ...]
    work: Work
    size: int = _FIRST_GAMES
    least: int = 1
    _fixed: float = 0.0  # seconds that a task takes however few its games are
    _before: tuple[int, float] | None = None  # games and seconds of the task before

    def next_task(self, places: dict[Any, int], capacity: int, rows: int) -> Task:
        """Return the next games: some seconds of play, and no more than the share of a worker."""
        left = self.work.left()
        size = min(left, self.size, max(self.least, math.ceil(left / (_SHARES * capacity))))
        games: list[tuple[int, int]] = []
        while len(games) < size:
            cells = self.work.rows(size - len(games))[: size - len(games)]
            games += [(places[cell], self.work.next_game(cell)) for cell in cells]
        return Task(self.agents, tuple(games), rows)

    def learn(self, games: int, seconds: float) -> None:
        """Fit the size of tasks to how long one has taken.

        A few games can take nearly as long as many side by side, on a busy machine longer than a task should. Fewer of
        them would be no quicker, so a task may take some times of what it costs apart from its games.
        """
        seconds = max(seconds, 1e-6)
        if self._before is not None and max(games, self._before[0]) >= _DIFFERENT * min(games, self._before[0]):
            slope = (seconds - self._before[1]) / (games - self._before[0])
            self._fixed = seconds - games * min(max(slope, 0.0), seconds / games)
        self._before = games, seconds
        fixed = min(self._fixed, 0.9 * seconds)
        each = (seconds - fixed) / games
        self.size = int(max(1, min(_GROWTH * games, (max(TASK_SECONDS, _TIMES_FIXED * fixed) - fixed) / each)))
        self.least = int(max(1, min(games, max(_LEAST_SECONDS * games / seconds, 2 * fixed / each))))


class Distribution:
    """Has games played by workers.

    Args:
        executor: the workers.
        cells: the cells of the table, in its order.
        rows: games played side by side in a worker at most; None: as many as make it quick.
    """

    def __init__(self, executor: Executor, cells: Sequence[Any], rows: int | None = None) -> None:
        self._executor = executor
        self._places = {cell: place for place, cell in enumerate(cells)}
        self._rows = rows or BATCH_SIZE
        self._open: dict[Future[Answer], Task] = {}
        self._again: deque[Task] = deque()
        self._suspects: deque[Task] = deque()  # one more loss, and the games are taken to be the cause
        self._losses: dict[Task, int] = {}
        self._lost: WorkersLost | None = None  # what is told when all others are played
        self.notes: list[str] = []
        """What the user should know about the workers."""

    def play(self, groups: Sequence[Group]) -> Iterator[Part]:
        """Yield agents and result of each game as it comes in, and agents and None every moment.

        Raises:
            WorkerUnfit: when a worker cannot play these games.
            WorkersLost: when workers break down with the same games again and again.
            RuntimeError: when a game ends with an error, with the traceback of the worker.
        """
        waiting = deque(groups)
        by_agents = {group.agents: group for group in groups}
        while True:
            self._hand_out(waiting)
            if not self._open:
                if self._lost is not None:
                    raise self._lost
                return
            done, others = wait(self._open, _PATIENCE, FIRST_COMPLETED)
            problem: RuntimeError | None = None  # raised when what others have finished is handed on
            for future in done:
                task = self._open.pop(future)
                try:
                    results = self._taken(future, by_agents[task.group], task)
                except RuntimeError as error:
                    problem = error
                    continue
                for result in results:
                    yield task.group, result
            if problem is not None:
                raise problem
            yield next((self._open[future].group for future in others), groups[-1].agents), None

    def _hand_out(self, waiting: deque[Group]) -> None:
        capacity = self._executor.capacity()
        while len(self._open) < capacity:
            while waiting and not waiting[0].work.left():
                waiting.popleft()
            if self._again:
                task = self._again.popleft()
            elif waiting:
                task = waiting[0].next_task(self._places, capacity, self._rows)
            elif self._suspects and not self._open:
                # One process that dies takes the tasks of the others along. Alone, a task answers for itself.
                task = self._suspects.popleft()
                self._open[self._executor.submit(task)] = task
                return
            else:
                return
            self._open[self._executor.submit(task)] = task

    def _taken(self, future: Future[Answer], group: Group, task: Task) -> list[Any]:
        """Return the results of a task; that of a lost worker is put back."""
        try:
            kind, *answer = future.result()
        except self._executor.lost as error:
            self._put_back(task, error)
            return []
        if kind == REFUSED:
            raise WorkerUnfit(answer[0])
        if kind == FAILED:
            raise RuntimeError(answer[0])
        results, seconds, differing = answer
        group.learn(len(results), seconds)
        self.notes += [words for words in differing if words not in self.notes]
        return list(results)

    def _put_back(self, task: Task, error: BaseException) -> None:
        self._losses[task] = self._losses.get(task, 0) + 1
        if self._losses[task] >= LOSSES:
            self._lost = self._lost or WorkersLost(
                f"{LOSSES} workers broke down one after the other with the same {len(task.games)} games of "
                f"{', '.join(task.group)}; too little memory, or an agent that ends its process, may be the cause"
            )
            if self._suspects:  # these may be innocent, and are played before it is told
                return
            raise self._lost from error
        (self._suspects if self._losses[task] == LOSSES - 1 else self._again).append(task)
