"""What the environments must know about a game: one `Kind` for each single-agent environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.core.batch import GameBatch
from arnak_env.envs.forms import Forms
from arnak_env.envs.settings import Settings
from arnak_env.envs.vector_infos import with_presence

RENDER_MODES = ("ansi", "human")
FORFEIT = -1.0  # reward of an illegal action with illegal_action="terminate", in every scheme

Columns = dict[str, Any]  # arrays of shape (k,) by name, or further columns


@dataclass(frozen=True)
class Endings:
    """The k games that ended in one step.

    Attributes:
        entries: the closing entries of `info`, each an array of shape (k, ...) or a dict of such arrays.
        paid: what each scheme that pays at the end only pays, shape (k,).
    """

    entries: Columns
    paid: Mapping[str, np.ndarray]

    def info(self, row: int) -> dict[str, Any]:
        """Return the closing entries of `info` for one of the games."""
        return _row(self.entries, row)

    def add_to(self, infos: dict[str, Any], which: np.ndarray, count: int) -> None:
        """Add the closing entries to the infos of a vector environment, in place.

        Args:
            infos: infos without these entries.
            which: the sub-environments whose games these are.
            count: number of all sub-environments.
        """
        has = np.zeros(count, bool)
        has[which] = True
        infos |= _spread(self.entries, which, has)


def _row(columns: Columns, row: int) -> dict[str, Any]:
    info: dict[str, Any] = {}
    for name, column in columns.items():
        entry = _row(column, row) if isinstance(column, dict) else column[row]
        info[name] = entry.item() if isinstance(entry, np.generic) else entry
    return info


def _spread(columns: Columns, which: np.ndarray, has: np.ndarray) -> dict[str, Any]:
    """Return columns with one row per sub-environment and beside each who has an entry."""
    infos: dict[str, Any] = {}
    for name, column in columns.items():
        if isinstance(column, dict):
            infos |= {name: _spread(column, which, has), f"_{name}": has.copy()}
            continue
        shape = (len(has), *column.shape[1:])
        rows = np.full(shape, None, object) if column.dtype == object else np.zeros(shape, column.dtype)
        rows[which] = column
        infos |= with_presence({name: rows}, has)
    return infos


@dataclass(frozen=True)
class Kind:
    """A game as its environments see it.

    Attributes:
        actions: number of actions.
        forms: forms of the observation.
        settings: what `reset(options=...)` can change, and how a batch is made of it.
        rewards: names of the reward schemes.
        running: those of them that pay, at every step, the change of a standing; the others pay at the end.
        standing: gives the standing of games (indices; None: all) of a batch under a running scheme, as reward.
        starts_at_zero: whether the standing before the first decision counts as 0, whatever it is.
        endings: gives what is known about games (indices) that have ended; for each, whether an illegal action lost it.
        frame: gives one game of a batch as text.
    """

    actions: int
    forms: Forms
    settings: type[Settings]
    rewards: tuple[str, ...]
    running: frozenset[str]
    standing: Callable[[Any, str, np.ndarray | None], np.ndarray]
    starts_at_zero: bool
    endings: Callable[[Any, np.ndarray, np.ndarray], Endings]
    frame: Callable[[Any, int], str]

    def start_standing(self, batch: GameBatch, scheme: str, which: np.ndarray) -> np.ndarray | float:
        """Return the standing of games (indices) at their first decision, as it counts."""
        return 0.0 if self.starts_at_zero else self.standing(batch, scheme, which)
