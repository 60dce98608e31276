"""Named pieces of an observation row: one table for the code that fills it, the docs and people."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Piece:
    """One named part of the observation row.

    Attributes:
        name: stable name.
        start: first column.
        size: number of columns.
        maximum: largest value; `observation="scaled"` divides by it.
        meaning: what the columns hold and in which unit.
        columns: words for each column, empty when a number says enough.
        identifies: whether a value says which thing it is; otherwise it says how many or how much.
    """

    name: str
    start: int
    size: int
    maximum: int
    meaning: str
    columns: tuple[str, ...] = ()
    identifies: bool = False


def add_piece(
    pieces: list[Piece],
    name: str,
    size: int,
    maximum: int,
    meaning: str,
    columns: tuple[str, ...] = (),
    identifies: bool = False,
) -> int:
    """Append a piece after the others and return its first column."""
    start = pieces[-1].start + pieces[-1].size if pieces else 0
    pieces.append(Piece(name, start, size, maximum, meaning, columns, identifies))
    return start


def maxima_of(pieces: list[Piece]) -> np.ndarray:
    """Return the largest value of every column, float32 ``(columns,)``."""
    return np.concatenate([np.full(p.size, p.maximum, np.float32) for p in pieces])


def decode_row(pieces: list[Piece], row: np.ndarray) -> dict[str, np.ndarray]:
    """Split one observation row into its named pieces.

    Raises:
        ValueError: when the row has another shape.
    """
    size = pieces[-1].start + pieces[-1].size
    if row.shape != (size,):
        raise ValueError(f"an observation row has shape ({size},), got {row.shape}")
    return {p.name: row[p.start : p.start + p.size] for p in pieces}
