"""Deep random play of Arkeis for a process whose kernels check every index."""

from __future__ import annotations

import numpy as np

from arnak_env.arkeis.actions import ACTIONS

from .arkeis_bookkeeping import check_everything
from .arkeis_tables import TABLES, Long, deal_riches
from .players import Uniform, play_on


def play_deep() -> None:
    """Play plain and rich games to the end with wild actions in between, copies, drawn worlds; say how much."""
    taken = 0
    for number, table in enumerate(TABLES):
        for rich, player in ((False, Uniform(3)), (True, Long(number))):
            batch = table.batch(128, seed=number)
            if rich:
                deal_riches(batch, seed=number)
            rng = np.random.default_rng(number)
            while not batch.over.all():
                taken += play_on(batch, player, 9)
                wild = rng.integers(-5, ACTIONS + 50, len(batch))
                batch.step(np.where(rng.random(len(batch)) < 0.3, wild, -1), illegal="ignore")
                batch.observe(0)
                if rng.random() < 0.1:
                    world = batch.clone()
                    world.determinize(seed=int(rng.integers(1000)))
                    taken += int(world.playout(50).sum())
            assert (batch.games["error"] == 0).all()
            check_everything(batch)
    print(f"deep play ended well after {taken} decisions")
