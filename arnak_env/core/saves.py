"""Saved games: a header in words and the bytes of the records."""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

_MAGIC = b"arnak_env games\n"
_DAMAGED = "the save is damaged: it does not match its checksum"
_FIRST_GAME = "arnak"  # saves that name no game are from before there were two


@dataclass(frozen=True, eq=False)
class SaveFormat:
    """How the games of one kind are saved.

    Attributes:
        game: the name of its folder in this package.
        title: its name for people.
        record: dtype of a game record.
        schema: version of the action numbers.
    """

    game: str
    title: str
    record: np.dtype
    schema: int

    @functools.cached_property
    def layout_fingerprint(self) -> str:
        """A short hash of the record's layout; saves of another layout cannot be read."""
        words = f"{self.schema} {self.record.descr} {self.record.itemsize}"
        return hashlib.sha256(words.encode()).hexdigest()[:16]

    def pack(self, games: np.ndarray, content: str, extra: dict[str, Any]) -> bytes:
        """Return game records as bytes with everything needed to read them safely."""
        body = games.tobytes()
        header = {
            "game": self.game,
            "layout": self.layout_fingerprint,
            "content": content,
            "games": len(games),
            "extra": extra,
        }
        header["sha256"] = _checksum(header, body)
        return _MAGIC + json.dumps(header).encode() + b"\n" + body

    def unpack(self, data: bytes, content: str) -> tuple[np.ndarray, dict[str, Any]]:
        """Return the records and the extra header of `pack`.

        Raises:
            ValueError: when the data is no save, is damaged, or was written for another game, by another version or
                with other content.
        """
        header, body = _split(data)
        try:
            layout, written, count, extra, digest = (
                header[key] for key in ("layout", "content", "games", "extra", "sha256")
            )
            game = header.get("game", _FIRST_GAME)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"the save is damaged: its header cannot be read ({error})") from None
        other = self._other(game, layout, written, content)
        if _checksum(header, body) != digest:  # told first; what a damaged header says may mean nothing
            raise ValueError(_DAMAGED + (f"; by its header {other}" if other else ""))
        if other:
            raise ValueError(other)
        if len(body) != count * self.record.itemsize:
            raise ValueError(_DAMAGED)
        return np.frombuffer(body, self.record).copy(), extra

    def _other(self, game: Any, layout: Any, written: Any, content: str) -> str:
        """Return of what other game, version or content a header says that it is; empty: of none."""
        if game != self.game:
            return f"the save is of another game: {game!r}, this is {self.game!r} ({self.title})"
        if layout != self.layout_fingerprint:
            return f"the save is of another version: game record {layout}, this is {self.layout_fingerprint}"
        if written != content:
            return "the save was written with other content; pass the same override file to load it"
        return ""


def _split(data: bytes) -> tuple[Any, bytes]:
    """Return the header and the body of a save.

    Raises:
        ValueError: when the data is no save, or its header is damaged.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a save is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(_MAGIC):
        raise ValueError("this is no save of arnak_env games: it does not start with the right words")
    line, _, body = data[len(_MAGIC) :].partition(b"\n")
    try:
        return json.loads(line), body
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the save is damaged: its header cannot be read ({error})") from None


def _checksum(header: dict[str, Any], body: bytes) -> str:
    """Return the sha256 of the games and of all that the header says about them."""
    words = {key: value for key, value in header.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(words, sort_keys=True).encode() + body).hexdigest()
