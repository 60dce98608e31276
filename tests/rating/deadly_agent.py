"""An agent whose first process is killed in the middle of a game, for the tests of workers that are lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TEXT = """
import os, signal
from pathlib import Path
from agents.random_agent import RandomAgent

class Deadly(RandomAgent):
    turns = 0
    def act(self, batch, games=None):
        self.turns += 1
        if self.turns == 60:
            try:
                Path(__file__).with_suffix('.dead').touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().act(batch, games)
"""


def agent_file(folder: Path, text: str = TEXT) -> str:
    """Write the file of the agent and return its name for `agents.load`."""
    path = folder / "deadly.py"
    path.write_text(text, encoding="utf-8")
    return f"{path}:Deadly"


@contextmanager
def spare(folder: Path) -> Iterator[None]:
    """Let the agent play without killing anybody."""
    mark = folder / "deadly.dead"
    mark.touch()
    yield
    mark.unlink()
