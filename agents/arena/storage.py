"""The files of a rating: results are appended game by game, so that whatever is finished survives.

``configuration.json``  what was asked for, with versions and fingerprints; written first
``games.csv``           one line for each finished game
``rival_rating.csv``    the table; written at the end
``rival_rating.png``    the plot; written at the end
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from agents.arena.configuration import Cell

CONFIGURATION = "configuration.json"
GAMES = "games.csv"
TABLE = "rival_rating.csv"
PLOT = "rival_rating.png"
FILES = (CONFIGURATION, GAMES, TABLE, PLOT)
RESULTS = ("loss", "tie", "win")


class GameResult(NamedTuple):
    """One finished game."""

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

    @property
    def cell(self) -> Cell:
        """The cell the game belongs to."""
        return Cell(self.agent, self.board, self.difficulty, self.objectives)


class RatingFolder:
    """The folder of one rating.

    Args:
        path: the folder; it is created with the first result.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def open(self, description: dict[str, Any], *, resume: bool, overwrite: bool) -> list[GameResult]:
        """Get the folder ready and return the games that are already finished.

        Raises:
            FileExistsError: when it holds a rating and neither `resume` nor `overwrite` is given.
            ValueError: when the rating to resume was asked for differently, or its files are damaged.
        """
        if self.path.exists() and not self.path.is_dir():
            raise FileExistsError(f"{self.path} is a file; name a folder for the results")
        present = [name for name in FILES if (self.path / name).exists()]
        if present and not resume and not overwrite:
            raise FileExistsError(
                f"{self.path} already holds a rating; go on with --resume, start afresh with --overwrite, "
                "or name another folder with --out"
            )
        finished: list[GameResult] = []
        if present and overwrite:
            for name in present:
                (self.path / name).unlink()
        elif present:
            self._check_same(description)
            finished = self.read_games()
        self.path.mkdir(parents=True, exist_ok=True)
        write_text(self.path / CONFIGURATION, json.dumps(description, indent=2) + "\n")
        return finished

    def _check_same(self, description: dict[str, Any]) -> None:
        path = self.path / CONFIGURATION
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ValueError(f"{path} is missing, so nothing says what these results are; use --overwrite") from None
        except json.JSONDecodeError as error:
            raise ValueError(f"{path} is damaged ({error}); use --overwrite to start afresh") from None
        differences = list(_differences(before, json.loads(json.dumps(description))))
        if differences:
            raise ValueError(
                f"{self.path} holds a rating that was asked for differently, so it cannot be resumed:\n"
                + "\n".join(f"    {line}" for line in differences)
                + "\nask for the same, or use --overwrite or another --out"
            )

    def read_games(self) -> list[GameResult]:
        """Return the finished games; a last line cut short by a crash is dropped.

        Raises:
            ValueError: naming file and line, when another line is damaged or a game appears twice.
        """
        path = self.path / GAMES
        if not path.exists():
            return []
        text = path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            write_text(path, whole)
        lines = whole.splitlines()
        if lines and lines[0] != ",".join(GameResult._fields):
            raise ValueError(f"{path}, line 1: not the header of a list of games; use --overwrite to start afresh")
        games = []
        seen: set[tuple[Cell, int]] = set()
        for number, row in enumerate(csv.reader(lines[1:]), start=2):
            try:
                agent, board, *where, result, score, rival_score, decisions = row
                difficulty, objectives, game, seed = map(int, where)
                entry = GameResult(
                    agent,
                    board,
                    difficulty,
                    objectives,
                    game,
                    seed,
                    result,
                    int(score),
                    int(rival_score),
                    int(decisions),
                )
                if result not in RESULTS:
                    raise ValueError(f"unknown result {result!r}")
                if (entry.cell, entry.game) in seen:
                    raise ValueError("this game is already listed")
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}; use --overwrite to start afresh") from None
            seen.add((entry.cell, entry.game))
            games.append(entry)
        return games

    def append(self, games: Iterable[GameResult]) -> None:
        """Add finished games to the list."""
        path = self.path / GAMES
        new = not path.exists()
        with path.open("a", encoding="utf-8", newline="") as handle:
            writer = csv.writer(handle, lineterminator="\n")
            if new:
                writer.writerow(GameResult._fields)
            writer.writerows(games)

    def rewrite(self, games: Iterable[GameResult]) -> None:
        """Replace the list, in the order given: the order in which games end depends on interruptions."""
        path = self.path / GAMES
        draft = path.with_suffix(".draft")
        with draft.open("w", encoding="utf-8", newline="") as handle:
            writer = csv.writer(handle, lineterminator="\n")
            writer.writerow(GameResult._fields)
            writer.writerows(games)
        os.replace(draft, path)


def write_text(path: Path, text: str) -> None:
    """Write a file in one go: a crash leaves the old one or the new one."""
    draft = path.with_name(path.name + ".draft")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, path)


def _differences(before: Any, now: Any, where: str = "") -> Iterable[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in {**before, **now}:
            yield from _differences(before.get(key), now.get(key), f"{where}.{key}" if where else key)
    elif before != now:
        yield f"{where}: {before!r} before, {now!r} now"
