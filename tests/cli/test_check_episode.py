"""`arnak check-episode`: problems by place, a map, and whether the episode can be won and lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arnak_env.cli import app

EPISODES = Path(__file__).parents[2] / "arnak_env" / "arkeis" / "content" / "episodes"


def checked(file: Path, *words: str) -> Result:
    return CliRunner().invoke(app, ["check-episode", str(file), *words])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text((EPISODES / "episode_0.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return file


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("number", [0, 1, 2])
def test_our_episodes_pass(number: int) -> None:
    result = checked(EPISODES / f"episode_{number}.toml", "--games", "25")
    assert result.exit_code == 0, result.output
    assert "both epilogues are reached: it can be won with every team size, and lost" in result.output
    assert "# wall, D closed door" in result.output
    assert result.output.count("greedy") >= 10


def test_without_playing(copy: Path) -> None:
    result = checked(copy, "--no-play")
    assert result.exit_code == 0
    assert "no problems; not played" in result.output
    assert "greedy" not in result.output


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"spawn(beetle, A4, 1)"', '"spown(beetle, A4, 1)"', "spown"),
        ('symbol = "amber-eye"\nsquare = "A1"', 'symbol = "amber-ankh"\nsquare = "A1"', "amber-ankh"),
        ('square = "D1"\n\n[[clue_tokens]]', 'square = "G1"\n\n[[clue_tokens]]', "G1"),
        ('"draw(ivory-cat)"', '"none()"', "ivory-cat"),
    ],
)
def test_problems_are_named_with_their_place(copy: Path, old: str, new: str, message: str) -> None:
    if old not in copy.read_text(encoding="utf-8"):
        old, new = old.strip('"'), new.strip('"')
    change(copy, old, new)
    result = checked(copy)
    assert result.exit_code == 1
    assert "mine.toml" in result.output
    assert message in result.output
    assert "greedy" not in result.output


def test_an_episode_that_is_hardly_ever_won_is_told(copy: Path) -> None:
    change(copy, "test(3, any*2, [draw(ivory-sun)", "test(1, any*2, [draw(ivory-sun)")
    result = checked(copy, "--games", "10", "--players", "1")
    assert result.exit_code == 1
    assert "problem: never won with 1 Explorer in 10 games" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [(("--players", "9"), "players must be from 1 to 5, got 9"), (("--games", "0"), "games must be at least 1")],
)
def test_wrong_options_are_told(copy: Path, words: tuple[str, ...], message: str) -> None:
    result = checked(copy, *words)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[episode", "not a TOML file"),
        (b'title = "caf\xe9"', "odd.toml: not a TOML file, which is written in UTF-8; byte 13 is not"),
        (b"", "odd.toml: the file is empty; right would be a table [episode] and the rest"),
    ],
)
def test_a_file_that_cannot_be_read_is_no_episode_with_problems(tmp_path: Path, data: bytes, message: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_bytes(data)
    result = checked(file)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_file_that_is_not_there_or_no_episode(tmp_path: Path) -> None:
    missing = checked(tmp_path / "nowhere.toml")
    assert missing.exit_code == 2
    assert "no such episode file" in missing.stderr
    folder = checked(tmp_path)
    assert folder.exit_code == 2
    assert "is a folder" in " ".join(folder.stderr.split())
    other = tmp_path / "other.toml"
    other.write_text("[camp]\nspaces = 3\n", encoding="utf-8")
    result = checked(other)
    assert result.exit_code == 1
    assert "no episode; right would be a table [episode]" in result.output
