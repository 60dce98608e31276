"""Every statement of the rules checklist is shown by a scenario or by a test that names its number."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arnak_env.arkeis.scenario import load_scenarios, scenario_files

TESTS = Path(__file__).parent
STATEMENTS = [f"R-{number:03d}" for number in range(1, 264)]
NUMBER = re.compile(r"\bR-\d+\b")


def _of_scenarios() -> Iterator[str]:
    """Yield the statements that the scenarios name among their rules."""
    for path in scenario_files([TESTS / "scenarios"]):
        for scenario in load_scenarios(path):
            yield from (rule for rule in scenario.rules if NUMBER.fullmatch(rule))


def _of_tests() -> Iterator[str]:
    """Yield the statements that tests name in their docstrings, not those of this file."""
    for path in sorted(TESTS.glob("test_*.py")):
        if path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from NUMBER.findall(ast.get_docstring(node) or "")


@functools.cache
def shown() -> frozenset[str]:
    return frozenset([*_of_scenarios(), *_of_tests()])


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statement_is_shown(statement: str) -> None:
    assert statement in shown(), f"no scenario and no test names {statement}"


def test_no_other_statement_is_named() -> None:
    """A number that is none of the checklist's is a slip of the pen."""
    assert sorted(shown() - set(STATEMENTS)) == []
