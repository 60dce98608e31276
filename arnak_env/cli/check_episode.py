"""`arnak check-episode`: is an episode file right, and can it be won and lost?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import typer

from arnak_env.cli.errors import plain_errors
from arnak_env.cli.lists import numbers

if TYPE_CHECKING:
    from agents.arena.episode_configuration import EpisodeConfiguration
    from agents.arena.episode_report import EpisodeCellRating
    from arnak_env.arkeis.content.report import EpisodeReport

WRONG = 1
_AGENTS = ("random", "greedy")
HARD, EASY = 0.4, 0.95  # win rates of greedy beyond which a note says so


def check_episode(
    file: Path = typer.Argument(help="Episode file (TOML)."),
    games: int = typer.Option(200, help="Games of each agent with each team size, in each Elite mode."),
    players: str = typer.Option("1-5", help="Team sizes to play: 1-5 or 1,3."),
    seed: int = typer.Option(0, help="Same seed, same games."),
    play: bool = typer.Option(True, "--play/--no-play", help="Play it, or only read and check it."),
) -> None:
    """Check an episode: its file, its map, and by playing it whether it can be won and lost.

    The exit code is 0 when all is well, 1 when the episode has problems, 2 when the file cannot be read.
    """
    with plain_errors():
        from arnak_env.arkeis.content.report import check_episode as check_file

        if file.is_dir():
            raise ValueError(f"{file} is a folder; one episode file is checked at a time")
        if not file.is_file():
            raise ValueError(f"no such episode file: {file}")
        sizes = numbers(players, "players")
        report = check_file(file)
        if not report.readable:
            raise ValueError(report.problems[0])
    _show(report)
    if report.problems:
        word = "problem" if len(report.problems) == 1 else "problems"
        typer.echo(f"{len(report.problems)} {word}:")
        for problem in report.problems:
            typer.echo(f"  {problem}")
        raise typer.Exit(WRONG)
    if not play:
        typer.echo("no problems; not played")
        return
    with plain_errors():
        from agents.arena.episode_configuration import EpisodeConfiguration

        modes = ("none", "classic") if _allows_elite(report) else ("none",)
        configuration = EpisodeConfiguration(
            episodes=(str(file),), agents=_AGENTS, games=games, seed=seed, players=sizes, elite=modes
        )
    ratings = _played(configuration)
    wrong = _verdict(ratings)
    raise typer.Exit(WRONG if wrong else 0)


def _allows_elite(report: EpisodeReport) -> bool:
    return report.content is not None and report.content.episode(report.slot).episode.elite_allowed


def _show(report: EpisodeReport) -> None:
    """Print what can be said without playing."""
    typer.echo(static_text(report))
    if report.figures:
        typer.echo("")


def static_text(report: EpisodeReport) -> str:
    """Return head, map and figures of an episode."""
    head = f"{report.file}: {report.id}" if report.id else report.file
    lines = [f"{head}, {report.title}" if report.title else head]
    if report.map:
        lines += ["", report.map, ""]
    lines += [f"{number:5d} {name}" for name, number in report.figures.items()]
    return "\n".join(lines)


def _played(configuration: EpisodeConfiguration) -> list[EpisodeCellRating]:
    """Play the episode and print the table."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from agents.arena.episode_rating import EpisodeRating
    from agents.arena.episode_report import rate, terminal_table

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("games")
    progress = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    with TemporaryDirectory() as folder, EpisodeRating(configuration, folder) as rating:
        task = progress.add_task("", total=rating.total)
        with progress:
            results = rating.play(lambda agent, done: progress.update(task, description=agent, completed=done))
    ratings = rate(results, rating.cells)
    Console().print(terminal_table(ratings))
    return ratings


def _verdict(ratings: Sequence[EpisodeCellRating]) -> bool:
    """Say whether the episode can be won and lost; return whether something is wrong."""
    greedy = [one for one in ratings if one.cell.agent == "greedy"]
    wrong = [
        f"never won with {_team(one)} in {one.games} games; a favourable epilogue is out of reach, or nearly so"
        for one in greedy
        if one.cell.elite == "none" and not one.wins
    ]
    if all(one.wins == one.games for one in ratings):
        wrong.append(f"never lost in {sum(one.games for one in ratings)} games; the adverse epilogue is never reached")
    notes = [
        f"{word} with {_team(one)}{_mode(one)}: greedy wins {100 * one.win_rate.value:.0f} %"
        for word, holds in _NOTES
        for one in greedy
        if holds(one)
    ]
    if not wrong:
        typer.echo("both epilogues are reached: it can be won with every team size, and lost")
    for line in wrong:
        typer.echo(f"problem: {line}")
    for line in notes:
        typer.echo(f"note: {line}")
    return bool(wrong)


_NOTES: tuple[tuple[str, Callable[[EpisodeCellRating], bool]], ...] = (
    ("hard", lambda one: one.win_rate.value < HARD and (one.wins > 0 or one.cell.elite != "none")),
    ("easy", lambda one: one.win_rate.value > EASY),
)


def _team(rating: EpisodeCellRating) -> str:
    return f"{rating.cell.team} Explorer{'' if rating.cell.team == '1' else 's'}"


def _mode(rating: EpisodeCellRating) -> str:
    return "" if rating.cell.elite == "none" else f", Elite {rating.cell.elite}"
