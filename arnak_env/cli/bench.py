"""`arnak bench`: how fast are the rules on this machine? The scripts in `benchmarks/` measure more."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from arnak_env.cli.errors import plain_errors

if TYPE_CHECKING:
    from arnak_env import Batch

Work = Callable[[], tuple[int, float]]  # does something; returns how much, and the seconds it took


def bench(
    batch_size: int = typer.Option(1024, help="Games side by side."),
    seconds: float = typer.Option(1.0, help="Time for each measurement."),
    repeats: int = typer.Option(5, help="Measurements of each kind; the median is shown."),
) -> None:
    """Measure decisions per second, random play-outs and clones, on one thread."""
    with plain_errors():
        if batch_size < 1 or repeats < 1 or not seconds > 0:
            raise ValueError("batch size, repeats and seconds must be positive")
    import numba
    import numpy as np

    typer.echo(
        f"{platform.machine()} {platform.system()}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"numba {numba.__version__}, batch {batch_size}\n"
        f"All boards in turn; processor time of one thread, median of {repeats} (lowest to highest)"
    )
    for players in (1, 2, 4):
        name = "solo" if players == 1 else f"{players} players"
        _line(f"{name}: step, mask, observation", "decisions/s", _stepping(players, batch_size), seconds, repeats)
    _line("solo: random play-outs, no observation", "games/s", _playouts(batch_size), seconds, repeats)
    _line("solo: clones inside a batch", "clones/s", _clones(batch_size), seconds, repeats)


def _line(name: str, unit: str, work: Work, seconds: float, repeats: int) -> None:
    """Repeat `work` for some time and print the rate."""
    work()
    rates = []
    for _ in range(repeats):
        done, spent, start = 0, 0.0, time.perf_counter()
        while time.perf_counter() - start < seconds / repeats or not spent:
            some, took = work()
            done, spent = done + some, spent + took
        rates.append(done / spent)
    middle, low, high = statistics.median(rates), min(rates), max(rates)
    typer.echo(f"{name:45} {middle:12,.0f} {unit:12} ({low:,.0f} to {high:,.0f})")


def _timed(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def _boards(size: int) -> list[str]:
    """Return the boards of a batch, all of them in turn."""
    from arnak_env.arnak.opcodes import BOARDS

    return [BOARDS[i % len(BOARDS)] for i in range(size)]


def _stepping(players: int, size: int) -> Work:
    import numpy as np

    from arnak_env import Batch

    batch = Batch(size, board=_boards(size), num_players=players)

    def work() -> tuple[int, float]:
        # Choosing the actions and resetting finished games is not on the clock.
        actions = batch.sample_actions()
        took = _timed(lambda: batch.step(actions))
        if batch.over.any():
            batch.reset(games=np.flatnonzero(batch.over))
        return size, took

    return work


def _blind(size: int) -> Batch:
    from arnak_env import Batch

    return Batch(size, board=_boards(size), observe=False)


def _playouts(size: int) -> Work:
    batch = _blind(size)

    def work() -> tuple[int, float]:
        took = _timed(batch.playout)
        batch.reset()
        return size, took

    return work


def _clones(size: int) -> Work:
    import numpy as np

    batch = _blind(size)
    rows = np.repeat(np.arange(size), 4)
    return lambda: (len(rows), _timed(lambda: batch.clone(rows)))
