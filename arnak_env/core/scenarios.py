"""What scenario files of every game have in common: reading the tables, results, the report."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class ScenarioError(ValueError):
    """A scenario that cannot be run; the message names the file, the scenario and the key."""

    def __init__(self, file: str, title: str, reason: str) -> None:
        super().__init__(f"{file}: {title!r}: {reason}" if title else f"{file}: {reason}")
        self.file = file
        self.title = title
        self.reason = reason


class UnknownKey(ValueError):
    """An expectation names something that no game has."""


@dataclass
class ScenarioResult:
    """What came of a scenario.

    Attributes:
        differences: one line for each thing that is not as expected, or why the scenario could not be run.
        actions: all actions taken, in words, forced ones in brackets.
        question: what is asked at the end, and `legal` the actions that answer it, in words.
    """

    file: str
    title: str
    covers: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    question: str = ""
    legal: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything is as expected."""
        return not self.differences


def read_tables(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Return the scenario tables of a file, unchecked.

    Raises:
        ScenarioError: the file cannot be read or holds something else.
    """
    file = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            data = tomllib.load(stream)
    except OSError as error:
        raise ScenarioError(file, "", f"cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(file, "", f"is not a TOML file: {error}") from error
    except RecursionError:
        raise ScenarioError(file, "", "is nested too deeply") from None
    tables = data.get("scenario", [])
    for key in data:
        if key != "scenario":
            raise ScenarioError(file, "", f"unknown key {key!r}; a scenario file holds [[scenario]] tables")
    if not isinstance(tables, list) or not tables:
        raise ScenarioError(file, "", "holds no [[scenario]] table")
    return tables


def scenario_files(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """Return the scenario files among `paths`; a folder stands for all TOML files in it and below."""
    files: list[Path] = []
    for path in map(Path, paths):
        files += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return files


def format_report(results: Sequence[ScenarioResult], show_legal: bool = False) -> str:
    """Return a report in words: each scenario that differs with its differences, and a count.

    Args:
        results: results of `run_files`.
        show_legal: also say, for every scenario, what is asked at its end and which actions answer it.
    """
    lines: list[str] = []
    for result in results:
        name = f"{result.file}: {result.title}" if result.title else result.file
        if not result.passed or show_legal:
            lines.append(f"{'as expected' if result.passed else 'DIFFERS'}  {name}")
        lines += [f"    {line}" for line in result.differences]
        if result.differences and result.actions:
            lines.append(f"    played: {', '.join(result.actions)}")
        if show_legal:
            built = bool(result.question or result.actions or result.passed)
            lines.append(f"    {result.question or 'the game is over'}" if built else "    there is no such position")
            lines += [f"        {words}" for words in result.legal]
    wrong = sum(not result.passed for result in results)
    total = len(results)
    noun = "scenario" if total == 1 else "scenarios"
    lines.append(f"{total} {noun}, " + (f"{wrong} not as expected" if wrong else "all as expected"))
    return "\n".join(lines)


def in_words(value: Any) -> str:
    """Return a value the way it is written in a scenario file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {in_words(entry)}" for key, entry in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(in_words(entry) for entry in value)}]"
    return str(value)
