"""A game in the terminal whose replay is written after every action, whatever the game is."""

from __future__ import annotations

import contextlib
import shlex
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from arnak_env.cli.errors import INTERRUPTED
from arnak_env.cli.terminal import say

if TYPE_CHECKING:
    from arnak_env.core.replay import Replay


def run_game(game: RecordedGame) -> int:
    """Play, say where the replay lies, and return the exit code.

    A request to stop and a closed terminal end the game like `quit` does; the replay is on disk anyway.
    """
    code = 0
    with _leaving_on_signals():
        try:
            game.run()
        except EOFError:
            typer.echo()
        except KeyboardInterrupt:
            code = INTERRUPTED
            typer.echo()
        finally:
            with contextlib.suppress(OSError):  # the terminal may be gone
                game.farewell()
    return code


@contextlib.contextmanager
def _leaving_on_signals() -> Iterator[None]:
    def leave(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and threading.current_thread() is threading.main_thread():
            before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _unused(path: Path) -> Path:
    """Return the path, with a number where there is such a file already."""
    candidate, number = path, 2
    while candidate.exists():
        candidate, number = path.with_stem(f"{path.stem}_{number}"), number + 1
    return candidate


class RecordedGame(ABC):
    """One game in the terminal with its replay.

    Attributes:
        batch: the game, a batch of one.
        replay: what was played so far.
        path: file of the replay.
        unsaved: why the last actions could not be saved; empty when they are.
    """

    batch: Any
    replay: Replay

    def __init__(self) -> None:
        self.path = Path()
        self.unsaved = ""

    @abstractmethod
    def run(self) -> None:
        """Play until the game is over or the player leaves."""

    @abstractmethod
    def final_state(self) -> dict[str, Any]:
        """Return what the replay keeps of the end of the recording."""

    def watch_options(self) -> str:
        """Return the options with which the replay shows what the player saw."""
        return ""

    def keep_at(self, path: Path | None, name: str) -> None:
        """Reserve the file of the replay, so that a place that cannot be written is refused before the first move.

        Raises:
            ValueError: when the file exists already, is a folder, or cannot be written.
        """
        folder = path.parent if path else Path("runs/replays")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.path = path or _unused(folder / f"{name}.json")
            self.path.open("x").close()
            self.save()
        except OSError as error:
            problem = f"{self.path if self.path.name else folder} cannot be written ({error.strerror})"
            with contextlib.suppress(OSError):  # a name may be too long to be looked up
                if path and path.is_dir():
                    problem = f"{path} is a folder"
                elif path and path.exists():
                    problem = f"{path} exists already"
                elif folder.exists() and not folder.is_dir():
                    problem = f"{folder} is a file, not a folder"
            raise ValueError(f"{problem}; name another file with --save") from None

    def save(self) -> None:
        """Write the replay of what was played so far."""
        self.replay.final = self.final_state()
        self.replay.save(self.path)

    def say_where_it_goes_on(self) -> None:
        """Say how much of a game that is taken up again was played before."""
        if self.replay.actions:
            say(f"It goes on after {len(self.replay.actions)} actions; the last was: {self.replay.actions[-1]}.")

    def record(self, words: str) -> None:
        """Add an action that was carried out, and save; a disk that fails does not end the game."""
        self.replay.actions.append(words)
        self.try_to_save()

    def try_to_save(self) -> None:
        """Save, or say why that is not possible now."""
        try:
            self.save()
            self.unsaved = ""
        except OSError as error:
            self.unsaved = f"{self.path}: {error.strerror}"
            say(f"The replay cannot be saved now ({self.unsaved}); it is tried again after the next action.")

    def farewell(self) -> None:
        """Say where the replay lies; one without any action is not kept."""
        if not self.replay.actions:
            self.path.unlink(missing_ok=True)
            typer.echo("Nothing was played, so no replay is kept.")
            return
        if self.unsaved:
            typer.echo(f"The last actions could not be saved: {self.unsaved}.")
        options = self.watch_options()
        file = shlex.quote(str(self.path))
        typer.echo(f"Replay saved: {self.path}\nWatch it with: arnak replay {options}{file}")
        if not self.batch.over[0]:
            typer.echo(f"Go on with: arnak play --resume {file}")
