"""Sentence 4: a game depends on its configuration, seed and actions, and on nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from arnak_env import Batch

from .players import Long, Uniform
from .riches import deal_riches
from .tables import Table, every_table, mixed_batch
from .traces import everything, play_and_trace, raw

HERE = Path(__file__).parent


@every_table
def test_same_configuration_seed_and_actions_same_bytes_for_every_batch_size(table: Table) -> None:
    """The same 21 games in one batch, in batches of 5, one by one; states, masks, views and scores of every step."""
    together = play_and_trace(table.batch(21, seed=100), Long(1))
    assert len(set(together)) == 21
    fives = [play_and_trace(table.batch(min(5, 21 - k), seed=100 + k, first=k), Long(1)) for k in range(0, 21, 5)]
    assert [digest for batch in fives for digest in batch] == together
    for i in (0, 7, 20):
        assert play_and_trace(table.batch(1, seed=100 + i, first=i), Long(1)) == [together[i]]


@every_table
def test_100_000_decisions_give_the_same_bytes_in_one_batch_and_in_four(table: Table) -> None:
    size = 1024
    whole = table.batch(size, seed=7)
    parts = [table.batch(size // 4, seed=7 + k * size // 4, first=k * size // 4) for k in range(4)]
    taken = 0
    while taken < 100_000:
        for batch in (whole, *parts):
            batch.reset(games=batch.over) if batch.over.any() else None
            batch.step(Uniform(2)(batch))
        taken += size
        assert whole.games.tobytes() == b"".join(part.games.tobytes() for part in parts)
        assert whole.mask.tobytes() == b"".join(part.mask.tobytes() for part in parts)
    assert np.array_equal(whole.observation, np.concatenate([part.observation for part in parts]))
    assert np.array_equal(whole.player, np.concatenate([part.player for part in parts]))


def test_same_bytes_for_every_number_of_threads() -> None:
    """Large enough that the batch is really split: 512 games a thread."""
    batches = [mixed_batch(2100, seed=5, num_threads=threads) for threads in (1, 2, 3, 4, 9)]
    for batch in batches:
        deal_riches(batch)
    player = Long(3)
    for step in range(60):
        actions = player(batches[0])
        wrong = np.arange(2100) % 97 == step
        actions = np.where(wrong, -5, actions)
        refused = [batch.step(actions, illegal="ignore").copy() for batch in batches]
        expected = everything(batches[0])
        for batch, other in zip(batches[1:], refused[1:], strict=True):
            assert everything(batch) == expected
            assert np.array_equal(other, refused[0])


def test_several_python_threads_may_play_batches_of_their_own_at_the_same_time() -> None:
    from concurrent.futures import ThreadPoolExecutor

    def play(seed: int) -> list[str]:
        return play_and_trace(mixed_batch(28, seed=seed), Long(4), steps=60)

    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(play, range(4)))
    assert at_once == [play(seed) for seed in range(4)]


def fingerprints(games: int) -> dict[str, list[str]]:
    """Return what other processes must reproduce: whole games, draws of worlds, samples, play-outs, saves."""
    import hashlib

    def digest(*parts: bytes) -> str:
        return hashlib.blake2b(b"".join(parts), digest_size=16).hexdigest()

    found = {"start": [digest(*everything(mixed_batch(games, seed=1)))]}
    rich = mixed_batch(games, seed=50)
    deal_riches(rich)
    found["games"] = play_and_trace(rich, Long(5))
    batch = mixed_batch(games, seed=90)
    for _ in range(12):
        batch.step(batch.sample_actions(), illegal="ignore")
    found["samples"] = [digest(*everything(batch))]
    world = batch.clone()
    world.determinize(seed=3)
    found["worlds"] = [digest(*everything(world))]
    views = [batch.observe(np.minimum(seat, batch.games["players"] - 1)) for seat in range(4)]
    found["views"] = [digest(view.tobytes()) for view in views]
    found["save"] = [digest(batch.save())]
    found["play-outs"] = [digest(batch.playout().tobytes(), *everything(batch), batch.results().tobytes())]
    return found


def in_another_process(games: int, **environment: str) -> dict[str, list[str]]:
    """Return `fingerprints` as another process finds them."""
    code = "import sys, json; sys.path.insert(0, sys.argv[1])\n"
    code += "from contract.test_04_same_bytes import fingerprints\nprint(json.dumps(fingerprints(int(sys.argv[2]))))"
    run = subprocess.run(
        [sys.executable, "-c", code, str(HERE.parent), str(games)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("hash_seed", ["1", "77"])
def test_same_bytes_in_every_process(hash_seed: str) -> None:
    assert in_another_process(56, PYTHONHASHSEED=hash_seed) == fingerprints(56)


@pytest.mark.slow
def test_same_bytes_with_or_without_compilation() -> None:
    """The plain Python form of the rules plays one game of every configuration to the end."""
    assert in_another_process(14, NUMBA_DISABLE_JIT="1") == fingerprints(14)


@every_table
def test_a_game_that_is_set_up_again_equals_a_fresh_one(table: Table) -> None:
    """Nothing of the last game is left in the record, even after the richest of games."""
    used = table.batch(40, seed=3)
    deal_riches(used)
    player = Long(6)
    while not used.over.all():
        used.step(player(used), illegal="ignore")
    used.reset(seed=3)
    fresh = table.batch(40, seed=3)
    assert np.array_equal(raw(used.games), raw(fresh.games))
    assert everything(used) == everything(fresh)


def test_observations_may_be_left_out_without_another_effect() -> None:
    seeing, blind = mixed_batch(56, seed=6), mixed_batch(56, seed=6, observe=False)
    assert len(blind.observation) == 0
    player = Long(7)
    for _ in range(80):
        actions = player(seeing)
        seeing.step(actions, illegal="ignore")
        blind.step(actions, illegal="ignore")
    assert np.array_equal(raw(seeing.games), raw(blind.games))
    assert np.array_equal(seeing.mask, blind.mask)
    assert np.array_equal(blind.clone(observe=True).observation, seeing.observation)
    assert len(seeing.clone(observe=False).observation) == 0


def test_play_outs_are_the_steps_of_random_legal_actions() -> None:
    """A play-out ends every game in a state that stepping could reach, and counts its decisions."""
    batch = mixed_batch(140, seed=8)
    before = batch.games["decisions"].copy()
    taken = batch.playout(max_decisions=10)
    assert (taken <= 10).all()
    assert np.array_equal(batch.games["decisions"] - before, taken)
    again = mixed_batch(140, seed=8)
    again.playout(max_decisions=10)
    assert np.array_equal(raw(again.games), raw(batch.games))
    other = mixed_batch(140, seed=8)
    other.playout(max_decisions=10, seed=12)
    assert not np.array_equal(raw(other.games), raw(batch.games))
    batch.playout()
    assert batch.over.all()
    assert isinstance(batch, Batch)
