"""A tournament: the same tables for the same seed, however it is interrupted, cut into batches or spread."""

from __future__ import annotations

import csv
import dataclasses
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb, factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents.arena.promotion import beats
from agents.arena.storage import GAMES
from agents.arena.tournament import Stopped, TablePlay, Tournament
from agents.arena.tournament_configuration import Pairing, Schedule, TournamentConfiguration, line_ups
from agents.arena.tournament_games import COLUMNS, TournamentGame, TournamentGames, places
from agents.arena.tournament_report import rate, write_cross_table, write_table
from agents.folders import FolderInUse
from arnak_env import Batch

OTHER = f"{Path(__file__).with_name('table_agents.py')}:Other"
SMALL = TournamentConfiguration(("bird", "owl"), (2, 3), ("random", OTHER), games=2, seed=5)
QUICK = Schedule(("bird",), (2,), ("random", "other"), games=3, seed=0)


def played(folder: Path, configuration: TournamentConfiguration = SMALL, **arguments: Any) -> bytes:
    """Play a tournament and return its tables and its list of games."""
    with Tournament(configuration, folder, **arguments) as tournament:
        results = tournament.play()
    standings = rate(results, configuration.cells())
    files = (write_table(standings, folder), write_cross_table(standings, folder), folder / GAMES)
    return b"".join(file.read_bytes() for file in files)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reference")


@pytest.fixture(scope="module")
def reference(folder: Path) -> bytes:
    return played(folder)


# --- who plays whom, and where ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("several", [2, 3, 4, 5])
def test_everyone_sits_everywhere_equally_often_against_everyone(players: int, several: int) -> None:
    names = tuple("ABCDE"[:several])
    schedule = Schedule(("bird",), (players,), names, games=factorial(players - 1), seed=0)
    seated: Counter[tuple[str, str, int]] = Counter()
    after: Counter[tuple[str, str]] = Counter()
    for cell in schedule.cells():
        for deal in range(schedule.games):
            seats = schedule.seats(cell, deal)
            assert Counter(seats) == Counter(cell.line_up)
            for seat, name in enumerate(seats):
                for other in set(seats) - {name}:
                    seated[name, other, seat] += 1
                if seats[seat - 1] != name:
                    after[name, seats[seat - 1]] += 1
    assert set(seated) == {(one, other, seat) for one, other in permutations(names, 2) for seat in range(players)}
    assert len(set(seated.values())) == 1
    assert set(after) == set(permutations(names, 2))
    assert len(set(after.values())) == 1


def test_within_a_deal_everyone_has_every_seat_once() -> None:
    schedule = Schedule(("bird",), (4,), ("A", "B", "C", "D"), games=6, seed=0)
    for deal in range(6):
        seatings = [schedule.seats(cell, deal) for cell in schedule.cells()]
        assert all(set(seat) == set("ABCD") for seat in zip(*seatings, strict=True))


def test_line_ups_are_all_combinations() -> None:
    names = ("A", "B", "C", "D", "E")
    for players in (2, 3, 4):
        assert len(set(line_ups(names, players))) == comb(5, players)
    assert line_ups(names[:2], 3) == [("A", "A", "B"), ("A", "B", "B")]
    assert line_ups(names[:2], 4) == [("A", "A", "A", "B"), ("A", "A", "B", "B"), ("A", "B", "B", "B")]
    assert line_ups(names[:3], 4) == [("A", "A", "B", "C"), ("A", "B", "B", "C"), ("A", "B", "C", "C")]


def test_line_ups_and_rotations_share_deals_and_nothing_else_does() -> None:
    schedule = Schedule(("bird", "owl"), (2, 3), ("A", "B", "C"), games=50, seed=0)
    cells = schedule.cells()
    seeds: dict[tuple[str, int], set[tuple[int, ...]]] = {}
    for cell in cells:
        row = schedule.seeds_of([cell] * 50, np.arange(50))
        seeds.setdefault((cell.board, cell.players), set()).add(tuple(row.tolist()))
    assert all(len(rows) == 1 for rows in seeds.values())
    assert len({seed for rows in seeds.values() for row in rows for seed in row}) == 4 * 50
    other = replace(schedule, seed=1)
    assert not set(schedule.seeds_of(cells, np.zeros(len(cells), np.int64))) & set(
        other.seeds_of(cells, np.zeros(len(cells), np.int64))
    )
    own = schedule.seat_seeds(cells[:1] * 50, np.arange(50))
    assert len(np.unique(own)) == 200


def test_an_agent_with_two_seats_sits_there_as_two() -> None:
    table = TablePlay(SMALL).load(("random", OTHER))
    one, two, other = (table.agents[number] for number in table.numbers(("random", "random", OTHER)))
    assert one is not two
    assert [agent.name for agent in (one, two, other)] == ["random", "random", "other"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"agents": ("greedy",)}, "at least two agents, not only 'greedy'"),
        ({"agents": ()}, "the list of agents is empty"),
        ({"agents": ("random", "random")}, "'random' appears twice"),
        ({"agents": ("random", "gredy")}, "did you mean 'greedy'"),
        ({"agents": ("random", "nowhere.py:Agent")}, "nowhere.py"),
        ({"players": (1,)}, "2 to 4 players, not 1; `arnak rate-rival`"),
        ({"players": (2, 5)}, "2 to 4 players, not 5"),
        ({"players": ()}, "the list of players is empty"),
        ({"boards": ("bord",)}, "unknown board 'bord'"),
        ({"games": 0}, "games must be at least 1, not 0"),
        ({"seed": -1}, "seed must be a number from 0"),
        ({"content": "nowhere.toml"}, "nowhere.toml"),
    ],
)
def test_what_cannot_be_played_is_told(change: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, OSError), match=message):
        replace(SMALL, **change)


# --- the same result -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("batch_size", [1, 1000])
def test_the_tables_do_not_depend_on_the_batch_size(tmp_path: Path, reference: bytes, batch_size: int) -> None:
    assert played(tmp_path, batch_size=batch_size) == reference


def test_another_seed_gives_other_games(folder: Path, reference: bytes) -> None:
    games = TournamentGames(folder / GAMES).read(SMALL)
    other = replace(SMALL, seed=6)
    again = TablePlay(other).play_all([(game.cell, game.game) for game in games[:4]])
    assert all(one.seed != two.seed and one.scores != two.scores for one, two in zip(games, again, strict=False))


@pytest.mark.parametrize("moment", [1, 300])
def test_an_interrupted_tournament_goes_on_to_the_same_tables(tmp_path: Path, reference: bytes, moment: int) -> None:
    steps = iter(range(10**9))
    with pytest.raises(Stopped) as caught, Tournament(SMALL, tmp_path, batch_size=8) as tournament:
        tournament.play(stop=lambda: next(steps) >= moment)
    kept = TournamentGames(tmp_path / GAMES).read(SMALL)
    assert len(kept) == caught.value.finished < caught.value.total == 32
    assert played(tmp_path, resume=True) == reference


def test_a_killed_tournament_goes_on_to_the_same_tables(tmp_path: Path) -> None:
    configuration = replace(SMALL, boards=("bird",), players=(2,), agents=("random", "greedy"), games=24)
    command = [sys.executable, "-m", "arnak_env.cli", "tournament", "--games", "24", "--seed", "5", "--batch-size", "8"]
    process = subprocess.Popen([*command, "--out", str(tmp_path / "killed")], stderr=subprocess.DEVNULL)
    games = tmp_path / "killed" / GAMES
    limit = time.monotonic() + 120
    while time.monotonic() < limit and (not games.exists() or games.read_bytes().count(b"\n") < 5):
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    kept = len(TournamentGames(games).read(configuration))
    assert 0 < kept < 48
    assert played(tmp_path / "killed", configuration, resume=True) == played(tmp_path / "whole", configuration)


def test_games_in_any_order_and_process_are_the_same_games(folder: Path, reference: bytes) -> None:
    """What another process is told is pickled: the configuration, and which games."""
    games = TournamentGames(folder / GAMES).read(SMALL)
    some = [games[k] for k in np.random.default_rng(0).permutation(len(games))[:9]]
    configuration, chosen = pickle.loads(pickle.dumps((SMALL, [(game.cell, game.game) for game in some])))
    assert TablePlay(configuration).play_all(chosen, batch_size=4) == some


def test_each_game_is_the_game_of_its_seed(folder: Path, reference: bytes) -> None:
    """Whoever replays a line of the list with its seed gets its scores."""
    for game in TournamentGames(folder / GAMES).read(SMALL)[::5]:
        batch = Batch(1, board=game.board, num_players=game.players, seed=game.seed)
        seats = [agents.load(name) for name in game.seats]
        seeds = SMALL.seat_seeds([game.cell], np.array([game.game]))[0]
        for agent, seed in zip(seats, seeds, strict=False):
            agent.begin(np.array([seed]))
        while not batch.over[0]:
            batch.step(seats[batch.player[0]].act(batch))
        assert tuple(batch.scores()[0, : game.players].tolist()) == game.scores
        assert batch.results()[0, : game.players].tolist() == game.shares()
        assert int(batch.games["decisions"][0]) == game.decisions


def test_agents_are_asked_only_where_it_is_their_turn() -> None:
    class Watched(type(agents.load("random"))):  # type: ignore[misc]
        def act(self, batch: Batch, games: np.ndarray | None = None) -> np.ndarray:
            assert games is not None
            turns.append((self.name, set(batch.player[games].tolist())))
            return super().act(batch, games)

    turns: list[tuple[str, set[int]]] = []
    one, two = Watched(), Watched()
    one.name, two.name = "one", "two"
    runner = TablePlay(QUICK, {"random": one, "other": two})
    cell = QUICK.cells()[0]
    (game,) = runner.play_all([(cell, 0)], 1)
    assert game.seats == ("random", "other")
    assert {(name, *seats) for name, seats in turns} == {("one", 0), ("two", 1)}
    assert len(turns) == game.decisions


def test_a_forbidden_action_names_the_agent() -> None:
    class Forbidden(type(agents.load("random"))):  # type: ignore[misc]
        name = "forbidden"

        def act(self, batch: Batch, games: np.ndarray | None = None) -> np.ndarray:
            return np.argmin(batch.mask, axis=1).astype(np.int64)

    runner = TablePlay(QUICK, {"random": agents.load("random"), "other": Forbidden()})
    with pytest.raises(RuntimeError, match="forbidden chose a forbidden action"):
        runner.play_all([(QUICK.cells()[0], 0)])


# --- the files -------------------------------------------------------------------------------------------------------
def test_one_process_at_a_time(tmp_path: Path) -> None:
    with Tournament(SMALL, tmp_path), pytest.raises(FolderInUse, match="another process is writing"):
        Tournament(SMALL, tmp_path, resume=True)


@pytest.mark.parametrize(
    "change", [{"games": 3}, {"seed": 6}, {"players": (2,)}, {"boards": ("bird",)}, {"expansion_components": True}]
)
def test_resuming_something_else_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    Tournament(SMALL, tmp_path).close()
    with pytest.raises(ValueError, match=f"arguments.{next(iter(change))}"):
        Tournament(replace(SMALL, **change), tmp_path, resume=True)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("deal", "7", "there is no game 7; they go from 0 to 1"),
        ("deal", "-1", "there is no deal -1"),
        ("seed", "12", "has seed"),
        ("rotation", "2", "there is no rotation 2 of 2 players"),
        ("rotation", "x", "rotation must be a whole number, not 'x'"),
        ("board", "snake", "on snake, rotation 0 is no part of this rating"),
        ("agent_0", "", "agents must fill the seats from 0 on"),
        ("agent_0", "someone", "someone against "),
        ("agent_2", "random", "score_2 must be a whole number, not ''"),
        ("score_0", "many", "score_0 must be a whole number, not 'many'"),
        ("score_2", "3", "score_2 must be empty"),
        ("place_1", "3", "do not give the places"),
        ("score_0", "999", "do not give the places"),
    ],
)
def test_damaged_lines_are_named(
    tmp_path: Path, folder: Path, reference: bytes, column: str, value: str, message: str
) -> None:
    lines = list(csv.reader((folder / GAMES).read_text(encoding="utf-8").splitlines()))
    assert lines[0] == list(COLUMNS)
    assert lines[1][COLUMNS.index("agent_0")] == "random"
    assert lines[1][COLUMNS.index("agent_2")] == ""
    lines[1][COLUMNS.index(column)] = value
    file = tmp_path / GAMES
    text = "\n".join(",".join(line) for line in lines) + "\n"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError) as caught:
        TournamentGames(file).read(SMALL)
    assert str(caught.value).startswith(f"{file}, line 2: ")
    assert message in str(caught.value)
    assert file.read_text(encoding="utf-8") == text


def test_a_last_line_cut_short_is_played_again(tmp_path: Path, folder: Path, reference: bytes) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    file = tmp_path / GAMES
    file.write_bytes(file.read_bytes()[:-9])
    assert played(tmp_path, resume=True) == reference


def test_the_list_holds_what_was_played(tmp_path: Path) -> None:
    game = TournamentGame("owl", 1, 4, 17, 200, ("a, b", 'say "hi"', "c"), (40, 30, 40), (1, 3, 1))
    assert game.shares() == [0.5, 0.0, 0.5]
    cells = [game.cell]
    asked = dataclasses.make_dataclass("Asked", ["games"])(9)
    asked.cells = lambda: cells
    asked.seeds_of = lambda cells, numbers: np.full(len(numbers), 17)
    file = TournamentGames(tmp_path / GAMES)
    file.append([game])
    assert file.read(asked) == [game]


def test_seats_tell_the_line_up() -> None:
    schedule = Schedule(("bird",), (4,), ("A", "B", "C"), games=7, seed=0)
    for cell in schedule.cells():
        for deal in range(7):
            seats = schedule.seats(cell, deal)
            game = TournamentGame("bird", cell.rotation, deal, 0, 0, seats, (0,) * 4, (1,) * 4)
            assert game.cell == cell


def test_places_follow_points_and_the_victory() -> None:
    scores = np.array([[50, 50, 40, 40], [50, 50, 60, 10], [7, 7, 7, 7]])
    shares = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0.5, 0.5, 0, 0]])
    assert places(scores, shares).tolist() == [[2, 1, 3, 3], [2, 2, 1, 4], [1, 1, 3, 3]]
    assert Pairing("bird", ("A", "B"), 0).players == 2


# --- promotion -------------------------------------------------------------------------------------------------------
def test_the_better_agent_is_promoted_and_the_worse_one_is_not() -> None:
    better = beats("greedy", "random", games=20)
    assert better
    assert better.share.value > 0.9
    assert (better.deals, better.games) == (20, 40)
    assert "it beats old" in better.words("new", "old")
    worse = beats("random", "greedy", games=20)
    assert not worse
    assert worse.share.value == pytest.approx(1 - better.share.value)
    assert "old is better" in worse.words("new", "old")
    assert not beats("greedy", "random", games=2), "two deals are too few to tell anything"


def test_agents_that_play_alike_share_the_victories_and_nobody_is_promoted() -> None:
    alike = beats(agents.load("random"), agents.load("random"), boards=("bird", "owl"), games=25)
    assert alike.share.value == 0.5
    assert alike.share.low < 0.5 < alike.share.high
    assert (alike.deals, alike.games) == (50, 100)
    assert "not enough to tell" in alike.words("new", "old")


def test_an_agent_cannot_beat_itself() -> None:
    agent = agents.load("random")
    for one in ("greedy", agent):
        with pytest.raises(ValueError, match="same agent"):
            beats(one, one)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        beats("nobody", agent)
