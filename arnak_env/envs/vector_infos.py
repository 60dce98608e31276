"""Infos of a vector environment: an array per key with one row per sub-environment, and `_key`: who has one."""

from __future__ import annotations

from typing import Any

import numpy as np


def rows_of(array: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Return a new array with the chosen rows (bool array) of `array` and zeros elsewhere."""
    out = np.zeros_like(array)
    out[chosen] = array[chosen]
    return out


def add_ending(infos: dict[str, Any], ending: dict[str, Any], index: int, count: int) -> None:
    """Add the closing entries of one finished game to the infos of the batch, in place."""
    for key, value in ending.items():
        if isinstance(value, dict):
            add_ending(infos.setdefault(key, {}), value, index, count)
        else:
            if key not in infos:
                infos[key] = np.full(count, None, object) if isinstance(value, str) else np.zeros(count, type(value))
            infos[key][index] = value
        infos.setdefault(f"_{key}", np.zeros(count, bool))[index] = True


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
