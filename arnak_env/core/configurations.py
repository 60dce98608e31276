"""One configuration per game of a batch, from one value per game of each setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

Config = TypeVar("Config")


def configurations_of(
    make: Callable[..., Config], columns: Mapping[str, Sequence[Any]], which: Iterable[int], each: str = "game"
) -> list[Config]:
    """Return the configuration of each of the games `which` (indices), from columns with one value per game.

    Args:
        make: builds a checked configuration from one value of each column.
        columns: the values by the name of the setting.
        which: the games that are looked at.
        each: what there is one value for, in the error message.

    Raises:
        ValueError: for an unknown value; where games differ the message names the one.
    """
    known: dict[str, Config] = {}  # equal ones are looked at once
    found = []
    for index in which:
        one = {name: values[index] for name, values in columns.items()}
        key = repr(one)
        if key not in known:
            try:
                known[key] = make(**one)
            except ValueError as error:
                alike = all(repr(value) == repr(values[0]) for values in columns.values() for value in values)
                raise error if alike else ValueError(f"{error} ({each} {index})") from None
        found.append(known[key])
    return found
