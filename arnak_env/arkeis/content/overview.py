"""One episode with what its checks ask for again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.models import Models
from arnak_env.arkeis.notation import Argument, Effect, closest, parse_list, uses
from arnak_env.core.content_errors import ContentError, Place


class Block(NamedTuple):
    """An effect list or a condition of an episode, with its place and its context (see `contexts`)."""

    place: Place
    context: str
    effects: tuple[Effect, ...]


def beside(a: schema.BoardSquare, b: schema.BoardSquare) -> bool:
    """Whether two squares are orthogonal neighbours."""
    return abs(a.x - b.x) + abs(a.y - b.y) == 1


@dataclass(frozen=True)
class Overview:
    """An episode in its slot."""

    models: Models
    slot: int

    @cached_property
    def episode(self) -> schema.Episode:
        return self.models.episodes[self.slot]

    @cached_property
    def file(self) -> str:
        return self.models.episode_file(self.slot)

    def problem(self, kind: str, entry: str, field: str, problem: str) -> ContentError:
        """Return an error with its place."""
        return ContentError(self.place(kind, entry, field), problem)

    def place(self, kind: str, entry: str, field: str) -> Place:
        """Return where something stands: in the file of the episode, or in one that corrects a card."""
        own = f"{self.episode.episode.id} {entry}"
        return Place(self.models.origin.get((kind, own), self.file), kind, entry, field)

    def off_map(self, kind: str, entry: str, field: str, square: str) -> ContentError:
        """Return the error of a square that the episode does not have."""
        return self.problem(kind, entry, field, f"{square} is not on the map; {closest(square, self.squares)}")

    # The board.

    @cached_property
    def squares(self) -> dict[str, schema.BoardSquare]:
        return {square.id: square for zone in self.episode.zones for square in zone.squares}

    @cached_property
    def zone_of(self) -> dict[str, str]:
        return {square.id: zone.id for zone in self.episode.zones for square in zone.squares}

    @cached_property
    def neighbours(self) -> dict[str, list[str]]:
        """Squares of the same zone beside each square."""
        found: dict[str, list[str]] = {square: [] for square in self.squares}
        for zone in self.episode.zones:
            for a in zone.squares:
                found[a.id] += [b.id for b in zone.squares if beside(a, b)]
        return found

    @cached_property
    def doors(self) -> dict[str, schema.Link]:
        return {link.id: link for link in self.episode.links if link.type == "door"}

    @cached_property
    def floor_tokens(self) -> list[schema.ClueToken]:
        later = [token for zone in self.episode.zones for token in zone.clue_tokens]
        return [*self.episode.clue_tokens, *later]

    @cached_property
    def tokens(self) -> list[str]:
        """Symbols of all Clue tokens on squares and doors."""
        on_doors = [door.token for door in self.doors.values() if door.token and not door.open]
        return [*on_doors, *(token.symbol for token in self.floor_tokens)]

    @cached_property
    def printed(self) -> list[str]:
        return [square.printed_clue for square in self.squares.values() if square.printed_clue is not None]

    @cached_property
    def artifacts(self) -> list[str]:
        sheet = self.episode.sheet
        return [line.artifact for line in [*sheet.row_bonus, *sheet.col_bonus] if line.artifact]

    # The deck.

    def with_symbol(self, symbol: str) -> list[schema.ClueCard]:
        """Return the cards with a symbol."""
        return [card for card in self.episode.cards if card.symbol == symbol]

    @cached_property
    def on_empty(self) -> tuple[Effect, ...]:
        return parse_list(self.episode.fate_reserve.on_empty)

    @cached_property
    def blocks(self) -> list[Block]:
        """Every effect list."""
        found = [self._block("fate_reserve", "", "on_empty", "on_empty:effects", self.episode.fate_reserve.on_empty)]
        for card in self.episode.cards:
            found.append(self._block("cards", card.id, "effects", "card:effects", card.effects))
            found.append(self._block("cards", card.id, "start", "card:start", card.start))
            for number, active in enumerate(card.active, 1):
                field = f"active[{number}].effects"
                found.append(self._block("cards", card.id, field, "card:active", active.effects))
        for name, lines in (("row_bonus", self.episode.sheet.row_bonus), ("col_bonus", self.episode.sheet.col_bonus)):
            for number, line in enumerate(lines, 1):
                found.append(self._block("sheet", "", f"{name}[{number}].effects", "sheet:effects", line.effects))
        for word in ("favourable", "adverse"):
            epilogue: schema.Epilogue = getattr(self.episode.epilogue, word)
            found.append(self._block("epilogue", word, "effects", "end:effects", epilogue.effects))
        for number, event in enumerate(self.episode.events, 1):
            found.append(self._block("events", str(number), "effects", "end:effects", event.effects))
        return found

    @cached_property
    def conditions(self) -> list[Block]:
        """Every condition of an active card."""
        return [
            self._block("cards", card.id, f"active[{number}].when", "card:active", [active.when])
            for card in self.episode.cards
            for number, active in enumerate(card.active, 1)
            if active.when
        ]

    def _block(self, kind: str, entry: str, field: str, context: str, texts: Sequence[str]) -> Block:
        return Block(self.place(kind, entry, field), context, parse_list(texts))

    def uses(self, word: str) -> list[tuple[Place, tuple[Argument, ...]]]:
        """Return every use of an operation or condition, with its place."""
        return [
            (block.place, arguments)
            for block in [*self.blocks, *self.conditions]
            for arguments in uses(block.effects, word)
        ]
