"""What a game can be configured with: the ten levels of the rival and its objectives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arnak_env import Batch, GameConfig
from arnak_env.arnak import opcodes as o


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"difficulty": 11}, "difficulty must be a whole number from 0 to 10, got 11$"),
        ({"difficulty": -1}, "difficulty must be a whole number from 0 to 10, got -1$"),
        ({"difficulty": 2.5}, "difficulty .* from 0 to 10, got 2.5"),
        ({"difficulty": True}, "difficulty .* from 0 to 10, got True"),
        ({"num_players": True}, "num_players .* from 1 to 4, got True"),
        ({"objectives": 1}, "objectives must be a whole number, one of 0, 2, 3, 4, got 1"),
        ({"objectives": 5}, "objectives .* one of 0, 2, 3, 4, got 5"),
        ({"objectives": True}, "objectives .* one of 0, 2, 3, 4, got True"),
        ({"objectives": "three"}, "objectives .* one of 0, 2, 3, 4, got 'three'"),
        ({"switches": None}, "switches must be a tuple of names, got None"),
        ({"switches": 3}, "switches must be a tuple of names, got 3"),
        ({"switches": ("random_arow",)}, r"'random_arow' \(did you mean 'random_arrows'\?\)"),
        ({"first_objective_worth_four": 4}, "first_objective_worth_four is True or False, got 4"),
        ({"rival_tiles": {"discover": "violet"}}, "colour of discover 'violet'; one of 'green', 'red', 'purple'"),
        ({"rival_tiles": {"dig": "red"}}, "rival tile pair 'dig'; one of 'discover'"),
        ({"num_players": 2, "difficulty": 10}, "belong to the solo game .* not to 2 players"),
        ({"num_players": 3, "objectives": 3}, "objectives belong to the solo game .* not to 3 players"),
        ({"num_players": 4, "objectives": 2, "first_objective_worth_four": True}, "solo game .* not to 4 players"),
        ({"first_objective_worth_four": True}, "needs objectives; choose 2, 3 or 4"),
        ({"num_players": 2, "switches": ("replace_objective_once",)}, "solo game"),
    ],
)
def test_wrong_configurations_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameConfig(**arguments)
    with pytest.raises(ValueError, match=message):
        Batch(2, **arguments)


def test_numbers_of_numpy_are_taken_as_plain_ones() -> None:
    config = GameConfig(np.str_("snake"), np.int8(1), np.uint16(3), None, ["solo_tie_break"], np.int64(2), np.True_)
    assert config == GameConfig("snake", 1, 3, None, ("solo_tie_break",), 2, True)
    assert {type(value) for value in (config.num_players, config.difficulty, config.objectives)} == {int}
    assert type(config.board) is str
    assert config.first_objective_worth_four is True


def test_rival_tiles_are_kept_as_they_were_given() -> None:
    tiles = {"discover": "red"}
    config = GameConfig(rival_tiles=tiles)
    tiles["discover"] = "purple"
    assert config.level == 1


def test_the_level_of_named_tiles() -> None:
    assert GameConfig(rival_tiles={"discover": "purple", "research": "red"}).level == 3
    assert GameConfig(rival_tiles=dict.fromkeys(o.PAIRS, "purple")).level == 10
    assert GameConfig(difficulty=7).level == 7


def test_every_level_has_its_tiles() -> None:
    """Up to 5 as many red tiles and the rest green; above, red ones turn purple one after the other."""
    levels = np.repeat(np.arange(11), 20)
    colour = Batch(len(levels), difficulty=levels, seed=3, observe=False).games["colour"]
    assert (colour.sum(axis=1) == levels).all()
    purple = (colour == o.PURPLE).sum(axis=1)
    assert (purple == np.maximum(levels - 5, 0)).all()
    assert ((colour == 0).sum(axis=1) == np.maximum(5 - levels, 0)).all()
    for level in (1, 4, 6, 9):  # which pairs they are differs from game to game
        assert len({row.tobytes() for row in colour[levels == level]}) == 5


def test_a_batch_mixes_numbers_of_objectives() -> None:
    numbers = [0, 2, 3, 4] * 5
    worth_four = [i >= 10 and number > 0 for i, number in enumerate(numbers)]
    batch = Batch(20, objectives=numbers, first_objective_worth_four=worth_four, seed=2)
    assert batch.games["objectives"].tolist() == numbers
    points = batch.games["objective_points"]
    assert (np.count_nonzero(points, axis=1) == numbers).all()
    assert (points.sum(axis=1) == 2 * np.array(numbers) + 2 * np.array(worth_four)).all()
    again = Batch.load(batch.save())
    for one in (batch, again):
        one.reset(seed=5)
        one.playout()
    assert again.games.tobytes() == batch.games.tobytes()
    assert batch.over.all()


def test_without_objectives_nothing_is_dealt() -> None:
    batch = Batch(20, difficulty=10, seed=1, observe=False)
    batch.playout()
    assert not batch.games["objective_state"].any()
    assert not batch.games["rival_objective_points"].any()
    tiles = batch.games["two_point_tiles"], batch.games["six_point_tiles"]
    assert [set(left.tolist()) for left in tiles] == [{o.LEFTOVER_TWO_POINT_TILES}, {o.LEFTOVER_SIX_POINT_TILES}]


def test_objectives_do_not_touch_what_is_drawn_for_the_others() -> None:
    """The deal has its place in the random stream of the rival; set-up and decks stay those of the seed."""
    plain, dealt = Batch(10, seed=4, observe=False), Batch(10, seed=4, objectives=3, observe=False)
    for field in ("deck", "hand", "row", "item_deck", "artifact_deck", "level_1_stack", "guardian_stack", "colour"):
        assert (plain.games[field] == dealt.games[field]).all(), field
