"""What the scenarios and tests of Arkeis name: statements, rulings, cards."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from arnak_env.arkeis.scenario import Scenario, load_scenarios
from arnak_env.core.scenarios import scenario_files

TESTS = Path(__file__).parent
NUMBER = re.compile(r"\b[RA]-\d+\b")


@functools.cache
def all_scenarios() -> tuple[Scenario, ...]:
    """Return the scenarios of all files."""
    return tuple(one for path in scenario_files([TESTS / "scenarios"]) for one in load_scenarios(path))


def _of_scenarios() -> Iterator[str]:
    """Yield the numbers that the scenarios name among their rules."""
    for scenario in all_scenarios():
        yield from (rule for rule in scenario.rules if NUMBER.fullmatch(rule))


def _of_tests() -> Iterator[str]:
    """Yield the numbers that tests name in their docstrings."""
    for path in sorted(TESTS.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from NUMBER.findall(ast.get_docstring(node) or "")


@functools.cache
def shown() -> frozenset[str]:
    """Return the numbers of all statements and rulings that a scenario or a test names."""
    return frozenset([*_of_scenarios(), *_of_tests()])
