"""Wrong arguments of the batch: an error that names the value and says what would be right, and nothing changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.config import SWITCHES, GameConfig
from arnak_env.arnak.content import ContentError
from arnak_env.arnak.records import LIMITS
from arnak_env.arnak.state import GAME

from .tables import mixed_batch
from .traces import everything

WRONG_CONFIGURATIONS: list[tuple[dict[str, Any], str]] = [
    ({"board": "monkey"}, r"unknown board 'monkey'.*'bird', 'snake', 'spider', 'owl'"),
    ({"board": "brid"}, r"'brid' \(did you mean 'bird'\?\)"),
    ({"board": "Bird"}, r"'Bird'.*'bird'"),
    ({"board": None}, r"unknown board None"),
    ({"board": 0}, r"unknown board 0"),
    ({"num_players": 0}, r"num_players must be a whole number from 1 to 4, got 0"),
    ({"num_players": 5}, r"num_players .* from 1 to 4, got 5"),
    ({"num_players": -1}, r"num_players .* from 1 to 4, got -1"),
    ({"num_players": 2.0}, r"num_players .* from 1 to 4, got 2.0"),
    ({"num_players": "2"}, r"num_players .* from 1 to 4, got '2'"),
    ({"num_players": None}, r"num_players .* from 1 to 4, got None"),
    ({"num_players": True}, r"num_players .* from 1 to 4, got True"),
    ({"num_players": np.True_}, r"num_players .* from 1 to 4, got (np\.)?True"),
    ({"difficulty": 11}, r"difficulty must be a whole number from 0 to 10, got 11$"),
    ({"difficulty": -1}, r"difficulty must be a whole number from 0 to 10, got -1$"),
    ({"difficulty": 1.5}, r"difficulty .* from 0 to 10, got 1.5"),
    ({"difficulty": "hard"}, r"difficulty .* from 0 to 10, got 'hard'"),
    ({"difficulty": True}, r"difficulty .* from 0 to 10, got True"),
    ({"difficulty": 2, "num_players": 3}, r"belong to the solo game.*3"),
    ({"rival_tiles": {}, "num_players": 2, "switches": ("random_arrows",)}, r"belong to the solo game"),
    ({"objectives": 1}, r"objectives must be a whole number, one of 0, 2, 3, 4, got 1"),
    ({"objectives": 5}, r"objectives .* 0, 2, 3, 4, got 5"),
    ({"objectives": "two"}, r"objectives .* 0, 2, 3, 4, got 'two'"),
    ({"objectives": True}, r"objectives .* 0, 2, 3, 4, got True"),
    ({"objectives": False}, r"objectives .* 0, 2, 3, 4, got False"),
    ({"objectives": 2, "num_players": 2}, r"belong to the solo game"),
    ({"objectives": 2, "first_objective_worth_four": 1}, r"True or False, got 1"),
    ({"first_objective_worth_four": True}, r"objective"),
    ({"rival_tiles": {"discover": "blue"}}, r"'blue'.*'green', 'red'"),
    ({"rival_tiles": {"dig": "red"}}, r"pair 'dig'.*'discover', 'research'"),
    ({"rival_tiles": {"reserch": "red"}}, r"did you mean 'research'"),
    ({"rival_tiles": "red"}, r"must map pairs to colours.*discover.*green, red.*got 'red'"),
    ({"rival_tiles": 3}, r"must map pairs to colours.*got 3"),
    ({"switches": ("random",)}, r"switch 'random'.*random_arrows"),
    ({"switches": "random_arrows"}, r"tuple of names.*'random_arrows'"),
    ({"switches": None}, r"tuple of names.*None"),
    ({"switches": 3}, r"tuple of names.*3"),
    ({"switches": (3,)}, r"unknown switch 3; one of 'random_arrows'"),
    ({"switches": {"random_arrows": True}}, r"tuple of names.*random_arrows"),
    ({"switches": ("random_arrows", ("solo_tie_break",))}, r"unknown switch \('solo_tie_break',\)"),
    ({"switches": [(), ("random_arrows",), [4]]}, r"unknown switch 4.*\(game 2\)"),
    ({"observe": 1}, r"observe is True or False, got 1"),
    ({"show_forced": "no"}, r"show_forced is True or False, got 'no'"),
    ({"num_threads": 0}, r"num_threads must be a whole number of at least 1, got 0"),
    ({"num_threads": -1}, r"num_threads .* at least 1, got -1"),
    ({"num_threads": 1.0}, r"num_threads .* at least 1, got 1.0"),
    ({"num_threads": True}, r"num_threads .* at least 1, got True"),
    ({"content": 3}, r"content must be None, the path of an override file, or a Content, got 3"),
    ({"content": {}}, r"content must be None, the path.*got \{\}"),
    ({"seed": -1}, r"seed .*from 0 to 2\*\*63 - 1, got -1"),
    ({"seed": [1, True, 3]}, r"seed must be a whole number or one per game \(3\), got \[1, True, 3\]"),
    ({"seed": [1, 2, -3]}, r"from 0 to 2\*\*63 - 1, got -3 for game 2"),
    ({"seed": 1.5}, r"whole number.*1.5"),
    ({"seed": "7"}, r"whole number.*'7'"),
    ({"seed": True}, r"whole number.*True"),
    ({"seed": 2**63}, r"seed"),
    ({"seed": 2**64}, r"seed"),
    ({"seed": 2**63 - 2}, r"seed"),
    ({"seed": [1, 2]}, r"one per game \(3\).*\[1, 2\]"),
    ({"seed": np.zeros((3, 1), int)}, r"one per game"),
    ({"board": ["bird", "snake"]}, r"board has 2 values for 3 games; give one value, or one per game"),
    ({"num_players": [1, 2, 3, 4]}, r"num_players has 4 values for 3 games"),
    ({"num_players": [2, "2", 2]}, r"num_players .*got '2' \(game 1\)"),
    ({"num_players": [2, True, 2]}, r"num_players .*got True \(game 1\)"),
    ({"num_players": {1: 2, 2: 2, 3: 2}}, r"num_players .*got \{1: 2"),
    ({"difficulty": [0, 1, 19]}, r"difficulty .* from 0 to 10, got 19 \(game 2\)"),
    ({"difficulty": np.zeros((3, 1), int)}, r"difficulty .*got \[0\]"),
    ({"rival_tiles": [None, {"discover": "red"}]}, r"rival_tiles has 2 values for 3 games"),
    ({"switches": [(), ("random_arrows",)]}, r"switches has 2 values for 3 games"),
    ({"switches": [(), ("random_arrows",), ("nothing",)]}, r"switch 'nothing'"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG_CONFIGURATIONS, ids=lambda value: str(value)[:60])
def test_a_wrong_configuration_is_refused_naming_the_value_and_the_right_ones(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(3, **arguments)


@pytest.mark.parametrize("number", [0, -1, 1.0, "3", None, [3], True])
def test_a_wrong_number_of_games_is_refused(number: Any) -> None:
    with pytest.raises(
        ValueError, match=f"num_games must be a whole number of at least 1, got {re.escape(repr(number))}"
    ):
        Batch(number)


def test_no_seed_draws_different_games_every_time() -> None:
    first, second = Batch(20, seed=None, observe=False), Batch(20, seed=None, observe=False)
    seeds = {*first.seeds.tolist(), *second.seeds.tolist()}
    assert len(seeds) == 40
    assert min(seeds) >= 0
    decks = {game["item_deck"].tobytes() for batch in (first, second) for game in batch.games}
    assert len(decks) == 40
    again = Batch(20, seed=first.seeds, observe=False)
    assert again.games.tobytes() == first.games.tobytes()


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
    np.zeros(14, complex), [[0]] * 14, "pass", np.full(14, np.nan), [True] * 14, [0] * 13 + [True],
    [0] * 13 + [np.True_], [0] * 13 + ["1"], [0] * 13 + [2.0], [[0], [1, 2]], {0}, 2**70, [0] * 13 + [2**70], Batch,
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


WRONG_GAMES = [
    [14], [-1], -1, [0.5], ["0"], np.zeros(13, bool), np.zeros((2, 14), bool), [None], [0, 99], [[0, 1]], [[0], [1, 2]],
    np.zeros((2, 2), int), np.zeros(0), [0, True], True, "all", {0}, 0.0, 2**70,
]  # fmt: skip


@pytest.mark.parametrize("games", WRONG_GAMES, ids=str)
def test_a_wrong_choice_of_games_is_refused(games: Any) -> None:
    batch = mixed_batch(14, seed=1)
    before = everything(batch)
    for call in (batch.clone, lambda chosen: batch.reset(games=chosen), batch.score_table, batch.results):
        with pytest.raises((IndexError, ValueError), match="^games "):
            call(games)
    assert everything(batch) == before


def test_no_game_is_a_choice_for_a_reset_but_no_batch() -> None:
    """`reset(games=np.flatnonzero(over))` is right when none is over; a batch holds at least one game."""
    batch = mixed_batch(14, seed=1)
    before = everything(batch)
    for none in ([], np.flatnonzero(batch.over), np.zeros(14, bool)):
        batch.reset(games=none)
        assert batch.results(none).shape == (0, 4)
        assert batch.score_table(none).shape == (0, 5, len(o.SCORE_PARTS) + 1)
        with pytest.raises(ValueError, match="games must choose at least one game to copy"):
            batch.clone(none)
    assert everything(batch) == before


WRONG_NUMBERS = [-1, 14, 99, 1.0, "0", None, True, [0], np.zeros(1, int), 2**70]


@pytest.mark.parametrize("number", WRONG_NUMBERS, ids=str)
def test_a_wrong_number_of_a_game_is_refused(number: Any) -> None:
    batch = mixed_batch(14, seed=1)
    calls: list[Callable[[Any], Any]] = [
        batch.legal_actions, batch.question, lambda i: batch.action_words(i, 0), lambda i: batch.score_parts(i, 0),
        lambda i: batch.why_illegal(i, 0),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises((ValueError, IndexError), match="^i must be"):
            call(number)
        call(np.int8(13))


@pytest.mark.parametrize("action", [-1, ACTIONS, 1.0, "pass", None, True, [0]], ids=str)
def test_a_wrong_number_of_an_action_has_no_words(action: Any) -> None:
    batch = mixed_batch(14, seed=1)
    with pytest.raises(ValueError, match=f"^action must be a whole number from 0 to {ACTIONS - 1}, got"):
        batch.action_words(0, action)
    if type(action) is int:
        assert "there is no action" in batch.why_illegal(0, action)
    else:
        with pytest.raises(ValueError, match="^action must be a whole number"):
            batch.why_illegal(0, action)


@pytest.mark.parametrize("arguments", [
    {"max_decisions": -1}, {"max_decisions": 1.5}, {"max_decisions": True}, {"max_decisions": None}, {"seed": -1},
    {"seed": 0.5}, {"seed": "x"}, {"seed": True}, {"seed": 2**63}, {"seed": [1]},
], ids=str)  # fmt: skip
def test_a_wrong_play_out_is_refused(arguments: dict[str, Any]) -> None:
    batch = mixed_batch(14, seed=1)
    before = everything(batch)
    with pytest.raises(ValueError, match=f"^{next(iter(arguments))} must be a whole number"):
        batch.playout(**arguments)
    assert everything(batch) == before
    assert not batch.playout(0).any()


@pytest.mark.parametrize("way", ["shrug", "Raise", None, True, 0, ["raise"]], ids=str)
def test_a_wrong_way_to_treat_illegal_actions_is_refused(way: Any) -> None:
    batch = mixed_batch(14, seed=1)
    before = everything(batch)
    with pytest.raises(ValueError, match="illegal actions.*'raise', 'ignore'"):
        batch.step(batch.mask.argmax(axis=1), illegal=way)
    assert everything(batch) == before


WRONG_RESETS: list[dict[str, Any]] = [
    {"seed": -3}, {"seed": [1]}, {"seed": 0.5}, {"seed": [-1] * 14}, {"episode": [1, 2]}, {"episode": "x"},
    {"episode": 1.5}, {"seed": 2**63}, {"seed": True}, {"seed": [True] * 14}, {"episode": -1}, {"episode": 2**31},
    {"episode": True}, {"seed": [[1] * 14]}, {"seed": {1}}, {"games": [0], "seed": [1, 2]},
    {"games": [0], "episode": [1, 2]},
]  # fmt: skip


@pytest.mark.parametrize("arguments", WRONG_RESETS, ids=str)
def test_a_wrong_reset_is_refused_and_changes_nothing(arguments: dict[str, Any]) -> None:
    batch = mixed_batch(14, seed=1)
    batch.playout(5)
    before = everything(batch)
    with pytest.raises(ValueError, match="^(seed|episode) must"):
        batch.reset(**arguments)
    assert everything(batch) == before
    batch.reset()
    other = mixed_batch(14, seed=1)
    other.reset()
    assert everything(batch) == everything(other)


@pytest.mark.parametrize("player", [2, 4, -2, [0] * 13, "first", 0.5, True, [0] * 13 + [2], [[0] * 14], [False] * 14])
def test_a_wrong_seat_is_refused(player: Any) -> None:
    batch = Batch(14, num_players=2, seed=1)
    before = everything(batch)
    for call in (batch.determinize, batch.observe):
        with pytest.raises(ValueError, match="^player must be"):
            call(player)
    with pytest.raises(ValueError, match="seat from 0 to 1 in game 13 with 2 players, got 3"):
        batch.observe([0] * 13 + [3])
    assert everything(batch) == before


def test_wrong_seeds_of_drawn_worlds_are_refused_and_large_ones_taken() -> None:
    batch = Batch(14, num_players=2, seed=1)
    before = everything(batch)
    for seed in ([1, 2], "x", 0.5, True, -1, None, 2**63):
        with pytest.raises(ValueError, match="^seed must be"):
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
    with pytest.raises(ValueError, match="structured array") as refusal:
        Batch.from_games(games)
    assert len(str(refusal.value)) < 250  # the dtype of a game would fill a page


def test_records_that_are_no_games_are_refused() -> None:
    """The compiled rules use the fields as indices: wild numbers must not reach them."""
    batch = mixed_batch(14, seed=1)
    batch.playout(30)
    assert everything(Batch.from_games(batch.games)) == everything(Batch.from_games(batch.games.copy()))
    with pytest.raises(ValueError, match=r"games\[0\] is no game: players is 0, right would be 1 to 4"):
        Batch.from_games(np.zeros(3, GAME))
    rng = np.random.default_rng(0)
    for _ in range(200):
        wild = np.frombuffer(rng.bytes(2 * GAME.itemsize), GAME)
        with pytest.raises(ValueError, match=r"games\[\d\] is no game: .* right would be"):
            Batch.from_games(wild)
    for field, (low, high) in LIMITS.items():
        for value in (low - 1, high + 1):
            if abs(value) < 2 ** (8 * GAME[field].base.itemsize - 1):
                games = batch.games.copy()
                games[field][9] = value
                with pytest.raises(ValueError, match=rf"games\[9\] is no game: {field} is {value}, right would be"):
                    Batch.from_games(games)
    games = batch.games.copy()
    games["turn_player"][3] = games["players"][3]
    with pytest.raises(ValueError, match=r"games\[3\] is no game"):
        Batch.from_games(games)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"observe": 2}, "observe is True or False"),
        ({"show_forced": 0}, "show_forced is True or False"),
        ({"num_threads": 0}, "num_threads"),
        ({"content": 5}, "content must be"),
    ],
)
def test_wrong_arguments_beside_games_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch.from_games(Batch(2).games, **arguments)


def test_a_wrong_score_request_is_refused() -> None:
    batch = Batch(2, num_players=2)
    for player in (-1, 5, 9, True, 1.0, "rival", None):
        with pytest.raises(ValueError, match="player .*seat from 0, or 4: the rival.* from 0 to 4"):
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
