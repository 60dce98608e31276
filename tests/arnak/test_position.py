"""Positions in words: what is left out, what is refused, and the way back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from index_content import index_content, index_position

from arnak_env import Batch
from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, load_content
from arnak_env.arnak.observation import decode
from arnak_env.arnak.position import build_position, describe_position

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


SPIDER: dict[str, Any] = {
    "game": {"board": "spider", "players": 1, "round": 2, "difficulty": 10},
    "players": {
        "1": {
            "glass": "sp4r",
            "notebook": "sp3l",
            "dark_tablets": 2,
            "took_track_idol": True,
            "idols": 2,
            "slotted": 1,
            "idol_types": ["idol_ready_boon", "idol_coin", "idol_coin"],
            "pedestals": 2,
            "on_pedestals": 1,
            "encounters_kept": ["encounter_1_10", "encounter_5_10"],
            "guardians": ["tp_guardian_2"],
            "assistants": ["tp_assistant_8"],
        }
    },
    "sites": {
        "level_1_lower_1": {"tile": "tp_l1_gold"},
        "level_1_lower_2": {"guardian": "tp_guardian_1"},
        "level_2_1": {"idol_down": "idol_fear_arrowhead"},
    },
    "supply": {
        "idol_stack": ["idol_trade_up", "idol_coin"],
        "idols_left": 5,
        "removed_sites": ["l1_jewel"],
        "temple_tiles": {"gold": 0},
        "bonus": {"sp7": ["bonus_silver_effect", "bonus_refresh"]},
    },
    "rival": {"stack": ["spider", "dig_coin"], "used": ["buy_item_purple"], "glass": "sp8", "notebook": "sp6r"},
    "altars": {
        "altar_1": {"artifact": "serpents_gold", "tablets": {"1": 3, "rival": 1}},
        "altar_2": {"artifact": "none"},
        "altar_4": {"artifact": "mortar"},
    },
    "hidden_sites": ["tp_l2_gold", "l1_coin_arrowhead"],
    "encounters": {"chapter_1": ["encounter_1_05"], "chapter_3": ["encounter_3_08", "encounter_3_01"]},
}  # fmt: skip

OWL: dict[str, Any] = {
    "game": {"board": "owl", "players": 1, "expansion_components": False},
    "players": {
        "1": {
            "glass": "p2",
            "lantern": "ow6c",
            "notebook": "ow6a",
            "owl_tiles": {"one": 1, "five": 2, "ten": 1},
            "extra_slotted": 2,
            "idols": 1,
        }
    },
    "supply": {"temple_tiles": {"top_ten": 0, "top_idols": 1}},
    "rival": {"stack": ["owl"], "glass": "p5", "lantern": "ow1b", "owl_tiles": {"five": 1}, "minus_one": 1},
    "owl": {"tiles": {"ow1b": 1, "ow3b": 10, "ow6b": 10, "ow2b": 0}, "marked": ["ow6b"], "passages": {"p5": "rival"}},
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


@pytest.mark.parametrize("components", [False, True])
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("board", o.BOARDS)
def test_supplies_are_full_by_default(board: str, players: int, components: bool) -> None:
    spec = {"board": board, "players": players, "expansion_components": components}
    words = describe_position(build(game=spec), CONTENT)
    supply = words["supply"]
    tables = CONTENT.tables[0]
    index = o.BOARDS.index(board)
    assert [len(stack) for stack in supply["stacks"]] == list(tables["stack_sizes"][int(components), index, players])
    assert len(supply["rescue"]) == tables["rescue_size"][index, players]
    assert list(supply["temple_tiles"].values()) == list(tables["temple_size"][index, players])
    assert len(words["game"]["blocking"]) == tables["blocking_tiles"][players]
    assert len(supply["item_deck"]) + len(words["row"]["items"]) == o.ITEMS
    assert len(supply["artifact_deck"]) + len(words["row"]["artifacts"]) == o.ARTIFACTS
    assert len(supply["guardian_stack"]) == (19 if components else 15)
    assert len(supply["level_1_stack"]) == (12 if components else 10)
    assert len(supply["level_2_stack"]) == (8 if components else 6)
    assert supply["bonus"] == {}
    idols = [site[key] for site in words["sites"].values() for key in ("idol", "idol_down") if key in site]
    counts = [(idols + supply["idol_stack"]).count(idol) for idol in a.IDOL_IDS]
    assert counts == list(tables["idol_count"][int(components or board in ("spider", "owl"))])


@pytest.mark.parametrize("components", [None, False, True])
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("board", o.BOARDS)
def test_defaults_are_those_of_the_set_up(board: str, players: int, components: bool | None) -> None:
    """What the set-up does not shuffle is the same in a quiet position and at the start of a game."""
    game = Batch(1, board=board, num_players=players, expansion_components=components, seed=3, observe=False).games[0]
    built = build(
        game={"board": board, "players": players} | ({} if components is None else {"expansion_components": components})
    )
    for field in (
        "components", "home", "lantern", "dark", "dark_supply", "space_tile", "space_marked", "passage_used",
        "temple_tiles", "idol_stack_size", "idols_left", "idols_beside", "idol_types", "altar_card", "altar_dark",
        "hidden", "hidden_size", "encounter_size", "stack_size", "rescue_size", "level_1_size", "level_2_size",
        "rival_lantern", "rival_owl", "guardian_owner",
    ):  # fmt: skip
        assert np.array_equal(game[field], built[field]), field
    for stack in ("level_1_stack", "level_2_stack", "encounter"):
        assert sorted(game[stack]) == sorted(built[stack]), stack
    idols = [sorted([*record["idol_up"], *record["idol_down"], *record["idol_stack"]]) for record in (game, built)]
    assert idols[0] == idols[1]


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
    assert len(idols) == o.BASE_IDOL_TILES


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
EVERY_GAME = [
    {"game": {"board": board, "players": seats, "expansion_components": components}}
    for board in o.BOARDS
    for seats in SEATS
    for components in (False, True)
]


@pytest.mark.parametrize("spec", [{}, FULL, PURPLE, SPIDER, OWL, *EVERY_GAME])
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


@pytest.mark.parametrize("spec", [SPIDER, OWL])
def test_a_description_of_a_new_board_says_what_was_asked_for(spec: dict[str, Any]) -> None:
    words = describe_position(build_position(spec, CONTENT), CONTENT)
    player, given = words["players"]["1"], spec["players"]["1"]
    for key in given.keys() - {"idol_types", "guardians", "assistants"}:
        assert player[key] == given[key], key
    assert sorted(player["idol_types"]) == sorted(given.get("idol_types", player["idol_types"]))
    assert words["rival"]["glass"] == spec["rival"]["glass"]
    assert words["rival"]["stack"] == spec["rival"]["stack"]
    for part in ("altars", "owl"):
        assert part in words or part not in spec


def test_the_parts_of_the_spider_temple() -> None:
    words = describe_position(build_position(SPIDER, CONTENT), CONTENT)
    assert words["altars"]["altar_1"] == {"artifact": "serpents_gold", "tablets": {"1": 3, "rival": 1}}
    assert words["altars"]["altar_2"] == {"artifact": "none", "tablets": {"1": 0, "rival": 0}}
    assert words["dark"] == {"supply": 14 - 2 - 4}
    assert "mortar" not in words["row"]["artifacts"] + words["supply"]["artifact_deck"]
    assert words["supply"]["idol_stack"][:2] == ["idol_trade_up", "idol_coin"]
    assert len(words["supply"]["idol_stack"]) == 5 + 1  # left over, and one of the two beside the track
    assert words["supply"]["removed_sites"] == ["l1_jewel"]
    assert words["hidden_sites"] == ["tp_l2_gold", "l1_coin_arrowhead"]
    assert words["encounters"]["chapter_1"][0] == "encounter_1_05"
    assert "encounter_1_10" not in words["encounters"]["chapter_1"]
    assert len(words["encounters"]["chapter_3"]) == 8


def test_the_parts_of_the_owl_temple() -> None:
    words = describe_position(build_position(OWL, CONTENT), CONTENT)
    # p2 and p5 are used, so the tile and the idol there are gone; what is not listed has no tile.
    assert words["owl"]["tiles"] == {"ow1b": 1, "ow3b": 10, "ow6b": 10, "p1": 1, "p3": 1, "p4": 5}
    assert words["owl"]["passages"] == {
        "p1": "unused", "p2": 1, "p3": "unused", "p4": "unused", "p5": "rival", "p6": "unused",
    }  # fmt: skip
    assert words["owl"]["marked"] == ["ow6b"]
    assert words["rival"]["owl_tiles"] == {"one": 0, "five": 1, "ten": 0}
    assert len(words["supply"]["idol_stack"]) == words["supply"]["idols_left"] + 1 + 1


def test_owned_owl_tiles_come_off_the_piles_first_and_then_off_the_highest_spaces() -> None:
    def tiles(**player: Any) -> tuple[dict[str, int], dict[str, int]]:
        words = describe_position(build(game={"board": "owl"}, players={"1": player}), CONTENT)
        return words["owl"]["tiles"], words["supply"]["temple_tiles"]

    full, piles = tiles()
    assert tiles(owl_tiles={"one": 3}) == (full, {**piles, "top_right": 0, "top_left": 1})
    assert tiles(owl_tiles={"ten": 2})[0] == {space: points for space, points in full.items() if space != "ow6b"}
    # The tile of a passage is that of the player who went through it.
    assert tiles(glass="p1", owl_tiles={"one": 1})[1] == piles
    words = describe_position(
        build(game={"board": "owl"}, players={"1": {"owl_tiles": {"one": 1}}}, owl={"taken": ["ow1a"]}), CONTENT
    )
    assert words["supply"]["temple_tiles"] == piles
    assert "ow1a" not in words["owl"]["tiles"]


def test_the_lantern_is_lit_in_a_passage() -> None:
    def lantern(**player: Any) -> str:
        words = describe_position(build(game={"board": "owl"}, players={"1": player}), CONTENT)
        return str(words["players"]["1"]["lantern"])

    assert lantern() == lantern(glass="ow9", lantern="board") == "board"
    assert lantern(glass="p6") == "ow0"
    assert lantern(glass="p6", lantern="ow4") == "ow4"
    # The notebook may follow the higher one of glass and lantern.
    assert lantern(glass="p1", lantern="ow6a", notebook="ow6c") == "ow6a"


def test_types_of_idols_are_the_first_that_the_map_leaves() -> None:
    words = describe_position(build(game={"board": "spider"}, players={"1": {"idols": 1, "slotted": 1}}), CONTENT)
    assert words["players"]["1"]["idol_types"] == ["idol_coin", "idol_compass"]
    assert words["supply"]["idols_left"] == 8


def differing_pieces(built: Batch, batch: Batch) -> list[str]:
    """Compare what is seen of a built position and of the game it was described from.

    Who has seen which card of a deck or tile of a stack is no part of a position, so nobody has.
    """
    plain = batch.clone()
    for field in ("item_top_known", "artifact_top_known", "level_1_known", "level_2_known", "rescue_seen",
                  "temple_bonus_seen"):  # fmt: skip
        plain.games[field] = 0
    player = int(batch.player[0])
    rows = decode(built.observe(player)[0]), decode(plain.observe(player)[0])
    return [name for name in rows[0] if name != "deck_depth" and not np.array_equal(rows[0][name], rows[1][name])]


@pytest.mark.parametrize("components", [False, True])
@pytest.mark.parametrize("board", o.BOARDS)
@pytest.mark.parametrize("players", SEATS)
def test_every_turn_of_a_played_game_can_be_described_and_built(board: str, players: int, components: bool) -> None:
    batch = Batch(1, board=board, num_players=players, expansion_components=components, seed=11 * players)
    generator = np.random.default_rng(players)
    turns = 0
    while not batch.over[0] and turns < 60:
        game = batch.games[0]
        if game["frames"] == 1 and game["frame"][0, 0] == o.OP_TURN:
            turns += 1
            the_way_back(batch, CONTENT)
        batch.step(np.array([generator.choice(batch.legal_actions(0))]))
    assert turns > 10


@pytest.mark.parametrize("board", o.BOARDS)
@pytest.mark.parametrize("players", [1, 3])
def test_what_other_sets_leave_behind_can_be_described_and_built(board: str, players: int) -> None:
    """Removed sites, guardians that stay there, kept encounters, idols on pedestals, and idols paid."""
    content = index_content(board)
    seen: set[str] = set()
    for seed in range(6):
        batch = Batch.from_games(build_position(index_position(board, players, seed), content), content=content)
        generator = np.random.default_rng(seed)
        while not batch.over[0]:
            game, legal = batch.games[0], batch.legal_actions(0)
            if game["frames"] == 1 and game["frame"][0, 0] == o.OP_TURN:
                words = the_way_back(batch, content)
                seen |= {key for key in ("removed_sites", "idols_removed") if words["supply"][key]}
                seen |= {"kept" for player in words["players"].values() if player["encounters_kept"]}
                seen |= {"pedestal" for player in words["players"].values() if player["on_pedestals"]}
                seen |= {"hidden"} if len(words["hidden_sites"]) < 2 else set()
            camps = [action for action in legal if a.A_DIG <= action < a.A_DIG + 2 * o.CAMPS]
            batch.step(np.array([generator.choice(camps or legal)]))
        if len(seen) == 5:
            return
    raise AssertionError(f"not all was tried: {sorted(seen)}")


def the_way_back(batch: Batch, content: Content) -> dict[str, Any]:
    """Describe a game, build the description and compare the two; return the description."""
    words = describe_position(batch.games[0], content)
    built = build_position(words, content)
    assert describe_position(built, content) == words
    follow_up = Batch.from_games(built, content=content, show_forced=False)
    assert follow_up.legal_actions(0) == batch.legal_actions(0)
    assert differing_pieces(follow_up, batch) == []
    assert np.array_equal(follow_up.scores(), batch.scores())
    return words
