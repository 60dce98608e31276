"""`arnak results`: play everything that the results page shows, and write the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from arnak_env.cli import options
from arnak_env.cli.errors import fail, interrupted, plain_errors
from arnak_env.cli.rating_run import progress_of_games

if TYPE_CHECKING:
    from agents.arena.workers import Start
    from agents.results.plan import Plan
    from agents.results.runs import Run, State

_AGAIN = "The same command goes on from there."


def results(
    plan: Path = typer.Argument(Path("configs/results.yaml"), help="What is played."),
    quick: bool = typer.Option(False, "--quick", help="The plan's small version, in folders of its own."),
    out: Path | None = typer.Option(
        None, help="Folder for all games. [default: the plan's, with --quick ending in _quick]", show_default=False
    ),
    docs: Path | None = typer.Option(
        None,
        help="Folder for results.md and its tables. [default: docs of this checkout; with --quick, OUT/docs]",
        show_default=False,
    ),
    overwrite: bool = typer.Option(
        False, "--overwrite", help="Play runs afresh that were asked for differently before; the others are kept."
    ),
    no_play: bool = typer.Option(
        False, "--no-play", help="Play nothing: draw the pictures and write the page from the tables that are there."
    ),
    workers: str = options.WORKERS,
    address: str | None = options.ADDRESS,
) -> None:
    """Measure all that the page of results shows: the rival, tables of 2 to 4 players, episodes of Arkeis.

    What is finished is kept: started again, the command plays what is missing. At last it writes tables and page.
    """
    with plain_errors():
        from agents.arena.workers import started_by
        from agents.folders import OneWriter, make_writable
        from agents.results.plan import read_plan
        from agents.results.runs import runs_of, states
        from arnak_env.docs.results_pages import FOLDER

        if no_play and overwrite:
            raise ValueError("--no-play and --overwrite exclude each other")
        start = started_by(workers, address)
        asked = read_plan(plan, quick=quick)
        out = out or Path(asked.out)
        docs = docs or _docs(out, quick)
    if no_play:
        _write_page(docs)
        return
    with plain_errors():
        try:
            runs = runs_of(asked)
        except (ValueError, FileNotFoundError) as error:
            raise type(error)(f"{plan}: {error}") from None
        make_writable(out)
        make_writable(docs / FOLDER)
        lock = OneWriter(out)
    try:
        with plain_errors():
            before = states(runs, out)
            _refuse_others(before, overwrite)
        _measure(asked, runs, before, out, docs, quick, (start, workers))
    finally:
        lock.release()
    _write_page(docs)


def _docs(out: Path, quick: bool) -> Path:
    """Return where the page goes: the docs of a checkout, but what was tried only goes to a folder of its own."""
    from arnak_env.docs import FOLDER

    return out / "docs" if quick or not (FOLDER / "README.md").is_file() else FOLDER


def _refuse_others(before: dict[str, State], overwrite: bool) -> None:
    """Refuse to go on with runs that were asked for differently.

    Raises:
        ValueError: naming all of them, what differs, and what can be done.
    """
    refused = [f"{name}: {state.refused}" for name, state in before.items() if state.refused]
    if refused and not overwrite:
        raise ValueError(
            "\n".join(refused) + f"\n{len(refused)} of {len(before)} runs cannot go on; --overwrite plays them afresh "
            "and keeps the others, --out names another folder"
        )


def _measure(
    plan: Plan,
    runs: Sequence[Run],
    before: dict[str, State],
    out: Path,
    docs: Path,
    quick: bool,
    workers: tuple[Start | None, str],
) -> None:
    """Play what is missing, and write the tables."""
    from agents.arena.playing import ForbiddenAction
    from agents.arena.rating import Stopped
    from agents.arena.workers import WorkersLost, WorkerUnfit
    from agents.interrupts import stop_on_interrupt
    from agents.results import speed, summaries, tables
    from agents.results.runs import described
    from arnak_env.docs.results_pages import FOLDER

    total = sum(run.games for run in runs)
    finished = sum(state.finished for state in before.values())
    count = f"{len(runs)} run{'' if len(runs) == 1 else 's'}"
    typer.echo(f"{count}, {total:,} games, {finished:,} of them finished; they are kept in {out}")
    try:
        with stop_on_interrupt() as stop:
            played = _play(runs, before, out, workers, stop)
            typer.echo("Timing decisions ...", err=True)
            timed = list(speed.measured(speed.timings(runs), plan.speed_games, out, stop))
        folder = docs / FOLDER
        summaries.write_figures(played, folder)
        tables.SPEED.write(timed, folder)
        tables.RUNS.write([described(run, out, quick=quick) for run in runs], folder)
        summaries.write_goals(plan.goals, folder)
    except (Stopped, KeyboardInterrupt):  # the latter: pressed twice, or while the tables are written
        interrupted(f"stopped; finished games are kept in {out}. {_AGAIN}")
    except (OSError, ValueError, ForbiddenAction, WorkerUnfit, WorkersLost) as error:
        fail(f"{error}\nWhat was finished before is kept in {out}. {_AGAIN}")


def _play(
    runs: Sequence[Run],
    before: dict[str, State],
    out: Path,
    workers: tuple[Start | None, str],
    stop: Callable[[], bool],
) -> list[tuple[Run, list[Any]]]:
    """Play run by run with one progress bar for all; returns all games of each."""
    from agents.results.runs import play

    played: list[tuple[Run, list[Any]]] = []
    notes: list[str] = []
    start, named = workers
    with progress_of_games() as progress:
        task = progress.add_task("", total=sum(run.games for run in runs))
        done = 0
        for run in runs:
            state = before[run.name]
            complete = state.finished == run.games

            def show(agent: str, finished: int, name: str = run.name, done: int = done) -> None:
                progress.update(task, description=name, completed=done + finished)

            games, told = play(
                run,
                out,
                overwrite=bool(state.refused),
                workers=None if complete else start,  # a cluster is not asked for nothing
                workers_named=named,
                progress=show,
                stop=stop,
            )
            done += len(games)
            played.append((run, games))
            notes += [f"{run.name}: {note}" for note in told]
    for note in notes:
        typer.echo(f"Note: {note}", err=True)
    return played


def _write_page(docs: Path) -> None:
    """Draw the pictures and write the page from the tables."""
    with plain_errors():
        from agents.folders import write_text
        from agents.results import pictures
        from arnak_env.docs import results_pages

        folder = docs / results_pages.FOLDER
        drawn = pictures.draw(folder)
        write_text(docs / results_pages.PAGE, results_pages.page(folder))
    typer.echo(f"{'tables:':15}{folder}")
    for path in drawn:
        typer.echo(f"{'picture:':15}{path}")
    typer.echo(f"{'page:':15}{docs / results_pages.PAGE}")
