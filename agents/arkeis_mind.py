"""Everything the greedy agent of Arkeis knows at one decision: the game, the facts, the plan, estimates."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from agents.arkeis_facts import EpisodeFacts, Facts
from agents.arkeis_plan import Goal, Plan
from agents.arkeis_sight import FAR, Sight, bits
from agents.arkeis_worth import Worth
from arnak_env.arkeis import opcodes as o

_SIDE_STEP = 0.35  # what a step to a side goal costs
_LATE = 1.5  # another Explorer is nearer to a goal


class Target(NamedTuple):
    """Where an Explorer goes.

    Attributes:
        square: the square.
        symbol: what is read there.
        steps: how far it is.
        clear: Adversaries there must be eliminated first.
        critical: nobody else is nearer.
        worth: of side goals what reading is worth, 0 for goals of the plan.
    """

    square: int
    symbol: int
    steps: int
    clear: bool
    critical: bool
    worth: float


class Mind:
    """One decision.

    Args:
        sight: the game.
        facts: facts of the content.
        episode: facts of the episode.
        planned: returns the plan of the team, and what reading each symbol left is worth beside it.
        frame: the pending question.
        legal: the legal actions, in ascending order.
        stack: all pending questions, bottom first; called when it is needed.
    """

    def __init__(
        self,
        sight: Sight,
        facts: Facts,
        episode: EpisodeFacts,
        planned: Callable[[], tuple[Plan, dict[int, float]]],
        frame: list[int],
        legal: list[int],
        stack: Callable[[], list[list[int]]],
    ) -> None:
        self.sight = sight
        self.facts = facts
        self.episode = episode
        self._planned = planned
        self.frame = frame
        self.legal = legal
        self.stack = stack
        self.explorer: int = frame[o.F_SELF]
        self.square: int = sight["square"][self.explorer]
        self.worth = Worth(sight, facts, episode, self.explorer)
        self.source_kind, self.source = divmod(frame[o.F_SOURCE], o.SOURCE_STEP)

    # --- goals ---
    @cached_property
    def plan(self) -> Plan:
        """The plan of the team."""
        return self._planned()[0]

    @cached_property
    def side_worth(self) -> dict[int, float]:
        """What reading each symbol is worth beside the plan."""
        return self._planned()[1]

    def target(self, explorer: int | None = None) -> Target | None:
        """Return the goal of the plan an Explorer pursues, None: there is none for this Explorer."""
        who = self.explorer if explorer is None else explorer
        best: tuple[float, Target] | None = None
        for goal in self.plan.goals:
            if not self._may_read(goal, who):
                continue
            for square in bits(goal.squares):
                found = self._target(goal, square, who)
                if found is None:
                    continue
                cost = found.steps + (0.0 if found.critical else _LATE) + 2.0 * found.clear
                if best is None or cost < best[0]:
                    best = cost, found
        return best[1] if best else None

    def _may_read(self, goal: Goal, explorer: int) -> bool:
        owner = self.sight["object_owner"]
        return all(owner[thing] == explorer for thing in goal.holders)

    def _target(self, goal: Goal, square: int, explorer: int) -> Target | None:
        distances = self.sight.distances
        steps = distances[self.sight["square"][explorer]][square]
        if steps >= FAR:
            return None
        clear = False
        if self.goes_back(goal.symbol, explorer, square):
            if square not in self.sight.on_square or self.goes_back(goal.symbol, explorer, square, cleared=True):
                return None
            clear = True
        others = [
            distances[self.sight["square"][one]][square]
            for one in self.sight.team
            if one != explorer and self._may_read(goal, one)
        ]
        return Target(square, goal.symbol, steps, clear, steps <= min(others, default=FAR), 0.0)

    def goes_back(self, symbol: int, explorer: int, square: int, cleared: bool = False) -> bool:
        """Return whether every card of a symbol would go back to the deck."""
        places = self.sight["card_place"]
        return all(
            self.sight.goes_back(self.episode.programs[card], explorer, square, cleared)
            for card in self.episode.by_symbol.get(symbol, ())
            if places[card] == o.IN_DECK
        )

    def side_target(self) -> Target | None:
        """Return the side goal that is worth most."""
        best: tuple[float, Target] | None = None
        for symbol, worth in self.side_worth.items():
            if worth <= 0.0 or symbol in self.plan.symbols:
                continue
            for square in self._squares_of(symbol):
                steps = self.sight.distances[self.square][square]
                value = worth - _SIDE_STEP * steps
                if steps < FAR and value > (best[0] if best else 0.0):
                    if not self.goes_back(symbol, self.explorer, square):
                        best = value, Target(square, symbol, steps, False, False, worth)
        return best[1] if best else None

    def _squares_of(self, symbol: int) -> list[int]:
        if symbol < o.TOKENS:
            place = self.sight["token_place"][symbol]
            if 0 <= place < o.FIRST_DOOR:
                return [place]
            return []
        return []

    # --- what is going on ---
    @property
    def being_read(self) -> int:
        """Symbol of the Clue card the question comes from, -1: it comes from something else."""
        if self.source_kind != o.SOURCE_CLUE:
            return -1
        return int(self.episode["card_symbol"][self.source])

    def combat_dice(self) -> int:
        """Return how many dice the Explorer's Combat action rolls."""
        dice = 2 + int(self.explorer == o.FRANCK)
        for thing in self.facts.in_slot(self.sight, self.explorer, o.COMBAT):
            dice += self.facts.bonus_dice.get(thing, 0)
        return dice

    def first_legal(self, start: int, size: int) -> int:
        """Return the first legal action of a verb, -1: there is none."""
        return next((action for action in self.legal if start <= action < start + size), -1)

    def of_verb(self, start: int, size: int) -> list[int]:
        """Return the components of a verb that are legal."""
        return [action - start for action in self.legal if start <= action < start + size]
