"""The tables of the results page: small CSV files, read back as strictly as they are written."""

from __future__ import annotations

import csv
import dataclasses
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.arena import episode_report, report, tournament_report
from agents.arena.statistics import Estimate
from agents.folders import read_text, write_text

POOLED = "all"
"""In place of a difficulty or a number of objectives: all of them together."""

_POINTS = {
    "agent": "the agent's name, in full",
    "board": "the board's name",
    "side": "whose points: `agent` or `rival`",
    "part": "the category of points, as in `rival.csv`; `total`: all of them",
    "games": "games, of all difficulties and numbers of objectives together",
    "mean": "mean points",
    "mean_low": "lower limit of its interval",
    "mean_high": "upper limit of its interval",
}
_ABOVE_GREEDY = {
    "agent": "the agent's name, in full",
    "board": "the board's name",
    "difficulty": f"difficulty level of the rival; `{POOLED}`: all that both agents have played",
    "objectives": f"rival objectives dealt each round; `{POOLED}`: all that both agents have played",
    "games": "games that both agents have played: the same ones, with the same seeds",
    "score": "mean of the agent's points minus greedy's",
    "score_low": "lower limit of its interval",
    "score_high": "upper limit of its interval",
    "margin": "the same of the margins over the rival",
    "margin_low": "lower limit of its interval",
    "margin_high": "upper limit of its interval",
}
_SPEED = {
    "agent": "the agent's name, in full",
    "games_of": "`1 player`, `2 players` and so on, or `Arkeis`",
    "games": "games that were timed, one at a time",
    "decisions": "decisions of the agent in them",
    "milliseconds": "processor time of a decision, geometric mean of the games",
    "milliseconds_low": "lower limit of its interval",
    "milliseconds_high": "upper limit of its interval",
}
_GOALS = {
    "what": "the goal in words",
    "table": "the table with the figure",
    "line": "which line of it",
    "column": "which column",
    "limit": "what must be above: the figure (`value`) or its lower limit (`low`)",
    "above": "what it must be above",
    "measured": "the figure; empty: it was not measured",
    "measured_low": "lower limit of its interval",
    "measured_high": "upper limit of its interval",
}
_RUNS = {
    "run": "the run's folder below the folder of all games",
    "kind": "`rival`, `ladder`, `matches` or `episodes`",
    "plan": "`full`, or `quick` for a small try",
    "agents": "the agents, joined with `;`",
    "cells": "cells: agents, boards and so on in all combinations",
    "games": "games played",
    "seed": "the seed that all seeds follow from",
    "seconds": "time it took, however often it was interrupted",
    "workers": "who played: processes on the machine, or ray",
    "begun": "day of the first game (UTC)",
    "ended": "day of the last game (UTC)",
    "processor": "processor of the machine",
    "cores": "its cores",
    "rules": "fingerprint of the rules' sources and the printed facts",
    "content": "fingerprint of the printed facts",
    "agent_sources": "fingerprints of the agents' sources or networks, joined with `;`",
    "versions": "versions of Python and of packages, joined with `;`",
    "command": "the command that plays this run alone; to the same games, unless an agent has a budget in time",
}


@dataclasses.dataclass(frozen=True)
class Table:
    """One of the tables.

    Attributes:
        name: of the file, without its ending.
        columns: their meanings by name.
        what: what a line is.
    """

    name: str
    columns: Mapping[str, str]
    what: str

    def path(self, folder: Path) -> Path:
        """Return the path of the file in a folder."""
        return folder / f"{self.name}.csv"

    def write(self, rows: Iterable[Mapping[str, Any]], folder: Path) -> Path:
        """Write the table, whole or not at all, and return its path.

        Raises:
            ValueError: when a row has other columns.
            OSError: when it cannot be written.
        """
        text = io.StringIO()
        writer = csv.DictWriter(text, list(self.columns), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            if list(row) != list(self.columns):
                raise ValueError(f"{self.name}.csv: a row has the columns {list(row)}, not {list(self.columns)}")
            writer.writerow(row)
        write_text(self.path(folder), text.getvalue())
        return self.path(folder)

    def read(self, folder: Path) -> list[Line]:
        """Return the lines of the table.

        Raises:
            FileNotFoundError: when the file is missing.
            ValueError: naming file and line, when it is damaged or has other columns.
        """
        path = self.path(folder)
        if not path.is_file():
            raise FileNotFoundError(f"{path} is missing; `arnak results` writes it")
        rows = list(csv.reader(io.StringIO(read_text(path))))
        if not rows or rows[0] != list(self.columns):
            raise ValueError(f"{path}, line 1: the columns must be {','.join(self.columns)}; `arnak results` writes it")
        for number, row in enumerate(rows[1:], start=2):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"{path}, line {number}: {len(row)} entries, but there are {len(self.columns)} columns"
                )
        return [
            Line(f"{path}, line {number}", dict(zip(self.columns, row, strict=True)))
            for number, row in enumerate(rows[1:], start=2)
        ]


@dataclasses.dataclass(frozen=True)
class Line:
    """A line of a table; entries that are not what they should be raise ValueError with file, line and column."""

    where: str
    entries: Mapping[str, str]

    def text(self, column: str) -> str:
        """Return an entry as it is."""
        return self.entries[column]

    def whole(self, column: str) -> int:
        """Return a whole number."""
        try:
            return int(self.entries[column])
        except ValueError:
            raise ValueError(f"{self.where}: {column} must be a whole number, not {self.entries[column]!r}") from None

    def number(self, column: str) -> float:
        """Return a number; not-a-number for an empty entry."""
        word = self.entries[column]
        try:
            return float(word) if word else math.nan
        except ValueError:
            raise ValueError(f"{self.where}: {column} must be a number, not {word!r}") from None

    def estimate(self, column: str) -> Estimate:
        """Return a number with the limits of its interval."""
        return Estimate(*(self.number(column + suffix) for suffix in ("", "_low", "_high")))

    def fits(self, entries: Mapping[str, str | int]) -> bool:
        """Return whether these columns hold these entries."""
        return all(self.entries[column] == str(entry) for column, entry in entries.items())


RIVAL = Table("rival", report.COLUMNS, "an agent on a board against the rival at one difficulty")
POINTS = Table("rival_points", _POINTS, "a category of points of an agent on a board")
ABOVE_GREEDY = Table("above_greedy", _ABOVE_GREEDY, "an agent compared with greedy")
LADDER = Table("ladder", tournament_report.COLUMNS, "an agent at tables of one size")
LADDER_CROSS = Table("ladder_cross", tournament_report.CROSS_COLUMNS, "an agent and an opponent")
MATCHES = Table(
    "matches", tournament_report.CROSS_COLUMNS, "an agent and an opponent, in more deals than the ladder has"
)
EPISODES = Table("episodes", episode_report.COLUMNS, "an agent in an episode with a team")
SPEED = Table("speed", _SPEED, "an agent in games of one kind")
GOALS = Table("goals", _GOALS, "a figure that was wanted")
RUNS = Table("runs", _RUNS, "games that were played in one go")
TABLES: dict[str, Table] = {
    table.name: table
    for table in (RIVAL, POINTS, ABOVE_GREEDY, LADDER, LADDER_CROSS, MATCHES, EPISODES, SPEED, GOALS, RUNS)
}
FIGURES: Sequence[Table] = (RIVAL, POINTS, ABOVE_GREEDY, LADDER, LADDER_CROSS, MATCHES, EPISODES, SPEED)
"""The tables that are measured; the others say how, and what was wanted."""
