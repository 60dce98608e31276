"""One game seen from one seat: what all blocks of the table have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.effect_words import describe_program
from arnak_env.arnak.words import amount, icon_words
from arnak_env.render.lines import broken, wrap


class View:
    """A game record, its tables, and the seat that looks (``None``: everything is shown)."""

    def __init__(self, game: Any, tables: Any, viewer: int | None, width: int) -> None:
        self.game = game
        self.tables = tables
        self.viewer = viewer
        self.width = width
        self.board = int(game["board"])

    def wrap(self, head: str, parts: Sequence[str], separator: str = ", ", indent: int = 4) -> list[str]:
        return wrap(self.width, head, parts, separator, indent)

    def text(self, lines: Sequence[str]) -> str:
        pieces = [piece for line in lines for piece in broken(line, self.width, indent=4) or [""]]
        return "\n".join(piece.rstrip() for piece in pieces)

    def sees(self, player: int) -> bool:
        """Return whether the viewer sees the hand of a player."""
        return self.viewer is None or self.viewer == player

    def seats(self) -> list[int]:
        """Return the seats in turn order, the viewer first."""
        players = int(self.game["players"])
        return [((self.viewer or 0) + step) % players for step in range(players)]

    def effect(self, row: int) -> str:
        return describe_program(self.tables["program"], row) if row > 0 else "no effect"

    def boon(self, guardian: int) -> str:
        program = int(self.tables["boon_program"][guardian])
        if program > 0:
            return self.effect(program)
        return f"travel {icon_words(self.tables['boon_icons'][guardian])}"

    def guardians(self, owner: int) -> list[str]:
        """Overcome guardians with what is left of them."""
        game = self.game
        words = []
        for guardian in range(o.GUARDIANS):
            if game["guardian_owner"][guardian] == owner:
                word = a.GUARDIAN_IDS[guardian]
                used = game["boon_used"][guardian] or owner == o.RIVAL_FIGURE
                words.append(word if used else f"{word} ({self.boon(guardian)})")
        return words


def temple_tiles(numbers: Iterable[Any]) -> list[str]:
    """Return tiles of the Lost Temple in words."""
    return [f"{int(number)} {word}" for word, number in zip(a.TEMPLE_IDS, numbers, strict=True) if number]


def owl_tiles(numbers: Iterable[Any]) -> list[str]:
    """Return Owl Temple tiles in words, for example ``2 tiles of 1 point``."""
    return [
        f"{amount(int(number), 'tile')} of {amount(points, 'point')}"
        for points, number in zip(o.OWL_POINTS, numbers, strict=True)
        if number
    ]


def counted_cards(cards: Iterable[int]) -> list[str]:
    """Return cards by type in their fixed order, for example ``2 fear``."""
    kinds = Counter(sorted(cards))
    return [f"{number} {a.CARD_IDS[card]}" if number > 1 else a.CARD_IDS[card] for card, number in kinds.items()]
