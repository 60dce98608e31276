"""Sentence 7: `determinize` draws uniformly among the worlds that a player cannot tell from the true one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import build_position

from .bookkeeping import check_everything
from .players import Long, Uniform, play_on
from .riches import deal_riches
from .tables import Table, every_table, mixed_batch
from .traces import everything, raw
from .worlds import facts, top_operation

DRAWS = 12_000
UNLIKELY = 1e-5


@every_table
def test_determinize_draws_a_world_among_those_that_the_player_cannot_tell_from_the_true_one(table: Table) -> None:
    """At every decision and for every seat: same view, same open facts, everything conserved, other worlds."""
    changed = 0
    for rich in (False, True):
        batch = table.batch(12, seed=71)
        if rich:
            deal_riches(batch)
        for step in range(90):
            for viewer in range(table.players):
                world = batch.clone()
                world.determinize(viewer, seed=step)
                assert np.array_equal(world.observe(viewer), batch.observe(viewer))
                assert np.array_equal(facts(world.games, viewer), facts(batch.games, viewer))
                assert np.array_equal(world.player, batch.player)
                assert not (world.mask.sum(axis=1) == 0).any()
                if step % 8 == 0:
                    check_everything(world)
                changed += int((raw(world.games) != raw(batch.games)).any(axis=1).sum())
            batch.step(Long(1)(batch), illegal="ignore")
    assert changed > 1000


@every_table
def test_play_goes_on_from_every_drawn_world(table: Table) -> None:
    """Also where somebody else decides than the player whose knowledge counts, and in the middle of a payment."""
    batch = table.batch(150, seed=72)
    deal_riches(batch)
    for step in range(12):
        for viewer in (*range(table.players), None):
            world = batch.clone()
            world.determinize(viewer, seed=step)
            assert np.array_equal(world.player, batch.player)
            legal = world.clone(np.nonzero(world.mask)[0])
            refused = legal.step(np.nonzero(world.mask)[1], illegal="ignore")
            assert np.array_equal(
                refused, legal.games["decisions"] == world.games["decisions"][np.nonzero(world.mask)[0]]
            )
            check_everything(legal)
            play_on(world, Uniform(step), 30)
            check_everything(world)
        play_on(batch, Long(step), 9, again=True)


@pytest.mark.parametrize("board", o.BOARDS)
def test_a_payment_that_was_begun_can_be_finished_in_every_drawn_world(board: str) -> None:
    """Others see that a journey is being paid, so the payer's unseen hand must be able to pay for it."""
    batch = Batch(2500, board=board, num_players=2, seed=73)
    deal_riches(batch)
    asked = 0
    for _ in range(60):
        play_on(batch, Long(2), 1, again=True)
        paying = top_operation(batch.games) == o.OP_PAY_TRAVEL
        if not paying.any():
            continue
        world = batch.clone(np.flatnonzero(paying))
        world.determinize(1 - world.player, seed=asked)
        asked += len(world)
        pays = world.mask[:, a.A_PASS] == 0  # a finished or broken game keeps only this entry
        assert pays.all(), f"{(~pays).sum()} of {len(world)} payments cannot go on"
        play_on(world, Uniform(1), 12)
        assert (world.games["error"] == 0).all()
    assert asked > 3000


def test_worlds_differ_by_seed_and_by_game_and_are_the_same_for_the_same_seed() -> None:
    batch = mixed_batch(70, seed=74)
    play_on(batch, Long(3), 10)
    worlds = []
    for seed in (0, 1, 2, 10**6, 2**40):
        world = batch.clone()
        world.determinize(seed=seed)
        again = batch.clone()
        again.determinize(seed=seed)
        assert everything(world) == everything(again)
        worlds.append(raw(world.games).copy())
    for k, one in enumerate(worlds):
        for other in worlds[:k]:
            assert (one != other).any(axis=1).all()
    same = batch.clone(np.zeros(50, int))
    same.determinize(seed=4)
    assert len({game.tobytes() for game in raw(same.games)}) == 50
    same = batch.clone(np.zeros(50, int))
    same.determinize(seed=np.full(50, 9))
    assert len({game.tobytes() for game in raw(same.games)}) == 1
    finished = mixed_batch(14, seed=1)
    play_on(finished, Long(), 5000)
    before = everything(finished)
    finished.determinize()
    assert everything(finished) == before, "nobody decides in a finished game, so it stays"


def test_the_future_is_drawn_anew_too() -> None:
    """Two worlds of one game that look the same shuffle differently later on."""
    batch = Batch(1, num_players=2, seed=8).clone(np.zeros(40, int))
    batch.determinize(0, seed=3)
    assert len(np.unique(batch.games["seed"])) == 40
    assert (batch.games["counter"] == 0).all()


# --- how the worlds are distributed ----------------------------------------------------------------------------------
World = tuple[int, ...]
Likelihood = dict[World, Fraction]


def drawn(game: np.ndarray, viewer: int, look: Callable[[np.ndarray], np.ndarray]) -> Counter[World]:
    """Draw many worlds of one game and count what `look` sees in them."""
    batch = Batch.from_games(game, show_forced=True).clone(np.zeros(DRAWS, int), observe=False)
    batch.determinize(viewer, seed=1)
    return Counter(tuple(row) for row in look(batch.games).tolist())


def check_distribution(counts: Counter[World], expected: Likelihood) -> None:
    """A chi-square test, and nothing outside the expected worlds."""
    assert set(counts) <= set(expected), f"impossible worlds: {list(set(counts) - set(expected))[:3]}"
    assert sum(expected.values()) == 1
    observed = [counts[world] for world in expected]
    if len(expected) == 1:
        return
    assert stats.chisquare(observed, [float(DRAWS * p) for p in expected.values()]).pvalue > UNLIKELY, observed[:30]


def uniform(worlds: Sequence[Sequence[int]]) -> Likelihood:
    """Return equal chances; worlds that are listed twice count twice."""
    counts = Counter(tuple(world) for world in worlds)
    return {world: Fraction(number, counts.total()) for world, number in counts.items()}


def cards(*words: str) -> list[int]:
    return [a.CARD_IDS.index(word) for word in words]


def position(players: dict[str, Any], **spec: Any) -> np.ndarray:
    return build_position({"game": {"players": 2, "seed": 5, **spec.pop("game", {})}, "players": players, **spec},
                          load_content())  # fmt: skip


def after(game: np.ndarray, *actions: str) -> np.ndarray:
    """Return the game after some actions in words."""
    batch = Batch.from_games(game, show_forced=True)
    for words in actions:
        batch.step([a.parse_action(words)])
    return batch.games.copy()


def hand_and_deck(games: np.ndarray, p: int, hand: int, deck: int) -> np.ndarray:
    return np.concatenate([games["hand"][:, p, :hand], games["deck"][:, p, :deck]], axis=1)


def test_the_order_of_the_own_deck_is_uniform() -> None:
    deck = ["horse", "ostrich", "tent", "hat"]
    game = position({"1": {"deck": deck, "hand": ["axe", "dog"]}})
    counts = drawn(game, 0, lambda games: hand_and_deck(games, 0, 2, 4))
    check_distribution(counts, uniform([(*cards("axe", "dog"), *rest) for rest in permutations(cards(*deck))]))


def test_hand_and_deck_of_another_player_are_uniform() -> None:
    owned = cards("horse", "ostrich", "tent", "hat")
    game = position({"2": {"hand": ["horse", "ostrich"], "deck": ["tent", "hat"]}})
    counts = drawn(game, 0, lambda games: hand_and_deck(games, 1, 2, 2))
    check_distribution(counts, uniform(list(permutations(owned))))


def test_two_fears_are_not_told_apart() -> None:
    owned = cards("fear", "fear", "tent", "hat")
    game = position({"2": {"hand": ["fear", "tent"], "deck": ["fear", "hat"]}})
    counts = drawn(game, 0, lambda games: hand_and_deck(games, 1, 2, 2))
    check_distribution(counts, uniform(list(permutations(owned))))


def test_a_bought_item_is_known_to_lie_under_the_deck() -> None:
    game = position({"1": {"tokens": {"coin": 9}, "hand": ["horse", "ostrich"], "deck": ["tent"]}},
                    row={"artifacts": ["mortar"], "items": ["hat", "axe", "dog", "rope", "torch"]})  # fmt: skip
    bought = after(game, "buy hat", "end turn")
    owned = cards("horse", "ostrich", "tent")
    counts = drawn(bought, 1, lambda games: hand_and_deck(games, 0, 2, 2))
    check_distribution(counts, uniform([(*order, *cards("hat")) for order in permutations(owned)]))
    counts = drawn(bought, 0, lambda games: hand_and_deck(games, 0, 2, 2))
    check_distribution(counts, uniform([cards("horse", "ostrich", "tent", "hat")]))


def test_a_bought_item_that_was_drawn_is_known_to_be_in_the_hand() -> None:
    """Flask draws the unknown card, then the bought one; both know of the bought one."""
    game = position({"1": {"tokens": {"coin": 9}, "hand": ["flask", "horse"], "deck": ["tent"]}},
                    row={"artifacts": ["mortar"], "items": ["hat", "axe", "dog", "rope", "torch"]})  # fmt: skip
    later = after(game, "buy hat", "end turn", "pass", "end turn", "play flask", "choose draw", "choose draw")
    counts = drawn(later, 1, lambda games: hand_and_deck(games, 0, 3, 0))
    check_distribution(counts, uniform([cards("horse", "tent", "hat"), cards("tent", "horse", "hat")]))


def test_cards_of_different_shuffles_are_not_exchanged() -> None:
    """What was shuffled under the deck at the end of a round lies below what was there before."""
    batch = Batch(1, num_players=2, seed=3)
    while batch.games["round_number"][0] < 2:
        batch.step([a.A_END_TURN if batch.mask[0, a.A_END_TURN] else
                    a.A_DECLINE if batch.mask[0, a.A_DECLINE] else a.A_PASS])  # fmt: skip
    game = batch.games.copy()
    assert game["hand_size"][0, 0] == 5
    assert game["deck_size"][0, 0] == 1
    # Nobody put anything down, so the hand is still five of the six cards of the first shuffle.
    owned = [*game["hand"][0, 0, :5].tolist(), *game["deck"][0, 0, :1].tolist()]
    counts = drawn(game, 1, lambda games: hand_and_deck(games, 0, 0, 1))
    check_distribution(counts, uniform([(card,) for card in owned]))
    game["deck_group"][0, 0, 0] = 2
    counts = drawn(game, 1, lambda games: hand_and_deck(games, 0, 0, 1))
    check_distribution(counts, uniform([owned[-1:]]))


def test_the_order_of_the_item_deck_is_uniform_below_a_known_top_card() -> None:
    supply = {"item_deck": ["hat", "axe", "dog", "rope"], "item_deck_only": True}
    row = {"artifacts": ["mortar"], "items": ["torch", "tent", "brush", "watch", "parrot"]}
    game = position({"1": {"hand": ["fishing_rod", "horse"], "deck": []}}, supply=supply, row=row)
    counts = drawn(game, 0, lambda games: games["item_deck"][:, :4])
    check_distribution(counts, uniform(list(permutations(cards("hat", "axe", "dog", "rope")))))
    seen = after(game, "play fishing_rod", "decline", "end turn")
    for viewer in (0, 1):
        counts = drawn(seen, viewer, lambda games: games["item_deck"][:, :4])
        below = permutations(cards("axe", "dog", "rope"))
        check_distribution(counts, uniform([(*order, *cards("hat")) for order in below]))


def test_the_rival_stack_is_uniform_given_the_arrow_on_top() -> None:
    tables = load_content().tables[0]
    stack = ["dig_coin", "dig_compass", "dig_jewel", "research_green", "buy_item_green"]
    tiles = [a.RIVAL_TILE_IDS.index(word) for word in stack]
    game = position({"1": {}}, game={"players": 1}, rival={"stack": stack})
    orders = [
        order for order in permutations(tiles) if tables["rival_right"][order[0]] == tables["rival_right"][tiles[0]]
    ]
    assert 0 < len(orders) < 120
    counts = drawn(game, 0, lambda games: games["rival_stack"][:, :5])
    check_distribution(counts, uniform(orders))


def assistants(*words: str) -> list[int]:
    return [a.ASSISTANT_IDS.index(word) for word in words]


def test_assistants_below_the_tops_are_uniform_over_the_stacks_and_the_rescue_stack() -> None:
    supply = {"stacks": [["coins", "tablet"], ["draw", "exile"], ["compass"]], "rescue": ["trade_up", "discount_buy"]}
    game = position({"1": {}}, game={"board": "snake"}, supply=supply)

    def hidden(games: np.ndarray) -> np.ndarray:
        tops = games["stack"][:, [0, 1, 2], [1, 1, 0]], games["rescue"][:, 1:2]
        assert (np.concatenate(tops, axis=1) == assistants("coins", "draw", "compass", "trade_up")).all()
        return np.stack([games["stack"][:, 0, 0], games["stack"][:, 1, 0], games["rescue"][:, 0]], axis=1)

    pool = assistants("tablet", "exile", "discount_buy")
    check_distribution(drawn(game, 0, hidden), uniform(list(permutations(pool))))
    game["rescue_seen"][0, 1] = 1
    check_distribution(drawn(game, 0, hidden), uniform(list(permutations(pool))))
    looked = [(*order, pool[2]) for order in permutations(pool[:2])]
    check_distribution(drawn(game, 1, hidden), uniform(looked))


def test_the_lost_temple_stack_is_drawn_from_the_tiles_that_nobody_has_seen() -> None:
    game = Batch(1, board="snake", num_players=2, seed=6).games
    bonus = load_content().tables[0]["bonus_count"][0].astype(int)
    unseen = bonus - np.bincount(game["bonus"][game["bonus"] >= 0], minlength=o.BONUS_TYPES)
    pool = np.repeat(np.arange(o.BONUS_TYPES), unseen)
    assert len(pool) > 2
    counts = drawn(game, 1, lambda games: games["temple_bonus"][:, :2])
    check_distribution(counts, uniform(list(permutations(pool.tolist(), 2))))
    game["temple_bonus_seen"][0, 1] = 1
    counts = drawn(game, 1, lambda games: games["temple_bonus"][:, :2])
    check_distribution(counts, uniform([game["temple_bonus"][0, :2].tolist()]))


def test_site_tiles_and_guardians_are_uniform_above_the_tiles_seen_at_the_bottom() -> None:
    game = Batch(1, num_players=2, seed=6).games
    stack = game["level_2_stack"][0].tolist()
    game["level_2_known"] = 2
    counts = drawn(game, 0, lambda games: games["level_2_stack"])
    check_distribution(counts, uniform([(*order, *stack[4:]) for order in permutations(stack[:4])]))
    game["guardian_size"] = 3
    counts = drawn(game, 0, lambda games: games["guardian_stack"][:, :3])
    check_distribution(counts, uniform(list(permutations(game["guardian_stack"][0, :3].tolist()))))


# --- an earring that puts a card back ---------------------------------------------------------------------------------
EARRING = ("play crystal_earring", "choose three")


def earring_game(top_known: bool, hand: Sequence[str] = ("tent",)) -> np.ndarray:
    game = position({"1": {"tokens": {"tablet": 3, "coin": 3}, "hand": ["crystal_earring", *hand],
                           "deck": ["horse", "ostrich", "parrot", "hat", "axe"]}})  # fmt: skip
    if top_known:
        game["deck_group"][0, 0, 0] = o.PUBLIC
    return game


def test_an_earring_card_put_back_is_known_to_its_owner_only() -> None:
    later = after(earring_game(False), *EARRING, "take card horse", "take card ostrich", "end turn")
    owner = drawn(later, 0, lambda games: hand_and_deck(games, 0, 2, 3))
    known = cards("tent", "horse", "ostrich")
    check_distribution(owner, uniform([(*known, *rest) for rest in permutations(cards("hat", "axe"))]))
    other = drawn(later, 1, lambda games: hand_and_deck(games, 0, 2, 3))
    check_distribution(other, uniform(list(permutations(cards("tent", "horse", "ostrich", "hat", "axe")))))


def swapped_worlds(first: Sequence[int], known: int, others: Sequence[int]) -> list[list[int]]:
    """All worlds in which the known card is at either of two places, and the others anywhere else."""
    worlds = []
    for place in first:
        for order in permutations(others):
            world = list(order)
            world.insert(place, known)
            worlds.append(world)
    return worlds


@pytest.mark.parametrize(("keep", "back"), [("horse", "ostrich"), ("ostrich", "horse")])
def test_others_cannot_tell_the_earring_card_that_was_kept_from_the_one_put_back(keep: str, back: str) -> None:
    """The horse was bought, so everybody knows it was drawn; the others only know it is in the hand or on the deck."""
    later = after(earring_game(True), *EARRING, f"take card {keep}", f"take card {back}", "end turn")
    counts = drawn(later, 1, lambda games: hand_and_deck(games, 0, 2, 3))
    horse, *others = cards("horse", "tent", "ostrich", "hat", "axe")
    check_distribution(counts, uniform(swapped_worlds((1, 2), horse, others)))


def test_the_earring_card_put_back_stays_in_doubt_after_a_free_action_in_between() -> None:
    """Between keeping and putting back the player draws a card (idol slot): still only these two are in doubt."""
    game = earring_game(True)
    game["idols"][0, 0] += 1
    game["idol_up"][0, 5] = -1
    later = after(game, *EARRING, "take card horse", "slot slot_draw", "choose draw", "take card ostrich", "end turn")
    counts = drawn(later, 1, lambda games: hand_and_deck(games, 0, 3, 2))
    horse, *others = cards("horse", "tent", "hat", "ostrich", "axe")
    # Hand: tent, horse, hat (drawn on the way); deck: ostrich, axe. The horse is the kept card or lies on the deck.
    check_distribution(counts, uniform(swapped_worlds((1, 3), horse, others)))


def test_the_doubt_about_an_earring_ends_when_one_of_the_two_shows_itself() -> None:
    later = after(earring_game(True), *EARRING, "take card horse", "take card ostrich", "end turn",
                  "pass", "end turn", "play horse", "decline", "end turn")  # fmt: skip
    assert later["hand"][0, 0, 0] == cards("tent")[0]
    counts = drawn(later, 1, lambda games: hand_and_deck(games, 0, 1, 3))
    check_distribution(counts, uniform(list(permutations(cards("tent", "ostrich", "hat", "axe")))))


def test_a_card_lying_aside_is_unknown_to_others_until_it_is_sorted() -> None:
    game = after(earring_game(False), *EARRING)
    counts = drawn(game, 1, lambda games: np.concatenate([games["aside"], games["hand"][:, 0, :1]], axis=1))
    owned = cards("tent", "horse", "ostrich", "parrot", "hat", "axe")
    check_distribution(counts, uniform(list(permutations(owned, 4))))
    counts = drawn(game, 0, lambda games: games["aside"])
    check_distribution(counts, uniform([cards("horse", "ostrich", "parrot")]))


def test_others_cannot_tell_which_card_an_earring_kept_while_the_rest_is_sorted() -> None:
    """The horse, which everybody knows was drawn, is the kept card or one of the two still lying aside."""
    game = after(earring_game(True), *EARRING, "take card horse")

    def look(games: np.ndarray) -> np.ndarray:
        return np.concatenate([games["hand"][:, 0, :2], games["aside"][:, :2], games["deck"][:, 0, :2]], axis=1)

    horse, *others = cards("horse", "tent", "ostrich", "parrot", "hat", "axe")
    check_distribution(drawn(game, 1, look), uniform(swapped_worlds((1, 2, 3), horse, others)))
    owner = drawn(game, 0, look)
    known = cards("tent", "horse", "ostrich", "parrot")
    check_distribution(owner, uniform([(*known, *rest) for rest in permutations(cards("hat", "axe"))]))


@pytest.mark.parametrize("decline", [False, True])
def test_no_view_shows_others_which_card_an_earring_kept(decline: bool) -> None:
    """Two worlds in which the player keeps another card look alike to everybody else."""
    views = []
    for keep, back in (("horse", "ostrich"), ("ostrich", "horse")):
        actions = [*EARRING, f"take card {keep}"]
        game = after(earring_game(False), *actions)
        batch = Batch.from_games(game, show_forced=True)
        views.append([batch.observe(1)])
        batch.step([a.parse_action("decline" if decline else f"take card {back}")])
        if not decline:
            views[-1].append(batch.observe(1))
    assert np.array_equal(views[0], views[1])
