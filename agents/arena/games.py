"""``games.csv``: one line for each finished game of a rating.

Lines are added as games end, so whatever is finished survives a crash. Reading is strict, because a resumed rating
builds on what it finds: every line must be a game of this rating, and a damaged one is named, never guessed at.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.arena.configuration import Cell, RatingConfiguration
from agents.folders import read_text, write_text
from arnak_env.arnak.opcodes import SCORE_PARTS

RESULTS = ("loss", "tie", "win")
_NUMBER = re.compile(r"-?[0-9]+")
_AFRESH = "or start afresh with --overwrite"


class GameResult(NamedTuple):
    """One finished game.

    Attributes:
        agent: the agent's name.
        board: the board's name.
        difficulty: difficulty level of the rival.
        objectives: rival objectives dealt each round.
        game: number of the game in its cell, from 0.
        seed: seed of the game, the same in every cell; `arnak_env.Batch` with it deals the same game.
        result: `win`, `tie` or `loss`, as the agent sees it.
        score: points of the agent.
        rival_score: points of the rival.
        decisions: decisions the agent has taken.
        parts: points of the agent by category; together they are `score`.
        rival_parts: points of the rival by category; together they are `rival_score`.
    """

    agent: str
    board: str
    difficulty: int
    objectives: int
    game: int
    seed: int
    result: str
    score: int
    rival_score: int
    decisions: int
    parts: tuple[int, ...]
    rival_parts: tuple[int, ...]

    @property
    def cell(self) -> Cell:
        """The cell the game belongs to."""
        return Cell(self.agent, self.board, self.difficulty, self.objectives)


_TEXTS = ("agent", "board", "result")
PLAIN = GameResult._fields[:-2]  # one column each
PARTS = {
    "parts": tuple(f"score_{part}" for part in SCORE_PARTS),
    "rival_parts": tuple(f"rival_score_{part}" for part in SCORE_PARTS),
}
COLUMNS = (*PLAIN, *PARTS["parts"], *PARTS["rival_parts"])


class GamesFile:
    """The list of finished games.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def create(self) -> None:
        """Write a list without games, unless there is a list."""
        if not self.path.exists():
            self.rewrite(())

    def append(self, games: Iterable[GameResult]) -> None:
        """Add finished games; when that fails (a full disk), the list is left as it was.

        Raises:
            OSError: naming the file and the reason.
        """
        self.create()
        left = memoryview(_text(games).encode("utf-8"))
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

    def rewrite(self, games: Iterable[GameResult]) -> None:
        """Replace the list, in the order given: the order in which games end depends on interruptions."""
        write_text(self.path, ",".join(COLUMNS) + "\n" + _text(games))

    def read(self, configuration: RatingConfiguration) -> list[GameResult]:
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
        header = list(COLUMNS)
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

    def _game(self, number: int, row: Sequence[str]) -> GameResult:
        if len(row) != len(COLUMNS):
            raise self._damaged(number, f"{len(row)} entries instead of {len(COLUMNS)}")
        for name, word in zip(COLUMNS, row, strict=True):
            if name not in _TEXTS and not _NUMBER.fullmatch(word):
                raise self._damaged(number, f"{name} must be a whole number, not {word!r}")
        agent, board, difficulty, objectives, game, seed, result, score, rival_score, decisions, *points = row
        parts = tuple(map(int, points))
        entry = GameResult(
            agent,
            board,
            int(difficulty),
            int(objectives),
            int(game),
            int(seed),
            result,
            int(score),
            int(rival_score),
            int(decisions),
            parts[: len(SCORE_PARTS)],
            parts[len(SCORE_PARTS) :],
        )
        if result not in RESULTS:
            raise self._damaged(number, f"unknown result {result!r}; one of {', '.join(RESULTS)}")
        margin = entry.score - entry.rival_score
        if margin and result != ("win" if margin > 0 else "loss"):  # at equal scores a tie-break may decide
            raise self._damaged(number, f"{entry.score} to {entry.rival_score} points are no {result}")
        for name, whole, shares in (
            ("score", entry.score, entry.parts),
            ("rival_score", entry.rival_score, entry.rival_parts),
        ):
            if sum(shares) != whole:
                raise self._damaged(number, f"{name} is {whole}, but its categories add up to {sum(shares)}")
        return entry

    def _check_belonging(
        self, numbers: Sequence[int], games: Sequence[GameResult], configuration: RatingConfiguration
    ) -> None:
        cells = set(configuration.cells())
        last = configuration.games - 1
        for number, entry in zip(numbers, games, strict=True):
            if entry.cell not in cells:
                raise self._damaged(number, f"{_words(entry.cell)} is no part of this rating")
            if not 0 <= entry.game <= last:
                raise self._damaged(number, f"there is no game {entry.game}; they go from 0 to {last}")
        seeds = configuration.game_seeds(np.array([entry.game for entry in games], dtype=np.int64)).tolist()
        for number, entry, seed in zip(numbers, games, seeds, strict=True):
            if entry.seed != seed:
                raise self._damaged(number, f"game {entry.game} of this rating has seed {seed}, not {entry.seed}")

    def _without_repeats(self, numbers: Sequence[int], games: Sequence[GameResult]) -> list[GameResult]:
        found: dict[tuple[Cell, int], tuple[int, GameResult]] = {}
        for number, entry in zip(numbers, games, strict=True):
            first, before = found.setdefault((entry.cell, entry.game), (number, entry))
            if entry != before:
                raise self._damaged(
                    number, f"game {entry.game} of {_words(entry.cell)} went differently than line {first} says"
                )
        return [entry for _, entry in found.values()]

    def _damaged(self, number: int, what: str) -> ValueError:
        return ValueError(
            f"{self.path}, line {number}: {what}; correct or delete that line (a game that is missing is played "
            f"again), {_AFRESH}"
        )


def _text(games: Iterable[GameResult]) -> str:
    text = io.StringIO()
    rows = ((*game[: len(PLAIN)], *game.parts, *game.rival_parts) for game in games)
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _words(cell: Cell) -> str:
    objectives = f" with {cell.objectives} objectives" if cell.objectives else ""
    return f"{cell.agent} on {cell.board} at difficulty {cell.difficulty}{objectives}"
