"""Every statement of the rules checklist is shown by a scenario or by a test that names its number."""

from __future__ import annotations

import pytest
from named_parts import shown

STATEMENTS = [f"R-{number:03d}" for number in range(1, 264)]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statement_is_shown(statement: str) -> None:
    assert statement in shown(), f"no scenario and no test names {statement}"


def test_no_other_statement_is_named() -> None:
    """A number that is none of the checklist's is a slip of the pen."""
    assert sorted({number for number in shown() if number.startswith("R-")} - set(STATEMENTS)) == []
