"""The decisions of an update, without most of those that a network was certain of.

A network that plays well is certain of two decisions in three: what it chose had a probability of 0.99 and more. One
such decision hardly changes it, but learning from it takes as long as from any other. Without most of them an update
takes less than half of the time.

This is an approximation. Where a network is all but certain, the many small changes by what it nearly always does
balance the few large ones by what it hardly ever does. When most of the former are left out and all of the latter stay,
what is unlikely there counts for more: ten times as much with a share of 0.1. Of a trained network's decisions that is
one in 2,500.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.model_files import missing_train_extra

try:
    from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
except ImportError as error:
    raise missing_train_extra(error) from None

CERTAIN = 0.99
"""Probability of the action taken from which on a network was certain."""


class FewerCertainDecisions(MaskableRolloutBuffer):
    """Gives all decisions that the network was not certain of, and a share of the others, drawn anew for each pass.

    It goes by the action taken: an unlikely one always counts, also where another one was all but certain. The columns
    of the buffer have the shape ``(steps, games, ...)``; what it gives has the shape ``(decisions, ...)``.

    Args:
        *args: as those of the parent class.
        certain: share of the decisions that it was certain of, above 0, at most 1. The value function needs some.
        **kwargs: as those of the parent class.
    """

    def __init__(self, *args: Any, certain: float, **kwargs: Any) -> None:
        self._certain = certain
        super().__init__(*args, **kwargs)

    def reset(self) -> None:
        """Begin anew in the same memory; every decision of an update is written before it is read."""
        if not hasattr(self, "observations"):
            super().reset()
        self.pos, self.full = 0, False

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:
        """Yield parts of the decisions in a drawn order, of `batch_size` each or a little more or less, 2 at least."""
        chosen = np.random.permutation(self._chosen())  # noqa: NPY002 - whose state is kept in checkpoints
        # Of about equal sizes: advantages are compared within a part, and a single decision left over has no spread.
        count = min(max(1, round(len(chosen) / (batch_size or len(chosen)))), len(chosen) // 2)
        columns = (
            *(self.observations, self.actions, self.values, self.log_probs),
            *(self.advantages, self.returns, self.action_masks),
        )
        for part in np.array_split(chosen, count):
            where = np.divmod(part, self.n_envs)
            yield MaskableRolloutBufferSamples(*(self.to_torch(column[where]) for column in columns))

    def _chosen(self) -> NDArray[np.intp]:
        certain = np.exp(self.log_probs.flatten()) >= CERTAIN
        drawn = np.random.random(len(certain)) < self._certain  # noqa: NPY002
        chosen = np.flatnonzero(~certain | drawn)
        return chosen if len(chosen) > 1 else np.arange(len(certain))
