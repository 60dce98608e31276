"""How `arnak rate-rival` ends when it cannot finish."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agents.arena.rival_rating import RivalRating
from agents.arena.storage import CONFIGURATION, GAMES
from arnak_env.cli import app


def rated(folder: Path, *words: str) -> Result:
    command = ["rate-rival", "--difficulties", "0", "--agents", "random", "--games", "3", "--out", str(folder)]
    return CliRunner().invoke(app, [*command, *words])


@pytest.mark.parametrize(
    ("error", "code", "begins"),
    [
        (KeyboardInterrupt(), 130, "stopped; finished games are kept"),
        (OSError("games.csv cannot be written: No space left on device"), 2, "Error: games.csv cannot be written"),
    ],
)
def test_what_ends_a_rating_early_is_told_and_resume_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, begins: str
) -> None:
    def ended(*arguments: Any) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(RivalRating, "play", ended)
        result = rated(tmp_path)
    assert result.exit_code == code
    assert any(line.startswith(begins) for line in result.stderr.splitlines())
    assert str(tmp_path) in result.stderr
    assert "--resume goes on" in result.stderr
    assert rated(tmp_path, "--resume").exit_code == 0


def test_all_boards_with_and_without_components(tmp_path: Path) -> None:
    for words, expected in (((), None), (("--expansion-components",), True), (("--no-expansion-components",), False)):
        folder = tmp_path / str(expected)
        result = rated(folder, "--boards", "all", "--objectives", "0,3", "--games", "1", *words)
        assert result.exit_code == 0, result.output
        arguments = json.loads((folder / "configuration.json").read_text(encoding="utf-8"))["arguments"]
        assert arguments["boards"] == ["bird", "snake", "spider", "owl"]
        assert arguments["expansion_components"] is expected
        with (folder / "rival_rating.csv").open(encoding="utf-8") as table:
            assert len(list(csv.DictReader(table))) == 8
    refused = rated(tmp_path / "True", "--boards", "all", "--objectives", "0,3", "--games", "1", "--resume")
    assert refused.exit_code == 2
    assert "expansion_components: True before, None now" in refused.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--boards", "all,bird"), "all already stands for bird, snake, spider, owl"),
        (("--boards", "al"), "unknown board 'al'; one of 'bird', 'snake', 'spider', 'owl'"),
        (("--boards", "owl,owl"), "'owl' appears twice"),
        (("--boards", ""), "the list of boards is empty"),
        (("--content", "nowhere.toml"), "nowhere.toml"),
        (("--difficulties", "0-11"), "from 0 to 10, got 11"),
        (("--objectives", "0,1"), "one of 0, 2, 3, 4, got 1"),
    ],
)
def test_what_cannot_be_rated_is_told(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    result = rated(tmp_path / "out", *words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


def test_a_rating_resumed_with_other_versions_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rated(tmp_path).exit_code == 0
    described = (tmp_path / CONFIGURATION).read_bytes()
    monkeypatch.setattr("agents.arena.configuration.versions", lambda learning: {"python": "4.0"})
    result = rated(tmp_path, "--resume")  # all games are played, by the versions before
    assert result.exit_code == 0
    assert "other versions" not in result.stderr
    assert (tmp_path / CONFIGURATION).read_bytes() == described
    games = tmp_path / GAMES
    games.write_text("".join(games.read_text().splitlines(keepends=True)[:-1]))
    result = rated(tmp_path, "--resume")
    assert result.exit_code == 0
    assert "Note: resumed with other versions" in result.stderr


def test_ctrl_c_before_the_first_game_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*arguments: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RivalRating, "__init__", ended)
    result = rated(tmp_path)
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == "stopped before anything was begun"
