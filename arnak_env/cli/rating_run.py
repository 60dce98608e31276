"""What all commands that play many games do alike: play with a progress bar, show and write the results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arnak_env.cli.errors import fail, interrupted

if TYPE_CHECKING:
    from rich.progress import Progress

    from agents.arena.rating import Rating


def announce(rating: Rating) -> None:
    """Say what the user should know before a resumed rating goes on."""
    for note in rating.notes:
        typer.echo(f"Note: {note}", err=True)


def progress_of_games() -> Progress:
    """Return a progress bar that counts games, on the standard error stream."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    # Names of agents are paths: neither markup nor formats.
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def play_and_report(rating: Rating, report: Any, out: Path) -> list[Any]:
    """Play what is missing, show the table and return all games; `report` is what sums up and draws."""
    from rich.console import Console

    from agents.arena.playing import ForbiddenAction
    from agents.arena.rating import Stopped
    from agents.arena.storage import CONFIGURATION, GAMES
    from agents.arena.workers import WorkersLost, WorkerUnfit
    from agents.interrupts import stop_on_interrupt

    progress = progress_of_games()
    told = len(rating.notes)
    task = progress.add_task("", total=rating.total)
    try:
        with stop_on_interrupt() as stop, progress:
            results = rating.play(
                lambda agent, finished: progress.update(task, description=agent, completed=finished), stop
            )
        ratings = report.rate(results, rating.cells)
        written = report.write(ratings, out)
    except Stopped as stopped:
        interrupted(f"{stopped}; they are kept in {out}. The same command with --resume goes on from there.")
    except KeyboardInterrupt:  # pressed twice, or while the files are written
        interrupted(f"stopped; finished games are kept in {out}. The same command with --resume goes on from there.")
    except (OSError, ForbiddenAction, WorkerUnfit, WorkersLost) as error:
        fail(f"{error}\nWhat was finished before is kept in {out}; the same command with --resume goes on from there.")
    for note in rating.notes[told:]:
        typer.echo(f"Note: {note}", err=True)
    Console().print(report.terminal_table(ratings))
    for label, name in report.legend(ratings):
        typer.echo(f"{label + ': ':15}{name}")
    for what, path in {**written, "every game": out / GAMES, "configuration": out / CONFIGURATION}.items():
        typer.echo(f"{what + ':':15}{path}")
    return results
