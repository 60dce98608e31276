"""Small pieces of Markdown: tables, references and the filling of page templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_HOLE = re.compile(r"\{\{ *(\w+) *\}\}")


def cell(value: Any) -> str:
    """Return a value as the text of a table cell."""
    return str(value).replace("|", "\\|").replace("\n", " ").strip()


def table(heading: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table; a heading that starts with ``#`` marks a column of numbers, which is set to the right."""
    lines = ["| " + " | ".join(cell(name.lstrip("#")) for name in heading) + " |"]
    lines.append("|" + "|".join("---:" if name.startswith("#") else "---" for name in heading) + "|")
    for row in rows:
        if len(row) != len(heading):
            raise ValueError(f"a row of {len(row)} cells does not fit {len(heading)} headings: {row!r}")
        lines.append("| " + " | ".join(cell(value) for value in row) + " |")
    return "\n".join(line.replace("  |", " |") for line in lines)


def code(text: Any) -> str:
    """Return a text in code type."""
    return f"`{text}`"


def codes(words: Iterable[Any]) -> str:
    """Return words in code type, joined by commas."""
    return ", ".join(code(word) for word in words)


def bullets(lines: Iterable[str]) -> str:
    """Return a list."""
    return "\n".join(f"- {line}" for line in lines)


def fill(template: str, parts: Mapping[str, str]) -> str:
    """Return a template with every ``{{ name }}`` replaced.

    Raises:
        KeyError: when a name has no part, or a part is not used; the message names them.
    """
    names = set(_HOLE.findall(template))
    if names != set(parts):
        missing, unused = sorted(names - set(parts)), sorted(set(parts) - names)
        raise KeyError(f"the template and its parts do not fit: without a part {missing}, not used {unused}")
    return _HOLE.sub(lambda hole: parts[hole[1]], template)
