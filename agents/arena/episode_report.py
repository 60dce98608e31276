"""The table and the plot of a rating of episodes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from agents.arena.episode_configuration import JOINED, EpisodeCell
from agents.arena.episode_games import EpisodeResult
from agents.arena.showing import (
    estimate_columns,
    games_of_cells,
    games_words,
    heights_and_spread,
    labels_of,
    legend_of_series,
    percent,
    save_figure,
    shortened,
    write_rows,
)
from agents.arena.statistics import Estimate, mean, proportion
from agents.arena.storage import EPISODE_PLOT, EPISODE_TABLE

if TYPE_CHECKING:
    from rich.table import Table

_LINES = ("-", "--", ":")  # one for each Elite mode
COLUMNS = {
    "agent": "the agent's name, in full",
    "episode": "id of the episode",
    "team": "the Explorers joined by `+`; a number: any so many, others in every game",
    "elite": "Elite mode: none, classic, intermediate",
    "games": "games played in this cell",
    "wins": "games that end with the favourable epilogue",
    "win_rate": "`wins` / `games`, from 0 to 1",
    "win_rate_low": "lower limit of its interval",
    "win_rate_high": "upper limit of its interval",
    "mean_turns": "mean turns of all Explorers together",
    "mean_turns_low": "lower limit of its interval",
    "mean_turns_high": "upper limit of its interval",
    "mean_reserve": "mean Fate tokens left in the reserve",
    "mean_reserve_low": "lower limit of its interval",
    "mean_reserve_high": "upper limit of its interval",
    "mean_boxes": "mean boxes marked on the Exploration Sheet",
    "mean_boxes_low": "lower limit of its interval",
    "mean_boxes_high": "upper limit of its interval",
    "mean_points": "mean Victory points",
    "mean_points_low": "lower limit of its interval",
    "mean_points_high": "upper limit of its interval",
}


@dataclasses.dataclass(frozen=True)
class EpisodeCellRating:
    """What the games of one cell say, with 95 % intervals."""

    cell: EpisodeCell
    games: int
    wins: int
    win_rate: Estimate
    turns: Estimate
    reserve: Estimate
    boxes: Estimate
    points: Estimate

    def row(self) -> dict[str, Any]:
        """Return the line of the CSV table."""
        line: dict[str, Any] = {**dataclasses.asdict(self.cell), "games": self.games, "wins": self.wins}
        line |= estimate_columns("win_rate", self.win_rate)
        for name in ("turns", "reserve", "boxes", "points"):
            line |= estimate_columns(f"mean_{name}", getattr(self, name))
        return line


def rate(results: Sequence[EpisodeResult], cells: Sequence[EpisodeCell]) -> list[EpisodeCellRating]:
    """Sum up the games of each cell, in the order of `cells`; cells without a game are left out."""
    games: dict[EpisodeCell, list[EpisodeResult]] = {cell: [] for cell in cells}
    for result in results:
        games[result.cell].append(result)
    ratings = []
    for cell, played in games.items():
        if not played:
            continue
        wins = sum(game.result == "favourable" for game in played)
        means = [mean([getattr(game, name) for game in played]) for name in ("turns", "reserve", "boxes", "points")]
        ratings.append(EpisodeCellRating(cell, len(played), wins, proportion(wins, len(played)), *means))
    return ratings


def write_table(ratings: Sequence[EpisodeCellRating], folder: str | Path) -> Path:
    """Write the table as CSV and return its path."""
    return write_rows([rating.row() for rating in ratings], Path(folder) / EPISODE_TABLE)


def write(ratings: Sequence[EpisodeCellRating], folder: str | Path) -> dict[str, Path]:
    """Write table and plot, and return their paths by what they are."""
    return {"table": write_table(ratings, folder), "plot": write_plot(ratings, folder)}


def terminal_table(ratings: Sequence[EpisodeCellRating]) -> Table:
    """Return the table for the terminal; long names of agents are shortened, see `legend`."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    labels = labels_of([rating.cell.agent for rating in ratings])
    table = Table(
        title=f"Episodes, {games_words(max(rating.games for rating in ratings))} in each line, 95 % intervals",
        caption="team: a number is any so many Explorers; left: Fate tokens",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
    )
    for heading in ("agent", "episode", "elite"):
        table.add_column(heading, no_wrap=True)
    named = any(not rating.cell.team.isdecimal() for rating in ratings)
    table.add_column("team", overflow="fold", min_width=8 if named else 4)
    for heading in ("won, %", "turns", "left", "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    previous = None
    for rating in ratings:
        cell = rating.cell
        group = (cell.agent, cell.episode, cell.elite)
        if previous is not None and group != previous:
            table.add_section()
        previous = group
        table.add_row(
            Text(labels[cell.agent]),  # a path may look like markup
            Text(cell.episode),
            cell.elite,
            cell.team.replace(JOINED, " "),  # breaks between names
            percent(rating.win_rate),
            f"{rating.turns.value:.1f}",
            f"{rating.reserve.value:.1f}",
            f"{rating.points.value:.1f}",
        )
    return table


def write_plot(ratings: Sequence[EpisodeCellRating], folder: str | Path) -> Path:
    """Draw win rate and reserve over the teams, one column for each episode, and return the picture's path.

    A colour is an agent; Elite modes have lines of different kinds.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    episodes, names, modes, teams = (
        list(dict.fromkeys(getattr(rating.cell, what) for rating in ratings))
        for what in ("episode", "agent", "elite", "team")
    )
    labels = labels_of(names)
    known = {(rating.cell.agent, rating.cell.elite) for rating in ratings}
    series = [pair for pair in product(names, modes) if pair in known]
    figure = Figure(figsize=(1.0 + 4.5 * len(episodes), 7.0), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, len(episodes), sharex=True, sharey="row", squeeze=False)
    for column, episode in enumerate(episodes):
        for number, (name, mode) in enumerate(series):
            shown = [
                one for one in ratings if (one.cell.episode, one.cell.agent, one.cell.elite) == (episode, name, mode)
            ]
            shift = 0.06 * (number - (len(series) - 1) / 2)  # keeps intervals apart
            places = np.array([teams.index(rating.cell.team) for rating in shown]) + shift
            for axis, estimates in (
                (axes[0, column], [Estimate(*(100 * x for x in rating.win_rate)) for rating in shown]),
                (axes[1, column], [rating.reserve for rating in shown]),
            ):
                values, spread = heights_and_spread(estimates)
                axis.errorbar(
                    places,
                    values,
                    yerr=spread,
                    color=f"C{names.index(name)}",
                    linestyle=_LINES[modes.index(mode) % len(_LINES)],
                    marker="o",
                    capsize=3,
                    label=labels[name] if modes == ["none"] else f"{labels[name]}, Elite {mode}",
                )
        axes[0, column].set_title(episode)
        axes[0, column].set_ylim(-3, 103)
        axes[1, column].set_xticks(range(len(teams)), teams, rotation=0 if all(map(str.isdecimal, teams)) else 20)
        axes[1, column].set_xlabel("team" if not all(map(str.isdecimal, teams)) else "Explorers")
        for row in range(2):
            axes[row, column].grid(alpha=0.3)
    axes[0, 0].set_ylabel("favourable epilogues, %")
    axes[1, 0].set_ylabel("Fate tokens left in the reserve")
    for text in legend_of_series(figure, axes[0, 0]).get_texts():
        text.set_parse_math(False)  # a dollar sign in a path is no formula
    figure.suptitle(f"Episodes, {games_of_cells(ratings)} in each cell, 95 % intervals")
    return save_figure(figure, Path(folder) / EPISODE_PLOT)


def legend(ratings: Sequence[EpisodeCellRating]) -> list[tuple[str, str]]:
    """Return label and full name of every agent whose name the table and the plot shorten."""
    return shortened([rating.cell.agent for rating in ratings])
