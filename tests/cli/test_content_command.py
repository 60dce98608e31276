"""`arnak content`, the words for components, and what all commands have in common."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from arnak_env.arkeis.content import authored_entries as arkeis_doubts
from arnak_env.arkeis.content import load_content as load_arkeis
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.component_words import COMPONENTS, Component, component_words, find_components
from arnak_env.arnak.content import authored_entries, load_content
from arnak_env.arnak.content.schema import KINDS
from arnak_env.cli import app

CONTENT = load_content()


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_every_component_is_told_in_words_without_raw_values() -> None:
    assert set(COMPONENTS) < set(KINDS)
    for kind in COMPONENTS:
        for entry in CONTENT.entries[kind]:
            heading, facts = component_words(CONTENT, Component(kind, entry))
            assert entry in heading
            assert facts, entry
            for what, words in facts:
                assert words, (entry, what)
                assert what == "note" or not set("{}[]") & set(words), (entry, words)


@pytest.mark.parametrize(
    ("typed", "entries"),
    [
        ("hat", ["hat"]),
        ("Guardian's Ocarina", ["guardians_ocarina"]),
        ("buy HAT", ["hat"]),
        ("pay card fear", ["fear"]),
        ("dig camp_coin.2", ["camp_coin"]),
        ("overcome camp_jewel", ["camp_jewel"]),
        ("level_2_3", ["level_2_3"]),
        ("l2_four", ["l2_four"]),
        ("boon guardian_03", ["guardian_03"]),
        ("idol_refresh", ["idol_refresh"]),
        ("slot slot_draw", ["slot_draw"]),
        ("rescue exile", ["exile"]),
        ("bonus_draw", ["bonus_draw"]),
        ("research glass b3", ["b3"]),
        ("temple gold", ["bird_gold"]),
        ("discover_purple", ["discover_purple"]),
        ("archaeologists", ["archaeologists"]),
    ],
)
def test_components_are_found_under_every_name(typed: str, entries: list[str]) -> None:
    assert [component.entry for component in find_components(CONTENT, typed, board=0)] == entries


@pytest.mark.parametrize(
    ("typed", "board", "entries"),
    [
        ("camp_coin", o.SPIDER, ["spider_camp_coin"]),
        ("dig camp_tablet.1", o.OWL, ["owl_camp_tablet"]),
        ("discover level_2_4", o.SPIDER, ["spider_level_2_4"]),
        ("camp_coin", o.SNAKE, ["camp_coin"]),
        ("research glass sp1_right", o.SPIDER, ["sp1_right"]),
        ("research notebook SP4L", o.SPIDER, ["sp4l"]),
        ("invoke altar_3", o.SPIDER, ["altar_3"]),
        ("dark_4", o.SPIDER, ["dark_4"]),
        ("temple gold", o.SPIDER, ["spider_gold"]),
        ("take card sundial", o.SPIDER, ["sundial"]),
        ("spider", o.SPIDER, ["spider"]),
        ("research lantern ow5a", o.OWL, ["ow5a"]),
        ("research glass p3", o.OWL, ["p3"]),
        ("owl tile ow3b", o.OWL, ["ow3b"]),
        ("temple top_ten", o.OWL, ["top_ten"]),
        ("row_7", o.OWL, ["owl_row_7"]),
        ("extra slot slot_draw", o.OWL, ["slot_draw"]),
        ("encounter encounter_2_03", o.BIRD, ["encounter_2_03"]),
        ("owl", o.OWL, ["owl"]),
    ],
)
def test_components_of_the_boards_are_those_of_the_game(typed: str, board: int, entries: list[str]) -> None:
    assert [component.entry for component in find_components(CONTENT, typed, board)] == entries


def test_components_of_all_boards_without_a_board() -> None:
    found = [component.entry for component in find_components(CONTENT, "gold")]
    assert found == ["bird_gold", "snake_gold", "spider_gold"]
    found = [component.entry for component in find_components(CONTENT, "camp_coin")]
    assert found == ["camp_coin", "spider_camp_coin", "owl_camp_coin"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("spider_camp_tablet", ("side: spider", "camp_tablet.1 for boot", "dark effect: put a hand card")),
        ("owl_level_1_upper_4", ("plane (owl side)", "travel and 2 coins, 3 compasses", "1 face up, 1 face down")),
        ("spider_level_2_4", ("level: II", "dark effect: gain 1 dark tablet (when an archaeologist comes here")),
        ("sp1", ("cost: 2 tablets, travel boot, or by sp1_right: 1 jewel", "notebook: recruit an assistant; 0 points")),
        ("sp4l", ("idols beside it: 2 / 2 / 3 / 4", "first own token here: takes one of these idols")),
        ("sp2l", ("magnifying glass: gain 1 dark tablet and 1 compass; 3 points", "leads to: sp3l")),
        ("sp8", ("nowhere, it is the Lost Temple", "31, 29, 28, 27 points by order of arrival")),
        ("sp1_right", ("leads to: sp1", "cost: 1 jewel")),
        ("altar_3", ("glass or notebook in row 4 or above", "3 points at the end for the most dark tablets")),
        ("dark_4", ("if 4 spaces of the supply are empty: -3 points for each dark tablet",)),
        ("ow3b", ("temple tile: 10 points for 1 coin, 2 jewels; 1 / 1 / 1 / 1", "lantern: gain 1 tablet; 3 points")),
        ("p4", ("leads from: ow7, on the right", "reward: a temple tile of 5 points", "one player only")),
        ("p6", ("reward: a face-down idol",)),
        ("owl_row_5", ("lantern: draw 1 card; 8 points",)),
        ("top_idols", ("research token in row 5 or above", "brings: a face-down idol", "2 / 2 / 2 / 3")),
        ("encounter_1_01", ("chapter: 1", "effect: either gain 2 coins or", "when drawn: used at once")),
        ("spider", ("round I: nothing", "round III: one more tablet below the topmost altar")),
        ("owl", ("takes the lowest temple tile", "decision arrow: right")),
    ],
)  # fmt: skip
def test_the_boards_of_twisted_paths_are_told_in_words(name: str, parts: tuple[str, ...]) -> None:
    text = " ".join(run("content", name).stdout.split())
    for part in parts:
        assert part in text


def test_authored_values_of_every_board_are_listed() -> None:
    text = run("content", "--authored").stdout
    for part in (
        "board_spider.toml:",
        "board_owl.toml:",
        "spider_space sp4r, travel: boot (authored)",
        "board_camp owl_camp_coin, space_travel: boot / boot, boot (authored)",
        "passage p5, cost: 1 jewel (authored)",
        "encounters.toml:",
    ):
        assert part in text


def test_content_says_what_a_component_does() -> None:
    text = run("content", "hat", "rounds").stdout
    for part in ("Hat (hat), card", "effect: gain 1 coin and 1 compass (free action)", "confidence: high", "value: 5"):
        assert part in text
    result = run("content", "hatt")
    assert result.exit_code == 2
    assert "closest: hat" in result.stderr
    assert run("content", "hat", "--authored").exit_code == 2


def test_content_without_a_name_lists_all_components() -> None:
    words = run("content").stdout.replace(",", " ").split()
    for kind in COMPONENTS:
        assert set(CONTENT.entries[kind]) <= set(words)


@pytest.mark.parametrize(("option", "sure"), [("--authored", ["authored"]), ("--uncertain", None)])
def test_values_in_doubt_are_listed_in_words_and_as_json(option: str, sure: list[str] | None) -> None:
    expected = [doubt for doubt in authored_entries(CONTENT) if sure is None or doubt.confidence in sure]
    text = run("content", option).stdout
    assert f"{len(expected)} values are" in text
    assert "{" not in text
    listed = json.loads(run("content", option, "--json").stdout)
    assert [(entry["kind"], entry["entry"], entry["field"]) for entry in listed] == [d[1:4] for d in expected]
    for doubt in expected:
        assert doubt.entry in text


def test_content_as_json_holds_every_entry() -> None:
    (hat,) = json.loads(run("content", "hat", "--json").stdout)
    assert (hat["kind"], hat["id"], hat["fields"]["cost"]) == ("card", "hat", 1)
    everything = json.loads(run("content", "--json").stdout)
    assert len(everything) == sum(map(len, CONTENT.entries.values()))


def test_an_unknown_command_lists_the_commands() -> None:
    result = run("plya")
    assert result.exit_code == 2
    for part in ("unknown command 'plya'", "closest: play", "rate-rival", "scenario", "warm-up"):
        assert part in result.output


def test_ctrl_c_in_any_command_ends_it_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arnak_env.arnak.content.authored_entries", interrupted)
    result = run("content")
    assert result.exit_code == 130
    assert "Interrupted." in result.output
    assert "Traceback" not in result.output


def test_content_of_arkeis_says_what_a_component_does() -> None:
    text = run("content", "--game", "arkeis", "crowbar", "e1-08", "Grave Robber").stdout
    for part in (
        "Crowbar (object crowbar)",
        "file: objects.toml",
        "Bronze Grille (Clue card e1-08, in actions card_08, red-moon)",
        "episode: The Serpent Cistern",
        "Grave Robber (Clue card e0-01",
    ):
        assert part in text
    result = run("content", "--game", "arkeis", "crowbra")
    assert result.exit_code == 2
    assert "closest: crowbar" in result.stderr
    assert run("content", "--game", "arkeis", "crowbar", "--authored").exit_code == 2
    assert "games are: arnak, arkeis" in run("content", "--game", "chess").stderr


def test_content_of_arkeis_lists_components_and_values_in_doubt() -> None:
    arkeis = load_arkeis()
    words = run("content", "--game", "arkeis").stdout.replace(",", " ").split()
    assert {*arkeis.models.objects, *arkeis.models.cards, "e0-01", "e2-44"} <= set(words)
    for option, number in (("--authored", "authored"), ("--uncertain", "")):
        expected = [doubt for doubt in arkeis_doubts(arkeis) if doubt.confidence == number or not number]
        text = run("content", "--game", "arkeis", option).stdout
        assert f"{len(expected)} values are" in text
        listed = json.loads(run("content", "--game", "arkeis", option, "--json").stdout)
        assert [(entry["kind"], entry["entry"], entry["field"]) for entry in listed] == [d[1:4] for d in expected]
    (card,) = json.loads(run("content", "--game", "arkeis", "e0-04", "--json").stdout)
    assert (card["kind"], card["episode"], card["fields"]["symbol"]) == ("clue", "episode_0", "red-moon")
    assert len(json.loads(run("content", "--game", "arkeis", "--json").stdout)) > 250
