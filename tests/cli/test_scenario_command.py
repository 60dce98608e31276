"""`arnak scenario` with files of both games."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arnak_env.cli import app
from arnak_env.cli.scenario import game_of_file

TESTS = Path(__file__).parents[1]
ARKEIS = """[[scenario]]
title = "A step"
explorers.rhiat = { square = "A1" }
[[scenario.step]]
do = "move A2"
expect = { "explorers.rhiat.square" = "A2" }
"""
ARNAK = """[[scenario]]
title = "The ostrich"
game = { board = "bird", players = 2 }
[scenario.players.1]
hand = ["ostrich"]
deck = ["horse"]
[[scenario.step]]
do = ["play ostrich", "choose draw"]
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["scenario", *map(str, words)])


@pytest.mark.parametrize(("folder", "game"), [("scenarios", "arnak"), ("arkeis", "arkeis")])
def test_every_scenario_file_is_told_apart(folder: str, game: str) -> None:
    files = list((TESTS / folder).rglob("*.toml"))
    assert len(files) > 20
    assert {game_of_file(file) for file in files} == {game}


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ('[[scenario]]\ntitle = "Actions only"\n[[scenario.step]]\ndo = "clue red-sun"\n', "arkeis"),
        ('[[scenario]]\ntitle = "Actions only"\n[[scenario.step]]\nlegal = ["dig camp_coin.1"]\n', "arnak"),
        ('[[scenario]]\ntitle = "A setting only"\ngame = { elite = "classic" }\n', "arkeis"),
        ("scenario = [3]\n", "arnak"),
        ("[[scenario", "arnak"),
    ],
)
def test_little_is_enough_to_tell_them_apart(tmp_path: Path, text: str, game: str) -> None:
    file = tmp_path / "ruling.toml"
    file.write_text(text, encoding="utf-8")
    assert game_of_file(file) == game


def test_files_of_both_games_are_run_together(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(ARKEIS, encoding="utf-8")
    (tmp_path / "b.toml").write_text(ARNAK, encoding="utf-8")
    result = run(tmp_path, "--show-legal")
    assert result.exit_code == 0, result.output
    assert "2 scenarios, all as expected" in result.stdout
    assert "move A1" in result.stdout
    assert "dig camp" in result.stdout
    wrong = tmp_path / "a.toml"
    wrong.write_text(ARKEIS.replace('= "A2" }', '= "A3" }'), encoding="utf-8")
    result = run(wrong)
    assert result.exit_code == 1
    assert "DIFFERS" in result.stdout


def test_the_game_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(ARKEIS, encoding="utf-8")
    (tmp_path / "b.toml").write_text(ARNAK, encoding="utf-8")
    facts = tmp_path / "facts" / "mine.toml"
    facts.parent.mkdir()
    facts.write_text('[[object]]\nid = "crowbar"\ncoin_value = 3\n', encoding="utf-8")
    assert run("--game", "arkeis", "--content", facts, tmp_path / "a.toml").exit_code == 0
    assert run("--game", "arnak", tmp_path / "a.toml").exit_code == 1
    for words, message in (
        (("--game", "chess"), "unknown game 'chess'; games are: arnak, arkeis"),
        (("--content", facts, tmp_path / "b.toml"), "corrects the facts of one game"),
    ):
        result = run(*words, tmp_path / "a.toml")
        assert result.exit_code == 2
        assert message in result.stderr
