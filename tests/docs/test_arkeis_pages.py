"""The pages of Arkeis say what its code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arnak_env.arkeis import actions, notation, observation
from arnak_env.arkeis.content import load_content
from arnak_env.docs import FOLDER, arkeis_effects, arkeis_pages

RULES = Path(arkeis_pages.__file__).parent.parent / "arkeis"


def page(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def cited(pattern: str) -> set[str]:
    """Return the numbers of rulings or rules that the code names."""
    return {word for path in RULES.rglob("*.py") for word in re.findall(pattern, path.read_text(encoding="utf-8"))}


def test_every_action_and_observation_piece_is_listed() -> None:
    text = page("arkeis_actions.md")
    for number, words in enumerate(actions.ACTION_NAMES):
        assert f"| {number} | `{words}` |" in text
    text = page("environments/arkeis_episode.md")
    for piece in observation.PIECES:
        assert f"| `{piece.name}` | {piece.size} | {piece.maximum} |" in text


def test_every_ruling_and_rule_that_the_code_names_is_listed() -> None:
    listed = {ruling["no"] for part in arkeis_pages.ruling_parts() for ruling in part["rulings"]}
    assert cited(r"\bA-\d\d\b") <= listed
    rules = set(re.findall(r"^\| (N-\d+) \|", page("arkeis_effects.md"), re.MULTILINE))
    assert cited(r"\bN-\d+\b") <= rules
    assert rules == {f"N-{number}" for number in range(1, 14)}


def test_every_entry_of_the_content_is_listed_with_its_confidence() -> None:
    text = page("arkeis_content.md")
    models = load_content().models
    for entries in (models.explorers, models.experience, models.traumas, models.kinds, models.cards, models.objects):
        for word, entry in entries.items():
            (line,) = [line for line in text.splitlines() if line.startswith(f"| `{word}` ")]
            sure = entry.confidence if isinstance(entry.confidence, str) else next(iter(entry.confidence.values()))
            assert sure in line


def test_every_word_of_the_notation_has_an_example() -> None:
    text = page("arkeis_effects.md")
    for word in (*notation.OPERATIONS, *notation.CONDITIONS):
        assert f"| `{word}` | " in text


def test_what_lacks_words_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = {word: meaning for word, meaning in arkeis_effects._MEANINGS.items() if word != "zone"}
    monkeypatch.setattr(arkeis_effects, "_MEANINGS", fewer)
    with pytest.raises(ValueError, match="zone"):
        arkeis_effects.type_table()


def test_every_chapter_of_the_rules_has_code() -> None:
    table = arkeis_pages.chapter_table()
    for chapter, title in arkeis_pages.CHAPTERS.items():
        assert f"| {chapter} | {title} |" in table
