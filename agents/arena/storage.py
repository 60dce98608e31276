"""The folder of a rating, kept by one process at a time.

``configuration.json``                          what was asked for, with versions and fingerprints; written first
``games.csv``                                   one line for each finished game, see `agents.arena.games_file`
``rival_rating.csv``, ``episode_rating.csv``    the table; written at the end
``rival_rating.png``, ``episode_rating.png``    the plot; written at the end
``tournament.csv``, ``cross_table.csv``         the tables of a tournament, ``tournament.png`` its plot
``analysis.csv``, ``analysis.png``              both of an analysis
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from agents.arena.games import GamesFile
from agents.arena.games_file import GameList, Rated
from agents.folders import OneWriter, make_writable, read_text, write_text

CONFIGURATION = "configuration.json"
GAMES = "games.csv"
TABLE = "rival_rating.csv"
PLOT = "rival_rating.png"
EPISODE_TABLE = "episode_rating.csv"
EPISODE_PLOT = "episode_rating.png"
STANDINGS_TABLE = "tournament.csv"
CROSS_TABLE = "cross_table.csv"
TOURNAMENT_PLOT = "tournament.png"
ANALYSIS_TABLE = "analysis.csv"
ANALYSIS_PLOT = "analysis.png"
_SUMMARIES = (
    *(PLOT, TABLE, EPISODE_PLOT, EPISODE_TABLE),
    *(TOURNAMENT_PLOT, CROSS_TABLE, STANDINGS_TABLE, ANALYSIS_PLOT, ANALYSIS_TABLE),
)
FILES = (*_SUMMARIES, GAMES, CONFIGURATION)  # in the order in which they are removed
_AFRESH = "use --overwrite to start afresh"
_RECORDED = ("versions", "resumed_with_versions")  # told, but other ones do not forbid to resume


class Described(Rated, Protocol):
    """What a rating was asked for, as `RatingConfiguration`."""

    def described(self) -> dict[str, Any]: ...


class RatingFolder:
    """The folder of one rating.

    Args:
        path: the folder; `open` creates it.
        kind: what the list of games holds, by default games against the rival.
    """

    def __init__(self, path: str | Path, kind: type[GameList[Any]] = GamesFile) -> None:
        self.path = Path(path)
        self.notes: list[str] = []
        """What the user should know about a resumed rating."""
        self._games = kind(self.path / GAMES)
        self._lock: OneWriter | None = None

    def open(self, configuration: Described, *, resume: bool, overwrite: bool) -> list[Any]:
        """Get the folder ready, keep it for this process, and return the games that are already finished.

        Raises:
            FileExistsError: when it holds a rating and neither `resume` nor `overwrite` is given.
            FolderInUse: when another process works there.
            OSError: when nothing can be written there.
            ValueError: when the rating to resume was asked for differently, or its files are damaged.
        """
        make_writable(self.path)
        self._lock = OneWriter(self.path)
        try:
            return self._prepare(configuration, resume, overwrite)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the folder free."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _prepare(self, configuration: Described, resume: bool, overwrite: bool) -> list[Any]:
        present = [name for name in FILES if (self.path / name).exists()]
        if present and not resume and not overwrite:
            raise FileExistsError(
                f"{self.path} already holds results; go on with --resume, start afresh with --overwrite, "
                "or name another folder with --out"
            )
        description = json.loads(json.dumps(configuration.described()))
        finished: list[Any] = []
        if present and not overwrite:
            before = self._same_as(description)
            finished = self._games.read(configuration)
            if len(finished) < len(configuration.cells()) * configuration.games:
                self._note_versions(before, description)
            description = before
        for name in present if overwrite else ():
            (self.path / name).unlink()
        write_text(self.path / CONFIGURATION, json.dumps(description, indent=2) + "\n")
        self._games.create()
        return finished

    def _same_as(self, description: dict[str, Any]) -> dict[str, Any]:
        """Return the description in the folder, after checking that it asks for the same as `description`."""
        before = self._description()
        differences = list(_differences(_decisive(before), _decisive(description)))
        if differences:
            raise ValueError(
                f"{self.path} holds results that were asked for differently, so they cannot be resumed:\n"
                + "\n".join(f"    {line}" for line in differences)
                + "\nask for the same, or use --overwrite or another --out"
            )
        return before

    def _note_versions(self, before: dict[str, Any], description: dict[str, Any]) -> None:
        """Note with what versions the games go on, in the description `before`, when they are others."""
        changed = list(_differences(before.get("versions"), description["versions"]))
        if changed:
            self.notes.append(
                "resumed with other versions than it was begun with; games should go the same way, but nothing "
                "guarantees it:\n" + "\n".join(f"    {line}" for line in changed)
            )
            later = before.setdefault("resumed_with_versions", [])
            if description["versions"] not in later:
                later.append(description["versions"])

    def _description(self) -> dict[str, Any]:
        path = self.path / CONFIGURATION
        try:
            before = json.loads(read_text(path))
        except FileNotFoundError:
            raise ValueError(f"{path} is missing, so nothing says what these results are; {_AFRESH}") from None
        except json.JSONDecodeError as error:
            raise ValueError(f"{path} is damaged ({error}); restore it, or {_AFRESH}") from None
        except ValueError as error:
            raise ValueError(f"{error}; restore it, or {_AFRESH}") from None
        if not isinstance(before, dict) or not isinstance(before.get("resumed_with_versions", []), list):
            raise ValueError(f"{path} is damaged (it is no description of a rating); restore it, or {_AFRESH}")
        return before

    def append(self, games: Iterable[Any]) -> None:
        """Add finished games to the list."""
        self._games.append(games)

    def rewrite(self, games: Iterable[Any]) -> None:
        """Replace the list, in the order given."""
        self._games.rewrite(games)


def _decisive(description: dict[str, Any]) -> dict[str, Any]:
    """Return what must be the same to go on: of the content its fingerprint, not where its file lies."""
    decisive = {name: value for name, value in description.items() if name not in _RECORDED}
    if isinstance(decisive.get("arguments"), dict):
        decisive["arguments"] = {name: value for name, value in decisive["arguments"].items() if name != "content"}
    return decisive


def _differences(before: Any, now: Any, where: str = "") -> Iterator[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in {**before, **now}:
            yield from _differences(before.get(key), now.get(key), f"{where}.{key}" if where else key)
    elif before != now:
        yield f"{where}: {before!r} before, {now!r} now"
