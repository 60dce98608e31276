"""What an agent looks at: columns of the game records as plain lists, and the board of one game.

Python reads lists many times faster than elements of arrays; a column is turned into a list once for all games.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.arkeis_scripts import Condition, Script
from arnak_env.arkeis import opcodes as o

KIND_OF = tuple(kind for kind in range(o.KINDS) for _ in range(o.KIND_MINIATURES[kind]))
ZONE_OF = tuple(zone for zone in range(o.ZONES) for _ in range(o.ZONE_SIZES[zone]))
ZONE_SQUARES = tuple(((1 << o.ZONE_SIZES[zone]) - 1) << o.ZONE_FIRST[zone] for zone in range(o.ZONES))
_FIRST_GUARDIAN = o.KIND_FIRST[o.GUARDIAN]
FAR = 99  # the distance to a square that cannot be reached
_MOST_MAPS = 4096
_WIDE = ("roll", "adversary_card", "equipped", "card_fate")  # long columns that few questions need


class Columns:
    """Columns of some games, each turned into a list when it is asked for."""

    def __init__(self, games: Any, rows: NDArray[np.intp]) -> None:
        self._games = games
        self._rows = rows
        self.known: dict[str, list[Any]] = {}
        """Those that were asked for."""

    def __getitem__(self, name: str) -> list[Any]:
        column = self.known.get(name)
        if column is None:
            column = self.known[name] = self._games[name][self._rows].tolist()
        return column

    def of_game(self, name: str, k: int) -> Any:
        """Return a column of one game, without those of the others."""
        return self._games[name][self._rows[k]].tolist()

    def top_frames(self) -> list[list[int]]:
        """Return the frame on top of the stack of each game."""
        top: list[list[int]] = self._games["frame"][self._rows, self._games["frames"][self._rows] - 1].tolist()
        return top


class Map(NamedTuple):
    """Which squares lie how far apart.

    Attributes:
        distances: steps from each square to each square, FAR where no open path leads.
        reached: by square, the squares an open path leads to, as bits.
    """

    distances: list[list[int]]
    reached: list[int]


class Maps:
    """Distances between squares, by adjacency: boards look alike in many games, so each is worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], Map] = {}

    def map(self, adjacent: list[int]) -> Map:
        """Return the distances on a board."""
        key = tuple(adjacent)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_MAPS:
                self._known.clear()
            distances = [_distances_from(square, adjacent) for square in range(o.SQUARES)]
            reached = [sum((steps < FAR) << other for other, steps in enumerate(row)) for row in distances]
            found = self._known[key] = Map(distances, reached)
        return found


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _distances_from(square: int, adjacent: list[int]) -> list[int]:
    distances = [FAR] * o.SQUARES
    seen = front = 1 << square
    steps = 0
    while front:
        after = 0
        for other in bits(front):
            distances[other] = steps
            after |= adjacent[other]
        front = after & ~seen
        seen |= front
        steps += 1
    return distances


class Sight:
    """One game: what lies where, who faces what, which conditions hold.

    Args:
        columns: columns of the games looked at.
        k: which of them.
        facts: record of the printed facts, as lists, see `agents.arkeis_facts.Facts`.
        maps: distances.
    """

    def __init__(self, columns: Columns, k: int, facts: Any, maps: Maps) -> None:
        self._columns = columns
        self._known = columns.known
        self._own: dict[str, Any] = {}
        self.k = k
        self.facts = facts
        self.slot: int = columns["slot"][k]
        self.players: int = columns["players"][k]
        self.team: list[int] = columns["explorer"][k][: self.players]
        self._maps = maps

    def __getitem__(self, name: str) -> Any:
        try:
            return self._known[name][self.k]
        except KeyError:
            if name not in _WIDE:
                return self._columns[name][self.k]
        if name not in self._own:
            self._own[name] = self._columns.of_game(name, self.k)
        return self._own[name]

    @cached_property
    def map(self) -> Map:
        """Steps between squares, through what is open now."""
        return self._maps.map(self["adjacent"])

    @cached_property
    def distances(self) -> list[list[int]]:
        """Steps from each square to each square."""
        return self.map.distances

    def quiet(self) -> PlainSight:
        """Return the same game as it would be in quiet times."""
        return PlainSight(self._columns, self.k, self.facts, self._maps)

    # --- Adversaries ---
    @cached_property
    def on_square(self) -> dict[int, list[int]]:
        """Miniatures by square."""
        found: dict[int, list[int]] = {}
        for miniature, square in enumerate(self["miniature_square"]):
            if square >= 0:
                found.setdefault(square, []).append(miniature)
        return found

    def miniatures(self, squares: int, wanted: int = o.K_ANY) -> list[int]:
        """Return the miniatures meant by a kind, type or any, on some squares (bits)."""
        return [
            miniature
            for square, there in self.on_square.items()
            if (squares >> square) & 1
            for miniature in there
            if self.matches(wanted, KIND_OF[miniature])
        ]

    def matches(self, wanted: int, kind: int) -> bool:
        """Return whether a kind, type or any means a kind."""
        if wanted >= o.K_ANY:
            return True
        if wanted >= o.K_TYPE:
            return bool(self.facts.kind_type[kind] == wanted - o.K_TYPE)
        return wanted == kind

    def group_of(self, miniature: int) -> int:
        """Return the name of a miniature: its kind, or a Guardian with a card of its own."""
        kind = KIND_OF[miniature]
        if kind == o.GUARDIAN and self["named_card"][miniature - _FIRST_GUARDIAN] >= 0:
            return o.KINDS + miniature - _FIRST_GUARDIAN
        return kind

    def group_members(self, group: int, square: int) -> list[int]:
        """Return the miniatures of a name on a square."""
        return [miniature for miniature in self.on_square.get(square, ()) if self.group_of(miniature) == group]

    def groups(self, square: int) -> list[int]:
        """Return the names of the Adversaries on a square."""
        return list(dict.fromkeys(self.group_of(miniature) for miniature in self.on_square.get(square, ())))

    def card(self, explorer: int, group: int) -> int:
        """Return the Adversary card an Explorer uses for a name, -1: none yet."""
        if group >= o.KINDS:
            return int(self["named_card"][group - o.KINDS])
        shared = int(self["kind_card"][group])
        if shared >= 0:
            return shared
        if (self["elite"] >> group) & 1:
            return int(self.facts.kind_elite[group])
        return int(self["adversary_card"][explorer][group])

    def life(self, card: int, miniature: int) -> int:
        """Return the Wounds that are still needed to eliminate a miniature."""
        kind = KIND_OF[miniature]
        printed = self.facts.adversary_life[card] if card >= 0 else self.facts.kind_life[kind]
        return max(1, int(printed) + self["life_mod"][kind]) - int(self["miniature_wounds"][miniature])

    # --- selectors ---
    def selected_squares(self, selector: int, square: int) -> int:
        """Return the squares a selector means, as bits, seen from a square."""
        if selector >= o.Q_SQUARE:
            return 1 << (selector - o.Q_SQUARE)
        if selector >= o.Q_ZONE:
            return ZONE_SQUARES[selector - o.Q_ZONE] if (self["zones"] >> (selector - o.Q_ZONE)) & 1 else 0
        if selector == o.Q_EXPLORERS:
            mask = 0
            for explorer in self.team:
                if self["square"][explorer] >= 0:
                    mask |= 1 << self["square"][explorer]
            return mask
        if square < 0:
            return 0
        if selector in (o.Q_ROOM, o.Q_SQUARE_IN_ROOM):
            return ZONE_SQUARES[ZONE_OF[square]]
        if selector == o.Q_OTHER_ROOM:
            return ZONE_SQUARES[ZONE_OF[square]] & ~(1 << square)
        if selector in (o.Q_ADJACENT, o.Q_EACH_ADJACENT):
            return int(self["adjacent"][square])
        return 1 << square

    def adversary_squares(self, selector: int, square: int) -> int:
        """Return the squares on which an Adversary selector looks, as bits."""
        where = selector // o.V_STEP
        if where == o.V_ROOM:
            return ZONE_SQUARES[ZONE_OF[square]]
        if where == o.V_ADJACENT:
            return int(self["adjacent"][square])
        if where == o.V_BOARD:
            return (1 << o.SQUARES) - 1
        return 1 << square

    def selected_explorers(self, selector: int, explorer: int, square: int) -> list[int]:
        """Return the Explorers a selector means, as if this one stood on the square."""
        if selector == o.E_SELF:
            return [explorer]
        if selector in (o.E_ALL, o.E_ONE_ANY):
            return self.team
        if selector == o.E_MOST_FATE:
            most = max(self["fate"][one] for one in self.team)
            return [one for one in self.team if self["fate"][one] == most]
        if selector >= o.E_HOLDER:
            owner = self["object_owner"][selector - o.E_HOLDER]
            return [owner] if owner in self.team else []
        if square < 0:
            return []
        near = ZONE_SQUARES[ZONE_OF[square]] if selector >= o.E_EACH_IN_ROOM else 1 << square
        others = selector in (o.E_OTHERS_HERE, o.E_ONE_OTHER_HERE, o.E_OTHERS_IN_ROOM, o.E_ONE_OTHER_IN_ROOM)
        there = self["square"]
        found = [one for one in self.team if one != explorer and there[one] >= 0 and (near >> there[one]) & 1]
        return found if others else [explorer, *found]

    # --- conditions ---
    def holds(self, condition: Condition | None, explorer: int, square: int, cleared: bool = False) -> bool:
        """Return whether a condition holds, as if the Explorer stood on the square.

        Args:
            cleared: as if no Adversary were on that square.
        """
        if condition is None:
            return True
        number, a, b, parts = condition
        if number == o.C_NOT:
            return not self.holds(parts[0], explorer, square, cleared)
        if number == o.C_AND:
            return all(self.holds(part, explorer, square, cleared) for part in parts)
        if number == o.C_OR:
            return any(self.holds(part, explorer, square, cleared) for part in parts)
        if number in _ABOUT_EXPLORERS:
            return self._holds_of_explorers(number, b, self.selected_explorers(a, explorer, square))
        if number in (o.C_PRESENT, o.C_FACING):
            squares = self.selected_squares(b, square) if number == o.C_PRESENT else 1 << square
            return bool(self.miniatures(squares & ~(1 << square) if cleared else squares, a))
        return self._holds_of_game(number, a, b, explorer, square)

    def _holds_of_explorers(self, number: int, b: int, selected: list[int]) -> bool:
        if number == o.C_HOLDS:
            return self["object_owner"][b] in selected
        if number == o.C_FATE_GE:
            return any(self["fate"][one] >= b for one in selected)
        if number == o.C_IN_ZONE:
            there = [self["square"][one] for one in selected]
            return bool(there) and all(square >= 0 and ZONE_OF[square] == b for square in there)
        column = {o.C_WOUNDED: "wounds", o.C_POISONED: "poison", o.C_HAS_TRAUMA: "trauma"}[number]
        return any(self[column][one] for one in selected)

    def _holds_of_game(self, number: int, a: int, b: int, explorer: int, square: int) -> bool:
        if number == o.C_RESERVE_LE:
            return bool(self["reserve"] <= a)
        if number == o.C_FLAG_SET:
            return bool((self["episode_flags"] >> a) & 1)
        if number == o.C_CAMPAIGN_FLAG_SET:
            return bool((self["campaign_flags"] >> a) & 1)
        if number == o.C_COUNTER_GE:
            return bool(self["counters"][a] >= b)
        if number == o.C_PLAYERS_GE:
            return self.players >= a
        if number == o.C_CLUE_HERE:
            return square in self["token_place"]
        if number == o.C_SLOT_EMPTY:
            return not self.facts.in_slot(self, explorer, a)
        if number == o.C_INDICATORS_GE:
            return bool(int(self["indicators"]).bit_count() >= a)
        if number == o.C_TOKEN_ON:
            squares = self.selected_squares(b, square)
            first = o.SPECIAL_FIRST[a]
            tokens = self["special_square"][first : first + o.SPECIAL_COUNTS[a]]
            return any(place >= 0 and (squares >> place) & 1 for place in tokens)
        return False  # what is known only in the middle of an effect: dice, tokens on the card

    def goes_back(self, script: Script, explorer: int, square: int, cleared: bool = False) -> bool:
        """Return whether a card would go back to the deck, whatever is chosen and rolled."""
        for step in script:
            if step.operation == o.OP_RETURN_TO_DECK:
                return True
            if step.operation == o.OP_IF:
                branch = 0 if self.holds(step.condition, explorer, square, cleared) else 1
                if self.goes_back(step.lists[branch], explorer, square, cleared):
                    return True
            elif step.operation == o.OP_CHOOSE:
                if all(self.goes_back(inner, explorer, square, cleared) for inner in step.lists):
                    return True
            elif step.operation == o.OP_TEST and self.goes_back(step.lists[0], explorer, square, cleared):
                return True
        return False


class PlainSight(Sight):
    """A game as it would be in quiet times: nobody much hurt, no Adversaries, Explorers nowhere in particular.

    What is estimated with it depends only on what the plan of a game depends on, so it can be kept with the plan.
    """

    _PLAIN: ClassVar[dict[str, Any]] = {
        "wounds": [1] * o.EXPLORERS,
        "poison": [0] * o.EXPLORERS,
        "trauma": [0] * o.EXPLORERS,
        "fate": [1] * o.EXPLORERS,
        "square": [o.NOWHERE] * o.EXPLORERS,
        "card_fate": [0] * o.CARDS,
        "reserve": 8,
        "miniature_square": [o.NOWHERE] * o.MINIATURES,
        "equipped": [0] * o.OBJECTS,
        "indicators": 0,
        "special_square": [o.NOWHERE] * o.SPECIALS,
    }

    def __getitem__(self, name: str) -> Any:
        return self._PLAIN[name] if name in self._PLAIN else super().__getitem__(name)


_ABOUT_EXPLORERS = (o.C_HOLDS, o.C_FATE_GE, o.C_IN_ZONE, o.C_WOUNDED, o.C_POISONED, o.C_HAS_TRAUMA)
