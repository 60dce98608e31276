"""What the player types: history and completion of the line, and which action or command is meant."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

COMMANDS = ("help", "actions", "look", "score", "why", "explain", "quit")
SAME = {"?": "help", "list": "actions", "table": "look", "exit": "quit", "scores": "score"}
WITH_WORDS = ("why", "explain")  # these need something after them


def tidy(text: str) -> str:
    """Return what was typed in lower case with single spaces."""
    return " ".join(text.lower().split())


@dataclass(frozen=True)
class Meant:
    """What a typed line means: a command with what follows it, an action, or a remark on why it is neither.

    Attributes:
        command: one of `COMMANDS`, empty for an action.
        rest: what follows the command.
        action: number of the legal action, -1 when none is meant.
        remark: what to tell the player when nothing is meant.
    """

    command: str = ""
    rest: str = ""
    action: int = -1
    remark: str = ""


def understand(line: str, legal: Sequence[int], names: Sequence[str]) -> Meant | None:
    """Return what a line means, ``None`` when it is neither a command nor one of the actions.

    Args:
        line: what was typed; letter case and spaces do not matter.
        legal: the legal actions, in the order in which they are numbered from 1.
        names: their names.
    """
    text = tidy(line)
    first, _, rest = text.partition(" ")
    first = SAME.get(first, first)
    if first in COMMANDS and (not rest or first in WITH_WORDS):
        return Meant(command=first, rest=rest)
    if text.isdecimal():
        if 1 <= int(text) <= len(legal):
            return Meant(action=legal[int(text) - 1])
        choices = "type 1" if len(legal) == 1 else f"type a number from 1 to {len(legal)}"
        return Meant(remark=f"There is no action number {text}; {choices}.")
    if text in names:
        return Meant(action=legal[list(names).index(text)])
    # An action is carried out only when it is typed in full: what is left open could be meant otherwise.
    fitting = [f"{number} {name}" for number, name in enumerate(names, 1) if name.startswith(text)]
    if fitting:
        return Meant(remark=f"Not finished; it can go on as: {', '.join(fitting)}")
    return None


class Completer:
    """Completes the line with the tab key, for `readline`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._fitting: list[str] = []

    def offer(self, names: Sequence[str], components: Sequence[str]) -> None:
        """Set what can be typed now: the legal actions, and what the commands need."""
        self.lines = [*names, *(word for word in COMMANDS if word not in WITH_WORDS)]
        self.lines += [f"explain {word}" for word in components]
        self.lines += [f"why {name}" for name in names]

    def __call__(self, text: str, state: int) -> str | None:
        """Return the completion number `state` of a line."""
        if state == 0:
            start = text.lower().lstrip()
            fitting = [line for line in self.lines if line.startswith(start)]
            if not start:
                fitting = [line for line in fitting if line.partition(" ")[0] not in WITH_WORDS]
            self._fitting = fitting
        return self._fitting[state] if state < len(self._fitting) else None


def with_readline(completer: Callable[[str, int], str | None]) -> None:
    """Let `input` complete the whole line and remember earlier lines, where the system has readline."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_completer(completer)
        readline.set_completer_delims("")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
