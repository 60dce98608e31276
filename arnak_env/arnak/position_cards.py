"""Cards, card row, supplies and rival tiles of a position in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.position_reader import PositionError, Section
from arnak_env.arnak.words import card_kind, track_id

SUPPLY_KEYS = (
    "item_deck", "item_deck_only", "artifact_deck", "artifact_deck_only", "level_1_stack", "level_2_stack",
    "guardian_stack", "stacks", "rescue", "bonus", "temple_bonus", "temple_tiles", "fear", "exiled", "idols_removed",
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


def fill_reversed(game: Any, field: str, size: str, top_first: list[int]) -> None:
    """Store a stack whose top is the last element in use."""
    game[field][: len(top_first)] = top_first[::-1]
    game[size] = len(top_first)


def place_tiles(game: Any, supply: Section, used: dict[str, dict[int, str]]) -> None:
    """Fill the stacks of site tiles and guardians: the listed ones on top, then all that lie nowhere else.

    Args:
        used: tile or guardian number to the key where it lies, for ``tile`` and ``guardian``.
    """
    stacks = (
        ("level_1_stack", "level_1_size", "tile", "site tile", a.TILE_IDS, 0, o.LEVEL_1_TILES),
        ("level_2_stack", "level_2_size", "tile", "site tile", a.TILE_IDS, o.LEVEL_1_TILES, len(a.TILE_IDS)),
        ("guardian_stack", "guardian_size", "guardian", "guardian", a.GUARDIAN_IDS, 0, o.GUARDIANS),
    )
    for key, size, part, kind, ids, first, end in stacks:
        pieces = supply.words(key, ids, kind)
        for piece in pieces:
            if not first <= piece < end:
                raise supply.fail(key, f"{ids[piece]!r} is of the other level")
            use_once(used[part], piece, ids[piece], supply.at(key))
        pieces += [piece for piece in range(first, end) if piece not in used[part]]
        if key == "guardian_stack":
            fill_reversed(game, key, size, pieces)
        else:
            game[key][: len(pieces)] = pieces
            game[size] = len(pieces)


def use_once(used: dict[int, str], piece: int, word: str, key: str) -> None:
    """Note where a unique piece lies; refuse a second place."""
    if piece in used:
        raise PositionError(key, f"{word!r} lies in {used[piece]} already, and there is only one")
    used[piece] = key


def place_assistants(game: Any, supply: Section, tables: Any, count: int, used: dict[int, str]) -> None:
    """Fill the three supply stacks and, on the Snake side, the rescue stack; see `build_position` for the defaults."""
    board = int(game["board"])
    sizes = [int(size) for size in tables["stack_sizes"][board, count]]
    rescue_size = int(tables["rescue_size"][board, count])
    rescue = supply.words("rescue", a.ASSISTANT_IDS, "assistant")
    if len(rescue) > rescue_size:
        raise supply.fail("rescue", f"the rescue stack has {rescue_size} assistants here, not {len(rescue)}")
    for assistant in rescue:
        use_once(used, assistant, a.ASSISTANT_IDS[assistant], supply.at("rescue"))
    listed = supply.items("stacks")
    if "stacks" in supply and len(listed) != len(sizes):
        raise supply.fail("stacks", f"{len(sizes)} stacks are needed, not {len(listed)}")
    stacks: list[list[int]] = []
    for number, stack in enumerate(listed):
        if not isinstance(stack, list | tuple):
            raise supply.fail("stacks", f"each stack is a list of assistants, not {stack!r}")
        stacks.append([supply.index("stacks", word, a.ASSISTANT_IDS, "assistant") for word in stack])
        if len(stack) > sizes[number]:
            raise supply.fail("stacks", f"stack {number + 1} holds at most {sizes[number]} assistants here")
        for assistant in stacks[-1]:
            use_once(used, assistant, a.ASSISTANT_IDS[assistant], supply.at("stacks"))
    free = [assistant for assistant in range(o.ASSISTANTS) if assistant not in used]
    if "rescue" not in supply and rescue_size:
        rescue = free[-rescue_size:]
        free = free[:-rescue_size]
    if "stacks" not in supply:
        for size in sizes:
            stacks.append(free[:size])
            free = free[size:]
    fill_reversed(game, "rescue", "rescue_size", rescue)
    for number, assistants in enumerate(stacks):
        game["stack"][number, : len(assistants)] = assistants[::-1]
        game["stack_size"][number] = len(assistants)


def place_research_supplies(game: Any, supply: Section, tables: Any, count: int) -> None:
    """Fill bonus tiles of the track, bonus tiles of the Lost Temple and the stacks of temple tiles."""
    board = int(game["board"])
    spaces = [track_id(board, space) for space in range(int(tables["track_spaces"][board]))]
    game["bonus"][:] = -1
    tiles: Counter[int] = Counter()
    bonus = supply.section("bonus", spaces)
    for word in bonus.table:
        space = spaces.index(word)
        room = int(tables["track_bonus"][board, space, count])
        pieces = bonus.words(word, a.BONUS_IDS, "bonus tile")
        if len(pieces) > room:
            raise bonus.fail(word, f"this space takes {room} bonus tiles here, not {len(pieces)}")
        count_bonus(tiles, pieces, tables, bonus.at(word))
        game["bonus"][space, : len(pieces)] = pieces
    for piece, number in tiles.items():  # the track lies open, the stack of the Lost Temple does not
        game["bonus_known"][piece] = number
    temple = supply.words("temple_bonus", a.BONUS_IDS, "bonus tile")
    room = int(tables["temple_bonus_size"][count])
    if len(temple) > room:
        raise supply.fail("temple_bonus", f"the Lost Temple has {room} bonus tiles here, not {len(temple)}")
    count_bonus(tiles, temple, tables, supply.at("temple_bonus"))
    game["temple_bonus"][:] = -1
    fill_reversed(game, "temple_bonus", "temple_bonus_size", temple)
    size = int(tables["temple_size"][count])
    given = supply.counts("temple_tiles", a.TEMPLE_IDS)
    for stack, word in enumerate(a.TEMPLE_IDS):
        owned = int(game["temple_owned"][:, stack].sum() + game["rival_temple"][stack])
        left = given.get(stack, max(0, size - owned))
        if left + owned > size:
            raise supply.fail("temple_tiles", f"there are only {size} {word} tiles here, not {left + owned}")
        game["temple_tiles"][stack] = left


def count_bonus(tiles: Counter[int], pieces: Iterable[int], tables: Any, key: str) -> None:
    """Count bonus tiles by type and refuse more than there are."""
    for piece in pieces:
        tiles[piece] += 1
        limit = int(tables["bonus_count"][piece])
        if tiles[piece] > limit:
            raise PositionError(key, f"there are only {limit} tiles {a.BONUS_IDS[piece]!r}")
