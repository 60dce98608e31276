"""Marks of source code that decides results: equal on every machine, unlike the key of the compile cache."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

RULES = Path(__file__).resolve().parent.parent / "arnak"


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
    return hashlib.sha256(f"{source_fingerprint(RULES.glob('*.py'))} {content}".encode()).hexdigest()[:16]
