"""Positions in words: what is left out, what is refused, and the way back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import PositionError, build_position, describe_position

CONTENT = load_content()
SEATS = (1, 2, 3, 4)


def build(**spec: Any) -> np.void:
    return build_position(spec, CONTENT)[0]


FULL: dict[str, Any] = {
    "game": {"board": "snake", "players": 1, "round": 3, "seed": 7, "main_done": True, "difficulty": 2,
             "switches": ["random_arrows", "solo_tie_break"]},
    "players": {
        "1": {
            "tokens": {"coin": 2, "compass": 1, "jewel": 3},
            "hand": ["ostrich", "fear", "fear"],
            "deck": ["horse", "funding_car"],
            "play": ["mortar", "fear"],
            "fear_tiles": 1,
            "archaeologists": ["camp_coin.1", "level_1_upper_2"],
            "assistants": ["coins", {"id": "draw", "level": "gold", "used": True}],
            "idols": 2,
            "slotted": 1,
            "guardians": ["guardian_03", {"id": "guardian_07", "used": True}],
            "glass": "s14",
            "notebook": "s9",
            "temple_tiles": {"gold": 1},
            "planes": True,
            "ignore_fear": True,
            "leftover": {"car": 1},
        }
    },
    "row": {"artifacts": ["war_mask", "", "sundial"], "items": ["hat", "axe", ""]},
    "sites": {
        "camp_jewel": {"guardian": "guardian_01"},
        "level_1_upper_2": {"tile": "l1_jewel", "guardian": "guardian_02"},
        "level_2_1": {"tile": "l2_four", "rival": True},
        "level_2_2": {"idol": "idol_refresh", "idol_down": "idol_coin"},
    },
    "supply": {
        "item_deck": ["tent"],
        "artifact_deck": ["stone_jar"],
        "artifact_deck_only": True,
        "level_1_stack": ["l1_draw_arrowhead"],
        "guardian_stack": ["guardian_15"],
        "stacks": [["tablet", "exile"], [], ["compass"]],
        "rescue": ["trade_up"],
        "bonus": {"s13": ["bonus_coin", "bonus_draw"]},
        "temple_bonus": ["bonus_exile"],
        "fear": 10,
        "exiled": ["rope", "exploration_boat"],
    },
    "rival": {
        "stack": ["dig_coin", "buy_item_red"],
        "used": ["research_green", "discover_red"],
        "glass": "s14",
        "arrival": 1,
        "figures": ["camp_tablet.1"],
        "idols": ["idol_coin"],
        "minus_one": 1,
        "cards": ["dog"],
        "guardians": ["guardian_09"],
        "temple_tiles": {"silver_left": 1},
    },
}  # fmt: skip


PURPLE: dict[str, Any] = {
    "game": {"players": 1, "round": 5, "rival_tiles": {"guardian": "purple", "discover": "red"}, "objectives": 4,
             "first_objective_worth_four": True, "switches": ["replace_objective_once"]},
    "rival": {
        "stack": ["guardian_purple"],
        "glass": "b5",
        "notebook": "b2",
        "objectives": {"open": ["archaeologists", "buy_item"], "first": "archaeologists", "met": ["discover_site"],
                       "replaced": ["research_glass"]},
        "objective_points": 14,
    },
}  # fmt: skip


# --- defaults --------------------------------------------------------------------------------------------------------
def test_an_empty_position_is_a_quiet_turn_of_player_1() -> None:
    game = build()
    assert (game["board"], game["players"], game["round_number"], game["turn_player"], game["rival"]) == (0, 2, 1, 0, 0)
    assert game["frames"] == 1
    assert list(game["frame"][0]) == [o.OP_TURN, 0, 0, 0, 0, 0, -1, -1]
    assert not game["tokens"].any()
    assert not game["hand_size"].any()
    assert not game["deck_size"].any()
    assert list(game["home"]) == [2, 2, 0, 0]
    assert game["fear_supply"] == 19


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("board", o.BOARDS)
def test_supplies_are_full_by_default(board: str, players: int) -> None:
    words = describe_position(build(game={"board": board, "players": players}), CONTENT)
    supply = words["supply"]
    tables = CONTENT.tables[0]
    index = o.BOARDS.index(board)
    assert [len(stack) for stack in supply["stacks"]] == list(tables["stack_sizes"][index, players])
    assert len(supply["rescue"]) == tables["rescue_size"][index, players]
    assert set(supply["temple_tiles"].values()) == {int(tables["temple_size"][players])}
    assert len(words["game"]["blocking"]) == tables["blocking_tiles"][players]
    assert len(supply["item_deck"]) + len(words["row"]["items"]) == o.ITEMS
    assert len(supply["artifact_deck"]) + len(words["row"]["artifacts"]) == o.ARTIFACTS
    assert len(supply["guardian_stack"]) == o.GUARDIANS
    assert (len(supply["level_1_stack"]), len(supply["level_2_stack"])) == (o.LEVEL_1_TILES, o.LEVEL_2_TILES)
    assert supply["bonus"] == {}
    idols = [site[key] for site in words["sites"].values() for key in ("idol", "idol_down") if key in site]
    counts = [idols.count(idol) for idol in a.IDOL_IDS]
    assert counts == list(tables["idol_count"])


@pytest.mark.parametrize("round_number", range(1, 6))
def test_the_row_has_as_many_artifacts_as_the_round(round_number: int) -> None:
    game = build(game={"round": round_number})
    kinds = [card >= o.FIRST_ARTIFACT for card in game["row"]]
    assert kinds == [True] * round_number + [False] * (6 - round_number)


def test_listed_cards_are_not_dealt_a_second_time() -> None:
    words = describe_position(
        build(
            players={"1": {"hand": ["sea_turtle"], "deck": ["pack_donkey"]}, "2": {"play": ["pathfinders_sandals"]}},
            row={"items": ["ostrich", "", "hat", "axe", "dog"]},
            supply={"item_deck": ["rope"], "exiled": ["whip"]},
        ),
        CONTENT,
    )
    deck = words["supply"]["item_deck"]
    assert deck[0] == "rope"
    assert not {"sea_turtle", "pack_donkey", "ostrich", "hat", "axe", "dog", "whip"} & set(deck)
    assert "pathfinders_sandals" not in words["row"]["artifacts"] + words["supply"]["artifact_deck"]


def test_a_deck_can_be_as_short_as_listed() -> None:
    words = describe_position(build(supply={"item_deck": ["rope"], "item_deck_only": True}), CONTENT)
    assert words["supply"]["item_deck"] == ["rope"]
    words = describe_position(build(supply={"item_deck_only": True}), CONTENT)
    assert words["supply"]["item_deck"] == []


def test_the_top_of_each_stack_is_where_the_rules_look_for_it() -> None:
    game = build(
        game={"board": "snake", "players": 1},
        players={"1": {"deck": ["horse", "rope"]}},
        supply={
            "item_deck": ["hat"], "artifact_deck": ["mortar"], "level_1_stack": ["l1_jewel"],
            "guardian_stack": ["guardian_05"], "stacks": [["coins", "draw"], [], []], "rescue": ["tablet", "exile"],
            "temple_bonus": ["bonus_exile", "bonus_coin"],
        },
        rival={"stack": ["dig_jewel", "dig_coin"]},
    )  # fmt: skip
    assert game["deck"][0, 0] == a.CARD_IDS.index("horse")
    assert game["item_deck"][game["item_deck_size"] - 1] == a.CARD_IDS.index("hat")
    assert game["artifact_deck"][game["artifact_deck_size"] - 1] == a.CARD_IDS.index("mortar")
    assert game["level_1_stack"][0] == a.TILE_IDS.index("l1_jewel")
    assert game["guardian_stack"][game["guardian_size"] - 1] == 4
    assert game["stack"][0, game["stack_size"][0] - 1] == a.ASSISTANT_IDS.index("coins")
    assert game["rescue"][game["rescue_size"] - 1] == a.ASSISTANT_IDS.index("tablet")
    assert game["temple_bonus"][game["temple_bonus_size"] - 1] == a.BONUS_IDS.index("bonus_exile")
    assert game["rival_stack"][0] == a.RIVAL_TILE_IDS.index("dig_jewel")


def test_idols_of_the_crates_come_from_the_positions_that_are_filled_last() -> None:
    words = describe_position(build(players={"1": {"idols": 3, "slotted": 1}}), CONTENT)
    down = [words["sites"][f"level_2_{number}"]["idol_down"] for number in range(1, 5)]
    assert down == ["", "", "", ""]
    assert all(words["sites"][site]["idol"] for site in a.POSITION_IDS)


def test_a_named_idol_is_not_lying_elsewhere_too_often() -> None:
    words = describe_position(build(sites={"level_2_4": {"idol": "idol_coin", "idol_down": "idol_coin"}}), CONTENT)
    idols = [site[key] for site in words["sites"].values() for key in ("idol", "idol_down") if key in site]
    assert idols.count("idol_coin") == 3
    assert len(idols) == o.IDOL_TILES


def test_arrival_in_the_lost_temple_is_completed_in_seat_order() -> None:
    game = build(
        game={"players": 4},
        players={"1": {"glass": "b14"}, "2": {"glass": "b14", "arrival": 1}, "4": {"glass": "b14"}},
    )
    assert list(game["arrival"]) == [2, 1, 0, 3]
    assert game["arrivals"] == 3


def test_blocking_tiles_make_room_for_figures_with_three_players() -> None:
    game = build(game={"players": 3}, players={"1": {"archaeologists": ["camp_coin.2"]}})
    assert game["space"][1] == 1
    assert list(game["space"][:10]).count(o.BLOCKING_TILE) == 3


def test_the_colours_of_the_rival_follow_its_tiles() -> None:
    game = build(game={"players": 1}, rival={"stack": ["research_red"], "used": ["guardian_green"]})
    assert list(game["colour"]) == [0, 1, 0, 0, 0]
    game = build(game={"players": 1, "difficulty": 3}, rival={"stack": ["research_red", "discover_green"]})
    assert list(game["colour"]) == [0, 1, 1, 1, 0]
    game = build(game={"players": 1, "rival_tiles": {"buy_item": "red"}})
    assert list(game["colour"]) == [0, 0, 0, 1, 0]
    game = build(game={"players": 1}, rival={"stack": ["research_purple"], "used": ["guardian_red"]})
    assert list(game["colour"]) == [0, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("difficulty", "listed", "colours"),
    [
        (4, ["research_purple"], [1, 2, 1, 0, 0]),
        (7, [], [2, 2, 1, 1, 1]),
        (7, ["guardian_green"], [2, 2, 0, 2, 1]),
        (10, ["buy_artifact_purple"], [2, 2, 2, 2, 2]),
    ],
)
def test_free_pairs_turn_red_before_one_turns_purple(difficulty: int, listed: list[str], colours: list[int]) -> None:
    game = build(game={"players": 1, "difficulty": difficulty}, rival={"stack": listed})
    assert list(game["colour"]) == colours


def test_objectives_of_a_position_are_dealt() -> None:
    game = build(**PURPLE)
    assert (game["objectives"], game["first_worth_four"], game["objectives_dealt"]) == (4, 1, 1)
    assert list(game["objective_state"]) == [o.OBJECTIVE_OPEN, o.OBJECTIVE_DOWN, o.OBJECTIVE_MET,
                                             o.OBJECTIVE_REPLACED, o.OBJECTIVE_OPEN]  # fmt: skip
    assert list(game["objective_points"]) == [2, 0, 0, 0, 4]
    assert not build(game={"players": 1, "objectives": 3})["objective_state"].any()
    assert not build()["objectives_dealt"]


@pytest.mark.parametrize(
    ("points", "two", "six"), [(0, 6, 4), (12, 0, 4), (14, 2, 3), (18, 0, 3), (36, 0, 0), (38, 0, 0)]
)
def test_points_of_objectives_leave_so_many_tiles(points: int, two: int, six: int) -> None:
    game = build(game={"players": 1, "objectives": 2}, rival={"objective_points": points})
    assert (game["rival_objective_points"], game["two_point_tiles"], game["six_point_tiles"]) == (points, two, six)
    game = build(game={"players": 1, "objectives": 2}, rival={"objective_points": points, "two_point_tiles": 5})
    assert (game["two_point_tiles"], game["six_point_tiles"]) == (5, six)


# --- the way back ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("spec", [{}, FULL, PURPLE, *({"game": {"players": seats}} for seats in SEATS)])
def test_building_a_description_gives_the_same_game(spec: dict[str, Any]) -> None:
    games = build_position(spec, CONTENT)
    words = describe_position(games, CONTENT)
    again = build_position(words, CONTENT)
    assert games.tobytes() == again.tobytes()
    assert describe_position(again, CONTENT) == words


def test_a_description_says_what_was_asked_for() -> None:
    words = describe_position(build_position(FULL, CONTENT), CONTENT)
    player, given = words["players"]["1"], FULL["players"]["1"]
    for key in ("hand", "deck", "play", "fear_tiles", "archaeologists", "idols", "slotted", "glass", "notebook"):
        assert player[key] == given[key]
    assert player["assistants"][0] == {"id": "coins", "level": "silver", "used": False}
    assert player["guardians"] == [{"id": "guardian_03", "used": False}, {"id": "guardian_07", "used": True}]
    assert player["arrival"] == 2
    assert words["row"] == FULL["row"]
    assert words["supply"]["stacks"] == FULL["supply"]["stacks"]
    assert words["rival"]["stack"] == FULL["rival"]["stack"]
    assert sorted(words["rival"]["figures"]) == ["camp_tablet.1", "level_2_1"]
    assert words["game"]["switches"] == ["random_arrows", "solo_tie_break"]


@pytest.mark.parametrize("board", o.BOARDS)
@pytest.mark.parametrize("players", SEATS)
def test_every_turn_of_a_played_game_can_be_described_and_built(board: str, players: int) -> None:
    batch = Batch(1, board=board, num_players=players, seed=11 * players, observe=False)
    generator = np.random.default_rng(players)
    turns = 0
    while not batch.over[0] and turns < 60:
        game = batch.games[0]
        if game["frames"] == 1 and game["frame"][0, 0] == o.OP_TURN:
            turns += 1
            words = describe_position(game, CONTENT)
            built = build_position(words, CONTENT)
            assert describe_position(built, CONTENT) == words
            follow_up = Batch.from_games(built, content=CONTENT, show_forced=False)
            assert follow_up.legal_actions(0) == batch.legal_actions(0)
        batch.step(np.array([generator.choice(batch.legal_actions(0))]))
    assert turns > 10


# --- what is refused -------------------------------------------------------------------------------------------------
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    # words
    ({"game": {"board": "owl"}}, "game.board", "bird, snake"),
    ({"game": {"players": 5}}, "game.players", "between 1 and 4"),
    ({"game": {"round": 0}}, "game.round", "between 1 and 5"),
    ({"game": {"round": "two"}}, "game.round", "a whole number is needed"),
    ({"game": {"colour": 1}}, "game.colour", "unknown key"),
    ({"game": {"turn": 3}}, "game.turn", "between 1 and 2"),
    ({"game": {"players": 1, "switches": ["random_arrow"]}}, "game.switches", "random_arrows"),
    ({"gmae": {}}, "gmae", "closest: game"),
    ({"players": {"3": {}}}, "players.3", "a game of 2"),
    ({"players": {"1": {"hand": ["ostritch"]}}}, "players.1.hand", "closest: ostrich"),
    ({"players": {"1": {"hand": "ostrich"}}}, "players.1.hand", "a list is needed"),
    ({"players": {"1": {"tokens": {"coins": 1}}}}, "players.1.tokens.coins", "closest: coin"),
    ({"players": {"1": {"tokens": {"coin": -1}}}}, "players.1.tokens.coin", "-1 is not possible"),
    ({"players": {"1": {"passed": 1}}}, "players.1.passed", "true or false"),
    ({"players": {"1": {"glass": "s3"}}}, "players.1.glass", "research space of the bird side"),
    ({"players": {"1": {"assistants": [{"level": "gold"}]}}}, "players.1.assistants", "an id is missing"),
    ({"players": {"1": {"assistants": [{"id": "coins", "level": "bronze"}]}}}, "players.1.assistants.level", "silver"),
    ({"sites": {"camp_coin": {"tile": "l1_jewel"}}}, "sites.camp_coin.tile", "unknown key"),
    # cards
    ({"players": {"1": {"hand": ["hat"]}, "2": {"deck": ["hat"]}}}, "players.2.deck", "lies in players.1.hand already"),
    ({"players": {"1": {"hand": ["hat", "hat"]}}}, "players.1.hand", "only one"),
    ({"players": {"1": {"hand": ["funding_car"], "play": ["funding_car"]}}}, "players.1.play", "only one"),
    ({"players": {"1": {"hand": ["fear"] * 20}}}, "players.1.hand", "only 19 Fear cards"),
    ({"players": {"1": {"hand": ["fear"] * 5}}, "supply": {"fear": 15}}, "supply.fear", "14 of the 19"),
    ({"players": {"1": {"fear_tiles": 6}, "2": {"fear_tiles": 6}}}, "players", "only 10 fear tiles"),
    ({"row": {"artifacts": ["mortar", "sundial"]}}, "row.artifacts", "the row has 1 artifact slots, not 2"),
    ({"row": {"items": ["hat"]}}, "row.items", "the row has 5 item slots, not 1"),
    ({"row": {"artifacts": ["hat"]}}, "row.artifacts", "of the kind item, not artifact"),
    ({"supply": {"item_deck": ["mortar"]}}, "supply.item_deck", "of the kind artifact, not item"),
    ({"supply": {"exiled": ["fear"]}}, "supply.exiled", "goes back to the supply"),
    ({"supply": {"exiled": ["funding_car"] * 3}}, "supply.exiled", "one 'funding_car' for each player"),
    # map
    ({"players": {"1": {"archaeologists": ["camp_coin.2"]}}}, "players.1.archaeologists", "a blocking tile covers"),
    (
        {"players": {"1": {"archaeologists": ["camp_coin.1", "camp_jewel.1", "camp_tablet.1"]}}},
        "players.1.archaeologists",
        "has 2 archaeologists, not 3",
    ),
    (
        {"players": {"1": {"archaeologists": ["camp_coin.1"]}, "2": {"archaeologists": ["camp_coin.1"]}}},
        "players.2.archaeologists",
        "player 1 stands there already",
    ),
    ({"players": {"1": {"archaeologists": ["level_2_1"]}}}, "players.1.archaeologists", "not discovered"),
    ({"sites": {"level_1_lower_1": {"guardian": "guardian_01"}}}, "sites.level_1_lower_1.guardian", "discovered"),
    ({"sites": {"level_1_lower_1": {"tile": "l2_four"}}}, "sites.level_1_lower_1.tile", "not belong on a level 1"),
    (
        {"sites": {"level_1_lower_1": {"tile": "l1_jewel"}, "level_1_lower_2": {"tile": "l1_jewel"}}},
        "sites.level_1_lower_2.tile",
        "lies in sites.level_1_lower_1.tile already",
    ),
    (
        {"sites": {"camp_coin": {"guardian": "guardian_01"}}, "players": {"1": {"guardians": ["guardian_01"]}}},
        "sites.camp_coin.guardian",
        "lies in players.1.guardians already",
    ),
    ({"sites": {"level_1_lower_1": {"tile": "l1_jewel", "idol": "idol_coin"}}}, "sites.level_1_lower_1.idol", "taken"),
    ({"sites": {"level_1_lower_1": {"idol_down": "idol_coin"}}}, "sites.level_1_lower_1.idol_down", "no such idol"),
    ({"players": {"1": {"idols": 13, "slotted": 4}}}, "players", "only 16 idols"),
    (
        {"sites": {f"level_1_lower_{number}": {"idol": "idol_refresh"} for number in range(1, 4)}},
        "sites.level_1_lower_3.idol",
        "only 2 tiles",
    ),
    ({"game": {"blocking": ["camp_coin.2"]}}, "game.blocking", "5 different two-boot camp spaces"),
    ({"supply": {"level_1_stack": ["l2_four"]}}, "supply.level_1_stack", "of the other level"),
    # research, temple, assistants
    ({"players": {"1": {"notebook": "b1"}}}, "players.1.notebook", "may not stand above the magnifying glass"),
    ({"players": {"1": {"glass": "b14", "notebook": "b14"}}}, "players.1.notebook", "never enters the Lost Temple"),
    ({"players": {"1": {"arrival": 1}}}, "players.1.arrival", "not in the Lost Temple"),
    ({"players": {"1": {"glass": "b14", "arrival": 2}}}, "players.1.arrival", "nobody is number 1"),
    (
        {"players": {"1": {"glass": "b14", "arrival": 1}, "2": {"glass": "b14", "arrival": 1}}},
        "players.2.arrival",
        "players.1.arrival is 1 already",
    ),
    ({"supply": {"bonus": {"b1": ["bonus_coin"]}}}, "supply.bonus.b1", "takes 0 bonus tiles"),
    ({"supply": {"bonus": {"s3": ["bonus_coin"]}}}, "supply.bonus.s3", "unknown key"),
    ({"supply": {"temple_bonus": ["bonus_coin"] * 3}}, "supply.temple_bonus", "has 2 bonus tiles"),
    ({"players": {"1": {"glass": "b14", "temple_tiles": {"gold": 3}}}}, "supply.temple_tiles", "only 2 gold tiles"),
    ({"players": {"1": {"temple_tiles": {"gold": 1}}}}, "players.1.temple_tiles", "must be in the Lost Temple"),
    ({"players": {"2": {"glass": "b13", "temple_tiles": {"gold": 1}}}}, "players.2.temple_tiles", "the Lost Temple"),
    (
        {"game": {"players": 1}, "rival": {"glass": "b1", "temple_tiles": {"silver_left": 1}}},
        "rival.temple_tiles",
        "must be in the Lost Temple",
    ),
    ({"supply": {"idols_removed": 1}}, "supply.idols_removed", "no bridge of the bird side is paid with an idol"),
    ({"players": {"1": {"assistants": ["coins"]}, "2": {"assistants": ["coins"]}}}, "players.2.assistants", "only one"),
    ({"players": {"1": {"assistants": ["coins", "draw", "exile"]}}}, "players.1.assistants", "room for 2"),
    ({"supply": {"stacks": [["coins"]]}}, "supply.stacks", "3 stacks are needed"),
    ({"supply": {"stacks": [["coins"], ["coins"], []]}}, "supply.stacks", "only one"),
    ({"supply": {"rescue": ["coins"]}}, "supply.rescue", "has 0 assistants here"),
    # rival and turn
    ({"rival": {}}, "rival", "solo game only"),
    ({"game": {"difficulty": 1}}, "game.difficulty", "solo game only"),
    ({"game": {"switches": ["random_arrows"]}}, "game.switches", "solo game only"),
    ({"game": {"objectives": 3}}, "game.objectives", "solo game only"),
    ({"game": {"first_objective_worth_four": False}}, "game.first_objective_worth_four", "solo game only"),
    ({"sites": {"level_1_lower_1": {"tile": "l1_jewel", "rival": True}}}, "sites.level_1_lower_1.rival", "solo game"),
    (
        {"game": {"players": 1}, "rival": {"stack": ["dig_coin"], "used": ["dig_coin"]}},
        "rival.used",
        "lies in rival.stack already",
    ),
    (
        {"game": {"players": 1}, "rival": {"stack": ["research_purple"], "used": ["research_red"]}},
        "rival.used",
        "the research tile of this game is purple, not red",
    ),
    (
        {"game": {"players": 1}, "rival": {"stack": ["research_red", "research_green"]}},
        "rival.stack",
        "the research tile of this game is red, not green",
    ),
    (
        {"game": {"players": 1, "difficulty": 1}, "rival": {"stack": ["research_red", "guardian_red"]}},
        "game.difficulty",
        "the tiles count 2",
    ),
    (
        {"game": {"players": 1, "difficulty": 9}, "rival": {"stack": ["research_green"]}},
        "game.difficulty",
        "the tiles count 8",
    ),
    ({"game": {"players": 1, "difficulty": 11}}, "game.difficulty", "between 0 and 10"),
    ({"game": {"players": 1, "rival_tiles": {"research": "blue"}}}, "game.rival_tiles.research", "green, red, purple"),
    ({"game": {"players": 1}, "rival": {"glass": "b5", "notebook": "b2"}}, "rival.notebook", "purple tiles only"),
    (
        {"game": {"players": 1, "difficulty": 10}, "rival": {"glass": "b2", "notebook": "b5"}},
        "rival.notebook",
        "may not stand above",
    ),
    (
        {"game": {"players": 1, "difficulty": 10}, "rival": {"glass": "b14", "notebook": "b14"}},
        "rival.notebook",
        "never enters the Lost Temple",
    ),
    ({"game": {"players": 1, "objectives": 1}}, "game.objectives", "one of 0, 2, 3, 4"),
    ({"game": {"players": 1, "objectives": 5}}, "game.objectives", "between 0 and 4"),
    (
        {"game": {"players": 1, "first_objective_worth_four": True}},
        "game.first_objective_worth_four",
        "has no objectives",
    ),
    (
        {"game": {"players": 1}, "rival": {"objectives": {"open": ["buy_item"]}}},
        "rival.objectives",
        "has no objectives",
    ),
    (
        {
            "game": {"players": 1, "objectives": 2},
            "rival": {"objectives": {"open": list(o.OBJECTIVES[:2]), "met": ["archaeologists"]}},
        },
        "rival.objectives",
        "2 objectives are in play, not 3",
    ),
    (
        {"game": {"players": 1, "objectives": 2}, "rival": {"objectives": {"open": ["buy_item"], "met": ["buy_item"]}}},
        "rival.objectives.met",
        "'buy_item' lies in rival.objectives.open already",
    ),
    (
        {"game": {"players": 1, "objectives": 2}, "rival": {"objectives": {"open": ["buy_itm"]}}},
        "rival.objectives.open",
        "buy_item",
    ),
    (
        {
            "game": {"players": 1, "objectives": 2, "first_objective_worth_four": True},
            "rival": {"objectives": {"open": ["buy_item"], "first": "discover_site"}},
        },
        "rival.objectives.first",
        "does not lie open",
    ),
    (
        {"game": {"players": 1, "objectives": 2}, "rival": {"objectives": {"open": ["buy_item"], "first": "buy_item"}}},
        "rival.objectives.first",
        "first_objective_worth_four is false",
    ),
    (
        {"game": {"players": 1, "objectives": 2}, "rival": {"objective_points": 3}},
        "rival.objective_points",
        "3 is odd",
    ),
    ({"game": {"players": 1}, "rival": {"two_point_tiles": 7}}, "rival.two_point_tiles", "between 0 and 6"),
    ({"game": {"players": 1}, "rival": {"cards": ["fear"]}}, "rival.cards", "never 'fear'"),
    ({"game": {"players": 1}, "rival": {"idols": ["idol_coin"] * 2}}, "rival.idols", "only one"),
    ({"players": {"1": {"passed": True}}}, "players.1.passed", "does not move"),
    ({"players": {"2": {"leftover": {"car": 1}}}}, "players.2.leftover", "only the player whose turn it is"),
]


@pytest.mark.parametrize(("spec", "key", "reason"), REFUSED, ids=[f"{key}-{number}" for number, (_, key, _)
                                                                 in enumerate(REFUSED)])  # fmt: skip
def test_an_impossible_position_is_refused_with_key_and_reason(spec: dict[str, Any], key: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        build_position(spec, CONTENT)
    assert caught.value.key == key
    assert reason in caught.value.reason
    assert str(caught.value) == f"{key}: {caught.value.reason}"


def test_the_figures_of_the_rival_are_counted() -> None:
    camps = [f"{camp}.1" for camp in a.CAMP_IDS]
    game = build(game={"players": 1}, rival={"figures": camps})
    assert game["rival_home"] == 1
    sites = {"level_1_lower_1": {"tile": "l1_jewel"}, "level_1_lower_2": {"tile": "l1_coin_arrowhead", "rival": True}}
    with pytest.raises(PositionError, match="only 6 figures"):
        build(game={"players": 1}, rival={"figures": [*camps, "level_1_lower_1"]}, sites=sites)


def test_who_has_passed_may_still_end_the_turn() -> None:
    game = build(game={"main_done": True}, players={"1": {"passed": True}})
    assert game["passed"][0]
