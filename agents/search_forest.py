"""Trees of several real games and the simulations that walk them, on the compiled kernels of `arnak_env.search`."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arnak_env.core.compile import COMPILED, load_compiled
from arnak_env.search.compiled import NODE, WALKER

if TYPE_CHECKING:
    from collections.abc import Callable

    from arnak_env.core.batch import GameBatch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
NONE = -1


@functools.cache
def _kernels() -> Any:
    """Return the compiled tree, loaded once in a process."""

    def load() -> Any:
        from arnak_env.search import kernels

        return kernels

    return load_compiled("search", load, "the search tree", "a few seconds")


def _records(count: int, kind: np.dtype[Any]) -> Any:
    records = np.zeros(count, kind)
    return records if COMPILED else records.view(np.recarray)


class Forest:
    """One tree for each of `count` real games, which waves of simulations walk; a wave has as many in each.

    Args:
        count: how many trees.
        side: simulations that walk a tree at the same time, at most.
        room: nodes of a tree; when it is full, simulations still walk it but add nothing.
        actions: how many action numbers there are.
        longest: actions at most on the way of one simulation.
    """

    def __init__(self, count: int, side: int, room: int, actions: int, longest: int) -> None:
        self._kernels = _kernels()
        self._nodes = _records(count * room, NODE)
        self._roots = np.arange(count) * room
        self._nodes["first"][self._roots] = NONE
        self._sizes = np.ones(count, np.int64)
        self._walkers = _records(count * side, WALKER)
        self._path = np.zeros((count * side, longest), np.int64)
        self._path_players = np.zeros((count * side, longest), np.int64)
        self._actions = np.full(count * side, NONE, np.int64)
        self._child_of = np.full(actions, NONE, np.int64)
        self._count = count

    def walk(
        self,
        worlds: GameBatch,
        priors: NDArray[np.float32],
        rows_of: Callable[[NDArray[Any]], Ints],
        at_root: int,
        exploration: float,
        reduction: float,
    ) -> None:
        """Let a wave of simulations walk from the root to a new node each, and the worlds with them.

        Args:
            worlds: one world for each simulation, tree after tree; it is played on.
            priors: how good actions seem beforehand, float32 ``(rows, actions)``, above 0.
            rows_of: returns the row of the priors that counts for each game record, below the root.
            at_root: row of the priors that counts at the root of the first tree; those of the others follow.
            exploration, reduction: see `arnak_env.search.kernels.choose`.
        """
        wave = len(worlds)
        walkers, actions = self._walkers[:wave], self._actions[:wave]
        walkers["tree"] = np.repeat(np.arange(self._count), wave // self._count)
        walkers["node"], walkers["depth"] = self._roots[walkers["tree"]], 0
        walkers["row"] = at_root + walkers["tree"]
        while True:
            going = self._kernels.walk(
                self._nodes,
                walkers,
                self._sizes,
                priors,
                worlds.mask,
                worlds.player,
                self._path,
                self._path_players,
                actions,
                self._child_of,
                exploration,
                reduction,
            )
            if not going:
                return
            worlds.step(actions, illegal="ignore")
            walkers["row"] = rows_of(worlds.games)

    def back_up(self, values: Floats) -> None:
        """Add the values of a wave, float64 ``(simulations, seats)``, to the nodes on its ways."""
        self._kernels.back_up(self._nodes, self._walkers[: len(values)], self._path, self._path_players, values)

    def roots(self) -> tuple[Ints, Floats]:
        """Return visits and sums of values of each action at each root, ``(trees, actions)``."""
        visits = np.zeros((self._count, len(self._child_of)), np.int64)
        totals = np.zeros(visits.shape)
        self._kernels.at_root(self._nodes, self._sizes, visits, totals)
        return visits, totals
