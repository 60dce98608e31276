"""Statements on Traumas that no position can show: the deck."""

from __future__ import annotations

from arnak_env.arkeis.content import load_content

TYPES = {"broken_thumb", "sprain", "hemorrhage", "open_wound", "fragile", "panic"}


def test_there_are_six_types_of_trauma_with_six_cards_each() -> None:
    """R-160, R-162: the six types of the rulebook and no other, so an Explorer has six Traumas at most."""
    traumas = load_content().models.traumas
    assert set(traumas) == TYPES
    assert {entry.copies for entry in traumas.values()} == {6}
