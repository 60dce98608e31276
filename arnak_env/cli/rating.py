"""`arnak rate-rival`: how hard is the solo rival?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arnak_env.cli.errors import fail, interrupted, plain_errors
from arnak_env.cli.lists import board_names, names, numbers

if TYPE_CHECKING:
    from agents.arena.rival_rating import RivalRating


def rate_rival(
    boards: str = typer.Option("bird,snake", help="Boards, with commas: bird, snake, spider, owl; or all."),
    difficulties: str = typer.Option("0-5", help="Difficulty levels of the rival, 0 to 10: 0-5 or 0,2,10."),
    objectives: str = typer.Option("0", help="Numbers of rival objectives each round, with commas: 0, 2, 3, 4."),
    first_objective_worth_four: bool = typer.Option(
        False, "--first-objective-worth-four", help="The first objective of each round is worth 4 points."
    ),
    expansion_components: bool | None = typer.Option(
        None,
        "--expansion-components/--no-expansion-components",
        help="With the sites, guardians, assistants, idols and bonus tiles of Twisted Paths; "
        "when left out on spider and owl only.",
        show_default=False,
    ),
    agents: str = typer.Option("random,greedy", help="Agents, with commas: random, greedy, ppo:PATH, FILE.py:CLASS."),
    games: int = typer.Option(100, help="Games for each agent, board, level and number of objectives."),
    seed: int = typer.Option(0, help="Same seed, same table."),
    out: Path = typer.Option(Path("runs/rival_rating"), help="Folder for the table, the plot and all results."),
    resume: bool = typer.Option(False, "--resume", help="Go on with the rating in that folder."),
    overwrite: bool = typer.Option(False, "--overwrite", help="Remove the rating in that folder first."),
    switches: str = typer.Option("", help="Rule variants to switch on, with commas."),
    content: Path | None = typer.Option(None, help="TOML file with corrections of the printed facts."),
    batch_size: int = typer.Option(0, help="Games played side by side; changes the speed only (0: default)."),
) -> None:
    """Rate the solo rival: play games of every agent, board, number of objectives and level, and show win rates.

    Win rates, scores and margins come with 95 % intervals.
    """
    with plain_errors():
        from agents.arena.configuration import RatingConfiguration
        from agents.arena.rival_rating import RivalRating

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        configuration = RatingConfiguration(
            boards=board_names(boards),
            difficulties=numbers(difficulties, "difficulties"),
            objectives=numbers(objectives, "objectives"),
            first_objective_worth_four=first_objective_worth_four,
            agents=names(agents),
            games=games,
            seed=seed,
            switches=names(switches),
            expansion_components=expansion_components,
            content=None if content is None else str(content),
        )
        rating = RivalRating(configuration, out, resume=resume, overwrite=overwrite, batch_size=batch_size or None)
    for note in rating.notes:
        typer.echo(f"Note: {note}", err=True)
    with rating:
        _play_and_report(rating, out)


def _play_and_report(rating: RivalRating, out: Path) -> None:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from agents.arena.report import legend, rate, terminal_table, write_plot, write_table
    from agents.arena.rival_rating import Stopped
    from agents.arena.storage import CONFIGURATION, GAMES
    from agents.interrupts import stop_on_interrupt

    # Names of agents are paths: neither markup nor formats.
    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    task = progress.add_task("", total=rating.total)
    try:
        with stop_on_interrupt() as stop, progress:
            results = rating.play(
                lambda agent, finished: progress.update(task, description=agent, completed=finished), stop
            )
        ratings = rate(results, rating.cells)
        table, plot = write_table(ratings, out), write_plot(ratings, out)
    except Stopped as stopped:
        interrupted(f"{stopped}; they are kept in {out}. The same command with --resume goes on from there.")
    except KeyboardInterrupt:  # pressed twice, or while the files are written
        interrupted(f"stopped; finished games are kept in {out}. The same command with --resume goes on from there.")
    except OSError as error:
        fail(f"{error}\nWhat was finished before is kept in {out}; the same command with --resume goes on from there.")
    Console().print(terminal_table(ratings))
    for label, name in legend(ratings):
        typer.echo(f"{label + ':':15}{name}")
    for what, path in (
        ("table", table),
        ("plot", plot),
        ("every game", out / GAMES),
        ("configuration", out / CONFIGURATION),
    ):
        typer.echo(f"{what + ':':15}{path}")
