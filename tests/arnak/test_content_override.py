"""An override replaces single fields; wrong content is refused with file, entry, field and cure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arnak_env.arnak import actions as names
from arnak_env.arnak.content import Content, ContentError, authored_entries, build_content, load_content
from arnak_env.arnak.content.entries import FOLDER
from arnak_env.arnak.effect_words import program_notation


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_override_replaces_fields_by_id(content: Content, tmp_path: Path) -> None:
    path = write(
        tmp_path / "my_box.toml",
        """
        [[card]]
        id = "ostrich"
        cost = 2
        effect = "draw 1; gain 1 jewel"

        [[rival_tile]]
        id = "dig_coin"
        arrow = "right"
        arrow_confidence = "high"

        [[setting]]
        id = "guardian_points"
        value = 6
        """,
    )
    changed = load_content(path)
    card = names.CARD_IDS.index("ostrich")
    assert changed.tables[0]["card_cost"][card] == 2
    assert changed.tables[0]["card_points"][card] == 1
    assert program_notation(changed.tables[0]["program"], changed.tables[0]["card_program"][card]) == (
        "draw 1; gain 1 jewel"
    )
    assert changed.tables[0]["rival_right"][0] == 1
    assert changed.tables[0]["guardian_points"] == 6
    assert changed.origin["card", "ostrich"] == "my_box.toml"
    assert "dig_coin" not in {doubt.entry for doubt in authored_entries(changed)}
    assert changed.fingerprint != content.fingerprint
    assert content.tables[0]["card_cost"][card] == 3


def test_fingerprint_depends_on_the_rules_only(content: Content, tmp_path: Path) -> None:
    note = write(tmp_path / "note.toml", '[[card]]\nid = "ostrich"\nnotes = ["seen in the box"]\nconfidence = "high"\n')
    assert load_content(note).fingerprint == content.fingerprint
    assert build_content(FOLDER).fingerprint == content.fingerprint
    assert build_content(FOLDER).tables.tobytes() == content.tables.tobytes()


RESEARCH = "research with discount 9 coin; gain 1 coin"
BAD_OVERRIDES = {
    "unknown effect word": (
        "card",
        'id = "hat"\neffect = "gian 1 coin"',
        ["card 'hat', field 'effect'", "'gian 1 coin'", "'gain N token[, N token]'"],
    ),
    "unknown token in an effect": ("card", 'id = "hat"\neffect = "gain 1 gold"', ["'gold'", "coin", "jewel"]),
    "unknown icon in an effect": ("guardian", 'id = "guardian_01"\nboon = "travel 1 bus"', ["'bus'", "plane"]),
    "two prices": ("card", 'id = "hat"\neffect = "pay 1 coin, 1 tablet -> draw 1"', ["'pay 1 coin, 1 tablet'"]),
    "step missing": ("card", 'id = "hat"\neffect = "draw 1;"', ["a step is missing"]),
    "option missing": ("card", 'id = "hat"\neffect = "choose one: draw 1"', ["more than 1"]),
    "options alike": ("card", 'id = "hat"\neffect = "choose one: draw 1 | draw 2"', ["'draw'"]),
    "exiles itself": ("camp", 'id = "camp_coin"\neffect = "exile this -> draw 1"', ["'exile this ->'", "card"]),
    "half a boon": ("guardian", 'id = "guardian_01"\nboon = "travel 1 car; draw 1"', ["'boon'", "travel alone"]),
    "option_timing too long": ("card", 'id = "watch"\noption_timing = ["free", "main", "main"]', ["option_timing"]),
    "unknown token in a cost": ("guardian", 'id = "guardian_01"\ncost = { gold = 1 }', ["'cost'", "'gold'", "coin"]),
    "a cost of nothing": ("space", 'id = "b1"\ncost = { coin = 0 }', ["'b1'", "1 to 9"]),
    "unknown icon": ("card", 'id = "hat"\ntravel = ["train"]', ["'travel'", "'train'", "boot, boat, car, plane"]),
    "text for a number": ("card", 'id = "hat"\ncost = "one"', ["'cost'", "'one'", "whole number"]),
    "unknown id": ("card", 'id = "hatt"\ncost = 1', ["'hatt'", "hat"]),
    "no id": ("card", "cost = 1", ["card", "no id"]),
    "unknown field": ("card", 'id = "hat"\nprice = 1', ["'price'", "unknown field"]),
    "unknown source": ("card", 'id = "hat"\nsource = ["hearsay"]', ["'hearsay'", "rulebook"]),
    "unknown confidence": ("card", 'id = "hat"\nconfidence = "certain"', ["'certain'", "high"]),
    "unknown kind": ("cards", 'id = "hat"', ["'cards'", "card"]),
    "twice": ("card", 'id = "hat"\ncost = 1\n[[card]]\nid = "hat"\ncost = 2', ["'hat'", "twice"]),
    "unreachable space": (
        "space",
        'id = "b2"\nnext = ["b3"]\n[[space]]\nid = "b1"\nnext = ["b3"]',
        ["space 'b4'", "unreachable", "(with the override my_box.toml)"],
    ),
    "bridge to another row": ("space", 'id = "b1"\nnext = ["b5"]', ["'b1'", "'next'", "'b5'", "b3, b4"]),
    "dead end": ("space", 'id = "s9"\nnext = []', ["'s9'", "no bridge"]),
    "idols do not add up": ("idol", 'id = "idol_coin"\ncount = 4', ["'idol_coin'", "17", "16"]),
    "idols placed do not add up": ("position", 'id = "level_2_1"\nidols_face_down = 0', ["15", "16"]),
    "bonus tiles do not add up": ("bonus_tile", 'id = "bonus_draw"\ncount = 2', ["17", "18"]),
    "assistants do not add up": (
        "setting",
        'id = "assistant_rescue_snake"\nvalue = { solo = 3, p2 = 2, p3 = 3, p4 = 4 }',
        ["assistant", "12"],
    ),
    "player count missing": ("setting", 'id = "temple_tiles"\nvalue = { solo = 2, p2 = 2 }', ["p3, p4"]),
    "fixed setting": ("setting", 'id = "rounds"\nvalue = 6', ["'rounds'", "5 (fixed)"]),
    "number of objectives": ("setting", 'id = "objectives_per_round"\nvalue = [0, 5]', ["[0, 2, 3, 4] (fixed)"]),
    "points of an objective": ("objective", 'id = "buy_item"\npoints = 3', ["'buy_item'", "2 (fixed)"]),
    "figures of an objective": ("objective", 'id = "archaeologists"\nrival_needs = 4', ["'rival_needs'", "3"]),
    "unequal temple tiles": ("temple_stack", 'id = "snake_gold"\npoints = 12', ["'snake_gold'", "11"]),
    "card of another kind": ("card", 'id = "hat"\nkind = "artifact"', ["'hat'", "'item'"]),
    "a site that activates itself": (
        "camp",
        'id = "camp_coin"\neffect = "activate 1 camp site; gain 1 coin"',
        ["camp 'camp_coin', field 'effect'", "start itself again", "camp camp_coin -> camp camp_coin"],
    ),
    "sites that activate each other": (
        "site_tile",
        'id = "l1_jewel"\neffect = "activate 1 camp site"\n'
        '[[camp]]\nid = "camp_tablet"\neffect = "activate 1 level_1 site"',
        ["start itself again", "camp camp_tablet", "site_tile l1_jewel"],
    ),
    "a site in an option of a price": (
        "site_tile",
        'id = "l2_four"\neffect = "choose one: gain 1 coin | pay 1 coin -> (draw 1; activate 1 site you occupy)"',
        ["site_tile 'l2_four'", "start itself again"],
    ),
    "a site moves its guest on": (
        "camp",
        'id = "camp_jewel"\neffect = "relocate own archaeologist to camp site; activate destination"',
        ["camp 'camp_jewel'", "start itself again"],
    ),
    "an idol that digs": ("idol", 'id = "idol_coin"\neffect = "dig or discover"', ["'idol_coin'", "itself again"]),
    "an assistant that borrows": (
        "assistant",
        'id = "coins"\nsilver = "use silver effect of 1 supply assistant"',
        ["assistant 'coins', field 'silver'", "start itself again"],
    ),
    "an assistant that makes itself ready": (
        "assistant",
        'id = "coins"\ngold = "gain 3 coin; refresh up to 1 assistant"',
        ["assistant 'coins', field 'gold'", "refreshes an assistant", "again and again"],
    ),
    "an assistant that is ready by way of a site": (
        "assistant",
        'id = "coins"\ngold = "activate 1 camp site"\n'
        '[[camp]]\nid = "camp_coin"\neffect = "refresh up to 2 assistant"',
        ["refreshes an assistant", "again and again", "assistant coins -> camp camp_coin"],
    ),
    "a slot that empties itself": (
        "slot_effect",
        'id = "slot_draw"\neffect = "gain 1 coin; return 1 idol from slot to crates"',
        ["slot_effect 'slot_draw'", "returns an idol from its slot"],
    ),
    "slots and assistants that renew each other": (
        "slot_effect",
        'id = "slot_draw"\neffect = "refresh up to 1 assistant"\n'
        '[[assistant]]\nid = "coins"\nsilver = "return 1 idol from slot to crates"',
        ["slot_effect 'slot_draw', field 'effect'", "refreshes an assistant", "again and again"],
    ),
    "too many effects at once": (
        "track_row",
        "\n[[track_row]]\n".join(
            f'id = "bird_row_{row}"\nglass_effect = "{RESEARCH}"\nnotebook_effect = "{RESEARCH}"' for row in range(1, 8)
        ),
        ["effects under way at once", "there is room for", " -> ..."],
    ),
    "only main options": ("card", 'id = "watch"\noption_timing = ["main", "main"]', ["'watch'", "option_timing"]),
    "more icons than a payment counts": ("card", 'id = "hat"\neffect = "travel 8 car"', ["8 car", "1 to 7"]),
    "a discount of too many icons": (
        "card", 'id = "ostrich"\neffect = "dig or discover with discount 12 car"', ["12 car", "1 to 7"],
    ),
    "a price of too many icons": ("card", 'id = "hat"\neffect = "pay travel 9 boot -> draw 1"', ["9 boot", "1 to 7"]),
    "a plane for nothing": ("setting", 'id = "hire_plane_cost"\nvalue = 0', ["'hire_plane_cost'", "1 to 9"]),
    "more temple tiles than are seen": (
        "setting", 'id = "temple_tiles"\nvalue = { solo = 2, p2 = 2, p3 = 5, p4 = 4 }', ["0 to 4 for p3, not 5"],
    ),
    "an item with less than nothing": ("card", 'id = "hat"\npoints = -1', ["'hat'", "'points'", "0 to 99"]),
    "parentheses without end": ("card", 'id = "hat"\neffect = "' + "(" * 5000 + '"', ["'hat'", "inside each other"]),
    "prices without end": ("card", 'id = "hat"\neffect = "' + "pass -> " * 5000 + '"', ["'hat'", "inside each other"]),
    "rival round": (
        "rival_tile",
        'id = "buy_item_red"\nrounds = { I = { acts = true }, II = { acts = true }, III = { acts = true },'
        " IV = { acts = true }, V = { acts = false } }",
        ["'buy_item_red'", "round I", "takes"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_OVERRIDES)
def test_bad_content_is_refused_with_file_entry_and_cure(case: str, tmp_path: Path) -> None:
    kind, fields, expected = BAD_OVERRIDES[case]
    path = write(tmp_path / "my_box.toml", f"[[{kind}]]\n{fields}\n")
    with pytest.raises(ContentError) as refusal:
        load_content(path)
    message = str(refusal.value)
    origin = refusal.value.place.file
    assert origin == "my_box.toml" or (FOLDER / origin).exists()
    assert message.startswith(origin)
    for words in expected:
        assert words in message, message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[[card]\nid = "hat"', ["not a TOML file", "line 1"]),
        ('[card]\nid = "hat"', ["[[card]]"]),
        ("card = " + "[" * 20_000, ["nested too deeply"]),
        ("card = 3", ["[[card]]"]),
        ("[[card]]\nid = 3", ["no id"]),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str, expected: list[str]) -> None:
    path = write(tmp_path / "my_box.toml", text)
    with pytest.raises(ContentError) as refusal:
        load_content(path)
    for words in ("my_box.toml", *expected):
        assert words in str(refusal.value)


def test_a_long_text_is_refused_in_few_words(tmp_path: Path) -> None:
    path = write(tmp_path / "my_box.toml", '[[card]]\nid = "hat"\neffect = "' + "gain 1 coin; " * 5000 + '"\n')
    with pytest.raises(ContentError) as refusal:
        load_content(path)
    assert "my_box.toml: card 'hat'" in str(refusal.value)
    assert len(str(refusal.value)) < 1000


def test_what_cannot_be_a_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, "no\0name"):
        with pytest.raises(ContentError, match="cannot be read|there is no file"):
            load_content(path)
    for wrong in (3, b"bytes", ["a"], {}, True):
        with pytest.raises(ValueError, match="content must be None, the path of an override file, or a Content"):
            load_content(wrong)  # type: ignore[arg-type]


def test_chains_that_come_to_an_end_are_taken(tmp_path: Path) -> None:
    """What is used up may start itself again: cards of the row, steps of the track."""
    path = write(
        tmp_path / "my_box.toml",
        """
        [[card]]
        id = "mortar"
        effect = "buy artifact with discount 2 compass"
        [[track_row]]
        id = "bird_row_1"
        glass_effect = "research with discount 1 coin; gain 1 coin"
        [[slot_effect]]
        id = "slot_draw"
        effect = "refresh up to 1 assistant"
        [[card]]
        id = "lantern"
        effect = "activate 5 different camp sites"
        """,
    )
    assert load_content(path).fingerprint != load_content().fingerprint


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"there is no file .*nowhere\.toml"):
        load_content(tmp_path / "nowhere.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the content files that a test may damage."""
    copy = tmp_path / "content"
    copy.mkdir()
    for file in FOLDER.glob("*.toml"):
        shutil.copy(file, copy)
    return copy


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_missing_entry_is_refused(folder: Path) -> None:
    idols = (folder / "idols.toml").read_text(encoding="utf-8")
    head, _, rest = idols.partition('[[idol]]\nid = "idol_compass"')
    (folder / "idols.toml").write_text(head + "[[idol]]" + rest.partition("[[idol]]")[2], encoding="utf-8")
    with pytest.raises(ContentError, match=r"idols\.toml: idol 'idol_compass': the entry is missing"):
        build_content(folder)


def test_a_misspelt_id_is_refused(folder: Path) -> None:
    replace(folder / "cards.toml", 'id = "ostrich"', 'id = "ostritch"')
    with pytest.raises(ContentError, match=r"cards\.toml: card 'ostritch': unknown id; closest: ostrich"):
        build_content(folder)


def test_a_doubled_entry_is_refused(folder: Path) -> None:
    replace(folder / "cards.toml", 'id = "ostrich"', 'id = "sea_turtle"')
    with pytest.raises(ContentError, match=r"card 'sea_turtle': the id stands twice"):
        build_content(folder)


def test_a_missing_field_is_refused(folder: Path) -> None:
    replace(folder / "cards.toml", "cost = 3\n", "")
    with pytest.raises(ContentError, match=r"cards\.toml: card 'sea_turtle', field 'cost': the field is missing"):
        build_content(folder)


def test_a_missing_content_file_is_refused(folder: Path) -> None:
    (folder / "idols.toml").unlink()
    with pytest.raises(ContentError, match=r"there is no file .*idols\.toml"):
        build_content(folder)
