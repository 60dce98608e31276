"""Checks of what users pass in. Every refusal names the value and lists the right ones."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np


def one_of(name: str, value: Any, allowed: Sequence[str]) -> str:
    """Return `value` if it is one of the allowed words.

    Raises:
        ValueError: otherwise.
    """
    if isinstance(value, str) and value in allowed:
        return value
    raise ValueError(f"unknown {name} {value!r}; choose one of {', '.join(map(repr, allowed))}")


def positive(name: str, value: Any) -> int:
    """Return `value` as an int of at least 1.

    Raises:
        ValueError: when it is anything else.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}")
    return number


def only_keys(what: str, given: Mapping[str, Any], allowed: Iterable[str]) -> None:
    """Refuse keys that are not documented.

    Raises:
        ValueError: naming the unknown keys and the right ones.
    """
    allowed = tuple(allowed)
    unknown = [key for key in given if key not in allowed]
    if unknown:
        raise ValueError(
            f"unknown {what} {', '.join(map(repr, unknown))}; known are {', '.join(map(repr, allowed)) or 'none'}"
        )


def spread(name: str, value: Any, count: int) -> list[Any]:
    """Return one value per sub-environment from one value, or from a list, tuple or array with one value each.

    A tuple or list of words given as `switches` is one value: the switches of every game.

    Raises:
        ValueError: when the number of values is not the number of sub-environments.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if name == "switches" and all(isinstance(word, str) for word in value):
        return [tuple(value)] * count
    if len(value) != count:
        raise ValueError(
            f"{name} has {len(value)} values for {count} sub-environments; give one value, or one per sub-environment"
        )
    return list(value)


def action_number(action: Any, count: int) -> int:
    """Return an action as a plain int: from an int, a numpy integer or an array without dimensions.

    Raises:
        TypeError: for anything else, for example an array of shape (1,).
        ValueError: when no action has that number.
    """
    try:
        number = operator.index(action)
    except TypeError:
        shape = getattr(action, "shape", None)
        kind = f"an array of shape {shape}" if shape else repr(action)
        raise TypeError(
            f"an action is one whole number from 0 to {count - 1}, not {kind}; for an array with one element pass "
            "`action.item()`"
        ) from None
    if not 0 <= number < count:
        raise ValueError(f"there is no action {number}; actions are whole numbers from 0 to {count - 1}")
    return number


def action_array(actions: Any, num_envs: int, count: int) -> np.ndarray:
    """Return actions as int64 of shape (num_envs,).

    Raises:
        ValueError: when the shape is another one or a number is no action.
        TypeError: when they are not whole numbers.
    """
    array = np.asarray(actions)
    if array.shape != (num_envs,):
        raise ValueError(
            f"actions must have shape ({num_envs},), one whole number per sub-environment, not {array.shape}"
        )
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions must be whole numbers from 0 to {count - 1}, not {array.dtype}")
    array = array.astype(np.int64, copy=False)
    if array.min() < 0 or array.max() >= count:
        index = int(np.flatnonzero((array < 0) | (array >= count))[0])
        raise ValueError(
            f"there is no action {array[index]} (sub-environment {index}); "
            f"actions are whole numbers from 0 to {count - 1}"
        )
    return array
