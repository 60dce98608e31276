"""The examples of README and docs, found in the pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    page: Path
    line: int  # of its first line in the page
    language: str
    text: str


def blocks(page: Path, *languages: str) -> list[Block]:
    """Return the blocks of a page in these languages, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, match.start(2)) + 1, match[1], match[2])
        for match in _BLOCK.finditer(text)
        if match[1] in languages
    ]


def name(page: Path) -> str:
    """Return the path of a page for test ids and messages."""
    return page.relative_to(ROOT).as_posix()


def pages_with(*languages: str) -> list[Path]:
    """Return the pages that have blocks in one of these languages."""
    return [page for page in PAGES if blocks(page, *languages)]
