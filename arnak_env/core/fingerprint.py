"""Marks of source code that decides results: equal on every machine, unlike the key of the compile cache."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
_ROOTS = ("batch", "kernels")  # what plays a game, and the compiled rules that it loads when it needs them
_CARRIERS = ("compile", "files", "interrupts", "saves")  # of core: how the rules get into memory, not what they are


def rules_sources(game: str = "arnak", package: Path = PACKAGE) -> list[Path]:
    """Return the modules that decide how a game goes: those of the batch and the rules, and all that these import.

    What words a game has, how positions are written and how replays are kept is not among them.

    Args:
        game: the name of its folder in the package, ``"arnak"`` or ``"arkeis"``.
        package: the folder of the package.
    """
    found: set[Path] = set()
    waiting = [package / game / f"{name}.py" for name in _ROOTS]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [other for other in _imported(path, game, package) if other.is_file()]
    return sorted(found)


def _imported(path: Path, game: str, package: Path) -> Iterator[Path]:
    """Yield the files of the modules of the game and of the core that a module imports when it is loaded."""
    for node in ast.parse(path.read_bytes(), str(path)).body:
        parts = (node.module or "").split(".") if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom) and parts[:1] == [package.name] and parts[1:2] in ([game], ["core"]):
            for name in parts[2:3] or [alias.name for alias in node.names]:
                if not (parts[1] == "core" and name in _CARRIERS):
                    yield package / parts[1] / f"{name}.py"


def source_fingerprint(files: Iterable[Path]) -> str:
    """Return a hash of source files, whatever their line ends."""
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: (path.name, path.parent.name)):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.name} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]


def rules_fingerprint(content: str, game: str = "arnak") -> str:
    """Return a hash of the sources of a game's rules and of a content fingerprint.

    It depends neither on the processor nor on the compiler, so that work begun on one machine can go on on another.
    """
    return hashlib.sha256(f"{source_fingerprint(rules_sources(game))} {content}".encode()).hexdigest()[:16]
