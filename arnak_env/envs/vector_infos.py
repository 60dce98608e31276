"""Infos of a vector environment: an array per key with one row per sub-environment, and `_key`: who has one."""

from __future__ import annotations

from typing import Any

import numpy as np


def rows_of(array: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Return a new array with the chosen rows (bool array) of `array` and zeros elsewhere."""
    out = np.zeros_like(array)
    out[chosen] = array[chosen]
    return out


def add_rows(infos: dict[str, Any], entries: dict[str, Any], which: np.ndarray, count: int) -> None:
    """Add entries that only some sub-environments have to the infos of the batch, in place.

    Args:
        infos: infos of the batch, without these entries.
        entries: arrays of one row per sub-environment in `which`, or dicts of such arrays.
        which: indices of the sub-environments.
        count: number of all sub-environments.
    """
    for key, rows in entries.items():
        if isinstance(rows, dict):
            infos[key] = {}
            add_rows(infos[key], rows, which, count)
        else:
            infos[key] = np.full(count, None, object) if rows.dtype == object else np.zeros(count, rows.dtype)
            infos[key][which] = rows
        has = np.zeros(count, bool)
        has[which] = True
        infos[f"_{key}"] = has


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
