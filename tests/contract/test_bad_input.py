"""Wrong arguments of the batch: an error that names the value and says what would be right, and nothing changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.config import SWITCHES, GameConfig
from arnak_env.arnak.content import ContentError
from arnak_env.arnak.state import GAME

from .tables import mixed_batch
from .traces import everything

WRONG_CONFIGURATIONS: list[tuple[dict[str, Any], str]] = [
    ({"board": "owl"}, r"unknown board 'owl'.*'bird', 'snake'"),
    ({"board": "brid"}, r"'brid' \(did you mean 'bird'\?\)"),
    ({"board": "Bird"}, r"'Bird'.*'bird'"),
    ({"board": None}, r"unknown board None"),
    ({"board": 0}, r"unknown board 0"),
    ({"num_players": 0}, r"number of players 0.*1, 2, 3, 4"),
    ({"num_players": 5}, r"number of players 5.*1, 2, 3, 4"),
    ({"num_players": -1}, r"number of players -1"),
    ({"num_players": 2.0}, r"whole number, got 2.0"),
    ({"num_players": "2"}, r"whole number, got '2'"),
    ({"num_players": None}, r"whole number, got None"),
    ({"difficulty": 11}, r"difficulty 11.*0, 1, 2, 3, 4, 5"),
    ({"difficulty": -1}, r"difficulty -1"),
    ({"difficulty": 1.5}, r"whole number, got 1.5"),
    ({"difficulty": "hard"}, r"whole number, got 'hard'"),
    ({"difficulty": 2, "num_players": 3}, r"belong to the solo game.*3"),
    ({"rival_tiles": {}, "num_players": 2, "switches": ("random_arrows",)}, r"belong to the solo game"),
    ({"objectives": 1}, r"objectives 1.*0, 2, 3, 4"),
    ({"objectives": 5}, r"objectives 5"),
    ({"objectives": "two"}, r"whole number, got 'two'"),
    ({"objectives": 2, "num_players": 2}, r"belong to the solo game"),
    ({"objectives": 2, "first_objective_worth_four": 1}, r"True or False, got 1"),
    ({"first_objective_worth_four": True}, r"objective"),
    ({"rival_tiles": {"discover": "blue"}}, r"'blue'.*'green', 'red'"),
    ({"rival_tiles": {"dig": "red"}}, r"pair 'dig'.*'discover', 'research'"),
    ({"rival_tiles": {"reserch": "red"}}, r"did you mean 'research'"),
    ({"rival_tiles": "red"}, r"must map pairs to colours, got 'red'"),
    ({"rival_tiles": 3}, r"must map pairs to colours, got 3"),
    ({"switches": ("random",)}, r"switch 'random'.*random_arrows"),
    ({"switches": "random_arrows"}, r"tuple of names.*'random_arrows'"),
    ({"switches": None}, r"tuple of names.*None"),
    ({"switches": 3}, r"tuple of names.*3"),
    ({"switches": (3,)}, r"3"),
    ({"seed": -1}, r"negative.*-1"),
    ({"seed": 1.5}, r"whole number.*1.5"),
    ({"seed": "7"}, r"whole number.*'7'"),
    ({"seed": True}, r"whole number.*True"),
    ({"seed": 2**63}, r"seed"),
    ({"seed": 2**64}, r"seed"),
    ({"seed": 2**63 - 2}, r"seed"),
    ({"seed": [1, 2]}, r"one per game \(3\).*\[1, 2\]"),
    ({"seed": np.zeros((3, 1), int)}, r"one per game"),
    ({"board": ["bird", "snake"]}, r"board needs one value or 3 values.*2"),
    ({"num_players": [1, 2, 3, 4]}, r"num_players needs one value or 3 values.*4"),
    ({"num_players": [2, "2", 2]}, r"whole number, got '2'"),
    ({"difficulty": [0, 1, 19]}, r"difficulty 19"),
    ({"rival_tiles": [None, {"discover": "red"}]}, r"rival_tiles needs one value or 3"),
    ({"switches": [(), ("random_arrows",)]}, r"switches needs one value or 3"),
    ({"switches": [(), ("random_arrows",), ("nothing",)]}, r"switch 'nothing'"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG_CONFIGURATIONS, ids=lambda value: str(value)[:60])
def test_a_wrong_configuration_is_refused_naming_the_value_and_the_right_ones(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(3, **arguments)


@pytest.mark.parametrize("number", [0, -1, 1.0, "3", None, [3]])
def test_a_wrong_number_of_games_is_refused(number: Any) -> None:
    with pytest.raises(ValueError, match="number of games|at least one game"):
        Batch(number)


def test_good_forms_of_arguments_are_taken() -> None:
    one = Batch(np.int64(2), board=np.str_("snake"), num_players=np.int8(2), seed=np.uint8(3))
    assert everything(one) == everything(Batch(2, board=["snake", "snake"], num_players=(2, 2), seed=[3, 4]))
    assert everything(one) == everything(Batch(2, board=np.array(["snake"] * 2), num_players=np.array([2, 2]), seed=3))
    mixed = Batch(3, switches=[(), ("random_arrows",), tuple(SWITCHES)], difficulty=[0, 5, 2])
    assert mixed.games["switches"].tolist() == [0, 1, 2 ** len(SWITCHES) - 1]
    assert (mixed.games["colour"] == 1).sum(axis=1).tolist() == [0, 5, 2]
    assert Batch(2, switches=["random_arrows", "solo_tie_break"]).games["switches"].tolist() == [33, 33]
    assert GameConfig(rival_tiles={"discover": "red", "research": "red"}).level == 2


ACTIONS_OF_WRONG_SHAPE = [
    np.zeros(13, int), np.zeros(15, int), np.zeros((14, 1), int), np.zeros((1, 14), int), 0, [], [0] * 13,
    np.zeros(14), np.zeros(14, bool), np.zeros(14, np.float32), ["pass"] * 14, None, [None] * 14, np.zeros(14, object),
    np.zeros(14, complex), [[0]] * 14, "pass", np.full(14, np.nan),
]  # fmt: skip


@pytest.mark.parametrize("actions", ACTIONS_OF_WRONG_SHAPE, ids=lambda value: str(value)[:30])
def test_actions_of_a_wrong_shape_or_kind_are_refused(actions: Any) -> None:
    batch = mixed_batch(14, seed=1)
    before = everything(batch)
    for illegal in ("raise", "ignore"):
        with pytest.raises(ValueError, match=r"actions must be whole numbers of shape \(14,\)"):
            batch.step(actions, illegal=illegal)
    assert everything(batch) == before


def test_actions_of_every_whole_kind_and_layout_are_taken() -> None:
    batch = mixed_batch(14, seed=1)
    chosen = batch.mask.argmax(axis=1)
    results = []
    for actions in (chosen, chosen.tolist(), tuple(chosen.tolist()), chosen.astype(np.int16), chosen.astype(np.uint64),
                    np.repeat(chosen, 2)[::2], chosen.astype(">i4")):  # fmt: skip
        other = batch.clone()
        other.step(actions)
        results.append(everything(other))
    assert len(set(results)) == 1
    huge = np.full(14, 2**64 - 1, np.uint64)
    before = everything(batch)
    assert batch.step(huge, illegal="ignore").all()
    assert batch.step(np.full(14, ACTIONS), illegal="ignore").all()
    assert everything(batch) == before


WRONG_GAMES = [[14], [-1], [0.5], ["0"], np.zeros(13, bool), np.zeros((2, 14), bool), [None], [0, 99]]


@pytest.mark.parametrize("games", WRONG_GAMES, ids=str)
def test_a_wrong_choice_of_games_is_refused(games: Any) -> None:
    batch = mixed_batch(14, seed=1)
    before = everything(batch)
    for call in (batch.clone, lambda chosen: batch.reset(games=chosen)):
        with pytest.raises((IndexError, ValueError, TypeError)):
            call(games)
    assert everything(batch) == before


WRONG_RESETS: list[dict[str, Any]] = [
    {"seed": -3}, {"seed": [1]}, {"seed": 0.5}, {"seed": [-1] * 14}, {"episode": [1, 2]}, {"episode": "x"},
    {"episode": 1.5}, {"seed": 2**63},
]  # fmt: skip


@pytest.mark.parametrize("arguments", WRONG_RESETS, ids=str)
def test_a_wrong_reset_is_refused_and_changes_nothing(arguments: dict[str, Any]) -> None:
    batch = mixed_batch(14, seed=1)
    batch.playout(5)
    before = everything(batch)
    with pytest.raises((ValueError, TypeError)):
        batch.reset(**arguments)
    assert everything(batch) == before
    batch.reset()
    other = mixed_batch(14, seed=1)
    other.reset()
    assert everything(batch) == everything(other)


@pytest.mark.parametrize("player", [2, 4, -2, [0] * 13, "first", 0.5])
def test_a_wrong_seat_is_refused(player: Any) -> None:
    batch = Batch(14, num_players=2, seed=1)
    before = everything(batch)
    for call in (batch.determinize, batch.observe):
        with pytest.raises((ValueError, TypeError)):
            call(player)
    assert everything(batch) == before


def test_wrong_seeds_of_drawn_worlds_are_refused_and_large_ones_taken() -> None:
    batch = Batch(14, num_players=2, seed=1)
    before = everything(batch)
    for seed in ([1, 2], "x", 0.5):
        with pytest.raises((ValueError, TypeError)):
            batch.determinize(0, seed=seed)
    assert everything(batch) == before
    for seed in (2**40, 2**62, 2**63 - 1, 0):
        batch.determinize(0, seed=seed)


@pytest.mark.parametrize(
    "games",
    [np.zeros(0, GAME), np.zeros((2, 2), GAME), np.zeros(3), np.zeros(3, np.dtype("i4")), [1, 2]],
    ids=lambda value: str(np.asarray(value).dtype)[:20],
)
def test_a_batch_of_something_that_is_no_games_is_refused(games: Any) -> None:
    with pytest.raises(ValueError, match="structured array"):
        Batch.from_games(games)


def test_a_wrong_score_request_is_refused() -> None:
    batch = Batch(2, num_players=2)
    for player in (-1, 5, 9):
        with pytest.raises(ValueError, match="seat 0 to 3 or 4"):
            batch.score_parts(0, player)
    for game in (2, -3, 99):
        with pytest.raises((IndexError, ValueError)):
            batch.score_parts(game, 0)


def test_a_wrong_content_file_is_refused(tmp_path: Any) -> None:
    with pytest.raises((OSError, ContentError, ValueError), match=r"none\.toml"):
        Batch(1, content=str(tmp_path / "none.toml"))
    broken = tmp_path / "broken.toml"
    broken.write_text('[[card]]\nid = "ostrich"\neffect = "fly 3"\n')
    with pytest.raises(ContentError, match=r"broken\.toml.*ostrich.*effect"):
        Batch(1, content=str(broken))
