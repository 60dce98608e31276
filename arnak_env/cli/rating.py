"""`arnak rate-rival`: how hard is the solo rival?"""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli import options
from arnak_env.cli.errors import plain_errors
from arnak_env.cli.lists import board_names, names, numbers
from arnak_env.cli.rating_run import announce, play_and_report


def rate_rival(
    boards: str = typer.Option("bird,snake", help="Boards, with commas: bird, snake, spider, owl; or all."),
    difficulties: str = typer.Option("0-5", help="Difficulty levels of the rival, 0 to 10: 0-5 or 0,2,10."),
    objectives: str = typer.Option("0", help="Numbers of rival objectives each round, with commas: 0, 2, 3, 4."),
    first_objective_worth_four: bool = typer.Option(
        False, "--first-objective-worth-four", help="The first objective of each round is worth 4 points."
    ),
    expansion_components: bool | None = options.COMPONENTS,
    agents: str = options.AGENTS,
    games: int = typer.Option(100, help="Games for each agent, board, level and number of objectives."),
    seed: int = options.SEED,
    out: Path = typer.Option(Path("runs/rival_rating"), help="Folder for the table, the plot and all results."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    switches: str = options.SWITCHES,
    content: Path | None = options.CONTENT,
    batch_size: int = options.BATCH_SIZE,
    workers: str = options.WORKERS,
    address: str | None = options.ADDRESS,
) -> None:
    """Rate the solo rival: play games of every agent, board, number of objectives and level, and show win rates.

    Win rates, scores and margins come with 95 % intervals.
    """
    with plain_errors():
        from agents.arena import report
        from agents.arena.configuration import RatingConfiguration
        from agents.arena.rival_rating import RivalRating
        from agents.arena.workers import started_by

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        start = started_by(workers, address)
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
        rating = RivalRating(
            configuration,
            out,
            resume=resume,
            overwrite=overwrite,
            batch_size=batch_size or None,
            workers=start,
        )
    announce(rating)
    with rating:
        play_and_report(rating, report, out)
