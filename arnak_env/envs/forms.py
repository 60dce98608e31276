"""The two forms of an observation: raw bytes, and float32 in [0, 1] by each piece's own range."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
from gymnasium import spaces

OBSERVATIONS = ("raw", "scaled")


class Piece(Protocol):
    """A named part of an observation, see the `observation` module of each game."""

    @property
    def start(self) -> int:
        """Its first entry."""

    @property
    def size(self) -> int:
        """How many entries it has."""

    @property
    def maximum(self) -> int:
        """The largest value of each."""

    @property
    def identifies(self) -> bool:
        """Whether a value says which thing it is, rather than how many."""


class Forms:
    """The observations of one game in the form that is wanted.

    Attributes:
        size: entries of an observation.
        maximum: largest value of every entry, uint8.
        identifies: bool, true for every entry whose value says which thing it is, rather than how many.
    """

    def __init__(self, size: int, pieces: Iterable[Piece]) -> None:
        self.size = size
        self.maximum = np.zeros(size, np.uint8)
        self.identifies = np.zeros(size, np.bool_)
        for piece in pieces:
            self.maximum[piece.start : piece.start + piece.size] = piece.maximum
            self.identifies[piece.start : piece.start + piece.size] = piece.identifies
        self._divisor = np.maximum(self.maximum, 1).astype(np.float32)

    def space(self, form: str) -> spaces.Box:
        """Return the space of one observation, shape (size,)."""
        if form == "scaled":
            return spaces.Box(0.0, 1.0, (self.size,), np.float32)
        return spaces.Box(np.zeros(self.size, np.uint8), self.maximum.copy(), dtype=np.uint8)

    def convert(self, form: str, raw: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Return raw observations in the wanted form, as a new array unless `out` is given."""
        if form == "scaled":
            scaled = np.empty(raw.shape, np.float32) if out is None else out
            scaled[...] = raw
            scaled /= self._divisor  # in place: faster than one call that converts as it divides
            return scaled
        return raw.copy()
