"""`arnak results`: what the tables say is what the games say, and what is finished is not played again."""

from __future__ import annotations

import csv
import itertools
import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from scipy.stats import t
from typer.testing import CliRunner, Result

from agents.arena.playing import GameRunner
from agents.arena.rating import Rating, Stopped
from agents.results import pictures, reading, runs, speed, tables
from agents.results.plan import read_plan
from agents.results.summaries import deal_means
from arnak_env.cli import app
from arnak_env.docs import FOLDER as DOCS
from arnak_env.docs import results_pages

ROOT = Path(__file__).resolve().parents[2]
OTHER = f"{Path(__file__).with_name('table_agents.py')}:Other"
PLAN: dict[str, Any] = {
    "out": "games",
    "seed": 7,
    "rival": [
        {
            "agents": ["random", "greedy"],
            "games": 3,
            "boards": ["bird", "owl"],
            "difficulties": [0, 5],
            "objectives": [3],
        },
        {"agents": [OTHER], "games": 2, "boards": ["owl"], "difficulties": [5], "objectives": [3]},
    ],
    "ladder": [{"players": 2, "agents": ["random", "greedy"], "deals": 2, "boards": ["bird", "snake"]}],
    "matches": [
        {"players": 2, "agents": ["random", "greedy"], "deals": 3, "boards": ["bird", "owl"]},
        {"players": 3, "agents": ["random", "greedy"], "deals": 1, "boards": ["owl"]},
    ],
    "episodes": [{"agents": ["random", "greedy"], "games": 2, "episodes": [0], "players": [1, 2], "elite": ["none"]}],
    "speed_games": 2,
    "goals": [
        {
            "what": "greedy scores more than 10 against difficulty 0",
            "table": "rival",
            "line": {"agent": "greedy", "board": "bird", "difficulty": 0, "objectives": 3},
            "column": "mean_score",
            "above": 10,
        },
        {
            "what": "an agent that nobody has",
            "table": "ladder_cross",
            "line": {"players": 2, "board": "all", "agent": "table-2", "opponent": "greedy"},
            "column": "ahead_share",
            "limit": "low",
            "above": 0.75,
        },
    ],
}

RIVAL = PLAN["rival"][0]


def write_plan(folder: Path, **changes: Any) -> Path:
    path = folder / "plan.yaml"
    path.write_text(yaml.safe_dump({**PLAN, **changes}), encoding="utf-8")
    return path


def results(plan: Path, folder: Path, *words: str) -> Result:
    return CliRunner().invoke(
        app, ["results", str(plan), "--out", str(folder / "games"), "--docs", str(folder / "docs"), *words]
    )


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all games, tables, pictures and the page of the plan."""
    folder = tmp_path_factory.mktemp("measured")
    result = results(write_plan(folder), folder)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def copied(measured: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(measured, tmp_path / "copied"))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as table:
        return list(csv.DictReader(table))


def games_of(folder: Path, kind: str) -> list[dict[str, str]]:
    return [row for path in sorted(folder.glob(f"games/{kind}/*/games.csv")) for row in rows(path)]


# --- figures ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "written", "tables_"),
    [
        ("rival", ["rival_rating"], ["rival"]),
        ("ladder", ["tournament", "cross_table"], ["ladder", "ladder_cross"]),
        ("matches", ["cross_table"], ["matches"]),
        ("episodes", ["episode_rating"], ["episodes"]),
    ],
)
def test_the_command_beside_a_run_gives_its_lines(
    measured: Path, tmp_path: Path, kind: str, written: list[str], tables_: list[str]
) -> None:
    found = measured / "docs" / "results"
    played = [row for row in rows(found / "runs.csv") if row["kind"] == kind]
    for number, run in enumerate(played):
        out = tmp_path / str(number)
        result = CliRunner().invoke(app, [*shlex.split(run["command"])[1:], "--out", str(out)])
        assert result.exit_code == 0, result.output
        assert json.loads((out / "configuration.json").read_text())["rules"] == run["rules"]
        for name, table in zip(written, tables_, strict=True):
            names = run["agents"].split(";")
            lines = [row for row in rows(found / f"{table}.csv") if row["agent"] in names]
            if kind == "matches":  # of two runs with the same agents
                lines = [row for row in lines if row["players"] == run["run"].removeprefix("matches/")[0]]
            assert rows(out / f"{name}.csv") == lines
    assert len(played) == {"rival": 3, "ladder": 1, "matches": 2, "episodes": 2}[kind]


def student(values: np.ndarray) -> tuple[float, float, float]:
    """Return mean and interval by the book."""
    reach = t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    return values.mean(), values.mean() - reach, values.mean() + reach


def test_points_are_means_of_the_games_by_seed(measured: Path) -> None:
    games = [g for g in games_of(measured, "rival") if (g["agent"], g["board"]) == ("greedy", "owl")]
    found = {
        (r["side"], r["part"]): r
        for r in rows(measured / "docs/results/rival_points.csv")
        if (r["agent"], r["board"]) == ("greedy", "owl")
    }
    for side, part, column in (
        ("agent", "idols", "score_idols"),
        ("rival", "cards", "rival_score_cards"),
        ("agent", "total", "score"),
    ):
        by_number = [np.mean([float(g[column]) for g in games if g["game"] == str(k)]) for k in range(3)]
        row = found[side, part]
        assert row["games"] == str(len(games)) == "6"
        assert [float(row[name]) for name in ("mean", "mean_low", "mean_high")] == pytest.approx(
            student(np.array(by_number)), abs=1e-5
        )


def test_points_above_greedy_compare_the_same_games(measured: Path) -> None:
    games = games_of(measured, "rival")
    key = ("board", "difficulty", "objectives", "game", "seed")
    greedy = {tuple(g[k] for k in key): g for g in games if g["agent"] == "greedy"}
    found = rows(measured / "docs/results/above_greedy.csv")
    assert {row["agent"] for row in found} == {"random", OTHER}
    for row in found:
        own = [g for g in games if (g["agent"], g["board"]) == (row["agent"], row["board"])]
        own = [g for g in own if row["difficulty"] in (g["difficulty"], tables.POOLED)]
        numbers = sorted({g["game"] for g in own})
        differences = [
            np.mean(
                [float(g["score"]) - float(greedy[tuple(g[k] for k in key)]["score"]) for g in own if g["game"] == n]
            )
            for n in numbers
        ]
        assert row["games"] == str(len(own))
        assert [float(row[name]) for name in ("score", "score_low", "score_high")] == pytest.approx(
            student(np.array(differences)), abs=1e-5
        )
    assert sum(row["difficulty"] == tables.POOLED for row in found) == 3


def test_means_of_deals() -> None:
    assert deal_means(np.array([1.0, 3.0, 10.0]), np.array([4, 4, 2])).tolist() == [10.0, 2.0]


def test_tables_are_read_as_they_were_written(measured: Path) -> None:
    found = measured / "docs" / "results"
    as_text = lambda lines: [{name: str(entry) for name, entry in line.items()} for line in lines]  # noqa: E731
    standings = reading.ladder(found)
    assert [(one.players, one.board, one.boards, one.deals) for one in standings] == [
        (2, "all", ("bird", "snake"), 4),
        (2, "bird", ("bird",), 2),
        (2, "snake", ("snake",), 2),
    ]
    assert as_text(row.row() for row in reading.rival(found)) == rows(found / "rival.csv")
    assert as_text(row.row() for row in reading.episodes(found)) == rows(found / "episodes.csv")
    assert as_text(row for one in standings for row in one.rows()) == rows(found / "ladder.csv")
    assert as_text(row for one in standings for row in one.cross_rows()) == rows(found / "ladder_cross.csv")


def test_matches_are_shown_once_for_each_pair(measured: Path) -> None:
    """The expectations are counted from the games, by hand as it were."""
    games = games_of(measured, "matches")
    page = (measured / "docs" / "results.md").read_text(encoding="utf-8")
    shown = page[page.index("### More deals") : page.index("## Episodes of Arkeis")]
    for size in (2, 3):
        ahead = meetings = 0.0
        for game in games:
            agents_ = [game[f"agent_{seat}"] for seat in range(4) if game[f"agent_{seat}"]]
            places = [int(game[f"place_{seat}"]) for seat in range(len(agents_))]
            if len(agents_) != size:
                continue
            for one, other in itertools.permutations(range(size), 2):
                if (agents_[one], agents_[other]) == ("greedy", "random"):
                    meetings += 1
                    ahead += (places[one] < places[other]) + 0.5 * (places[one] == places[other])
        (line,) = [one for one in shown.splitlines() if one.startswith(f"| {size} |")]
        assert line.startswith(f"| {size} | `greedy` | `random` | {meetings:.0f} | {100 * ahead / meetings:.1f} [")
    assert sorted({(row["players"], row["board"]) for row in rows(measured / "docs/results/matches.csv")}) == [
        ("2", "all"),
        ("2", "bird"),
        ("2", "owl"),
        ("3", "owl"),
    ]


def test_an_agent_is_timed_once_for_each_kind_of_games(measured: Path) -> None:
    """Ladder and matches have tables of two players with the same agents."""
    lines = [(row["games_of"], row["agent"]) for row in rows(measured / "docs/results/speed.csv")]
    assert len(lines) == len(set(lines))
    assert ("3 players", "greedy") in lines


def test_games_that_are_timed_are_different_ones(measured: Path) -> None:
    """Also of an agent that plays one cell only."""
    (run,) = (run for run in runs.runs_of(read_plan(measured / "plan.yaml")) if run.agents == (OTHER,))
    games = speed.Timing(run, OTHER).games(3)
    assert len(run.configuration.cells()) == 1
    assert len(set(games)) == 3
    for row in rows(measured / "docs/results/speed.csv"):
        assert 0 < float(row["milliseconds_low"]) <= float(row["milliseconds"]) <= float(row["milliseconds_high"])


def test_the_page_shows_what_the_tables_say(measured: Path) -> None:
    page = (measured / "docs" / "results.md").read_text(encoding="utf-8")
    found = measured / "docs" / "results"
    for rating in reading.rival(found):
        assert f"{100 * rating.win_rate.value:.1f} [{100 * rating.win_rate.low:.1f}, " in page
        assert f"{rating.margin.value:.1f} ± {rating.margin.high - rating.margin.value:.1f}" in page
    for row in rows(found / "speed.csv"):
        assert f"| `{row['agent']}` | {row['games_of']} |" in page
    for name in pictures.PICTURES:
        assert f"](results/{name})" in page
        assert (found / name).stat().st_size < 150_000
    games = sum(int(row["games"]) for row in rows(found / "runs.csv"))
    assert games == len(games_of(measured, "*")) == 12 + 12 + 2 + 8 + (12 + 6) + 4 + 4
    assert f"| games | {games} in 8 runs |" in page
    assert "an agent that nobody has | lower limit above 75 % | | not measured |" in page


def test_the_committed_page_has_all_of_its_files() -> None:
    folder = DOCS / results_pages.FOLDER
    assert {path.name for path in folder.iterdir()} == {f"{name}.csv" for name in tables.TABLES} | set(
        pictures.PICTURES
    )
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2_000_000


@pytest.mark.parametrize(
    ("limit", "measured_", "verdict"),
    [
        ("value", (0.9, 0.85, 0.95), "yes"),
        ("value", (0.9, 0.7, 0.95), "yes, but the interval reaches below"),
        ("value", (0.7, 0.6, 0.9), "no, but the interval reaches above"),
        ("value", (0.7, 0.6, 0.75), "no"),
        ("low", (0.9, 0.7, 0.95), "no"),
        ("low", (0.9, 0.85, 0.95), "yes"),
        ("low", ("", "", ""), "not measured"),
    ],
)
def test_goals_are_judged_by_figure_and_interval(
    limit: str, measured_: tuple[Any, ...], verdict: str, tmp_path: Path
) -> None:
    value, low, high = measured_
    row = {"what": "w", "table": "rival", "line": "", "column": "win_rate", "limit": limit, "above": 0.8}
    tables.GOALS.write([row | {"measured": value, "measured_low": low, "measured_high": high}], tmp_path)
    assert f"| {verdict} |" in results_pages._goals(tables.GOALS.read(tmp_path))


# --- going on --------------------------------------------------------------------------------------------------------
def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


def test_what_is_finished_is_not_played_again(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(copied)

    def forbidden(*arguments: Any, **more: Any) -> Iterator[Any]:
        raise AssertionError("a game is played")

    monkeypatch.setattr(
        GameRunner, "_play_rows", lambda self, player, work, cells, **more: forbidden() if cells else iter(())
    )
    result = results(copied / "plan.yaml", copied)
    assert result.exit_code == 0, result.output
    assert "60 of them finished" in result.stdout
    assert contents(copied) == before


def test_pictures_and_page_come_from_the_tables_alone(copied: Path) -> None:
    before = contents(copied / "docs")
    shutil.rmtree(copied / "games")
    for name in ("results.md", "results/rival.png"):
        (copied / "docs" / name).unlink()
    assert results(copied / "plan.yaml", copied, "--no-play").exit_code == 0
    assert contents(copied / "docs") == before


def test_an_interruption_costs_nothing_that_is_finished(
    measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Rating.play

    def stopped(self: Rating, *arguments: Any) -> list[Any]:
        if "greedy" in self.configuration.agents:
            raise Stopped(0, 1)
        return played(self, *arguments)

    plan = write_plan(tmp_path, ladder=[], goals=[])
    with monkeypatch.context() as patch:
        patch.setattr(Rating, "play", stopped)
        result = results(plan, tmp_path)
    assert result.exit_code == 130
    assert "The same command goes on from there" in result.stderr
    assert not (tmp_path / "docs" / "results.md").exists()
    again = results(plan, tmp_path)
    assert "12 of them finished" in again.stdout
    for table in (tables.RIVAL, tables.POINTS, tables.ABOVE_GREEDY, tables.EPISODES):
        assert table.path(tmp_path / "docs/results").read_bytes() == table.path(measured / "docs/results").read_bytes()


def test_runs_that_were_asked_for_differently_are_named_and_only_they_are_played_afresh(copied: Path) -> None:
    plan = write_plan(
        copied, rival=[RIVAL, {**PLAN["rival"][1], "games": 3}], ladder=[], matches=[], episodes=[], goals=[]
    )
    before = contents(copied)
    refused = results(plan, copied)
    assert refused.exit_code == 2
    assert "arguments.games: 2 before, 3 now" in refused.stderr
    assert "1 of 3 runs cannot go on" in refused.stderr
    assert contents(copied) == before
    result = results(plan, copied, "--overwrite")
    assert result.exit_code == 0, result.output
    assert "27 games, 24 of them finished" in result.stdout
    kept = {name for name, data in contents(copied).items() if before.get(name) == data}
    assert {name for name in before if name.endswith("games.csv")} - kept == {
        f"games/rival/{runs.folder_name(OTHER)}/games.csv"
    }


def test_workers_play_the_same_games(measured: Path, tmp_path: Path) -> None:
    plan = write_plan(tmp_path, rival=PLAN["rival"][1:], ladder=[], matches=[], episodes=[], goals=[])
    result = results(plan, tmp_path, "--workers", "2")
    assert result.exit_code == 0, result.output
    assert rows(tmp_path / "docs/results/rival.csv") == [
        r for r in rows(measured / "docs/results/rival.csv") if r["agent"] == OTHER
    ]
    (run,) = rows(tmp_path / "docs/results/runs.csv")
    assert run["workers"] == "2"
    page = (tmp_path / "docs/results.md").read_text(encoding="utf-8")
    assert page.count("This was not measured.") == 4
    assert sorted(path.name for path in (tmp_path / "docs/results").glob("*.png")) == ["rival.png", "rival_points.png"]


def test_times_are_kept_for_the_same_agent_and_rules_only(
    measured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = read_plan(write_plan(tmp_path))
    (first, *_) = speed.timings(runs.runs_of(plan))
    assert (first.agent, first.games_of) == ("random", "1 player")
    (line,) = speed.measured([first], 2, tmp_path)
    assert list(speed.measured([first], 2, tmp_path)) == [line]
    games = [(cell, 0) for cell, _ in first.games(2)]
    from agents.arena.rival_rating import RivalGames

    played = RivalGames(first.run.configuration).play_all(games)
    assert line["decisions"] == sum(game.decisions for game in played)
    assert 0 < float(line["milliseconds"]) < 1000
    monkeypatch.setattr(speed, "_measure", lambda *arguments: {"measured": "again"})
    assert list(speed.measured([first], 3, tmp_path)) == [{"measured": "again"}]
    (tmp_path / "speed" / "1_player-random.json").write_text("{")
    assert list(speed.measured([first], 2, tmp_path)) == [{"measured": "again"}]


# --- bad input -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rival": [{**RIVAL, "agents": ["gredy"]}]}, "rival.0: unknown agent 'gredy' (did you mean 'greedy'?)"),
        ({"rival": [{**RIVAL, "difficulties": [11]}]}, "rival.0: difficulty must be"),
        ({"rival": [{**RIVAL, "boards": ["moon"]}]}, "rival.0.boards.0: Input should be 'bird'"),
        ({"rival": [{**RIVAL, "games": 0}]}, "rival.0.games: Input should be greater than or equal to 1"),
        ({"rival": [RIVAL, RIVAL]}, "rival: 'random' appears twice; join its games in one entry"),
        ({"ladder": [{**PLAN["ladder"][0], "players": 5}]}, "ladder.0.players: "),
        ({"ladder": [{**PLAN["ladder"][0], "agents": ["greedy"]}]}, "ladder.0: a tournament needs at least two agents"),
        ({"ladder": PLAN["ladder"] * 2}, "ladder: '2 players' appears twice"),
        ({"matches": PLAN["matches"] * 2}, "matches: '2 players' appears twice"),
        ({"matches": [{**PLAN["matches"][0], "agents": ["greedi", "random"]}]}, "matches.0: unknown agent 'greedi'"),
        ({"episodes": [{**PLAN["episodes"][0], "episodes": [9]}]}, "episodes.0: unknown episode 9"),
        ({"episodes": [{**PLAN["episodes"][0], "elite": ["hard"]}]}, "episodes.0: "),
        ({"rival": [], "ladder": [], "matches": [], "episodes": []}, "nothing to play"),
        ({"speed": 1}, "unknown entry 'speed'"),
        ({"goals": [{**PLAN["goals"][0], "table": "rivals"}]}, "goals.0.table: there is no table 'rivals'"),
        ({"goals": [{**PLAN["goals"][0], "line": {"level": 1}}]}, "rival.csv has no column 'level'"),
        ({"goals": [{**PLAN["goals"][0], "column": "games"}]}, "'games' is no figure with an interval"),
        ({"quick": [1]}, "'quick' must hold entries"),
        ({"quick": {"seed": -1}}, "with its section 'quick': seed: "),
    ],
)
def test_wrong_plans_are_refused_before_anything_is_played(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    plan = write_plan(tmp_path, **changes)
    result = results(plan, tmp_path)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert str(plan) in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["plan.yaml"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--quick",), "has no section 'quick'"),
        (("--workers", "0"), "workers must be a number"),
        (("--address", "auto"), "--workers ray only"),
        (("--no-play", "--overwrite"), "exclude each other"),
        (("--no-play",), "rival.csv is missing; `arnak results` writes it"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    result = results(write_plan(tmp_path), tmp_path, *words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["plan.yaml"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "agent,board,difficulty",
            "agent,board,level",
            "rival.csv, line 1: the columns must be agent,board,difficulty",
        ),
        ("random,bird,0", "random,bird,none", "rival.csv, line 2: difficulty must be a whole number, not 'none'"),
        ("random,bird,0", "random,bird,0,0", "rival.csv, line 2: 55 entries, but there are"),
        ("0.000000", "zero", "rival.csv, line 2: win_rate must be a number, not 'zero'"),
    ],
)
def test_damaged_tables_are_named(copied: Path, old: str, new: str, message: str) -> None:
    path = copied / "docs/results/rival.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    result = results(copied / "plan.yaml", copied, "--no-play")
    assert result.exit_code == 2
    assert message.replace("55", str(len(tables.RIVAL.columns) + 1)) in " ".join(result.stderr.split())


def test_a_goal_must_name_one_line(copied: Path) -> None:
    goal = {**PLAN["goals"][0], "line": {"agent": "greedy", "board": "bird"}}
    result = results(write_plan(copied, goals=[goal], ladder=[], matches=[], episodes=[]), copied)
    assert result.exit_code == 2
    assert "2 lines of rival.csv have agent greedy, board bird; name one" in " ".join(result.stderr.split())


# --- as a user types it ----------------------------------------------------------------------------------------------
def test_the_command_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a plan so small that it ends soon; the page of the checkout stays as it is."""
    monkeypatch.chdir(tmp_path)
    small = {
        "rival": [{**RIVAL, "games": 1, "boards": ["bird"], "difficulties": [0]}],
        "ladder": [],
        "matches": [],
        "episodes": [],
        "speed_games": 1,
    }
    full = yaml.safe_load((ROOT / "configs" / "results.yaml").read_text(encoding="utf-8"))
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "results.yaml").write_text(yaml.safe_dump({**full, "quick": full["quick"] | small}))
    page = (DOCS / "results.md").read_bytes()
    command = next(line for line in page.decode().splitlines() if line.startswith("arnak results"))
    result = CliRunner().invoke(app, [*shlex.split(command)[1:], "--quick"])
    assert result.exit_code == 0, result.output
    written = Path("runs/results_quick/docs/results.md").read_text(encoding="utf-8")
    assert "These are the figures of `--quick`" in written
    assert (DOCS / "results.md").read_bytes() == page


def test_the_plan_that_comes_with_the_package_can_be_played() -> None:
    for quick in (False, True):
        found = runs.runs_of(read_plan(ROOT / "configs" / "results.yaml", quick=quick))
        assert {run.kind for run in found} == {"rival", "ladder", "matches", "episodes"}
