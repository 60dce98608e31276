"""How `arnak rate-rival` ends when it cannot finish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agents.arena.rival_rating import RivalRating
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


def test_a_rating_resumed_with_other_versions_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rated(tmp_path).exit_code == 0
    monkeypatch.setattr("agents.arena.configuration.versions", lambda learning: {"python": "4.0"})
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
