"""The printed facts of Arkeis as an agent reads them: tables as lists, effects as trees, what effects come from."""

from __future__ import annotations

from typing import Any, NamedTuple

from agents.arkeis_scripts import Route, Script, Scripts, routes
from arnak_env.arkeis import opcodes as o

_PLAIN = (
    "kind_type", "kind_life", "kind_elite", "adversary_kind", "adversary_pool", "adversary_life", "adversary_start",
    "adversary_modification", "adversary_denies", "adversary_face", "adversary_row", "ability_source", "ability_index",
    "ability_program", "object_slot", "object_value", "slot_capacity", "experience_explorer", "experience_level",
    "experience_cost", "upgrade_cost", "upgrade_space", "upgrade_trigger", "upgrade_program", "trigger_first", "die",
)  # fmt: skip
_BY_SLOT = (
    "cards", "card_symbol", "card_type", "card_object", "card_program", "printed", "link_a", "link_b", "link_type",
    "link_token", "link_edge", "links", "token_square", "sheet_box", "line_boxes", "line_program", "line_artifact",
    "line_event", "special_setup", "zone_used", "reserve",
)  # fmt: skip


class Source(NamedTuple):
    """Something whose effects hold a step: a Clue card, or an object that a Clue card can bring.

    Attributes:
        card: number of the Clue card, -1 for an object.
        thing: number of the object, -1 for a Clue card.
        route: the step and the way to it.
        once: the effects run when the object is obtained, and not again.
    """

    card: int
    thing: int
    route: Route
    once: bool


class EpisodeFacts:
    """Facts of one episode.

    Args:
        tables: one record of `arnak_env.arkeis.tables.TABLES`.
        slot: its slot.
        scripts: reader of its programs.
        object_scripts: by object, the programs that run when it is held or obtained, and whether the latter.
    """

    def __init__(
        self, tables: Any, slot: int, scripts: Scripts, object_scripts: dict[int, list[tuple[Script, bool]]]
    ) -> None:
        for name in _BY_SLOT:
            setattr(self, name, tables[name][slot].tolist())
        self.programs: list[Script] = [scripts.script(self["card_program"][card]) for card in range(self["cards"])]
        self.by_symbol: dict[int, list[int]] = {}
        for card in range(self["cards"]):
            self.by_symbol.setdefault(self["card_symbol"][card], []).append(card)
        self.sources: dict[int, list[Source]] = {}
        self.objects_from: dict[int, list[int]] = {}
        for card, script in enumerate(self.programs):
            self._add(script, card, -1, False)
            thing = self["card_object"][card]
            if thing >= 0:
                self.objects_from.setdefault(thing, []).append(card)
        for thing, programs in object_scripts.items():
            for script, once in programs:
                self._add(script, -1, thing, once)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def _add(self, script: Script, card: int, thing: int, once: bool) -> None:
        for route in routes(script):
            self.sources.setdefault(route.step.operation, []).append(Source(card, thing, route, once))

    def found(self, operation: int, a: int) -> list[Source]:
        """Return what holds an effect with this first argument."""
        return [source for source in self.sources.get(operation, ()) if source.route.step.a == a]


class Facts:
    """Facts of a content.

    Args:
        content: an `arnak_env.arkeis.content.Content`.
    """

    kind_type: list[int]
    kind_life: list[int]
    kind_elite: list[int]
    adversary_life: list[int]

    def __init__(self, content: Any) -> None:
        self._tables = content.tables[0]
        self.scripts = Scripts(self._tables)
        for name in _PLAIN:
            setattr(self, name, self._tables[name].tolist())
        self._episodes: dict[int, EpisodeFacts] = {}
        self.object_scripts: dict[int, list[tuple[Script, bool]]] = {}
        self.bonus_dice: dict[int, int] = {}  # by object: Combat dice it adds
        self._used_in_play: set[int] = set()
        self._read_abilities()
        self.upgrade_spaces = int(self._tables["upgrade_spaces"])
        self.useful_objects = self._used_in_play | self._asked_for()
        self.kind_cards = [
            [card for card in range(o.ADVERSARY_CARDS) if self["adversary_kind"][card] == kind and self._pooled(card)]
            for kind in range(o.KINDS)
        ]

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def _pooled(self, card: int) -> bool:
        return bool(self["adversary_pool"][card])

    def _read_abilities(self) -> None:
        first = self["trigger_first"]
        for trigger in range(o.TRIGGERS):
            for ability in range(first[trigger], first[trigger + 1]):
                if self["ability_source"][ability] != o.SOURCE_OBJECT:
                    continue
                thing = self["ability_index"][ability]
                script = self.scripts.script(self["ability_program"][ability])
                self.object_scripts.setdefault(thing, []).append((script, trigger == o.T_OBTAIN))
                if trigger != o.T_OBTAIN:
                    self._used_in_play.add(thing)
                if trigger == o.T_BEFORE_COMBAT_ROLL:
                    more = sum(step.b for step in script if step.operation == o.OP_BONUS_DICE)
                    self.bonus_dice[thing] = self.bonus_dice.get(thing, 0) + more

    def _asked_for(self) -> set[int]:
        """Return the objects that some card of some episode wants to be held."""
        conditions = self._tables["condition"]
        return {int(row[2]) for row in conditions if row[0] == o.C_HOLDS}

    def episode(self, slot: int) -> EpisodeFacts:
        """Return the facts of the episode in a slot."""
        if slot not in self._episodes:
            self._episodes[slot] = EpisodeFacts(self._tables, slot, self.scripts, self.object_scripts)
        return self._episodes[slot]

    def ability_script(self, action_source: int, index: int, first: int, stop: int) -> Script:
        """Return the program of a card's ability among the triggers ``range(first, stop)``; empty: there is none."""
        bounds = self["trigger_first"]
        for ability in range(bounds[first], bounds[stop]):
            if self["ability_source"][ability] == action_source and self["ability_index"][ability] == index:
                return self.scripts.script(self["ability_program"][ability])
        return ()

    def in_slot(self, sight: Any, explorer: int, action: int) -> list[int]:
        """Return the objects an Explorer has equipped in the slot of an action."""
        equipped, owner = sight["equipped"], sight["object_owner"]
        return [
            thing
            for thing in range(o.OBJECTS)
            if equipped[thing] and owner[thing] == explorer and self["object_slot"][thing] == action
        ]
