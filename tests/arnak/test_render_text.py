"""The table as text: nothing hidden shows, everything open does."""

from __future__ import annotations

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import build_position
from arnak_env.render.text import WIDTH, render_game

CONTENT = load_content()
SPEC = {
    "players": {
        "1": {"hand": ["ostrich", "mortar"], "deck": ["hat", "axe"], "play": ["rope"], "tokens": {"jewel": 3}},
        "2": {"hand": ["tent"], "deck": ["flask"], "assistants": [{"id": "coins", "level": "gold", "used": True}]},
    },
    "sites": {"level_1_lower_1": {"tile": "l1_jewel", "guardian": "guardian_02"}},
    "supply": {"temple_bonus": ["bonus_exile", "bonus_coin"], "exiled": ["whip"]},
}


def test_the_own_hand_is_shown_and_others_are_counted() -> None:
    game = build_position(SPEC, CONTENT)[0]
    first, second, everything = (render_game(game, CONTENT, viewer) for viewer in (0, 1, None))
    assert "ostrich (car car, main)" in first
    assert "tent (" not in first
    assert "hand 1, deck 1" in first
    assert "tent (" in second
    assert "hand 2, deck 2" in second
    assert "mortar" not in second
    assert "ostrich (" in everything
    assert "tent (" in everything
    assert "deck 2, top first: hat, axe" in everything
    assert "deck 2, in unknown order: axe, hat" in first


def test_what_lies_open_is_shown_to_all() -> None:
    game = build_position(SPEC, CONTENT)[0]
    for viewer in (0, 1, None):
        text = render_game(game, CONTENT, viewer)
        for words in (
            "guardian_02 (1 coin, 1 arrowhead, 1 hand card",
            "exiled: whip",
            "coins, gold, exhausted",
            "3 jewel",
            "play area: rope",
            "P1 glass, P1 notebook",
            "sea_turtle (3 coin, 1 p)",
        ):
            assert words in text
    assert "bonus_exile" not in render_game(game, CONTENT, 0)
    assert "bonus_exile" in render_game(game, CONTENT, None)


SOLO = {
    "game": {"players": 1, "difficulty": 7, "objectives": 3, "first_objective_worth_four": True},
    "rival": {
        "glass": "b5",
        "notebook": "b2",
        "objectives": {"open": ["buy_item", "archaeologists"], "first": "buy_item", "met": ["discover_site"],
                       "replaced": ["research_glass"]},
        "objective_points": 6,
    },
}  # fmt: skip


@pytest.mark.parametrize("viewer", [0, None])
def test_the_rival_shows_difficulty_notebook_and_objectives(viewer: int | None) -> None:
    text = render_game(build_position(SOLO, CONTENT)[0], CONTENT, viewer)
    for words in (
        "RIVAL  difficulty 7, 6 figures at home",
        "<rival notebook>",
        "<rival glass>",
        "buy_item (buy an item; 4 p)",
        "archaeologists (have two archaeologists on the board, the rival three; 2 p)",
        "met: discover_site; replaced: research_glass",
        "the rival has won 6 points with them (3 2-point and 4 6-point tiles left)",
    ):
        assert words in text, text
    assert max(map(len, text.split("\n"))) <= WIDTH


def test_a_rival_without_purple_tiles_and_objectives_shows_neither() -> None:
    text = render_game(build_position({"game": {"players": 1, "difficulty": 5}}, CONTENT)[0], CONTENT, 0)
    assert "difficulty 5" in text
    assert "objective" not in text
    assert "rival notebook" not in text


def test_all_objectives_of_a_round_may_be_gone() -> None:
    spec = {"game": {"players": 1, "objectives": 2}, "rival": {"objectives": {"met": ["buy_item"]}}}
    assert "who gets there first: none left" in render_game(build_position(spec, CONTENT)[0], CONTENT, 0)


def test_the_content_of_the_package_is_the_default() -> None:
    games = build_position(SPEC, CONTENT)
    assert render_game(games) == render_game(games[0], CONTENT)


@pytest.mark.parametrize("board", o.BOARDS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_viewer_sees_the_same_in_every_world_that_is_possible_for_it(board: str, players: int) -> None:
    solo = {"difficulty": 8, "objectives": 3} if players == 1 else {}
    batch = Batch(1, board=board, num_players=players, seed=players, observe=False, **solo)
    generator = np.random.default_rng(players)
    changed = 0
    for number in range(300):
        if batch.over[0]:
            break
        if number % 10 == 0:
            for viewer in range(players):
                other = batch.clone()
                other.determinize(player=viewer, seed=number)
                text = render_game(batch.games[0], CONTENT, viewer)
                assert text == render_game(other.games[0], CONTENT, viewer)
                changed += render_game(batch.games[0]) != render_game(other.games[0])
                assert max(map(len, text.split("\n"))) <= WIDTH
        batch.step(np.array([generator.choice(batch.legal_actions(0))]))
    assert changed > 0
