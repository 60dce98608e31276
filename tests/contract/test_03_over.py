"""Sentence 3: a finished game stays as it is, and its mask keeps an entry."""

from __future__ import annotations

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak.batch import IllegalAction

from .players import Long, Uniform, play_on
from .riches import deal_riches
from .tables import Table, every_table
from .traces import raw


@every_table
def test_over_scores_are_final_a_step_is_refused_the_mask_keeps_at_least_one_entry(table: Table) -> None:
    """100,000 decisions of random play, all games to the end; then every action is tried on some of the ends."""
    taken = 0
    seed = 0
    while taken < 100_000:
        batch = table.batch(512, seed=seed, observe=False)
        deal_riches(batch) if seed % 2 else None
        taken += play_on(batch, (Uniform, Long)[seed // 512 % 2](seed), 5000)
        check_finished(batch)
        seed += 513
    few = table.batch(4, seed=seed)
    play_on(few, Long(), 5000)
    check_no_step(few)


def check_finished(batch: Batch) -> None:
    assert batch.over.all()
    assert (batch.player == -1).all()
    assert (batch.mask.sum(axis=1) == 1).all()
    assert batch.legal_actions(0) == []
    assert batch.question(0) == "The game is over"
    before = batch.games.tobytes()
    scores, results = batch.scores(), batch.results()
    assert (batch.sample_actions() == 0).all()
    for chosen in (batch.sample_actions(), batch.mask.argmax(axis=1), np.full(len(batch), a.A_PASS)):
        assert batch.step(chosen, illegal="ignore").all()
        with pytest.raises(IllegalAction, match="over"):
            batch.step(chosen)
    assert (batch.playout() == 0).all()
    batch.refresh()
    assert batch.games.tobytes() == before
    assert (batch.mask.sum(axis=1) == 1).all()
    assert np.array_equal(batch.scores(), scores)
    assert np.array_equal(batch.results(), results)
    check_results(batch)


def check_results(batch: Batch) -> None:
    """The winner's shares add up; the parts of a score add up to it."""
    scores, results = batch.scores(), batch.results()
    players = int(batch.games["players"][0])
    assert (results[:, players:] == 0).all()
    if players > 1:
        assert np.allclose(results.sum(axis=1), 1)
        best = scores[:, :players].max(axis=1)
        winners = results[:, :players] > 0
        assert (scores[:, :players][winners] == np.repeat(best, winners.sum(axis=1))).all()
    else:
        assert np.isin(results[:, 0], (0, 0.5, 1)).all()
        difference = np.sign(scores[:, 0] - scores[:, 4])
        assert (results[difference > 0, 0] == 1).all()
        assert (results[difference < 0, 0] == 0).all()
    for seat in [*range(players), 4]:
        assert sum(batch.score_parts(0, seat).values()) == scores[0, seat]


def check_no_step(batch: Batch) -> None:
    """Every action there is, and some that are none, is refused after the end."""
    tried = np.tile(np.arange(-1, a.ACTIONS + 1), len(batch))
    ends = batch.clone(np.repeat(np.arange(len(batch)), a.ACTIONS + 2))
    before = ends.games.tobytes(), ends.mask.tobytes()
    assert ends.step(tried, illegal="ignore").all()
    assert (ends.games.tobytes(), ends.mask.tobytes()) == before


@every_table
def test_only_round_five_ends_a_game_and_a_reset_starts_the_next(table: Table) -> None:
    batch = table.batch(64, seed=3)
    play_on(batch, Long(), 5000)
    assert (batch.games["round_number"] == 5).all()
    assert (batch.games["passed"].sum(axis=1) == batch.games["players"]).all()
    some = np.arange(64) % 3 == 0
    finished = raw(batch.games).copy()
    batch.reset(games=some)
    assert np.array_equal(batch.over, ~some)
    assert (batch.games["episode"][some] == 1).all()
    assert (batch.mask[some].sum(axis=1) >= 2).all()
    assert np.array_equal(raw(batch.games)[~some], finished[~some])
