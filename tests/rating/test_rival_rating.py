"""A rating of the rival: the same table for the same seed, however it is interrupted or cut into batches."""

from __future__ import annotations

import csv
import dataclasses
import io
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import agents
from agents.arena.configuration import Cell, RatingConfiguration
from agents.arena.games import GameResult, GamesFile
from agents.arena.report import legend, rate, terminal_table, write_plot, write_table
from agents.arena.rival_rating import RivalRating, Stopped
from agents.arena.storage import GAMES
from agents.interrupts import stop_on_interrupt
from agents.lookahead_settings import LookaheadSettings
from arnak_env import Batch
from arnak_env.arnak.actions import CARD_IDS
from arnak_env.arnak.opcodes import BOARDS, FIRST_STARTING, SCORE_PARTS

SMALL = RatingConfiguration(("snake", "owl"), (0, 8), ("random", "greedy"), games=3, seed=11, objectives=(0, 3))
NO_POINTS = ((0,) * len(SCORE_PARTS),) * 2


def played(folder: Path, configuration: RatingConfiguration = SMALL, **arguments: object) -> bytes:
    """Play a rating and return its table and its list of games."""
    with RivalRating(configuration, folder, **arguments) as rating:  # type: ignore[arg-type]
        results = rating.play()
    table = write_table(rate(results, configuration.cells()), folder)
    return table.read_bytes() + (folder / GAMES).read_bytes()


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return played(tmp_path_factory.mktemp("reference"))


@pytest.mark.parametrize("batch_size", [1, 7, 5000])
def test_the_table_does_not_depend_on_the_batch_size(tmp_path: Path, reference: bytes, batch_size: int) -> None:
    assert played(tmp_path, batch_size=batch_size) == reference


def test_another_seed_gives_another_table(tmp_path: Path, reference: bytes) -> None:
    other = replace(SMALL, seed=12)
    assert played(tmp_path, other) != reference


@pytest.mark.parametrize("moment", [1, 150, 400])
def test_an_interrupted_rating_goes_on_to_the_same_table(tmp_path: Path, reference: bytes, moment: int) -> None:
    steps = iter(range(10**9))
    with pytest.raises(Stopped) as caught, RivalRating(SMALL, tmp_path, batch_size=8) as rating:
        rating.play(stop=lambda: next(steps) >= moment)
    kept = GamesFile(tmp_path / GAMES).read(SMALL)
    assert len(kept) == caught.value.finished < caught.value.total
    assert played(tmp_path, resume=True) == reference


def test_a_finished_rating_resumes_at_once(tmp_path: Path, reference: bytes) -> None:
    assert played(tmp_path) == reference
    progress: list[int] = []
    with RivalRating(SMALL, tmp_path, resume=True) as rating:
        rating.play(lambda agent, finished: progress.append(finished))
    assert set(progress) == {48}


@pytest.mark.parametrize(
    "change",
    [
        {"games": 7},
        {"seed": 12},
        {"agents": ("random",)},
        {"boards": ("bird",)},
        {"objectives": (0,)},
        {"first_objective_worth_four": True},
        {"expansion_components": True},
    ],
)
def test_resuming_something_else_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    steps = iter(range(10))
    with pytest.raises(Stopped), RivalRating(SMALL, tmp_path) as rating:
        rating.play(stop=lambda: next(steps) == 9)
    with pytest.raises(ValueError, match=next(iter(change))):
        RivalRating(replace(SMALL, **change), tmp_path, resume=True)  # type: ignore[arg-type]


def test_each_game_is_the_game_of_its_seed(tmp_path: Path) -> None:
    """Whoever replays a line of the list with its seed gets its scores."""
    configuration = RatingConfiguration(
        ("snake",), (9,), ("random",), games=5, seed=3, objectives=(4,), first_objective_worth_four=True
    )
    for result in RivalRating(configuration, tmp_path, batch_size=2).play():
        batch = Batch(1, board="snake", difficulty=9, objectives=4, first_objective_worth_four=True, seed=result.seed)
        agent = agents.load("random")
        agent.begin(configuration.agent_seeds(np.array([result.game])))
        while not batch.over[0]:
            batch.step(agent.act(batch))
        assert (int(batch.scores()[0, 0]), int(batch.scores()[0, 4])) == (result.score, result.rival_score)
        assert int(batch.games["decisions"][0]) == result.decisions
        assert dict(zip(SCORE_PARTS, result.parts, strict=True)) == batch.score_parts(0, 0)
        assert dict(zip(SCORE_PARTS, result.rival_parts, strict=True)) == batch.score_parts(0, 4)


def test_cells_share_seeds_and_games_do_not() -> None:
    seeds = SMALL.game_seeds(np.arange(1000))
    assert len(set(seeds.tolist())) == 1000
    assert (seeds >= 0).all()
    neighbour = replace(SMALL, seed=SMALL.seed + 1)
    assert not set(seeds.tolist()) & set(neighbour.game_seeds(np.arange(1000)).tolist())
    assert not set(seeds.tolist()) & set(SMALL.agent_seeds(np.arange(1000)).tolist())


def test_the_table_sums_up_the_games(tmp_path: Path) -> None:
    results = RivalRating(SMALL, tmp_path).play()
    write_table(rate(results, SMALL.cells()), tmp_path)
    with (tmp_path / "rival_rating.csv").open(encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    assert [(row["agent"], row["board"], int(row["difficulty"]), int(row["objectives"])) for row in rows] == [
        (cell.agent, cell.board, cell.difficulty, cell.objectives) for cell in SMALL.cells()
    ]
    for row, cell in zip(rows, SMALL.cells(), strict=True):
        games = [result for result in results if result.cell == cell]
        assert int(row["games"]) == len(games) == SMALL.games
        assert int(row["wins"]) + int(row["ties"]) + int(row["losses"]) == SMALL.games
        assert float(row["mean_margin"]) == pytest.approx(np.mean([g.score - g.rival_score for g in games]), abs=1e-6)
        assert float(row["win_rate_low"]) <= float(row["win_rate"]) <= float(row["win_rate_high"])
        assert float(row["mean_score_low"]) <= float(row["mean_score"]) <= float(row["mean_score_high"])
        for index, part in enumerate(SCORE_PARTS):
            for column, parts in (("score", "parts"), ("rival_score", "rival_parts")):
                mean = np.mean([getattr(game, parts)[index] for game in games])
                assert float(row[f"mean_{column}_{part}"]) == pytest.approx(mean, abs=1e-6)
        for game in games:
            assert (game.result == "win") == (game.score > game.rival_score)


def test_boards_and_their_components_are_played_as_asked(tmp_path: Path) -> None:
    """None: by the board; True and False: everywhere. Each cell is the game that a batch deals."""
    for given in (None, True, False):
        configuration = RatingConfiguration(BOARDS, (6,), ("random",), games=2, seed=5, expansion_components=given)
        results = RivalRating(configuration, tmp_path / str(given)).play()
        assert [result.board for result in results] == [board for board in BOARDS for _ in range(2)]
        for result in results[::2]:
            batch = Batch(1, board=result.board, difficulty=6, expansion_components=given, seed=result.seed)
            agent = agents.load("random")
            agent.begin(configuration.agent_seeds(np.array([result.game])))
            while not batch.over[0]:
                batch.step(agent.act(batch))
            assert tuple(batch.score_parts(0, 0).values()) == result.parts
            assert tuple(batch.score_parts(0, 4).values()) == result.rival_parts
        write_plot(rate(results, configuration.cells()), tmp_path / str(given))


def test_content_of_ones_own_is_played(tmp_path: Path) -> None:
    """A rival whose cards are worth 20 points more each has more points."""
    file = tmp_path / "rich.toml"
    cards = [f'[[card]]\nid = "{card}"\npoints = 20\n' for card in CARD_IDS[:FIRST_STARTING]]
    file.write_text("".join(cards), encoding="utf-8")
    margins = []
    for content in (None, str(file)):
        configuration = RatingConfiguration(("bird",), (3,), ("random",), games=4, seed=5, content=content)
        results = RivalRating(configuration, tmp_path / str(content is None)).play()
        margins.append(sum(result.rival_parts[SCORE_PARTS.index("cards")] for result in results))
    assert margins[1] > margins[0] + 100


def test_the_plot_is_the_same_picture_each_time(tmp_path: Path) -> None:
    ratings = rate(RivalRating(SMALL, tmp_path / "out").play(), SMALL.cells())
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = write_plot(ratings, tmp_path / "a"), write_plot(ratings, tmp_path / "b")
    assert first.read_bytes() == second.read_bytes()
    assert len(first.read_bytes()) > 10_000


def test_one_game_in_a_cell_has_no_interval_of_means(tmp_path: Path) -> None:
    configuration = RatingConfiguration(("bird",), (0,), ("random",), games=1, seed=0)
    ratings = rate(RivalRating(configuration, tmp_path).play(), configuration.cells())
    write_plot(ratings, tmp_path)
    assert ratings[0].row()["mean_score_low"] == ""


class _Forbidden:
    name = "forbidden"
    needs_observation = False

    def begin(self, seeds: object, games: object = None) -> None:
        pass

    def act(self, batch: Batch, games: object = None) -> np.ndarray:
        return np.argmin(batch.mask, axis=1).astype(np.int64)


def test_an_agent_that_plays_a_forbidden_action_is_told_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = RatingConfiguration(("bird",), (0,), ("random",), games=1, seed=0)
    rating = RivalRating(configuration, tmp_path)
    monkeypatch.setitem(rating.games._loaded, "random", _Forbidden())
    with pytest.raises(RuntimeError, match="forbidden action"):
        rating.play()


class _Counting(agents.load("random").__class__):  # type: ignore[misc]
    """The random agent; counts how often it has played batches of each size, and takes its time for each row."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.sizes: Counter[int] = Counter()

    def act(self, batch: Batch, games: np.ndarray | None = None) -> np.ndarray:
        self.sizes[len(batch.games)] += 1
        time.sleep(self.seconds * len(batch.games))
        return super().act(batch, games)


@pytest.mark.parametrize(("seconds", "least", "most"), [(2e-4, 24, 72), (0.0, 120, 120)])
def test_slow_agents_play_few_games_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, least: int, most: int
) -> None:
    """What an interruption may cost depends on it: games that have not ended are lost."""
    monkeypatch.setattr("agents.arena.playing._AT_STAKE", 0.5 if seconds else 1e9)
    configuration = RatingConfiguration(("bird",), (0, 1, 2), ("random",), games=48, seed=0)
    with RivalRating(configuration, tmp_path) as rating:
        agent = _Counting(seconds)
        monkeypatch.setitem(rating.games._loaded, "random", agent)
        assert len(rating.play()) == 144
    larger = {size: times for size, times in agent.sizes.items() if times > 10}  # without those only tried out
    assert least <= max(larger) <= most


def test_a_rating_of_very_many_games_begins_at_once(tmp_path: Path) -> None:
    configuration = RatingConfiguration(("bird",), (0,), ("random",), games=10**9, seed=0)
    steps = iter(range(10**9))
    with pytest.raises(Stopped, match="of 1000000000 games"), RivalRating(configuration, tmp_path) as rating:
        rating.play(stop=lambda: next(steps) >= 200)
    assert GamesFile(tmp_path / GAMES).read(configuration)


def finished(cell: Cell, result: str, score: int, rival_score: int) -> GameResult:
    return GameResult(*dataclasses.astuple(cell), 0, 1, result, score, rival_score, 9, *NO_POINTS)


def test_names_of_agents_are_shown_as_they_are(tmp_path: Path) -> None:
    """Paths may be long, and look like markup, formats or formulas."""
    names = ("greedy", "ppo:[red]x", "ppo:runs/a_very_long_experiment/solo_1", "ppo:other/solo_1", "ppo:x/{a}$b$_c")
    cells = [Cell(name, "spider", 10, 3) for name in names]
    ratings = rate([finished(cell, "loss", 100, 210) for cell in cells], cells)
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(terminal_table(ratings))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    for label in ("greedy", "ppo:[red]x", "agent 3", "agent 4", "ppo:x/{a}$b$_c"):
        assert sum(line.startswith(label) for line in text.splitlines()) == 1, text
    assert "1 game in each line" in text
    assert "…" not in text
    assert legend(ratings) == [("agent 3", names[2]), ("agent 4", names[3])]
    write_plot(ratings, tmp_path)


def test_wide_figures_are_folded_and_not_cut() -> None:
    cell = Cell("ppo:solo_quick", "spider", 10, 3)
    games = [finished(cell, "win", 100, 10), finished(cell, "win", 0, 200)]
    ratings = rate([game._replace(game=number) for number, game in enumerate(games)], [cell])
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(terminal_table(ratings))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "…" not in text
    for figure in ("100.0", "[34.2,", "50.0", "635.3", "-55.0", "1842.4"):
        assert figure in text, text


def test_a_trained_agent_with_a_long_path_is_called_by_its_folder() -> None:
    cells = [Cell("ppo:runs/2026/solo_quick", "bird", 0), Cell("my_agents/later.py:Careful", "bird", 0)]
    ratings = rate([finished(cell, "win", 2, 1) for cell in cells], cells)
    assert [label for label, _ in legend(ratings)] == ["ppo:solo_quick", "Careful"]


def test_a_search_agent_is_called_by_its_budget() -> None:
    names = ("search", "search:simulations=200", "search:milliseconds=1000", "search:simulations=64+prior=greedy")
    cells = [Cell(name, "bird", 0) for name in names]
    ratings = rate([finished(cell, "win", 2, 1) for cell in cells], cells)
    assert [label for label, _ in legend(ratings)] == ["search:200", "search:1000ms", "agent 4"]


def test_an_agent_that_looks_ahead_is_called_by_its_decisions_and_worlds() -> None:
    one, other = "lookahead:solo-all-boards", "lookahead:ppo:runs/other"
    for names, labels in (
        ([one], ["lookahead"]),
        (
            [one, f"{one}+worlds=16", f"{one}+worlds=16+decisions=16"],
            ["lookahead", "lookahead:8x16", "lookahead:16x16"],
        ),
        ([one, other], ["agent 1", "agent 2"]),
    ):
        cells = [Cell(name, "bird", 0) for name in names]
        ratings = rate([finished(cell, "win", 2, 1) for cell in cells], cells)
        assert [label for label, _ in legend(ratings)] == labels
    settings = LookaheadSettings()
    assert (settings.decisions, settings.worlds) == (8, 4)  # which a label with one of both shows for the other


def test_ctrl_c_becomes_a_request_to_stop() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stop_on_interrupt() as stop:
        assert not stop()
        os.kill(os.getpid(), signal.SIGINT)
        waited = time.monotonic()
        while not stop() and time.monotonic() - waited < 5:
            time.sleep(0.01)
        assert stop()
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals to other processes work differently there")
def test_ctrl_c_on_the_command_line_keeps_what_is_finished_and_resume_goes_on(tmp_path: Path) -> None:
    def words(out: str, *more: str) -> list[str]:
        command = [sys.executable, "-m", "arnak_env.cli", "rate-rival", "--boards", "bird", "--difficulties", "0-5"]
        return [*command, "--games", "400", "--agents", "random,greedy", "--out", str(tmp_path / out), *more]

    process = subprocess.Popen(words("stopped"), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    wait_for(lambda: lines(tmp_path / "stopped" / GAMES) > 1 or process.poll() is not None)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "--resume goes on" in errors
    assert "Traceback" not in errors
    assert "Error" not in errors
    kept = lines(tmp_path / "stopped" / GAMES) - 1
    assert 0 < kept < 4800
    # The rest would take a while; that it ends in the same table is checked above with fewer games.
    resumed = subprocess.Popen(words("stopped", "--resume"), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    wait_for(lambda: lines(tmp_path / "stopped" / GAMES) - 1 > kept or resumed.poll() is not None)
    resumed.send_signal(signal.SIGINT)
    _, errors = resumed.communicate(timeout=120)
    assert lines(tmp_path / "stopped" / GAMES) - 1 > kept, errors


def lines(path: Path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def wait_for(condition: Callable[[], bool]) -> None:
    start = time.monotonic()
    while not condition() and time.monotonic() - start < 300:
        time.sleep(0.05)
