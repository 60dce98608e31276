"""Statements on Adversaries and Experience cards that no position can show: what the cards hold."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from arnak_env.arkeis.config import GameConfig
from arnak_env.arkeis.content.entries import FOLDER


def test_each_kind_has_five_cards() -> None:
    """R-182, R-183: five base cards for each of nine kinds, with Life, start-of-turn effect and Combat results."""
    cards = tomllib.loads((FOLDER / "adversaries.toml").read_text(encoding="utf-8"))["card"]
    base = [card for card in cards if card["deck"] == "base"]
    assert sorted(Counter(card["kind"] for card in base).values()) == [5] * 9
    assert all(card["life"] >= 1 and card["start"] and card["combat"] for card in base)
    assert all("clue" in card and "move" in card for card in base)


def test_experience_cards_come_in_three_levels() -> None:
    """R-224: each Explorer has nine Experience cards, three of each level."""
    cards = tomllib.loads((FOLDER / "explorers.toml").read_text(encoding="utf-8"))["experience"]
    found = Counter((card["explorer"], card["level"]) for card in cards)
    assert len(found) == 15
    assert set(found.values()) == {3}


def test_robert_and_young_robert_exclude_each_other() -> None:
    """R-240: a team with both is refused."""
    with pytest.raises(ValueError, match="cannot hold both"):
        GameConfig(explorers=["robert", "robert_young"])


def test_faces_of_the_investigation_die() -> None:
    """R-194: a Fate face, a blank and symbol faces."""
    die = tomllib.loads((FOLDER / "dice.toml").read_text(encoding="utf-8"))["investigation_die"]
    assert Counter(die["faces"]) == {"fate": 1, "blank": 1, "lens": 1, "scroll": 1, "idol": 1, "key": 1}
