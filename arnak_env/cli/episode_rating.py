"""`arnak rate-episode`: how hard are the episodes of Arkeis?"""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli import options
from arnak_env.cli.errors import plain_errors
from arnak_env.cli.lists import names, numbers
from arnak_env.cli.rating_run import announce, play_and_report


def rate_episode(
    episodes: str = typer.Option("0", help="Episodes, with commas: numbers (0,1,2), ids, or paths of episode files."),
    players: str = typer.Option(
        "", help="Team sizes, 1 to 5: 1-5 or 1,2; who plays is drawn anew for every game. [default: 1,2]"
    ),
    explorers: str = typer.Option(
        "", help="Teams instead, Explorers with commas and teams with semicolons: rhiat,franck;eleonor."
    ),
    elite: str = typer.Option("none", help="Elite modes, with commas: none, classic, intermediate."),
    agents: str = options.AGENTS,
    games: int = typer.Option(100, help="Games for each agent, episode, Elite mode and team."),
    seed: int = options.SEED,
    out: Path = typer.Option(Path("runs/episode_rating"), help="Folder for the table, the plot and all results."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    switches: str = typer.Option(
        "",
        help="Rule variants to switch on, with commas: threat_first_turn, defeated_miniatures_out, "
        "wildcard_any_roll, equip_at_setup.",
    ),
    content: Path | None = options.CONTENT,
    batch_size: int = options.BATCH_SIZE,
    workers: str = options.WORKERS,
    address: str | None = options.ADDRESS,
) -> None:
    """Rate episodes of Arkeis: play games of every agent, episode, Elite mode and team, and show win rates.

    Win rates, turns, Fate tokens left and Victory points come with 95 % intervals.
    """
    with plain_errors():
        from agents.arena import episode_report
        from agents.arena.episode_configuration import EpisodeConfiguration
        from agents.arena.episode_rating import EpisodeRating
        from agents.arena.workers import started_by

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        start = started_by(workers, address)
        teams = tuple(names(team) for team in explorers.split(";")) if explorers.strip() else ()
        configuration = EpisodeConfiguration(
            episodes=tuple(int(word) if word.lstrip("-").isdecimal() else word for word in names(episodes)),
            players=numbers(players, "players") if players.strip() or teams else (1, 2),
            explorers=teams,
            elite=names(elite),
            agents=names(agents),
            games=games,
            seed=seed,
            switches=names(switches),
            content=None if content is None else str(content),
        )
        rating = EpisodeRating(
            configuration,
            out,
            resume=resume,
            overwrite=overwrite,
            batch_size=batch_size or None,
            workers=start,
        )
    announce(rating)
    with rating:
        play_and_report(rating, episode_report, out)
