"""What the page on tournaments takes from the code: columns of its files."""

from __future__ import annotations

from agents.arena import tournament_games, tournament_ratings, tournament_report
from agents.arena.tournament_configuration import Schedule
from arnak_env.docs.agent_pages import attributes, named
from arnak_env.docs.markdown import code, codes, table


def parts() -> dict[str, str]:
    """Return what fills the holes of the page.

    Raises:
        ValueError: when the code writes other columns than it explains.
    """
    schedule = Schedule(("bird",), (2,), ("random", "greedy"), games=1, seed=0)
    games = [
        tournament_games.TournamentGame("bird", cell.rotation, 0, 0, 0, schedule.seats(cell, 0), (0, 0), (1, 1))
        for cell in schedule.cells()
    ]
    (standings,) = tournament_report.rate(games, schedule.cells())
    for rows, explained in (
        (standings.rows(), tournament_report.COLUMNS),
        (standings.cross_rows(), tournament_report.CROSS_COLUMNS),
    ):
        if list(rows[0]) != list(explained):
            raise ValueError(f"a table has the columns {list(rows[0])}, but these are explained: {list(explained)}")
    return {
        "columns": named(tournament_report.COLUMNS, "column"),
        "cross_columns": named(tournament_report.CROSS_COLUMNS, "column"),
        "game_columns": _game_columns(),
        "samples": f"{tournament_ratings.SAMPLES:,}",
    }


def _game_columns() -> str:
    meanings = attributes(tournament_games.TournamentGame)
    plain = dict(zip(tournament_games.COLUMNS, tournament_games.PLAIN, strict=False))
    rows = [(code(column), meanings[name].rstrip(".")) for column, name in plain.items()]
    rows += [(codes(columns), meanings[name].rstrip(".")) for name, columns in tournament_games.SEATED.items()]
    return table(("column", "meaning"), rows)
