"""Reachability in one episode, and a walk that is always lucky: can every card be read, every door be opened?

The walk opens every door and takes every object as soon as luck and good choices allow. What it never meets, nobody
will: a key that lies behind its own door, a zone that no card lays, an epilogue that cannot be reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.overview import Overview
from arnak_env.arkeis.notation import RESULTS, Argument, Effect, parse_list, uses
from arnak_env.core.content_errors import ContentError

Problems = Iterator[ContentError]
Way = frozenset[Effect]  # effects of the episode's course that one way through an effect list runs
_KEPT = ("draw", "add_zone", "place_clue", "open_door", "gain_object", "epilogue", "return_to_deck", "link")
_MOST_WAYS = 4096
_OFTEN = 50  # more than any condition asks for
AGAIN = Effect("return_to_deck", ())


def check_reach(view: Overview) -> Problems:
    """Yield cards, zones, squares and epilogues that nothing leads to."""
    ended = _empty_ends(view)
    if not ended:
        yield view.problem("fate_reserve", "", "on_empty", "an empty reserve never leads to an epilogue")
    yield from _check_symbols(view, ended)
    yield from _check_squares(view)


def _drawn(effects: Sequence[Effect]) -> list[str]:
    return [str(arguments[0]) for arguments in uses(effects, "draw") if arguments]


def _later_effects(card: schema.ClueCard) -> tuple[Effect, ...]:
    """Return the effects that a card runs again and again once it has been read."""
    return parse_list([*card.start, *(text for active in card.active for text in active.effects)])


def _object_effects(view: Overview, entry: str | None) -> list[Effect]:
    thing = view.models.objects.get(entry or "")
    return [effect for ability in thing.abilities for effect in parse_list(ability.effects)] if thing else []


def _effects_of(view: Overview, card: schema.ClueCard) -> list[Effect]:
    """Return everything a card can do, its object included."""
    return [*parse_list(card.effects), *_later_effects(card), *_object_effects(view, card.object)]


def _placed(effects: Sequence[Effect]) -> list[str]:
    """Return the Clue symbols that effects put on the board; what cannot be put there is refused elsewhere."""
    words = [str(arguments[0]) for arguments in uses(effects, "place_clue") if arguments]
    return [word for word in words if not word.startswith(("red-", "ivory-"))]


def _leads_to(view: Overview, card: schema.ClueCard) -> set[str]:
    effects = _effects_of(view, card)
    return {*_drawn(effects), *_placed(effects)}


def _first_causes(view: Overview, cards: list[schema.ClueCard]) -> list[schema.ClueCard]:
    """Return the cards to which no other of them leads; all of them where they lead to each other."""
    led = {symbol for card in cards for symbol in _leads_to(view, card) - {card.symbol}}
    return [card for card in cards if card.symbol not in led] or cards


def _check_symbols(view: Overview, empty_ends: bool) -> Problems:
    sources = [*view.tokens, *view.artifacts, *view.printed, *(draw.symbol for draw in view.episode.setup.draws)]
    todo = [*sources, *_drawn(view.on_empty)]
    reached: dict[str, list[schema.ClueCard]] = {}
    while todo:
        symbol = todo.pop()
        if symbol not in reached:
            reached[symbol] = view.with_symbol(symbol)
            todo += [word for card in reached[symbol] for word in _leads_to(view, card)]
    missing = [symbol for symbol, cards in reached.items() if not cards]
    unreached = [card for card in view.episode.cards if card.symbol not in reached]
    if not empty_ends:  # told already, and what should have ended the episode is its card
        unreached = [card for card in unreached if not uses(_effects_of(view, card), "epilogue")]
    yield from _missing_or_unreached(view, missing, _first_causes(view, unreached))
    effects = [*view.on_empty, *(effect for card in view.episode.cards for effect in _effects_of(view, card))]
    yield from _check_ends(view, effects, empty_ends)


def _missing_or_unreached(view: Overview, missing: list[str], unreached: list[schema.ClueCard]) -> Problems:
    """Yield symbols without a card and cards without a symbol; one of each is one card with another symbol."""
    more = ""
    if len(missing) == len(unreached) == 1:
        more = f"; {missing[0]}, which is used, has no card"
    else:
        for symbol in missing:
            yield view.problem("cards", "", "symbol", f"no card has the symbol {symbol}, which is used")
    for card in unreached:
        problem = f"the card cannot be reached: nothing leads to {card.symbol} (a token, a printed symbol, a draw)"
        yield view.problem("cards", card.id, "symbol", problem + more)


def _check_ends(view: Overview, effects: Sequence[Effect], empty_ends: bool) -> Problems:
    """Yield epilogues and zones to which no effect leads; where a card does that is not reached, that is told."""
    ends = {str(arguments[0]) for arguments in uses(effects, "epilogue") if arguments}
    for word in RESULTS:
        if word not in ends and (empty_ends or word != "adverse"):
            yield view.problem("epilogue", word, "", "no card and no consequence of an empty reserve leads to it")
    laid = {str(arguments[0]) for arguments in uses(effects, "add_zone") if arguments}
    wrong = laid - {zone.id for zone in view.episode.zones if not zone.setup}
    for zone in view.episode.zones:
        if not zone.setup and zone.id not in laid and not wrong:  # a wrong add_zone is told, and meant for this one
            yield view.problem("zones", zone.id, "setup", "no card lays this zone")


def _linked(view: Overview) -> list[tuple[str, str]]:
    pairs = [(link.a, link.b) for link in view.episode.links]
    pairs += [(link.b, link.a) for link in view.episode.links if link.type != "trapdoor"]
    for _, arguments in view.uses("link"):
        if len(arguments) == 2:
            a, b = map(str, arguments)
            pairs += [(a, b), (b, a)]
    return pairs


def _check_squares(view: Overview) -> Problems:
    pairs = _linked(view)
    seen: set[str] = set()
    todo = list(view.episode.setup.explorer_start)
    while todo:
        square = todo.pop()
        if square not in seen and square in view.squares:
            seen.add(square)
            todo += view.neighbours[square] + [b for a, b in pairs if a == square]
    for square in view.squares:
        if square not in seen:
            yield view.problem("zones", view.zone_of[square], "squares", f"no way leads to {square}")


def _empty_ends(view: Overview) -> bool:
    """Return whether an empty reserve leads to an epilogue."""
    todo, seen = _drawn(view.on_empty), set()
    ended = bool(uses(view.on_empty, "epilogue"))
    while todo:
        symbol = todo.pop()
        if symbol not in seen:
            seen.add(symbol)
            for card in view.with_symbol(symbol):
                effects = parse_list(card.effects)
                todo += _drawn(effects)
                ended = ended or bool(uses(effects, "epilogue"))
    return ended


# --- the walk ---------------------------------------------------------------------------------------------------------
@dataclass
class Walk:
    """What a lucky group can have come to; it only grows, so the walk ends."""

    view: Overview
    objects: set[str] = field(default_factory=set)
    counters: Counter[str] = field(default_factory=Counter)
    flags: set[str] = field(default_factory=set)
    zones: set[str] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    read: dict[str, int] = field(default_factory=dict)  # card: round in which it was first read
    drawn: set[str] = field(default_factory=set)
    placed: dict[str, set[str]] = field(default_factory=dict)
    links: set[tuple[str, str]] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)
    counted: set[tuple[str, Effect]] = field(default_factory=set)
    crowded: set[str] = field(default_factory=set)  # cards with more ways than are followed

    def run(self) -> Walk:
        """Walk until nothing new comes."""
        view = self.view
        self.zones |= {zone.id for zone in view.episode.zones if zone.setup}
        self.drawn |= (
            {draw.symbol for draw in view.episode.setup.draws} | set(_drawn(view.on_empty)) | set(view.artifacts)
        )
        before = None
        rounds = 0
        while before != self._state():
            before = self._state()
            at = self._symbols_in_reach()
            for card in view.episode.cards:
                if card.symbol in at:
                    self._read(card, rounds)
            self._use_objects()
            rounds += 1
        return self

    def _state(self) -> tuple[int, ...]:
        counted = sum(self.counters.values())
        sets = (self.objects, self.flags, self.zones, self.opened, self.read, self.drawn, self.links, self.ends)
        placed = sum(len(squares) for squares in self.placed.values())
        return (counted, placed, *(len(found) for found in sets))

    def squares(self) -> set[str]:
        """Return the squares that can be reached now."""
        view, seen = self.view, set()
        todo = list(view.episode.setup.explorer_start)
        while todo:
            square = todo.pop()
            if square in seen or view.zone_of.get(square) not in self.zones:
                continue
            seen.add(square)
            todo += view.neighbours[square]
            todo += [b for a, b in self.links if a == square]
            for link in view.episode.links:
                if link.type == "door" and not link.open and link.id not in self.opened:
                    continue
                if square == link.a:
                    todo.append(link.b)
                elif square == link.b and link.type != "trapdoor":
                    todo.append(link.a)
        return seen

    def _symbols_in_reach(self) -> set[str]:
        view, seen = self.view, self.squares()
        found = set(self.drawn)
        found |= {square.printed_clue for square in view.squares.values() if square.id in seen and square.printed_clue}
        found |= {token.symbol for token in view.floor_tokens if token.square in seen}
        found |= {symbol for symbol, squares in self.placed.items() if squares & seen}
        for door in view.doors.values():
            zones = {view.zone_of.get(door.a), view.zone_of.get(door.b)}
            there = zones <= self.zones or (door.edge and zones & self.zones)
            if door.token and there and {door.a, door.b} & seen:
                found.add(door.token)
        return found

    def _read(self, card: schema.ClueCard, rounds: int) -> None:
        self.read.setdefault(card.id, rounds)
        if card.object is not None:
            self._take(card.object)
        effects = parse_list(card.effects)
        again = bool(uses(effects, "return_to_deck"))
        for way in self._ways(card.id, effects, _OFTEN if again else 1):
            self._follow(way)
            if AGAIN not in way:
                self.opened |= {door.id for door in self.view.doors.values() if door.token == card.symbol}
        for way in self._ways(card.id, _later_effects(card), _OFTEN):
            self._follow(way)

    def _follow(self, way: Way) -> None:
        for effect in way:
            self._happen(effect)

    def _take(self, entry: str) -> None:
        if entry in self.view.models.objects:
            self.objects.add(entry)

    def _use_objects(self) -> None:
        """Run the abilities of what is held; what happens on obtaining counts once, everything else can count often."""
        for entry in sorted(self.objects):
            for ability in self.view.models.objects[entry].abilities:
                times = 1 if ability.trigger == "on_obtain" else _OFTEN
                for way in self._ways(f"object {entry}", parse_list(ability.effects), times):
                    self._follow(way)

    def _count(self, source: str, effect: Effect, times: int) -> None:
        """Count an effect of a card or an object, the first time it is met."""
        if (source, effect) in self.counted:
            return
        self.counted.add((source, effect))
        name = str(effect.arguments[0])
        if effect.word == "flag":
            self.flags.add(name)
        elif isinstance(effect.arguments[1], int) and effect.arguments[1] > 0:
            self.counters[name] += effect.arguments[1] * times

    def _happen(self, effect: Effect) -> None:
        words = [str(argument) for argument in effect.arguments]
        match effect.word:
            case "draw":
                self.drawn.add(words[0])
            case "add_zone":
                self.zones.add(words[0])
            case "place_clue":
                start = self.view.episode.setup.explorer_start
                squares = [words[1]] if words[1] in self.view.squares else start
                self.placed.setdefault(words[0], set()).update(squares)
            case "open_door":
                self.opened.add(words[0])
            case "gain_object":
                self._take(words[0])
            case "epilogue":
                self.ends.add(words[0])
            case "link":
                self.links |= {(words[0], words[1]), (words[1], words[0])}

    # Ways through an effect list.

    def _ways(self, source: str, effects: Sequence[Effect], times: int) -> set[Way]:
        """Return every way through the effects of a card or an object, which is run up to so many times."""
        found: set[Way] = {frozenset()}
        for effect in effects:
            found = {a | b for a in found for b in self._ways_of(source, effect, times)}
            if len(found) > _MOST_WAYS:
                self.crowded.add(source)
                break
        return found

    def _ways_of(self, source: str, effect: Effect, times: int) -> set[Way]:
        word, arguments = effect
        if word == "test":
            return self._lists(source, arguments[2:4], times)
        if word == "choose":
            return self._lists(source, arguments, times)
        if word == "if":
            truths = self._truth(arguments[0])
            return self._lists(source, [arguments[1 if truth else 2] for truth in truths], times)
        if word in ("repeat", "each"):
            return self._lists(source, arguments[1:2], _OFTEN)
        if word in ("counter", "flag"):
            self._count(source, effect, times)
        return {frozenset([effect])} if word in _KEPT else {frozenset()}

    def _lists(self, source: str, lists: Sequence[Argument], times: int) -> set[Way]:
        found: set[Way] = set()
        for inner in lists:
            if isinstance(inner, tuple) and not isinstance(inner, Effect):
                found |= self._ways(source, inner, times)
        return found

    def _truth(self, condition: Argument) -> set[bool]:
        """Return what a condition can be: it can always fail, and hold only when luck can have brought it about."""
        if not isinstance(condition, Effect):
            return {True, False}
        word, arguments = condition
        if word == "holds":
            return {True, False} if arguments[1] in self.objects else {False}
        if word == "counter_ge":
            return {True, False} if self.counters[str(arguments[0])] >= int(str(arguments[1])) else {False}
        if word == "flag_set":
            return {True, False} if arguments[0] in self.flags else {False}
        if word == "not":
            return {not truth for truth in self._truth(arguments[0])}
        if word in ("and", "or"):
            pairs = [(a, b) for a in self._truth(arguments[0]) for b in self._truth(arguments[1])]
            return {(a and b) if word == "and" else (a or b) for a, b in pairs}
        return {True, False}


def check_walk(view: Overview) -> Problems:
    """Yield what a group with all luck never comes to, in an episode with nothing else wrong.

    Behind a door that never opens there may be cards and the end; only the door is told, as their cause.
    """
    walk = Walk(view).run()
    for card_id in sorted(walk.crowded):
        problem = f"more than {_MOST_WAYS} ways through its effects; the check follows no more of them"
        yield view.problem("cards", card_id, "effects", problem)
    lost = "favourable" not in walk.ends
    more = ", so that even a group with all luck never reaches the favourable epilogue" if lost else ""
    doors = _stuck(view, walk)
    for door in doors:
        yield view.problem("links", door.id, "token", f"the door never opens{more}")
    unread = [card for card in view.episode.cards if card.id not in walk.read]
    if not doors:
        for card in _first_causes(view, unread):
            problem = "the card is never read: what leads to it lies behind it, or cannot be opened"
            yield view.problem("cards", card.id, "symbol", problem + more)
        if lost and not unread:
            problem = "even a group with all luck never reaches it"
            yield view.problem("epilogue", "favourable", "", problem)


def _stuck(view: Overview, walk: Walk) -> list[schema.Link]:
    """Return the doors that never open: those that the group comes to, or all where it comes to none."""
    doors = [door for door in view.doors.values() if not door.open and door.id not in walk.opened]
    squares = walk.squares()
    return [door for door in doors if {door.a, door.b} & squares] or doors
