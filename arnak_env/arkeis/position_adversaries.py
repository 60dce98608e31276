"""Adversaries of a position in words: miniatures on squares and the cards used for them."""

from __future__ import annotations

from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.position_names import Names, kind_of_miniature, word_of
from arnak_env.core.position_reader import Section

MINIATURE_KEYS = ("kind", "wounds", "power", "card")
MOST_WOUNDS = 20
MOST_LIFE_CHANGE = 20
FIRST_GUARDIAN = o.KIND_FIRST[o.GUARDIAN]


def place_adversaries(game: Any, whole: Section, names: Names) -> None:
    """Write the miniatures of the position, and what changes their kinds."""
    if "adversaries" in whole:
        game["miniature_square"] = o.NOWHERE
        board = whole.section("adversaries", o.SQUARE_IDS)
        for word in board.table:
            for entry in board.items(word):
                place_miniature(game, board, word, entry, names)
    removed = whole.section("removed", o.KIND_IDS)
    for word in removed.table:
        kind = o.KIND_IDS.index(word)
        free = in_supply(game, kind)
        for miniature in free[: removed.integer(word, 0, 0, len(free))]:
            game["miniature_square"][miniature] = o.OUT
    cards = whole.section("kind_cards", o.KIND_IDS)
    for word in cards.table:
        game["kind_card"][o.KIND_IDS.index(word)] = cards.word(word, tuple(names.adversary_cards), "Adversary card")
    life = whole.section("life", o.KIND_IDS)
    for word in life.table:
        game["life_mod"][o.KIND_IDS.index(word)] = life.integer(word, 0, -MOST_LIFE_CHANGE, MOST_LIFE_CHANGE)


def in_supply(game: Any, kind: int) -> list[int]:
    """Return the miniatures of a kind in the supply."""
    first = o.KIND_FIRST[kind]
    return [m for m in range(first, first + o.KIND_MINIATURES[kind]) if game["miniature_square"][m] == o.NOWHERE]


def place_miniature(game: Any, board: Section, square: str, entry: Any, names: Names) -> None:
    """Put one miniature on a square."""
    listed = Section(entry if isinstance(entry, dict) else {"kind": entry}, board.at(square), MINIATURE_KEYS)
    kind = listed.index("kind", listed.table.get("kind"), o.KIND_IDS, "kind")
    free = in_supply(game, kind)
    if not free:
        raise board.fail(square, f"there are only {o.KIND_MINIATURES[kind]} miniatures of {o.KIND_IDS[kind]!r}")
    miniature = free[0]
    game["miniature_square"][miniature] = o.SQUARE_IDS.index(square)
    game["miniature_wounds"][miniature] = listed.integer("wounds", 0, 0, MOST_WOUNDS)
    if kind != o.GUARDIAN and ("power" in listed or "card" in listed):
        raise listed.fail("kind", f"power and card belong to guardian, not to {o.KIND_IDS[kind]!r}")
    if kind == o.GUARDIAN:
        k = miniature - FIRST_GUARDIAN
        game["power"][k] = listed.integer("power", 0, 0, o.POWER_TOKENS)
        game["named_card"][k] = listed.word("card", tuple(names.adversary_cards), "Adversary card")


def draw_adversary_cards(game: Any, tables: Any) -> None:
    """Give the Explorers who share a square with Adversaries the cards that the position does not name."""
    for k in range(int(game["players"])):
        explorer = int(game["explorer"][(int(game["turn_seat"]) + k) % int(game["players"])])
        for kind in kinds_on(game, int(game["square"][explorer])):
            if game["adversary_card"][explorer, kind] < 0 and game["kind_card"][kind] < 0:
                game["adversary_card"][explorer, kind] = first_card(game, tables, kind)


def kinds_on(game: Any, square: int) -> list[int]:
    """Return the kinds on a square whose card is drawn."""
    kinds = set()
    for miniature in range(o.MINIATURES):
        if game["miniature_square"][miniature] == square >= 0:
            kind = kind_of_miniature(miniature)
            if kind != o.GUARDIAN or game["named_card"][miniature - FIRST_GUARDIAN] < 0:
                kinds.add(kind)
    return sorted(kinds)


def first_card(game: Any, tables: Any, kind: int) -> int:
    """Return the Elite card in Elite mode, else the first card of a kind that lies in front of nobody."""
    if (int(game["elite"]) >> kind) & 1 and tables["kind_elite"][kind] >= 0:
        return int(tables["kind_elite"][kind])
    pool = [
        card
        for card in range(o.ADVERSARY_CARDS)
        if tables["adversary_kind"][card] == kind and tables["adversary_pool"][card]
    ]
    held = set(game["adversary_card"].ravel().tolist())
    return next((card for card in pool if card not in held), pool[0] if pool else o.NOWHERE)


def describe_adversaries(game: Any, names: Names) -> dict[str, Any]:
    """Return the miniatures by square, with Wounds, Power tokens and named cards where there are any."""
    board: dict[str, list[Any]] = {word: [] for word in o.SQUARE_IDS}
    for miniature in range(o.MINIATURES):
        square = int(game["miniature_square"][miniature])
        if square < 0:
            continue
        kind = kind_of_miniature(miniature)
        entry: dict[str, Any] = {"kind": o.KIND_IDS[kind], "wounds": int(game["miniature_wounds"][miniature])}
        if kind == o.GUARDIAN:
            card = int(game["named_card"][miniature - FIRST_GUARDIAN])
            entry["power"] = int(game["power"][miniature - FIRST_GUARDIAN])
            entry["card"] = "" if card < 0 else word_of(names.adversary_cards, card)
        board[o.SQUARE_IDS[square]].append(entry)
    return board
