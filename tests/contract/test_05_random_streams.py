"""Sentence 5: random streams are named, lie in the record, and are disjoint for neighbouring seeds and episodes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from arnak_env import Batch
from arnak_env.arnak import opcodes as o

from .players import Long, Uniform, play_on
from .tables import Table, every_table, mixed_batch
from .traces import everything, play_and_trace, raw

MANY = 4096
UNLIKELY = 1e-6


@every_table
def test_sub_game_i_of_a_batch_reset_with_seed_s_plays_the_same_game_as_a_single_one_reset_with_s_plus_i(
    table: Table,
) -> None:
    batch = table.batch(5, seed=0)
    play_on(batch, Uniform(), 30)
    for seed in (0, 2**40):
        batch.reset(seed=seed)
        singles = [table.batch(1, seed=999, first=i) for i in range(5)]
        for i, single in enumerate(singles):
            single.reset(seed=seed + i)
        together = batch.clone()
        for _ in range(2):  # the first game and the episode after it
            traces = play_and_trace(together, Long(1))
            assert traces == [play_and_trace(single, Long(1))[0] for single in singles]
            together.reset()
            for single in singles:
                single.reset()


def test_seeds_as_one_number_or_one_for_each_game() -> None:
    batch = mixed_batch(28, seed=40)
    expected = everything(batch)
    batch.reset(seed=np.arange(40, 68))
    assert everything(batch) == expected
    batch.reset(seed=np.uint64(40))
    assert everything(batch) == expected
    assert everything(mixed_batch(28, seed=np.arange(40, 68))) == expected
    some = np.arange(0, 28, 3)
    batch.reset(seed=7)
    batch.reset(seed=40, games=some)  # game i gets s + i, whichever others are reset with it
    assert np.array_equal(raw(batch.games)[some], np.frombuffer(expected[0], np.uint8).reshape(28, -1)[some])


def test_episodes_are_numbered() -> None:
    batch = mixed_batch(14, seed=3)
    assert (batch.games["episode"] == 0).all()
    starts = [raw(batch.games).copy()]
    for number in range(1, 4):
        play_on(batch, Uniform(), 10)
        batch.reset()
        assert (batch.games["episode"] == number).all()
        starts.append(raw(batch.games).copy())
    for number in (2, 0, 3, 1):
        batch.reset(seed=3, episode=number)
        assert np.array_equal(raw(batch.games), starts[number])
    batch.reset(episode=2)
    assert np.array_equal(raw(batch.games), starts[2])
    batch.reset(games=[1, 5], episode=[0, 3])
    assert np.array_equal(raw(batch.games)[1], starts[0][1])
    assert np.array_equal(raw(batch.games)[5], starts[3][5])
    assert np.array_equal(raw(batch.games)[2], starts[2][2])
    batch.reset(seed=3)
    assert np.array_equal(raw(batch.games), starts[0])


def neighbours() -> list[tuple[str, Batch, Batch]]:
    """Return pairs of batches whose games are neighbours by seed or by episode."""
    first = Batch(MANY, num_players=4, seed=0, observe=False)
    by_episode = Batch(MANY, num_players=4, seed=0, observe=False)
    by_episode.reset()
    return [
        ("seed", first, Batch(MANY, num_players=4, seed=1, observe=False)),
        ("distant seed", first, Batch(MANY, num_players=4, seed=2**32, observe=False)),
        ("episode", first, by_episode),
        ("seed and episode", Batch(MANY, num_players=4, seed=1, observe=False), by_episode),
    ]


def test_neighbouring_seeds_and_episodes_share_nothing() -> None:
    """Equal places of two shuffles are as rare as chance makes them, in every shuffled pile; so are equal key bits."""
    for name, one, two in neighbours():
        keys = np.bitwise_count(one.games["seed"] ^ two.games["seed"]).astype(float)
        assert abs(keys.mean() - 32) < 5 * 4 / np.sqrt(MANY), name
        for zone in ("item_deck", "artifact_deck", "level_1_stack", "guardian_stack"):
            equal = ((one.games[zone] == two.games[zone]) & (one.games[zone] >= 0)).sum(axis=1)
            # Two independent shuffles agree in one place on average, with variance 1.
            assert abs(equal.mean() - 1) < 5 / np.sqrt(MANY), (name, zone)
        decks = (one.games["hand"][:, :, :5] == two.games["hand"][:, :, :5]).sum(axis=(1, 2))
        # Starting decks: two places in six hold the same card by chance 4 * (1/6)^2 + (2/6)^2 of the time.
        expected = 20 * (4 / 36 + 4 / 36)
        assert abs(decks.mean() - expected) < 6 * decks.std() / np.sqrt(MANY), name


def test_all_seeds_and_episodes_of_a_large_range_are_different_games() -> None:
    keys = []
    batch = Batch(MANY, seed=0, observe=False)
    for _ in range(5):
        keys.append(batch.games["seed"].copy())
        batch.reset()
    far = Batch(6, seed=np.array([2**62, 2**62 + 1, 2**63 - 1, 2**31, 2**32, 2**33]), observe=False)
    keys.append(far.games["seed"].copy())
    assert len(np.unique(np.concatenate(keys))) == 5 * MANY + 6


def test_streams_are_named_and_do_not_disturb_each_other() -> None:
    """The shuffle of a player's deck depends on neither the others nor the set-up nor the board."""
    games = {
        (board, players): Batch(64, board=board, num_players=players, seed=9, observe=False).games
        for board in o.BOARDS
        for players in (1, 2, 3, 4)
    }
    reference = games["bird", 4]
    for (_, players), other in games.items():
        for p in range(players):
            assert np.array_equal(other["hand"][:, p], reference["hand"][:, p])
            assert np.array_equal(other["deck"][:, p], reference["deck"][:, p])
        assert np.array_equal(other["item_deck"], reference["item_deck"])
        assert np.array_equal(other["artifact_deck"], reference["artifact_deck"])
    for p in range(1, 4):
        assert not np.array_equal(reference["hand"][:, 0], reference["hand"][:, p])
    stacks = [Batch(64, seed=9, difficulty=level, observe=False).games["rival_stack"] for level in (0, 5)]
    places = [np.where(stack >= o.FIRST_PAIR_TILE, (stack - o.FIRST_PAIR_TILE) // 3 + 5, stack) for stack in stacks]
    assert np.array_equal(*places)


@every_table
def test_only_the_stream_that_is_used_moves_on(table: Table) -> None:
    """After the set-up: player decks draw from their own streams, the rival from its own, nobody from the others."""
    batch = table.batch(64, seed=2)
    setup = batch.games["counter"][:, o.STREAM_SETUP].copy()
    player = Long(2)
    while not batch.over.all():
        before = batch.games.copy()
        batch.step(player(batch), illegal="ignore")
        moved = batch.games["counter"] != before["counter"]
        same_round = batch.games["round_number"] == before["round_number"]
        decks = moved[:, o.STREAM_DECK : o.STREAM_DECK + o.MAX_PLAYERS]
        assert not decks[same_round].any(), "a deck was shuffled within a round"
        empty = np.arange(o.MAX_PLAYERS) >= batch.games["players"][:, None]
        assert not decks[empty].any()
        assert not moved[:, o.STREAM_AGENT].any()
    assert np.array_equal(batch.games["counter"][:, o.STREAM_SETUP], setup)
    if table.players > 1:
        assert (batch.games["counter"][:, o.STREAM_RIVAL] == 0).all()


def test_shuffles_are_uniform() -> None:
    """First card of every pile, and the order of small ones, over many seeds."""
    games = Batch(3 * MANY, num_players=2, seed=10_000, observe=False).games
    top = games["row"][:, 1:]  # five items are dealt at once
    assert stats.chisquare(np.bincount(top.ravel(), minlength=o.ITEMS)).pvalue > UNLIKELY
    assert stats.chisquare(np.bincount(games["row"][:, 0] - o.FIRST_ARTIFACT)).pvalue > UNLIKELY
    for zone, kinds, first in (
        ("level_1_stack", 10, 0),
        ("level_2_stack", 6, o.LEVEL_1_TILES),
        ("guardian_stack", 15, 0),
    ):
        for place in (0, kinds // 2, kinds - 1):
            counts = np.bincount(games[zone][:, place] - first, minlength=kinds)
            assert stats.chisquare(counts).pvalue > UNLIKELY, (zone, place)
    # The one card of the starting deck that is not drawn: Fear in two cases of six.
    last = np.bincount(games["deck"][:, 0, 0], minlength=o.CARDS)[o.FIRST_STARTING :]
    assert stats.chisquare(last, last.sum() * np.array([1, 1, 1, 1, 2]) / 6).pvalue > UNLIKELY
    solo = Batch(3 * MANY, seed=20_000, difficulty=2, observe=False).games
    red = (solo["colour"] == 1) @ (1 << np.arange(5))
    pairs = np.unique(red, return_counts=True)[1]
    assert len(pairs) == 10
    assert stats.chisquare(pairs).pvalue > UNLIKELY


def test_sampled_actions_are_legal_uniform_and_seeded() -> None:
    batch = Batch(1, num_players=2, seed=5).clone(np.zeros(6000, int))
    batch.reset(seed=np.full(6000, 5))
    chosen = batch.sample_actions()
    legal = batch.legal_actions(0)
    assert set(chosen.tolist()) == set(legal)
    assert stats.chisquare([(chosen == action).sum() for action in legal]).pvalue > UNLIKELY
    again = batch.sample_actions()
    assert not np.array_equal(chosen, again)
    batch.reset(seed=np.full(6000, 5))
    assert np.array_equal(batch.sample_actions(), chosen)
    assert np.array_equal(batch.sample_actions(), again)


@pytest.mark.parametrize("stream", range(o.STREAMS))
def test_the_next_random_number_depends_on_the_record_alone(stream: int) -> None:
    """A game whose counters are put back plays the same again: no random state lies outside the record."""
    batch = mixed_batch(28, seed=stream)
    play_on(batch, Long(3), 30)
    twin = batch.clone()
    play_on(batch, Long(4), 60)
    play_on(twin, Long(4), 60)
    assert everything(batch) == everything(twin)
