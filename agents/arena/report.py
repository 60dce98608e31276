"""The table and the plot of a rating of the rival."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from agents.arena.configuration import Cell
from agents.arena.games import GameResult
from agents.arena.showing import (
    estimate_columns,
    games_of_cells,
    games_words,
    heights_and_spread,
    labels_of,
    legend_of_series,
    plus_minus,
    save_figure,
    shortened,
    write_rows,
)
from agents.arena.statistics import Estimate, mean, proportion
from agents.arena.storage import PLOT, TABLE
from arnak_env.arnak.opcodes import SCORE_PARTS

if TYPE_CHECKING:
    from rich.table import Table


_LINES = ("-", "--", ":", "-.")  # one for each number of objectives


_WORDS = {
    "glass": "the magnifying glass",
    "notebook": "the notebook",
    "lantern": "the lantern (Owl Temple)",
    "temple_tiles": "temple tiles; of the rival those won with objectives too",
    "idols": "idols",
    "empty_slots": "empty idol slots",
    "guardians": "guardians",
    "cards": "items and artifacts",
    "fear": "Fear cards and tiles",
    "altars": "altars (Spider Temple)",
    "dark_tablets": "dark tablets on altars, a loss (Spider Temple)",
}
COLUMNS = {
    "agent": "the agent's name, in full",
    "board": "the board's name",
    "difficulty": "difficulty level of the rival",
    "objectives": "rival objectives dealt each round",
    "games": "games played in this cell",
    "wins": "games in which the agent has more points, or wins the tie by the rule variant `solo_tie_break`",
    "ties": "games with equal points",
    "losses": "the other games",
    "win_rate": "`wins` / `games`, from 0 to 1",
    "win_rate_low": "lower limit of its interval",
    "win_rate_high": "upper limit of its interval",
    "mean_score": "mean points of the agent",
    "mean_score_low": "lower limit of its interval",
    "mean_score_high": "upper limit of its interval",
    "mean_rival_score": "mean points of the rival",
    "mean_rival_score_low": "lower limit of its interval",
    "mean_rival_score_high": "upper limit of its interval",
    "mean_margin": "mean of the agent's points minus the rival's, game by game",
    "mean_margin_low": "lower limit of its interval",
    "mean_margin_high": "upper limit of its interval",
    **{f"mean_score_{part}": f"mean points of the agent for {_WORDS[part]}" for part in SCORE_PARTS},
    **{f"mean_rival_score_{part}": f"mean points of the rival for {_WORDS[part]}" for part in SCORE_PARTS},
}


@dataclasses.dataclass(frozen=True)
class CellRating:
    """What the games of one cell say, with 95 % intervals."""

    cell: Cell
    games: int
    wins: int
    ties: int
    losses: int
    win_rate: Estimate
    score: Estimate
    rival_score: Estimate
    margin: Estimate
    parts: tuple[float, ...]
    rival_parts: tuple[float, ...]

    def row(self) -> dict[str, Any]:
        """Return the line of the CSV table."""
        line: dict[str, Any] = {
            "agent": self.cell.agent,
            "board": self.cell.board,
            "difficulty": self.cell.difficulty,
            "objectives": self.cell.objectives,
            "games": self.games,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
        }
        for name, estimate in (
            ("win_rate", self.win_rate),
            ("mean_score", self.score),
            ("mean_rival_score", self.rival_score),
            ("mean_margin", self.margin),
        ):
            line |= estimate_columns(name, estimate)
        for name, means in (("mean_score", self.parts), ("mean_rival_score", self.rival_parts)):
            line |= {f"{name}_{part}": f"{points:.6f}" for part, points in zip(SCORE_PARTS, means, strict=True)}
        return line


def rate(results: Sequence[GameResult], cells: Sequence[Cell]) -> list[CellRating]:
    """Sum up the games of each cell, in the order of `cells`; cells without a game are left out."""
    games: dict[Cell, list[GameResult]] = {cell: [] for cell in cells}
    for result in results:
        games[result.cell].append(result)
    ratings = []
    for cell, played in games.items():
        if not played:
            continue
        outcomes = [game.result for game in played]
        score = np.array([game.score for game in played])
        rival_score = np.array([game.rival_score for game in played])
        ratings.append(
            CellRating(
                cell,
                len(played),
                outcomes.count("win"),
                outcomes.count("tie"),
                outcomes.count("loss"),
                proportion(outcomes.count("win"), len(played)),
                mean(score),
                mean(rival_score),
                mean(score - rival_score),
                _means([game.parts for game in played]),
                _means([game.rival_parts for game in played]),
            )
        )
    return ratings


def _means(parts: Sequence[tuple[int, ...]]) -> tuple[float, ...]:
    return tuple(np.mean(parts, axis=0).tolist())


def write_table(ratings: Sequence[CellRating], folder: str | Path) -> Path:
    """Write the table as CSV and return its path."""
    return write_rows([rating.row() for rating in ratings], Path(folder) / TABLE)


def write(ratings: Sequence[CellRating], folder: str | Path) -> dict[str, Path]:
    """Write table and plot, and return their paths by what they are."""
    return {"table": write_table(ratings, folder), "plot": write_plot(ratings, folder)}


def terminal_table(ratings: Sequence[CellRating]) -> Table:
    """Return the table for the terminal. It fits 80 columns: long names are shortened, see `legend`, figures folded."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    labels = labels_of([rating.cell.agent for rating in ratings])
    with_objectives = any(rating.cell.objectives for rating in ratings)
    table = Table(
        title=f"Solo rival, {games_words(max(rating.games for rating in ratings))} in each line, 95 % intervals",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
        padding=(0, 0) if with_objectives else (0, 1),
    )
    table.add_column("agent", no_wrap=True)
    table.add_column("board", no_wrap=True)
    goals = ("obj",) if with_objectives else ()
    for heading in (*goals, "level", "games won, %", "score", "rival", "margin"):
        # Where 80 columns do not hold all, a figure takes a second line rather than losing its end.
        table.add_column(heading, justify="right", no_wrap=" " not in heading and heading not in ("score", "margin"))
    if with_objectives:
        table.caption = "obj: rival objectives dealt each round"
    previous = None
    for rating in ratings:
        cell = rating.cell
        group = (cell.agent, cell.board, cell.objectives)
        if previous is not None and group != previous:
            table.add_section()
        previous = group
        win, low, high = (100 * number for number in rating.win_rate)
        table.add_row(
            Text(labels[cell.agent]),  # a path may look like markup
            cell.board,
            *((str(cell.objectives),) if with_objectives else ()),
            str(cell.difficulty),
            rf"{win:.1f} \[{low:.1f}, {high:.1f}]",
            plus_minus(rating.score),
            f"{rating.rival_score.value:.1f}",
            plus_minus(rating.margin),
        )
    return table


def write_plot(ratings: Sequence[CellRating], folder: str | Path) -> Path:
    """Draw win rate and margin over the difficulty, one column for each board, and return the picture's path.

    A colour is an agent; games with different numbers of objectives have lines of different kinds.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    boards = list(dict.fromkeys(rating.cell.board for rating in ratings))
    names = list(dict.fromkeys(rating.cell.agent for rating in ratings))
    labels = labels_of(names)
    goals = list(dict.fromkeys(rating.cell.objectives for rating in ratings))
    known = {(rating.cell.agent, rating.cell.objectives) for rating in ratings}
    series = [pair for pair in product(names, goals) if pair in known]
    figure = Figure(figsize=(1.0 + 4.5 * len(boards), 7.0), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, len(boards), sharex=True, sharey="row", squeeze=False)
    for column, board in enumerate(boards):
        for number, (name, objectives) in enumerate(series):
            shown = [
                rating
                for rating in ratings
                if (rating.cell.board, rating.cell.agent, rating.cell.objectives) == (board, name, objectives)
            ]
            shift = 0.06 * (number - (len(series) - 1) / 2)  # keeps intervals apart
            levels = np.array([rating.cell.difficulty for rating in shown]) + shift
            for axis, estimates in (
                (axes[0, column], [Estimate(*(100 * x for x in rating.win_rate)) for rating in shown]),
                (axes[1, column], [rating.margin for rating in shown]),
            ):
                values, spread = heights_and_spread(estimates)
                axis.errorbar(
                    levels,
                    values,
                    yerr=spread,
                    color=f"C{names.index(name)}",
                    linestyle=_LINES[goals.index(objectives) % len(_LINES)],
                    marker="o",
                    capsize=3,
                    label=labels[name] if goals == [0] else f"{labels[name]}, {_goals(objectives)}",
                )
        axes[0, column].set_title(f"{board} board")
        axes[0, column].set_ylim(-3, 103)
        axes[1, column].axhline(0.0, color="grey", linewidth=0.8)
        axes[1, column].set_xlabel("difficulty of the rival")
        axes[1, column].set_xticks(sorted({rating.cell.difficulty for rating in ratings}))
        for row in range(2):
            axes[row, column].grid(alpha=0.3)
    axes[0, 0].set_ylabel("games won, %")
    axes[1, 0].set_ylabel("margin over the rival, points")
    for text in legend_of_series(figure, axes[0, 0]).get_texts():
        text.set_parse_math(False)  # a dollar sign in a path is no formula
    figure.suptitle(f"Solo rival, {games_of_cells(ratings)} in each cell, 95 % intervals")
    return save_figure(figure, Path(folder) / PLOT)


def _goals(objectives: int) -> str:
    return f"{objectives} objectives" if objectives else "no objectives"


def legend(ratings: Sequence[CellRating]) -> list[tuple[str, str]]:
    """Return label and full name of every agent whose name the table and the plot shorten."""
    return shortened([rating.cell.agent for rating in ratings])
