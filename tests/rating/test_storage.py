"""The files of a rating survive interruptions and refuse what does not belong to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.arena.configuration import Cell
from agents.arena.storage import CONFIGURATION, GAMES, GameResult, RatingFolder

DESCRIPTION = {"arguments": {"games": 5, "agents": ["random"]}}


def result(game: int) -> GameResult:
    return GameResult("random", "bird", 0, 3, game, 100 + game, "win", 40, 30, 120)


def test_results_are_read_back(tmp_path: Path) -> None:
    folder = RatingFolder(tmp_path / "out")
    assert folder.open(DESCRIPTION, resume=False, overwrite=False) == []
    folder.append([result(0), result(1)])
    folder.append([result(2)])
    again = RatingFolder(tmp_path / "out").open(DESCRIPTION, resume=True, overwrite=False)
    assert again == [result(0), result(1), result(2)]
    assert again[0].cell == Cell("random", "bird", 0, 3)


def test_a_line_cut_short_is_dropped_and_the_list_goes_on(tmp_path: Path) -> None:
    folder = RatingFolder(tmp_path)
    folder.open(DESCRIPTION, resume=False, overwrite=False)
    folder.append([result(0), result(1)])
    path = tmp_path / GAMES
    path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    assert folder.open(DESCRIPTION, resume=True, overwrite=False) == [result(0)]
    folder.append([result(1)])
    assert folder.read_games() == [result(0), result(1)]


def test_a_rating_is_not_overwritten_by_accident(tmp_path: Path) -> None:
    folder = RatingFolder(tmp_path)
    folder.open(DESCRIPTION, resume=False, overwrite=False)
    folder.append([result(0)])
    with pytest.raises(FileExistsError, match="--resume"):
        folder.open(DESCRIPTION, resume=False, overwrite=False)
    assert folder.open(DESCRIPTION, resume=False, overwrite=True) == []
    assert not (tmp_path / GAMES).exists()


def test_another_configuration_is_refused_and_the_difference_named(tmp_path: Path) -> None:
    folder = RatingFolder(tmp_path)
    folder.open(DESCRIPTION, resume=False, overwrite=False)
    other = {"arguments": {"games": 6, "agents": ["random"]}}
    with pytest.raises(ValueError, match=r"arguments\.games: 5 before, 6 now"):
        folder.open(other, resume=True, overwrite=False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("random,bird,0,3,1,101,victory,40,30,120", "line 3: unknown result 'victory'"),
        ("random,bird,0,3,1", "line 3: "),
        ("random,bird,0,1,101,win,40,30,120", "line 3: "),  # of a release without objectives
        ("random,bird,zero,3,1,101,win,40,30,120", "line 3: "),
        ("random,bird,0,3,0,100,win,40,30,120", "line 3: this game is already listed"),
    ],
)
def test_damaged_lines_are_named(tmp_path: Path, line: str, message: str) -> None:
    folder = RatingFolder(tmp_path)
    folder.open(DESCRIPTION, resume=False, overwrite=False)
    folder.append([result(0)])
    with (tmp_path / GAMES).open("a", encoding="utf-8") as handle:
        handle.write(line + "\n")
    with pytest.raises(ValueError, match=message):
        folder.read_games()


def test_damaged_configuration_and_wrong_folders_are_named(tmp_path: Path) -> None:
    folder = RatingFolder(tmp_path / "out")
    folder.open(DESCRIPTION, resume=False, overwrite=False)
    (tmp_path / "out" / CONFIGURATION).write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="damaged"):
        folder.open(DESCRIPTION, resume=True, overwrite=False)
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError, match="is a file"):
        RatingFolder(tmp_path / "file").open(DESCRIPTION, resume=False, overwrite=False)
