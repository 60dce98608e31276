"""Replay files: how a game was set up, its seed, and every action in words.

A replay is JSON, so it can be read and compared by people. It reproduces the game exactly; a file that was made with
other rules, other printed facts or another version of the format is refused instead of silently playing another game.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arnak_env.core.files import write_whole

FORMAT = "arnak_env replay"
VERSION = 2
_KINDS = {
    "game": dict,
    "seed": int,
    "actions": list,
    "players": list,
    "content": dict,
    "fingerprint": dict,
    "final": dict | None,
}


@dataclasses.dataclass
class Replay:
    """One recorded game.

    Attributes:
        game: arguments of `arnak_env.Batch` that set it up, as in `GameConfig`; what is left out has its default.
        seed: its seed.
        actions: every decision in words, in order.
        players: who sat where, for the reader; empty when unknown.
        content: corrections of the printed facts it was played with, in the shape of an override file; empty when there
            were none. So it can be played again where that file does not exist.
        fingerprint: marks of the action numbers, the game record and the printed facts it was recorded with.
        final: scores at the end of the recording and a checksum of the state; None until `finish`.
    """

    game: dict[str, Any]
    seed: int
    actions: list[str] = dataclasses.field(default_factory=list)
    players: list[str] = dataclasses.field(default_factory=list)
    content: dict[str, Any] = dataclasses.field(default_factory=dict)
    fingerprint: dict[str, Any] = dataclasses.field(default_factory=dict)
    final: dict[str, Any] | None = None

    def save(self, path: str | Path) -> Path:
        """Write the replay and return its path; folders are created.

        The file is replaced in one step, so whatever happens it holds the whole replay, this one or the one before.
        """
        content = {"format": FORMAT, "version": VERSION, **dataclasses.asdict(self)}
        return write_whole(path, (json.dumps(content, indent=1) + "\n").encode())

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a replay.

        Raises:
            OSError: when there is no such file, it is a folder, or it cannot be read.
            ValueError: naming the file, when it is no replay, damaged, or of another version.
        """
        path = Path(path)
        if path.is_dir():
            raise FileNotFoundError(f"no such replay file: {path} is a folder")
        if not path.exists():
            raise FileNotFoundError(f"no such replay file: {path}")
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise OSError(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{path} is damaged or no replay: {error}") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError(f"{path} is no replay: its entry 'format' is not {FORMAT!r}")
        if content.get("version") != VERSION:
            raise ValueError(
                f"{path} is a replay of version {content.get('version')!r}; this release reads version {VERSION}"
            )
        names = [field.name for field in dataclasses.fields(cls)]
        wrong = [name for name in content if name not in (*names, "format", "version")]
        missing = [name for name in names if name not in content]
        if wrong or missing:
            parts = [
                f"{what} {', '.join(words)}" for what, words in (("unknown:", wrong), ("missing:", missing)) if words
            ]
            raise ValueError(f"{path} is damaged: {'; '.join(parts)}")
        for name, kind in _KINDS.items():
            if not isinstance(content[name], kind) or isinstance(content[name], bool):
                raise ValueError(f"{path} is damaged: {name!r} cannot be {content[name]!r}")
        for name in ("actions", "players"):
            if not all(isinstance(word, str) for word in content[name]):
                raise ValueError(f"{path} is damaged: {name!r} is not a list of words")
        return cls(**{name: content[name] for name in names})

    def check(self, fingerprint: dict[str, Any], what: str) -> None:
        """Refuse a replay made with other rules or facts.

        Raises:
            ValueError: naming what differs.
        """
        for key, value in fingerprint.items():
            if self.fingerprint.get(key) != value:
                raise ValueError(
                    f"{what} was recorded with other {key} ({self.fingerprint.get(key)!r}, here {value!r}); "
                    "play it with the release that recorded it"
                )

    def __iter__(self) -> Iterator[str]:
        return iter(self.actions)
