"""The sentences of the contract for Arkeis: every episode, number of Explorers and Elite mode, and campaigns."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.batch import Batch, IllegalAction
from arnak_env.arkeis.observation import maxima

from .arkeis_bookkeeping import check_everything
from .arkeis_tables import EPISODES, FEW_TABLES, TABLES, Long, Table, deal_riches, every_table, few_tables
from .players import Uniform, play_on
from .traces import everything, play_and_trace, raw

HERE = Path(__file__).parent
OUTSIDE = (-1, -2, a.ACTIONS, a.ACTIONS + 1, 10**6, -(10**6), 2**31, 2**63 - 1, -(2**63))
LONGEST = 20_000


def positions(table: Table, games: int = 12) -> list[Any]:
    """Return positions of rich and plain games at different depths."""
    found = []
    for rich in (False, True):
        batch = table.batch(games, seed=31)
        if rich:
            deal_riches(batch)
        for _ in range(5):
            play_on(batch, Long(5), 13)
            going_on = np.flatnonzero(~batch.over)
            if len(going_on):
                found.append(batch.clone(going_on))
    return found


def play_to_the_end(batch: Any, player: Uniform) -> int:
    """Play all games to the end."""
    taken = play_on(batch, player, LONGEST)
    assert batch.over.all(), "a game never ends"
    return taken


# --- 1: the mask -----------------------------------------------------------------------------------------------------
@every_table
def test_at_a_decision_the_mask_has_at_least_one_true_entry_and_each_true_entry_steps_without_error(
    table: Table,
) -> None:
    """Whole games of three kinds of play; forced choices do not show, so there are two entries."""
    for number, (player, rich) in enumerate(((Uniform(1), False), (Long(1), False), (Long(2), True))):
        batch = table.batch(120, seed=5000 * number)
        if rich:
            deal_riches(batch)
        steps = 0
        while not batch.over.all():
            going_on = ~batch.over
            assert (batch.mask[going_on].sum(axis=1) >= 2).all()
            assert (batch.player[going_on] >= 0).all()
            refused = batch.step(player(batch), illegal="ignore")
            assert np.array_equal(refused, ~going_on)
            assert (batch.games["error"] == 0).all()
            steps += 1
            assert steps < LONGEST


@every_table
def test_every_single_true_entry_of_many_positions_steps_without_error(table: Table) -> None:
    for position in positions(table):
        games, actions = np.nonzero(position.mask)
        branches = position.clone(games)
        before = branches.games["decisions"].copy()
        assert not branches.step(actions).any()
        assert (branches.games["error"] == 0).all()
        assert (branches.games["decisions"] == before + 1).all()
        check_everything(branches)
        play_on(branches, Uniform(3), 15)
        check_everything(branches)


@few_tables
def test_shown_forced_choices_play_the_same_game(table: Table) -> None:
    hidden, shown = table.batch(40, seed=77), table.batch(40, seed=77, show_forced=True)

    def skip_forced() -> int:
        skipped = 0
        while True:
            single = (shown.mask.sum(axis=1) == 1) & ~shown.over
            if not single.any():
                return skipped
            skipped += int(single.sum())
            shown.step(np.where(single, shown.mask.argmax(axis=1), -1), illegal="ignore")

    forced = skip_forced()
    while not hidden.over.all():
        for name in hidden.games.dtype.names:
            if name not in ("decisions", "show_forced", "frame"):
                assert np.array_equal(hidden.games[name], shown.games[name]), name
        assert np.array_equal(hidden.mask, shown.mask)
        actions = Long(4)(hidden)
        hidden.step(actions, illegal="ignore")
        shown.step(actions, illegal="ignore")
        forced += skip_forced()
    assert forced > 100


# --- 2: forbidden actions --------------------------------------------------------------------------------------------
@every_table
def test_an_action_that_the_mask_forbids_leaves_the_state_byte_for_byte_as_it_was(table: Table) -> None:
    for position in positions(table, games=6):
        games, actions = np.nonzero(position.mask == 0)
        extra = np.repeat(np.arange(len(position)), len(OUTSIDE))
        branches = position.clone(np.concatenate([games, extra]))
        before = everything(branches)
        wrong = np.concatenate([actions, np.tile(np.asarray(OUTSIDE, np.int64), len(position))])
        assert branches.step(wrong, illegal="ignore").all()
        assert everything(branches) == before


@few_tables
def test_a_step_with_one_forbidden_action_raises_and_steps_no_game(table: Table) -> None:
    batch = table.batch(40, seed=9)
    rng = np.random.default_rng(1)
    for _ in range(20):
        if batch.over.any():
            batch.reset(games=batch.over)
        actions = Long(6)(batch)
        culprit = int(rng.integers(len(batch)))
        wrong = actions.copy()
        wrong[culprit] = rng.choice([*np.flatnonzero(batch.mask[culprit] == 0), *OUTSIDE])
        before = everything(batch)
        with pytest.raises(IllegalAction, match=rf"^game {culprit}: .+"):
            batch.step(wrong)
        assert everything(batch) == before
        batch.step(actions)


# --- 3: over ---------------------------------------------------------------------------------------------------------
@every_table
def test_over_results_are_final_a_step_is_refused_and_the_mask_keeps_one_entry(table: Table) -> None:
    batch = table.batch(60, seed=12)
    play_to_the_end(batch, Long(8))
    assert (batch.player == -1).all()
    assert (batch.mask.sum(axis=1) == 1).all()
    assert all(result in ("favourable", "adverse") for result in batch.results())
    before = everything(batch)
    scores, results = batch.scores().copy(), list(batch.results())
    for action in (0, 1, 50, a.ACTIONS - 1):
        assert batch.step(np.full(60, action), illegal="ignore").all()
    with pytest.raises(IllegalAction, match="over"):
        batch.step(np.zeros(60, np.int64))
    assert everything(batch) == before
    assert np.array_equal(batch.scores(), scores)
    assert list(batch.results()) == results
    if table.episode < 0:
        for i in range(60):
            assert list(batch.episode_results(i)) == [f"episode_{k}" for k in EPISODES]


# --- 4: the same bytes -----------------------------------------------------------------------------------------------
@every_table
def test_same_configuration_seed_and_actions_same_bytes_for_every_batch_size(table: Table) -> None:
    """The same 20 games in one batch, in batches of 5, one by one; states, masks, views and scores of every step."""
    together = play_and_trace(table.batch(20, seed=100), Long(1))
    assert len(set(together)) == 20
    fives = [play_and_trace(table.batch(5, seed=100 + k, first=k), Long(1)) for k in range(0, 20, 5)]
    assert [digest for batch in fives for digest in batch] == together
    for i in (0, 7, 19):
        alone = table.batch(1, seed=100 + i, first=i)
        assert play_and_trace(alone, Long(1)) == [together[i]]


@few_tables
def test_same_bytes_for_every_number_of_threads(table: Table) -> None:
    """Large enough that the batch is really split: 512 games a thread."""
    batches = [table.batch(1600, seed=5, num_threads=threads) for threads in (1, 2, 3, 8)]
    for _ in range(25):
        actions = Long(3)(batches[0])
        for batch in batches:
            batch.step(actions, illegal="ignore")
        first = everything(batches[0])
        assert all(everything(batch) == first for batch in batches[1:])


@every_table
def test_a_game_that_is_set_up_again_equals_a_fresh_one(table: Table) -> None:
    """Nothing that matters of the last game is left in the record, even after the richest of games."""
    used = table.batch(20, seed=3)
    deal_riches(used)
    play_to_the_end(used, Long(6))
    used.reset(seed=3)
    fresh = table.batch(20, seed=3)
    assert np.array_equal(used.mask, fresh.mask)
    assert np.array_equal(used.observation, fresh.observation)
    assert np.array_equal(used.player, fresh.player)
    while not fresh.over.all():
        actions = Long(2)(fresh)
        used.step(actions, illegal="ignore")
        fresh.step(actions, illegal="ignore")
        assert np.array_equal(used.mask, fresh.mask)
        assert np.array_equal(used.observation, fresh.observation)
    for name in ("vp", "reserve", "marked", "results", "trauma", "object_owner", "coins", "xp"):
        assert np.array_equal(used.games[name], fresh.games[name]), name


def fingerprints() -> dict[str, list[str]]:
    """Return what other processes must reproduce: whole games, drawn worlds, views, saves."""

    def digest(*parts: bytes) -> str:
        return hashlib.blake2b(b"".join(parts), digest_size=16).hexdigest()

    found = {}
    for table in FEW_TABLES:
        rich = table.batch(2, seed=50)
        deal_riches(rich)
        found[f"{table} games"] = play_and_trace(rich, Long(5), 60)
        batch = table.batch(2, seed=90)
        for _ in range(8):
            batch.step(batch.sample_actions(), illegal="ignore")
        found[f"{table} samples"] = [digest(*everything(batch))]
        world = batch.clone()
        world.determinize(seed=3)
        views = world.observe(0).tobytes()
        found[f"{table} worlds"] = [digest(*everything(world), views)]
        found[f"{table} save"] = [digest(batch.save())]
        taken = batch.playout(40).tobytes()
        found[f"{table} play-outs"] = [digest(taken, *everything(batch))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"PYTHONHASHSEED": "7"}, {"NUMBA_DISABLE_JIT": "1"}], ids=str)
def test_same_bytes_in_every_process_with_or_without_compilation(environment: dict[str, str]) -> None:
    code = "import sys, json; sys.path.insert(0, sys.argv[1])\n"
    code += "from contract.test_arkeis_contract import fingerprints\nprint(json.dumps(fingerprints()))"
    run = subprocess.run(
        [sys.executable, "-c", code, str(HERE.parent)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert json.loads(run.stdout.splitlines()[-1]) == fingerprints()


# --- 5 to 7: chance and what nobody can know -------------------------------------------------------------------------
@every_table
def test_states_that_differ_only_in_the_key_of_their_streams_look_the_same_to_everybody(table: Table) -> None:
    """Nothing random is stored before it is drawn: the key is all that no Explorer can know."""
    rng = np.random.default_rng(4)
    for position in positions(table):
        other = position.clone()
        other.games["seed"] = rng.integers(0, 2**63, len(other), dtype=np.uint64)
        other.refresh()
        assert np.array_equal(other.mask, position.mask)
        assert np.array_equal(other.observation, position.observation)
        assert np.array_equal(other.player, position.player)
        for seat in range(int(position.games["players"].min())):
            assert np.array_equal(other.observe(seat), position.observe(seat))


@every_table
def test_determinize_changes_the_key_and_nothing_else(table: Table) -> None:
    for number, position in enumerate(positions(table)):
        before = {name: position.games[name].copy() for name in position.games.dtype.names}
        view, mask = position.observation.copy(), position.mask.copy()
        world = position.clone()
        world.determinize(seed=number)
        again = position.clone()
        again.determinize(seed=number)
        assert everything(world) == everything(again)
        for name, values in before.items():
            if name == "seed":
                assert (world.games[name] != values).all()
            else:
                assert np.array_equal(world.games[name], values), name
        assert np.array_equal(world.observation, view)
        assert np.array_equal(world.mask, mask)
        play_on(world, Long(number), 20)
        check_everything(world)


def test_drawn_worlds_and_neighbouring_seeds_roll_evenly() -> None:
    """The next die of many worlds of one game, and of many seeds, shows each side equally often."""
    from arnak_env.arkeis.position import build_position

    position = build_position(
        {"explorers": {"rhiat": {"square": "A1"}}, "tokens": {"amber-eye": "A1"}}, Batch(1).content
    )
    one = Batch.from_games(position)
    one.step(np.array([a.A_FINISH]))
    worlds = one.clone(np.zeros(9000, int))
    worlds.determinize(seed=5)
    seeds = Batch.from_games(np.repeat(one.games, 9000))
    fresh = Batch(9000, explorers=["rhiat"], seed=1000)
    seeds.games["seed"] = fresh.games["seed"]
    seeds.refresh()
    clue = a.action_number("clue amber-eye")
    for batch in (worlds, seeds):
        batch.step(np.full(9000, clue))
        shown = batch.games["roll"][:, 0, o.R_COUNT : o.R_COUNT + o.FACES].sum(axis=0)[o.COMBAT_FACES :]
        going_on = batch.games["rolls"] > 0
        assert going_on.mean() > 0.9
        faces = batch.games["roll"][going_on, 0, o.R_COUNT : o.R_COUNT + o.FACES]
        with_fate = faces[:, o.INVESTIGATION_FATE] > 0
        assert shown.sum() > 0
        assert with_fate.any()
        symbols = faces[with_fate].sum(axis=0)[o.FIRST_SYMBOL :]
        assert stats.chisquare(symbols).pvalue > 1e-5, symbols


# --- 8: copies -------------------------------------------------------------------------------------------------------
@every_table
def test_clone_save_and_load_work_at_every_decision_and_a_loaded_game_goes_on_exactly_as_the_original(
    table: Table,
) -> None:
    original = table.batch(5, seed=81)
    deal_riches(original)
    lines: dict[str, Any] = {name: original.clone() for name in ("clone", "loaded", "pickled", "deep", "records")}
    asked: set[int] = set()
    while not original.over.all():
        top = original.games["frame"][np.arange(5), np.maximum(original.games["frames"] - 1, 0), o.F_ASK]
        asked |= set(top.tolist())
        lines["clone"] = lines["clone"].clone()
        lines["loaded"] = Batch.load(lines["loaded"].save())
        lines["pickled"] = pickle.loads(pickle.dumps(lines["pickled"]))
        lines["deep"] = copy.deepcopy(lines["deep"])
        lines["records"] = Batch.from_games(lines["records"].games)
        actions = Long(1)(original)
        original.step(actions, illegal="ignore")
        expected = everything(original)
        for name, line in lines.items():
            line.step(actions, illegal="ignore")
            assert everything(line) == expected, name
    assert len(asked) >= 5


@few_tables
def test_a_copy_is_independent_of_the_original(table: Table) -> None:
    batch = table.batch(20, seed=82)
    play_on(batch, Long(2), 12)
    before = everything(batch)
    for other in (batch.clone(), Batch.load(batch.save()), Batch.from_games(batch.games), copy.deepcopy(batch)):
        assert everything(other) == before
        play_to_the_end(other, Long(3))
        assert everything(batch) == before


# --- 9: conserved ----------------------------------------------------------------------------------------------------
@every_table
def test_nothing_is_created_or_lost(table: Table) -> None:
    """After every step of plain and of rich games."""
    for rich, player in ((False, Uniform(7)), (False, Long(7)), (True, Long(9))):
        batch = table.batch(40, seed=91)
        if rich:
            deal_riches(batch)
        check_everything(batch)
        while not batch.over.all():
            batch.step(player(batch), illegal="ignore")
            check_everything(batch)
            assert (batch.observation <= maxima()).all()


def test_experience_and_coins_come_from_effects_only() -> None:
    """At the camp what is bought is paid, and the camp brings no experience by itself."""
    batch = TABLES[-3].batch(60, seed=17)
    deal_riches(batch)
    player = Long(5)
    while not batch.over.all():
        at_camp = batch.games["stage"] == o.STAGE_CAMP
        before = batch.games.copy()
        actions = player(batch)
        batch.step(actions, illegal="ignore")
        still = at_camp & (batch.games["stage"] == o.STAGE_CAMP)
        new = (batch.games["experience_owner"] >= 0) & (before["experience_owner"] < 0)
        costs = (new * batch.content.tables[0]["experience_cost"]).sum(axis=1)
        gained = batch.games["xp"].astype(int) - before["xp"]
        selling_or_effects = (actions >= a.A_UPGRADE) & (actions < a.A_BUY)
        right = ~still | selling_or_effects | (gained == -costs)
        question = before["frame"][np.arange(60), np.maximum(before["frames"] - 1, 0), o.F_ASK]
        assert right[question == o.ASK_CAMP].all()


def test_raw_bytes_of_copies_are_equal() -> None:
    batch = TABLES[7].batch(16, seed=1)
    play_on(batch, Long(1), 30)
    assert np.array_equal(raw(batch.clone().games), raw(batch.games))


# --- inside all arrays -----------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_deep_random_play_stays_inside_all_arrays(tmp_path: Path) -> None:
    """The kernels compiled with bounds checks, in a cache folder of their own: an index outside raises IndexError."""
    code = "import sys; sys.path.insert(0, sys.argv[1])\nfrom contract.arkeis_bounds import play_deep\nplay_deep()"
    done = subprocess.run(
        [sys.executable, "-c", code, str(HERE.parent)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "ARNAK_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.splitlines()[-1].startswith("deep play ended well after ")
    assert int(done.stdout.split()[-2]) > 400_000
