"""The command `arnak` as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arnak_env.cli import app
from arnak_env.core.extras import TRAIN_INSTALL_LINE


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def refused(result: Result) -> str:
    """Return the error message, after checking that it is one: exit code 2 and no traceback."""
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stderr.startswith("Error: ")
    return result.stderr


def test_help_answers_at_once_and_loads_nothing_heavy() -> None:
    code = (
        "import sys; from typer.testing import CliRunner; from arnak_env.cli import app\n"
        "result = CliRunner().invoke(app, ['--help'])\n"
        "assert 'rate-rival' in result.output, result.output\n"
        "print([name for name in ('numba', 'torch', 'matplotlib', 'scipy') if name in sys.modules])"
    )
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert time.perf_counter() - start < 20  # a second at most on an idle machine


def test_version() -> None:
    from arnak_env import __version__

    assert run("--version").stdout.strip() == f"arnak_env {__version__}"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--boards", "lizard"), ("'lizard'", "bird", "snake")),
        (("--boards", ""), ("boards", "empty")),
        (("--boards", "bird,bird"), ("'bird'", "twice")),
        (("--boards", "bird,,snake"), ("boards", "empty entry", "bird,,snake")),
        (("--difficulties", "0-11"), ("11", "from 0 to 10")),
        (("--objectives", "1"), ("1", "0, 2, 3, 4")),
        (("--objectives", "3,5"), ("5", "0, 2, 3, 4")),
        (("--objectives", "0,0"), ("0", "twice")),
        (("--objectives", "many"), ("'many'", "objectives")),
        (("--first-objective-worth-four",), ("objectives",)),
        (("--difficulties", "low"), ("'low'",)),
        (("--difficulties", "1,1"), ("1", "twice")),
        (("--agents", "clever"), ("'clever'", "random", "greedy", "ppo:PATH")),
        (("--agents", "gredy"), ("'gredy' (did you mean 'greedy'?)",)),
        (("--agents", "random,random"), ("'random'", "twice")),
        (("--agents", "ppo:"), ("no model is named", "ppo:PATH")),
        (("--agents", "ppo:."), ("'.'", "model.zip")),
        (("--agents", "nowhere.py:Careful"), ("nowhere.py", "Careful")),
        (("--agents", "ppo:nowhere"), ("nowhere", "model")),
        (("--games", "0"), ("games", "0")),
        (("--seed", "-1"), ("seed", "-1")),
        (("--switches", "half_rules"), ("half_rules", "random_arrows")),
        (("--content", "nothing.toml"), ("nothing.toml",)),
        (("--resume", "--overwrite"), ("--resume", "--overwrite")),
        (("--batch-size", "-3"), ("-3",)),
    ],
)
def test_rate_rival_refuses_wrong_input(tmp_path: Path, words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    message = refused(run("rate-rival", *words, "--out", str(tmp_path / "out")))
    for part in parts:
        assert part in message
    assert "did you mean '1" not in message
    assert not (tmp_path / "out").exists()


def test_rate_rival_refuses_a_folder_it_cannot_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for out in ("file", "file/below"):
        message = refused(run("rate-rival", "--games", "1", "--out", str(tmp_path / out)))
        assert f"{tmp_path / 'file'} is a file" in message


def test_rate_rival_shows_the_table_and_where_the_files_lie(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("rate-rival", "--difficulties", "0,5", "--agents", "random", "--games", "4", "--out", str(out))
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert sum(line.startswith("random  bird") for line in result.stdout.splitlines()) == 2
    for word in ("games won, %", "margin", "snake", "rival_rating.png", "rival_rating.csv"):
        assert word in result.stdout
    assert (out / "rival_rating.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert json.loads((out / "configuration.json").read_text())["arguments"]["games"] == 4
    assert "already holds results" in refused(run(*words))
    assert run(*words, "--resume").exit_code == 0
    assert "agents" in refused(run("rate-rival", "--agents", "greedy", "--games", "4", "--out", str(out), "--resume"))


def test_rate_rival_with_objectives(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("rate-rival", "--difficulties", "0,10", "--objectives", "0,3", "--first-objective-worth-four")
    words += ("--agents", "random", "--games", "2", "--out", str(out))
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "obj: rival objectives" in result.stdout
    lines = result.stdout.splitlines()
    assert max(map(len, lines[:15])) <= 80
    assert [tuple(line.split()[:4]) for line in lines if line.startswith("random")][2:4] == [
        ("random", "bird", "3", "0"),
        ("random", "bird", "3", "10"),
    ]
    asked = json.loads((out / "configuration.json").read_text())["arguments"]
    assert (asked["objectives"], asked["first_objective_worth_four"]) == ([0, 3], True)
    table = (out / "rival_rating.csv").read_text().splitlines()
    assert table[0].startswith("agent,board,difficulty,objectives,games")
    cells = [tuple(line.split(",")[1:4]) for line in table[1:]]
    assert cells == [(b, d, n) for b in ("bird", "snake") for n in ("0", "3") for d in ("0", "10")]


def test_scenario_files(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text(
        '[[scenario]]\ntitle = "The ostrich"\ngame = { board = "bird", players = 2 }\n'
        '[scenario.players.1]\nhand = ["ostrich"]\ndeck = ["horse"]\n'
        '[[scenario.step]]\ndo = ["play ostrich", "choose draw"]\n'
        'expect = { "players.1.hand" = ["horse"] }\n'
    )
    result = run("scenario", str(good))
    assert result.exit_code == 0, result.output
    assert "1 scenario" in result.stdout
    assert "dig camp" in run("scenario", "--show-legal", str(good)).stdout
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text().replace('= ["horse"] }', '= ["axe"] }'))
    result = run("scenario", str(bad))
    assert result.exit_code == 1
    assert "axe" in result.stdout
    assert "nowhere.toml" in refused(run("scenario", "nowhere.toml"))


def test_content_lists_what_is_not_certain() -> None:
    result = run("content")
    assert result.exit_code == 0
    assert "less than certain" in result.stdout


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--board", "lizard"), ("'lizard'", "bird", "snake")),
        (("--players", "7"), ("7", "4")),
        (("--difficulty", "11"), ("11", "10")),
        (("--objectives", "5"), ("5", "0, 2, 3, 4")),
        (("--players", "2", "--objectives", "3"), ("objectives", "solo", "2 players")),
        (("--players", "2", "--seat", "3"), ("3", "1, 2")),
        (("--players", "2", "--opponents", "clever"), ("'clever'", "greedy")),
        (("--players", "2", "--opponents", "random,random"), ("2 opponents",)),
    ],
)
def test_play_refuses_wrong_input(words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    message = refused(run("play", *words))
    for part in parts:
        assert part in message


def test_a_solo_game_in_the_terminal_and_its_replay(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = "help\nwhy pass\nwhy temple gold\ntemple gold\nfly\n999\nscore\nlook\n" + "1\n" * 40 + "quit\n"
    result = run("play", "--seed", "3", "--difficulty", "1", "--save", str(saved), typed=typed)
    assert result.exit_code == 0, result.output
    for words in ("why ACTION", "Allowed: ", "Not allowed: ", "action begins with", "type a number", "Replay saved"):
        assert words in result.stdout
    watched = run("replay", str(saved), "--last")
    assert watched.exit_code == 0, watched.output
    assert "points" in watched.stdout
    assert "exists already" in refused(run("play", "--save", str(saved)))


def test_a_solo_game_with_objectives_and_its_replay(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    words = ("play", "--seed", "3", "--difficulty", "8", "--objectives", "3", "--first-objective-worth-four")
    result = run(*words, "--save", str(saved), typed="1\n" * 60 + "quit\n")
    assert result.exit_code == 0, result.output
    for words_ in ("difficulty 8", "objectives, who gets there first", "objective now open", "4 points)"):
        assert words_ in result.stdout
    game = json.loads(saved.read_text())["game"]
    assert (game["difficulty"], game["objectives"], game["first_objective_worth_four"]) == (8, 3, True)
    watched = run("replay", str(saved), "--last")
    assert watched.exit_code == 0, watched.output
    assert "objectives, who gets there first" in watched.stdout


def test_a_game_against_agents_ends_with_a_winner(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    words = ("play", "--players", "3", "--seat", "2", "--opponents", "random", "--seed", "1", "--save", str(saved))
    result = run(*words, typed="pass\nend turn\n" + "1\n" * 3000)
    assert result.exit_code == 0, result.output
    assert "Winner: player" in result.stdout
    assert json.loads(saved.read_text())["final"]["over"]


def test_damaged_and_foreign_replays_are_refused(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    assert run("play", "--seed", "3", "--save", str(saved), typed="1\n1\n1\nquit\n").exit_code == 0
    content = json.loads(saved.read_text())

    def changed(**entries: object) -> str:
        path = tmp_path / "changed.json"
        path.write_text(json.dumps({**content, **entries}))
        return refused(run("replay", str(path)))

    assert "version 99" in changed(version=99)
    assert "no replay" in changed(format="chess")
    assert "other content" in changed(fingerprint={**content["fingerprint"], "content": "0"})
    assert "action 1: unknown action 'fly'" in changed(actions=["fly"])
    assert "action 1: 'temple gold' is not allowed" in changed(actions=["temple gold"])
    assert "does not reproduce" in changed(actions=content["actions"][:-1])
    assert "unknown: extra" in changed(extra=1)
    (tmp_path / "text.json").write_text("not json")
    assert "damaged" in refused(run("replay", str(tmp_path / "text.json")))
    assert "nowhere.json" in refused(run("replay", "nowhere.json"))
    assert "seat 5" in refused(run("replay", str(saved), "--seat", "5"))


def test_train_refuses_wrong_input(tmp_path: Path) -> None:
    assert "nowhere.yaml" in refused(run("train", "nowhere.yaml"))
    path = tmp_path / "config.yaml"
    path.write_text("{name: a, out: b, steps: 1, stepz: 2}")
    assert "stepz" in refused(run("train", str(path)))


def test_a_missing_extra_prints_the_install_line(tmp_path: Path) -> None:
    """In an interpreter that has no torch."""
    config = Path(__file__).parents[2] / "configs" / "solo_quick.yaml"
    code = (
        "import sys\n"
        "for name in ('torch', 'sb3_contrib', 'stable_baselines3'): sys.modules[name] = None\n"
        "from arnak_env.cli import app\n"
        f"app(['train', {str(config)!r}, '--out', {str(tmp_path / 'model')!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert TRAIN_INSTALL_LINE in done.stderr
    assert "Traceback" not in done.stderr


def test_bench_prints_rates() -> None:
    result = run("bench", "--batch-size", "8", "--seconds", "0.02", "--repeats", "2")
    assert result.exit_code == 0, result.output
    assert "decisions/s" in result.stdout
    assert "clones/s" in result.stdout
    refused(run("bench", "--repeats", "0"))


def test_warm_up() -> None:
    assert "ready" in run("warm-up").stdout
