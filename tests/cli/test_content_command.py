"""`arnak content`, the words for components, and what all commands have in common."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

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


def test_temple_stacks_of_both_sides_without_a_board() -> None:
    assert [component.entry for component in find_components(CONTENT, "gold")] == ["bird_gold", "snake_gold"]


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
