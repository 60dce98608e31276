"""Marks of source code that decides results: equal on every machine, unlike the key of the compile cache."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from pathlib import Path

RULES = Path(__file__).resolve().parent.parent / "arnak"
_ROOTS = ("batch", "kernels")  # what plays a game, and the compiled rules that it loads when it needs them


def rules_sources(folder: Path = RULES) -> list[Path]:
    """Return the modules that decide how a game goes: those of the batch and the rules, and all that these import.

    What words a game has, how positions are written and how replays are kept is not among them.
    """
    found: set[Path] = set()
    waiting = [folder / f"{name}.py" for name in _ROOTS]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [other for name in _imported(path) if (other := folder / f"{name}.py").is_file()]
    return sorted(found)


def _imported(path: Path) -> Iterable[str]:
    """Yield the modules of the game that a module imports when it is loaded."""
    for node in ast.parse(path.read_bytes(), str(path)).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arnak_env.arnak"):
            inner = (node.module or "").split(".")[2:]
            yield from inner[:1] or [alias.name for alias in node.names]


def source_fingerprint(files: Iterable[Path]) -> str:
    """Return a hash of source files, whatever their line ends."""
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.name):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.name} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]


def rules_fingerprint(content: str) -> str:
    """Return a hash of the rules' sources and of a content fingerprint.

    It depends neither on the processor nor on the compiler, so that work begun on one machine can go on on another.
    """
    return hashlib.sha256(f"{source_fingerprint(rules_sources())} {content}".encode()).hexdigest()[:16]
