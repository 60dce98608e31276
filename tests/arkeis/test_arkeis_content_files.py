"""Files that users add to the content of Arkeis: corrections, objects, whole episodes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import OBJECT_IDS, UPGRADE_IDS
from arnak_env.arkeis.content import ContentError, amend_content, authored_entries, load_content
from arnak_env.arkeis.content.entries import FOLDER

EPISODE = (FOLDER / "episodes" / "episode_0.toml").read_text()
KITE = """
[[object]]
id = "kite"
name = "Kite"
class = "relic"
artifact = false
slot = ""
coin_value = 1
single_use = false
source = "camp"
abilities = [{ trigger = "free_use", optional = true, limit = "turn", when = "", effects = ["xp(1)"] }]
"""
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file."""

    def written(text: str, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return written


def own_episode(number: str = "", *changes: tuple[str, str]) -> str:
    """Return episode 0 under another id, with changes."""
    text = EPISODE.replace('id = "episode_0"\nnumber = 0\n', f'id = "trench"\n{number}\n')
    text = text.replace('cards_expected = "rulebook", ', "")
    for card in ("crowbar", "first_aid_kit", "bronze_seal", "whip", "storm_lantern", "grave_robbers_medallion"):
        assert f'object = "{card}"' in text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def with_own_objects(text: str) -> str:
    """Return an episode with copies of its objects that belong to its own box."""
    objects = (FOLDER / "objects.toml").read_text().split("\n[[object]]\n")[1:]
    for thing in objects:
        entry = thing.split('id = "', 1)[1].split('"', 1)[0]
        if f'object = "{entry}"' in text:
            text = text.replace(f'object = "{entry}"', f'object = "my_{entry}"')
            thing = thing.replace(f'id = "{entry}"', f'id = "my_{entry}"').split("\n#", 1)[0]
            text += "\n[[object]]\n" + thing.replace('source = "episode_0"', 'source = "trench"') + "\n"
    return text.replace("holds(each_in_room, bronze_seal)", "holds(each_in_room, my_bronze_seal)")


def refusal(path: Path | list[Path]) -> str:
    with pytest.raises(ContentError) as error:
        load_content(path)  # type: ignore[arg-type]
    return str(error.value)


def test_correction_of_single_fields(write: Write) -> None:
    path = write('[[object]]\nid = "crowbar"\ncoin_value = 3\nconfidence = "rulebook"\n[camp]\nspaces = 4\n')
    content = load_content(path)
    assert content.tables[0]["object_value"][OBJECT_IDS.index("crowbar")] == 3
    assert content.tables[0]["upgrade_spaces"] == 4
    crowbar = content.models.objects["crowbar"]
    assert crowbar.name == "Crowbar"
    assert isinstance(crowbar.confidence, dict)
    assert crowbar.confidence["coin_value"] == "rulebook"
    assert content.fingerprint != load_content().fingerprint
    assert load_content().tables[0]["object_value"][OBJECT_IDS.index("crowbar")] == 1


def test_correction_without_confidence_says_what_it_is(write: Write) -> None:
    content = load_content(write('[[upgrade]]\nid = "museum"\ncost = 2\n'))
    assert content.tables[0]["upgrade_cost"][UPGRADE_IDS.index("museum")] == 2
    words = content.models.upgrades["museum"].confidence
    assert isinstance(words, dict)
    assert (words["cost"], words["effects"]) == ("described", "authored")


def test_correction_of_a_clue_card(write: Write) -> None:
    content = load_content(write('[[cards]]\nid = "e0-02"\neffects = ["wound(self, 2)"]\n'))
    start = content.tables[0]["card_program"][1, 1]
    assert tuple(content.tables[0]["program"][start][:3]) == (o.OP_WOUND, o.E_SELF, 2)


def test_names_and_texts_do_not_change_the_fingerprint(write: Write) -> None:
    path = write('[[object]]\nid = "whip"\ntext = "Crack."\n[[cards]]\nid = "e0-01"\nname = "Thief"\n')
    content = load_content(path)
    assert content.fingerprint == load_content().fingerprint
    assert content.episode(1).cards[0].name == "Thief"


def test_further_object_takes_a_free_place(write: Write) -> None:
    content = load_content(write(KITE))
    number = content.objects["kite"]
    assert OBJECT_IDS[number].startswith("other_object_")
    assert content.tables[0]["object_exists"][number] == 1


def test_too_many_objects(write: Write) -> None:
    words = refusal(write("".join(KITE.replace('"kite"', f'"kite_{k}"') for k in range(20))))
    assert "mine.toml: object 'kite_19'" in words
    assert "one too many; there is room for 17" in words


def test_several_files_in_their_order(write: Write) -> None:
    first = write('[[object]]\nid = "whip"\ncoin_value = 5\n', "first.toml")
    second = write('[[object]]\nid = "whip"\ncoin_value = 6\n', "second.toml")
    content = load_content([first, second])
    assert content.tables[0]["object_value"][OBJECT_IDS.index("whip")] == 6
    assert [document.name for document in content.documents] == ["first.toml", "second.toml"]


def test_recorded_content_comes_back(write: Write) -> None:
    content = load_content([write(with_own_objects(own_episode())), write("[camp]\nspaces = 3\n", "camp.toml")])
    again = amend_content(json.loads(json.dumps(content.corrections)), "the replay")
    assert again.fingerprint == content.fingerprint
    assert (again.tables == content.tables).all()
    assert load_content().corrections == {}
    assert amend_content({}, "the replay") is load_content()


@pytest.mark.parametrize("damaged", [{"documents": 3}, {"documents": [["a"]]}, {"pages": []}])
def test_damaged_record_of_content(damaged: dict[str, object]) -> None:
    with pytest.raises(ContentError, match="the replay: the recorded content is damaged"):
        amend_content(damaged, "the replay")


@pytest.mark.parametrize(("number", "slot"), [("", 9), ("number = 40", 9), ("number = 5", 6), ("number = -1", 0)])
def test_slot_of_an_own_episode(write: Write, number: str, slot: int) -> None:
    content = load_content(write(with_own_objects(own_episode(number))))
    assert content.slot_of("trench") == slot
    assert content.tables[0]["episode_exists"][slot] == 1
    assert content.tables[0]["cards"][slot] == 23
    assert sorted(content.models.episodes) == sorted({1, 2, 3, slot})


def test_own_episode_in_the_place_of_another(write: Write) -> None:
    content = load_content(write(with_own_objects(own_episode("number = 1"))))
    assert content.episode(2).episode.id == "trench"
    with pytest.raises(ValueError, match="unknown episode 'episode_1'"):
        content.slot_of("episode_1")


def test_corrected_copy_of_an_episode_replaces_it(write: Write) -> None:
    content = load_content(write(EPISODE.replace('"amber-eye"\nsquare = "A1"', '"amber-eye"\nsquare = "A3"')))
    assert content.tables[0]["token_square"][1, o.SYMBOL_IDS.index("amber-eye")] == o.SQUARE_IDS.index("A3")
    assert sorted(content.models.episodes) == [1, 2, 3]


def test_more_own_episodes_than_room(write: Write) -> None:
    text = own_episode()
    texts = [with_own_objects(text)] + [
        text.replace('id = "trench"', f'id = "trench_{k}"').replace('source = "trench"', "") for k in range(3)
    ]
    words = refusal([write(one, f"{k}.toml") for k, one in enumerate(texts)])
    assert "3.toml: episode 'trench_2'" in words
    assert "one episode too many; there is room for 3" in words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[object", "not a TOML file"),
        ('[[objects]]\nid = "whip"\n', "unknown kind of entry 'objects'; closest: object"),
        ("[object]\nid = 3\n", "entries are written as [[object]]"),
        ("[[object]]\ncoin_value = 3\n", "object: entry number 1 has no id"),
        ('[[object]]\nid = "whip"\n[[object]]\nid = "whip"\n', "object 'whip': the id stands twice"),
        ('[[object]]\nid = "whip"\nprice = 3\n', "object 'whip', field 'price': unknown field"),
        ('[[object]]\nid = "whip"\ncoin_value = "3"\n', "field 'coin_value': '3' is not right"),
        ('[[object]]\nid = "whip"\ncoin_value = true\n', "field 'coin_value': True is not right"),
        ('[[object]]\nid = "whip"\ncoin_value = -1\n', "greater than or equal to 0"),
        ('[[object]]\nid = "sword"\nname = "Sword"\n', "object 'sword', field 'class': the field is missing"),
        ('[[object]]\nid = "whip"\nslot = ""\n', "a Material has the slot of an action"),
        (
            '[[object]]\nid = "whip"\nconfidence = "sure"\n',
            "field 'confidence': 'sure' is not right",
        ),
        ('[[upgrade]]\nid = "shrine"\neffects = ["xpp(1)"]\n', "unknown operator 'xpp'; closest: xp"),
        ('[[upgrade]]\nid = "shrine"\neffects = ["xp(1"]\n', "ends too early"),
        ('[[upgrade]]\nid = "shrine"\neffects = ["gain_object(teapot, self)"]\n', "unknown object 'teapot'"),
        ('[[kind]]\nid = "beetle"\nminiatures = 13\n', "right would be 12"),
        ('[[kind]]\nid = "dragon"\n', "the field is missing"),
        ('[[card]]\nid = "beetle-1"\nclue = ["deny_action(move)"]\n', "a denial is deny_action(clue)"),
        ('[[card]]\nid = "beetle-1"\ndeck = "elite"\n', "right in deck 'elite' and in no other"),
        ('[[card]]\nid = "beetle-1"\nkind = "naga"\n', "right would be 5"),
        ('[[card]]\nid = "beetle-1"\nlife = 0\n', "greater than or equal to 1"),
        ('[[card]]\nid = "beetle-1"\nstart = ["flag(seen)"]\n', "belongs to no episode"),
        ('[[experience]]\nid = "franck-grit"\nlevel = 2\n', "cards of level 2 cost 2"),
        ('[[experience]]\nid = "franck-grit"\neffects = ["ability_mod(rhiat_self, 1)"]\n', "means nothing in"),
        ('[[trauma]]\nid = "panic"\ncopies = 7\n', "37 copies in all; right would be 36"),
        ('[[explorer]]\nid = "rhiat"\nability_scope = "all"\n', "the rules are built on 'one_other_here'"),
        ('[[explorer]]\nid = "rhiat"\nability_effects = ["wound(all, 1)"]\n', "is one heal(...)"),
        ('[camp]\nstart = ["casino"]\n', "unknown camp upgrade 'casino'"),
        ("[camp]\nspaces = 99\n", "right would be less than or equal to 16"),
        ("camp = 3\n", "the table is written as [camp]"),
        ('[[cards]]\nid = "e9-99"\n', "no episode has this card"),
        ('[[cards]]\nid = "e0-02"\neffects = ["spawn(beetle, C1, 1)"]\n', "C1 is not on the map"),
        ("schema_version = 2\n", "this release reads version 1"),
    ],
)
def test_refused(write: Write, text: str, words: str) -> None:
    found = refusal(write(text))
    assert "mine.toml" in found
    assert words in found


def test_a_free_use_that_never_ends(write: Write) -> None:
    words = refusal(write(KITE.replace('limit = "turn"', 'limit = "unlimited"')))
    assert "mine.toml: object 'kite', field 'abilities[1].effects'" in words
    assert "makes a turn that never ends" in words


def test_our_own_entry_that_no_longer_fits_names_the_file(write: Write) -> None:
    words = refusal(write('[[object]]\nid = "bronze_seal"\nsource = "episode_1"\n'))
    assert words.startswith("episode_0.toml: cards 'e0-14'")
    assert words.endswith("(with mine.toml)")


def test_what_is_not_printed(write: Write) -> None:
    found = {(doubt.kind, doubt.entry, doubt.field): doubt for doubt in authored_entries(load_content())}
    assert found["kind", "beetle", "type"].confidence == "authored"
    assert found["kind", "beetle", "default_life"] == (
        "adversaries.toml",
        "kind",
        "beetle",
        "default_life",
        1,
        "described",
    )
    assert ("kind", "beetle", "miniatures") not in found
    assert ("object", "crowbar", "") not in found
    assert found["object", "whip", ""].confidence == "described"
    assert found["cards", "e0-08", ""].file == "episode_0.toml"
    assert ("cards", "e0-07", "") not in found
    corrected = load_content(write('[[object]]\nid = "canteen"\ncoin_value = 2\nconfidence = "rulebook"\n'))
    words = {(doubt.entry, doubt.field): doubt for doubt in authored_entries(corrected) if doubt.kind == "object"}
    assert ("canteen", "coin_value") not in words
    assert words["canteen", "slot"].file == "mine.toml"


def test_no_file(tmp_path: Path) -> None:
    assert "there is no file" in refusal(tmp_path / "nothing.toml")
    assert "cannot be read" in refusal(tmp_path)


@pytest.mark.parametrize("content", [3, ["a", 3], b"x", True])
def test_nothing_of_the_kind(content: object) -> None:
    with pytest.raises(ValueError, match="content must be None, the path of a file, a list of paths, or a Content"):
        load_content(content)  # type: ignore[arg-type]
