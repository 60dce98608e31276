"""Output that fits the width of the terminal."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from arnak_env.render.lines import broken

NARROWEST, WIDEST = 60, 118  # the table cannot be read in less, and lines longer than that are hard to follow


def width() -> int:
    """Return the width to fill: that of the terminal within limits, 80 where there is none."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def wrapped(words: str, indent: int = 0, further: int | None = None) -> str:
    """Return a text broken between words; `further` is the indent from the second line on."""
    further = indent + 2 if further is None else further
    return "\n".join(broken(" " * indent + words, width(), further))


def say(words: str, indent: int = 0, further: int | None = None) -> None:
    """Print a text broken between words."""
    typer.echo(wrapped(words, indent, further))


def say_facts(heading: str, facts: Sequence[tuple[str, str]]) -> None:
    """Print a heading and facts, each with what it is."""
    say(heading)
    for what, words in facts:
        say(f"{what}: {words}", indent=2, further=4)


def in_columns(entries: Sequence[str], indent: int = 2, gap: int = 3) -> str:
    """Return entries in as many columns as fit, read downwards."""
    if not entries:
        return ""
    widest = max(map(len, entries))
    columns = max(1, min(len(entries), (width() - indent + gap) // (widest + gap)))
    rows = -(-len(entries) // columns)
    lines = []
    for row in range(rows):
        cells = [f"{entry:{widest}}" for entry in entries[row::rows]]
        lines.append((" " * indent + (" " * gap).join(cells)).rstrip())
    return "\n".join(lines)


def corrections(content: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return the entries that an override of the printed facts changes, for example ``card hat (cost)``."""
    words = []
    for kind, entries in content.items():
        for entry in entries:
            facts = [name for name in entry if name not in ("id", "confidence") and not name.endswith("_confidence")]
            fields = ", ".join(name.replace("_", " ") for name in facts)
            words.append(f"{kind.replace('_', ' ')} {entry['id']} ({fields})")
    return ", ".join(words)
