"""Cards of a position in words: those of the players, the card row, the decks and the exile piles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.position_pieces import fill_reversed
from arnak_env.arnak.words import card_kind
from arnak_env.core.position_reader import PositionError, Section

SUPPLY_KEYS = (
    "item_deck", "item_deck_only", "artifact_deck", "artifact_deck_only", "level_1_stack", "level_2_stack",
    "guardian_stack", "stacks", "rescue", "bonus", "temple_bonus", "temple_tiles", "fear", "exiled", "idols_removed",
    "idol_stack", "idols_left", "removed_sites",
)  # fmt: skip
BUILT_GROUP = 1  # every player's cards count as one shuffle whose contents are public and whose order is not


class CardLedger:
    """Knows where each card lies, so that no card lies in two places."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.where: dict[int, str] = {}
        self.starting: Counter[int] = Counter()
        self.owned: Counter[tuple[int, int]] = Counter()
        self.fear = 0

    def place(self, card: int, key: str, owner: int = -1) -> None:
        """Note that a card lies at `key`; `owner` is the seat whose card it is, -1 for the common supplies."""
        word = a.CARD_IDS[card]
        if card == o.FEAR:
            self.fear += 1
            if self.fear > o.FEAR_CARDS:
                raise PositionError(key, f"there are only {o.FEAR_CARDS} Fear cards")
        elif card >= o.FIRST_STARTING:
            self.starting[card] += 1
            self.owned[owner, card] += 1
            if owner >= 0 and self.owned[owner, card] > 1:
                raise PositionError(key, f"a player has only one {word!r}")
            if self.starting[card] > self.players:
                raise PositionError(key, f"there is one {word!r} for each player and no more")
        elif card in self.where:
            raise PositionError(key, f"{word!r} lies in {self.where[card]} already, and there is only one")
        else:
            self.where[card] = key

    def unused(self, first: int, end: int) -> list[int]:
        """Return the cards from `first` to before `end` that lie nowhere yet, in their fixed order."""
        return [card for card in range(first, end) if card not in self.where]


def place_player_cards(game: Any, player: int, section: Section, ledger: CardLedger) -> None:
    """Fill hand, deck (top first) and play area of one player."""
    for area in ("hand", "deck", "play"):
        cards = section.words(area, a.CARD_IDS, "card")
        for card in cards:
            ledger.place(card, section.at(area), player)
        game[area][player, : len(cards)] = cards
        game[f"{area}_size"][player] = len(cards)
        if area != "play":
            game[f"{area}_group"][player, : len(cards)] = BUILT_GROUP


def place_common_cards(game: Any, row: Section, supply: Section, ledger: CardLedger) -> None:
    """Fill card row, item and artifact deck, exile piles and the Fear supply.

    What is listed is placed first, so that the cards that fill the gaps are never listed elsewhere.
    """
    staff = int(game["round_number"])
    parts = (("items", "item", 0, o.ITEMS, o.ROW_SLOTS - staff, staff),
             ("artifacts", "artifact", o.FIRST_ARTIFACT, o.FIRST_STARTING, staff, 0))  # fmt: skip
    listed: dict[str, list[int]] = {}
    for key, kind, first, end, number, _ in parts:
        deck_key = f"{kind}_deck"
        for section, name, gaps in ((row, key, True), (supply, deck_key, False)):
            cards = section.words(name, a.CARD_IDS, "card", gaps)
            for card in cards:
                if card >= 0 and not first <= card < end:
                    word = a.CARD_IDS[card]
                    raise section.fail(name, f"{word!r} is of the kind {card_kind(card)}, not {kind}")
                if card >= 0:
                    ledger.place(card, section.at(name))
            listed[name] = cards
        if key in row and len(listed[key]) != number:
            raise row.fail(
                key, f'in round {staff} the row has {number} {kind} slots, not {len(listed[key])} ("" is a gap)'
            )
    for card in supply.words("exiled", a.CARD_IDS, "card"):
        if card == o.FEAR:
            raise supply.fail("exiled", "an exiled Fear card goes back to the supply of Fear")
        ledger.place(card, supply.at("exiled"))
        game["exiled"][card] += 1
    for key, kind, first, end, number, slot in parts:
        if key not in row:
            fill = ledger.unused(first, end)[:number]
            for card in fill:
                ledger.place(card, row.at(key))
            listed[key] = fill + [-1] * (number - len(fill))
        game["row"][slot : slot + number] = listed[key]
        deck = listed[f"{kind}_deck"]
        if not supply.flag(f"{kind}_deck_only"):
            deck = deck + ledger.unused(first, end)
        fill_reversed(game, f"{kind}_deck", f"{kind}_deck_size", deck)
    available = o.FEAR_CARDS - ledger.fear
    fear = supply.integer("fear", available, 0, o.FEAR_CARDS)
    if fear > available:
        raise supply.fail("fear", f"{available} of the {o.FEAR_CARDS} Fear cards are left, the players hold the others")
    game["fear_supply"] = fear
