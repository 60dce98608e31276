"""Typed reading of one table of a position: every value is checked, every error names its key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arnak_env.core.words import unknown


class PositionError(ValueError):
    """A position that cannot exist, or that is not written in the vocabulary of positions.

    Attributes:
        key: dotted key at which the trouble was found, for example ``players.1.hand``.
        reason: what is wrong there.
    """

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


class Section:
    """One table of a position with the dotted key under which it stands."""

    def __init__(self, table: Any, path: str, keys: Sequence[str]) -> None:
        """Check that `table` is a table that holds nothing but `keys`."""
        if not isinstance(table, dict):
            raise PositionError(path, f"a table is needed here, not {table!r}")
        self.table: dict[str, Any] = {str(key): value for key, value in table.items()}
        self.path = path
        for key in self.table:
            if key not in keys:
                raise PositionError(self.at(key), unknown(key, keys, "key"))

    def at(self, key: str) -> str:
        """Return the dotted key of an entry."""
        return f"{self.path}.{key}" if self.path else key

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def fail(self, key: str, reason: str) -> PositionError:
        """Return the error for an entry, to be raised by the caller."""
        return PositionError(self.at(key), reason)

    def section(self, key: str, keys: Sequence[str]) -> Section:
        """Return a table inside this one; a missing one is empty."""
        return Section(self.table.get(key, {}), self.at(key), keys)

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number between `low` and `high`."""
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(key, f"a whole number is needed, not {value!r}")
        if not low <= value <= high:
            raise self.fail(key, f"{value} is not possible; the number must lie between {low} and {high}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """Return a truth value."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.fail(key, f"true or false is needed, not {value!r}")
        return value

    def word(self, key: str, known: Sequence[str], kind: str, default: int = -1) -> int:
        """Return the index of a word among the known ones; a missing or empty word gives `default`."""
        value = self.table.get(key, "")
        return default if value == "" else self.index(key, value, known, kind)

    def words(self, key: str, known: Sequence[str], kind: str, gaps: bool = False) -> list[int]:
        """Return the indices of a list of words; with `gaps` an empty word gives -1."""
        return [-1 if gaps and value == "" else self.index(key, value, known, kind) for value in self.items(key)]

    def items(self, key: str) -> list[Any]:
        """Return a list; a missing one is empty."""
        value = self.table.get(key, [])
        if not isinstance(value, list | tuple):
            raise self.fail(key, f"a list is needed, not {value!r}")
        return list(value)

    def index(self, key: str, value: Any, known: Sequence[str], kind: str) -> int:
        """Return the index of one word among the known ones."""
        if not isinstance(value, str) or value not in known:
            raise self.fail(key, unknown(value, known, kind))
        return list(known).index(value)

    def counts(self, key: str, known: Sequence[str], high: int = 99) -> dict[int, int]:
        """Return the numbers of a table such as ``{ coin = 2 }``, by index; keys left out are left out."""
        inner = self.section(key, known)
        return {list(known).index(word): inner.integer(word, 0, 0, high) for word in inner.table}
