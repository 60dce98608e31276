"""The tables and the plot of a tournament: standings with ratings, and who finished before whom.

Games of one deal share their shuffles, so they are not independent: every interval takes the deals as what was drawn.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.showing import (
    estimate_columns,
    games_words,
    heights_and_spread,
    labels_of,
    percent,
    plus_minus,
    save_figure,
    shortened,
    write_rows,
)
from agents.arena.statistics import Estimate, clustered_share, mean
from agents.arena.storage import CROSS_TABLE, STANDINGS_TABLE, TOURNAMENT_PLOT
from agents.arena.tournament_configuration import Pairing
from agents.arena.tournament_games import TournamentGame
from agents.arena.tournament_ratings import anchor_of, rate_agents

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

ALL = "all"  # instead of a board: the games on all boards together
_WORDS_OF_TABLE = {
    "players": "number of players",
    "board": f"the board's name, or `{ALL}` for the games on all boards together",
    "agent": "the agent's name, in full",
}
COLUMNS = {
    **_WORDS_OF_TABLE,
    "deals": "different deals that were played",
    "games": "games that the agent took part in",
    "seats": "seats that it had in them, more than `games` where it had several in one game",
    "wins": "seats that won alone",
    "shared": "seats that shared a victory",
    "win_share": "part of the victory for each seat: 1 for winning alone, an equal part of a shared victory",
    "win_share_low": "lower limit of its interval",
    "win_share_high": "upper limit of its interval",
    "equal_share": "`win_share` of agents that play alike: 1 / `players`",
    "mean_place": "mean place of its seats, 1 for the winner",
    "mean_score": "mean points",
    "mean_score_low": "lower limit of its interval",
    "mean_score_high": "upper limit of its interval",
    "rating": "rating on Elo's scale; 0 is the agent `random`, or the first one where it takes no part",
    "rating_low": "lower limit of its interval, empty for the agent with rating 0",
    "rating_high": "upper limit of its interval, empty for the agent with rating 0",
}
CROSS_COLUMNS = {
    **_WORDS_OF_TABLE,
    "opponent": "the name of the other agent, in full",
    "meetings": "pairs of seats, one of each, that were compared",
    "ahead": "those in which the agent had the better place",
    "level": "those with the same place",
    "behind": "those in which the opponent had the better place",
    "ahead_share": "`ahead` and half of `level`, by `meetings`",
    "ahead_share_low": "lower limit of its interval",
    "ahead_share_high": "upper limit of its interval",
    "mean_margin": "mean of the agent's points minus the opponent's",
    "mean_margin_low": "lower limit of its interval",
    "mean_margin_high": "upper limit of its interval",
}


@dataclasses.dataclass(frozen=True)
class Standing:
    """What the games of one agent say, with 95 % intervals."""

    agent: str
    games: int
    seats: int
    wins: int
    shared: int
    win_share: Estimate
    place: float
    score: Estimate
    rating: Estimate


@dataclasses.dataclass(frozen=True)
class Meeting:
    """What the meetings of two agents say, as the first one sees it, with 95 % intervals."""

    agent: str
    opponent: str
    meetings: int
    ahead: int
    level: int
    ahead_share: Estimate
    margin: Estimate

    @property
    def behind(self) -> int:
        """Meetings in which the opponent had the better place."""
        return self.meetings - self.ahead - self.level


@dataclasses.dataclass(frozen=True)
class Standings:
    """The agents of all games with one number of players, on one board or on all.

    Attributes:
        players: number of players.
        board: the board's name, or `ALL`.
        boards: the boards that were played.
        deals: number of different deals.
        agents: the best rating first.
        meetings: of every agent with every other, in the order of the agents.
    """

    players: int
    board: str
    boards: tuple[str, ...]
    deals: int
    agents: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]

    def meeting(self, agent: str, opponent: str) -> Meeting:
        """Return what the meetings of two agents say."""
        return next(one for one in self.meetings if (one.agent, one.opponent) == (agent, opponent))

    def rows(self) -> list[dict[str, Any]]:
        """Return the lines of the table of standings."""
        rows = []
        for one in self.agents:
            row: dict[str, Any] = {"players": self.players, "board": self.board, "agent": one.agent}
            row |= {"deals": self.deals, "games": one.games, "seats": one.seats}
            row |= {"wins": one.wins, "shared": one.shared} | estimate_columns("win_share", one.win_share)
            row |= {"equal_share": f"{1 / self.players:.6f}", "mean_place": f"{one.place:.6f}"}
            row |= estimate_columns("mean_score", one.score) | estimate_columns("rating", one.rating)
            rows.append(row)
        return rows

    def cross_rows(self) -> list[dict[str, Any]]:
        """Return the lines of the cross-table."""
        rows = []
        for one in self.meetings:
            row: dict[str, Any] = {"players": self.players, "board": self.board, "agent": one.agent}
            row |= {"opponent": one.opponent, "meetings": one.meetings, "ahead": one.ahead, "level": one.level}
            row |= {"behind": one.behind} | estimate_columns("ahead_share", one.ahead_share)
            rows.append(row | estimate_columns("mean_margin", one.margin))
        return rows


class _Sums:
    """Sums over the games of each deal: by agent, and by agent and opponent."""

    def __init__(self, games: Sequence[TournamentGame], names: Sequence[str]) -> None:
        deals = {key: number for number, key in enumerate(dict.fromkeys((game.board, game.game) for game in games))}
        by_agent, by_pair = (len(deals), len(names)), (len(deals), len(names), len(names))
        self.games, self.wins, self.shared = (np.zeros(len(names), np.int64) for _ in range(3))
        self.seats, self.shares, self.places, self.points = (np.zeros(by_agent) for _ in range(4))
        self.meetings, self.ahead, self.level, self.margins = (np.zeros(by_pair) for _ in range(4))
        numbers = {name: number for number, name in enumerate(names)}
        for game in games:
            self._add(game, deals[game.board, game.game], np.array([numbers[name] for name in game.seats]))

    def _add(self, game: TournamentGame, deal: int, agents: NDArray[np.int64]) -> None:
        places, scores, shares = np.array(game.places), np.array(game.scores), np.array(game.shares())
        self.games[np.unique(agents)] += 1
        np.add.at(self.wins, agents, shares == 1)
        np.add.at(self.shared, agents, (shares > 0) & (shares < 1))
        for sums, values in ((self.seats, 1.0), (self.shares, shares), (self.places, places), (self.points, scores)):
            np.add.at(sums[deal], agents, values)
        one, other = np.nonzero(agents[:, None] != agents[None, :])
        pair = (agents[one], agents[other])
        for of_pairs, values in (
            (self.meetings, 1.0),
            (self.ahead, places[one] < places[other]),
            (self.level, places[one] == places[other]),
            (self.margins, scores[one] - scores[other]),
        ):
            np.add.at(of_pairs[deal], pair, values)

    def ahead_shares(self) -> NDArray[np.float64]:
        """Return in which part of their meetings an agent was ahead of another, shape ``(deals, agents, agents)``."""
        return (self.ahead + self.level / 2) / np.maximum(self.meetings, 1)


def rate(results: Sequence[TournamentGame], cells: Sequence[Pairing]) -> list[Standings]:
    """Sum up a tournament that is played to its end: by number of players, on all boards together and on each.

    Args:
        results: all of its games.
        cells: who meets whom, see `Schedule.cells`.
    """
    names = list(dict.fromkeys(name for cell in cells for name in cell.line_up))
    standings = []
    for players in dict.fromkeys(cell.players for cell in cells):
        boards = tuple(dict.fromkeys(cell.board for cell in cells if cell.players == players))
        for some in (boards, *((board,) for board in boards if len(boards) > 1)):
            games = [game for game in results if game.players == players and game.board in some]
            standings.append(_standings(games, names, players, some))
    return standings


def _standings(
    games: Sequence[TournamentGame], names: Sequence[str], players: int, boards: tuple[str, ...]
) -> Standings:
    sums = _Sums(games, names)
    # Always in the order of the alphabet, so that the order in which agents are named changes no random number.
    by_name = np.argsort(names, kind="stable")
    placed = rate_agents(sums.ahead_shares()[:, by_name][:, :, by_name], int(np.argsort(by_name)[anchor_of(names)]))
    ratings = [placed[place] for place in np.argsort(by_name)]
    order = sorted(range(len(names)), key=lambda agent: -ratings[agent].value)
    agents = [
        Standing(
            names[agent],
            int(sums.games[agent]),
            int(sums.seats[:, agent].sum()),
            int(sums.wins[agent]),
            int(sums.shared[agent]),
            clustered_share((sums.shares / sums.seats)[:, agent], int(sums.games[agent])),
            float(sums.places[:, agent].sum() / sums.seats[:, agent].sum()),
            mean((sums.points / sums.seats)[:, agent]),
            ratings[agent],
        )
        for agent in order
    ]
    meetings = [_meeting(sums, names, one, other) for one in order for other in order if one != other]
    board = boards[0] if len(boards) == 1 else ALL
    return Standings(players, board, boards, len(sums.seats), tuple(agents), tuple(meetings))


def _meeting(sums: _Sums, names: Sequence[str], one: int, other: int) -> Meeting:
    meetings = sums.meetings[:, one, other]
    games = int(min(meetings.sum(), sums.games[one], sums.games[other]))
    return Meeting(
        names[one],
        names[other],
        int(meetings.sum()),
        int(sums.ahead[:, one, other].sum()),
        int(sums.level[:, one, other].sum()),
        clustered_share(sums.ahead_shares()[:, one, other], games),
        mean(sums.margins[:, one, other] / meetings),
    )


def write_table(standings: Sequence[Standings], folder: str | Path) -> Path:
    """Write the standings as CSV and return the path."""
    return write_rows([row for one in standings for row in one.rows()], Path(folder) / STANDINGS_TABLE)


def write_cross_table(standings: Sequence[Standings], folder: str | Path) -> Path:
    """Write the cross-table as CSV, one line for each agent and opponent, and return the path."""
    return write_rows([row for one in standings for row in one.cross_rows()], Path(folder) / CROSS_TABLE)


def write(standings: Sequence[Standings], folder: str | Path) -> dict[str, Path]:
    """Write tables and plot, and return their paths by what they are."""
    return {
        "table": write_table(standings, folder),
        "cross-table": write_cross_table(standings, folder),
        "plot": write_plot(standings, folder),
    }


# --- the terminal ----------------------------------------------------------------------------------------------------
def terminal_table(standings: Sequence[Standings]) -> Group:
    """Return standings and cross-table for the terminal, one of each for each number of players."""
    from rich.console import Group

    shown = _pooled(standings)
    labels = labels_of(_names(shown))
    parts: list[Any] = []
    for one in shown:
        heading = "finished before (row before column), %"
        parts += [_terminal_standings(one, labels), "", heading, _terminal_cross_table(one, labels), ""]
    return Group(*parts[:-1])


def _terminal_standings(standings: Standings, labels: dict[str, str]) -> Table:
    table = _table(
        f"{standings.players} players on {', '.join(standings.boards)}: {_deals(standings)}, 95 % intervals",
        f"an equal share of the victories is {100 / standings.players:.1f} %; rating: Elo's scale",
    )
    table.add_column("", justify="right")
    table.add_column("agent", no_wrap=True)
    for heading in ("rating", "games won, %", "score", "place"):
        table.add_column(heading, justify="right", no_wrap=True)
    for place, one in enumerate(standings.agents, start=1):
        table.add_row(
            str(place),
            _text(labels[one.agent]),
            _rating(one.rating),
            percent(one.win_share),
            plus_minus(one.score),
            f"{one.place:.2f}",
        )
    return table


def _terminal_cross_table(standings: Standings, labels: dict[str, str]) -> Table:
    table = _table(None, None)
    table.add_column("", justify="right")
    table.add_column("agent", no_wrap=True)
    names = [one.agent for one in standings.agents]
    for place in range(1, len(names) + 1):
        table.add_column(str(place), justify="right", no_wrap=True)
    for place, name in enumerate(names, start=1):
        shares = (
            "-" if name == other else f"{100 * standings.meeting(name, other).ahead_share.value:.1f}" for other in names
        )
        table.add_row(str(place), _text(labels[name]), *shares)
    return table


def _table(title: str | None, caption: str | None) -> Table:
    from rich import box
    from rich.table import Table

    return Table(
        title=title, caption=caption, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True
    )


def _text(words: str) -> Any:
    from rich.text import Text

    return Text(words)  # a path may look like markup


def _rating(rating: Estimate) -> str:
    value = str(round(rating.value))
    return value if math.isnan(rating.low) else rf"{value} \[{round(rating.low)}, {round(rating.high)}]"


def _deals(standings: Standings) -> str:
    games = sum(one.seats for one in standings.agents) // standings.players
    return f"{games_words(games)} of {standings.deals} deal{'' if standings.deals == 1 else 's'}"


def _pooled(standings: Sequence[Standings]) -> list[Standings]:
    """Return those on all boards of each number of players."""
    return [next(one for one in standings if one.players == p) for p in dict.fromkeys(one.players for one in standings)]


def _names(standings: Sequence[Standings]) -> list[str]:
    """Return the agents of all of them, each once; not every agent sits at tables of every size."""
    return list(dict.fromkeys(one.agent for each in standings for one in each.agents))


def legend(standings: Sequence[Standings]) -> list[tuple[str, str]]:
    """Return label and full name of every agent whose name the tables and the plot shorten."""
    return shortened(_names(standings))


# --- the plot --------------------------------------------------------------------------------------------------------
def write_plot(standings: Sequence[Standings], folder: str | Path) -> Path:
    """Draw ratings and cross-table, one row for each number of players, and return the picture's path."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    shown = _pooled(standings)
    labels = labels_of(_names(shown))
    size = max(3.2, 1.0 + 0.75 * len(labels))
    figure = Figure(figsize=(7.5 + size, (0.8 + size) * len(shown)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(shown), 2, squeeze=False, width_ratios=(6, size))
    for row, one in zip(axes, shown, strict=True):
        names = [_plain(labels[standing.agent]) for standing in one.agents]
        _draw_ratings(row[0], one, names)
        _draw_cross_table(row[1], one, names)
    figure.suptitle("Tournament, 95 % intervals")
    return save_figure(figure, Path(folder) / TOURNAMENT_PLOT)


def _plain(words: str) -> str:
    return words.replace("$", r"\$")  # a dollar sign in a path is no formula


def _draw_ratings(axis: Any, standings: Standings, names: Sequence[str]) -> None:
    values, spread = heights_and_spread([one.rating for one in standings.agents])
    rows = np.arange(len(names))
    axis.errorbar(values, rows, xerr=spread, fmt="o", capsize=3)
    axis.set_yticks(rows, names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.set_xlabel("rating, Elo's scale")
    axis.set_title(f"{standings.players} players on {', '.join(standings.boards)}: {_deals(standings)}", fontsize=10)
    axis.grid(alpha=0.3)


def _draw_cross_table(axis: Any, standings: Standings, names: Sequence[str]) -> None:
    agents = [one.agent for one in standings.agents]
    shares = np.full((len(agents), len(agents)), np.nan)
    for row, agent in enumerate(agents):
        for column, other in enumerate(agents):
            if agent != other:
                share, low, high = (100 * number for number in standings.meeting(agent, other).ahead_share)
                shares[row, column] = share
                words = f"{share:.0f}\n{low:.0f}-{high:.0f}"
                axis.text(column, row, words, ha="center", va="center", fontsize=8)
    axis.imshow(shares, vmin=0, vmax=100, cmap="RdYlGn", alpha=0.6)
    axis.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axis.set_yticks(range(len(names)), names)
    axis.set_title("row finished before column, %", fontsize=10)
