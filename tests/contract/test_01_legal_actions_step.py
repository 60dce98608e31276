"""Sentence 1: the mask has an entry at every decision, and every entry is an action that works."""

from __future__ import annotations

import numpy as np

from arnak_env import Batch

from .bookkeeping import check_everything
from .players import Long, Uniform, play_on
from .riches import deal_riches
from .tables import Table, every_table

GAMES = 1024
STATES = 150


@every_table
def test_at_a_decision_the_mask_has_at_least_one_true_entry_and_each_true_entry_steps_without_error(
    table: Table,
) -> None:
    """At least 100,000 decisions of three kinds of play; forced choices do not show, so there are two entries."""
    taken = 0
    for number, (player, rich) in enumerate(((Uniform(1), False), (Long(1), False), (Long(2), True))):
        batch = table.batch(GAMES, seed=5000 * number)
        if rich:
            deal_riches(batch)
        for _ in range(36):
            over = batch.over
            if over.any():
                batch.reset(games=over)
            assert (batch.mask.sum(axis=1) >= 2).all()
            assert ((batch.mask == 0) | (batch.mask == 1)).all()
            refused = batch.step(player(batch))
            assert not refused.any()
            taken += len(batch)
            assert (batch.games["error"] == 0).all()
            assert (batch.mask.any(axis=1)).all()
    assert taken >= 100_000


@every_table
def test_every_single_true_entry_of_many_positions_steps_without_error(table: Table) -> None:
    """Brute force: each legal action of a position is taken on a copy, then the game goes on for a while."""
    for position in positions(table):
        games, actions = np.nonzero(position.mask)
        branches = position.clone(games)
        before = branches.games.copy()
        refused = branches.step(actions)
        assert not refused.any()
        assert (branches.games["error"] == 0).all()
        assert (branches.games["decisions"] == before["decisions"] + 1).all()
        check_everything(branches)
        play_on(branches, Uniform(3), 25)
        check_everything(branches)


@every_table
def test_shown_forced_choices_play_the_same_game(table: Table) -> None:
    """With `show_forced` single options are decisions too; skipping them leads to the same positions."""
    hidden = table.batch(40, seed=77)
    shown = table.batch(40, seed=77, show_forced=True)
    deal_riches(hidden, seed=2)
    deal_riches(shown, seed=2)
    player = Long(4)
    forced = 0
    while not hidden.over.all():
        while True:
            single = (shown.mask.sum(axis=1) == 1) & ~shown.over
            if not single.any():
                break
            forced += int(single.sum())
            shown.step(np.where(single, shown.mask.argmax(axis=1), -1), illegal="ignore")
        for name in hidden.games.dtype.names:
            if name not in ("decisions", "show_forced"):
                assert np.array_equal(hidden.games[name], shown.games[name]), name
        assert np.array_equal(hidden.mask, shown.mask)
        actions = player(hidden)
        hidden.step(actions, illegal="ignore")
        shown.step(actions, illegal="ignore")
    assert forced > 100


def positions(table: Table) -> list[Batch]:
    """Return positions of rich and plain games at different depths."""
    found = []
    for rich in (False, True):
        batch = table.batch(STATES // 10, seed=31)
        if rich:
            deal_riches(batch)
        for _ in range(5):
            play_on(batch, Long(5), 17)
            found.append(batch.clone(np.flatnonzero(~batch.over)) if not batch.over.all() else table.batch(1))
    return found
