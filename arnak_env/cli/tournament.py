"""`arnak tournament`: which agent plays best? `arnak promote`: is this one better than that one?"""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli import options
from arnak_env.cli.errors import plain_errors
from arnak_env.cli.lists import board_names, names, numbers
from arnak_env.cli.rating_run import announce, play_and_report

NOT_PROMOTED = 1

_BOARDS = typer.Option("bird", "--boards", "--board", help="Boards, with commas: bird, snake, spider, owl; or all.")


def tournament(
    agents: str = options.AGENTS,
    boards: str = _BOARDS,
    players: str = typer.Option("2", help="Numbers of players, 2 to 4: 2-4 or 2,3."),
    games: int = typer.Option(100, help="Deals for each line-up and board; each is played in every rotation of seats."),
    seed: int = options.SEED,
    out: Path = typer.Option(Path("runs/tournament"), help="Folder for the tables, the plot and all games."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    expansion_components: bool | None = options.COMPONENTS,
    content: Path | None = options.CONTENT,
    batch_size: int = options.BATCH_SIZE,
    workers: str = options.WORKERS,
    address: str | None = options.ADDRESS,
) -> None:
    """Let agents play each other at tables of two to four: ratings, parts of the games won, and a cross-table.

    All combinations of the agents play the same deals, in all rotations of the seats; with fewer agents than seats,
    agents take several. All 95 % intervals take the deals as what chance has drawn.
    """
    with plain_errors():
        from agents.arena import tournament_report
        from agents.arena.tournament import Tournament
        from agents.arena.tournament_configuration import TournamentConfiguration
        from agents.arena.workers import started_by

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        start = started_by(workers, address)
        configuration = TournamentConfiguration(
            boards=board_names(boards),
            players=numbers(players, "players"),
            agents=names(agents),
            games=games,
            seed=seed,
            expansion_components=expansion_components,
            content=None if content is None else str(content),
        )
        played = Tournament(
            configuration,
            out,
            resume=resume,
            overwrite=overwrite,
            batch_size=batch_size or None,
            workers=start,
        )
    announce(played)
    with played:
        play_and_report(played, tournament_report, out)


def promote(
    candidate: str = typer.Argument(help="The agent that may be promoted: as of arnak tournament."),
    incumbent: str = typer.Option(..., help="The agent that it must beat."),
    boards: str = _BOARDS,
    games: int = typer.Option(200, help="Deals on each board; each is played twice, with the seats changed."),
    seed: int = options.SEED,
    out: Path = typer.Option(Path("runs/promotion"), help="Folder for the tables, the plot and all games."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    expansion_components: bool | None = options.COMPONENTS,
    content: Path | None = options.CONTENT,
    batch_size: int = options.BATCH_SIZE,
    workers: str = options.WORKERS,
    address: str | None = options.ADDRESS,
) -> None:
    """Decide whether an agent beats another one in games of two players; exit code 0: it does, 1: it does not.

    It does when the lower limit of the 95 % interval of its part of the victories is above one half.
    """
    with plain_errors():
        from agents.arena import tournament_report
        from agents.arena.promotion import verdict
        from agents.arena.tournament import Tournament
        from agents.arena.tournament_configuration import TournamentConfiguration
        from agents.arena.workers import started_by

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        start = started_by(workers, address)
        candidate, incumbent = candidate.strip(), incumbent.strip()
        if candidate == incumbent:
            raise ValueError(f"the candidate and the incumbent are the same agent: {candidate!r}")
        configuration = TournamentConfiguration(
            boards=board_names(boards),
            players=(2,),
            agents=(candidate, incumbent),
            games=games,
            seed=seed,
            expansion_components=expansion_components,
            content=None if content is None else str(content),
        )
        played = Tournament(
            configuration,
            out,
            resume=resume,
            overwrite=overwrite,
            batch_size=batch_size or None,
            workers=start,
        )
    announce(played)
    with played:
        decided = verdict(play_and_report(played, tournament_report, out), played.cells, candidate)
    typer.echo(decided.words(candidate, incumbent))
    raise typer.Exit(0 if decided else NOT_PROMOTED)
