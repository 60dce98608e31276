"""`arnak bench`: how fast are the rules on this machine?"""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable

import typer

from arnak_env.cli.errors import plain_errors


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

    from arnak_env import Batch

    typer.echo(
        f"{platform.machine()} {platform.system()}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"numba {numba.__version__}, batch {batch_size}, one thread, median of {repeats} (lowest to highest)"
    )
    for players in (1, 2, 4):
        name = "solo" if players == 1 else f"{players} players"
        _line(
            f"{name}: step, mask, observation", "decisions/s", _stepping(Batch, players, batch_size), seconds, repeats
        )
    _line("solo: random play-outs, no observation", "games/s", _playouts(Batch, batch_size), seconds, repeats)
    _line("solo: clones inside a batch", "clones/s", _clones(Batch, batch_size), seconds, repeats)


def _line(name: str, unit: str, work: Callable[[], int], seconds: float, repeats: int) -> None:
    """Run `work`, which returns how much it did, for some time and print the rate."""
    work()
    rates = []
    for _ in range(repeats):
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds / repeats:
            done += work()
        rates.append(done / (time.perf_counter() - start))
    middle, low, high = statistics.median(rates), min(rates), max(rates)
    typer.echo(f"{name:45} {middle:12,.0f} {unit:12} ({low:,.0f} to {high:,.0f})")


def _stepping(batch_class, players: int, size: int) -> Callable[[], int]:  # type: ignore[no-untyped-def]
    import numpy as np

    batch = batch_class(size, board=["bird", "snake"] * (size // 2) + ["bird"] * (size % 2), num_players=players)

    def work() -> int:
        # The time of the sampler counts too: it is the price of random play, not of the rules alone.
        batch.step(batch.sample_actions())
        if batch.over.any():
            batch.reset(games=np.flatnonzero(batch.over))
        return size

    return work


def _playouts(batch_class, size: int) -> Callable[[], int]:  # type: ignore[no-untyped-def]
    batch = batch_class(size, num_players=1, observe=False)

    def work() -> int:
        batch.playout()
        batch.reset()
        return size

    return work


def _clones(batch_class, size: int) -> Callable[[], int]:  # type: ignore[no-untyped-def]
    import numpy as np

    batch = batch_class(size, num_players=1, observe=False)
    rows = np.repeat(np.arange(size), 4)

    def work() -> int:
        batch.clone(rows)
        return len(rows)

    return work
