"""Game records from outside: the check of one field against its limits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def limits_check(cure: str) -> Callable[[str, np.ndarray, int, int], None]:
    """Return a function that refuses records with a number outside the limits of its field.

    It takes the name of the field, its values with one row per game, and the smallest and the largest right value, and
    raises a ValueError that names the first such game.

    Args:
        cure: how to come by records that are right, the end of the message.
    """

    def check(field: str, values: np.ndarray, low: int, high: int) -> None:
        if values.min() >= low and values.max() <= high:
            return
        by_game = values.reshape(len(values), -1)
        wrong = (by_game < low) | (by_game > high)
        game = int(wrong.any(axis=1).argmax())
        value = int(by_game[game][wrong[game]][0])
        raise ValueError(f"games[{game}] is no game: {field} is {value}, right would be {low} to {high}; {cure}")

    return check
