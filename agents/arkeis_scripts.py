"""Effect programs and conditions of Arkeis, read from the tables of the content into small trees.

Agents read the same tables as the rules, so every episode, ours or anybody's, is known to them without further ado.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from arnak_env.arkeis import opcodes as o

_MOST_NESTED = 24  # lists inside lists; a program that calls itself would go on for ever


class Step(NamedTuple):
    """One effect.

    Attributes:
        operation, a, b, c, d: its row, see `arnak_env.arkeis.opcodes`.
        lists: the effect lists inside it: of ``if`` and ``test`` what follows success and failure, of ``choose`` the
            branches, of ``repeat``, ``each``, ``pay_coins`` and ``extra_effect`` the one.
        starts: the first rows of these lists.
        condition: of ``if``, else None.
    """

    operation: int
    a: int
    b: int
    c: int
    d: int
    lists: tuple[Script, ...]
    starts: tuple[int, ...]
    condition: Condition | None


class Condition(NamedTuple):
    """A condition: its number, its arguments, and of ``not``, ``and`` and ``or`` the conditions inside it."""

    number: int
    a: int
    b: int
    parts: tuple[Condition, ...] = ()


Script = tuple[Step, ...]

_LISTS_AT = {
    o.OP_IF: (2, 3),
    o.OP_TEST: (3, 4),
    o.OP_REPEAT: (2,),
    o.OP_EACH: (2,),
    o.OP_PAY_COINS: (2,),
    o.OP_EXTRA_EFFECT: (2,),
}


class Scripts:
    """Reads programs and keeps them.

    Args:
        tables: one record of `arnak_env.arkeis.tables.TABLES`.
    """

    def __init__(self, tables: Any) -> None:
        self._program: list[list[int]] = tables["program"].tolist()
        self._condition: list[list[int]] = tables["condition"].tolist()
        self._known: dict[int, Script] = {0: ()}

    def script(self, row: int, depth: int = 0) -> Script:
        """Return the program that starts at a row; row 0: nothing."""
        row = max(0, int(row))
        if row not in self._known:
            if depth > _MOST_NESTED:
                raise ValueError(f"row {row} of the effects lies inside more than {_MOST_NESTED} lists")
            steps = []
            at = row
            while self._program[at][0] != o.OP_END:
                steps.append(self._step(self._program[at], depth))
                at += 1
            self._known[row] = tuple(steps)
        return self._known[row]

    def _step(self, row: list[int], depth: int) -> Step:
        operation, a, b, c, d = row
        if operation == o.OP_CHOOSE:
            starts = tuple(self._program[b + k][1] for k in range(a))
        else:
            starts = tuple(row[k] for k in _LISTS_AT.get(operation, ()))
        condition = self.condition(a) if operation == o.OP_IF else None
        return Step(operation, a, b, c, d, tuple(self.script(k, depth + 1) for k in starts), starts, condition)

    def start_of_branch(self, block: int, option: int) -> int:
        """Return the first row of an option of ``choose``."""
        return self._program[block + option][1]

    def condition(self, row: int) -> Condition | None:
        """Return the condition that starts at a row; row 0: None, always true."""
        if row <= 0:
            return None
        stack: list[Condition] = []
        while self._condition[row][0] != o.C_END:
            number, a, b = self._condition[row]
            if number == o.C_NOT:
                stack.append(Condition(number, 0, 0, (stack.pop(),)))
            elif number in (o.C_AND, o.C_OR):
                second, first = stack.pop(), stack.pop()
                stack.append(Condition(number, 0, 0, (first, second)))
            else:
                stack.append(Condition(number, a, b))
            row += 1
        return stack[-1]


class Route(NamedTuple):
    """How a step is reached from the start of its program.

    Attributes:
        step: the step.
        wanted: conditions on the way and what they must be.
        starts: first rows of the lists it lies in, outermost first.
        tests: tests on the way that must succeed.
    """

    step: Step
    wanted: tuple[tuple[Condition, bool], ...]
    starts: tuple[int, ...]
    tests: int


def routes(script: Script) -> Iterator[Route]:
    """Yield every step of a program, those of the lists inside it too; what a failed test brings is left out."""
    for step in script:
        yield Route(step, (), (), 0)
        for k, inner in enumerate(step.lists):
            if step.operation == o.OP_TEST and k == 1:
                continue
            wanted = ((step.condition, k == 0),) if step.condition is not None else ()
            tests = int(step.operation == o.OP_TEST)
            for found in routes(inner):
                yield Route(found.step, (*wanted, *found.wanted), (step.starts[k], *found.starts), found.tests + tests)
