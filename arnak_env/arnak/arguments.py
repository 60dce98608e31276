"""How the settings of a game of Lost Ruins of Arnak are given, on top of `arnak_env.core.arguments`."""

from __future__ import annotations

from typing import Any

from arnak_env.core import arguments


def spread(name: str, value: Any, count: int, each: str = "game") -> list[Any]:
    """Return one value per game from one value, or from a list, tuple, range or array with one value for each.

    A list of words given as `switches` is one value: the switches of every game.

    Raises:
        ValueError: when the number of values is not the number of games.
    """
    return arguments.spread(name, value, count, each, nested=name == "switches")
