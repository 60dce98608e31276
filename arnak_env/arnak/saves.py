"""Saved games: a header in words and the bytes of the records."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from arnak_env.arnak.actions import SCHEMA
from arnak_env.arnak.state import GAME

_MAGIC = b"arnak_env games\n"


def layout_fingerprint() -> str:
    """Return a short hash of the record's layout; saves of another layout cannot be read."""
    return hashlib.sha256(f"{SCHEMA} {GAME.descr} {GAME.itemsize}".encode()).hexdigest()[:16]


def _checksum(header: dict[str, Any], body: bytes) -> str:
    """Return the sha256 of the games and of all that the header says about them."""
    words = {key: value for key, value in header.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(words, sort_keys=True).encode() + body).hexdigest()


def pack_games(games: np.ndarray, content: str, extra: dict[str, Any]) -> bytes:
    """Return game records as bytes with everything needed to read them safely."""
    body = games.tobytes()
    header = {"layout": layout_fingerprint(), "content": content, "games": len(games), "extra": extra}
    header["sha256"] = _checksum(header, body)
    return _MAGIC + json.dumps(header).encode() + b"\n" + body


def unpack_games(data: bytes, content: str) -> tuple[np.ndarray, dict[str, Any]]:
    """Return the records and the extra header of `pack_games`.

    Raises:
        ValueError: when the data is no save, is damaged, or was written by another version or with other content.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a save is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(_MAGIC):
        raise ValueError("this is no save of arnak_env games: it does not start with the right words")
    try:
        line, _, body = data[len(_MAGIC) :].partition(b"\n")
        header = json.loads(line)
        layout, written, count, extra, digest = (header[k] for k in ("layout", "content", "games", "extra", "sha256"))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"the save is damaged: its header cannot be read ({error})") from None
    if layout != layout_fingerprint():
        raise ValueError(f"the save is of another version: game record {layout}, this is {layout_fingerprint()}")
    if written != content:
        raise ValueError("the save was written with other content; pass the same override file to load it")
    if _checksum(header, body) != digest or len(body) != count * GAME.itemsize:
        raise ValueError("the save is damaged: it does not match its checksum")
    return np.frombuffer(body, GAME).copy(), extra
