"""A list of finished games as a CSV file, one line for each, whatever is rated.

Lines are added as games end, so whatever is finished survives a crash. Reading is strict, because a resumed rating
builds on what it finds: every line must be a game of this rating, and a damaged one is named, never guessed at.
"""

from __future__ import annotations

import csv
import io
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from agents.folders import read_text, write_text

_NUMBER = re.compile(r"-?[0-9]+")
_AFRESH = "or start afresh with --overwrite"


class Damage(ValueError):
    """What is wrong with the entries of a line."""


def is_whole(word: str) -> bool:
    """Return whether an entry is a whole number, written as this program writes one."""
    return _NUMBER.fullmatch(word) is not None


class FinishedGame(Protocol):
    """What every finished game tells: the cell it belongs to, its number there and its seed."""

    @property
    def cell(self) -> Hashable: ...

    @property
    def game(self) -> int: ...

    @property
    def seed(self) -> int: ...


class Rated(Protocol):
    """What a list must know of the rating it belongs to."""

    @property
    def games(self) -> int: ...

    def cells(self) -> Sequence[Hashable]: ...

    def seeds_of(self, cells: Sequence[Any], numbers: NDArray[np.int64]) -> NDArray[np.int64]: ...


Result = TypeVar("Result", bound=FinishedGame)


class GameList(Generic[Result], ABC):
    """The list of finished games; what a line holds, the classes made from it say.

    Args:
        path: the file.
    """

    columns: ClassVar[Sequence[str]]
    """Names of the entries of a line."""
    texts: ClassVar[Sequence[str]]
    """Those that are no whole numbers."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def entry(self, row: Sequence[str]) -> Result:
        """Return the game of a line.

        Raises:
            Damage: when it cannot be.
        """

    @abstractmethod
    def row(self, game: Result) -> Sequence[Any]:
        """Return the entries of a game."""

    @abstractmethod
    def words(self, cell: Any) -> str:
        """Return a cell in words."""

    def create(self) -> None:
        """Write a list without games, unless there is a list."""
        if not self.path.exists():
            self.rewrite(())

    def append(self, games: Iterable[Result]) -> None:
        """Add finished games; when that fails (a full disk), the list is left as it was.

        Raises:
            OSError: naming the file and the reason.
        """
        self.create()
        left = memoryview(self._text(games).encode("utf-8"))
        with self.path.open("ab", buffering=0) as handle:
            end = handle.seek(0, os.SEEK_END)
            try:
                while left:
                    left = left[handle.write(left) :]
                os.fsync(handle.fileno())
            except BaseException as error:
                handle.truncate(end)  # half a line would spoil the next one
                if isinstance(error, OSError):
                    raise OSError(f"{self.path} cannot be written: {error.strerror}") from error
                raise

    def rewrite(self, games: Iterable[Result]) -> None:
        """Replace the list, in the order given: the order in which games end depends on interruptions."""
        write_text(self.path, ",".join(self.columns) + "\n" + self._text(games))

    def read(self, configuration: Rated) -> list[Result]:
        """Return the finished games.

        A last line cut short by a crash is dropped, and its game is played again. Games listed twice in the same words
        count once.

        Raises:
            ValueError: naming file and line, when another line is damaged or is no game of this rating, or when two
                lines say different things of one game.
        """
        if not self.path.exists():
            return []
        lines = list(self._whole_lines())
        games = [self._game(number, row) for number, row in lines]
        numbers = [number for number, _ in lines]
        self._check_belonging(numbers, games, configuration)
        return self._without_repeats(numbers, games)

    def _whole_lines(self) -> Iterator[tuple[int, list[str]]]:
        """Yield number and entries of each line but the header; a last line without its end is removed."""
        text = read_text(self.path)
        rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        header = list(self.columns)
        try:
            if next(rows, None) != header or "\n" not in text:
                what = "does not begin with the header of a list of games" if text else "is empty"
                raise ValueError(
                    f"{self.path} {what}, so it is not as the rating left it. Put this line at its top if its games "
                    f"are still there, delete the file to play all games again with --resume, {_AFRESH}:\n"
                    f"    {','.join(header)}"
                )
            whole = text[: text.rfind("\n") + 1]
            if whole != text:
                write_text(self.path, whole)
                rows = csv.reader(io.StringIO(whole, newline=""), strict=True)
                next(rows)
            for row in rows:
                yield rows.line_num, row
        except csv.Error as error:
            raise self._damaged(rows.line_num, str(error)) from None

    def _game(self, number: int, row: Sequence[str]) -> Result:
        if len(row) != len(self.columns):
            raise self._damaged(number, f"{len(row)} entries instead of {len(self.columns)}")
        for name, word in zip(self.columns, row, strict=True):
            if name not in self.texts and not is_whole(word):
                raise self._damaged(number, f"{name} must be a whole number, not {word!r}")
        try:
            return self.entry(row)
        except Damage as error:
            raise self._damaged(number, str(error)) from None

    def _check_belonging(self, numbers: Sequence[int], games: Sequence[Result], configuration: Rated) -> None:
        cells = set(configuration.cells())
        last = configuration.games - 1
        for number, entry in zip(numbers, games, strict=True):
            if entry.cell not in cells:
                raise self._damaged(number, f"{self.words(entry.cell)} is no part of this rating")
            if not 0 <= entry.game <= last:
                raise self._damaged(number, f"there is no game {entry.game}; they go from 0 to {last}")
        played = np.array([entry.game for entry in games], dtype=np.int64)
        seeds = configuration.seeds_of([entry.cell for entry in games], played).tolist()
        for number, entry, seed in zip(numbers, games, seeds, strict=True):
            if entry.seed != seed:
                raise self._damaged(number, f"game {entry.game} of this rating has seed {seed}, not {entry.seed}")

    def _without_repeats(self, numbers: Sequence[int], games: Sequence[Result]) -> list[Result]:
        found: dict[tuple[Hashable, int], tuple[int, Result]] = {}
        for number, entry in zip(numbers, games, strict=True):
            first, before = found.setdefault((entry.cell, entry.game), (number, entry))
            if entry != before:
                raise self._damaged(
                    number, f"game {entry.game} of {self.words(entry.cell)} went differently than line {first} says"
                )
        return [entry for _, entry in found.values()]

    def _damaged(self, number: int, what: str) -> ValueError:
        return ValueError(
            f"{self.path}, line {number}: {what}; correct or delete that line (a game that is missing is played "
            f"again), {_AFRESH}"
        )

    def _text(self, games: Iterable[Result]) -> str:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(map(self.row, games))
        return text.getvalue()
