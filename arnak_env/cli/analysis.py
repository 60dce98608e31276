"""`arnak analyse`: what goes with winning, and what brings it about?"""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli import options
from arnak_env.cli.errors import plain_errors
from arnak_env.cli.lists import board_names, names, numbers
from arnak_env.cli.rating_run import announce, play_and_report


def analyse(
    agent: str = typer.Option("greedy", help="The agent, which plays every seat: as of arnak rate-rival."),
    boards: str = typer.Option("bird", help="Boards, with commas: bird, snake, spider, owl; or all."),
    players: int = typer.Option(1, help="1: against the rival; 2 to 4: among players, without it."),
    difficulties: str = typer.Option(
        "", help="Difficulty levels of the rival, 0 to 10: 0-5 or 0,2,10. [default: 3]", show_default=False
    ),
    objectives: str = typer.Option(
        "",
        help="Numbers of rival objectives each round, with commas: 0, 2, 3, 4. [default: 0]",
        show_default=False,
    ),
    expansion_components: bool | None = options.COMPONENTS,
    games: int = typer.Option(2000, help="Games for each board, level and number of objectives."),
    seed: int = options.SEED,
    top: int = typer.Option(10, help="Lines of each kind in the terminal and the plot; the CSV file has all."),
    out: Path = typer.Option(Path("runs/analysis"), help="Folder for the table, the plot and all games."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    switches: str = options.SWITCHES,
    content: Path | None = options.CONTENT,
    batch_size: int = options.BATCH_SIZE,
    workers: str = options.WORKERS,
    address: str | None = options.ADDRESS,
) -> None:
    """Analyse many games of an agent: what cards, assistants, research paths and rival tiles have to do with winning.

    Three answers for each, with 95 % intervals: the difference between games with and without it; the same with all
    else held equal; and, where a shuffle decides, an effect that has no other cause.
    """
    with plain_errors():
        from agents.arena.analysis import Analysis
        from agents.arena.analysis_configuration import AnalysisConfiguration
        from agents.arena.analysis_report import AnalysisReport
        from agents.arena.workers import started_by

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        start = started_by(workers, address)
        report = AnalysisReport(top)
        solo = {"difficulties": "3", "objectives": "0"} if players == 1 else {"difficulties": "", "objectives": ""}
        configuration = AnalysisConfiguration(
            agent=agent.strip(),
            boards=board_names(boards),
            players=players,
            difficulties=numbers(difficulties.strip() or solo["difficulties"], "difficulties"),
            objectives=numbers(objectives.strip() or solo["objectives"], "objectives"),
            games=games,
            seed=seed,
            switches=names(switches),
            expansion_components=expansion_components,
            content=None if content is None else str(content),
        )
        analysis = Analysis(
            configuration,
            out,
            resume=resume,
            overwrite=overwrite,
            batch_size=batch_size or None,
            workers=start,
        )
    announce(analysis)
    with analysis:
        play_and_report(analysis, report, out)
