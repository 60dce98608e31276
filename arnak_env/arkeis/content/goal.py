"""What lies on the way to the favourable epilogue of an episode: the Clue symbols to resolve.

Going back from the cards with that epilogue: what draws a card, where its token lies, which doors stand before that
square, what the conditions on the way ask for. Where several cards lead to the same, all of them count. Rewards and
planners measure progress by it; it is a hint and no rule.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.overview import Overview
from arnak_env.arkeis.notation import Argument, Effect, parse_list, uses

WHOLE_WAY = 100


def symbol_weights(view: Overview) -> dict[str, int]:
    """Return the share of each symbol on the way, in percent; together they are the whole way."""
    symbols = sorted(Way(view).back())
    if not symbols:
        return {}
    share, rest = divmod(WHOLE_WAY, len(symbols))
    return {symbol: share + (k < rest) for k, symbol in enumerate(symbols)}


@dataclass
class Way:
    """The symbols found so far."""

    view: Overview
    symbols: set[str] = field(default_factory=set)
    squares: set[str] = field(default_factory=set)
    zones: set[str] = field(default_factory=set)

    def back(self) -> set[str]:
        """Return all symbols on the way."""
        for card in self.view.episode.cards:
            if ("favourable",) in uses(self._effects(card), "epilogue"):
                self._card(card)
        return self.symbols

    def _effects(self, card: schema.ClueCard) -> list[Effect]:
        texts = [*card.effects, *card.start, *(text for active in card.active for text in active.effects)]
        thing = self.view.models.objects.get(card.object or "")
        if thing is not None:
            texts += [text for ability in thing.abilities for text in ability.effects]
        return list(parse_list(texts))

    def _cards_with(self, word: str, argument: Argument) -> list[schema.ClueCard]:
        return [
            card
            for card in self.view.episode.cards
            if any(arguments and arguments[0] == argument for arguments in uses(self._effects(card), word))
        ]

    def _card(self, card: schema.ClueCard) -> None:
        if card.symbol in self.symbols:
            return
        self.symbols.add(card.symbol)
        for same in self.view.with_symbol(card.symbol):
            self._conditions(same)
        for source in [*self._cards_with("draw", card.symbol), *self._cards_with("place_clue", card.symbol)]:
            self._card(source)
        for square in self._places(card.symbol):
            self._square(square)

    def _conditions(self, card: schema.ClueCard) -> None:
        """Go back to what the conditions of a card ask for."""
        effects = parse_list(card.effects)
        for arguments in uses(effects, "holds"):
            for source in self.view.episode.cards:
                if source.object == arguments[1]:
                    self._card(source)
        for condition, word in (("counter_ge", "counter"), ("flag_set", "flag")):
            for arguments in uses(effects, condition):
                for source in self._cards_with(word, arguments[0]):
                    self._card(source)

    def _places(self, symbol: str) -> list[str]:
        """Return the squares where a symbol lies, or will be put; of a door one square in front of it."""
        view = self.view
        found = [square.id for square in view.squares.values() if square.printed_clue == symbol]
        found += [token.square for token in view.floor_tokens if token.symbol == symbol]
        found += [
            str(arguments[1])
            for _, arguments in view.uses("place_clue")
            if arguments[0] == symbol and arguments[1] in view.squares
        ]
        for door in view.doors.values():
            if door.token == symbol and not door.open:
                found.append(min((door.a, door.b), key=lambda square: self._distances.get(square, (99, 0, ()))))
        return found

    def _square(self, square: str) -> None:
        """Go back to the doors and the zones on the way to a square."""
        if square in self.squares:
            return
        self.squares.add(square)
        zone = self.view.zone_of[square]
        if zone not in self.zones:
            self.zones.add(zone)
            for source in self._cards_with("add_zone", zone):
                self._card(source)
        _, _, doors = self._distances.get(square, (0, 0, ()))
        for token in doors:
            for card in self.view.with_symbol(token):
                self._card(card)

    @cached_property
    def _distances(self) -> dict[str, tuple[int, int, tuple[str, ...]]]:
        """Return for each square the fewest closed doors, then the fewest steps, and the tokens on these doors."""
        steps: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for square, beside in self.view.neighbours.items():
            steps[square] += [(other, "") for other in beside]
        for link in self.view.episode.links:
            token = link.token if link.type == "door" and not link.open else ""
            steps[link.a].append((link.b, token))
            if link.type != "trapdoor":
                steps[link.b].append((link.a, token))
        found: dict[str, tuple[int, int, tuple[str, ...]]] = {}
        start: tuple[str, ...] = ()
        queue = [(0, 0, start, square) for square in self.view.episode.setup.explorer_start]
        while queue:
            doors, length, tokens, square = heapq.heappop(queue)
            if square in found:
                continue
            found[square] = doors, length, tokens
            for other, token in steps[square]:
                more = (*tokens, token) if token else tokens
                heapq.heappush(queue, (doors + bool(token), length + 1, more, other))
        return found
