"""Work for other processes: what they are told, and what a worker does, wherever it runs.

A job says what a rating was asked for; a task names some of its games. As the course of a game depends on nothing else
that is played, any worker may play any games, and the table is the one of a rating that one process plays.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
import pickle
import re
import socket
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

import numpy as np

from agents.arena.playing import BATCH_SIZE, ForbiddenAction, GameRunner, Work

REFUSED, FAILED, PLAYED = "refused", "failed", "played"
_HOST_AND_PORT = re.compile(r"[\w.\-]+:[0-9]{1,5}")
_MUST_AGREE = ("rules", "content", "agents")  # entries of the description of a rating

Answer = tuple[Any, ...]
"""What a worker answers: plain tuples, as it may lack this package.

``(REFUSED, words)``: it cannot play this rating, or an agent chose a forbidden action. ``(FAILED, words)``: a game
ended with an error. ``(PLAYED, results, seconds, differing)``: results, how long they took, and versions of packages
that differ.
"""


class WorkerUnfit(RuntimeError):
    """A worker cannot play what is asked for; the message names its machine and what it lacks."""


class WorkersLost(RuntimeError):
    """Workers broke down again and again while playing the same games."""


class Task(NamedTuple):
    """Some games of a job.

    Attributes:
        group: the agents that play them, see `GameRunner.group`.
        games: place of the cell in the table, and number of the game in it, both from 0.
        rows: games played side by side at most.
    """

    group: tuple[str, ...]
    games: tuple[tuple[int, int], ...]
    rows: int = BATCH_SIZE


class Executor(Protocol):
    """Where tasks are carried out: processes on this machine, or a cluster."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """The errors of a future whose worker broke down; its games are to be played again."""

    def capacity(self) -> int:
        """Return how many tasks can be at work at once, at least 1; it may change while workers come and go."""
        ...

    def submit(self, task: Task) -> Future[Answer]:
        """Begin a task."""
        ...

    def close(self) -> None:
        """End the workers; unfinished tasks are given up."""
        ...


@dataclasses.dataclass(frozen=True)
class Job:
    """What every worker must know of a rating.

    Attributes:
        runner: what plays the games.
        configuration: what the rating was asked for, with the facts that were read from files.
        described: what decides the results, as ``configuration.json`` holds it.
        folder: the current folder, which paths of agents start from.
    """

    runner: type[GameRunner]
    configuration: Any
    described: dict[str, Any]
    folder: str

    @classmethod
    def of(cls, runner: type[GameRunner], configuration: Any) -> Job:
        """Return the job of a rating."""
        return cls(runner, configuration, configuration.described(), os.getcwd())

    def packed(self) -> bytes:
        """Return it as bytes, which a worker without this package can take and refuse in words."""
        return pickle.dumps(self)


Start = Callable[[Job], Executor]
"""Starts the workers for a job."""


class Worker:
    """Plays games of a job in this process.

    Raises:
        ValueError, OSError, ImportError: when something of the job is missing here or differs.
    """

    def __init__(self, job: Job) -> None:
        with contextlib.suppress(OSError):  # another machine need not have it; what lies there is missed by name
            os.chdir(job.folder)
        here = job.configuration.described()
        for entry in _MUST_AGREE:
            asked, found = (described[entry] for described in (job.described, here))
            if asked != found:
                raise ValueError(
                    f"other {entry} than where the rating was started ({asked!r} there, {found!r} here); "
                    "bring the package, the agents and their files to the same state on all machines"
                )
        versions = job.described["versions"]
        self.differing = [
            f"{name} {version} instead of {versions.get(name)}"
            for name, version in here["versions"].items()
            if version != versions.get(name)
        ]
        self._runner = job.runner(job.configuration)
        self._cells = job.configuration.cells()
        self._runner.check_agents(self._cells)
        self._runner.batch(self._cells[:1], np.zeros(1, np.int64), False)  # loads the compiled rules

    def play(self, task: Task, stop: Callable[[], bool]) -> tuple[list[Any], float]:
        """Return the results of the games of a task, fewer when `stop` says so, and the seconds they took."""
        player = self._runner.load(task.group)
        work = Work.listed((self._cells[cell], game) for cell, game in task.games)
        results = []
        start = time.perf_counter()
        for result in self._runner.play(player, work, min(task.rows, len(task.games))):
            if result is not None:
                results.append(result)
            elif stop():
                break
        return results, time.perf_counter() - start


_kept: dict[str, Worker] = {}  # of the latest job: loading agents and rules takes longer than most tasks


def carry_out(packed: bytes, task: Sequence[Any], stop: Callable[[], bool] = lambda: False) -> Answer:
    """Play some games in this process; errors become answers, as not every error can be sent.

    Args:
        packed: the job, see `Job.packed`.
        task: the task, as a plain tuple.
        stop: asked after every decision.
    """
    key = hashlib.sha256(packed).hexdigest()
    try:
        if key not in _kept:
            _kept.clear()
            _kept[key] = Worker(pickle.loads(packed))
        worker = _kept[key]
    except (ValueError, OSError, ImportError, AttributeError) as error:
        return REFUSED, f"the worker on {socket.gethostname()} cannot play: {error}"
    try:
        results, seconds = worker.play(Task(*task), stop)
    except ForbiddenAction as fault:
        return REFUSED, str(fault)
    except Exception:
        return FAILED, f"a game failed on {socket.gethostname()}:\n{traceback.format_exc()}"
    return PLAYED, results, seconds, [f"{socket.gethostname()} has {words}" for words in worker.differing]


def started_by(workers: str, address: str | None = None) -> Start | None:
    """Return what starts the workers that a user asks for; None: this process plays all games.

    Args:
        workers: a number of processes on this machine, or ``ray``.
        address: of a Ray cluster, ``auto`` for the one of this machine or ``HOST:PORT``; None: Ray is started
            here for this rating.

    Raises:
        ValueError: naming what is wrong, and what would be right.
        MissingExtra: when Ray is asked for and not installed.
    """
    if workers != "ray" and not (workers.isdecimal() and int(workers) >= 1):
        raise ValueError(f"workers must be a number of processes from 1 on, or ray, not {workers!r}")
    if workers != "ray" and address is not None:
        raise ValueError("--address names a Ray cluster, so it goes with --workers ray only")
    if address is not None and address != "auto" and not _HOST_AND_PORT.fullmatch(address):
        raise ValueError(f"the address of a Ray cluster is auto, or HOST:PORT such as 10.0.0.1:6379, not {address!r}")
    if workers == "ray":
        from agents.arena.ray_workers import RayWorkers

        return lambda job: RayWorkers(job, address)
    if int(workers) == 1:
        return None
    from agents.arena.processes import LocalProcesses

    return lambda job: LocalProcesses(job, int(workers))
