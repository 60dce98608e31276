"""Deep random play for a process whose kernels check every index."""

from __future__ import annotations

import numpy as np

from .bookkeeping import check_everything
from .players import Long, Uniform, play_on
from .riches import deal_riches
from .tables import mixed_batch


def play_deep() -> None:
    """Play plain and rich games to the end with wild actions in between, copies, drawn worlds; say how much."""
    taken = 0
    for round_number in range(4):
        batch = mixed_batch(14 * 64, seed=round_number * 5000, num_threads=2)
        if round_number:
            deal_riches(batch)
        player = Uniform(3) if round_number == 3 else Long(round_number)
        rng = np.random.default_rng(round_number)
        while not batch.over.all():
            taken += play_on(batch, player, 7)
            wild = rng.integers(-5, 700, len(batch))
            batch.step(np.where(rng.random(len(batch)) < 0.5, wild, -1), illegal="ignore")
            for seat in range(4):
                batch.observe(np.minimum(seat, batch.games["players"] - 1))
            if rng.random() < 0.2:
                world = batch.clone()
                world.determinize(seed=int(rng.integers(1000)))
                taken += int(world.playout(50).sum())
                world.results()
        check_everything(batch)
    print(f"deep play ended well after {taken} decisions")
