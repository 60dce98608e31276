"""Lines of text that are broken where they get too long."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

_KEPT = "\u00a0"  # a space at which no line is broken


def wrap(width: int, head: str, parts: Sequence[str], separator: str = ", ", indent: int = 4) -> list[str]:
    """Return a line that starts with `head` and lists `parts`, broken between parts, and inside those that are long.

    Args:
        width: no line gets longer, as long as single words and the indents leave room.
        head: how the first line starts.
        parts: what is listed.
        separator: what stands between two parts.
        indent: spaces at the start of the further lines.
    """
    lines: list[str] = []
    line, empty = head, True
    for number, part in enumerate(parts):
        tail = len(separator.rstrip()) if number < len(parts) - 1 else 0
        joined = line + ("" if empty else separator) + part
        if len(joined) + tail <= width:
            line, empty = joined, False
            continue
        shorter = indent + len(part) < len(joined)
        if shorter and line.strip() and not (empty and len(line) <= indent):
            lines.append((line if empty else line + separator).rstrip())
            joined = " " * indent + part
        *whole, line = broken(joined, width - tail, indent + 2)
        lines += whole
        empty = False
    return [*lines, line]


def broken(line: str, width: int, indent: int) -> list[str]:
    """Return one line broken between words; the spaces it starts with are kept."""
    if len(line) <= width:
        return [line]
    text = line.lstrip()
    # A number stays with what it counts.
    joined = re.sub(r"(?<=\d) (?=\w)", _KEPT, text)
    lines = textwrap.wrap(
        joined,
        width,
        initial_indent=line[: len(line) - len(text)],
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [piece.replace(_KEPT, " ") for piece in lines]
