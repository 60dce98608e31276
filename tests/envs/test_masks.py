"""The mask against brute force: exactly the actions in it can be taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arnak_env import Batch, IllegalAction
from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.config import SWITCHES
from arnak_env.arnak.opcodes import BOARDS, PAIRS

DEFAULTS: dict[str, Any] = {
    "difficulty": 0, "objectives": 0, "first_objective_worth_four": False, "switches": (), "rival_tiles": None,
    "expansion_components": None,
}  # fmt: skip


def check(batch: Batch, index: int) -> None:
    """Try every action on a copy of one game."""
    mask = batch.mask[index].astype(bool)
    copies = batch.clone([index] * ACTIONS)
    before = copies.games.tobytes()
    size = copies.games.dtype.itemsize
    refused = np.asarray(copies.step(np.arange(ACTIONS), illegal="ignore"), bool)
    assert np.array_equal(refused, ~mask)
    after = copies.games.tobytes()
    for action in np.flatnonzero(refused):
        assert after[action * size : (action + 1) * size] == before[action * size : (action + 1) * size]
    if not batch.over[index]:
        wrong = int(np.flatnonzero(~mask)[0])
        with pytest.raises(IllegalAction, match=batch.action_words(index, wrong)):
            batch.clone([index]).step([wrong])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("board", BOARDS)
def test_mask_is_brute_force(board, players) -> None:
    """Traps 3 and 11: random states and 200 starting states."""
    batch = Batch(25, board=board, num_players=players, difficulty=3 if players == 1 else 0, seed=17)
    for index in range(25):
        check(batch, index)
    rng = np.random.default_rng(3)
    for _ in range(20):
        for _ in range(9):
            batch.step(batch.sample_actions(), illegal="ignore")
        for index in rng.choice(25, 3, replace=False):
            if not batch.over[index]:
                check(batch, int(index))


OPTIONS: list[dict[str, Any]] = [
    *({"difficulty": level} for level in range(11)),
    *({"objectives": number, "first_objective_worth_four": four} for number in (2, 3, 4) for four in (False, True)),
    *({"switches": (name,), "objectives": 3} for name in SWITCHES),
    *({"expansion_components": with_them} for with_them in (False, True)),
    *({"rival_tiles": {pair: colour}} for pair in PAIRS for colour in ("red", "purple")),
]


@pytest.mark.parametrize("board", BOARDS)
def test_mask_is_brute_force_under_every_option(board) -> None:
    """Trap 11: the mask right after a reset and a few decisions later, whatever is chosen."""
    columns = {name: [one.get(name, default) for one in OPTIONS] for name, default in DEFAULTS.items()}
    batch = Batch(len(OPTIONS), board=board, seed=5, **columns)
    for _ in range(3):
        for index in range(len(batch)):
            check(batch, index)
        for _ in range(5):
            batch.step(batch.sample_actions(), illegal="ignore")


def test_sampler_never_plays_illegally() -> None:
    """Trap 12: 1,000 games of the in-kernel random player end without an illegal action."""
    for players in (1, 2, 3, 4):
        batch = Batch(250, board=[BOARDS[i % 4] for i in range(250)], num_players=players, seed=1, observe=False)
        while not batch.over.all():
            running = ~batch.over
            assert not np.asarray(batch.step(batch.sample_actions(), illegal="ignore"))[running].any()
