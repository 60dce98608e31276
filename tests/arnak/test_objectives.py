"""Rival objectives and mixed rival stacks over many seeds: what must hold in every game, and fair draws."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import RIVAL_TILE_IDS

FACE_DOWN, OPEN, MET, REPLACED = range(4)
CARDS = {o.OBJECTIVE_BUY_ITEM, o.OBJECTIVE_BUY_ARTIFACT}
NOT_CARDS = {o.OBJECTIVE_DISCOVER, o.OBJECTIVE_RESEARCH, o.OBJECTIVE_ARCHAEOLOGISTS}
LOST_TEMPLE = o.TRACK_SPACES - 1
SILVER = (3, 4)  # the two 6-point stacks
ENOUGH = 1e-4  # the seeds are fixed, so a fair draw fails this once and for all or never


def meets(tile: int, round_number: int) -> set[int]:
    """Return the objectives that a rival tile can meet in a round, figures aside."""
    name = RIVAL_TILE_IDS[tile]
    if name.startswith("dig_"):
        return set()
    if round_number == 5 and name in ("discover_green", "research_green", "guardian_green", "buy_item_green"):
        return set()
    if name.startswith("discover"):
        return {o.OBJECTIVE_DISCOVER}
    if name.startswith(("research", "guardian")):
        return {o.OBJECTIVE_RESEARCH}
    if name.endswith("purple"):
        return CARDS
    return {o.OBJECTIVE_BUY_ITEM if name.startswith("buy_item") else o.OBJECTIVE_BUY_ARTIFACT}


def met_by_first_action(game: np.void) -> set[int] | None:
    """Return what the first tile of the round has met, None where the position alone does not say."""
    assert game["rival_used_size"] == 1
    possible = meets(int(game["rival_used"][0]), int(game["round_number"]))
    if o.OBJECTIVE_DISCOVER in possible:  # nothing is discovered when no site of the level is left
        return possible if game["rival_home"] == o.RIVAL_FIGURES - 1 else set()
    if o.OBJECTIVE_RESEARCH in possible and game["rival_glass"] == LOST_TEMPLE:
        if all(game["temple_tiles"][stack] == 0 for stack in SILVER):
            return None  # the last 6-point tile may have gone just now or long ago
    if possible & CARDS and (game["row"] < 0).any():
        return None  # a deck has run out, so the row may have held no card of a type
    return possible


def objectives_in(game: np.void, state: int) -> set[int]:
    return {int(i) for i in np.flatnonzero(game["objective_state"] == state)}


def check_deal(game: np.void, number: int) -> None:
    """Check the objectives at the human's first decision of a round."""
    opened, replaced = objectives_in(game, OPEN), objectives_in(game, REPLACED)
    assert not objectives_in(game, MET)
    met = met_by_first_action(game)
    if met is None:
        return
    assert not opened & met
    assert replaced <= met
    assert len(opened) == min(number, len(o.OBJECTIVES) - len(met))
    worth = sorted(int(game["objective_points"][i]) for i in opened)
    assert worth[:-1] == [2] * (len(opened) - 1)
    if not game["first_worth_four"]:
        assert worth[-1] == 2
    elif len(opened) == number:
        assert worth[-1] == 4


def cards_of(game: np.void) -> set[int]:
    """Return the items and artifacts the human owns; each exists once."""
    owned: set[int] = set()
    for zone in ("deck", "hand", "play"):
        owned |= {int(card) for card in game[zone][0][: game[f"{zone}_size"][0]]}
    owned |= {int(card) for card in game["aside"][: game["aside_size"]]}
    return {card for card in owned if card < o.FIRST_STARTING}


def cards_met(gained: set[int]) -> set[int]:
    """Return the card objectives that taking these cards meets."""
    return {o.OBJECTIVE_BUY_ITEM if card < o.FIRST_ARTIFACT else o.OBJECTIVE_BUY_ARTIFACT for card in gained}


def discovered(game: np.void) -> int:
    return int((game["tile"] >= 0).sum())


def met_by_rival(before: np.void, after: np.void) -> set[int]:
    """Return what one rival action has met, judged by what it changed."""
    bought = {int(card) for card in np.flatnonzero(after["rival_cards"] > before["rival_cards"])}
    met = cards_met(bought)
    tile = RIVAL_TILE_IDS[int(after["rival_used"][after["rival_used_size"] - 1])]
    if tile.startswith("discover") and after["rival_home"] < before["rival_home"]:
        met.add(o.OBJECTIVE_DISCOVER)
    if after["rival_glass"] != before["rival_glass"] or (after["rival_temple"] != before["rival_temple"]).any():
        met.add(o.OBJECTIVE_RESEARCH)
    if o.RIVAL_FIGURES - after["rival_home"] >= o.RIVAL_ARCHAEOLOGISTS_NEEDED:
        met.add(o.OBJECTIVE_ARCHAEOLOGISTS)
    return met


def met_by_human(before: np.void, after: np.void, rival: set[int]) -> set[int]:
    """Return what a decision of the human has met, judged by what it changed."""
    met = cards_met(cards_of(after) - cards_of(before))
    if discovered(after) - discovered(before) > (o.OBJECTIVE_DISCOVER in rival):
        met.add(o.OBJECTIVE_DISCOVER)
    if after["glass"][0] != before["glass"][0] or (after["temple_owned"][0] != before["temple_owned"][0]).any():
        met.add(o.OBJECTIVE_RESEARCH)
    if after["home"][0] == 0:
        met.add(o.OBJECTIVE_ARCHAEOLOGISTS)
    return met


def check_step(before: np.void, after: np.void) -> bool:
    """Check what one decision of the human, and the rival's answer to it, did to the objectives of the round.

    Returns:
        True if some objective was met and everything about it could be judged.
    """
    gain = int(after["rival_objective_points"]) - int(before["rival_objective_points"])
    was_open = objectives_in(before, OPEN)
    played = int(after["rival_used_size"]) - int(before["rival_used_size"])
    if after["round_number"] != before["round_number"] or after["passed"][0]:
        # The rest of the stack was played, the figures are home again, the next objectives may be dealt.
        assert gain in range(0, sum(int(before["objective_points"][i]) for i in was_open) + 1, 2)
        return False
    assert played in (0, 1)
    rival = met_by_rival(before, after) if played else set()
    human = met_by_human(before, after, rival)
    now_met = was_open & (rival | human)
    state = before["objective_state"].copy()
    state[list(now_met)] = MET
    assert (after["objective_state"] == state).all()
    assert gain == sum(int(before["objective_points"][i]) for i in now_met - human)
    return bool(now_met)


def check_tiles(game: np.void) -> None:
    """Check that the tiles taken from the leftovers are worth the points."""
    two = o.LEFTOVER_TWO_POINT_TILES - int(game["two_point_tiles"])
    six = o.LEFTOVER_SIX_POINT_TILES - int(game["six_point_tiles"])
    points = int(game["rival_objective_points"])
    assert min(two, six) >= 0
    if two < o.LEFTOVER_TWO_POINT_TILES or six < o.LEFTOVER_SIX_POINT_TILES:
        assert 2 * two + 6 * six == points


@pytest.mark.parametrize(
    ("number", "first", "difficulty", "board", "rich"),
    [
        (2, False, 0, "bird", True),
        (3, False, 5, "snake", False),
        (3, True, 7, "bird", True),
        (4, True, 10, "snake", True),
        (4, False, 9, "bird", False),
    ],
)
def test_objectives_in_every_round_of_random_games(
    number: int, first: bool, difficulty: int, board: str, rich: bool
) -> None:
    games = 200
    batch = Batch(
        games,
        board=board,
        difficulty=difficulty,
        objectives=number,
        first_objective_worth_four=first,
        seed=1000 * number + difficulty,
        observe=False,
    )
    if rich:  # with plenty of tokens random play researches, discovers and buys much more
        batch.games["tokens"][:, 0] = 90
        batch.games["idols"][:, 0] = 4
        batch.refresh()
    before = batch.games.copy()
    for i in range(games):
        check_deal(before[i], number)
    dealt = games
    judged = 0
    while not batch.over.all():
        batch.step(batch.sample_actions(), illegal="ignore")
        after = batch.games.copy()
        for i in np.flatnonzero(after["decisions"] != before["decisions"]).tolist():
            judged += check_step(before[i], after[i])
            if after[i]["round_number"] != before[i]["round_number"]:
                check_deal(after[i], number)
                dealt += 1
        before = after
    assert dealt == games * o.ROUNDS
    assert judged > games
    for i in range(games):
        check_tiles(before[i])
        tiles = sum(6 * int(before[i]["rival_temple"][stack]) for stack in SILVER)
        points = int(before[i]["rival_objective_points"])
        assert batch.score_parts(i, 4)["temple_tiles"] == tiles + points
        assert points <= o.ROUNDS * (2 * number + (2 if first else 0))
    assert before["rival_objective_points"].max() > 0
    assert before["rival_objective_points"].min() < before["rival_objective_points"].max()


def test_without_objectives_none_is_dealt() -> None:
    batch = Batch(50, difficulty=10, seed=3, observe=False)
    batch.playout()
    assert not batch.games["objective_state"].any()
    assert not batch.games["rival_objective_points"].any()


@pytest.mark.parametrize(("number", "difficulty"), [(2, 0), (3, 5), (4, 10)])
def test_every_choice_of_objectives_is_equally_likely(number: int, difficulty: int) -> None:
    batch = Batch(
        8000,
        difficulty=difficulty,
        objectives=number,
        first_objective_worth_four=True,
        seed=50_000 * number,
        observe=False,
    )
    counts: dict[frozenset[int], Counter[tuple[frozenset[int], int]]] = {}
    for game in batch.games:
        met_first = met_by_first_action(game)
        assert met_first is not None
        opened = objectives_in(game, OPEN)
        four = [i for i in opened if game["objective_points"][i] == 4]
        if len(opened) < number:  # the slot worth 4 may be the one that stays empty
            continue
        assert len(four) == 1
        counts.setdefault(frozenset(met_first), Counter())[frozenset(opened), four[0]] += 1
    assert frozenset() in counts
    for met, seen in counts.items():
        rest = set(range(len(o.OBJECTIVES))) - met
        cells = [(frozenset(chosen), one) for chosen in combinations(rest, number) for one in chosen]
        assert set(seen) <= set(cells)
        assert chisquare([seen[cell] for cell in cells]).pvalue > ENOUGH, sorted(met)


@pytest.mark.parametrize(("switches", "share_of_two"), [((), 0.0), (("replace_objective_once",), 0.3)])
def test_both_card_objectives_met_first(switches: tuple[str, ...], share_of_two: float) -> None:
    """Three of five in play and both card objectives met: a chain of replacements ends with the three others.

    Replacing once only, one slot stays empty when exactly one card objective was turned up (6 in 10) and is replaced
    by the other one (1 in 2).
    """
    purple = {"buy_item": "purple", "buy_artifact": "purple"}
    batch = Batch(6000, rival_tiles=purple, objectives=3, switches=switches, seed=77, observe=False)
    sizes = Counter(
        len(objectives_in(game, OPEN)) for game in batch.games if meets(int(game["rival_used"][0]), 1) == CARDS
    )
    for game in batch.games:
        if meets(int(game["rival_used"][0]), 1) == CARDS:
            assert objectives_in(game, OPEN) <= NOT_CARDS
    total = sizes.total()
    assert total > 1000
    assert set(sizes) <= {2, 3}
    if share_of_two == 0.0:
        assert sizes[2] == 0
    else:
        expected = [share_of_two * total, (1 - share_of_two) * total]
        assert chisquare([sizes[2], sizes[3]], expected).pvalue > ENOUGH


@pytest.mark.parametrize("difficulty", range(11))
def test_difficulty_draws_the_right_tiles_for_pairs_at_random(difficulty: int) -> None:
    batch = Batch(1500, difficulty=difficulty, seed=11 * difficulty, observe=False)
    colours = batch.games["colour"]
    raised = difficulty if difficulty <= 5 else difficulty - 5  # pairs of the rarer colour
    low, high = (0, 1) if difficulty <= 5 else (1, 2)
    assert ((colours == high).sum(axis=1) == raised).all()
    assert ((colours == low).sum(axis=1) == 5 - raised).all()
    assert (((colours == 1) + 2 * (colours == o.PURPLE)).sum(axis=1) == difficulty).all()
    cells = list(combinations(range(5), raised))
    seen = Counter(tuple(np.flatnonzero(row == high).tolist()) for row in colours)
    if len(cells) > 1:
        assert chisquare([seen[cell] for cell in cells]).pvalue > ENOUGH


@pytest.mark.parametrize("difficulty", [0, 4, 8, 10])
def test_ten_tiles_five_digs_and_one_of_each_pair(difficulty: int) -> None:
    batch = Batch(100, difficulty=difficulty, seed=9, observe=False)
    for game in batch.games:
        tiles = list(game["rival_used"][: game["rival_used_size"]])
        tiles += list(game["rival_stack"][: game["rival_stack_size"]])
        wanted = list(range(o.FIRST_PAIR_TILE))
        wanted += [o.FIRST_PAIR_TILE + pair * len(o.COLOURS) + int(game["colour"][pair]) for pair in range(5)]
        assert sorted(tiles) == sorted(wanted)
