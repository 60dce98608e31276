"""Components of Twisted Paths at set-up: how many there are with and without them, and the eleventh rival tile."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak.actions import ASSISTANT_IDS, GUARDIAN_IDS, LEVEL_1_IDS, LEVEL_2_IDS
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import PositionError, build_position, describe_position

CONTENT = load_content()
BOARDS = ("bird", "snake", "spider", "owl")
NEW_BOARDS = ("spider", "owl")
SEEDS = 12
BASE_IDOLS = Counter(
    {"idol_coin": 3, "idol_compass": 3, "idol_tablet": 3, "idol_exile": 3, "idol_trade_up": 2, "idol_refresh": 2}
)
NEW_IDOLS = Counter(
    {
        "idol_coin": 1,
        "idol_compass": 1,
        "idol_tablet": 1,
        "idol_exile": 1,
        "idol_trade_up": 1,
        "idol_ready_boon": 1,
        "idol_fear_arrowhead": 1,
        "idol_coin_or_compass": 3,
    }
)
BASE_BONUS = Counter(
    dict.fromkeys(("bonus_coin", "bonus_compass", "bonus_tablet", "bonus_exile", "bonus_draw", "bonus_trade_up"), 3)
)
NEW_BONUS = Counter(dict.fromkeys(("bonus_coin_or_compass", "bonus_refresh", "bonus_silver_effect"), 2))


def idol_pool(board: str, components: bool) -> Counter[str]:
    """Return the idols in the game: both new boards need more than the sixteen of the base game in any case."""
    return BASE_IDOLS + NEW_IDOLS if components or board in NEW_BOARDS else BASE_IDOLS


def games(board: str, players: int, components: bool | None, count: int = SEEDS) -> list[dict[str, Any]]:
    """Return the set-ups of several seeds in words."""
    batch = Batch(count, board=board, num_players=players, expansion_components=components, seed=1, observe=False)
    return [describe_position(game, CONTENT) for game in batch.games]


def idols(words: dict[str, Any]) -> Counter[str]:
    """Count every idol of a position without a rival: on the map, in the stack, gained by players."""
    found = Counter(words["supply"]["idol_stack"])
    for site in words["sites"].values():
        found.update(idol for idol in (site.get("idol"), site.get("idol_down")) if idol)
    for player in words["players"].values():
        found.update(player["idol_types"])
    return found


def assistants(words: dict[str, Any]) -> list[str]:
    """Return every assistant of a fresh set-up."""
    return [one for stack in words["supply"]["stacks"] for one in stack] + words["supply"]["rescue"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", BOARDS)
def test_with_the_components_the_pools_hold_base_and_new_ones(board: str, players: int) -> None:
    """Statement 3 and the pool sizes: 20 assistants, 12 and 8 sites, 19 guardians, 26 idols."""
    for words in games(board, players, True):
        supply = words["supply"]
        assert sorted(assistants(words)) == sorted(ASSISTANT_IDS)
        assert sorted(supply["level_1_stack"]) == sorted(LEVEL_1_IDS)
        assert sorted(supply["level_2_stack"]) == sorted(LEVEL_2_IDS)
        assert sorted(supply["guardian_stack"]) == sorted(GUARDIAN_IDS)
        assert idols(words) == idol_pool(board, True)
        assert idols(words).total() == 26
        assert len(assistants(words)) == 20
        assert (len(supply["level_1_stack"]), len(supply["level_2_stack"])) == (12, 8)
        assert len(supply["guardian_stack"]) == 19


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", BOARDS)
def test_without_the_components_the_pools_are_those_of_the_base_game(board: str, players: int) -> None:
    """12 assistants, 10 and 6 sites, 15 guardians; 16 idols where the board can be set up with them."""
    for words in games(board, players, False):
        supply = words["supply"]
        assert len(assistants(words)) == 12
        assert (len(supply["level_1_stack"]), len(supply["level_2_stack"])) == (10, 6)
        assert len(supply["guardian_stack"]) == 15
        named = assistants(words) + supply["level_1_stack"] + supply["level_2_stack"] + supply["guardian_stack"]
        assert not [name for name in named if name.startswith("tp_")]
        assert idols(words) == idol_pool(board, False)


@pytest.mark.parametrize("board", ["bird", "spider", "owl"])
def test_twenty_assistants_lie_in_stacks_of_about_a_third(board: str) -> None:
    for words in games(board, 2, True):
        assert sorted(map(len, words["supply"]["stacks"])) == [6, 7, 7]
    for words in games(board, 2, False):
        assert [len(stack) for stack in words["supply"]["stacks"]] == [4, 4, 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_the_snake_side_the_rescue_stack_takes_its_assistants_first(players: int) -> None:
    for words in games("snake", players, True):
        sizes = [len(stack) for stack in words["supply"]["stacks"]]
        assert len(words["supply"]["rescue"]) == players
        assert sum(sizes) == 20 - players
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("board", BOARDS)
def test_the_new_assistants_come_to_lie_anywhere(board: str) -> None:
    """Every assistant is on top of a stack in some game: the tiles are shuffled before they are cut."""
    tops = Counter(stack[0] for words in games(board, 2, True, 300) for stack in words["supply"]["stacks"])
    assert set(tops) == set(ASSISTANT_IDS)


@pytest.mark.parametrize("board", ["bird", "snake"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_idols_left_over_on_the_base_boards(board: str, players: int) -> None:
    """Statement 185: 26 idols less the sixteen of the map; without the components none is left over."""
    assert {words["supply"]["idols_left"] for words in games(board, players, True)} == {10}
    assert {words["supply"]["idols_left"] for words in games(board, players, False)} == {0}


@pytest.mark.parametrize(
    ("board", "players", "left"),
    [("spider", 2, 8), ("spider", 3, 7), ("spider", 4, 6), ("owl", 2, 2), ("owl", 3, 2), ("owl", 4, 1)],
)
def test_idols_left_over_on_the_new_boards(board: str, players: int, left: int) -> None:
    """Statement 185: less the stack beside the Spider track, less pile and passages of the Owl Temple."""
    assert {words["supply"]["idols_left"] for words in games(board, players, True)} == {left}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("components", [True, False])
def test_research_bonus_tiles_are_drawn_from_the_right_pool(board: str, components: bool) -> None:
    """24 tiles with the new ones, 18 without; no design lies there more often than it is printed."""
    pool = BASE_BONUS + NEW_BONUS if components else BASE_BONUS
    seen: Counter[str] = Counter()
    for words in games(board, 4, components, 60):
        placed = Counter(words["supply"]["temple_bonus"])
        for tiles in words["supply"]["bonus"].values():
            placed.update(tiles)
        assert placed <= pool
        seen |= placed
    assert set(seen) == set(pool)


def test_components_are_in_the_game_by_default_on_the_new_boards_only() -> None:
    for board, default in (("bird", False), ("snake", False), ("spider", True), ("owl", True)):
        for words in games(board, 2, None, 3):
            assert words["game"]["expansion_components"] is default
            assert len(assistants(words)) == (20 if default else 12)


@pytest.mark.parametrize("components", [True, False])
@pytest.mark.parametrize("board", BOARDS)
def test_games_go_to_the_end_and_no_idol_is_lost(board: str, components: bool) -> None:
    batch = Batch(40, board=board, num_players=2, expansion_components=components, seed=5, observe=False)
    batch.playout()
    assert batch.over.all()
    for game in batch.games:
        words = describe_position(game, CONTENT)
        assert idols(words) == idol_pool(board, components)
        if not components:
            overcome = [guardian["id"] for player in words["players"].values() for guardian in player["guardians"]]
            met = overcome + [site["guardian"] for site in words["sites"].values() if site.get("guardian")]
            tiles = [site["tile"] for site in words["sites"].values() if site.get("tile")]
            own = [one["id"] for player in words["players"].values() for one in player["assistants"]]
            assert not [name for name in met + tiles + own if name.startswith("tp_")]


@pytest.mark.parametrize(
    "position",
    [
        {"sites": {"level_1_lower_1": {"tile": "tp_l1_gold"}}},
        {"sites": {"level_1_lower_1": {"tile": "l1_jewel", "guardian": "tp_guardian_1"}}},
        {"players": {"1": {"assistants": ["tp_assistant_1"]}}},
        {"supply": {"level_2_stack": ["tp_l2_gold"]}},
    ],
)
@pytest.mark.parametrize("board", BOARDS)
def test_a_position_without_the_components_cannot_name_one(board: str, position: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        build_position({"game": {"board": board, "expansion_components": False}, **position}, CONTENT)
    build_position({"game": {"board": board, "expansion_components": True}, **position}, CONTENT)


@pytest.mark.parametrize("board", ["bird", "snake"])
def test_a_base_board_without_the_components_has_no_new_idol(board: str) -> None:
    position = {"sites": {"level_1_lower_1": {"idol": "idol_ready_boon"}}}
    with pytest.raises(PositionError):
        build_position({"game": {"board": board, "expansion_components": False}, **position}, CONTENT)
    build_position({"game": {"board": board, "expansion_components": True}, **position}, CONTENT)


@pytest.mark.parametrize("board", NEW_BOARDS)
@pytest.mark.parametrize("difficulty", [0, 5, 10])
def test_the_tile_of_the_board_is_shuffled_into_eleven(board: str, difficulty: int) -> None:
    """Statement 103: the ten tiles and that of the board, which may come at any place, and again every round."""
    count = 250
    batch = Batch(count, board=board, num_players=1, difficulty=difficulty, seed=9, observe=False)
    places: Counter[int] = Counter()
    for game in batch.games:
        rival = describe_position(game, CONTENT)["rival"]
        order = rival["used"] + rival["stack"]
        assert len(order) == len(set(order)) == 11
        assert sum(tile.startswith("dig_") for tile in order) == 5
        assert [tile for tile in order if tile in ("spider", "owl")] == [board]
        places[order.index(board)] += 1
    assert set(places) == set(range(11))
    assert max(places.values()) < 2.2 * count / 11


@pytest.mark.parametrize("board", ["bird", "snake"])
def test_base_boards_keep_ten_rival_tiles_with_the_components(board: str) -> None:
    """Statement 103: the eleventh tile comes with the board, not with the other components."""
    batch = Batch(20, board=board, num_players=1, expansion_components=True, seed=9, observe=False)
    for game in batch.games:
        rival = describe_position(game, CONTENT)["rival"]
        order = rival["used"] + rival["stack"]
        assert len(order) == 10
        assert not {"spider", "owl"} & set(order)


@pytest.mark.parametrize("board", NEW_BOARDS)
def test_a_new_round_shuffles_all_eleven_tiles_again(board: str) -> None:
    """Statement 103: at every decision of the human the two piles hold the same eleven tiles."""
    batch = Batch(16, board=board, num_players=1, difficulty=3, seed=4, observe=False)
    first = [sorted(_order(game)) for game in batch.games]
    round_of = batch.games["round_number"].copy()
    new_orders: set[tuple[str, ...]] = set()
    for _ in range(400):
        if batch.over.all():
            break
        batch.step(batch.sample_actions(), illegal="ignore")
        changed = np.flatnonzero((batch.games["round_number"] != round_of) & ~batch.over)
        for i in changed:
            order = _order(batch.games[i])
            assert sorted(order) == first[i]
            new_orders.add(tuple(order))
        round_of = batch.games["round_number"].copy()
    assert len(new_orders) > 16


def _order(game: np.void) -> list[str]:
    rival = describe_position(game, CONTENT)["rival"]
    return list(rival["used"] + rival["stack"])
