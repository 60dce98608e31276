"""Scenario files: a position in words, actions, and what must come of them.

A file holds any number of ``[[scenario]]`` tables. Each has a ``title`` and may have

- ``source`` (where the expected outcome comes from) and ``rules`` (what it covers: numbers of statements and rulings
  such as ``"R-117"``, ``"A-23"`` or ``"N-9"``, words of the effect notation such as ``"op spawn"``, ids of cards);
- the position: all keys of `arnak_env.arkeis.position`, for example ``game``, ``begin``, ``explorers``, ``reserve``;
- ``[scenario.content]``: corrections of the content, in the shape of a content file, see
  `arnak_env.arkeis.content.load_content`; for example ``[[scenario.content.object]]``;
- ``[scenario.episode]``: changes of an episode (``number``, 0 when left out), in the shape of an episode file, see
  `arnak_env.arkeis.scenario_content`; for example ``[[scenario.episode.cards]]`` with the id of a card;
- ``dice``, ``cards_drawn``, ``adversary_cards``, ``traumas``: what chance brings, see below;
- ``[[scenario.step]]`` tables, taken in order: ``legal`` and ``illegal`` (actions checked first), ``only`` (exactly
  these actions are legal), ``do`` (one action or a list), ``expect`` (checked after ``do``), and what chance brings
  from this step on;
- ``[scenario.expect]``, checked at the end.

What chance brings, in order (what has not come at the end of the scenario is a difference):

=====================  ================================================================================================
``dice``               faces of the next dice rolled or rerolled: hit, block, special, combat_fate; lens, scroll, idol,
                       key, blank, investigation_fate
``cards_drawn``        Clue cards (ids): each is the one drawn when a card with its symbol is drawn next
``adversary_cards``    Adversary cards (ids): each is the one taken when a card of its kind is taken next
``traumas``            the next Trauma cards
=====================  ================================================================================================

Actions are written as in `arnak_env.arkeis.actions`, with the ids of the content: ``move A2``, ``clue amber-ankh``,
``combat beetle``, ``give crowbar``, ``apply card e0-01``, ``face hit``, ``finish``, ``end turn``.

A decision with a single legal action is taken without being written, except where it is the action that the scenario
does next or one that its next step checks. ``end turn`` is taken by itself only to get to an action that the scenario
does later; phase 3 is passed by itself unless the scenario does or checks one of its actions (equip, store, give, free,
finish) next.

Expectations are keys with dots, or tables. Besides those of positions (of which lists are compared in any order):

=====================  ================================================================================================
``over``, ``result``   the game is over; "favourable", "adverse", "" of the episode; ``results.0`` of each episode
``decides``            id of the Explorer who is asked, ``question`` some words of the question
``stage``, ``phase``   "setup", "episode", "end", "camp"; phase 1 to 4; ``turn`` whose turn it is, ``turns`` begun
``set_aside``          Fate tokens outside the reserve
``explorers.ID``       besides the keys of positions: ``faces`` = kinds on the square, ``threats`` = Threats held
``card.ID``            "deck", "box", "held", "active", "kept", "being read"; ``cards.deck``, ``cards_left.SYMBOL``
``doors.LINK``         symbol of the token on the door, or "open"; ``adjacent.SQUARE`` = squares one step away
``adversaries.SQUARE`` kinds there, or { kind, wounds, power, card } with the keys that matter; ``supply.KIND`` left
``roll.FACE``          dice of the roll under way that show this face
``event``              number of the Event read, 0: none; ``decisions`` taken
=====================  ================================================================================================
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.content import Content, load_content
from arnak_env.arkeis.coverage import check_part
from arnak_env.arkeis.position import PART_KEYS, PositionError, build_position
from arnak_env.arkeis.scenario_content import changed_content
from arnak_env.arkeis.scenario_expect import UnknownKey, differences, question, read_game
from arnak_env.arkeis.scenario_forced import CannotForce, Forced, check_words, note_what_came, prepare
from arnak_env.arkeis.scenario_words import PHASE_3, parse_action, question_of, verb_of, words_of
from arnak_env.core.content_errors import ContentError
from arnak_env.core.scenarios import ScenarioError, ScenarioResult, format_report, read_tables, scenario_files
from arnak_env.core.words import unknown

CHANCE_KEYS = ("dice", "cards_drawn", "adversary_cards", "traumas")
SCENARIO_KEYS = ("title", "source", "rules", *PART_KEYS, *CHANCE_KEYS, "content", "episode", "step", "expect")
STEP_KEYS = ("legal", "illegal", "only", "do", "expect", *CHANCE_KEYS)
ACTION_KEYS = ("legal", "illegal", "only", "do")
FORCED_LIMIT = 2000  # no chain of forced choices is nearly as long


@dataclass
class Step:
    """One step of a scenario, in words. ``None``: not checked."""

    legal: list[str] = field(default_factory=list)
    illegal: list[str] = field(default_factory=list)
    only: list[str] | None = None
    do: list[str] = field(default_factory=list)
    expect: dict[str, Any] = field(default_factory=dict)
    forced: Forced = field(default_factory=Forced)

    @property
    def named(self) -> list[str]:
        """The actions that are checked before anything is done."""
        return [*self.legal, *self.illegal, *(self.only or [])]


@dataclass
class Scenario:
    """A scenario as it is written."""

    file: str
    title: str
    source: str
    rules: list[str]
    position: dict[str, Any]
    steps: list[Step]
    expect: dict[str, Any]
    content: dict[str, Any] = field(default_factory=dict)
    episode: dict[str, Any] = field(default_factory=dict)
    forced: Forced = field(default_factory=Forced)


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
    try:
        return _parsed(file, title, table)
    except ValueError as error:
        raise ScenarioError(file, title, str(error)) from error


def _parsed(file: str, title: str, table: dict[str, Any]) -> Scenario:
    for key in table:
        if key not in SCENARIO_KEYS:
            raise ValueError(unknown(key, SCENARIO_KEYS, "key"))
    listed = table.get("step", [])
    if not isinstance(listed, list):
        raise ValueError(f"step: steps are [[scenario.step]] tables, not {listed!r}")
    steps = []
    for count, step in enumerate(listed, 1):
        try:
            steps.append(_step(step))
        except ValueError as error:
            raise ValueError(f"step {count}: {error}") from error
    rules = _texts("rules", table.get("rules", []))
    for rule in rules:
        check_part(rule)
    source, content = table.get("source", ""), table.get("content", {})
    if not isinstance(source, str):
        raise ValueError(f"source is a text, not {source!r}")
    if not isinstance(content, dict):
        raise ValueError("content holds tables as in a content file, for example [[scenario.content.object]]")
    episode = table.get("episode", {})
    if not isinstance(episode, dict):
        raise ValueError("episode holds tables as in an episode file; which one is played says game.episode")
    return Scenario(
        file=file,
        title=title,
        source=source,
        rules=rules,
        position={key: table[key] for key in PART_KEYS if key in table},
        steps=steps,
        expect=_expectation(table.get("expect", {})),
        content=content,
        episode=episode,
        forced=_forced(table),
    )


def _texts(key: str, value: Any) -> list[str]:
    """Return a list of texts; one text is a list of one."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise ValueError(f"{key} is a list of texts, not {value!r}")
    return [" ".join(one.split()) for one in listed]


def _forced(table: dict[str, Any]) -> Forced:
    return Forced(**{key: _texts(key, table.get(key, [])) for key in CHANCE_KEYS})


def _step(step: Any) -> Step:
    """Check one step; which cards and links there are is known only with the episode."""
    if not isinstance(step, dict):
        raise ValueError(f"a step is a table, not {step!r}")
    for key in step:
        if key not in STEP_KEYS:
            raise ValueError(unknown(key, STEP_KEYS, "key"))
    actions = {key: _texts(key, step[key]) for key in ACTION_KEYS if key in step}
    for key, listed in actions.items():
        for words in listed:
            if not verb_of(words):
                verbs = tuple(verb for verb, _, _ in a.VERBS)
                raise ValueError(f"{key}: {words!r}: {unknown(words.split(' ')[0], verbs, 'verb')}")
    return Step(**actions, expect=_expectation(step.get("expect", {})), forced=_forced(step))


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
def run_scenario(scenario: Scenario, content: Content | None = None) -> ScenarioResult:
    """Play one scenario and compare.

    Args:
        scenario: the scenario.
        content: the content of the game; None for that of this package. What the scenario itself changes is changed on
            top of it.

    Returns:
        The result; an impossible position or an illegal action is one of its differences.
    """
    result = ScenarioResult(scenario.file, scenario.title, scenario.rules)
    try:
        known = load_content(content)
        if scenario.content or scenario.episode:
            name = f"scenario {scenario.title!r}"
            known = changed_content(known, scenario.content, scenario.episode, name)
        Runner(scenario, known, result).run()
    except ContentError as error:
        result.differences.append(f"content: {error}")
    except PositionError as error:
        result.differences.append(f"impossible position: {error}")
    except UnknownKey as error:
        result.differences.append(f"expect: {error}")
    except CannotForce as error:
        result.differences.append(str(error))
    except RuntimeError as error:
        result.differences.append(f"the rules broke: {error}")
    return result


class _Stopped(Exception):
    """The scenario cannot go on; why is among the differences already."""


class Runner:
    """Plays one scenario on a batch of one game."""

    def __init__(self, scenario: Scenario, content: Content, result: ScenarioResult) -> None:
        self.scenario = scenario
        self.content = content
        self.result = result
        self.forced = Forced()
        self.forced.add(scenario.forced)

    def run(self) -> None:
        """Take all steps; stop at the first action that is not legal."""
        games = build_position(self.scenario.position, self.content)
        self.batch = Batch.from_games(games, content=self.content, observe=False, show_forced=True)
        steps = self.scenario.steps
        try:
            self.check_words()
            if self.scenario.position.get("begin") != "setup":
                self.step_with_chance(a.A_FINISH)
                self.batch.games[0]["decisions"] = 0
            for number, step in enumerate(steps):
                self.step(number, step)
            self.settle(len(steps), 0)
        except _Stopped:
            self.finish()
            return
        self.compare("at the end", self.scenario.expect)
        if self.forced.left():
            self.differ(f"chance was to bring what never came: {self.forced.left()}")
        self.finish()

    @property
    def slot(self) -> int:
        return int(self.batch.games[0]["slot"])

    def check_words(self) -> None:
        """Refuse words for chance that the first episode does not know."""
        for forced in (self.scenario.forced, *(step.forced for step in self.scenario.steps)):
            check_words(forced, self.content, self.slot)

    def finish(self) -> None:
        """Note what could be done now."""
        if not self.over():
            self.result.question = question(self.batch)
            self.result.legal = [self.words(action) for action in self.legal()]

    def over(self) -> bool:
        return bool(self.batch.over[0])

    def legal(self) -> list[int]:
        """Return the legal actions; none when the game is over."""
        return [] if self.over() else [int(action) for action in self.batch.legal_actions(0)]

    def words(self, action: int) -> str:
        return words_of(action, self.content, self.slot)

    def number(self, words: str) -> int:
        """Return the action that these words name."""
        try:
            return parse_action(words, self.content, self.slot)
        except ValueError as error:
            self.differ(str(error))
            raise _Stopped from None

    def step(self, number: int, step: Step) -> None:
        """Check what is legal, act, compare."""
        where = f"step {number + 1}"
        self.settle(number, 0)
        self.forced.add(step.forced)
        self.check_legal(where, step)
        for place, words in enumerate(step.do):
            self.settle(number, place)
            action = self.number(words)
            if action not in self.legal():
                self.differ(f"{where}: cannot be done: {self.why_not(words)}")
                raise _Stopped
            self.play(action, forced=False)
        self.settle(number, len(step.do))
        self.compare(where, step.expect)

    def check_legal(self, where: str, step: Step) -> None:
        """Compare what is legal with what the step says."""
        legal = self.legal()
        for words in step.legal:
            if self.number(words) not in legal:
                self.differ(f"{where}: should be legal, but is not: {self.why_not(words)}")
        for words in step.illegal:
            if self.number(words) in legal:
                self.differ(f"{where}: should not be legal, but is: {words}")
        if step.only is None:
            return
        numbers = {self.number(words) for words in step.only}
        missing = [words for words in step.only if self.number(words) not in legal]
        further = [self.words(action) for action in legal if action not in numbers]
        parts = [f"not legal: {', '.join(missing)}"] if missing else []
        parts += [f"legal as well: {', '.join(further)}"] if further else []
        if parts:
            self.differ(f"{where}: other actions are legal than the scenario says; {'; '.join(parts)}")

    def settle(self, number: int, place: int) -> None:
        """Take forced choices; `place` is the next action of step `number`."""
        for _ in range(FORCED_LIMIT):
            action = self.taken_by_itself(*self.upcoming(number, place))
            if action is None:
                return
            self.play(action, forced=True)
        self.differ("the forced choices never come to an end")
        raise _Stopped

    def taken_by_itself(self, next_action: str, named: list[str]) -> int | None:
        """Return the action that is taken without being written, None: there is none."""
        legal = self.legal()
        if not legal:
            return None
        waited_for = [*([next_action] if next_action else []), *named]
        if question_of(self.batch.games[0]) == o.ASK_REORGANISE and waited_for:
            return None if any(verb_of(words) in PHASE_3 for words in waited_for) else a.A_FINISH
        if len(legal) != 1 or any(self.number(words) == legal[0] for words in waited_for):
            return None
        if legal[0] == a.A_END_TURN and (not next_action or named):
            return None
        return legal[0]

    def upcoming(self, number: int, place: int) -> tuple[str, list[str]]:
        """Return the action that the scenario does next, and those that it checks before."""
        steps = self.scenario.steps
        if number < len(steps) and place < len(steps[number].do):
            return steps[number].do[place], steps[number].named if place == 0 else []
        following = steps[number + 1 :]
        if number < len(steps) and place == 0:
            following = steps[number:]  # a step that does nothing, about to be checked
        if not following:
            return "", []
        if place and following[0].expect and not following[0].do and not following[0].named:
            return "", []
        return next((step.do[0] for step in following if step.do), ""), following[0].named

    def play(self, action: int, forced: bool) -> None:
        """Take an action and note it."""
        self.result.actions.append(f"({self.words(action)})" if forced else self.words(action))
        self.step_with_chance(action)

    def step_with_chance(self, action: int) -> None:
        """Take an action, with what chance is to bring."""
        prepare(self.batch, self.content, self.forced, action)
        before = self.batch.games[0].copy()
        self.batch.step(np.array([action]))
        note_what_came(before, self.batch.games[0], self.content, self.forced, action)

    def why_not(self, words: str) -> str:
        """Return why an action is illegal, and what is legal instead."""
        if self.over():
            return f"{words}: the game is over"
        legal = ", ".join(self.words(action) for action in self.legal())
        try:
            reason = self.batch.why_illegal(0, self.number(words))
        except ImportError:
            reason = "it is not legal"
        return f"{words}: {reason} ({question(self.batch)}; legal are {legal})"

    def compare(self, where: str, expected: dict[str, Any]) -> None:
        if expected:
            for line in differences(expected, read_game(self.batch, self.content)):
                self.differ(f"{where}: {line}")

    def differ(self, line: str) -> None:
        self.result.differences.append(line)


# --- files -----------------------------------------------------------------------------------------------------------
def run_files(paths: Sequence[str | os.PathLike[str]], content: Content | None = None) -> list[ScenarioResult]:
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
                results.append(ScenarioResult(file, error.title or f"scenario {number}", differences=[error.reason]))
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


def main(arguments: Sequence[str]) -> int:
    """Run scenario files and print the report, as `arnak scenario` does."""
    parser = argparse.ArgumentParser(
        prog="python -m arnak_env.arkeis.scenario",
        description="Run scenario files of Arkeis. `arnak scenario` does the same, for both games.",
        epilog="The exit code is 0 when all is as expected, 1 when not, 2 when a file is missing.",
    )
    parser.add_argument("files", nargs="+", type=Path, help="scenario files (TOML) or folders of them")
    legal = "also show what is asked and what can be done at the end of each"
    parser.add_argument("--legal", "--show-legal", action="store_true", help=legal)
    chosen = parser.parse_args(arguments)
    for path in chosen.files:
        if not path.exists():
            parser.error(f"no such scenario file or folder: {path}")
    results = run_files(chosen.files)
    if not results:
        parser.error(f"no scenario in {', '.join(map(str, chosen.files))}")
    print(format_report(results, show_legal=chosen.legal))
    return 0 if all(result.passed for result in results) else 1


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
