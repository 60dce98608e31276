"""Sentence 2: a forbidden action changes nothing, and the reason is given in game words."""

from __future__ import annotations

import re

import numpy as np
import pytest

from arnak_env.arnak import actions as a
from arnak_env.arnak.batch import IllegalAction

from .players import Long, play_on
from .riches import deal_riches
from .tables import Table, every_table, mixed_batch
from .test_01_legal_actions_step import positions
from .traces import everything, raw

OUTSIDE = (-1, -2, a.ACTIONS, a.ACTIONS + 1, 10**6, -(10**6), 2**31, 2**63 - 1, -(2**63))


@every_table
def test_an_action_that_the_mask_forbids_leaves_the_state_byte_for_byte_as_it_was(table: Table) -> None:
    """Brute force: every forbidden action of many positions, and numbers that are no actions."""
    for position in positions(table):
        games, actions = np.nonzero(position.mask == 0)
        extra = np.repeat(np.arange(len(position)), len(OUTSIDE))
        games = np.concatenate([games, extra])
        actions = np.concatenate([actions, np.tile(np.asarray(OUTSIDE, np.int64), len(position))])
        branches = position.clone(games)
        before = everything(branches)
        refused = branches.step(actions, illegal="ignore")
        assert refused.all()
        assert everything(branches) == before


@every_table
def test_the_batch_raises_illegal_action_with_the_action_and_the_reason_in_game_words(table: Table) -> None:
    """Every action of a few positions of each kind of question is asked for its reason."""
    asked: dict[int, int] = {}
    for position in positions(table):
        for i in range(len(position)):
            game = position.games[i]
            operation = int(game["frame"][game["frames"] - 1, 0])
            asked[operation] = asked.get(operation, 0) + 1
            if asked[operation] > 3:
                continue
            for action in np.flatnonzero(position.mask[i] == 0).tolist():
                check_reason(position.action_words(i, action), position.why_illegal(i, action))
            for action in position.legal_actions(i):
                assert position.why_illegal(i, action) == ""
    assert len(asked) >= 3


def check_reason(name: str, words: str) -> None:
    """The reason starts with the action and goes on in plain words."""
    assert words.startswith(f"{name}: "), (name, words)
    reason = words.removeprefix(f"{name}: ")
    assert len(reason.split()) >= 3, words
    assert not re.search(r"\bNone\b|nan|0x|\[|np\.|_[A-Z]|\bOP_|  |: $", reason), words
    assert reason == reason.strip(), words


@every_table
def test_a_step_with_one_forbidden_action_raises_and_steps_no_game(table: Table) -> None:
    batch = table.batch(40, seed=9)
    deal_riches(batch)
    player = Long(6)
    rng = np.random.default_rng(1)
    for _ in range(20):
        batch.reset(games=batch.over) if batch.over.any() else None
        actions = player(batch)
        culprit = int(rng.integers(len(batch)))
        wrong = actions.copy()
        wrong[culprit] = rng.choice([*np.flatnonzero(batch.mask[culprit] == 0), *OUTSIDE])
        before = everything(batch)
        with pytest.raises(IllegalAction, match=rf"^game {culprit}: .+") as caught:
            batch.step(wrong)
        assert everything(batch) == before
        if 0 <= wrong[culprit] < a.ACTIONS:
            assert batch.action_words(culprit, int(wrong[culprit])) in str(caught.value)
        else:
            assert str(wrong[culprit]) in str(caught.value)
        assert isinstance(caught.value, ValueError)
        batch.step(actions)


def test_ignoring_steps_the_other_games_and_reports_which_were_refused() -> None:
    batch = mixed_batch(56, seed=4)
    deal_riches(batch)
    player = Long(7)
    rng = np.random.default_rng(2)
    while not batch.over.all():
        alone = batch.clone()
        actions = player(batch)
        wrong = rng.random(len(batch)) < 0.3
        mixed = np.where(wrong, (batch.mask == 0).argmax(axis=1), actions)
        refused = batch.step(mixed, illegal="ignore").copy()
        over = alone.over
        assert np.array_equal(refused, wrong | over)
        before = raw(alone.games).copy()
        alone.step(actions, illegal="ignore")
        assert np.array_equal(raw(batch.games), np.where(wrong[:, None], before, raw(alone.games)))


def test_half_random_numbers_never_touch_what_they_must_not() -> None:
    """The kernel checks every action itself: wild numbers in half the games, and the other half is unharmed."""
    batch = mixed_batch(280, seed=8)
    clean = batch.clone()
    player = Long(8)
    rng = np.random.default_rng(3)
    wild = np.arange(len(batch)) % 2 == 1
    for _ in range(60):
        actions = player(clean)
        numbers = rng.choice([*range(a.ACTIONS), *OUTSIDE], len(batch))
        numbers = np.where(batch.mask[np.arange(len(batch)), np.clip(numbers, 0, a.ACTIONS - 1)] == 0, numbers, -7)
        batch.step(np.where(wild, numbers, actions), illegal="ignore")
        clean.step(np.where(wild, -1, actions), illegal="ignore")
        assert batch.games.tobytes() == clean.games.tobytes()
    play_on(batch, player, 2000)
    assert batch.over.all()
    assert (batch.games["error"] == 0).all()


def test_an_unknown_way_to_treat_illegal_actions_is_refused() -> None:
    batch = mixed_batch(2)
    with pytest.raises(ValueError, match="'terminate'.*'raise', 'ignore'"):
        batch.step(np.zeros(2, np.int64), illegal="terminate")
