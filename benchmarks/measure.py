"""What the benchmark scripts share: clocks, realistic positions, tables."""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from arnak_env import Batch
from arnak_env.arnak.actions import A_PASS
from arnak_env.core.batch import GameBatch

LONGEST = {1: 60, 2: 120, 3: 180, 4: 240}  # decisions by which most games of that many players are near their end
NOT_AN_ACTION = -1


@dataclass(frozen=True)
class Figure:
    """Several measurements of the same thing."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def low(self) -> float:
        return min(self.values)

    @property
    def high(self) -> float:
        return max(self.values)

    def per_second(self) -> Figure:
        """Turn seconds for one thing into things per second."""
        return Figure(tuple(1 / value for value in self.values))

    def times(self, factor: float) -> Figure:
        return Figure(tuple(value * factor for value in self.values))


class Stopwatch:
    """Adds up the processor time of this thread, less what reading the clock costs.

    On an idle machine that is the time on the wall; on a busy one it leaves out the time the thread had to wait.
    """

    def __init__(self) -> None:
        self._clock = time.thread_time_ns
        readings = []
        for _ in range(2001):
            start = self._clock()
            readings.append(self._clock() - start)
        self._cost = statistics.median(readings)
        self.reading = self._cost  # what one pair of readings adds to a time on the wall, in nanoseconds
        self.reset()

    def reset(self) -> None:
        self._spent = 0.0

    def start(self) -> None:
        self._started = self._clock()

    def stop(self) -> None:
        self._spent += self._clock() - self._started - self._cost

    @property
    def seconds(self) -> float:
        return max(self._spent, 1.0) * 1e-9


def timed(work: Callable[[], object], count: int, runs: int, least: float = 0.02) -> Figure:
    """Return the processor seconds for one of the `count` things that `work` does, `runs` times.

    Each run repeats `work` until it took `least` seconds.
    """
    work()
    values = []
    for _ in range(runs):
        start = time.thread_time()
        repeats = 0
        while (spent := time.thread_time() - start) < least or not repeats:
            work()
            repeats += 1
        values.append(spent / (repeats * count))
    return Figure(tuple(values))


def seconds_per_decision(batch: GameBatch, runs: int, choose: Callable[[Any], np.ndarray]) -> Figure:
    """Time `step` alone; choosing actions and resetting finished games happens off the clock."""
    watch = Stopwatch()
    calls = max(8, 32_768 // len(batch))
    values = []
    for run in range(runs + 1):
        watch.reset()
        for _ in range(calls):
            actions = choose(batch)
            watch.start()
            batch.step(actions)
            watch.stop()
            reset_finished(batch)
        if run:  # the first one warms up
            values.append(watch.seconds / (calls * len(batch)))
    return Figure(tuple(values))


def playout_rates(fresh: GameBatch, middle: GameBatch, runs: int) -> tuple[Figure, Figure, Figure]:
    """Measure random play-outs without observation.

    Args:
        fresh: games at their beginning.
        middle: games from the whole course of play; they are copied.
        runs: how many play-outs of each batch.

    Returns:
        Decisions and whole games per second from the beginning, and decisions per second from the middle.
    """
    decisions, games, from_middle = [], [], []
    for _ in range(runs):
        fresh.reset()
        start = time.thread_time()
        taken = int(fresh.playout().sum())
        spent = time.thread_time() - start
        decisions.append(taken / spent)
        games.append(len(fresh) / spent)
        copy = middle.clone()
        start = time.thread_time()
        taken = int(copy.playout(seed=len(games)).sum())
        from_middle.append(taken / (time.thread_time() - start))
    return Figure(tuple(decisions)), Figure(tuple(games)), Figure(tuple(from_middle))


def sample_without_passing(batch: Batch) -> np.ndarray:
    """Return random legal actions that pass only where nothing else is legal.

    Uniform play passes after a few turns of each round, so its positions are poorer than those of any sensible player.
    """
    column = batch.mask[:, A_PASS].copy()
    batch.mask[:, A_PASS] = 0  # a row without any entry gets action 0, which is to pass
    actions = batch.sample_actions()
    batch.mask[:, A_PASS] = column
    return actions


def spread_over_the_game(batch: Batch, seed: int = 0) -> None:
    """Step every game a random number of decisions, so that the batch holds positions from the whole course of play."""
    players = int(batch.games["players"].max())
    goal = np.random.default_rng(seed).integers(0, LONGEST[players], len(batch))
    for taken in range(int(goal.max())):
        batch.step(np.where(goal > taken, sample_without_passing(batch), NOT_AN_ACTION), illegal="ignore")
        reset_finished(batch)


def reset_finished(batch: GameBatch) -> None:
    if batch.over.any():
        batch.reset(games=np.flatnonzero(batch.over))


def machine() -> str:
    """Return processor, cores, load, and versions in one paragraph."""
    names = ("arnak-env", "numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")
    packages = ", ".join(f"{name} {installed(name)}" for name in names)
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{_processor()}, {os.cpu_count()} cores, {load}, {platform.system()} {platform.machine()}\n"
        f"Python {platform.python_version()}, {packages}"
    )


def installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


def show(title: str, columns: Iterable[str], rows: Iterable[Iterable[str] | None], notes: str = "") -> None:
    """Print one table; wide enough for a file when the output is not a terminal. A row that is None draws a line."""
    table = Table(title=title, title_justify="left", caption=notes or None, caption_justify="left")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", overflow="fold")
    for row in rows:
        if row is None:
            table.add_section()
        else:
            table.add_row(*row)
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(table)
    console.print()


def spoken(figure: Figure, form: str = ",.0f", unit: str = "") -> str:
    """Return the median with the range in brackets."""
    return f"{figure.median:{form}}{unit} ({figure.low:{form}} to {figure.high:{form}})"


def run_script(main: Callable[..., None]) -> None:
    """Run `main` with its arguments from the command line."""
    script = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    script.command()(main)
    script()
