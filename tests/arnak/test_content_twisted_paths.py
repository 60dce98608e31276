"""The figures of the Spider Temple, the Owl Temple and the components of Twisted Paths, typed from their sources."""

from __future__ import annotations

import numpy as np
import pytest

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, authored_entries, load_content
from arnak_env.arnak.effect_words import program_notation


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


@pytest.fixture(scope="module")
def table(content: Content) -> np.void:
    record: np.void = content.tables[0]
    return record


def cost_of(digits: str) -> list[int]:
    """Numbers of coin, compass, tablet, arrowhead, jewel."""
    return [int(digit) for digit in digits]


def icons_of(letters: str) -> list[int]:
    """Travel icons, written b boot, o boat, c car, p plane."""
    return [letters.count(letter) for letter in "bocp"]


def unpacked(travel: int) -> list[int]:
    """The icons of a packed travel cost, three bits each."""
    return [(int(travel) >> (3 * icon)) & 7 for icon in range(4)]


def effect_of(table: np.void, start: int) -> str:
    return program_notation(table["program"], start) if start else ""


def leads_to(table: np.void, board: int, number: int) -> list[str]:
    words = names.TRACK_WORDS[o.BOARDS[board]]
    return [words[k] for k in table["track_next"][board, number].tolist() if k >= 0]


# --- what is in the box (statement 3) --------------------------------------------------------------------------------
def test_counts_of_the_box(content: Content, table: np.void) -> None:
    """Statement 3."""
    value = {entry: fields["value"] for entry, fields in content.entries["setting"].items()}
    assert value["dark_tablets"] == 28
    assert sum(value["owl_tiles_in_box"].values()) == 24
    assert o.MAX_PLAYERS == 4  # a lantern for each player
    assert names.LEVEL_1_IDS[10:] == ("tp_l1_gold", "tp_l1_silver")
    assert names.LEVEL_2_IDS[6:] == ("tp_l2_silver", "tp_l2_gold")
    assert len([guardian for guardian in names.GUARDIAN_IDS if guardian.startswith("tp_")]) == 4
    assert len([assistant for assistant in names.ASSISTANT_IDS if assistant.startswith("tp_")]) == 8
    assert table["idol_count"][1].sum() - table["idol_count"][0].sum() == 10
    assert table["bonus_count"][1].sum() - table["bonus_count"][0].sum() == 6
    of_the_set = [tile for tile, fields in content.entries["rival_tile"].items() if fields["set"] == "twisted_paths"]
    assert sorted(of_the_set) == sorted([f"{pair}_purple" for pair in o.PAIRS] + ["spider", "owl"])
    assert len(content.entries["objective"]) == 5


def test_the_set_brings_no_card() -> None:
    """Statement 4."""
    assert (o.ITEMS, o.ARTIFACTS, len(names.CARD_IDS)) == (40, 35, 40 + 35 + 4 + 1)


# --- components on every board ---------------------------------------------------------------------------------------
SITES = {
    "tp_l1_gold": "gain 1 compass; use gold effect of 1 supply assistant",
    "tp_l1_silver": "gain 1 coin, 1 tablet; use silver effect of 1 supply assistant",
    "tp_l2_silver": "gain 2 arrowhead; use silver effect of 1 supply assistant",
    "tp_l2_gold": "gain 1 jewel; use gold effect of 1 supply assistant",
}
# cost in tokens, travel, hand cards, travel of the boon or its effect
GUARDIANS = {
    "tp_guardian_1": ("01110", "", 0, "p"),
    "tp_guardian_2": ("10001", "", 0, "draw 1"),
    "tp_guardian_3": ("00010", "bb", 0, "bb"),
    "tp_guardian_4": ("01200", "", 0, "trade up 1"),
}
ASSISTANTS = {
    "tp_assistant_1": ("choose one: gain 1 coin | gain 1 compass", "choose one: gain 2 coin | gain 2 compass"),
    "tp_assistant_2": ("pay 1 hand card -> gain 1 coin, 1 compass", "gain 1 coin, 1 compass"),
    "tp_assistant_3": (
        "pay 1 hand card to deck top -> gain 1 tablet",
        "pay 1 hand card to deck top -> gain 1 compass, 1 tablet",
    ),
    "tp_assistant_4": ("draw 1 from deck bottom; put 1 hand card into play area", "draw 1 from deck bottom"),
    "tp_assistant_5": (
        "pay 1 compass -> gain 1 arrowhead",
        "choose one: pay 1 compass -> gain 1 arrowhead | pay 1 compass -> gain 1 jewel",
    ),
    "tp_assistant_6": ("gain 1 fear, 1 arrowhead", "gain 1 fear, 1 jewel"),
    "tp_assistant_7": ("travel 2 boot", "travel 1 plane; gain 1 coin"),
    "tp_assistant_8": ("pay 1 tablet -> gain 2 coin", "pay 1 tablet -> gain 2 coin, 1 compass"),
}


def test_site_tiles(table: np.void) -> None:
    for tile, effect in SITES.items():
        assert effect_of(table, table["tile_program"][names.TILE_IDS.index(tile)]) == effect
    offers = {tile: table["tile_offers"][names.TILE_IDS.index(tile)].tolist() for tile in SITES}
    assert list(offers.values()) == [[0, 1, 0, 0, 0], [1, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]


def test_guardians(table: np.void) -> None:
    for guardian, (cost, travel, hand_cards, boon) in GUARDIANS.items():
        i = names.GUARDIAN_IDS.index(guardian)
        assert table["guardian_cost"][i].tolist() == cost_of(cost)
        assert table["guardian_travel"][i].tolist() == icons_of(travel)
        assert table["guardian_hand"][i] == hand_cards
        travels = set(boon) <= set("bocp")
        assert table["boon_icons"][i].tolist() == (icons_of(boon) if travels else [0] * 4)
        assert effect_of(table, table["boon_program"][i]) == ("" if travels else boon)


def test_assistants(table: np.void) -> None:
    for assistant, sides in ASSISTANTS.items():
        i = names.ASSISTANT_IDS.index(assistant)
        assert [effect_of(table, start) for start in table["assistant_program"][i]] == list(sides)
        assert not table["assistant_main"][i]
    travelling = names.ASSISTANT_IDS.index("tp_assistant_7")
    assert table["assistant_icons"][travelling].tolist() == [icons_of("bb"), icons_of("p")]
    assert table["assistant_mixed"][travelling].tolist() == [0, 1]  # the gold side gives a coin as well
    assert table["assistant_icons"][12:].sum() == 3


def test_supply_stacks_as_equal_as_possible(table: np.void) -> None:
    with_set = table["stack_sizes"][1]
    for board in (o.BIRD, o.SPIDER, o.OWL):
        assert with_set[board, 1:].tolist() == [[7, 7, 6]] * 4
        assert table["stack_sizes"][0, board, 1:].tolist() == [[4, 4, 4]] * 4
    assert with_set[o.SNAKE, 1:].tolist() == [[6, 6, 6], [6, 6, 6], [6, 6, 5], [6, 5, 5]]


def test_idols(table: np.void) -> None:
    by_id = dict(zip(names.IDOL_IDS, table["idol_count"].T.tolist(), strict=True))
    added = {idol: both - base for idol, (base, both) in by_id.items()}
    assert added == {
        "idol_coin": 1, "idol_compass": 1, "idol_tablet": 1, "idol_exile": 1, "idol_trade_up": 1, "idol_refresh": 0,
        "idol_ready_boon": 1, "idol_fear_arrowhead": 1, "idol_coin_or_compass": 3,
    }  # fmt: skip
    effects = [effect_of(table, start) for start in table["idol_program"][6:]]
    assert effects == ["ready 1 used boon", "gain 1 fear, 1 arrowhead", "choose one: gain 1 coin | gain 1 compass"]


def test_bonus_tiles(table: np.void) -> None:
    assert table["bonus_count"][1].tolist() == [3] * 6 + [2] * 3
    assert [effect_of(table, start) for start in table["bonus_program"][6:]] == [
        "choose one: gain 1 coin | gain 1 compass",
        "refresh up to 1 assistant",
        "use silver effect of 1 supply assistant",
    ]
    assert table["bonus_plain"][6:].tolist() == [0, 0, 0]


def test_rival_tiles_of_the_boards(table: np.void) -> None:
    assert table["rival_kind"][[o.SPIDER_TILE, o.OWL_TILE]].tolist() == [o.RIVAL_SPIDER, o.RIVAL_OWL]
    assert table["rival_acts"][o.SPIDER_TILE].tolist() == [0, 1, 1, 1, 1]
    assert table["rival_acts"][o.OWL_TILE].tolist() == [1] * 5
    assert table["rival_invokes"][o.SPIDER_TILE].tolist() == [0, 0, 1, 1, 1]
    assert table["rival_places"][o.SPIDER_TILE].tolist() == [0, 1, 0, 1, 1]
    assert table["rival_right"][[o.SPIDER_TILE, o.OWL_TILE]].tolist() == [0, 1]
    others = [tile for tile in range(o.RIVAL_TILES) if tile != o.SPIDER_TILE]
    assert not table["rival_invokes"][others].any()
    assert not table["rival_places"][others].any()


def test_encounter_cards(content: Content) -> None:
    cards = content.entries["encounter"]
    assert [sum(fields["chapter"] == chapter for fields in cards.values()) for chapter in range(1, 6)] == [
        10, 10, 8, 10, 10,
    ]  # fmt: skip
    assert all(fields["confidence"] == "authored" for fields in cards.values())
    assert all(fields["effect"] for fields in cards.values())


# --- maps ------------------------------------------------------------------------------------------------------------
CAMPS = {
    o.SPIDER: ["gain 2 coin", "gain 2 compass", "gain 2 tablet", "gain 1 arrowhead", "pay 1 coin -> gain 1 jewel"],
    o.OWL: [
        "gain 1 coin; use 1 face-up idol on the board",
        "gain 2 compass",
        "gain 2 tablet",
        "gain 1 fear, 1 coin, 1 arrowhead",
        "pay 1 hand card -> gain 1 jewel",
    ],
}
TRAVEL = {
    o.SPIDER: ["c", "c", "o", "o", "c", "bb", "p", "o", "cc", "bp", "oc", "oo"],
    o.OWL: ["c", "o", "c", "o", "c", "bb", "o", "p", "cc", "co", "bp", "oo"],
}
DISCOVER = {
    o.SPIDER: ["03000"] * 8 + ["06000"] * 4,
    o.OWL: ["03000"] * 4 + ["23000"] * 4 + ["06000"] * 4,
}
FACE_DOWN = {o.SPIDER: [0] * 8 + [1] * 4, o.OWL: [0] * 4 + [1] * 8}
DARK_EFFECTS = {
    "camp_tablet": "pay 1 hand card -> gain 1 dark_tablet",
    "level_1_lower_4": "pay 1 coin -> gain 1 dark_tablet",
    "level_1_upper_4": "gain 1 fear, 1 dark_tablet",
    "level_2_4": "gain 1 dark_tablet",
}


@pytest.mark.parametrize("board", [o.SPIDER, o.OWL])
def test_camps_and_positions(table: np.void, board: int) -> None:
    assert [effect_of(table, start) for start in table["camp_program"][board]] == CAMPS[board]
    spaces = [icons_of("b"), icons_of("bb")] * 5 + [icons_of(letters) for letters in TRAVEL[board]]
    assert table["space_travel"][board].tolist() == spaces
    assert table["discover_cost"][board].tolist() == [[0] * 5] * 5 + [cost_of(cost) for cost in DISCOVER[board]]
    assert table["idols_up"][board].tolist() == [0] * 5 + [1] * 12
    assert table["idols_down"][board].tolist() == [0] * 5 + FACE_DOWN[board]


def test_camp_offers(table: np.void) -> None:
    """What the dig tiles of the rival see of the camps."""
    assert table["camp_offers"][o.SPIDER].tolist() == np.eye(5, dtype=int).tolist()
    assert table["camp_offers"][o.OWL].tolist() == [
        [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 1, 0], [0, 0, 0, 0, 1],
    ]  # fmt: skip


def test_dark_places(table: np.void) -> None:
    """Statement 26: four places carry a dark effect, a camp, two of level I and one of level II."""
    found = {
        site: effect_of(table, start)
        for site, start in zip(names.SITE_IDS, table["dark_program"][o.SPIDER].tolist(), strict=True)
        if start
    }
    assert found == DARK_EFFECTS
    assert not table["dark_program"][o.OWL].any()


# --- Spider Temple ---------------------------------------------------------------------------------------------------
# row, column, cost, travel, ways on, bonus tiles for 2, 3 and 4 players, points of magnifying glass and notebook
SPIDER = {
    "sp0": (0, 1, "00000", "", ["sp1", "sp1_right"], [0, 0, 0], 0, 0),
    "sp1": (1, 1, "00200", "b", ["sp2l", "sp2m"], [0, 0, 0], 1, 0),
    "sp2l": (2, 1, "00110", "", ["sp3l"], [0, 0, 0], 3, 3),
    "sp2m": (2, 2, "10001", "", ["sp3r"], [0, 0, 0], 3, 3),
    "sp3l": (3, 1, "01300", "", ["sp4l"], [1, 1, 1], 5, 4),
    "sp3r": (3, 2, "11010", "", ["sp4l", "sp4r"], [1, 1, 1], 5, 4),
    "sp4l": (4, 1, "00101", "", ["sp5l", "sp5m"], [1, 1, 1], 8, 8),
    "sp4r": (4, 2, "10001", "b", ["sp5r"], [0, 0, 0], 9, 8),
    "sp5l": (5, 1, "00210", "", ["sp6l"], [0, 0, 0], 12, 11),
    "sp5m": (5, 2, "02001", "", ["sp6r"], [0, 0, 0], 12, 11),
    "sp5r": (5, 3, "00020", "", ["sp6r"], [1, 1, 1], 11, 12),
    "sp6l": (6, 1, "00120", "", ["sp7"], [0, 0, 0], 14, 16),
    "sp6r": (6, 2, "10101", "", ["sp7"], [0, 0, 0], 15, 17),
    "sp7": (7, 1, "00011", "", ["sp8"], [2, 3, 4], 20, 22),
    "sp8": (8, 1, "01011", "", [], [0, 0, 0], 0, 0),
}
DARK = "gain 1 dark_tablet; "
SPIDER_EFFECTS = {
    "sp0": ("", ""),
    "sp1": ("gain 1 coin", "recruit 1 assistant"),
    "sp2l": ("gain 1 dark_tablet, 1 compass", "gain 1 dark_tablet, 1 compass"),
    "sp2m": ("gain 1 dark_tablet, 1 compass", "gain 1 dark_tablet, 1 coin"),
    "sp3l": ("gain 1 compass", "recruit or upgrade 1 assistant"),
    "sp3r": ("gain 2 coin", "recruit or upgrade 1 assistant"),
    "sp4l": ("recruit or upgrade 1 assistant", "gain 1 compass"),
    "sp4r": (DARK + "draw 1", "gain 1 dark_tablet, 2 compass"),
    "sp5l": ("draw 1", "buy artifact free"),
    "sp5m": (DARK + "exile up to 1; gain 1 compass", DARK + "refresh up to 1 assistant"),
    "sp5r": ("recruit or upgrade 1 assistant", "gain 2 compass"),
    "sp6l": ("gain 1 dark_tablet, 1 compass", DARK + "upgrade 1 assistant"),
    "sp6r": ("gain 1 fear", "upgrade 1 assistant"),
    "sp7": ("gain 1 fear", "gain 1 jewel"),
    "sp8": ("", ""),
}


def test_spider_track(table: np.void) -> None:
    words = names.TRACK_WORDS["spider"]
    assert (*SPIDER, "sp1_right") == words
    assert table["track_spaces"][o.SPIDER] == 16
    for number, (word, figures) in enumerate(SPIDER.items()):
        row, column, cost, travel, following, bonus, glass, notebook = figures
        assert table["track_row"][o.SPIDER, number] == row, word
        assert table["track_column"][o.SPIDER, number] == column, word
        assert table["track_place"][o.SPIDER, number] == number, word
        assert table["track_cost"][o.SPIDER, number].tolist() == [*cost_of(cost), 0], word
        assert unpacked(table["track_travel"][o.SPIDER, number]) == icons_of(travel), word
        assert leads_to(table, o.SPIDER, number) == following, word
        assert table["track_bonus"][o.SPIDER, number].tolist() == [0, bonus[0], *bonus], word
        assert table["space_points"][o.SPIDER, number].tolist() == [glass, notebook, 0], word


def test_second_bridge_of_the_spider_track(table: np.void) -> None:
    number = names.TRACK_WORDS["spider"].index("sp1_right")
    assert table["track_place"][o.SPIDER, number] == 1
    assert table["track_row"][o.SPIDER, number] == 1
    assert table["track_cost"][o.SPIDER, number].tolist() == [0, 0, 0, 0, 1, 0]
    assert table["track_travel"][o.SPIDER, number] == 0


def test_spider_effects(table: np.void) -> None:
    for number, (word, effects) in enumerate(SPIDER_EFFECTS.items()):
        starts = table["space_program"][o.SPIDER, number, : o.LANTERN]
        assert tuple(effect_of(table, start) for start in starts) == effects, word
    assert not table["space_program"][o.SPIDER, :, o.LANTERN].any()
    beside = [word for number, word in enumerate(SPIDER) if table["track_idols"][o.SPIDER, number]]
    assert beside == ["sp4l"]
    assert table["idols_beside"][o.SPIDER].tolist() == [0, 2, 2, 3, 4]
    symbols = [word for number, word in enumerate(SPIDER) if table["space_assistant"][o.SPIDER, number]]
    assert symbols == ["sp1", "sp3l", "sp3r", "sp4l", "sp5r", "sp6l", "sp6r"]


def test_every_way_up_the_spider_track_passes_two_dark_tablets() -> None:
    gives = {word for word, (glass, _) in SPIDER_EFFECTS.items() if "dark_tablet" in glass}
    assert gives == {"sp2l", "sp2m", "sp4r", "sp5m", "sp6l"}
    ways = [["sp1"]]
    while ways[0][-1] != "sp8":
        ways = [[*way, word] for way in ways for word in SPIDER[way[-1]][4]]
    assert {len(gives & set(way)) for way in ways} == {2}


def test_altars_and_dark_supply(table: np.void) -> None:
    """Statements 14, 15, 60 and 64."""
    assert table["altar_points"].tolist() == [2, 2, 3, 3, 4]
    assert table["altar_row"].tolist() == [2, 3, 4, 6, 7]
    assert table["dark_points"].tolist() == [0, -1, -2, -2, -3, -3, -4, -5]
    assert table["dark_per_space"].tolist() == [0, 2, 2, 3, 4]
    assert (o.DARK_SPACES * table["dark_per_space"][1:]).tolist() == [14, 14, 21, 28]
    assert o.ALTAR_LIMIT == 3


def test_lost_temple_of_spider(table: np.void) -> None:
    """Statements 66 and 135."""
    assert table["track_temple"][o.SPIDER] == names.TRACK_WORDS["spider"].index("sp8")
    assert table["arrival_points"][o.SPIDER].tolist() == [31, 29, 28, 27]
    assert table["temple_bonus_size"][o.SPIDER].tolist() == [0, 2, 2, 3, 4]
    costs = ["10200", "00001", "01010", "10201", "01011", "11211"]
    assert table["temple_cost"][o.SPIDER].tolist() == [cost_of(cost) for cost in costs]
    assert table["temple_points"][o.SPIDER].tolist() == [2, 2, 2, 6, 6, 11]
    assert table["temple_size"][o.SPIDER].tolist() == [[0] * 6, [2] * 6, [2] * 6, [3] * 6, [4] * 6]
    assert not table["temple_access"][o.SPIDER].any()


# --- Owl Temple ------------------------------------------------------------------------------------------------------
# row, column, cost, ways on, bonus tiles, points of the tile, tiles, price of the tile
OWL: dict[str, tuple[int, int, str, list[str], list[int], int, list[int], str]] = {
    "ow0": (0, 1, "00000", ["ow1a", "ow1b"], [0, 0, 0], 0, [0, 0, 0], "00000"),
    "ow1a": (1, 1, "01100", ["ow2a", "ow2b"], [0, 0, 0], 1, [1, 1, 1], "01100"),
    "ow1b": (1, 2, "00010", ["ow2b"], [0, 0, 0], 1, [1, 1, 1], "20000"),
    "ow2a": (2, 1, "00200", ["ow3a"], [0, 1, 1], 0, [0, 0, 0], "00000"),
    "ow2b": (2, 2, "00001", ["ow3a", "ow3b"], [0, 0, 0], 5, [1, 1, 1], "10001"),
    "ow3a": (3, 1, "01010", ["ow4", "p1"], [0, 0, 0], 5, [1, 1, 1], "10110"),
    "ow3b": (3, 2, "00110", ["ow4"], [0, 0, 0], 10, [1, 1, 1], "10002"),
    "ow4": (4, 1, "10001", ["ow5a", "ow5b", "p2"], [0, 0, 0], 10, [0, 1, 1], "00021"),
    "ow5a": (5, 1, "01001", ["ow6a", "ow6b", "p3"], [0, 0, 0], 1, [1, 1, 1], "00010"),
    "ow5b": (5, 2, "10110", ["ow6b", "ow6c"], [0, 0, 0], 5, [1, 1, 1], "01001"),
    "ow6a": (6, 1, "00020", ["ow7"], [1, 1, 1], 0, [0, 0, 0], "00000"),
    "ow6b": (6, 2, "00101", ["ow7"], [0, 0, 0], 10, [1, 1, 1], "00211"),
    "ow6c": (6, 3, "10001", ["ow7"], [1, 1, 1], 0, [0, 0, 0], "00000"),
    "ow7": (7, 1, "00210", ["ow8a", "ow8b", "p4"], [1, 1, 2], 0, [0, 0, 0], "00000"),
    "ow8a": (8, 1, "10020", ["ow9"], [0, 0, 0], 5, [1, 1, 1], "00020"),
    "ow8b": (8, 2, "01101", ["ow9"], [0, 0, 0], 5, [1, 1, 1], "00101"),
    "ow9": (9, 1, "00011", ["p5", "p6"], [1, 2, 2], 0, [0, 0, 0], "00000"),
}
# magnifying glass, notebook, lantern, each with its points
OWL_ROWS = {
    1: (("gain 1 coin", 1), ("recruit 1 assistant", 0), ("gain 1 compass", 1)),
    2: (("gain 1 compass", 2), ("gain 1 coin", 1), ("recruit or upgrade 1 assistant", 2)),
    3: (("gain 1 compass", 3), ("recruit or upgrade 1 assistant", 1), ("gain 1 tablet", 3)),
    4: (("draw 1", 4), ("upgrade 1 assistant", 2), ("refresh up to 1 assistant", 4)),
    5: (("gain 2 coin", 8), ("exile up to 1; gain 1 compass", 7), ("draw 1", 8)),
    6: (("gain 1 compass", 11), ("refresh up to 1 assistant", 9), ("gain 1 arrowhead", 11)),
    7: (("exile up to 1; gain 1 compass", 16), ("buy artifact free", 12), ("gain 2 compass", 16)),
    8: (("gain 1 fear", 20), ("overcome guardian free at site you occupy", 16), ("gain 1 jewel", 20)),
    9: (("gain 2 compass", 25), ("draw 1", 18), ("gain 3 coin", 25)),
}
# row, cost, right side, what lies there, points of the magnifying glass
PASSAGES = {
    "p1": (3, "01100", 0, 1, 3),
    "p2": (4, "20100", 1, 1, 4),
    "p3": (5, "01010", 0, 1, 8),
    "p4": (7, "00101", 1, 5, 16),
    "p5": (9, "00001", 0, 0, 25),
    "p6": (9, "00110", 0, 0, 25),
}
# points, number for 2, 3 and 4 players, row that opens it, price
PILES = {
    "top_left": (1, [2, 2, 3], 5, "00200"),
    "top_idols": (0, [2, 2, 3], 5, "00001"),
    "top_right": (1, [2, 2, 3], 5, "10010"),
    "top_five_left": (5, [1, 1, 1], 7, "00201"),
    "top_five_right": (5, [1, 1, 1], 7, "10011"),
    "top_ten": (10, [1, 1, 1], 9, "10211"),
}


def test_owl_track(table: np.void) -> None:
    assert (*OWL, *PASSAGES) == names.TRACK_WORDS["owl"]
    assert table["track_spaces"][o.OWL] == 23
    assert table["track_temple"][o.OWL] == -1
    for number, (word, figures) in enumerate(OWL.items()):
        row, column, cost, following, bonus, points, tiles, price = figures
        assert table["track_row"][o.OWL, number] == row, word
        assert table["track_column"][o.OWL, number] == column, word
        assert table["track_cost"][o.OWL, number].tolist() == [*cost_of(cost), 0], word
        assert table["track_travel"][o.OWL, number] == 0, word
        assert leads_to(table, o.OWL, number) == following, word
        assert table["track_bonus"][o.OWL, number].tolist() == [0, bonus[0], *bonus], word
        assert table["owl_points"][o.OWL, number] == points, word
        assert table["owl_tiles"][o.OWL, number].tolist() == [0, tiles[0], *tiles], word
        assert table["owl_cost"][o.OWL, number].tolist() == cost_of(price), word


def test_owl_rows(table: np.void) -> None:
    for number, figures in enumerate(OWL.values()):
        if figures[0] == 0:
            assert not table["space_program"][o.OWL, number].any()
            continue
        for token, (effect, points) in enumerate(OWL_ROWS[figures[0]]):
            assert effect_of(table, table["space_program"][o.OWL, number, token]) == effect
            assert table["space_points"][o.OWL, number, token] == points


def test_passages(table: np.void) -> None:
    """Statements 74, 87 and 88."""
    for number, (word, figures) in enumerate(PASSAGES.items(), len(OWL)):
        row, cost, right, points, glass = figures
        assert table["track_row"][o.OWL, number] == row, word
        assert table["track_cost"][o.OWL, number].tolist() == [*cost_of(cost), 0], word
        assert table["passage"][o.OWL, number] == (o.PASSAGE_TILE if points else o.PASSAGE_IDOL), word
        assert table["passage_right"][o.OWL, number] == right, word
        assert table["owl_points"][o.OWL, number] == points, word
        assert table["owl_tiles"][o.OWL, number, 1:].tolist() == [int(points > 0)] * 4, word
        assert table["space_points"][o.OWL, number].tolist() == [glass, 0, 0], word
        assert leads_to(table, o.OWL, number) == [], word
        assert not table["space_program"][o.OWL, number].any(), word
    assert not table["passage"][: o.OWL].any()
    assert not table["passage"][o.OWL, : len(OWL)].any()


def test_piles_at_the_top(table: np.void) -> None:
    """Statements 70, 91 and 146."""
    assert tuple(PILES) == names.OWL_PILE_IDS
    for pile, (points, number, row, price) in enumerate(PILES.values()):
        assert table["temple_points"][o.OWL, pile] == points
        assert table["temple_size"][o.OWL, :, pile].tolist() == [0, number[0], *number]
        assert table["temple_access"][o.OWL, pile] == row
        assert table["temple_cost"][o.OWL, pile].tolist() == cost_of(price)


@pytest.mark.parametrize(("players", "used"), [(1, [10, 8, 3]), (2, [10, 8, 3]), (3, [10, 8, 4]), (4, [12, 8, 4])])
def test_owl_tiles_come_out_of_the_box(table: np.void, players: int, used: list[int]) -> None:
    on_track = table["owl_points"][o.OWL] * table["owl_tiles"][o.OWL, :, players]
    piles = zip(table["temple_points"][o.OWL], table["temple_size"][o.OWL, players], strict=True)
    tiles = [*on_track.tolist(), *(points for points, size in piles for _ in range(size))]
    assert [tiles.count(points) for points in o.OWL_POINTS] == used


@pytest.mark.parametrize(("players", "needed"), [(1, 24), (2, 24), (3, 24), (4, 25)])
def test_idols_needed_on_owl(table: np.void, players: int, needed: int) -> None:
    placed = table["idols_up"][o.OWL].sum() + table["idols_down"][o.OWL].sum()
    in_passages = (table["passage"][o.OWL] == o.PASSAGE_IDOL).sum()
    assert placed == 20
    assert placed + in_passages + table["temple_size"][o.OWL, players, 1] == needed
    assert table["idol_count"][1].sum() == 26


@pytest.mark.parametrize(("players", "needed"), [(1, 18), (2, 18), (3, 19), (4, 20)])
def test_idols_needed_on_spider(table: np.void, players: int, needed: int) -> None:
    placed = table["idols_up"][o.SPIDER].sum() + table["idols_down"][o.SPIDER].sum()
    assert placed + table["idols_beside"][o.SPIDER, players] == needed


# --- what is not certain ---------------------------------------------------------------------------------------------
def test_stand_ins_keep_their_mark(content: Content) -> None:
    """No public source shows the prices on the two tracks and most of their effects."""
    authored = {(d.kind, d.entry, d.field) for d in authored_entries(content) if d.confidence == "authored"}
    for word in SPIDER:
        if word != "sp0":
            assert ("spider_space", word, "cost") in authored
        if word not in ("sp0", "sp8"):
            assert ("spider_space", word, "glass_effect") in authored
            assert ("spider_space", word, "notebook_effect") in authored
        assert (("spider_space", word, "space_bonus") in authored) == ("dark_tablet" in SPIDER_EFFECTS[word][0])
    for word, figures in OWL.items():
        assert (("owl_space", word, "cost") in authored) == (word != "ow0")
        assert (("owl_space", word, "tile_cost") in authored) == (figures[5] > 0)
    for row in OWL_ROWS:
        for token in o.RESEARCH_TOKENS:
            assert ("owl_row", f"owl_row_{row}", f"{token}_effect") in authored
    for kind, words in (("passage", list(PASSAGES)), ("owl_pile", list(PILES))):
        assert {(kind, word, "cost") for word in words} <= authored
    for kind, words in (("guardian", list(GUARDIANS)), ("assistant", list(ASSISTANTS))):
        assert {(kind, word, "") for word in words} <= authored
    assert {("bonus_tile", tile, "") for tile in names.BONUS_IDS[6:]} <= authored


def test_printed_figures_of_the_boards_are_certain(content: Content) -> None:
    doubted = {(d.kind, d.entry, d.field): d.value for d in authored_entries(content)}
    for entry in ("altar_1", "altar_3", "altar_4"):
        assert ("altar", entry, "points") not in doubted
        assert "points" not in doubted.get(("altar", entry, ""), {})
    for pile in PILES:
        assert ("owl_pile", pile, "access_row") not in doubted
        assert "access_row" not in doubted.get(("owl_pile", pile, ""), {})
    for number in range(1, 5):
        entry = f"owl_level_1_upper_{number}"
        assert {("board_position", entry, field) for field in ("discover", "idols_face_up")} & set(doubted) == set()
