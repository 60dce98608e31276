"""What the recordings of both games share: the words for what changed, digests, and the comparison with the files."""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arnak_env.core.batch import GameBatch

HERE = Path(__file__).resolve().parent
SHOWN = 40  # lines of a difference
DIGESTED_GAMES = 50
QUIET: tuple[Any, ...] = (0, False, "", "empty", [])  # not worth a line in the set-up
WHAT_TO_DO = """
If a rule, a printed fact, a default, an action number, an observation column or a random stream changed, results move:
raise the version of the environments (ids `...-v0`, modules `arnak_v0`, `arkeis_v0`), give the reason in CHANGELOG.md
and in the Version History of their docstrings, and write the recordings anew with

    {command}

If only the wording of a question changed, or the layout of the record ({digests} names it), the last step is enough;
say so in the commit. If nothing of this was meant to change, the recording has found a mistake."""

Words = dict[str, Any]


# --- what changed, in words ------------------------------------------------------------------------------------------
def flatten(value: Any, entry: Callable[[Any], str], path: str = "") -> Words:
    """Return the inner values of nested tables by dotted key; `entry` says one entry of a list in words."""
    if isinstance(value, dict):
        found: Words = {}
        for key, inner in value.items():
            found |= flatten(inner, entry, f"{path}.{key}" if path else key)
        return found
    return {path: [entry(inner) for inner in value] if isinstance(value, list) else value}


def changes(before: Words, after: Words) -> Iterator[str]:
    """Yield what changed between two states, one line for each key."""
    for key in dict.fromkeys([*before, *after]):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(old, list) and isinstance(new, list):
            yield f"{key}: {_list_change(old, new)}"
        else:
            yield f"{key}: {shown(old)} -> {shown(new)}"


def _list_change(old: list[str], new: list[str]) -> str:
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    kept = Counter(old) & Counter(new)
    same_order = _only(old, kept) == _only(new, kept)
    if same_order and gone.total() + come.total() <= 3 and "(gap)" not in (*old, *new):
        return ", ".join([f"-{word}" for word in gone.elements()] + [f"+{word}" for word in come.elements()])
    return f"now {shown(new)}"


def _only(words: list[str], kept: Counter[str]) -> list[str]:
    return [word for word in words if word in kept]


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return "none" if value in ("", None) else str(value)


# --- many games as digests -------------------------------------------------------------------------------------------
def digests(batch: GameBatch) -> tuple[list[str], str]:
    """Play a new batch at random to the end.

    Returns:
        One digest per game over every state and mask that it goes through, and one over all observations.
    """
    running = [hashlib.blake2b(digest_size=6) for _ in range(len(batch))]
    observed = hashlib.blake2b(digest_size=6)
    going = list(range(len(batch)))
    while going:
        for i in going:
            running[i].update(batch.games[i].tobytes())
            running[i].update(batch.mask[i].tobytes())
            observed.update(batch.observation[i].tobytes())
        going = [i for i in going if not batch.over[i]]
        batch.step(batch.sample_actions(), illegal="ignore")
    return [digest.hexdigest() for digest in running], observed.hexdigest()


def digest_lines(words: str, batch: GameBatch) -> list[str]:
    """Return the digests of one configuration as a block of lines."""
    found, observed = digests(batch)
    lines = ["", words, *(f"  {first:2}  " + " ".join(found[first : first + 5]) for first in range(0, len(found), 5))]
    return [*lines, f"  observations  {observed}"]


# --- the files -------------------------------------------------------------------------------------------------------
def write(build: Iterator[tuple[str, str]]) -> None:
    """Write the files of a game anew and say which of them changed."""
    for name, text in build:
        path = HERE / name
        same = path.is_file() and path.read_text(encoding="utf-8") == text
        path.write_text(text, encoding="utf-8")
        print(f"{'unchanged' if same else 'written'}: {path}")


def check(name: str, text: str, command: str, digest_file: str) -> None:
    """Compare a text with the recorded one and say what differs and what it means."""
    path = HERE / name
    recorded = path.read_text(encoding="utf-8") if path.is_file() else ""
    if recorded == text:
        return
    both = recorded.splitlines(), text.splitlines()
    lines = list(difflib.unified_diff(*both, f"recorded {name}", "now", n=2, lineterm=""))
    more = f"\n... and {len(lines) - SHOWN} more lines" if len(lines) > SHOWN else ""
    told = WHAT_TO_DO.format(command=command, digests=digest_file)
    pytest.fail("\n".join(lines[:SHOWN]) + more + "\n" + told, pytrace=False)
