"""Overrides of the Twisted Paths boards and of effects that other sets use: taken, or refused with file and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from arnak_env import Batch
from arnak_env.arnak import actions as names
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import ContentError, load_content
from arnak_env.arnak.effect_words import program_notation


def override(folder: Path, text: str) -> Path:
    path = folder / "my_box.toml"
    path.write_text(text, encoding="utf-8")
    return path


# What is wrong: kind, fields, and what the message says. The place comes first, as "FILE: kind 'entry', field 'name'".
MINE = "my_box.toml"
BAD_BOARDS = {
    "unreachable space": (
        "spider_space", 'id = "sp3r"\nnext = ["sp4l"]',
        ["board_spider.toml: spider_space 'sp4r', field 'row'", "unreachable", f"(with the override {MINE})"],
    ),
    "unreachable space on Owl": (
        "owl_space", 'id = "ow5b"\nnext = ["ow6b"]',
        ["board_owl.toml: owl_space 'ow6c', field 'row'", "unreachable", f"(with the override {MINE})"],
    ),
    "bridge to another row": (
        "owl_space", 'id = "ow4"\nnext = ["ow5a", "ow5b", "ow7", "p2"]', ["a list of 0 to 3 values"],
    ),
    "bridge two rows up": (
        "owl_space", 'id = "ow4"\nnext = ["ow5a", "ow7", "p2"]',
        [f"{MINE}: owl_space 'ow4', field 'next'", "'ow7'", "ow5a, ow5b"],
    ),
    "bridge to another board": ("spider_space", 'id = "sp7"\nnext = ["ow9"]', ["'sp7', field 'next'", "'ow9'"]),
    "space twice": ("spider_space", 'id = "sp4l"\nnext = ["sp5l", "sp5l"]', ["'next'", "stands twice"]),
    "dead end": ("spider_space", 'id = "sp6l"\nnext = []', [f"{MINE}: spider_space 'sp6l'", "no bridge leads on"]),
    "a passage is no way on": (
        "owl_space", 'id = "ow3a"\nnext = ["p1"]',
        [f"{MINE}: owl_space 'ow3a', field 'next'", "no bridge leads on", "only the magnifying glass"],
    ),
    "second bridge to another row": ("spider_bridge", 'id = "sp1_right"\nenters = "sp3l"', ["'sp1_right'", "sp1"]),
    "second bridge from nowhere": (
        "spider_space", 'id = "sp0"\nnext = ["sp1"]', ["spider_bridge 'sp1_right'", "no space leads to this bridge"],
    ),
    "second bridge alone": (
        "spider_space", 'id = "sp0"\nnext = ["sp1_right"]\n[[spider_space]]\nid = "sp1"\nnext = ["sp2l"]',
        ["spider_space 'sp2m'", "unreachable"],
    ),
    "wrong row": ("spider_space", 'id = "sp4l"\nrow = 5', ["'sp4l'", "'next'"]),
    "a second start": ("owl_space", 'id = "ow1a"\nrow = 0', ["'ow1a', field 'row'", "row 0 is right for ow0"]),
    "a second top": ("owl_space", 'id = "ow8a"\nrow = 9', ["'ow8a', field 'row'", "row 9 is right for ow9 alone"]),
    "a second Lost Temple": ("spider_space", 'id = "sp7"\ntemple = true', ["'sp7', field 'temple'", "sp8 alone"]),
    "passage without a space": (
        "owl_space", 'id = "ow3a"\nnext = ["ow4"]',
        ["board_owl.toml: passage 'p1', field 'row'", "exactly one space must lead into the passage", "here none"],
    ),
    "passage from two spaces": (
        "owl_space", 'id = "ow3b"\nnext = ["ow4", "p1"]', ["passage 'p1'", "exactly one space", "ow3a, ow3b"],
    ),
    "passage of another row": ("passage", 'id = "p3"\nrow = 6', ["'p3', field 'row'", "the row of ow5a"]),
    "passage with idol and points": ("passage", 'id = "p5"\ntile_points = 5', ["'p5', field 'tile_points'"]),
    "passage with a tile of no points": ("passage", 'id = "p5"\nreward = "tile"', ["'p5', field 'tile_points'"]),
    "unknown side": ("passage", 'id = "p1"\nside = "middle"', ["'p1', field 'side'", "left, right"]),
    "unknown token in a bridge": (
        "spider_space", 'id = "sp4r"\ncost = { gold = 1 }', [f"{MINE}: spider_space 'sp4r', field 'cost'", "'gold'"],
    ),
    "an idol for a bridge": ("owl_space", 'id = "ow4"\ncost = { idol = 1 }', ["'ow4', field 'cost'", "'idol'"]),
    "dark tablets for a bridge": ("spider_space", 'id = "sp7"\ncost = { dark_tablet = 1 }', ["'dark_tablet'", "coin"]),
    "unknown token in a passage": ("passage", 'id = "p2"\ncost = { gold = 1 }', ["'p2', field 'cost'", "'gold'"]),
    "unknown token in a tile": ("owl_space", 'id = "ow4"\ntile_cost = { gold = 1 }', ["'tile_cost'", "'gold'"]),
    "unknown token in a pile": ("owl_pile", 'id = "top_ten"\ncost = { gold = 1 }', ["'top_ten', field 'cost'"]),
    "unknown token to discover": ("board_position", 'id = "owl_level_2_1"\ndiscover = { gold = 1 }', ["'discover'"]),
    "unknown icon": ("board_position", 'id = "spider_level_2_1"\ntravel = ["bus"]', ["'travel'", "'bus'", "plane"]),
    "unknown effect of a camp": (
        "board_camp", 'id = "spider_camp_coin"\neffect = "gian 1 coin"',
        [f"{MINE}: board_camp 'spider_camp_coin', field 'effect'", "'gian 1 coin'"],
    ),
    "unknown dark effect": (
        "board_position", 'id = "spider_level_2_1"\ndark_effect = "gain 1 dark"', ["'dark_effect'", "dark_tablet"],
    ),
    "unknown lantern effect": ("owl_row", 'id = "owl_row_3"\nlantern_effect = "gain 1 oil"', ["'oil'"]),
    "place of another board": ("board_camp", 'id = "spider_camp_coin"\nboard = "owl"', ["'board'", "'spider'"]),
    "place of no new board": ("board_position", 'id = "owl_level_2_1"\nboard = "bird"', ["'board'", "spider, owl"]),
    "a tile without a price": ("owl_space", 'id = "ow7"\ntile_points = 5', ["'ow7'", "belong together"]),
    "a tile of other points": ("owl_space", 'id = "ow4"\ntile_points = 3', ["'tile_points'", "1, 5, 10"]),
    "more Owl tiles than the box": (
        "owl_pile", 'id = "top_ten"\ncount = { solo = 1, p2 = 1, p3 = 2, p4 = 2 }',
        [f"{MINE}: owl_pile 'top_ten', field 'count'", "p3 needs 5 tiles with 10 points, the box has 4"],
    ),
    "more Owl tiles on the track than the box": (
        "owl_space", 'id = "ow8b"\ntile_points = 10',
        [f"{MINE}: owl_space 'ow8b', field 'tiles'", "p3 needs 5 tiles with 10 points, the box has 4"],
    ),
    "more Owl tiles in passages than the box": (
        "passage", 'id = "p3"\ntile_points = 5', ["'p3', field 'tile_points'", "9 tiles with 5 points, the box has 8"],
    ),
    "other Owl tiles in the box": ("setting", 'id = "owl_tiles_in_box"\nvalue = { one = 30 }', ["(fixed)"]),
    "a pile of idols with points": ("owl_pile", 'id = "top_idols"\npoints = 5', ["'top_idols'", "holds idols"]),
    "a pile of idols elsewhere": ("owl_pile", 'id = "top_left"\nholds = "idol"', ["'top_left'", "the others tiles"]),
    "an access row off the track": ("owl_pile", 'id = "top_ten"\naccess_row = 10', ["'access_row'", "1 to 9"]),
    "more idols than the box": (
        "owl_pile", 'id = "top_idols"\ncount = { solo = 4, p2 = 4, p3 = 4, p4 = 4 }\n[[passage]]\nid = "p4"\n'
        'reward = "idol"',
        ["'p4', field 'tile_points'", "right for a passage with a tile"],
    ),
    "more idols at the top than the box": (
        "owl_pile", 'id = "top_idols"\ncount = { solo = 2, p2 = 2, p3 = 2, p4 = 4 }\n'
        '[[board_position]]\nid = "owl_level_1_lower_1"\nidols_face_down = 1',
        [f"{MINE}: board_position 'owl_level_1_lower_1'", "p4 needs 27 idols on the owl board, there are 26"],
    ),
    "more bonus tiles than the box": (
        "spider_space", "\n[[spider_space]]\n".join(
            f'id = "{word}"\nbonus_tiles = {{ solo = 4, p2 = 4, p3 = 4, p4 = 4 }}' for word in ("sp2l", "sp2m", "sp3l")
        ),
        [f"{MINE}: spider_space 'sp2l', field 'bonus_tiles'", "bonus tiles, there are 18"],
    ),
    "more bonus tiles than a space has room for": (
        "owl_space", 'id = "ow9"\nbonus_tiles = { solo = 1, p2 = 1, p3 = 1, p4 = 5 }', ["0 to 4 for p4, not 5"],
    ),
    "another number of idols": ("idol", 'id = "idol_ready_boon"\ntwisted_paths_count = 2',
        [f"{MINE}: idol 'idol_ready_boon', field 'twisted_paths_count'", "add up to 11; right would be 10"]),
    "another number of bonus tiles": ("bonus_tile", 'id = "bonus_refresh"\ntwisted_paths_count = 1',
        [f"{MINE}: bonus_tile 'bonus_refresh', field 'twisted_paths_count'", "add up to 5; right would be 6"]),
    "other dark tablets": ("setting", 'id = "dark_tablets"\nvalue = 30', ["28 (fixed)"]),
    "no dark tablets": (
        "setting", 'id = "dark_tablets_per_space"\nvalue = { solo = 0, p2 = 2, p3 = 3, p4 = 4 }', ["1 to 4 for solo"],
    ),
    "a gain for an empty space": ("dark_space", 'id = "dark_1"\npoints = 1', ["'dark_1'", "-9 to 0"]),
    "an altar above the track": ("altar", 'id = "altar_5"\ntoken_row = 9', ["'token_row'", "1 to 8"]),
    "other temple tiles on Spider": ("temple_stack", 'id = "spider_gold"\npoints = 10', ["'spider_gold'", "11"]),
    "an altar of the Owl tile": (
        "rival_tile", 'id = "owl"\nrounds = { I = { acts = true, altar = ["place"] }, II = { acts = true }, '
        "III = { acts = true }, IV = { acts = true }, V = { acts = true } }",
        ["'owl', field 'rounds'", "round I has altar"],
    ),
    "nothing for the Spider tile to do": (
        "rival_tile", 'id = "spider"\nrounds = { I = { acts = true }, II = { acts = false }, III = { acts = false }, '
        "IV = { acts = false }, V = { acts = false } }",
        ["'spider', field 'rounds'", "right would be altar"],
    ),
    "an encounter of another chapter": (
        "encounter", 'id = "encounter_2_03"\nchapter = 3', ["'encounter_2_03'", "belongs to chapter 2"],
    ),
    "a chapter too many": ("card", 'id = "hat"\neffect = "encounter chapter 6"', ["'hat'", "'encounter chapter N'"]),
    "an unknown price": (
        "card", 'id = "hat"\neffect = "pay 2 idol -> draw 1"', ["unknown price 'pay 2 idol'", "'1 unused boon'"],
    ),
}  # fmt: skip
BAD_CHAINS = {
    "a camp that activates a site": (
        "board_camp", 'id = "spider_camp_coin"\neffect = "activate 1 site"',
        ["board_camp 'spider_camp_coin'", "start itself again"],
    ),
    "a level II site by way of another": (
        "site_tile", 'id = "tp_l2_gold"\neffect = "activate 1 level_2 site"', ["'tp_l2_gold'", "start itself again"],
    ),
    "an empty level I site by way of another": (
        "site_tile", 'id = "l1_jewel"\neffect = "activate 1 unoccupied level_1 site"', ["start itself again"],
    ),
    "a site that removes sites": (
        "site_tile", 'id = "l1_jewel"\neffect = "activate 1 unoccupied level_1 site; remove it; leftover idol in its '
        'place"', ["'l1_jewel'", "start itself again"],
    ),
    "a site that uses hidden ones": (
        "site_tile", 'id = "l1_jewel"\neffect = "activate 1 hidden site, then put it under the stack of its level"',
        ["'l1_jewel'", "start itself again"],
    ),
    "an idol that uses idols": (
        "idol", 'id = "idol_coin"\neffect = "use 1 face-up idol on the board"', ["'idol_coin'", "start itself again"],
    ),
    "an idol that sends idols to pedestals": (
        "idol", 'id = "idol_coin"\neffect = "put 1 unused idol on a pedestal, use its effect"', ["itself again"],
    ),
    "a camp and an idol that use each other": (
        "idol", 'id = "idol_coin"\neffect = "activate 1 camp site"',
        ["'idol_coin'", "start itself again", "board_camp owl_camp_coin"],
    ),
    "a dark effect that sends figures": (
        "board_position", 'id = "spider_level_2_4"\ndark_effect = "relocate own archaeologist to camp site; '
        'activate destination"', ["field 'dark_effect'", "start itself again"],
    ),
    "an encounter in an encounter": (
        "encounter", 'id = "encounter_1_03"\neffect = "encounter chapter 1"\nsaved = false',
        ["'encounter_1_03'", "start itself again"],
    ),
    "a boon that readies boons": (
        "guardian", 'id = "tp_guardian_2"\nboon = "ready 1 used boon"',
        ["guardian 'tp_guardian_2', field 'boon'", "makes a used boon usable again", "again and again"],
    ),
    "a boon that readies boons by way of an idol": (
        "guardian", 'id = "tp_guardian_2"\nboon = "use 1 face-up idol on the board"',
        ["makes a used boon usable again", "guardian tp_guardian_2 -> idol idol_ready_boon"],
    ),
    "boons and assistants that renew each other": (
        "guardian", 'id = "tp_guardian_2"\nboon = "refresh up to 1 assistant"\n'
        '[[assistant]]\nid = "tp_assistant_1"\nsilver = "ready 1 used boon"',
        ["again and again in one turn", MINE],
    ),
    "slots, boons and assistants in a ring": (
        "guardian", 'id = "tp_guardian_2"\nboon = "refresh up to 1 assistant"\n'
        '[[assistant]]\nid = "tp_assistant_1"\nsilver = "return 1 idol from slot to crates"\n'
        '[[slot_effect]]\nid = "slot_draw"\neffect = "ready 1 used boon"',
        ["again and again in one turn", MINE],
    ),
    "kept encounters that bring one another": (
        "encounter", 'id = "encounter_2_01"\nsaved = true\neffect = "encounter chapter 3"\n'
        '[[encounter]]\nid = "encounter_3_01"\nsaved = true\neffect = "encounter chapter 2"',
        ["draws an encounter card that can be kept", "again and again"],
    ),
    "too many effects at once on one board": (
        "owl_row", "\n[[owl_row]]\n".join(
            f'id = "owl_row_{row}"\n' + "\n".join(
                f'{token}_effect = "research with discount 9 coin; gain 1 coin"' for token in o.RESEARCH_TOKENS
            )
            for row in range(1, 10)
        ),
        ["effects under way at once", "there is room for", "owl_row"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", [*BAD_BOARDS, *BAD_CHAINS])
def test_what_cannot_be_played_is_refused(case: str, tmp_path: Path) -> None:
    kind, fields, expected = {**BAD_BOARDS, **BAD_CHAINS}[case]
    with pytest.raises(ContentError) as refusal:
        load_content(override(tmp_path, f"[[{kind}]]\n{fields}\n"))
    message = str(refusal.value)
    place = refusal.value.place
    assert place.file == MINE or f"(with the override {MINE})" in message
    assert place.kind
    assert place.entry
    assert place.field
    for words in expected:
        assert words in message, message


GOOD = """
[[spider_space]]
id = "sp4r"
cost = { compass = 3 }
travel = ["boat"]
glass_effect = "gain 1 jewel"
space_bonus = "gain 2 dark_tablet"
cost_confidence = "high"

[[board_position]]
id = "spider_level_2_1"
dark_effect = "pay 1 tablet -> gain 2 dark_tablet"

[[altar]]
id = "altar_5"
points = 6

[[passage]]
id = "p2"
side = "left"
cost = { jewel = 2 }

[[owl_space]]
id = "ow7"
tile_points = 1
tiles = { solo = 1, p2 = 1, p3 = 1, p4 = 0 }
tile_cost = { coin = 3 }

[[rival_tile]]
id = "spider"
rounds = { I = { acts = true, altar = ["place"] }, II = { acts = true, altar = ["invoke"] }, III = { acts = false }, \
IV = { acts = false }, V = { acts = true, altar = ["place", "invoke"] } }
arrow = "right"
"""


def test_boards_are_corrected_from_a_file(tmp_path: Path) -> None:
    content = load_content(override(tmp_path, GOOD))
    table = content.tables[0]
    number = names.TRACK_WORDS["spider"].index("sp4r")
    assert table["track_cost"][o.SPIDER, number].tolist() == [0, 3, 0, 0, 0, 0]
    assert table["track_travel"][o.SPIDER, number] == 8
    effect = program_notation(table["program"], table["space_program"][o.SPIDER, number, o.GLASS])
    assert effect == "gain 2 dark_tablet, 1 jewel"
    dark = table["dark_program"][o.SPIDER, names.SITE_IDS.index("level_2_1")]
    assert program_notation(table["program"], dark) == "pay 1 tablet -> gain 2 dark_tablet"
    assert table["altar_points"].tolist() == [2, 2, 3, 3, 6]
    passage = names.TRACK_WORDS["owl"].index("p2")
    assert table["passage_right"][o.OWL, passage] == 0
    assert table["track_cost"][o.OWL, passage].tolist() == [0, 0, 0, 0, 2, 0]
    space = names.TRACK_WORDS["owl"].index("ow7")
    assert table["owl_tiles"][o.OWL, space].tolist() == [0, 1, 1, 1, 0]
    assert table["rival_places"][o.SPIDER_TILE].tolist() == [1, 0, 0, 0, 1]
    assert table["rival_right"][o.SPIDER_TILE] == 1


def test_corrected_boards_are_played(tmp_path: Path) -> None:
    content = load_content(override(tmp_path, GOOD))
    batch = Batch(8, board=["spider", "owl"] * 4, num_players=[1, 1, 2, 2, 3, 3, 4, 4], seed=3, content=content)
    batch.playout()
    assert batch.over.all()
    assert not batch.games["error"].any()


CHAINS_THAT_END = """
[[encounter]]
id = "encounter_2_01"
saved = true
effect = "encounter chapter 3"

[[guardian]]
id = "tp_guardian_2"
boon = "refresh up to 1 assistant"

[[slot_effect]]
id = "slot_draw"
effect = "ready 1 used boon"

[[card]]
id = "hat"
effect = "encounter chapter 5"

[[board_camp]]
id = "spider_camp_coin"
effect = "use 1 face-up idol on the board"
dark_effect = "activate 1 hidden site, then put it under the stack of its level"
"""


def test_chains_that_come_to_an_end_are_taken(tmp_path: Path) -> None:
    assert load_content(override(tmp_path, CHAINS_THAT_END)).fingerprint != load_content().fingerprint
