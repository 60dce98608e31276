"""Sentence 11: a replay file reproduces its game; a file of another version is refused with a clear message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.replays import final_state, fingerprint, new_replay, play_through, start
from arnak_env.core.replay import VERSION, Replay

from .players import Long
from .tables import SWITCH_SETS, TILES

GAMES: list[dict[str, Any]] = [
    *({"board": board, "num_players": players} for board in o.BOARDS for players in (2, 3, 4)),
    *({"board": board, "num_players": 1, "difficulty": level} for board in o.BOARDS for level in (0, 3, 5)),
    *({"board": "snake", "num_players": 1, "rival_tiles": tiles} for tiles in TILES),
    *({"board": "bird", "num_players": 1, "switches": names, "difficulty": 4} for names in SWITCH_SETS),
]


def record(game: dict[str, Any], seed: int, player: Long, decisions: int = 10_000) -> tuple[Replay, Batch]:
    """Play one game and write down what a replay keeps."""
    replay = new_replay(game, seed, ["random"] * game["num_players"])
    batch = Batch(1, **game, seed=seed)
    while not batch.over[0] and len(replay.actions) < decisions:
        action = int(player(batch)[0])
        replay.actions.append(batch.action_words(0, action))
        batch.step([action])
    replay.final = final_state(batch)
    return replay, batch


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(str(value) for value in game.values())[:60])
def test_a_replay_file_reproduces_the_game(game: dict[str, Any], tmp_path: Path) -> None:
    """Written to disk, read back, played through: the same last state and the same seats on the way."""
    for seed in (0, 2**40 + 3):
        replay, played = record(game, seed, Long(seed))
        loaded = Replay.load(replay.save(tmp_path / "a" / "game.json"))
        assert list(loaded) == replay.actions
        assert loaded.final == replay.final
        batch = start(loaded)
        seats = []
        for number, words, seat in play_through(loaded, batch):
            assert words == replay.actions[number - 1]
            assert seat == batch.player[0]
            seats.append(seat)
        assert len(seats) == len(replay.actions)
        assert set(seats) == set(range(game["num_players"]))
        assert batch.games.tobytes() == played.games.tobytes()
        assert np.array_equal(batch.scores(), played.scores())


def test_a_recording_may_stop_in_the_middle(tmp_path: Path) -> None:
    for decisions in (0, 1, 17):
        replay, played = record(GAMES[0], 5, Long(), decisions)
        loaded = Replay.load(replay.save(tmp_path / "game.json"))
        batch = start(loaded)
        assert len(list(play_through(loaded, batch))) == decisions
        assert batch.games.tobytes() == played.games.tobytes()


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return record(GAMES[0], 5, Long(), 40)[0].save(tmp_path / "game.json")


def change(path: Path, **entries: Any) -> Path:
    content = json.loads(path.read_text())
    for key, value in entries.items():
        if value is ...:
            del content[key]
        else:
            content[key] = value
    path.write_text(json.dumps(content))
    return path


def run(path: Path) -> None:
    replay = Replay.load(path)
    for _ in play_through(replay, start(replay, path.name), path.name):
        pass


def test_the_file_is_readable_by_people(written: Path) -> None:
    text = written.read_text()
    assert '"dig ' in text
    assert text.endswith("\n")
    run(written)


@pytest.mark.parametrize("version", [VERSION + 1, 0, None, "1"])
def test_a_file_of_another_version_is_refused_with_a_clear_message(written: Path, version: object) -> None:
    with pytest.raises(ValueError, match=rf"game\.json.*version {version!r}.*reads version {VERSION}"):
        run(change(written, version=version))


@pytest.mark.parametrize("key", sorted(fingerprint()))
def test_a_file_recorded_with_other_rules_or_facts_is_refused_with_a_clear_message(written: Path, key: str) -> None:
    marks = {**fingerprint(), key: "other"}
    with pytest.raises(ValueError, match=rf"game\.json was recorded with other {key}.*release that recorded it"):
        run(change(written, fingerprint=marks))


@pytest.mark.parametrize(
    "entries",
    [
        {"format": "chess"}, {"actions": ...}, {"actions": "pass"}, {"actions": [1]}, {"seed": ...}, {"extra": 1},
        {"actions": ["dig nowhere"]}, {"actions": ["end turn"]}, {"seed": "five"}, {"seed": -1}, {"seed": 1.5},
        {"seed": None}, {"game": {}}, {"game": 3}, {"game": {"board": "owl"}}, {"game": {"num_players": 7}},
        {"game": {"board": "bird", "num_players": 2, "colour": "red"}}, {"game": None}, {"fingerprint": None},
        {"fingerprint": []}, {"final": {}}, {"final": {"over": True}}, {"final": 3}, {"players": 5}, {"seed": [5]},
        {"game": {"board": "bird", "num_players": 2, "switches": 3}}, {"seed": 2**70}, {"seed": True},
    ],
    ids=str,
)  # fmt: skip
def test_a_damaged_file_is_refused(written: Path, entries: dict[str, Any]) -> None:
    """Wrong, missing or additional entries: a ValueError that says so, nothing else."""
    with pytest.raises(ValueError):
        run(change(written, **entries))


def test_a_file_with_another_end_or_another_seed_is_refused(written: Path) -> None:
    content = json.loads(written.read_text())
    final = {**content["final"], "scores": [99, 0, 0, 0, 0]}
    with pytest.raises(ValueError, match="does not reproduce"):
        run(change(written, final=final))
    change(written, final=content["final"])
    run(written)
    with pytest.raises(ValueError):
        run(change(written, seed=content["seed"] + 1))


def test_an_action_that_is_not_allowed_names_its_number_and_the_reason(written: Path) -> None:
    actions = json.loads(written.read_text())["actions"]
    with pytest.raises(ValueError, match=r"action 8: 'accept' is not allowed here: accept: .+"):
        run(change(written, actions=[*actions[:7], "accept", *actions[7:]]))


def test_actions_after_the_end_are_refused(tmp_path: Path) -> None:
    replay, _ = record(GAMES[0], 5, Long())
    replay.actions.append("pass")
    with pytest.raises(ValueError, match="after the end"):
        run(replay.save(tmp_path / "long.json"))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b'{"format": "arnak_env replay"}'])
def test_what_is_no_replay_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "no.json"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"no\.json"):
        Replay.load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.json"):
        Replay.load(tmp_path / "gone.json")
    with pytest.raises((FileNotFoundError, ValueError)):
        Replay.load(tmp_path)


def test_truncated_and_flipped_files_never_play_another_game_in_silence(written: Path) -> None:
    data = written.read_bytes()
    rng = np.random.default_rng(1)
    original = Replay.load(written)
    accepted = 0
    for _ in range(300):
        damaged = bytearray(data)
        damaged[int(rng.integers(len(data)))] ^= 1 << int(rng.integers(7))
        written.write_bytes(bytes(damaged))
        try:
            run(written)
        except ValueError:
            continue
        accepted += 1
        replay = Replay.load(written)
        # What may differ without harm: the names of the players, and letters written in the other case.
        same = [word.lower() for word in replay.actions] == original.actions
        assert same
        assert (replay.seed, replay.final) == (original.seed, original.final)
    assert accepted < 100
    for length in range(0, len(data) - 3, 97):
        written.write_bytes(data[:length])
        with pytest.raises(ValueError):
            run(written)
