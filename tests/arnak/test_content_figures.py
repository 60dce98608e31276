"""The content files are complete, and the figures of the base game equal the printed ones.

Those of the boards and components of Twisted Paths have a file of their own, `test_content_twisted_paths.py`.
"""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, authored_entries, load_content
from arnak_env.arnak.content.entries import FILES, FOLDER
from arnak_env.arnak.content.schema import CONFIDENCE, KINDS
from arnak_env.arnak.effect_words import program_notation
from arnak_env.arnak.tables import TABLES


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


@pytest.fixture(scope="module")
def table(content: Content) -> np.void:
    record: np.void = content.tables[0]
    return record


COUNTED = {
    "card", "camp", "site_tile", "position", "board_camp", "board_position", "guardian", "idol", "slot_effect",
    "assistant", "bonus_tile", "space", "track_row", "temple_stack", "spider_space", "spider_bridge", "altar",
    "dark_space", "owl_space", "passage", "owl_row", "owl_pile", "encounter", "rival_tile", "objective", "seat",
}  # fmt: skip


# --- completeness ----------------------------------------------------------------------------------------------------
def test_every_component_has_an_entry(content: Content) -> None:
    counts = {kind: len(entries) for kind, entries in content.entries.items()}
    assert counts["card"] == 40 + 35 + 4 + 1
    assert counts["camp"] == 5
    assert counts["site_tile"] == 10 + 6 + 2 + 2
    assert counts["position"] == 8 + 4
    assert counts["board_camp"] == 2 * 5
    assert counts["board_position"] == 2 * (8 + 4)
    assert counts["guardian"] == 15 + 4
    assert counts["idol"] == 6 + 3
    assert counts["slot_effect"] == 5
    assert counts["assistant"] == 12 + 8
    assert counts["bonus_tile"] == 6 + 3
    assert counts["space"] == 2 * 15
    assert counts["track_row"] == 2 * 8
    assert counts["temple_stack"] == 3 * 6
    assert counts["spider_space"] == 15
    assert counts["spider_bridge"] == 1
    assert counts["altar"] == 5
    assert counts["dark_space"] == 7
    assert counts["owl_space"] == 17
    assert counts["passage"] == 6
    assert counts["owl_row"] == 9
    assert counts["owl_pile"] == 6
    assert counts["encounter"] == 10 + 10 + 8 + 10 + 10
    assert counts["rival_tile"] == 5 + 5 * 3 + 2
    assert counts["objective"] == 5
    assert counts["seat"] == 4
    assert set(counts) - {"setting", "category", "open_question"} == COUNTED


def test_files_list_the_entries_in_the_order_of_the_actions() -> None:
    files = {file: tomllib.loads((FOLDER / file).read_text(encoding="utf-8")) for file in FILES}
    for kind in set(KINDS) - {"setting", "category", "open_question"}:
        listed = [entry["id"] for file in KINDS[kind].files for entry in files[file].get(kind, ())]
        assert tuple(listed) == KINDS[kind].ids, kind


def test_every_entry_names_its_sources_and_how_sure_it_is(content: Content) -> None:
    for entries in content.entries.values():
        for fields in entries.values():
            assert fields["source"]
            assert fields["confidence"] in CONFIDENCE


def test_tables_are_one_record(content: Content) -> None:
    assert content.tables.dtype == TABLES
    assert content.tables.shape == (1,)
    assert load_content() is content


# --- printed figures, typed from the reference -----------------------------------------------------------------------
# cost, points, travel icons (b boot, o boat, c car, p plane)
FIGURES = {
    "sea_turtle": (3, 1, "oo"), "ostrich": (3, 1, "cc"), "pack_donkey": (4, 1, "cc"), "horse": (4, 1, "cc"),
    "steam_boat": (3, 3, "oo"), "automobile": (3, 3, "cc"), "sturdy_boots": (1, 1, "cc"), "gold_pan": (1, 1, "oo"),
    "trowel": (1, 1, "c"), "pickaxe": (1, 1, "c"), "hot_air_balloon": (2, 1, "p"), "aeroplane": (4, 3, "pp"),
    "journal": (3, 1, "co"), "parrot": (2, 2, "o"), "watch": (1, 1, "o"), "army_knife": (3, 1, "co"),
    "binoculars": (4, 1, "o"), "tent": (4, 2, "c"), "fishing_rod": (2, 2, "o"), "precision_compass": (4, 1, "o"),
    "bow_and_arrows": (2, 2, "c"), "carrier_pigeon": (2, 1, "o"), "whip": (2, 1, "c"), "rough_map": (1, 1, "o"),
    "airdrop": (2, 1, "p"), "flask": (2, 1, "o"), "machete": (4, 1, "c"), "torch": (2, 2, "o"),
    "large_backpack": (3, 1, "c"), "rope": (2, 1, "o"), "revolver": (4, 1, "oo"), "hat": (1, 1, "o"),
    "bear_trap": (2, 1, "c"), "grappling_hook": (2, 2, "c"), "lantern": (3, 2, "c"), "dog": (3, 1, "c"),
    "brush": (3, 3, "c"), "axe": (2, 2, "o"), "chronometer": (3, 2, "oo"), "theodolite": (3, 1, "o"),
    "pathfinders_sandals": (3, 1, "p"), "pathfinders_staff": (4, 1, "p"), "war_mask": (3, 1, "p"),
    "treasure_chest": (4, 3, "p"), "ritual_dagger": (4, 2, "p"), "crystal_earring": (4, 2, "p"),
    "mortar": (3, 1, "p"), "serpents_gold": (3, 2, "p"), "serpent_idol": (2, 1, "p"), "monkey_medallion": (4, 2, "p"),
    "idol_of_ara_anu": (3, 1, "p"), "inscribed_blade": (2, 1, "p"), "guardians_ocarina": (4, 2, "pp"),
    "tigerclaw_hairpin": (4, 2, "p"), "war_club": (4, 1, "p"), "sundial": (2, 1, "p"), "traders_scales": (4, 2, "p"),
    "hunting_arrows": (4, 1, "p"), "coconut_flask": (3, 2, "p"), "cleansing_cauldron": (3, 1, "p"),
    "ancient_wine": (3, 1, "p"), "decorated_horn": (2, 1, "p"), "ornate_hammer": (4, 2, "p"),
    "star_charts": (4, 2, "p"), "stone_jar": (2, 1, "p"), "passage_shell": (3, 1, "p"),
    "ceremonial_rattle": (3, 2, "p"), "sacred_drum": (4, 1, "p"), "traders_coins": (3, 1, "p"),
    "stone_key": (3, 2, "p"), "obsidian_earring": (4, 2, "p"), "guiding_stone": (3, 1, "p"),
    "guiding_skull": (4, 1, "p"), "runes_of_the_dead": (4, 1, "p"), "guardians_crown": (4, 2, "p"),
    "funding_car": (0, 0, "c"), "funding_boat": (0, 0, "o"), "exploration_car": (0, 0, "c"),
    "exploration_boat": (0, 0, "o"), "fear": (0, -1, "b"),
}  # fmt: skip
FREE_CARDS = {
    "steam_boat", "automobile", "gold_pan", "watch", "carrier_pigeon", "hat", "chronometer",
    "funding_car", "funding_boat", "exploration_car", "exploration_boat",
}  # fmt: skip
CARDS_THAT_EXILE_THEMSELVES = {"hot_air_balloon", "journal", "whip", "rough_map", "airdrop", "flask", "bear_trap"}


def test_card_figures(table: np.void) -> None:
    assert tuple(FIGURES) == names.CARD_IDS
    for i, (cost, points, icons) in enumerate(FIGURES.values()):
        assert table["card_cost"][i] == cost, names.CARD_IDS[i]
        assert table["card_points"][i] == points, names.CARD_IDS[i]
        assert table["card_icons"][i].tolist() == [icons.count(letter) for letter in "bocp"], names.CARD_IDS[i]


def test_card_timing(table: np.void) -> None:
    free = {card for i, card in enumerate(names.CARD_IDS) if table["card_timing"][i] == o.TIMING_FREE}
    assert free == FREE_CARDS
    assert [card for i, card in enumerate(names.CARD_IDS) if table["card_timing"][i] == o.TIMING_NONE] == ["fear"]
    exiling = {card for i, card in enumerate(names.CARD_IDS) if table["card_exiles_itself"][i]}
    assert exiling == CARDS_THAT_EXILE_THEMSELVES
    assert [card for i, card in enumerate(names.CARD_IDS) if table["card_program"][i] == 0] == ["fear"]


# coin, compass, tablet, arrowhead, jewel; travel boot, boat, car, plane; hand cards; travel boon
GUARDIANS = [
    ([1, 1, 0, 1, 0], [0, 0, 0, 0], 0, "boat"),
    ([1, 0, 0, 1, 0], [0, 0, 0, 0], 1, "exile up to 1"),
    ([1, 0, 0, 1, 0], [1, 0, 0, 0], 0, "car"),
    ([2, 0, 0, 1, 0], [0, 0, 0, 0], 0, "car"),
    ([0, 0, 1, 1, 0], [1, 0, 0, 0], 0, "exile up to 1"),
    ([0, 0, 0, 1, 0], [0, 0, 0, 1], 0, "exile up to 1"),
    ([0, 1, 0, 1, 0], [0, 0, 0, 0], 1, "draw 1"),
    ([4, 0, 0, 0, 0], [0, 0, 0, 0], 0, "trade up 1"),
    ([0, 0, 0, 1, 0], [0, 1, 0, 0], 0, "car"),
    ([0, 0, 0, 1, 0], [0, 0, 1, 0], 0, "boat"),
    ([0, 1, 0, 0, 0], [2, 0, 0, 0], 0, "exile up to 1"),
    ([0, 0, 0, 0, 1], [1, 0, 0, 0], 0, "plane"),
    ([0, 0, 3, 0, 0], [0, 0, 0, 0], 0, "plane"),
    ([0, 0, 0, 1, 0], [0, 0, 0, 1], 0, "exile up to 1"),
    ([0, 2, 0, 1, 0], [0, 0, 0, 0], 0, "boat"),
]


def test_guardians(table: np.void) -> None:
    assert len(GUARDIANS) == o.BASE_GUARDIANS
    for i, (cost, travel, hand, boon) in enumerate(GUARDIANS):
        assert table["guardian_cost"][i].tolist() == cost
        assert table["guardian_travel"][i].tolist() == travel
        assert table["guardian_hand"][i] == hand
        assert table["boon_icons"][i].tolist() == [int(boon == icon) for icon in o.ICONS]
        program = table["boon_program"][i]
        assert (program_notation(table["program"], program) if program else "") == (
            "" if boon in o.ICONS else boon
        )  # fmt: skip
    assert table["guardian_points"] == 5


def test_sites(table: np.void) -> None:
    assert table["site_level"].tolist() == [0] * 5 + [1] * 8 + [2] * 4
    assert table["site_row"].tolist() == [0] * 5 + [1] * 4 + [2] * 4 + [3] * 4
    assert table["site_column"].tolist() == [1, 2, 3, 4, 5, *[1, 2, 3, 4] * 3]
    boot, car, boat = [1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]
    camps = [boot, [2, 0, 0, 0]] * 5
    bird = [car, car, boat, boat] * 2 + [[0, 0, 2, 0]] * 2 + [[0, 2, 0, 0]] * 2
    snake = [car, car, boat, boat, car, [2, 0, 0, 0], [0, 0, 0, 1], boat]
    snake += [[0, 0, 2, 0], [1, 0, 0, 1], [0, 1, 1, 0], [0, 2, 0, 0]]
    assert table["space_travel"][:2].tolist() == [camps + bird, camps + snake]
    for board in range(2):
        assert table["discover_cost"][board, :, o.COMPASS].tolist() == [0] * 5 + [3] * 8 + [6] * 4
        assert table["discover_cost"][board].sum() == 8 * 3 + 4 * 6
        assert table["idols_up"][board].tolist() == [0] * 5 + [1] * 12
        assert table["idols_down"][board].tolist() == [0] * 13 + [1] * 4
    assert table["blocking_tiles"].tolist() == [0, 5, 5, 3, 0]


def test_site_offers(table: np.void) -> None:
    assert table["camp_offers"][:2].tolist() == [np.eye(5, dtype=int).tolist()] * 2
    assert not table["dark_program"][:2].any()
    offers = dict(zip(names.TILE_IDS, table["tile_offers"].tolist(), strict=True))
    assert offers["l1_item_or_compass"] == [0, 2, 0, 0, 0]
    assert offers["l1_coin_2tablet"] == [1, 0, 1, 0, 0]
    assert offers["l1_fear_compass_jewel"] == [0, 1, 0, 0, 1]
    assert offers["l2_four"] == [1, 1, 1, 1, 0]
    assert offers["l2_draw_tablet_jewel"] == [0, 0, 1, 0, 1]


def test_idols(table: np.void) -> None:
    assert table["idol_count"][0].tolist() == [3, 3, 3, 3, 2, 2, 0, 0, 0]
    assert table["idol_count"][0].sum() == 16
    assert table["idol_points"] == 3
    assert table["slot_points"].tolist() == [1, 2, 3, 4]


ASSISTANTS = [
    ("gain 2 coin", "gain 3 coin"),
    ("gain 1 tablet", "gain 1 coin, 1 tablet"),
    ("pay travel 1 boot -> gain 1 arrowhead", "gain 1 arrowhead"),
    ("pay 1 coin -> gain 1 arrowhead", "choose one: pay 1 coin -> gain 1 arrowhead | pay 1 coin -> gain 1 jewel"),
    ("exile up to 1", "gain 1 compass; exile up to 1"),
    ("draw 1; put 1 hand card into play area", "draw 1"),
    ("choose one: gain 1 coin | travel 1 plane", "choose one: gain 2 coin | travel 2 plane"),
    ("choose one: gain 1 compass | travel 1 car", "choose one: gain 1 coin, 1 compass | travel 2 car"),
    ("choose one: gain 1 compass | travel 1 boat", "choose one: gain 1 coin, 1 compass | travel 2 boat"),
    ("buy item or artifact with discount 1", "buy item or artifact with discount 2"),
    ("trade up 1", "gain 1 compass; trade up 1"),
    ("gain 1 compass", "gain 2 compass"),
]


def test_assistants(table: np.void) -> None:
    for i, levels in enumerate(ASSISTANTS):
        for level, effect in enumerate(levels):
            assert program_notation(table["program"], table["assistant_program"][i, level]) == effect
    assert [names.ASSISTANT_IDS[i] for i in np.flatnonzero(table["assistant_main"])] == ["discount_buy"]
    icons = {
        (names.ASSISTANT_IDS[i], level): table["assistant_icons"][i, level].tolist()
        for i in range(o.BASE_ASSISTANTS)
        for level in range(2)
        if table["assistant_icons"][i, level].any()
    }
    assert icons == {
        ("coin_or_plane", 0): [0, 0, 0, 1],
        ("coin_or_plane", 1): [0, 0, 0, 2],
        ("compass_or_car", 0): [0, 0, 1, 0],
        ("compass_or_car", 1): [0, 0, 2, 0],
        ("compass_or_boat", 0): [0, 1, 0, 0],
        ("compass_or_boat", 1): [0, 2, 0, 0],
    }
    assert table["stack_sizes"][0, o.BIRD, 1:].tolist() == [[4, 4, 4]] * 4
    assert table["stack_sizes"][0, o.SNAKE, 1:].tolist() == [[3, 3, 4], [3, 3, 4], [3, 3, 3], [3, 3, 2]]
    assert table["rescue_size"].tolist() == [[0] * 5, [0, 2, 2, 3, 4], [0] * 5, [0] * 5]


# bridges to a space: row, cost in coin, compass, tablet, arrowhead, jewel, idol, and where they lead on
BIRD = [
    (0, "000000", [1, 2]), (1, "010100", [3, 4]), (1, "000010", [4]), (2, "000010", [5]), (2, "001100", [5]),
    (3, "002100", [6, 7, 8]), (4, "101100", [9]), (4, "001010", [9]), (4, "000200", [9]), (5, "100010", [10, 11]),
    (6, "010010", [12]), (6, "002100", [12, 13]), (7, "101100", [14]), (7, "001010", [14]), (8, "110010", []),
]  # fmt: skip
SNAKE = [
    (0, "000000", [1, 2]), (1, "012000", [3, 4]), (1, "000010", [4, 5]), (2, "110100", [6]), (2, "001010", [6, 7]),
    (2, "000200", [7]), (3, "002100", [8]), (3, "100010", [8]), (4, "000001", [9, 10]), (5, "000200", [11, 12]),
    (5, "001010", [12]), (6, "001010", [13]), (6, "013000", [13]), (7, "101100", [14]), (8, "010110", []),
]  # fmt: skip


@pytest.mark.parametrize(("board", "spaces"), [(0, BIRD), (1, SNAKE)])
def test_research_tracks(table: np.void, board: int, spaces: list[tuple[int, str, list[int]]]) -> None:
    assert table["track_spaces"][board] == len(spaces)
    for i, (row, cost, following) in enumerate(spaces):
        assert table["track_row"][board, i] == row
        assert table["track_cost"][board, i].tolist() == [int(number) for number in cost]
        assert [k for k in table["track_next"][board, i].tolist() if k >= 0] == following


# the first space of each row on Bird and on Snake: every space of a row has the same effects and points
FIRST_OF_ROW = ([0, 1, 3, 5, 6, 9, 10, 12, 14], [0, 1, 3, 6, 8, 9, 11, 13, 14])


def test_research_rows(table: np.void) -> None:
    points = [table["space_points"][board, spaces] for board, spaces in enumerate(FIRST_OF_ROW)]
    assert points[0][:, o.GLASS].tolist() == [0, 1, 2, 4, 6, 9, 12, 16, 0]
    assert points[0][:, o.NOTEBOOK].tolist() == [0, 0, 1, 2, 4, 6, 8, 10, 0]
    assert points[1][:, o.GLASS].tolist() == [0, 1, 2, 3, 4, 5, 10, 15, 0]
    assert points[1][:, o.NOTEBOOK].tolist() == [0, 0, 3, 4, 5, 8, 12, 15, 0]
    assert table["arrival_points"][:2].tolist() == [[23, 21, 20, 19]] * 2
    snake = table["space_program"][o.SNAKE, FIRST_OF_ROW[1][1:8], o.GLASS]
    assert [program_notation(table["program"], start) for start in snake] == [
        "gain 1 coin", "gain 2 coin", "draw 1", "rescue 1 assistant", "upgrade 1 assistant", "gain 1 fear",
        "gain 1 fear",
    ]  # fmt: skip
    # Fear is no token: whether it comes before or after a bonus tile can matter.
    plain = table["space_plain"]
    assert plain[o.SNAKE, FIRST_OF_ROW[1][:8], o.GLASS].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    assert plain[o.BIRD, FIRST_OF_ROW[0][:8], o.NOTEBOOK].tolist() == [1, 0, 0, 0, 0, 1, 0, 0]


def test_spaces_of_a_row_are_alike(table: np.void) -> None:
    for board in (o.BIRD, o.SNAKE):
        for field in ("space_points", "space_program", "space_plain", "space_assistant"):
            for space in range(15):
                first = FIRST_OF_ROW[board][table["track_row"][board, space]]
                assert np.array_equal(table[field][board, space], table[field][board, first]), (field, space)


def test_bonus_tiles(table: np.void) -> None:
    assert table["bonus_count"][0].tolist() == [3] * 6 + [0] * 3
    assert table["bonus_plain"][:6].tolist() == [1, 1, 1, 0, 0, 0]
    assert table["track_bonus"][:2].sum(axis=1).tolist() == [[0, 7, 7, 9, 11], [0, 8, 8, 10, 12]]
    assert table["track_bonus"][1, 13].tolist() == [0, 2, 2, 3, 3]
    assert table["temple_bonus_size"][:2].tolist() == [[0, 2, 2, 3, 4]] * 2


def test_temple_tiles(table: np.void) -> None:
    bird = ["10200", "00001", "01010", "10201", "01011", "11211"]
    snake = ["01200", "00001", "10010", "01201", "10011", "11211"]
    for board, costs in enumerate((bird, snake)):
        assert table["temple_cost"][board].tolist() == [[int(number) for number in cost] for cost in costs]
        assert table["temple_points"][board].tolist() == [2, 2, 2, 6, 6, 11]
        assert table["temple_size"][board].tolist() == [[0] * 6, [2] * 6, [2] * 6, [3] * 6, [4] * 6]
        assert not table["temple_access"][board].any()


def test_start_and_single_values(table: np.void) -> None:
    assert table["start_tokens"].tolist() == [[2, 0, 0, 0, 0], [1, 1, 0, 0, 0], [2, 1, 0, 0, 0], [1, 2, 0, 0, 0]]
    assert table["fear_tile_points"] == -2
    assert table["hire_plane_cost"] == 2
    assert table["artifact_tablets"] == 1
    assert table["rival_idol_points"] == 3
    assert table["rival_minus_one_points"] == 2


def test_rival_tiles(table: np.void) -> None:
    number = {tile: i for i, tile in enumerate(names.RIVAL_TILE_IDS)}
    assert table["rival_token"][:5].tolist() == [0, 1, 2, 3, 4]
    idle_in_v = {tile for tile, i in number.items() if not table["rival_acts"][i, 4]}
    assert idle_in_v == {"discover_green", "research_green", "guardian_green", "buy_item_green"}
    assert table["rival_acts"][: o.SPIDER_TILE, :4].all()
    green, red = number["discover_green"], number["discover_red"]
    assert table["rival_level"][green].tolist() == [1, 1, 1, 2, 0]
    assert table["rival_level"][red].tolist() == [1, 1, 1, 2, 2]
    assert table["rival_awakens"][green].tolist() == [1, 0, 1, 0, 0]
    assert table["rival_awakens"][red].tolist() == [0, 1, 0, 1, 0]
    assert table["rival_item"][number["buy_item_green"]].tolist() == [1, 1, 1, 1, 0]
    assert table["rival_item"][number["buy_item_red"]].tolist() == [2] * 5
    assert table["rival_artifact"][number["buy_artifact_green"]].tolist() == [1] * 5
    assert table["rival_artifact"][number["buy_artifact_red"]].tolist() == [2] * 5
    assert table["rival_item"][number["buy_artifact_purple"]].tolist() == [1] * 5
    assert table["rival_kind"][[number["buy_item_red"], number["buy_artifact_red"]]].tolist() == [o.RIVAL_BUY] * 2


def test_purple_rival_tiles(table: np.void) -> None:
    number = {tile: i for i, tile in enumerate(names.RIVAL_TILE_IDS)}
    item, artifact = number["buy_item_purple"], number["buy_artifact_purple"]
    assert (table["rival_item"][item].tolist(), table["rival_artifact"][item].tolist()) == ([2] * 5, [1] * 5)
    assert (table["rival_item"][artifact].tolist(), table["rival_artifact"][artifact].tolist()) == ([1] * 5, [2] * 5)
    assert table["rival_steps"][number["research_purple"]].tolist() == [1, 1, 1, 1, 2]
    assert table["rival_level"][number["discover_purple"]].tolist() == [1, 1, 1, 2, 2]
    assert table["rival_awakens"][number["discover_purple"]].tolist() == [1, 0, 1, 0, 1]
    assert np.flatnonzero(table["rival_moves_notebook"]).tolist() == [number["guardian_purple"]]
    assert np.flatnonzero(table["rival_idol_bonus"]).tolist() == [number["discover_purple"]]


def test_objectives(content: Content) -> None:
    objectives = content.entries["objective"]
    assert tuple(objectives) == o.OBJECTIVES
    needs = {entry: (fields["player_needs"], fields["rival_needs"]) for entry, fields in objectives.items()}
    assert needs.pop("archaeologists") == (2, 3)
    assert set(needs.values()) == {(1, 1)}
    assert {fields["points"] for fields in objectives.values()} == {2}


def test_decision_arrows_balance(table: np.void) -> None:
    right = table["rival_right"]
    pairs = right[o.FIRST_PAIR_TILE : o.SPIDER_TILE].reshape(len(o.PAIRS), len(o.COLOURS))
    assert (pairs == pairs[:, :1]).all()
    assert right[: o.FIRST_PAIR_TILE].sum() + pairs[:, 0].sum() == 5


# --- what is not certain ---------------------------------------------------------------------------------------------
def test_doubtful_values_keep_their_mark(content: Content) -> None:
    doubts = authored_entries(content)
    arrows = [doubt for doubt in doubts if doubt.field == "arrow"]
    assert len(arrows) == len(names.RIVAL_TILE_IDS)
    assert {doubt.confidence for doubt in arrows} == {"authored"}
    medium = {doubt.entry for doubt in doubts if doubt.confidence == "medium"}
    assert medium == {
        "guardians_ocarina",
        "snake_row_2",
        "snake_bronze_left",
        "snake_bronze_right",
        "snake_silver_left",
        "snake_silver_right",
    }
    rounds = {doubt.entry for doubt in doubts if doubt.field == "rounds"}
    assert {"discover_green", "discover_red", "discover_purple", "buy_item_green"} <= rounds
    assert all(doubt.file.endswith(".toml") for doubt in doubts)
