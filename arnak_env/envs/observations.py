"""The two forms of an observation: raw bytes, and float32 in [0, 1] by each piece's own range."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from arnak_env.arnak.observation import OBSERVATION_SIZE, PIECES

OBSERVATIONS = ("raw", "scaled")


def _maximum() -> np.ndarray:
    largest = np.zeros(OBSERVATION_SIZE, np.uint8)
    for piece in PIECES:
        largest[piece.start : piece.start + piece.size] = piece.maximum
    return largest


MAXIMUM = _maximum()  # largest value of every entry
_DIVISOR = np.maximum(MAXIMUM, 1).astype(np.float32)


def observation_space(form: str) -> spaces.Box:
    """Return the space of one observation, shape (OBSERVATION_SIZE,)."""
    if form == "scaled":
        return spaces.Box(0.0, 1.0, (OBSERVATION_SIZE,), np.float32)
    return spaces.Box(np.zeros(OBSERVATION_SIZE, np.uint8), MAXIMUM.copy(), dtype=np.uint8)


def in_form(form: str, raw: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """Return raw observations in the wanted form, as a new array unless `out` is given."""
    if form == "scaled":
        scaled = np.empty(raw.shape, np.float32) if out is None else out
        scaled[...] = raw
        scaled /= _DIVISOR  # in place: faster than one call that converts as it divides
        return scaled
    return raw.copy()
