"""Sums up the games of all runs into the tables of the results page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena import episode_report, report, tournament_report
from agents.arena.games import GameResult
from agents.arena.showing import estimate_columns
from agents.arena.statistics import mean
from agents.results.plan import REFERENCE, Goal
from agents.results.runs import EPISODES, LADDER, MATCHES, RIVAL, Run
from agents.results.tables import (
    ABOVE_GREEDY,
    GOALS,
    LADDER_CROSS,
    POINTS,
    POOLED,
    TABLES,
)
from agents.results.tables import EPISODES as EPISODES_TABLE
from agents.results.tables import LADDER as LADDER_TABLE
from agents.results.tables import MATCHES as MATCHES_TABLE
from agents.results.tables import RIVAL as RIVAL_TABLE
from arnak_env.arnak.opcodes import SCORE_PARTS

Played = Sequence[tuple[Run, Sequence[Any]]]
"""Runs with all of their games."""


def write_figures(played: Played, folder: Path) -> None:
    """Write the tables of what the games say.

    Raises:
        OSError: when one cannot be written.
    """
    solo = [game for _, games in _of(played, RIVAL) for game in games]
    RIVAL_TABLE.write(
        (row.row() for run, games in _of(played, RIVAL) for row in report.rate(games, run.configuration.cells())),
        folder,
    )
    POINTS.write(points_rows(solo), folder)
    ABOVE_GREEDY.write(above_greedy_rows(solo), folder)
    standings = list(_standings(played, LADDER))
    LADDER_TABLE.write((row for one in standings for row in one.rows()), folder)
    LADDER_CROSS.write((row for one in standings for row in one.cross_rows()), folder)
    MATCHES_TABLE.write((row for one in _standings(played, MATCHES) for row in one.cross_rows()), folder)
    EPISODES_TABLE.write(
        (
            row.row()
            for run, games in _of(played, EPISODES)
            for row in episode_report.rate(games, run.configuration.cells())
        ),
        folder,
    )


def _standings(played: Played, kind: str) -> Iterator[tournament_report.Standings]:
    for run, games in _of(played, kind):
        yield from tournament_report.rate(games, run.configuration.cells())


def _of(played: Played, kind: str) -> list[tuple[Run, Sequence[Any]]]:
    return [(run, games) for run, games in played if run.kind == kind]


def points_rows(games: Sequence[GameResult]) -> Iterator[dict[str, Any]]:
    """Yield the lines of the table of points: by agent, board, side and category."""
    by_group: dict[tuple[str, str], list[GameResult]] = {}
    for game in games:
        by_group.setdefault((game.agent, game.board), []).append(game)
    for (agent, board), some in by_group.items():
        numbers = np.array([game.game for game in some])
        for side, name in (("agent", "parts"), ("rival", "rival_parts")):
            parts = np.array([getattr(game, name) for game in some], dtype=np.float64)
            columns = [*zip(SCORE_PARTS, parts.T, strict=True), ("total", parts.sum(axis=1))]
            for part, values in columns:
                row = {"agent": agent, "board": board, "side": side, "part": part, "games": len(some)}
                yield row | estimate_columns("mean", mean(deal_means(values, numbers)))


def deal_means(values: NDArray[np.float64], numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the mean of the games with each number.

    Game k has the same seed in every cell, so what is drawn by chance are the numbers, not the games.

    Args:
        values: one for each game, shape ``(games,)``.
        numbers: the numbers of the games in their cells, same shape.

    Returns:
        One mean for each number, shape ``(different numbers,)``.
    """
    _, places = np.unique(numbers, return_inverse=True)
    means: NDArray[np.float64] = np.bincount(places, weights=values) / np.bincount(places)
    return means


def above_greedy_rows(games: Sequence[GameResult]) -> Iterator[dict[str, Any]]:
    """Yield the lines of the comparison with greedy: each agent on each board, all cells together and one by one."""
    known = {
        (game.board, game.difficulty, game.objectives, game.game): game for game in games if game.agent == REFERENCE
    }
    by_agent: dict[tuple[str, str], list[tuple[GameResult, GameResult]]] = {}
    for game in games:
        other = known.get((game.board, game.difficulty, game.objectives, game.game))
        if other is not None and game.agent != REFERENCE:
            by_agent.setdefault((game.agent, game.board), []).append((game, other))
    for (agent, board), pairs in by_agent.items():
        cells = list(dict.fromkeys((game.difficulty, game.objectives) for game, _ in pairs))
        yield _above_greedy(agent, board, (POOLED, POOLED), pairs)
        for cell in cells:
            yield _above_greedy(agent, board, cell, [p for p in pairs if (p[0].difficulty, p[0].objectives) == cell])


def _above_greedy(
    agent: str, board: str, cell: tuple[int | str, int | str], pairs: Sequence[tuple[GameResult, GameResult]]
) -> dict[str, Any]:
    numbers = np.array([game.game for game, _ in pairs])
    score = np.array([float(game.score - other.score) for game, other in pairs])
    margin = score - np.array([float(game.rival_score - other.rival_score) for game, other in pairs])
    row: dict[str, Any] = {"agent": agent, "board": board, "difficulty": cell[0], "objectives": cell[1]}
    row["games"] = len(pairs)
    row |= estimate_columns("score", mean(deal_means(score, numbers)))
    return row | estimate_columns("margin", mean(deal_means(margin, numbers)))


def write_goals(goals: Sequence[Goal], folder: Path) -> None:
    """Look the figures of the goals up in the other tables, and write them beside what was wanted.

    Raises:
        ValueError: when a goal fits more than one line; the message says which.
        OSError: when a table is missing or cannot be written.
    """
    GOALS.write([_goal_row(goal, folder) for goal in goals], folder)


def _goal_row(goal: Goal, folder: Path) -> dict[str, Any]:
    words = ", ".join(f"{column} {entry}" for column, entry in goal.line.items())
    lines = [line for line in TABLES[goal.table].read(folder) if line.fits(goal.line)]
    if len(lines) > 1:
        raise ValueError(f"the goal {goal.what!r}: {len(lines)} lines of {goal.table}.csv have {words}; name one")
    row: dict[str, Any] = {"what": goal.what, "table": goal.table, "line": words, "column": goal.column}
    row |= {"limit": goal.limit, "above": goal.above}
    return row | {
        f"measured{suffix}": lines[0].text(goal.column + suffix) if lines else "" for suffix in ("", "_low", "_high")
    }
