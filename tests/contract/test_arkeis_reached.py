"""Sentence 10 for Arkeis: every operation, condition, trigger, selector and question is reached."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .arkeis_reach import NEVER, wanted

HERE = Path(__file__).parent
GAMES = 4  # of each of a few configurations; as plain Python the rules are slow


@pytest.fixture(scope="module")
def reached() -> dict[str, dict[str, int]]:
    """What random play and the scenarios reach, found by a process without compilation."""
    code = "import sys, json; sys.path.insert(0, sys.argv[1])\n"
    code += "from contract.arkeis_reach import play\nprint(json.dumps(play(int(sys.argv[2]))))"
    run = subprocess.run(
        [sys.executable, "-c", code, str(HERE.parent), str(GAMES)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
def test_everything_is_reached_in_random_play_or_by_a_scenario(reached: dict[str, dict[str, int]]) -> None:
    both = {word for seen in reached.values() for word in seen}
    assert sorted(wanted() - both) == []


@pytest.mark.slow
def test_what_cannot_be_reached_is_not(reached: dict[str, dict[str, int]]) -> None:
    both = {word for seen in reached.values() for word in seen}
    assert sorted(both & set(NEVER)) == []
    assert both <= wanted()
