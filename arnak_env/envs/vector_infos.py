"""Infos of a vector environment: an array per key with one row per sub-environment, and `_key`: who has one."""

from __future__ import annotations

from typing import Any

import numpy as np


def rows_of(array: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Return a new array with the rows `which` (indices) of `array` and zeros elsewhere."""
    out = np.zeros(array.shape, array.dtype)
    out[which] = array[which]
    return out


def with_presence(columns: dict[str, np.ndarray], has: np.ndarray) -> dict[str, Any]:
    """Return infos with these arrays and, beside each, its own copy of who has an entry (bool array)."""
    infos: dict[str, Any] = {}
    for key, column in columns.items():
        infos[key] = column
        infos[f"_{key}"] = has.copy()
    return infos


def one_info(infos: dict[str, Any], index: int) -> dict[str, Any]:
    """Return the info of one sub-environment as a single environment would give it."""
    info: dict[str, Any] = {}
    for key, value in infos.items():
        if key.startswith("_") or not infos[f"_{key}"][index]:
            continue
        if isinstance(value, dict):
            info[key] = one_info(value, index)
        else:
            entry = value[index]
            info[key] = entry.item() if isinstance(entry, np.generic) else entry
    return info
