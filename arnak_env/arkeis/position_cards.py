"""Clue cards of a position in words."""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.position_names import Names
from arnak_env.core.position_reader import Section

PLACES = {"read": o.IN_BOX, "active": o.ACTIVE, "kept": o.WITH_OBJECT}
THREAT_KEYS = ("holder", "fate", "waiting")
MOST_FATE = 50
WORDS = ("deck", "being read", "going back", "box", "held", "active", "kept", "not in the game")


def place_cards(game: Any, whole: Section, tables: Any, names: Names) -> None:
    """Put Clue cards where the position says; the others are in the deck."""
    ids = tuple(names.cards)
    where: dict[int, str] = {}

    def put(card: int, place: int, key: str) -> None:
        if card in where:
            raise whole.fail(key, f"the card {ids[card]!r} is named twice, in {where[card]} as well")
        where[card] = key
        game["card_place"][card] = place

    cards = whole.section("cards", tuple(PLACES))
    for key, place in PLACES.items():
        for card in cards.words(key, ids, "Clue card"):
            put(card, place, f"cards.{key}")
    threats = whole.section("threats", ids)
    team = [o.EXPLORER_IDS[int(explorer)] for explorer in game["explorer"][: int(game["players"])]]
    for word in threats.table:
        card = names.cards[word]
        put(card, o.HELD, "threats")
        threat = threats.section(word, THREAT_KEYS)
        seat = threat.word("holder", team, "Explorer of the team", default=int(game["turn_seat"]))
        game["card_holder"][card] = game["explorer"][seat]
        game["card_fate"][card] = threat.integer("fate", 0, 0, MOST_FATE)
        game["card_skip"][card] = threat.flag("waiting")
    for card in range(len(ids)):
        thing = int(tables["card_object"][int(game["slot"]), card])
        if card not in where and thing >= 0 and game["object_owner"][thing] >= 0:
            game["card_place"][card] = o.WITH_OBJECT
