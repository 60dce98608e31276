"""Sentence 9: nothing is created or lost."""

from __future__ import annotations

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import opcodes as o

from .bookkeeping import Broken, check_everything, count
from .players import Long, Uniform
from .riches import deal_riches
from .tables import Table, every_table, mixed_batch

GAMES = 512
DECISIONS = 100_000


@every_table
def test_nothing_is_created_or_lost_cards_tiles_idols_tablets_tokens_with_a_limit_are_conserved_after_every_step(
    table: Table,
) -> None:
    """At least 100,000 decisions in each configuration: a fifth uniform play, the rest long plain and rich games."""
    taken = 0
    for number, (player, rich, share) in enumerate(
        ((Uniform(), False, 0.2), (Long(), False, 0.5), (Long(), True, 1.0))
    ):
        batch = table.batch(GAMES, seed=1000 * number)
        if rich:
            deal_riches(batch)
        while taken < share * DECISIONS:
            over = batch.over
            if over.any():
                batch.reset(games=over)
                if rich:
                    deal_riches(batch, games=over)
            check_everything(batch)
            before = batch.games.copy()
            taken += len(batch)
            batch.step(player(batch))
            check_changes(batch, before)
        check_everything(batch)
    assert taken >= DECISIONS


def check_changes(batch: Batch, before: np.ndarray) -> None:
    """What may only shrink, and what only the rival may take away."""
    after = batch.games
    bonus = count(after["bonus"], after["bonus"] >= 0, o.BONUS_TYPES)
    assert (bonus <= count(before["bonus"], before["bonus"] >= 0, o.BONUS_TYPES)).all(), "a bonus tile appeared"
    assert (after["temple_bonus_size"] <= before["temple_bonus_size"]).all()
    assert (after["decisions"] == before["decisions"] + 1).all()
    assert (after["counter"] >= before["counter"]).all(), "a random stream went back"
    for name in ("board", "players", "rival", "switches", "colour", "seed", "episode"):
        assert np.array_equal(after[name], before[name]), f"{name} changed"
    for name in ("objectives", "first_worth_four"):
        assert np.array_equal(after[name], before[name]), f"{name} changed"
    for name in (
        "over",
        "rival_objective_points",
        "round_number",
        "arrivals",
        "rival_glass",
        "bonus_known",
        "rescue_seen",
        "temple_bonus_seen",
    ):
        assert (after[name] >= before[name]).all(), f"{name} went back"
    lost = assistants_in_play(before) - assistants_in_play(after)
    moved = after["rival_used_size"] != before["rival_used_size"]
    moved |= after["round_number"] != before["round_number"]
    assert (lost >= 0).all(), "an assistant appeared"
    assert (lost[~moved] == 0).all(), "an assistant was lost while the rival did nothing"
    assert ((lost == 0) | (after["rival"] == 1)).all()


def assistants_in_play(games: np.ndarray) -> np.ndarray:
    """Return how many assistants are with players or in the supplies."""
    return (games["assistant"] >= 0).sum(axis=(1, 2)) + games["stack_size"].sum(axis=1) + games["rescue_size"]


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("exiled", 0, 1), ("fear_supply", (), 15), ("guardian_owner", 3, 1), ("idols", 0, 1), ("home", 0, 1),
        ("space", 4, o.RIVAL_FIGURE), ("rival_home", (), 2), ("temple_tiles", 0, 1), ("rescue_size", (), 0),
        ("tile", 6, 3), ("row", 0, -1), ("tokens", (0, 0), -1), ("rival_used_size", (), 3), ("round_number", (), 2),
        ("bonus", (3, 0), -2), ("idol_up", 6, -1), ("notebook", 0, 5),
    ],
)  # fmt: skip
def test_the_bookkeeping_notices(field: str, place: int | tuple[int, ...], value: int) -> None:
    """A check that cannot fail checks nothing: each of these changes to one game must be noticed."""
    batch = mixed_batch(14, seed=3)
    check_everything(batch)
    solo = field != "rescue_size"  # the rival may take assistants away
    games = np.flatnonzero((batch.games["board"] == 1) & (batch.games["rival"] == solo))
    position = batch.games[field][games[0]]
    if place == ():
        assert position != value
        batch.games[field][games[0]] = value
    else:
        assert position[place] != value
        position[place] = value
    with pytest.raises((Broken, ValueError)):
        check_everything(batch)


def test_tokens_never_fall_below_zero_while_they_are_paid() -> None:
    """Every payment is affordable: rich and poor games, looked at after every single step."""
    batch = mixed_batch(280, seed=11)
    deal_riches(batch, seed=1)
    player = Long(patience=0.001)
    while not batch.over.all():
        batch.step(player(batch), illegal="ignore")
        assert (batch.games["tokens"] >= 0).all()
        assert (batch.games["pool"] >= 0).all()
