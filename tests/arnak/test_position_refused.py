"""Positions that are refused: impossible ones, and those not written in the vocabulary."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content
from arnak_env.arnak.position import PositionError, build_position

CONTENT = load_content()
SPIDER_SIDE = {"board": "spider"}
OWL_SIDE = {"board": "owl"}


def build(**spec: Any) -> np.void:
    return build_position(spec, CONTENT)[0]


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    # words
    ({"game": {"board": "lizard"}}, "game.board", "unknown board 'lizard'"),
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
    # components of Twisted Paths
    ({"players": {"1": {"assistants": ["tp_assistant_1"]}}}, "players.1.assistants", "expansion_components is false"),
    ({"players": {"1": {"guardians": ["tp_guardian_1"]}}}, "players.1.guardians", "expansion_components is false"),
    ({"sites": {"level_1_lower_1": {"tile": "tp_l1_gold"}}}, "sites.level_1_lower_1.tile", "components of Twisted"),
    ({"sites": {"level_1_lower_1": {"idol": "idol_ready_boon"}}}, "sites.level_1_lower_1.idol", "components of Twis"),
    ({"supply": {"bonus": {"b3": ["bonus_refresh"]}}}, "supply.bonus.b3", "components of Twisted Paths"),
    ({"game": {"expansion_components": 1}}, "game.expansion_components", "true or false"),
    # Spider Temple
    ({"players": {"1": {"dark_tablets": 1}}}, "players.1.dark_tablets", "belongs to the spider side"),
    ({"players": {"1": {"took_track_idol": True}}}, "players.1.took_track_idol", "belongs to the spider side"),
    ({"altars": {"altar_1": {"artifact": "mortar"}}}, "altars.altar_1", "belongs to the spider side"),
    ({"dark": {"supply": 14}}, "dark.supply", "belongs to the spider side"),
    ({"game": SPIDER_SIDE, "players": {"1": {"glass": "sp1_right"}}}, "players.1.glass", "unknown research space"),
    ({"game": SPIDER_SIDE, "players": {"1": {"dark_tablets": 15}}}, "players", "there are only 14 dark tablets"),
    ({"game": SPIDER_SIDE, "dark": {"supply": 13}}, "dark.supply", "so the supply holds 14"),
    (
        {"game": SPIDER_SIDE, "altars": {"altar_1": {"artifact": "mortar", "tablets": {"1": 4}}}},
        "altars.altar_1.tablets.1",
        "at most 3 dark tablets",
    ),
    (
        {"game": SPIDER_SIDE, "altars": {"altar_1": {"artifact": "mortar", "tablets": {"rival": 1}}}},
        "altars.altar_1.tablets.rival",
        "unknown key",
    ),
    ({"game": SPIDER_SIDE, "altars": {"altar_1": {"tablets": {"1": 1}}}}, "altars.altar_1.tablets", "no dark tablet"),
    ({"game": SPIDER_SIDE, "altars": {"altar_1": {"artifact": "hat"}}}, "altars.altar_1.artifact", "no artifact"),
    (
        {"game": SPIDER_SIDE, "altars": {"altar_1": {"artifact": "mortar"}}, "players": {"2": {"hand": ["mortar"]}}},
        "altars.altar_1.artifact",
        "lies in players.2.hand already",
    ),
    # Owl Temple
    ({"players": {"1": {"lantern": "b1"}}}, "players.1.lantern", "belongs to the owl side"),
    ({"players": {"1": {"owl_tiles": {"one": 1}}}}, "players.1.owl_tiles", "belongs to the owl side"),
    ({"owl": {"taken": ["ow1a"]}}, "owl.taken", "belongs to the owl side"),
    ({"game": OWL_SIDE, "players": {"1": {"glass": "ow4", "lantern": "ow1a"}}}, "players.1.lantern", "in a passage"),
    ({"game": OWL_SIDE, "players": {"1": {"glass": "p1", "lantern": "board"}}}, "players.1.lantern", "on the track"),
    ({"game": OWL_SIDE, "players": {"1": {"glass": "p1", "lantern": "p2"}}}, "players.1.lantern", "unknown research"),
    ({"game": OWL_SIDE, "players": {"1": {"glass": "p1", "notebook": "p1"}}}, "players.1.notebook", "unknown research"),
    (
        {"game": OWL_SIDE, "players": {"1": {"glass": "p1", "notebook": "ow4"}}},
        "players.1.notebook",
        "may not stand above magnifying glass and lantern (row 3)",
    ),
    ({"game": OWL_SIDE, "players": {"1": {"glass": "p1"}, "2": {"glass": "p1"}}}, "players.2.glass", "player 1 is in"),
    ({"game": OWL_SIDE, "owl": {"passages": {"p1": 1}}}, "owl.passages.p1", "no magnifying glass stands in p1"),
    (
        {"game": OWL_SIDE, "players": {"2": {"glass": "p1"}}, "owl": {"passages": {"p1": "unused"}}},
        "owl.passages.p1",
        "the glass of 2 is in it",
    ),
    ({"game": OWL_SIDE, "owl": {"passages": {"p1": "rival"}}}, "owl.passages.p1", "one of unused, 1, 2"),
    ({"game": OWL_SIDE, "owl": {"tiles": {"ow2a": 1}}}, "owl.tiles.ow2a", "no tile lies on ow2a"),
    ({"game": OWL_SIDE, "owl": {"tiles": {"ow4": 10}}}, "owl.tiles.ow4", "no tile lies on ow4 here"),
    ({"game": OWL_SIDE, "owl": {"tiles": {"ow1a": 5}}}, "owl.tiles.ow1a", "is worth 1, not 5"),
    ({"game": OWL_SIDE, "owl": {"taken": ["ow4"]}}, "owl.taken", "no tile lies on ow4 here"),
    ({"game": OWL_SIDE, "owl": {"taken": ["p1"]}}, "owl.taken", "tile of a passage"),
    ({"game": OWL_SIDE, "owl": {"taken": ["ow1a"], "tiles": {"ow1b": 1}}}, "owl.taken", "listed already"),
    ({"game": OWL_SIDE, "owl": {"marked": ["ow3b"]}}, "owl.marked", "only the rival"),
    ({"game": {**OWL_SIDE, "players": 1}, "owl": {"marked": ["ow2b"]}}, "owl.marked", "no tile of 10 points"),
    ({"game": OWL_SIDE, "players": {"1": {"owl_tiles": {"ten": 4}}}}, "owl.tiles", "there are 3 tiles of 10 points"),
    (
        {"game": OWL_SIDE, "players": {"1": {"owl_tiles": {"ten": 2}}}, "owl": {"taken": ["ow1a"]}},
        "owl.tiles",
        "this position has 1 more",
    ),
    ({"game": OWL_SIDE, "supply": {"temple_tiles": {"top_ten": 2}}}, "supply.temple_tiles", "top_ten holds at most 1"),
    ({"game": OWL_SIDE, "supply": {"temple_tiles": {"gold": 1}}}, "supply.temple_tiles.gold", "unknown key"),
    ({"game": OWL_SIDE, "players": {"1": {"temple_tiles": {"gold": 1}}}}, "players.1.temple_tiles", "as owl_tiles"),
    (
        {"game": OWL_SIDE, "players": {"1": {"owl_tiles": {"one": 3}, "extra_slotted": 2}}},
        "players.1.extra_slotted",
        "with 3 Owl Temple tiles a player has only 1 slot",
    ),
    ({"game": {"players": 1}, "rival": {"stack": ["owl"]}}, "rival.stack", "the owl side only"),
    ({"game": {**SPIDER_SIDE, "players": 1}, "rival": {"used": ["owl"]}}, "rival.used", "the owl side only"),
    # idols off the map
    ({"game": OWL_SIDE, "players": {"1": {"idols": 23}}}, "players", "only 26 idols, this position has 1 more"),
    ({"supply": {"idol_stack": ["idol_coin"]}}, "supply.idol_stack", "0 idols lie face down off the map"),
    ({"supply": {"idols_left": 1}}, "supply.idols_left", "between 0 and 0"),
    ({"players": {"1": {"idols": 2, "idol_types": ["idol_coin"]}}}, "players.1.idol_types", "2 idols are in crates"),
    ({"players": {"1": {"idol_types": ["idol_coin"]}}}, "players.1.idol_types", "1 types are written, but 0 idols"),
    (
        {"players": {"1": {"idols": 4, "idol_types": ["idol_coin"] * 4}}},
        "players.1.idol_types",
        "only 3 tiles 'idol_coin'",
    ),
    # other sets
    ({"hidden_sites": ["l1_jewel"] * 2}, "hidden_sites", "only one"),
    ({"hidden_sites": list(a.LEVEL_1_IDS[:5])}, "hidden_sites", "at most 4"),
    ({"encounters": {"chapter_1": ["encounter_2_01"]}}, "encounters.chapter_1", "another chapter"),
    ({"players": {"1": {"encounters_kept": ["encounter_1_01"]}}}, "players.1.encounters_kept", "nobody keeps it"),
    (
        {"players": {"1": {"encounters_kept": ["encounter_1_10"]}}, "encounters": {"chapter_1": ["encounter_1_10"]}},
        "encounters.chapter_1",
        "lies in players.1.encounters_kept already",
    ),
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
