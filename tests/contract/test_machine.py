"""A machine of rules that hypothesis drives: it steps, copies, saves, draws worlds and resets in any order it likes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arnak_env import Batch
from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.batch import IllegalAction

from .bookkeeping import check_everything
from .players import Long, play_on
from .riches import deal_riches
from .tables import TABLES
from .traces import everything
from .worlds import facts


class Games(RuleBasedStateMachine):
    """Two games of one configuration that must stay the same, one of them copied at every occasion."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 2**62), rich=st.booleans())
    def set_up(self, table: object, seed: int, rich: bool) -> None:
        self.batch: Batch = table.batch(1, seed=seed)  # type: ignore[attr-defined]
        if rich:
            deal_riches(self.batch)
        self.twin = self.batch.clone()

    @rule(data=st.data())
    @precondition(lambda self: not self.batch.over[0])
    def step(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.batch.legal_actions(0)))
        self.batch.step([action])
        self.twin.step([action])

    @rule(steps=st.integers(1, 40), salt=st.integers(0, 5))
    def go_on(self, steps: int, salt: int) -> None:
        for batch in (self.batch, self.twin):
            play_on(batch, Long(salt), steps)

    @rule(action=st.integers(-3, ACTIONS + 3))
    def try_anything(self, action: int) -> None:
        legal = 0 <= action < ACTIONS and self.batch.mask[0, action] and not self.batch.over[0]
        before = everything(self.batch)
        if not legal:
            with pytest.raises(IllegalAction, match=r"\w+ \w+ \w+"):
                self.batch.step([action])
            assert self.batch.step([action], illegal="ignore").all()
            assert everything(self.batch) == before

    @rule(how=st.sampled_from(["clone", "load", "from_games"]))
    def change_over(self, how: str) -> None:
        if how == "clone":
            self.twin = self.twin.clone([0])
        elif how == "load":
            self.twin = Batch.load(self.twin.save())
        else:
            keep = self.batch._columns["difficulty"], self.batch._seeds
            self.twin = Batch.from_games(self.twin.games)
            self.twin._columns["difficulty"][:], self.twin._seeds[:] = keep

    @rule(seed=st.integers(0, 1000), data=st.data())
    def draw_a_world(self, seed: int, data: st.DataObject) -> None:
        viewer = data.draw(st.integers(0, int(self.batch.games["players"][0]) - 1))
        world = self.batch.clone()
        world.determinize(viewer, seed)
        assert np.array_equal(facts(world.games, viewer), facts(self.batch.games, viewer))
        assert np.array_equal(world.observe(viewer), self.batch.observe(viewer))
        play_on(world, Long(seed), 60)
        check_everything(world)

    @rule()
    @precondition(lambda self: self.batch.over[0])
    def play_again(self) -> None:
        for batch in (self.batch, self.twin):
            batch.reset()

    @invariant()
    def nothing_is_wrong(self) -> None:
        if hasattr(self, "batch"):
            check_everything(self.batch)
            assert everything(self.batch) == everything(self.twin)
            assert self.batch.question(0)
            assert bool(self.batch.over[0]) == (not self.batch.legal_actions(0))


Games.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestGames = Games.TestCase
