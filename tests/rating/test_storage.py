"""The files of a rating survive interruptions and refuse what does not belong to them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents.arena.configuration as configuration_module
from agents.arena.configuration import Cell, RatingConfiguration
from agents.arena.games import COLUMNS, GameResult, GamesFile
from agents.arena.storage import CONFIGURATION, GAMES, RatingFolder
from agents.folders import FolderInUse
from arnak_env.arnak.content import load_content

ASKED = RatingConfiguration(("bird",), (0, 1), ("random",), games=5, seed=0, objectives=(3,))
SEEDS = ASKED.game_seeds(np.arange(5)).tolist()
HEADER = ",".join(COLUMNS)
OWN, RIVALS = (0, 0, 0, 0, 0, 10, 5, 25, 0, 0, 0), (20, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0)
POINTS = ",".join(map(str, (*OWN, *RIVALS)))  # of 40 to 30


def result(game: int, difficulty: int = 0) -> GameResult:
    return GameResult("random", "bird", difficulty, 3, game, SEEDS[game], "win", 40, 30, 120, OWN, RIVALS)


def opened(path: Path, configuration: RatingConfiguration = ASKED, **arguments: bool) -> list[GameResult]:
    """Open the folder as a rating does and give it free again; returns the finished games."""
    folder = RatingFolder(path)
    try:
        return folder.open(configuration, **{"resume": False, "overwrite": False, **arguments})
    finally:
        folder.close()


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A folder with a rating of which two games are finished."""
    opened(tmp_path / "out")
    GamesFile(tmp_path / "out" / GAMES).append([result(0), result(1)])
    return tmp_path / "out"


def test_results_are_read_back(begun: Path) -> None:
    GamesFile(begun / GAMES).append([result(2)])
    again = opened(begun, resume=True)
    assert again == [result(0), result(1), result(2)]
    assert again[0].cell == Cell("random", "bird", 0, 3)


@pytest.mark.parametrize("cut", [1, 9, 30])
def test_a_line_cut_short_is_dropped_and_the_list_goes_on(begun: Path, cut: int) -> None:
    path = begun / GAMES
    path.write_text(path.read_text(encoding="utf-8")[:-cut], encoding="utf-8")
    assert opened(begun, resume=True) == [result(0)]
    GamesFile(path).append([result(1)])
    assert opened(begun, resume=True) == [result(0), result(1)]


def test_a_rating_is_not_overwritten_by_accident(begun: Path) -> None:
    with pytest.raises(FileExistsError, match="--resume"):
        opened(begun)
    assert opened(begun, resume=True) == [result(0), result(1)]
    assert opened(begun, overwrite=True) == []
    assert (begun / GAMES).read_text(encoding="utf-8") == HEADER + "\n"


def test_a_rating_stopped_before_its_first_game_is_resumed(tmp_path: Path) -> None:
    opened(tmp_path)
    assert opened(tmp_path, resume=True) == []
    (tmp_path / GAMES).unlink()
    assert opened(tmp_path, resume=True) == []


def test_another_configuration_is_refused_and_the_difference_named(begun: Path) -> None:
    with pytest.raises(ValueError, match=r"arguments\.games: 5 before, 6 now"):
        opened(begun, replace(ASKED, games=6), resume=True)
    with pytest.raises(ValueError, match=r"arguments\.expansion_components: None before, True now"):
        opened(begun, replace(ASKED, expansion_components=True), resume=True)


def test_the_facts_decide_whether_a_rating_goes_on_and_not_their_file(tmp_path: Path) -> None:
    file, copy, other = (tmp_path / f"{name}.toml" for name in ("mine", "copy", "other"))
    file.write_text('[[card]]\nid = "ostrich"\ncost = 2\n', encoding="utf-8")
    copy.write_text('[[card]]\nid = "ostrich"\ncost = 2\nnotes = ["from the box"]\n', encoding="utf-8")
    other.write_text('[[card]]\nid = "ostrich"\ncost = 1\n', encoding="utf-8")
    asked = replace(ASKED, content=str(file))
    opened(tmp_path / "out", asked)
    written = json.loads((tmp_path / "out" / CONFIGURATION).read_text())
    assert written["arguments"]["content"] == str(file)
    assert written["content"] == load_content(file).fingerprint != load_content().fingerprint
    assert opened(tmp_path / "out", replace(ASKED, content=str(copy)), resume=True) == []
    for content in (None, str(other)):
        with pytest.raises(ValueError, match="content: '[0-9a-f]{64}' before, '[0-9a-f]{64}' now"):
            opened(tmp_path / "out", replace(ASKED, content=content), resume=True)
    file.write_text(other.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ValueError, match="content: "):
        opened(tmp_path / "out", replace(ASKED, content=str(file)), resume=True)
    assert asked.facts.fingerprint == written["content"]  # what a rating has read it plays to the end


def test_content_that_cannot_be_used_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[[card]]\nid = "ostrihc"\ncost = 2\n', encoding="utf-8")
    for name, message in (("mine.toml", "ostrihc"), ("nowhere.toml", "nowhere.toml")):
        with pytest.raises((ValueError, OSError), match=message):
            replace(ASKED, content=str(tmp_path / name))


# --- damage ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"random,bird,0,3,2,{SEEDS[2]},victory,40,30,120,{POINTS}", "line 4: unknown result 'victory'"),
        ("random,bird,0,3,1", "line 4: 5 entries instead of 32"),
        ("", "line 4: 0 entries instead of 32"),
        (f"random,bird,zero,3,2,{SEEDS[2]},win,40,30,120,{POINTS}", "line 4: difficulty .* whole number, not 'zero'"),
        (f"random,bird,0,3,2,{SEEDS[2]},win,4e1,30,120,{POINTS}", "line 4: score must be a whole number, not '4e1'"),
        (f"random,bird,0,3,2,{SEEDS[2]},win,,30,120,{POINTS}", "line 4: score must be a whole number, not ''"),
        (f"random,bird,0,3,2,{SEEDS[2]},win,1_0,30,120,{POINTS}", "line 4: score must be a whole number, not '1_0'"),
        (f"greedy,bird,0,3,2,{SEEDS[2]},win,40,30,120,{POINTS}", "line 4: greedy on bird .* no part of this rating"),
        (f"random,bird,7,3,2,{SEEDS[2]},win,40,30,120,{POINTS}", "line 4: .* difficulty 7 .* no part of this rating"),
        (f"random,bird,0,3,5,1,win,40,30,120,{POINTS}", "line 4: there is no game 5; they go from 0 to 4"),
        (f"random,bird,0,3,-1,1,win,40,30,120,{POINTS}", "line 4: there is no game -1"),
        (f"random,bird,0,3,2,1,win,40,30,120,{POINTS}", f"line 4: game 2 of this rating has seed {SEEDS[2]}, not 1"),
        (f"random,bird,0,3,2,{SEEDS[2]},win,20,30,120,{POINTS}", "line 4: 20 to 30 points are no win"),
        (f"random,bird,0,3,1,{SEEDS[1]},win,40,30,121,{POINTS}", "line 4: game 1 .* went differently than line 3 says"),
        (
            f"random,bird,0,3,2,{SEEDS[2]},win,41,30,120,{POINTS}",
            "line 4: score is 41, but its categories add up to 40",
        ),
        (f"random,bird,0,3,2,{SEEDS[2]},win,40,29,120,{POINTS}", "line 4: rival_score is 29, .* add up to 30"),
        (f"random,bird,0,3,2,{SEEDS[2]},win,40,30,120,{POINTS[:-1]}x", "rival_score_dark_tablets must be"),
        (f'"random,bird,0,3,1,{SEEDS[1]},win,41,30,120,{POINTS}', "line 4: "),
    ],
)
def test_damaged_lines_are_named(begun: Path, line: str, message: str) -> None:
    with (begun / GAMES).open("a", encoding="utf-8") as handle:
        handle.write(line + "\n")
    before = (begun / GAMES).read_bytes()
    with pytest.raises(ValueError, match=message) as caught:
        opened(begun, resume=True)
    assert str(begun / GAMES) in str(caught.value)
    assert "--overwrite" in str(caught.value)
    assert (begun / GAMES).read_bytes() == before


def test_the_same_game_listed_twice_counts_once(begun: Path) -> None:
    GamesFile(begun / GAMES).append([result(1), result(0, difficulty=1), result(0)])
    assert opened(begun, resume=True) == [result(0), result(1), result(0, difficulty=1)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        (HEADER[:20], "header"),
        (HEADER, "header"),
        ("\n", "header"),
        (f"random,bird,0,3,1,{SEEDS[1]},win,40,30,120,{POINTS}\n", "header"),
        (HEADER.replace("objectives,", "") + "\n", "header"),  # of a release without objectives
    ],
)
def test_a_list_without_its_header_is_refused_with_the_repair(begun: Path, text: str, words: str) -> None:
    (begun / GAMES).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=words) as caught:
        opened(begun, resume=True)
    for advice in (str(begun / GAMES), HEADER, "delete the file", "--overwrite"):
        assert advice in str(caught.value)
    assert (begun / GAMES).read_text(encoding="utf-8") == text


def test_a_list_from_an_editor_of_another_system_is_read(begun: Path) -> None:
    text = (begun / GAMES).read_text(encoding="utf-8")
    (begun / GAMES).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert opened(begun, resume=True) == [result(0), result(1)]


@pytest.mark.parametrize("name", [GAMES, CONFIGURATION])
def test_files_that_are_no_text_are_named(begun: Path, name: str) -> None:
    data = (begun / name).read_bytes()
    (begun / name).write_bytes(data + b"\xff\xfe\n")
    with pytest.raises(ValueError, match=rf"{name}, line {data.count(10) + 1}: .*not UTF-8"):
        opened(begun, resume=True)


@pytest.mark.parametrize("text", ["{", "[]", "null", "3", '{"resumed_with_versions": 1}'])
def test_a_damaged_configuration_is_named(begun: Path, text: str) -> None:
    (begun / CONFIGURATION).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"{CONFIGURATION} is damaged .*--overwrite"):
        opened(begun, resume=True)
    (begun / CONFIGURATION).unlink()
    with pytest.raises(ValueError, match=rf"{CONFIGURATION} is missing"):
        opened(begun, resume=True)


def test_a_full_disk_leaves_the_list_as_it_was(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (begun / GAMES).read_bytes()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=rf"{GAMES} cannot be written: No space left"):
        GamesFile(begun / GAMES).append([result(2)])
    assert (begun / GAMES).read_bytes() == before


# --- other machines and other processes ------------------------------------------------------------------------------
def test_other_versions_are_told_and_recorded(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def later(learning: bool = False) -> dict[str, str]:
        return {"python": "4.0"}

    begun_with = json.loads((begun / CONFIGURATION).read_text())["versions"]
    monkeypatch.setattr(configuration_module, "versions", later)
    folder = RatingFolder(begun)
    for _ in range(2):
        assert folder.open(ASKED, resume=True, overwrite=False) == [result(0), result(1)]
        folder.close()
    assert "python" in folder.notes[0]
    written = json.loads((begun / CONFIGURATION).read_text())
    assert written["versions"] == begun_with
    assert written["resumed_with_versions"] == [{"python": "4.0"}]


@pytest.mark.parametrize("variable", ["NUMBA_CPU_NAME", "NUMBA_BOUNDSCHECK"])
def test_a_rating_is_described_alike_on_another_processor(variable: str) -> None:
    code = (
        "import json\nfrom agents.arena.configuration import RatingConfiguration\n"
        "print(json.dumps(RatingConfiguration(('bird',), (0, 1), ('random',), 5, 0, (3,)).described()))"
    )
    value = {"NUMBA_CPU_NAME": "generic", "NUMBA_BOUNDSCHECK": "1"}[variable]
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, variable: value}, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == json.loads(json.dumps(ASKED.described()))


def test_the_fingerprint_of_the_rules_follows_their_sources_and_facts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arnak_env.core import fingerprint

    (tmp_path / "rival.py").write_bytes(b"a = 1\nb = 2\n")
    monkeypatch.setattr(fingerprint, "rules_sources", lambda game: [tmp_path / "rival.py"])
    first = fingerprint.rules_fingerprint("facts")
    assert fingerprint.rules_fingerprint("other facts") != first
    (tmp_path / "rival.py").write_bytes(b"a = 1\r\nb = 2\r\n")
    assert fingerprint.rules_fingerprint("facts") == first
    (tmp_path / "rival.py").write_bytes(b"a = 1\nb = 3\n")
    assert fingerprint.rules_fingerprint("facts") != first


@pytest.mark.parametrize("game", ["arnak", "arkeis"])
def test_all_compiled_modules_are_sources_of_the_rules_and_words_are_not(game: str) -> None:
    from arnak_env.core.fingerprint import PACKAGE, rules_sources

    sources = rules_sources(game)
    marker = f"arnak_env.{game}.compiled import"
    compiled = [path for path in (PACKAGE / game).glob("*.py") if marker in path.read_text("utf-8")]
    assert compiled
    assert set(compiled) <= set(sources)
    assert PACKAGE / "core" / "batch.py" in sources
    names = {path.stem for path in sources}
    assert {"batch", "config", "state", "opcodes", "tables", "observation"} <= names
    assert not {"words", "scenario", "replays", "reasons"} & names
    other = {"arnak": "arkeis", "arkeis": "arnak"}[game]
    assert not any(path.parent.name == other for path in sources)


def test_two_ratings_do_not_write_to_one_folder(begun: Path) -> None:
    code = (
        "import sys, pathlib\nfrom agents.folders import OneWriter\n"
        "lock = OneWriter(pathlib.Path(sys.argv[1]))\nprint('held', flush=True)\nsys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(begun)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    before = (begun / GAMES).read_bytes()
    for arguments in ({"resume": True}, {"overwrite": True}, {}):
        with pytest.raises(FolderInUse, match=f"another process is writing to {begun}"):
            opened(begun, **arguments)
    assert (begun / GAMES).read_bytes() == before
    other.kill()  # however it ends, the folder is free
    other.communicate()
    assert opened(begun, resume=True) == [result(0), result(1)]


def test_a_folder_that_is_refused_is_free_again(begun: Path) -> None:
    folder = RatingFolder(begun)
    with pytest.raises(FileExistsError, match="already holds"):
        folder.open(ASKED, resume=False, overwrite=False)
    assert opened(begun, resume=True)


def _file(path: Path) -> Path:
    path.touch()
    return path


@pytest.mark.parametrize("place", [lambda path: _file(path / "file"), lambda path: _file(path / "file") / "below"])
def test_a_file_in_the_way_is_named(tmp_path: Path, place: Callable[[Path], Path]) -> None:
    with pytest.raises(FileExistsError, match=rf"{tmp_path / 'file'} is a file"):
        opened(place(tmp_path))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**arguments: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(OSError, match=rf"cannot be written to {tmp_path / 'out'}: Permission denied"):
        opened(tmp_path / "out")
