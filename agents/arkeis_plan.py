"""What to read next: backward reasoning from the favourable epilogue over the facts of the episode.

"Read a symbol" needs its token to be reached (doors on the way are symbols themselves), or another card that draws it;
a step inside a card needs its conditions (an object held, a flag, a counter); and so on back to what can be done now.
Where several ways lead on, the cheapest is taken. Costs are estimates in actions; a plan is made anew whenever a card
has been read, so they need not be exact.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

from agents.arkeis_facts import EpisodeFacts, Source
from agents.arkeis_scripts import Condition, Script
from agents.arkeis_sight import ZONE_OF, Sight, bits
from arnak_env.arkeis import opcodes as o

_READ = 3.0  # actions to walk to a token and read it
_TEST = 1.5  # more when dice must succeed
_LUCK = 3.0  # the card being read may bring it along by itself
_UNSURE = 1.0  # a condition that only play can bring about
_NOWHERE = 50.0
_NESTED = 1  # flags and counters that need other ones are followed so far
_MOST_STEPS = 2000  # of cards looked at for one plan; episodes with many ways to the same would take for ever


class Goal(NamedTuple):
    """A symbol to read.

    Attributes:
        symbol: its number.
        squares: where to stand, as bits.
        holders: objects whose holder must be the one who reads.
    """

    symbol: int
    squares: int
    holders: frozenset[int]


class Plan(NamedTuple):
    """What to do.

    Attributes:
        cost: actions it takes, roughly.
        goals: what can be read next; those further on follow when a card has been read.
        symbols: every symbol to read on the way.
        starts: first rows of the effect lists to go through: which option to choose.
        objects: objects needed on the way.
    """

    cost: float
    goals: tuple[Goal, ...]
    symbols: frozenset[int]
    starts: frozenset[int]
    objects: frozenset[int]


class _Way(NamedTuple):
    """A part of a plan: what must happen; costs count once what several parts share."""

    costs: frozenset[tuple[str, int, float]] = frozenset()
    goals: frozenset[Goal] = frozenset()
    starts: frozenset[int] = frozenset()
    objects: frozenset[int] = frozenset()

    @property
    def cost(self) -> float:
        return sum(cost for _, _, cost in self.costs)

    def __or__(self, other: _Way) -> _Way:
        return _Way(
            self.costs | other.costs,
            self.goals | other.goals,
            self.starts | other.starts,
            self.objects | other.objects,
        )


_DONE = _Way()
NO_PLAN = Plan(_NOWHERE, (), frozenset(), frozenset(), frozenset())


def plan(sight: Sight, facts: EpisodeFacts, explorer: int) -> Plan:
    """Return the plan of the team as it stands; `explorer` is whose turn it is."""
    planner = _Planner(sight, facts, explorer)
    way = planner.finish()
    if way is None:
        return NO_PLAN
    symbols = frozenset(number for what, number, _ in way.costs if what == "read")
    return Plan(way.cost, tuple(sorted(way.goals)), symbols, way.starts, way.objects)


class _Planner:
    """One run of the backward reasoning."""

    def __init__(self, sight: Sight, facts: EpisodeFacts, explorer: int) -> None:
        self.sight = sight
        self.facts = facts
        self.explorer = explorer
        places = sight["card_place"]
        self.unread = [card for card in range(facts["cards"]) if places[card] in (o.IN_DECK, o.BEING_READ)]
        self.left: dict[int, list[int]] = {}
        for card in self.unread:
            self.left.setdefault(facts["card_symbol"][card], []).append(card)
        start = max(0, sight["square"][explorer])
        self.reached = sight.map.reached[start]
        self.paths = self._paths()
        self._open: list[int] = []  # symbols under consideration; -1: a door or a zone stands between
        self._known: dict[int, _Way | None] = {}
        # What was found when a symbol led back to one under consideration holds only below the same ones.
        self._known_here: dict[tuple[int, tuple[int, ...], int], _Way | None] = {}
        self._cut = False
        self._running: set[tuple[int, int, tuple[int, ...], int, int]] = set()
        self._looked_at = 0
        self._nested = 0

    def finish(self) -> _Way | None:
        """Return the cheapest way to the favourable epilogue."""
        return self._any_of(self.facts.found(o.OP_EPILOGUE, o.FAVOURABLE))

    # --- steps ---
    def _any_of(self, sources: list[Source]) -> _Way | None:
        return _cheapest([self._run(source) for source in sources])

    def _run(self, source: Source) -> _Way | None:
        """Return the way to run a step of a card or an object; None when that would need the same step before."""
        place = source.card, source.thing, source.route.starts, source.route.step.operation, source.route.step.a
        if place in self._running or self._looked_at > _MOST_STEPS:
            self._cut = True
            return None
        self._looked_at += 1
        self._running.add(place)
        way = self._reached_in(source)
        self._running.remove(place)
        return way

    def _reached_in(self, source: Source) -> _Way | None:
        if source.card >= 0:
            if source.card not in self.unread:
                return None
            symbol = self.facts["card_symbol"][source.card]
            way = self._read(symbol)
            if way is not None and source.route.step.operation != o.OP_RETURN_TO_DECK:
                more = len(self.left[symbol]) - 1
                if more:
                    way |= _Way(frozenset([("luck", symbol, float(more))]))
        elif source.once and self.sight["object_owner"][source.thing] in self.sight.team:
            return None
        else:
            way = self._obtain(source.thing)
        if way is None:
            return None
        for condition, wanted in source.route.wanted:
            part = self._condition(condition, wanted)
            if part is None:
                return None
            way |= part
        if source.route.tests:
            way |= _Way(frozenset([("test", source.route.starts[-1], _TEST * source.route.tests)]))
        return way | _Way(starts=frozenset(source.route.starts))

    def _read(self, symbol: int) -> _Way | None:
        """Return the way to read a card with a symbol."""
        if symbol not in self.left:
            return None
        place = symbol, tuple(self._open), self._nested
        if symbol in self._known:
            return self._known[symbol]
        if place in self._known_here:
            self._cut = True
            return self._known_here[place]
        if symbol in self._open:
            self._cut = True
            since = self._open[len(self._open) - self._open[::-1].index(symbol) :]
            return None if -1 in since else _Way(frozenset([("luck", symbol, _LUCK)]))
        cut, self._cut = self._cut, False
        self._open.append(symbol)
        found = _cheapest([self._on_board(symbol), self._drawn(symbol), self._put_down(symbol)])
        self._open.pop()
        if self._cut:
            self._known_here[place] = found
        else:
            self._known[symbol] = found
        self._cut |= cut
        return found

    def _on_board(self, symbol: int) -> _Way | None:
        """Return the way to a token that lies on the board, or to a printed symbol."""
        squares = self._squares_of(symbol)
        if not squares:
            return None
        access = self._access(squares)
        if access is None:
            return None
        needs = self._needs(symbol)
        if needs is None:
            return None
        cost = _READ + max((_test_cost(self.facts.programs[card]) for card in self.left[symbol]), default=0.0)
        way = access | needs | _Way(frozenset([("read", symbol, cost)]))
        if not access.goals and not needs.goals and squares & self.reached:
            holders = frozenset(number for what, number, _ in needs.costs if what == "hold")
            way |= _Way(goals=frozenset([Goal(symbol, squares & self.reached, holders)]))
        return way

    def _squares_of(self, symbol: int) -> int:
        """Return the squares from which a symbol can be read, as bits."""
        squares = 0
        if symbol < o.TOKENS:
            place = self.sight["token_place"][symbol]
            if place >= o.FIRST_DOOR:
                link = place - o.FIRST_DOOR
                squares |= (1 << self.facts["link_a"][link]) | (1 << self.facts["link_b"][link])
            elif place >= 0:
                squares |= 1 << place
        for square, printed in enumerate(self.facts["printed"]):
            if printed == symbol and (self.sight["zones"] >> ZONE_OF[square]) & 1:
                squares |= 1 << square
        return squares

    def _drawn(self, symbol: int) -> _Way | None:
        return self._any_of(self.facts.found(o.OP_DRAW, symbol))

    def _put_down(self, symbol: int) -> _Way | None:
        """Return the way to bring a token onto the board: an effect that puts it there, or its zone."""
        if symbol >= o.TOKENS or self._squares_of(symbol):
            return None
        ways = [self._any_of(self.facts.found(o.OP_PLACE_CLUE, symbol))]
        square = self.facts["token_square"][symbol]
        if square >= 0 and not (self.sight["zones"] >> ZONE_OF[square]) & 1:
            ways.append(self._lay(ZONE_OF[square]))
        best = _cheapest(ways)
        return None if best is None else best | _Way(frozenset([("read", symbol, _READ)]))

    def _lay(self, zone: int) -> _Way | None:
        self._open.append(-1)
        way = self._any_of(self.facts.found(o.OP_ADD_ZONE, zone))
        self._open.pop()
        return way

    # --- the board ---
    def _paths(self) -> dict[int, tuple[int, ...]]:
        """Return for each square the obstacles on the easiest path: links whose door is closed, -1 - a zone."""
        zones = self.sight["zones"]
        steps: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        for square in range(o.SQUARES):
            steps[square] = [(other, ()) for other in bits(self.sight["adjacent"][square])]
        closed = set(self.sight["token_place"])
        for link in range(self.facts["links"]):
            if self.facts["link_type"][link] not in (o.LINK_DOOR, o.LINK_OPEN):
                continue
            a, b = self.facts["link_a"][link], self.facts["link_b"][link]
            blocks = tuple({-1 - ZONE_OF[square] for square in (a, b) if not (zones >> ZONE_OF[square]) & 1})
            if o.FIRST_DOOR + link in closed or (blocks and self.facts["link_type"][link] == o.LINK_DOOR):
                blocks = (*blocks, link)
            steps[a].append((b, blocks))
            steps[b].append((a, blocks))
        for zone in range(o.ZONES):  # inside a zone that is not laid
            if not (zones >> zone) & 1:
                inside = [square for square in range(o.SQUARES) if ZONE_OF[square] == zone]
                for square in inside:
                    steps[square] += [(other, ()) for other in inside if other != square]
        found: dict[int, tuple[int, ...]] = {}
        begin: tuple[int, ...] = ()
        queue = [(0, 0, begin, square) for square in bits(self.reached)]
        heapq.heapify(queue)
        while queue:
            obstacles, length, passed, square = heapq.heappop(queue)
            if square in found:
                continue
            found[square] = passed
            for other, blocks in steps[square]:
                if other not in found:
                    more = (*passed, *(block for block in blocks if block not in passed))
                    heapq.heappush(queue, (len(more), length + 1, more, other))
        return found

    def _access(self, squares: int) -> _Way | None:
        """Return the way to one of some squares."""
        if squares & self.reached:
            return _DONE
        known = [square for square in bits(squares) if square in self.paths]
        if not known:
            return None
        square = min(known, key=lambda one: len(self.paths[one]))
        way = _DONE
        for obstacle in self.paths[square]:
            self._open.append(-1)
            part = self._open_door(obstacle) if obstacle >= 0 else self._lay(-1 - obstacle)
            self._open.pop()
            if part is None:
                return None
            way |= part
        return way

    def _open_door(self, link: int) -> _Way | None:
        ways = [self._any_of(self.facts.found(o.OP_OPEN_DOOR, link))]
        place = self.sight["token_place"]
        if o.FIRST_DOOR + link in place:
            ways.append(self._read(place.index(o.FIRST_DOOR + link)))
        else:
            token = self.facts["link_token"][link]
            ways.append(_DONE if token not in self.left else _Way(frozenset([("read", token, _READ)])))
        return _cheapest(ways)

    # --- conditions ---
    def _needs(self, symbol: int) -> _Way | None:
        """Return the way to what must be so that the cards of a symbol do not go back to the deck."""
        way = _DONE
        for card in self.left[symbol]:
            part = self._stays(self.facts.programs[card])
            if part is None:
                return None
            way |= part
        return way

    def _stays(self, script: Script) -> _Way | None:
        """Return the way to what keeps a card from going back to the deck; None: it always goes back."""
        way = _DONE
        for step in script:
            if step.operation == o.OP_RETURN_TO_DECK:
                return None
            part: _Way | None = _DONE
            if step.operation == o.OP_IF and step.condition is not None:
                part = self._branch(step.condition, step.lists)
            elif step.operation == o.OP_CHOOSE:
                part = _cheapest([self._stays(inner) for inner in step.lists])
            elif step.operation == o.OP_TEST:
                part = self._stays(step.lists[0])
            if part is None:
                return None
            way |= part
        return way

    def _branch(self, condition: Condition, lists: tuple[Script, ...]) -> _Way | None:
        ways: list[tuple[bool, _Way]] = []
        for script, wanted in zip(lists, (True, False), strict=False):
            inner = self._stays(script)
            if inner is not None:
                ways.append((wanted, inner))
        if len(ways) == 2:
            return _DONE
        if not ways:
            return None
        wanted, inner = ways[0]
        part = self._condition(condition, wanted)
        return None if part is None else part | inner

    def _condition(self, condition: Condition, wanted: bool) -> _Way | None:
        """Return the way to make a condition true or false."""
        number, a, b, parts = condition
        if number == o.C_NOT:
            return self._condition(parts[0], not wanted)
        if number in (o.C_AND, o.C_OR):
            ways = [self._condition(part, wanted) for part in parts]
            if (number == o.C_AND) == wanted:
                return None if None in ways else _all_of(ways)
            return _cheapest(ways)
        if number == o.C_HOLDS:
            return self._hold(b) if wanted else _DONE
        if number in (o.C_FLAG_SET, o.C_CAMPAIGN_FLAG_SET, o.C_COUNTER_GE, o.C_PLAYERS_GE):
            if self.sight.holds(condition, self.explorer, self.sight["square"][self.explorer]) == wanted:
                return _DONE
            if not wanted or number in (o.C_CAMPAIGN_FLAG_SET, o.C_PLAYERS_GE):
                return None
            return self._bring_about(number, a, b)
        if number in (o.C_PRESENT, o.C_FACING):
            return _DONE if not wanted else _Way(frozenset([("unsure", number, _UNSURE)]))
        return _Way(frozenset([("unsure", number, _UNSURE)]))

    def _bring_about(self, number: int, a: int, b: int) -> _Way | None:
        """Return the way to set a flag or to raise a counter."""
        if self._nested >= _NESTED:
            return _Way(frozenset([("unsure", number, _LUCK)]))
        self._nested += 1
        if number == o.C_FLAG_SET:
            way = self._any_of(self.facts.found(o.OP_FLAG, a))
        else:
            way = self._count(a, b - self.sight["counters"][a])
        self._nested -= 1
        return way

    def _hold(self, thing: int) -> _Way | None:
        way = self._obtain(thing)
        return None if way is None else way | _Way(frozenset([("hold", thing, 0.0)]), objects=frozenset([thing]))

    def _obtain(self, thing: int) -> _Way | None:
        if self.sight["object_owner"][thing] in self.sight.team:
            return _DONE
        cards = [card for card in self.facts.objects_from.get(thing, ()) if card in self.unread]
        ways = [self._read(self.facts["card_symbol"][card]) for card in cards]
        return _cheapest([*ways, self._any_of(self.facts.found(o.OP_GAIN_OBJECT, thing))])

    def _count(self, counter: int, missing: int) -> _Way | None:
        """Return the way to raise a counter: the cheapest sources, until they are enough."""
        ways: list[tuple[float, int, _Way, int]] = []
        for source in self.facts.found(o.OP_COUNTER, counter):
            if source.route.step.b > 0:
                way = self._run(source)
                if way is not None:
                    ways.append((way.cost, len(ways), way, source.route.step.b))
        total = _DONE
        for _, _, way, raised in sorted(ways, key=lambda one: one[:2]):
            total |= way
            missing -= raised
            if missing <= 0:
                return total
        return None


def _test_cost(script: Script) -> float:
    cost = 0.0
    for step in script:
        if step.operation == o.OP_TEST:
            cost += _TEST
        elif step.operation == o.OP_CHOOSE:
            cost += min(_test_cost(inner) for inner in step.lists)
    return cost


def _cheapest(ways: list[_Way | None]) -> _Way | None:
    known = [way for way in ways if way is not None]
    return min(known, key=lambda way: way.cost) if known else None


def _all_of(ways: list[_Way | None]) -> _Way:
    total = _DONE
    for way in ways:
        if way is not None:
            total |= way
    return total
