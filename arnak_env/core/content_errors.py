"""What is wrong with a piece of content, and where it stands."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where a piece of content stands, for error messages."""

    file: str
    kind: str = ""
    entry: str = ""
    field: str = ""

    def __str__(self) -> str:
        words = f"{self.file}: {self.kind} {self.entry!r}" if self.entry else f"{self.file}: {self.kind}".rstrip(": ")
        return f"{words}, field {self.field!r}" if self.field else words


class ContentError(ValueError):
    """Content that cannot be used; the message names the file, the entry, the field and what would be right."""

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem
