"""What the tables of a tournament say: known results, intervals that take the deals as what was drawn, ratings."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from rich.console import Console
from scipy.stats import beta, binomtest

from agents.arena.statistics import clustered_share
from agents.arena.tournament_configuration import Pairing, Schedule
from agents.arena.tournament_games import TournamentGame
from agents.arena.tournament_ratings import SCALE, anchor_of, rate_agents
from agents.arena.tournament_report import (
    COLUMNS,
    CROSS_COLUMNS,
    legend,
    rate,
    terminal_table,
    write,
    write_plot,
)


def game(
    deal: int, rotation: int, seats: tuple[str, ...], scores: tuple[int, ...], places: tuple[int, ...]
) -> TournamentGame:
    return TournamentGame("bird", rotation, deal, 1, 100, seats, scores, places)


def table_of(results: list[TournamentGame], cells: list[Pairing]) -> str:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(terminal_table(rate(results, cells)))
    return console.file.getvalue()  # type: ignore[attr-defined]


DUEL = Schedule(("bird",), (2,), ("random", "b"), games=2, seed=0)
DUEL_GAMES = [
    game(0, 0, ("random", "b"), (50, 60), (2, 1)),
    game(0, 1, ("b", "random"), (40, 44), (2, 1)),
    game(1, 0, ("random", "b"), (30, 50), (2, 1)),
    game(1, 1, ("b", "random"), (45, 45), (1, 1)),
]


# --- the tables ------------------------------------------------------------------------------------------------------
def test_the_numbers_of_a_duel_are_those_of_its_games() -> None:
    (standings,) = rate(DUEL_GAMES, DUEL.cells())
    first, last = standings.agents
    assert (first.agent, first.games, first.seats, first.wins, first.shared) == ("b", 4, 4, 2, 1)
    assert (last.agent, last.wins, last.shared) == ("random", 1, 1)
    assert (first.win_share.value, last.win_share.value) == (2.5 / 4, 1.5 / 4)
    assert (first.place, last.place) == (5 / 4, 6 / 4)
    assert first.score.value == (60 + 40 + 50 + 45) / 4
    assert (last.rating.value, math.isnan(last.rating.low)) == (0.0, True)
    assert first.rating.value == pytest.approx(SCALE * math.log((1.25 + 0.5) / (0.75 + 0.5)))
    meeting = standings.meeting("b", "random")
    assert (meeting.meetings, meeting.ahead, meeting.level, meeting.behind) == (4, 2, 1, 1)
    assert meeting.ahead_share.value == 2.5 / 4
    assert meeting.margin.value == (10 - 4 + 20 + 0) / 4


def test_an_agent_with_two_seats_counts_for_each() -> None:
    schedule = Schedule(("bird",), (3,), ("a", "b"), games=1, seed=0)
    one, two = (
        [game(0, k, tuple(line_up[k:] + line_up[:k]), (30, 20, 10), (1, 2, 3)) for k in range(3)]
        for line_up in (["a", "a", "b"], ["a", "b", "b"])
    )
    (standings,) = rate([*one, *two], schedule.cells())
    a = next(standing for standing in standings.agents if standing.agent == "a")
    assert (a.games, a.seats, a.wins) == (6, 9, 3)
    assert a.win_share.value == pytest.approx(1 / 3), "whoever sits first wins, so nobody is better"
    meeting = standings.meeting("a", "b")
    assert (meeting.meetings, meeting.ahead) == (12, 6)
    assert all(standing.rating.value == pytest.approx(0.0, abs=1e-6) for standing in standings.agents)


def test_boards_are_shown_together_and_alone() -> None:
    schedule = Schedule(("bird", "owl"), (2,), ("random", "b"), games=2, seed=0)
    games = [*DUEL_GAMES, *(one._replace(board="owl") for one in DUEL_GAMES)]
    together, bird, owl = rate(games, schedule.cells())
    assert [one.board for one in (together, bird, owl)] == ["all", "bird", "owl"]
    assert [one.deals for one in (together, bird, owl)] == [4, 2, 2]
    assert bird.agents == owl.agents
    assert together.agents[0].win_share.value == bird.agents[0].win_share.value
    low = [one.agents[0].win_share.low for one in (together, bird)]
    assert low[0] > low[1], "more deals say more"


def test_the_order_of_the_games_is_without_meaning() -> None:
    games = simulated(np.array([0.0, 1.0, 2.0]), 20, np.random.default_rng(3))
    schedule = Schedule(("bird",), (2,), ("a", "b", "c"), games=20, seed=0)
    ahead = np.random.default_rng(4).permutation(len(games))
    one, two = (rate(some, schedule.cells())[0] for some in (games, [games[k] for k in ahead]))
    for first, second in zip(one.agents, two.agents, strict=True):
        assert first.agent == second.agent
        assert first.win_share == pytest.approx(second.win_share)
        assert first.rating.value == pytest.approx(second.rating.value)


def test_files_hold_the_columns_that_are_explained(tmp_path: Path) -> None:
    files = write(rate(DUEL_GAMES, DUEL.cells()), tmp_path)
    assert {what: path.name for what, path in files.items()} == {
        "table": "tournament.csv",
        "cross-table": "cross_table.csv",
        "plot": "tournament.png",
    }
    for what, columns in (("table", COLUMNS), ("cross-table", CROSS_COLUMNS)):
        with files[what].open(encoding="utf-8", newline="") as table:
            reader = csv.DictReader(table)
            rows = list(reader)
        assert reader.fieldnames == list(columns)
        assert [row["agent"] for row in rows] == ["b", "random"]
    assert files["plot"].read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    (tmp_path / "again").mkdir()
    again = write_plot(rate(DUEL_GAMES, DUEL.cells()), tmp_path / "again")
    assert again.read_bytes() == files["plot"].read_bytes()


def test_names_of_agents_are_shown_as_they_are(tmp_path: Path) -> None:
    """Paths may be long, and look like markup, formats or formulas."""
    names = ("ppo:[red]x", "ppo:runs/a_very_long_experiment/table_1", "ppo:other/table_1", "ppo:x/{a}$b$_c")
    schedule = Schedule(("bird",), (2,), names, games=1, seed=0)
    games = [game(0, cell.rotation, schedule.seats(cell, 0), (50, 40), (1, 2)) for cell in schedule.cells()]
    text = table_of(games, schedule.cells())
    for label in ("ppo:[red]x", "ppo:x/{a}$b$_c", "agent 2", "agent 3"):
        assert sum(label in line for line in text.splitlines()) == 2, text
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert dict(legend(rate(games, schedule.cells()))) == {"agent 2": names[1], "agent 3": names[2]}
    write_plot(rate(games, schedule.cells()), tmp_path)


def test_tables_of_each_size_may_have_agents_of_their_own(tmp_path: Path) -> None:
    """As in a plan of results; the one with fewer agents may come first."""
    names = ("random", "ppo:runs/a_very_long_experiment/table_1", "ppo:runs/a_very_long_experiment/table_2")
    both = []
    for players, some in ((3, names[:2]), (2, names)):
        schedule = Schedule(("bird",), (players,), some, games=1, seed=0)
        scores, places = tuple(range(50, 50 - players, -1)), tuple(range(1, players + 1))
        games = [game(0, cell.rotation, schedule.seats(cell, 0), scores, places) for cell in schedule.cells()]
        both += rate(games, schedule.cells())
    assert [name for _, name in legend(both)] == list(names[1:])
    assert write_plot(both, tmp_path).is_file()


def test_the_terminal_shows_standings_and_cross_table() -> None:
    text = table_of(DUEL_GAMES, DUEL.cells())
    assert "2 players on bird: 4 games of 2 deals, 95 % intervals" in text
    assert "an equal share of the victories is 50.0 %" in text
    assert [line.split() for line in text.splitlines()[-2:]] == [["1", "b", "-", "62.5"], ["2", "random", "37.5", "-"]]


# --- intervals -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("share", "together"), [(0.5, 0.0), (0.5, 1.0), (0.85, 1.0), (0.98, 0.5)])
def test_intervals_of_shares_hold_what_they_promise(share: float, together: float) -> None:
    """Also where both games of a deal go the same way, of which Wilson's interval for single games knows nothing."""
    random = np.random.default_rng(1)
    deals, trials = 40, 600
    held = naive = 0
    for _ in range(trials):
        first = random.random(deals) < share
        second = np.where(random.random(deals) < together, first, random.random(deals) < share)
        wins = first.astype(float) + second
        estimate = clustered_share(wins / 2, 2 * deals)
        held += estimate.low <= share <= estimate.high
        wilson = binomtest(int(wins.sum()), 2 * deals).proportion_ci(method="wilson")
        naive += wilson.low <= share <= wilson.high
    assert held / trials > 0.93
    if together == 1.0:
        assert naive < held


def test_an_interval_knows_how_many_deals_there_were() -> None:
    wide, narrow = (clustered_share(np.tile([0.0, 1.0], n), 4 * n) for n in (10, 1000))
    assert wide.high - wide.low > 5 * (narrow.high - narrow.low)
    independent, clustered = (
        clustered_share(np.tile([0.5, 0.0, 1.0, 0.5], 50), 400),
        clustered_share(np.tile([0.0, 1.0], 100), 400),
    )
    assert clustered.high - clustered.low > 1.2 * (independent.high - independent.low)


@pytest.mark.parametrize(
    ("shares", "most"), [([1.0], 2), ([0.0], 2), ([0.5], 2), ([0.5, 0.5], 4), ([1.0, 1.0], 4), ([1.0] * 100, 200)]
)
def test_few_deals_and_clean_sweeps_have_intervals(shares: list[float], most: int) -> None:
    estimate = clustered_share(shares, most)
    assert 0.0 <= estimate.low <= estimate.value <= estimate.high <= 1.0
    assert estimate.high - estimate.low > 0.03
    if len(shares) < 3:
        assert estimate.low <= 0.5 <= estimate.high, "nothing can be told from so few deals"


def test_deals_that_are_single_games_have_the_exact_interval() -> None:
    wins, deals = 30, 40
    estimate = clustered_share([1.0] * wins + [0.0] * (deals - wins), deals)
    exact = binomtest(wins, deals).proportion_ci(method="exact")
    assert (estimate.low, estimate.high) == pytest.approx((exact.low, exact.high), abs=0.01)


# --- ratings ---------------------------------------------------------------------------------------------------------
def simulated(strengths: NDArray[np.float64], deals: int, random: np.random.Generator) -> list[TournamentGame]:
    """Return duels whose winners follow a Bradley-Terry model."""
    names = "abcdefgh"[: len(strengths)]
    schedule = Schedule(("bird",), (2,), tuple(names), games=deals, seed=0)
    games = []
    for cell in schedule.cells():
        for deal in range(deals):
            seats = schedule.seats(cell, deal)
            one, two = (strengths[names.index(name)] for name in seats)
            first = random.random() < 1 / (1 + math.exp(two - one))
            games.append(game(deal, cell.rotation, seats, (60, 50) if first else (50, 60), (1, 2) if first else (2, 1)))
    return games


def test_ratings_recover_strengths_that_are_known() -> None:
    strengths = np.array([0.0, 0.6, 1.2, 2.4])
    schedule = Schedule(("bird",), (2,), ("a", "b", "c", "d"), games=150, seed=0)
    (standings,) = rate(simulated(strengths, 150, np.random.default_rng(7)), schedule.cells())
    assert [one.agent for one in standings.agents] == ["d", "c", "b", "a"]
    for one in standings.agents[:-1]:
        true = SCALE * strengths["abcd".index(one.agent)]
        assert one.rating.low < true < one.rating.high
        assert one.rating.high - one.rating.low < 160
    assert standings.agents[-1].rating.value == 0.0


def test_the_order_in_which_agents_are_named_changes_no_rating() -> None:
    games = simulated(np.array([0.0, 0.6, 1.2]), 40, np.random.default_rng(8))
    found = []
    for names in ("abc", "acb"):
        (standings,) = rate(games, Schedule(("bird",), (2,), tuple(names), games=40, seed=0).cells())
        found.append({one.agent: one.rating for one in standings.agents if one.agent != "a"})
    assert found[0] == found[1]


def test_a_rating_of_two_has_the_interval_of_jeffreys() -> None:
    wins, deals = 45, 60
    ahead = np.zeros((deals, 2, 2))
    ahead[:wins, 1, 0] = ahead[wins:, 0, 1] = 1.0
    anchor, estimate = rate_agents(ahead, 0, samples=4000)
    assert math.isnan(anchor.low)
    exact = beta.ppf([0.025, 0.975], wins + 0.5, deals - wins + 0.5)
    assert (estimate.low, estimate.high) == pytest.approx(SCALE * np.log(exact / (1 - exact)), abs=10)


def test_whoever_wins_everything_has_a_rating_that_says_how_little_is_known() -> None:
    ratings = {}
    for deals in (10, 1000):
        ahead = np.zeros((deals, 3, 3))
        for better, worse in ((1, 0), (2, 0), (2, 1)):
            ahead[:, better, worse] = 1.0
        ratings[deals] = rate_agents(ahead, 0, samples=300)
    for estimates in ratings.values():
        assert all(math.isfinite(number) for estimate in estimates[1:] for number in estimate)
        assert estimates[0].value < estimates[1].low < estimates[1].value < estimates[2].value
    assert ratings[1000][1].low > ratings[10][1].low + 300
    assert ratings[10][1].high - ratings[10][1].low > 500


def test_the_anchor_is_random_or_the_first() -> None:
    assert anchor_of(("greedy", "random", "x")) == 1
    assert anchor_of(("greedy", "x")) == 0
