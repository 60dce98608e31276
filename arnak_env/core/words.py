"""Error messages that name the words nearest to one that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def closest(word: str, known: Iterable[str]) -> str:
    """Return the known words most like `word`, joined by commas, or an empty string."""
    return ", ".join(difflib.get_close_matches(word, list(known), n=4, cutoff=0.5))


def unknown(word: object, known: Sequence[str], kind: str) -> str:
    """Say that `word` is no such thing, with the closest known words, or all of them when there are few."""
    near = closest(str(word), known)
    if near:
        return f"unknown {kind} {word!r}; closest: {near}"
    if len(known) <= 24:
        return f"unknown {kind} {word!r}; known: {', '.join(known)}"
    return f"unknown {kind} {word!r}"
