"""Checks of what users pass to the environments, on top of those of `arnak_env.core.arguments`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from arnak_env.core.arguments import as_array, has_truth_values, shown, spread, whole_number

EACH = "sub-environment"


def positive(name: str, value: Any) -> int:
    """Return `value` as an int of at least 1.

    Raises:
        ValueError: when it is anything else.
    """
    return whole_number(name, value, 1)


def spread_checked(name: str, value: Any, count: int, check: Callable[[str, Any], Any]) -> list[Any]:
    """Return one checked value per sub-environment from one value, or from a list with one value each.

    Raises:
        ValueError: from `check`, with the number of the sub-environment where the values differ.
    """
    values = spread(name, value, count, EACH)
    checked = []
    for index, one in enumerate(values):
        try:
            checked.append(check(name, one))
        except ValueError as error:
            raise error if values.count(one) == count else ValueError(f"{error} ({EACH} {index})") from None
    return checked


def options_of(options: Any) -> dict[str, Any]:
    """Return the options of a reset as a dict of their own.

    Raises:
        TypeError: when they are neither None nor a dict.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be None or a dict with the name and value of each option, got {shown(options)}")
    return dict(options)


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


def action_number(action: Any, count: int) -> int:
    """Return an action as a plain int: from an int, a numpy integer or an array without dimensions.

    Raises:
        TypeError: for anything else, for example True or an array of shape (1,).
        ValueError: when no action has that number.
    """
    if isinstance(action, bool):
        raise TypeError(f"an action is one whole number from 0 to {count - 1}, not {action}")
    try:
        number = operator.index(action)
    except TypeError:
        shape = getattr(action, "shape", None)
        kind = f"an array of shape {shape}" if shape else shown(action)
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
    array = as_array(actions)
    if array.shape != (num_envs,):
        given = array.shape if array.dtype != object or array.shape else shown(actions)
        raise ValueError(f"actions must have shape ({num_envs},), one whole number per {EACH}, not {given}")
    if array.dtype.kind not in "iu" or has_truth_values(actions):
        kind = "True or False" if has_truth_values(actions) else array.dtype
        raise TypeError(f"actions must be whole numbers from 0 to {count - 1}, not {kind}")
    wrong = (array < 0) | (array >= count)
    if wrong.any():
        index = int(np.flatnonzero(wrong)[0])
        raise ValueError(
            f"there is no action {array[index]} ({EACH} {index}); actions are whole numbers from 0 to {count - 1}"
        )
    return array.astype(np.int64, copy=False)
