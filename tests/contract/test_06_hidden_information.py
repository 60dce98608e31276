"""Sentence 6: what a player cannot know shows nowhere in what the player is told."""

from __future__ import annotations

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.render.text import render_game

from .players import Long, play_on
from .riches import deal_riches
from .tables import Table, every_table
from .worlds import facts, rearrange, top_operation

ROUNDS_OF_PLAY = 10


def look_alike(one: Batch, other: Batch, viewer: int, words: int) -> None:
    """Both batches show the viewer the same: view, scores, results, and where the viewer decides, mask and question."""
    assert np.array_equal(facts(one.games, viewer), facts(other.games, viewer))
    assert np.array_equal(one.observe(viewer), other.observe(viewer))
    assert np.array_equal(one.scores(), other.scores())
    assert np.array_equal(one.results(), other.results())
    assert np.array_equal(one.player, other.player)
    deciding = one.player == viewer
    assert np.array_equal(one.mask[deciding], other.mask[deciding])
    assert np.array_equal(one.observation[deciding], other.observation[deciding])
    for i in np.flatnonzero(deciding)[:words].tolist():
        assert one.question(i) == other.question(i)
        for action in np.flatnonzero(one.mask[i] == 0)[:: 1 + 7 * (i % 5)].tolist():
            assert one.why_illegal(i, action) == other.why_illegal(i, action)
    for i in range(min(words, len(one))):
        texts = [render_game(batch.games[i], batch.content, viewer=viewer) for batch in (one, other)]
        assert texts[0] == texts[1]


@every_table
@pytest.mark.parametrize("drawn", [False, True], ids=["exchanged by hand", "drawn"])
def test_two_states_that_differ_only_in_what_a_player_cannot_know_give_the_same_observation_mask_reward_and_info(
    table: Table, drawn: bool
) -> None:
    """Pairs of worlds, exchanged by hand or drawn by `determinize`, at many depths, for every seat."""
    different = 0
    for rich in (False, True):
        batch = table.batch(24, seed=61)
        if rich:
            deal_riches(batch)
        for depth in range(ROUNDS_OF_PLAY):
            play_on(batch, Long(depth), 13, again=True)
            for viewer in range(table.players):
                other = batch.clone()
                if drawn:
                    other.determinize(viewer, seed=depth)
                else:
                    rearrange(other, viewer, seed=depth)
                    hand_over(other)
                different += int((other.games["item_deck"] != batch.games["item_deck"]).any(axis=1).sum())
                look_alike(batch, other, viewer, words=2)
    assert different > 100


def hand_over(batch: Batch) -> None:
    """Write mask and view of the same decision again after the games were changed by hand."""
    forced = batch.games["show_forced"].copy()
    batch.games["show_forced"] = 1  # another hand may leave its player a single option
    batch.refresh()
    batch.games["show_forced"] = forced


def marks_of_others(games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what everybody knows about the decks and hands of the other seats, without what only owners know."""
    return games["deck_group"][:, 1:] & ~o.OWNER_KNOWS, np.sort(games["hand_group"][:, 1:] & ~o.OWNER_KNOWS, axis=2)


@pytest.mark.parametrize("board", o.BOARDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_histories_that_look_the_same_to_a_player_stay_the_same_to_that_player(board: str, players: int) -> None:
    """The cards of the others are dealt otherwise at the start, then everybody acts alike in both worlds.

    As long as nothing open shows a difference, the view of the first seat must not show one either. This does not use
    the marks in the record that say what is known, and checks that these are the same in both worlds.
    """
    one = Batch(600, board=board, num_players=players, seed=200)
    deal_riches(one)
    other = one.clone()
    rng = np.random.default_rng(1)
    for game in other.games:
        for p in range(1, players):
            hand, deck = game["hand"][p], game["deck"][p]
            starting = [(hand, i) for i in range(game["hand_size"][p]) if hand[i] >= o.FIRST_STARTING]
            starting += [(deck, i) for i in range(game["deck_size"][p]) if deck[i] >= o.FIRST_STARTING]
            for (zone, i), card in zip(starting, rng.permutation([zone[i] for zone, i in starting]), strict=True):
                zone[i] = card
    other.refresh()
    chosen = Long(3)
    alike = np.ones(len(one), bool)
    compared = differing = 0
    for _ in range(120):
        alike &= (facts(one.games, 0) == facts(other.games, 0)).all(axis=1)
        assert np.array_equal(one.observe(0)[alike], other.observe(0)[alike])
        compared += int(alike.sum())
        for one_marks, other_marks in zip(marks_of_others(one.games), marks_of_others(other.games), strict=True):
            assert np.array_equal(one_marks[alike], other_marks[alike])
        hidden = (one.games["hand"] != other.games["hand"]).any(axis=(1, 2))
        differing += int((alike & hidden).sum())
        common = one.mask & other.mask
        alike &= common.any(axis=1) & (one.player >= 0)
        one.mask[:], mask = np.where(common.any(axis=1)[:, None], common, one.mask), one.mask.copy()
        actions = np.where(alike, chosen(one), -1)
        one.mask[:] = mask
        refused = one.step(actions, illegal="ignore") | other.step(actions, illegal="ignore")
        assert np.array_equal(refused, ~alike)
        if not alike.any():
            break
    assert compared > 8_000
    assert differing > 1_600


@every_table
def test_hidden_facts_are_there_and_seen_by_their_owner(table: Table) -> None:
    """The other way round: the exchanged worlds do differ, and who may know it sees it."""
    batch = table.batch(200, seed=17)
    play_on(batch, Long(9), 8)
    other = batch.clone()
    rearrange(other, 0, seed=5)
    for name in ("seed", "item_deck", "artifact_deck", "level_1_stack", "guardian_stack", "stack"):
        assert (batch.games[name] != other.games[name]).any(), name
    if table.players == 1:
        assert (batch.games["rival_stack"] != other.games["rival_stack"]).any()
        return
    assert not np.array_equal(batch.observe(1), other.observe(1))
    hands = (np.sort(batch.games["hand"][:, 1]) != np.sort(other.games["hand"][:, 1])).any(axis=1)
    assert hands.sum() > 20
    assert ((batch.observe(1) != other.observe(1)).any(axis=1) >= hands).all()


def test_the_last_view_is_open_to_nobody() -> None:
    """At the end the first seat's view stands in `observation`; it still hides the hands of the others."""
    batch = Batch(100, num_players=3, seed=2)
    play_on(batch, Long(1), 5000)
    assert batch.over.all()
    other = batch.clone()
    rearrange(other, 0, seed=1)
    other.refresh()
    assert np.array_equal(batch.observation, other.observation)
    assert np.array_equal(batch.observation, batch.observe(0))


def test_scores_follow_from_open_facts_alone() -> None:
    """Equal facts, equal points in every category, whatever lies hidden."""
    batch = Batch(300, num_players=4, board="snake", seed=5)
    deal_riches(batch)
    play_on(batch, Long(2), 150)
    assert len(np.unique(top_operation(batch.games))) > 5
    other = batch.clone()
    rearrange(other, 2, seed=2)
    assert np.array_equal(batch.score_table(), other.score_table())
