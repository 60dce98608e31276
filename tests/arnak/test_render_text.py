"""The table as text: nothing hidden shows, everything open does."""

from __future__ import annotations

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import actions as a
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
    assert "hand 1, deck 1\n    the cards of both: tent, flask" in first
    assert "tent (" in second
    assert "hand 2, deck 2\n    the cards of both: ostrich, hat, axe, mortar" in second
    assert "ostrich (" not in second
    assert "ostrich (" in everything
    assert "tent (" in everything
    assert "deck 2, top first: hat, axe" in everything
    assert "deck 2, in unknown order: hat, axe" in first


def test_what_lies_open_is_shown_to_all() -> None:
    game = build_position(SPEC, CONTENT)[0]
    for viewer in (0, 1, None):
        text = render_game(game, CONTENT, viewer, width=118)
        for words in (
            "guardian_02 (1 coin, 1 arrowhead, 1 hand card",
            "exiled: whip",
            "coins, gold, exhausted",
            "3 jewels",
            "play area: rope",
            "P1 glass, P1 notebook",
            "sea_turtle (3 coins, 1 point)",
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
    text = " ".join(text.split())
    for words in (
        "RIVAL difficulty 7, 6 figures at home",
        "<rival notebook>",
        "<rival glass>",
        "buy_item (buy an item; 4 points)",
        "archaeologists (have two archaeologists on the board, the rival three; 2 points)",
        "met: discover_site; replaced: research_glass",
        "the rival has won 6 points with them (3 2-point and 4 6-point tiles left)",
    ):
        assert words in text, text


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


def test_the_own_deck_shows_known_cards_at_their_place_and_the_others_as_mixed() -> None:
    """As the observation does: `deck_depth` tells exactly where known cards lie, and where a shuffle begins."""
    game = build_position(SPEC | {"players": {"1": {"deck": ["hat", "axe", "rope", "fear", "fear", "tent"]}}}, CONTENT)[
        0
    ]
    game["deck_group"][0, :6] = (o.PUBLIC, 1, 1 | o.OWNER_KNOWS, 2, 2, o.PUBLIC)
    assert "deck 6, top first: hat, axe, rope, 2 fear, tent" in render_game(game, CONTENT, 0)
    game["deck_group"][0, :6] = (o.PUBLIC, 1, 1, 2, 2, 2)
    text = " ".join(render_game(game, CONTENT, 0).split())
    assert "deck 6, top first: hat, 2 in unknown order (rope, axe), 3 in unknown order (tent, 2 fear)" in text
    others = " ".join(render_game(game, CONTENT, 1).split())
    assert "hand 0, deck 6 the cards of both: tent, rope, hat, axe, 2 fear" in others


def test_what_the_observation_knows_besides_is_shown() -> None:
    """Starting player, tiles seen under their stack, the rival's place in the temple, its cards' points, switches."""
    batch = Batch(1, num_players=3, seed=1)
    batch.games["starting_player"] = 2
    batch.games["level_1_known"] = 1
    tile = int(batch.games["level_1_stack"][0, int(batch.games["level_1_size"][0]) - 1])
    text = render_game(batch.games[0], CONTENT, 1)
    assert "player 3 starts this round" in text
    assert f"known at the bottom of the level I stack: {a.TILE_IDS[tile]}" in text
    spec = {
        "game": {"players": 1, "switches": ["random_arrows"]},
        "rival": {"glass": "b14", "cards": ["hat", "automobile"]},
    }
    text = render_game(build_position(spec, CONTENT)[0], CONTENT, 0)
    for words in ("place 1 in the order of arrival", "2 cards (4 points): automobile, hat", "switched: random_arrows"):
        assert words in text


def test_numbers_agree_with_their_nouns() -> None:
    spec = {"players": {"1": {"tokens": {"coin": 1}, "archaeologists": ["camp_coin.1"], "idols": 1, "fear_tiles": 1}}}
    text = render_game(build_position(spec, CONTENT)[0], CONTENT, 0)
    for words in ("1 coin, 0 compasses", "1 archaeologist at home", "1 idol in crates", "1 fear tile"):
        assert words in text
        assert f"{words}s" not in text


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
                for width in (60, WIDTH, 118):
                    lines = render_game(batch.games[0], CONTENT, viewer, width).split("\n")
                    assert max(map(len, lines)) <= width
        batch.step(np.array([generator.choice(batch.legal_actions(0))]))
    assert changed > 0


# --- the boards of Twisted Paths -------------------------------------------------------------------------------------
SPIDER = {
    "game": {"board": "spider", "players": 1, "difficulty": 2},
    "players": {"1": {"glass": "sp4l", "notebook": "sp2m", "dark_tablets": 2, "took_track_idol": True, "idols": 1}},
    "altars": {
        "altar_1": {"artifact": "serpents_gold", "tablets": {"1": 2, "rival": 1}},
        "altar_2": {"artifact": "sundial"},
    },
    "rival": {"glass": "sp3r", "stack": ["spider"]},
}


@pytest.mark.parametrize("viewer", [0, None])
def test_the_spider_board_is_shown_whole(viewer: int | None) -> None:
    text = " ".join(render_game(build_position(SPIDER, CONTENT)[0], CONTENT, viewer).split())
    for words in (
        "spider side",
        "with the components of Twisted Paths",
        "sp1 [2 tablets, travel boot] or sp1_right [1 jewel] -> sp2l sp2m",
        "start: nobody -> sp1 sp1_right",
        "sp4l [1 tablet, 1 jewel] (1 idol beside it, one for each player's first token here) <P1 glass> -> sp5l sp5m",
        "sp4r [1 coin, 1 jewel, travel boot] -> sp5r glass: gain 1 dark tablet, then draw 1 card, 9 points;",
        "Lost Temple: 31, 29, 28, 27 points by arrival",
        "<rival glass>",
        "camp_tablet boot / boot boot gain 2 tablets dark effect: put a hand card into your play area to gain",
        "dark effect: gain 1 Fear card and 1 dark tablet",
        "altar_1 (row 2, 2 points for the most tablets): serpents_gold; tablets: P1 2, rival 1",
        "altar_2 (row 3, 2 points for the most tablets): sundial; tablets: none",
        "altar_5 (row 7, 4 points for the most tablets): empty",
        "then back here: 9 left, on 5 of 7 spaces with room for 2;",
        "each one below an altar now costs its player 1 point",
        "0 jewels, 2 dark tablets",
        "has taken an idol beside the research track",
        "(left arrow on top): spider",
    ):
        assert words in text, (words, text)


OWL = {
    "game": {"board": "owl", "players": 1, "difficulty": 2},
    "players": {
        "1": {"glass": "p1", "lantern": "ow2a", "owl_tiles": {"one": 3, "five": 1}, "extra_slotted": 1, "slotted": 2}
    },
    "owl": {"marked": ["ow6b"]},
    "rival": {"glass": "p5", "lantern": "ow1b", "owl_tiles": {"ten": 1}, "stack": ["owl"]},
}


@pytest.mark.parametrize("viewer", [0, None])
def test_the_owl_board_is_shown_whole(viewer: int | None) -> None:
    text = " ".join(render_game(build_position(OWL, CONTENT)[0], CONTENT, viewer).split())
    for words in (
        "owl side",
        "camp_coin boot / boot boot gain 1 coin, then use the effect of a face-up idol on the board",
        "undiscovered (2 coins, 3 compasses)",
        "ow6b [1 tablet, 1 jewel] (tile: 10 points for 2 tablets, 1 arrowhead, 1 jewel, marked by the rival) -> ow7",
        "ow2a [2 tablets] <P1 lantern> -> ow3a",
        "<rival lantern>",
        "lantern: gain 1 tablet, 3 points",
        "p1 from ow3a (used by player 1)",
        "p2 from ow4 (a tile of 1 point for 2 coins, 1 tablet)",
        "p5 from ow9 (used by the rival)",
        "p6 from ow9 (a face-down idol for 1 tablet, 1 arrowhead)",
        "top_idols (row 5) 2 left (an idol for 1 jewel)",
        "top_ten (row 9)",
        "3 tiles of 1 point, 1 tile of 5 points, 1 of 2 extra slots filled",
        "temple tiles: 1 tile of 10 points",
        "2 idols left over",
    ):
        assert words in text, (words, text)
    assert "lantern not on the track yet" not in text
    game = Batch(1, board="owl", seed=1).games[0]
    assert "lantern not on the track yet" in render_game(game, CONTENT, viewer)


def test_a_board_shows_no_part_that_it_lacks() -> None:
    parts = {
        "altar_1": ("spider",),
        "dark tablet": ("spider",),
        "dark effect": ("spider",),
        "beside it": ("spider",),
        "secret passages": ("owl",),
        "lantern:": ("owl",),
        "temple tiles on spaces": ("owl",),
        "Lost Temple:": ("bird", "snake", "spider"),
        "rescue stack": ("snake",),
        "components of Twisted Paths": ("spider", "owl"),
    }
    for board in o.BOARDS:
        text = render_game(Batch(1, board=board, num_players=2, seed=2).games[0], CONTENT, 0)
        for words, boards in parts.items():
            assert (words in text) == (board in boards), (board, words)
        for words in ("hidden sites", "encounter", "pedestal"):
            assert words not in text


def test_the_loss_for_dark_tablets_is_that_of_the_score() -> None:
    spec = {
        "game": {"board": "spider", "players": 2},
        "players": {"1": {"dark_tablets": 1}, "2": {"dark_tablets": 3}},
        "altars": {"altar_3": {"artifact": "sundial", "tablets": {"1": 2, "2": 2}}},
    }
    game = build_position(spec, CONTENT)
    batch = Batch.from_games(game, content=CONTENT)
    loss = -batch.score_parts(0, 0)["dark_tablets"] // 2
    assert loss == 2
    text = " ".join(render_game(game[0], CONTENT, 0).split())
    assert f"each one below an altar now costs its player {loss} points" in text
    assert "6 left, on 3 of 7 spaces" in text


def test_parts_of_other_sets_are_shown_when_they_are_in_play() -> None:
    spec = {
        "players": {
            "1": {
                "pedestals": 1, "on_pedestals": 1, "idols": 1, "idol_types": ["idol_coin"],
                "encounters_kept": ["encounter_1_10"],
            }
        },
        "hidden_sites": ["l1_jewel"],
    }  # fmt: skip
    text = " ".join(render_game(build_position(spec, CONTENT)[0], CONTENT, 0).split())
    for words in (
        "hidden sites: l1_jewel (gain 1 jewel)",
        "encounter cards: 9 in chapter 1, 10 in chapter 2",
        "pedestals: 1 filled, 1 empty; idols gained: 1 idol_coin",
        "encounter cards kept: encounter_1_10 (",
    ):
        assert words in text, (words, text)


def test_corrected_facts_are_shown() -> None:
    from arnak_env.arnak.content import amend_content

    data = {"spider_bridge": [{"id": "sp1_right", "cost": {"coin": 4}}], "altar": [{"id": "altar_1", "points": 7}]}
    text = render_game(Batch(1, board="spider").games[0], amend_content(CONTENT, data, "a test"), 0)
    assert "sp1_right [4 coins]" in text
    assert "altar_1 (row 2, 7 points" in text
