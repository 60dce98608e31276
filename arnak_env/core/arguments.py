"""Checks of what users pass in, shared by the batches and environments of all games.

Every refusal names the argument and the value and says what would be right. True and False are no numbers here, though
Python counts them as 1 and 0: ``difficulty=True`` is a mistake. numpy's whole numbers are as good as Python's.
"""

from __future__ import annotations

import dataclasses
import difflib
import operator
import reprlib
from collections.abc import Iterable
from typing import Any

import numpy as np

LARGEST = 2**63 - 1

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = 80


def shown(value: Any) -> str:
    """Return a value for an error message, shortened when it is long."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):  # content, for example: far too long to show
        return f"a {type(value).__name__} of {type(value).__module__}"
    if isinstance(value, np.ndarray) and value.size > 8:
        return f"an array of {_kind(value)} of shape {value.shape}"
    return _short.repr(value)


def one_of(name: str, value: Any, allowed: Iterable[str]) -> str:
    """Return a word when it is allowed.

    Raises:
        ValueError: otherwise, with the closest and all the right ones.
    """
    words = list(allowed)
    if isinstance(value, str) and value in words:
        return str(value)
    close = difflib.get_close_matches(value, words, n=1, cutoff=0.7) if isinstance(value, str) else []
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    raise ValueError(f"unknown {name} {shown(value)}{hint}; one of {', '.join(map(repr, words))}")


def flag(name: str, value: Any) -> bool:
    """Return True or False.

    Raises:
        ValueError: for anything else, 0 and 1 included.
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise ValueError(f"{name} is True or False, got {shown(value)}")


def whole_number(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return a whole number from `low` to `high` (None: no limit) as a Python int.

    Raises:
        ValueError: for anything else.
    """
    number = _as_int(value)
    if number is None or number < low or (high is not None and number > high):
        limits = f"of at least {low}" if high is None else f"from {low} to {_power(high)}"
        raise ValueError(f"{name} must be a whole number {limits}, got {shown(value)}")
    return number


def whole_number_among(name: str, value: Any, allowed: Iterable[int]) -> int:
    """Return a whole number that is one of `allowed`.

    Raises:
        ValueError: for anything else.
    """
    choices = list(allowed)
    number = _as_int(value)
    if number is None or number not in choices:
        raise ValueError(f"{name} must be a whole number, one of {', '.join(map(str, choices))}, got {shown(value)}")
    return number


def spread(name: str, value: Any, count: int, each: str = "game", *, nested: bool = False) -> list[Any]:
    """Return one value per game from one value, or from a list, tuple, range or array with one value for each.

    Args:
        name: what the argument is called.
        value: one value or one per game.
        count: how many games there are.
        each: what there is one value for, in the error message.
        nested: whether one value is a list itself; then only a list of lists is one value per game.

    Raises:
        ValueError: when the number of values is not the number of games.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple | range):
        return [value] * count
    if nested and not (value and all(isinstance(one, list | tuple | set | frozenset) for one in value)):
        return [value] * count
    if len(value) != count:
        raise ValueError(
            f"{name} has {len(value)} values for {count} {each}{'s' if count > 1 else ''}; "
            f"give one value, or one per {each}"
        )
    return list(value)


def whole_numbers(
    name: str,
    value: Any,
    low: int | None = None,
    high: int | None = None,
    *,
    length: int | None = None,
    single: bool = True,
    each: str = "game",
) -> np.ndarray:
    """Return whole numbers from `low` to `high` (None: no limit) as int64, of shape ``()`` or ``(length,)``.

    Args:
        name: what the argument is called.
        value: a whole number, or a list, tuple or array of them.
        low, high: the limits.
        length: how many there must be when there is not a single one; None: any number.
        single: whether a single number may stand for all.
        each: what there is one number for, in the error message.

    Raises:
        ValueError: for another shape, for anything that is no whole number, and for numbers outside the limits.
    """
    numbers = as_array(value)
    fits = single if numbers.ndim == 0 else numbers.ndim == 1 and length in (None, len(numbers))
    empty = numbers.size == 0 and numbers.dtype.kind == "f" and not isinstance(value, np.ndarray)  # the list []
    if not fits or not (empty or numbers.dtype.kind in "iu") or has_truth_values(value):
        many = "whole numbers of one dimension" if length is None else f"whole numbers of shape ({length},)"
        form = f"a whole number or one per {each} ({length})" if single and length is not None else many
        raise ValueError(f"{name} must be {form}, got {_described(value, numbers)}")
    _check_limits(name, numbers, low, high, each)
    return numbers.astype(np.int64)


def _check_limits(name: str, numbers: np.ndarray, low: int | None, high: int | None, each: str) -> None:
    too_low = low is not None and numbers.size > 0 and numbers.min() < low
    widest = high == LARGEST and numbers.dtype == np.int64  # whatever it holds is not too large
    too_high = high is not None and not widest and numbers.size > 0 and numbers.max() > high
    if not too_low and not too_high:
        return
    first = int(numbers.argmin() if too_low else numbers.argmax())
    where = f" for {each} {first}" if numbers.size > 1 else ""
    limits = f"from {low} to {_power(high)}" if high is not None else f"of at least {low}"
    raise ValueError(f"{name} must be whole numbers {limits}, got {numbers.reshape(-1)[first]}{where}")


def _as_int(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def as_array(value: Any) -> np.ndarray:
    """Return an array of whatever was given; what numpy cannot put into one becomes an array of objects."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        return np.asarray(None, dtype=object)


def has_truth_values(value: Any) -> bool:
    """Return whether numpy has turned True or False inside a list into a number."""
    if isinstance(value, list | tuple):
        return any(isinstance(one, bool | np.bool_) for one in value)
    return isinstance(value, bool | np.bool_)


def _described(value: Any, numbers: np.ndarray) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {_kind(numbers)} of shape {numbers.shape}"
    return shown(value)


def _kind(array: np.ndarray) -> str:
    """Return the name of a dtype; that of a record would fill pages."""
    return "records" if array.dtype.names else str(array.dtype)


def _power(number: int) -> str:
    return "2**63 - 1" if number == LARGEST else str(number)
