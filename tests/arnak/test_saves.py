"""Damaged saves: a clear error, or exactly what was saved; never another game and never another kind of error."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak.content import load_content
from arnak_env.arnak.saves import FORMAT, unpack_games
from arnak_env.core.saves import SaveFormat

WORDS = "no save of arnak_env games|the save is damaged|of another game|of another version|with other content"


@pytest.fixture(scope="module")
def saved() -> bytes:
    batch = Batch(1, difficulty=3, objectives=2, seed=2**63 - 5, observe=False)
    batch.playout(20)
    return batch.save()


def refusal(read: Callable[[], object]) -> str:
    """Return the words in which data is refused, empty when it is read; any other kind of error fails the test."""
    try:
        read()
    except ValueError as error:
        return str(error)
    return ""


def refused_or_equal(data: bytes, saved: bytes) -> bool:
    """Return whether the data is refused in words; if it is not, it must hold what was saved."""
    known = load_content().fingerprint
    words = refusal(lambda: unpack_games(data, known))
    if words:
        assert re.search(WORDS, words), words
        return True
    (games, extra), (original, original_extra) = unpack_games(data, known), unpack_games(saved, known)
    assert games.tobytes() == original.tobytes()
    assert extra == original_extra
    return False


def test_every_truncation_is_refused(saved: bytes) -> None:
    for length in range(len(saved)):
        assert refused_or_equal(saved[:length], saved), length


def test_every_flipped_bit_is_refused_or_changes_nothing(saved: bytes) -> None:
    refused = 0
    for place in range(len(saved)):
        for bit in range(8):
            data = bytearray(saved)
            data[place] ^= 1 << bit
            refused += refused_or_equal(bytes(data), saved)
    assert refused > 0.99 * 8 * len(saved)


def test_random_damage_is_refused_by_load(saved: bytes) -> None:
    """Bytes overwritten, left out, put in, doubled, and two saves mixed."""
    rng = np.random.default_rng(0)
    other = Batch(1, seed=3, observe=False).save()
    for _ in range(2000):
        start, stop = sorted(rng.integers(0, len(saved) + 1, 2).tolist())
        data = {
            0: saved[:start] + rng.bytes(stop - start) + saved[stop:],
            1: saved[:start] + saved[stop:],
            2: saved[:start] + rng.bytes(int(rng.integers(1, 50))) + saved[start:],
            3: saved[:stop] + saved[start:],
            4: saved[:start] + other[start:],
        }[int(rng.integers(5))]
        if data in (saved, other):
            continue
        words = refusal(lambda data=data: Batch.load(data))  # type: ignore[misc]
        assert re.search(WORDS, words) if words else Batch.load(data).save() == saved


@pytest.mark.parametrize("data", [None, "text", 3, b"", b"arnak_env games\n", b"arnak_env games\n{}\n", [1], Path("x")])
def test_what_is_no_save_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=f"{WORDS}|a save is bytes, not"):
        Batch.load(data)  # type: ignore[arg-type]


HEADERS = [b"[]", b"null", b"7", b'"x"', b"{" * 2000, b"[" * 100_000, b'{"layout": ' + b"9" * 5000 + b"}", b"\xff"]


@pytest.mark.parametrize("line", HEADERS, ids=lambda line: str(line[:12]))
def test_headers_of_another_kind_are_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match="header cannot be read"):
        Batch.load(b"arnak_env games\n" + line + b"\n")


def test_a_save_of_other_content_says_so(tmp_path: Path) -> None:
    path = tmp_path / "my_box.toml"
    path.write_text('[[card]]\nid = "ostrich"\ncost = 2\n')
    data = Batch(1, content=path).save()
    with pytest.raises(ValueError, match="with other content; pass the same override file"):
        Batch.load(data)
    assert Batch.load(data, content=path).save() == data
    assert Batch.load(memoryview(bytearray(data)), content=path).save() == data  # type: ignore[arg-type]


def test_a_save_of_the_other_game_is_refused(saved: bytes) -> None:
    other = SaveFormat("other", "Another Game", np.dtype([("over", "i1")]), 1)
    with pytest.raises(ValueError, match=r"of another game: 'arnak', this is 'other' \(Another Game\)"):
        other.unpack(saved, load_content().fingerprint)
    with pytest.raises(ValueError, match=r"of another game: 'other', this is 'arnak' \(Lost Ruins of Arnak\)"):
        Batch.load(other.pack(np.zeros(1, other.record), "facts", {}))


def test_a_save_from_before_there_were_two_games_is_read(saved: bytes) -> None:
    known = load_content().fingerprint
    games, extra = unpack_games(saved, known)
    old = FORMAT.pack(games, known, extra)
    magic, line, body = old.split(b"\n", 2)
    header = json.loads(line)
    del header["game"], header["sha256"]
    header["sha256"] = hashlib.sha256(json.dumps(header, sort_keys=True).encode() + body).hexdigest()
    again, _ = unpack_games(b"\n".join([magic, json.dumps(header).encode(), body]), known)
    assert np.array_equal(again, games)
