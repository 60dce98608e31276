"""How amounts enter a network: as the levels they have reached, so that one more or less makes a difference.

An observation counts cards, tokens and idols. Divided by the most there can ever be, a card in hand is 0.05 and a coin
0.02: a network hardly notices them. Here a column becomes several inputs of 0 or 1: "1 or more", "2 or more", ...; and
a column that says which thing it is, rather than how many, becomes one input for each thing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

AMOUNTS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 70, 100, 150, 200)
"""Where the inputs of an amount begin."""


@dataclass(frozen=True)
class Levels:
    """The inputs that each column of a raw observation becomes.

    Attributes:
        first: int32 ``(columns + 1,)``, the first input of each column, and at the end the number of inputs.
        level: uint8 ``(inputs,)``, the value from which on an input is 1.
        exact: bool ``(columns,)``, true for columns whose inputs are 1 at their value only.
    """

    first: NDArray[np.int32]
    level: NDArray[np.uint8]
    exact: NDArray[np.bool_]

    def __post_init__(self) -> None:
        counts = np.diff(self.first)
        if len(self.first) != len(self.exact) + 1 or self.first[0] != 0 or (counts < 0).any():
            raise ValueError("levels of an input layer do not fit their columns")
        if self.first[-1] != len(self.level):
            raise ValueError(f"an input layer has {len(self.level)} levels, its columns need {self.first[-1]}")

    @classmethod
    def of(cls, maximum: NDArray[np.uint8], exact: NDArray[np.bool_]) -> Levels:
        """Return the levels for columns with these largest values.

        Args:
            maximum: uint8 ``(columns,)``.
            exact: bool ``(columns,)``, true where a value says which thing it is.
        """
        levels = [
            np.arange(1, most + 1) if each else np.array([level for level in AMOUNTS if level <= most])
            for most, each in zip(maximum.tolist(), exact.tolist(), strict=True)
        ]
        first = np.concatenate([[0], np.cumsum([len(one) for one in levels])])
        return cls(first.astype(np.int32), np.concatenate(levels).astype(np.uint8), np.asarray(exact, bool))

    @property
    def columns(self) -> int:
        """Columns of an observation."""
        return len(self.exact)

    @property
    def inputs(self) -> int:
        """Inputs they become."""
        return len(self.level)


def higher_levels(levels: Levels) -> NDArray[np.intp]:
    """Return the inputs that are the second or a later level of an amount."""
    lowest = np.zeros(levels.inputs, bool)
    lowest[levels.first[:-1]] = True
    lowest |= np.repeat(levels.exact, np.diff(levels.first))
    return np.flatnonzero(~lowest)
