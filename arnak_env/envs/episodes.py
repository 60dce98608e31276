"""Which game is played next: game k after seed s is the same everywhere, in a single and in a vector environment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arnak_env.core.arguments import LARGEST, whole_number
from arnak_env.envs.arguments import EACH


class Episodes:
    """Seed and episode number of each sub-environment.

    A reset with a seed starts at episode 0 of that seed. A reset without one goes on to the next episode of the same
    seed, and a sub-environment that never got a seed draws one first.
    """

    def __init__(self, count: int) -> None:
        self.seed = np.zeros(count, np.int64)
        self.episode = np.full(count, -1, np.int64)  # -1: no game yet

    def begin(self, which: np.ndarray, seeds: Sequence[int | None], entropy: Callable[[], int]) -> None:
        """Move the sub-environments `which` (indices) to their next game.

        Args:
            which: indices of the sub-environments that are reset.
            seeds: one seed or None for *every* sub-environment.
            entropy: gives a seed to those that never had one.
        """
        for index in which:
            seed = seeds[index]
            if seed is None:
                if self.episode[index] < 0:
                    self.seed[index] = entropy()
                self.episode[index] += 1
            else:
                self.seed[index] = seed
                self.episode[index] = 0

    def advance(self, which: np.ndarray) -> None:
        """Move these sub-environments (indices), which all had a game already, to the next episode."""
        self.episode[which] += 1


def checked_seed(seed: int) -> int:
    """Return a seed that fits into the game record.

    Raises:
        ValueError: when it is no whole number, negative or needs more than 63 bits.
    """
    return whole_number("seed", seed, 0, LARGEST)


def seed_of_one_game(seed: int | None) -> list[int | None]:
    """Return the seed of a single environment as a list of one.

    Raises:
        ValueError: when it is neither None nor a seed.
    """
    return [None if seed is None else checked_seed(seed)]


def is_one_seed(seed: Any) -> bool:
    """Return whether a seed is meant for the first game and not a list with one for each."""
    return seed is not None and (not isinstance(seed, list | tuple | range | np.ndarray) or np.ndim(seed) == 0)


def seeds_per_game(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    """Return one seed or None per sub-environment: a single seed s becomes s, s + 1, s + 2, ...

    Raises:
        ValueError: when a list has another length, or a seed is out of range.
    """
    if seed is None:
        return [None] * count
    if is_one_seed(seed):
        first = whole_number("seed", seed, 0, LARGEST - count + 1)
        return [first + index for index in range(count)]
    assert isinstance(seed, Sequence | np.ndarray)  # for the type checker
    if len(seed) != count:
        raise ValueError(f"{len(seed)} seeds for {count} {EACH}s; give one seed, or one per {EACH}")
    return [None if one is None else whole_number(f"seed[{index}]", one, 0, LARGEST) for index, one in enumerate(seed)]
