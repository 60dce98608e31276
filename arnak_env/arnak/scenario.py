"""Scenario files: a position in words, actions, and what must come of them.

A file holds any number of ``[[scenario]]`` tables. Each has a ``title`` and may have

- ``source`` (where the expected outcome comes from) and ``covers`` (ids of components, ``"ruling 8"``,
  ``"statement 12"``, or topics of `arnak_env.arnak.coverage`);
- the position: ``game``, ``players``, ``row``, ``sites``, ``supply``, ``rival`` and the parts of Twisted Paths, see
  `arnak_env.arnak.position`;
- ``[[scenario.content.KIND]]`` tables: entries of the content of which this scenario changes some fields, in the shape
  of an override file, see `arnak_env.arnak.content.load_content`;
- ``[[scenario.step]]`` tables, taken in order: ``legal`` and ``illegal`` (actions checked first), ``only`` (exactly
  these actions are legal), ``do`` (one action or a list), ``expect`` (checked after ``do``);
- ``[scenario.expect]``, checked at the end, see `arnak_env.arnak.scenario_expect`.

Actions are written as in `arnak_env.arnak.actions`; besides, ``buy slot 2`` stands for the card that lies in that slot
of the card row (from the left) just then, and ``buy deck item`` or ``buy deck artifact`` for the top card of that deck.

A decision with a single legal action is taken without being written, except ``pass``, ``end turn``, the action that
the scenario does next and the actions that its next step checks.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.coverage import check_part
from arnak_env.arnak.position import PositionError, build_position
from arnak_env.arnak.position_build import PART_KEYS
from arnak_env.arnak.scenario_expect import differences, read_game
from arnak_env.core.content_errors import ContentError
from arnak_env.core.scenarios import (
    ScenarioError,
    ScenarioResult,
    UnknownKey,
    format_report,
    read_tables,
    scenario_files,
)
from arnak_env.core.words import unknown

if TYPE_CHECKING:
    from arnak_env.arnak.content import Content

SCENARIO_KEYS = ("title", "source", "covers", *PART_KEYS, "content", "step", "expect")
STEP_KEYS = ("legal", "illegal", "only", "do", "expect")
# Purchases named by where the card lies: a slot of the row, or the deck of a kind.
PLACES: dict[str, int | str] = {f"buy slot {slot + 1}": slot for slot in range(o.ROW_SLOTS)}
PLACES |= {f"buy deck {kind}": kind for kind in ("item", "artifact")}
ON_TRACK = ("research glass", "research notebook", "research lantern", "owl tile")
FORCED_LIMIT = 1000  # no chain of forced choices is nearly as long


@dataclass
class Step:
    """One step of a scenario, in words. ``None``: not checked."""

    legal: list[str] = field(default_factory=list)
    illegal: list[str] = field(default_factory=list)
    only: list[str] | None = None
    do: list[str] = field(default_factory=list)
    expect: dict[str, Any] = field(default_factory=dict)


@dataclass
class Scenario:
    """A scenario as it is written."""

    file: str
    title: str
    source: str
    covers: list[str]
    position: dict[str, Any]
    steps: list[Step]
    expect: dict[str, Any]
    content: dict[str, Any] = field(default_factory=dict)


# --- reading ---------------------------------------------------------------------------------------------------------
def parse_scenario(file: str, number: int, table: dict[str, Any]) -> Scenario:
    """Check one scenario table; `number` counts the scenarios of the file from 1.

    Raises:
        ScenarioError: something in it is not in the vocabulary.
    """
    if not isinstance(table, dict):
        raise ScenarioError(file, "", f"scenario {number} is a table, not {table!r}")
    title = table.get("title")
    if not isinstance(title, str) or not title:
        raise ScenarioError(file, "", f"scenario {number} has no title")

    def fail(reason: str) -> ScenarioError:
        return ScenarioError(file, title, reason)

    for key in table:
        if key not in SCENARIO_KEYS:
            raise fail(unknown(key, SCENARIO_KEYS, "key"))
    game = table.get("game", {})
    board = game.get("board", o.BOARDS[0]) if isinstance(game, dict) else o.BOARDS[0]
    listed = table.get("step", [])
    if not isinstance(listed, list):
        raise fail(f"step: steps are [[scenario.step]] tables, not {listed!r}")
    steps = []
    for count, step in enumerate(listed, 1):
        try:
            steps.append(_step(step, board))
        except ValueError as error:
            raise fail(f"step {count}: {error}") from error
    covers = table.get("covers", [])
    source = table.get("source", "")
    if not isinstance(covers, list) or not isinstance(source, str):
        raise fail("covers is a list of ids, source is a text")
    try:
        for entry in covers:
            check_part(entry)
        expect = _expectation(table.get("expect", {}))
    except ValueError as error:
        raise fail(str(error)) from error
    position = {key: table[key] for key in PART_KEYS if key in table}
    content = table.get("content", {})
    if not isinstance(content, dict):
        raise fail("content holds [[scenario.content.KIND]] tables, for example [[scenario.content.card]]")
    return Scenario(file, title, source, list(covers), position, steps, expect, content)


def _step(step: Any, board: Any) -> Step:
    """Check one step."""
    if not isinstance(step, dict):
        raise ValueError(f"a step is a table, not {step!r}")
    for key in step:
        if key not in STEP_KEYS:
            raise ValueError(unknown(key, STEP_KEYS, "key"))
    actions = {key: _actions(key, step[key], board) for key in ("legal", "illegal", "only", "do") if key in step}
    return Step(**actions, expect=_expectation(step.get("expect", {})))


def _actions(key: str, value: Any, board: Any) -> list[str]:
    """Return one action or a list of actions, each checked and in its usual words."""
    if not isinstance(value, str | list):
        raise ValueError(f"{key} is an action in words or a list of them, not {value!r}")
    checked = []
    for words in [value] if isinstance(value, str) else value:
        if not isinstance(words, str):
            raise ValueError(f"{key}: an action is written in words, not {words!r}")
        usual = " ".join(words.lower().split())
        if usual not in PLACES:
            a.parse_action(usual, o.BOARDS.index(board) if board in o.BOARDS else None)
        checked.append(usual)
    return checked


def action_at(words: str, game: Any) -> int | None:
    """Return the number of an action in words; ``None`` for the card of a slot or deck that is empty."""
    if words not in PLACES:
        return a.parse_action(words)
    place = PLACES[words]
    if isinstance(place, int):
        card = int(game["row"][place])
    else:
        size = int(game[f"{place}_deck_size"])
        card = int(game[f"{place}_deck"][size - 1]) if size else -1
    return a.A_BUY + card if card >= 0 else None


def _expectation(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"expect is a table, not {value!r}")
    return value


def load_scenarios(path: str | os.PathLike[str]) -> list[Scenario]:
    """Return all scenarios of a file.

    Raises:
        ScenarioError: the file or one of its scenarios is not written as it should be.
    """
    file = os.fspath(path)
    scenarios = [parse_scenario(file, number, table) for number, table in enumerate(read_tables(path), 1)]
    titles: set[str] = set()
    for scenario in scenarios:
        if scenario.title in titles:
            raise ScenarioError(file, scenario.title, "this title is used twice in the file")
        titles.add(scenario.title)
    return scenarios


# --- running ---------------------------------------------------------------------------------------------------------
def run_scenario(scenario: Scenario, content: Any = None) -> ScenarioResult:
    """Play one scenario and compare.

    Args:
        scenario: the scenario.
        content: the content of the game; by default the content of this package. What the scenario itself changes of
            the content is changed on top of it.

    Returns:
        The result; an impossible position or an illegal action is one of its differences.
    """
    from arnak_env.arnak.content import load_content

    content = load_content() if content is None else content
    try:
        runner = _Runner(scenario, changed_content(scenario, content) if scenario.content else content)
    except ContentError as error:
        result = ScenarioResult(scenario.file, scenario.title, scenario.covers)
        result.differences.append(f"content: {error}")
        return result
    try:
        runner.run()
    except PositionError as error:
        runner.result.differences.append(f"impossible position: {error}")
    except UnknownKey as error:
        runner.result.differences.append(f"expect: {error}")
    return runner.result


def changed_content(scenario: Scenario, content: Content) -> Content:
    """Return the content with the entries that the scenario changes.

    Raises:
        ContentError: an entry is not as it should be; the message names the scenario, the entry and the field.
    """
    from arnak_env.arnak.content import amend_content

    return amend_content(content, scenario.content, f"scenario {scenario.title!r}")


class _Stopped(Exception):
    """The scenario cannot go on; why is among the differences already."""


class _Runner:
    """Plays one scenario on a batch of one game."""

    def __init__(self, scenario: Scenario, content: Any) -> None:
        self.scenario = scenario
        self.content = content
        self.result = ScenarioResult(scenario.file, scenario.title, scenario.covers)

    def run(self) -> None:
        """Take all steps; stop at the first action that is not legal."""
        from arnak_env.arnak.batch import Batch

        games = build_position(self.scenario.position, self.content)
        self.batch = Batch.from_games(games, content=self.content, show_forced=True)
        steps = self.scenario.steps
        try:
            for number, step in enumerate(steps):
                self.step(number, step)
            self.settle(len(steps), 0)
        except _Stopped:
            self.finish()
            return
        self.compare("at the end", self.scenario.expect)
        self.finish()

    def finish(self) -> None:
        """Note what could be done now."""
        if not self.over():
            self.result.question = self.batch.question(0)
            self.result.legal = [self.words(action) for action in self.legal()]

    def over(self) -> bool:
        return bool(self.batch.over[0])

    def legal(self) -> list[int]:
        """Return the legal actions; none when the game is over."""
        return [] if self.over() else [int(action) for action in self.batch.legal_actions(0)]

    def words(self, action: int) -> str:
        return a.action_name(action, int(self.batch.games[0]["board"]))

    def step(self, number: int, step: Step) -> None:
        """Check what is legal, act, compare."""
        where = f"step {number + 1}"
        self.settle(number, 0)
        legal = self.legal()
        for words in step.legal:
            if self.number(words) not in legal:
                self.differ(f"{where}: should be legal, but is not: {self.why_not(words)}")
        for words in step.illegal:
            if self.number(words) in legal:
                self.differ(f"{where}: should not be legal, but is: {words}")
        if step.only is not None:
            numbers = {self.number(words) for words in step.only}
            missing = [words for words in step.only if self.number(words) not in legal]
            further = [self.words(action) for action in legal if action not in numbers]
            parts = [f"not legal: {', '.join(missing)}"] if missing else []
            parts += [f"legal as well: {', '.join(further)}"] if further else []
            if parts:
                self.differ(f"{where}: other actions are legal than the scenario says; {'; '.join(parts)}")
        for place, words in enumerate(step.do):
            self.settle(number, place)
            action = self.number(words)
            if action is None or action not in self.legal():
                self.differ(f"{where}: cannot be done: {self.why_not(words)}")
                raise _Stopped
            self.play(action, forced=False)
        self.settle(number, len(step.do))
        self.compare(where, step.expect)

    def settle(self, number: int, place: int) -> None:
        """Take forced choices; `place` is the next action of step `number`."""
        for _ in range(FORCED_LIMIT):
            legal = self.legal()
            if len(legal) != 1 or legal[0] in (a.A_PASS, a.A_END_TURN, *self.upcoming(number, place)):
                return
            self.play(legal[0], forced=True)
        self.differ("the forced choices never come to an end")
        raise _Stopped

    def upcoming(self, number: int, place: int) -> set[int | None]:
        """Return the actions that are not taken by themselves: the next written one, and those checked next."""
        steps = self.scenario.steps
        written = [*(steps[number].do[place:] if number < len(steps) else [])]
        written += [words for step in steps[number + 1 :] for words in step.do]
        checking = number if place == 0 else number + 1
        checked = steps[checking].legal + (steps[checking].only or []) if checking < len(steps) else []
        return {self.number(words) for words in (*written[:1], *checked)}

    def play(self, action: int, forced: bool) -> None:
        self.result.actions.append(f"({self.words(action)})" if forced else self.words(action))
        self.batch.step(np.array([action]))

    def number(self, words: str) -> int | None:
        """Return the action that these words name just now."""
        return action_at(words, self.batch.games[0])

    def why_not(self, words: str) -> str:
        """Return why an action is illegal."""
        from arnak_env.arnak.reasons import reason

        action = self.number(words)
        return f"{words}: no card lies there" if action is None else reason(self.batch.games[0], self.content, action)

    def compare(self, where: str, expected: dict[str, Any]) -> None:
        if expected:
            for line in differences(expected, read_game(self.batch, self.content)):
                self.differ(f"{where}: {line}")

    def differ(self, line: str) -> None:
        self.result.differences.append(line)


# --- files -----------------------------------------------------------------------------------------------------------
def run_files(paths: Sequence[str | os.PathLike[str]], content: Any = None) -> list[ScenarioResult]:
    """Run all scenarios of files and folders.

    A file or a scenario that cannot be run becomes a result with the reason, so that the others are run all the same.
    """
    results: list[ScenarioResult] = []
    for path in scenario_files(paths):
        file = os.fspath(path)
        try:
            tables = read_tables(path)
        except ScenarioError as error:
            results.append(ScenarioResult(file, "", differences=[error.reason]))
            continue
        titles: set[str] = set()
        for number, table in enumerate(tables, 1):
            try:
                scenario = parse_scenario(file, number, table)
                if scenario.title in titles:
                    raise ScenarioError(file, scenario.title, "this title is used twice in the file")
            except ScenarioError as error:
                title = error.title or f"scenario {number}"
                results.append(ScenarioResult(file, title, differences=[error.reason]))
                continue
            titles.add(scenario.title)
            results.append(run_scenario(scenario, content))
    return results


__all__ = [
    "Scenario",
    "ScenarioError",
    "ScenarioResult",
    "Step",
    "format_report",
    "load_scenarios",
    "run_files",
    "run_scenario",
    "scenario_files",
]
