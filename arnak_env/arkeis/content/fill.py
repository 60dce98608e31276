"""The table record filled from the entries that belong to no episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import EXPERIENCE_IDS, OBJECT_IDS, UPGRADE_IDS
from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.encode import Encoder, Scope, numbered, with_room
from arnak_env.arkeis.content.encode import amount as amount_number
from arnak_env.arkeis.content.models import Models
from arnak_env.arkeis.notation import Effect, NotationError, closest, parse, parse_list, uses
from arnak_env.arkeis.tables import CONDITION_ROWS, PROGRAM_ROWS, TABLES
from arnak_env.core.content_errors import ContentError, Place

Programs = dict[tuple[str, str, str], int]  # (kind, id, field): row where the program starts, 0: no effect
FIELD_ACTIONS = ("clue", "move")
DICE = ("combat", "investigation")
PRINTED_SLOTS = {"prologue": 0, **{f"episode_{k}": k + 1 for k in range(o.FIRST_CUSTOM_SLOT - 1)}}
_ENGINE_ABILITIES = {
    "rhiat": (o.OP_RHIAT, "heal"),
    "franck": (o.OP_FRANCK, "bonus_dice"),
    "eleonor": (o.OP_ELEONOR, "reroll"),
}


@dataclass(frozen=True)
class AbilityRow:
    """One ability as the table holds it."""

    trigger: int
    source: int
    index: int
    slot: int
    optional: bool
    limit: int
    when: int
    program: int
    who: int


class Filler:
    """Compiles every effect into one table of rows and writes the table record."""

    def __init__(self, models: Models, problems: list[ContentError] | None = None) -> None:
        """Begin; with a list of `problems`, effects that cannot be compiled are added to it and left out."""
        self.models = models
        self.problems = problems
        self.objects = self.room_for("object", OBJECT_IDS, "other_object_", list(models.objects))
        self.upgrades = self.room_for("upgrade", UPGRADE_IDS, "other_upgrade", list(models.upgrades))
        if len(models.cards) > o.ADVERSARY_CARDS:
            extra = list(models.cards)[o.ADVERSARY_CARDS]
            raise ContentError(models.place("card", extra), f"one card too many; there is room for {o.ADVERSARY_CARDS}")
        self.cards = {entry: k for k, entry in enumerate(models.cards)}
        self.encoder = Encoder(self.objects, self.upgrades, self.cards)
        self.scopes: dict[int, Scope] = {}
        self.abilities: list[AbilityRow] = []
        self.programs: Programs = {}
        self.tables = np.zeros(1, TABLES)
        self.t = self.tables[0]

    def room_for(self, kind: str, known: Sequence[str], free: str, ids: Sequence[str]) -> dict[str, int]:
        try:
            return with_room(kind, known, free, ids)
        except NotationError as error:
            last = [entry for entry in ids if entry not in known][-1]
            raise ContentError(self.models.place(kind, last), str(error)) from None

    # Programs, with the place of what is wrong.

    def program(self, place: Place, texts: Sequence[str], slot: int | None = None) -> int:
        """Compile one effect list; `slot` is the episode whose names it can use."""
        start = self._compiled(place, slot, lambda: self.encoder.program(texts))
        self.programs[place.kind, place.entry, place.field] = start
        return start

    def condition(self, place: Place, text: str, slot: int | None = None) -> int:
        """Compile one condition."""
        return self._compiled(place, slot, lambda: self.encoder.condition(text))

    def _compiled(self, place: Place, slot: int | None, compile_: Callable[[], int]) -> int:
        self.encoder.scope = None if slot is None else self.scopes.setdefault(slot, Scope())
        try:
            return compile_()
        except NotationError as error:
            problem = ContentError(place, str(error))
            if self.problems is None:
                raise problem from None
            self.problems.append(problem)
            return 0

    def number(self, place: Place, what: str, word: str, known: Sequence[str] | Mapping[str, int]) -> int:
        """Return the number of a word, or say where the unknown one stands."""
        try:
            return numbered(what, word, known)
        except NotationError as error:
            raise ContentError(place, str(error)) from None

    def slot_of(self, box: str) -> int | None:
        """Return the slot of the episode a box belongs to, None for the boxes of the whole campaign."""
        own = (slot for slot, known in self.models.episodes.items() if known.episode.id == box)
        return next(own, PRINTED_SLOTS.get(box))

    # Entries.

    def fill(self) -> np.ndarray:
        """Write what belongs to no episode, and reserve the names of each episode."""
        for slot, episode in self.models.episodes.items():
            scope = self.scopes.setdefault(slot, Scope())
            scope.links.update({link.id: k for k, link in enumerate(episode.links)})
            scope.clue_cards.update({card.id: k for k, card in enumerate(episode.cards)})
        self.dice()
        self.kinds()
        self.adversary_cards()
        self.object_entries()
        self.experience()
        self.traumas()
        self.explorers()
        self.camp()
        return self.tables

    def dice(self) -> None:
        tables = self.models.tables
        dice: tuple[Sequence[str], ...] = (tables.combat_die.faces, tables.investigation_die.faces)
        for number, faces in enumerate(dice):
            for side, face in enumerate(faces):
                word = f"{DICE[number]}_fate" if face == "fate" else face
                self.t["die"][number, side] = o.FACE_IDS.index(word)
        self.t["combat_dice"] = tables.combat_die.basic_roll
        for action in o.ACTION_IDS:
            self.t["slot_capacity"][o.ACTION_IDS.index(action)] = getattr(tables.slots, action).capacity

    def kinds(self) -> None:
        self.t["kind_elite"][:] = -1
        for entry, kind in self.models.kinds.items():
            number = self.number(self.models.place("kind", entry), "kind", entry, o.KIND_IDS)
            self.t["kind_type"][number] = o.TYPE_IDS.index(kind.type)
            self.t["kind_life"][number] = kind.default_life

    def adversary_cards(self) -> None:
        t = self.t
        t["adversary_kind"][:] = -1
        t["adversary_deck"][:] = -1
        for number, (entry, card) in enumerate(self.models.cards.items()):
            kind = o.KIND_IDS.index(card.kind)
            slot = self.slot_of_deck(entry, card.deck)
            t["adversary_kind"][number] = kind
            t["adversary_pool"][number] = not card.elite and not card.variant_name
            t["adversary_deck"][number] = -1 if slot is None else slot
            t["adversary_life"][number] = card.life
            if card.elite:
                t["kind_elite"][kind] = number
            place = self.models.place("card", entry)
            t["adversary_start"][number] = self.program(place._replace(field="start"), card.start, slot)
            for k, action in enumerate(FIELD_ACTIONS):
                texts = getattr(card, action)
                denied = [text for text in texts if parse(text) == Effect("deny_action", (action,))]
                rest = [text for text in texts if text not in denied]
                t["adversary_modification"][number, k] = self.program(place._replace(field=action), rest, slot)
                t["adversary_denies"][number, k] = bool(denied)
            for k, row in enumerate(card.combat):
                t["adversary_face"][number, k] = o.FACE_IDS.index(row.face)
                here = place._replace(field=f"combat.{row.face}")
                t["adversary_row"][number, k] = self.program(here, row.effects, slot)
            t["adversary_power_shield"][number] = "power_shield" in card.special_rules
            t["adversary_burn"][number] = "indicator_burn" in card.special_rules

    def slot_of_deck(self, entry: str, deck: str) -> int | None:
        """Return the slot of the episode whose box holds an Adversary card, None for the base box."""
        if deck in ("base", "elite"):
            return None
        slot = self.slot_of(deck)
        if slot is None:
            known = ("base", "elite", *PRINTED_SLOTS)
            place = self.models.place("card", entry)._replace(field="deck")
            raise ContentError(place, f"unknown deck {deck!r}; {closest(deck, known)}, or the id of an episode")
        return slot

    def object_entries(self) -> None:
        self.t["object_slot"][:] = -1
        for entry, thing in self.models.objects.items():
            number = self.objects[entry]
            self.t["object_exists"][number] = 1
            self.t["object_value"][number] = thing.coin_value
            if thing.slot:
                self.t["object_slot"][number] = o.ACTION_IDS.index(thing.slot)
            slot = self.slot_of(thing.source)
            for k, ability in enumerate(thing.abilities):
                place = self.models.place("object", entry)._replace(field=f"abilities[{k + 1}]")
                self.ability(place, o.SOURCE_OBJECT, number, ability, slot)

    def ability(
        self, place: Place, source: int, index: int, ability: schema.Ability | schema.Experience, slot: int | None
    ) -> None:
        """Add an ability of an object or an Experience card."""
        when = self.condition(place._replace(field=f"{place.field}.when".lstrip(".")), ability.when, slot)
        program = self.program(place._replace(field=f"{place.field}.effects".lstrip(".")), ability.effects, slot)
        trigger, limit = o.TRIGGER_IDS.index(ability.trigger), o.LIMIT_IDS.index(ability.limit)
        self.abilities.append(AbilityRow(trigger, source, index, -1, ability.optional, limit, when, program, o.E_SELF))

    def experience(self) -> None:
        for entry, card in self.models.experience.items():
            place = self.models.place("experience", entry)
            number = self.number(place, "Experience card", entry, EXPERIENCE_IDS)
            self.t["experience_explorer"][number] = o.EXPLORER_IDS.index(card.explorer)
            self.t["experience_level"][number] = card.level
            self.t["experience_cost"][number] = card.cost_xp
            self.ability(place, o.SOURCE_EXPERIENCE, number, card, None)

    def traumas(self) -> None:
        for entry, trauma in self.models.traumas.items():
            number = self.number(self.models.place("trauma", entry), "Trauma", entry, o.TRAUMA_IDS)
            self.t["trauma_copies"][number] = trauma.copies
            self.t["trauma_multiplier"][number] = trauma.start_effect_multiplier
            program = self.program(self.models.place("trauma", entry)._replace(field="effects"), trauma.effects)
            if program:
                trigger = o.TRIGGER_IDS.index(trauma.trigger)
                self.abilities.append(
                    AbilityRow(trigger, o.SOURCE_TRAUMA, number, -1, False, o.LIMIT_NONE, 0, program, o.E_SELF)
                )
        rules = self.models.tables.trauma_rules
        self.t["trauma_duplicate"] = self.program(self.models.place("table", "trauma_rules"), rules.duplicate)

    def explorers(self) -> None:
        self.t["ability_start_tokens"] = self.models.ability_rules["set_die"].start_tokens
        for entry, explorer in self.models.explorers.items():
            if entry not in _ENGINE_ABILITIES:
                continue
            operation, word = _ENGINE_ABILITIES[entry]
            place = self.models.place("explorer", entry)._replace(field="ability_effects")
            found = uses(parse_list(explorer.ability_effects), word)
            if len(found) != 1 or len(explorer.ability_effects) != 1:
                raise ContentError(place, f"the Ability of {explorer.name} is one {word}(...)")
            amount = found[0][-1]
            row = (operation, o.ALL if amount == "all" else amount_number(amount), 0, 0, 0)
            program = self.encoder.append([row, (o.OP_END, 0, 0, 0, 0)])
            self.abilities.append(
                AbilityRow(
                    o.TRIGGER_IDS.index(explorer.ability_timing),
                    o.SOURCE_EXPLORER,
                    o.EXPLORER_IDS.index(entry),
                    -1,
                    explorer.optional,
                    o.LIMIT_IDS.index(explorer.ability_limit),
                    0,
                    program,
                    o.E_SELF,
                )
            )

    def camp(self) -> None:
        t = self.t
        t["upgrade_trigger"][:] = -1
        for entry, upgrade in self.models.upgrades.items():
            number = self.upgrades[entry]
            t["upgrade_cost"][number] = upgrade.cost
            t["upgrade_space"][number] = upgrade.space
            t["upgrade_trigger"][number] = o.TRIGGER_IDS.index(upgrade.trigger)
            place = self.models.place("upgrade", entry)._replace(field="effects")
            t["upgrade_program"][number] = self.program(place, upgrade.effects)
            if upgrade.trigger == "passive":
                for (level,) in uses(parse_list(upgrade.effects), "xp_access"):
                    if level not in (1, 2, 3):
                        raise ContentError(place, f"xp_access({level}) is not right; right would be level 1, 2 or 3")
                    t["experience_access"][int(str(level)) - 1, number] = 1
        camp = self.models.tables.camp
        t["upgrade_spaces"] = camp.spaces
        for entry in camp.start:
            place = self.models.place("table", "camp")._replace(field="start")
            t["upgrade_built"][self.number(place, "camp upgrade", entry, self.upgrades)] = 1

    # At the end.

    def finish(self) -> np.ndarray:
        """Sort the abilities, check the room and write the programs."""
        t = self.t
        ordered = sorted(self.abilities, key=lambda ability: ability.trigger)
        self.check_room(ordered)
        for k, ability in enumerate(ordered):
            for column in fields(ability)[1:]:
                t[f"ability_{column.name}"][k] = getattr(ability, column.name)
        for trigger in range(o.TRIGGERS + 1):
            t["trigger_first"][trigger] = sum(ability.trigger < trigger for ability in ordered)
        t["program"][: len(self.encoder.rows)] = self.encoder.rows
        t["condition"][: len(self.encoder.conditions)] = self.encoder.conditions
        return self.tables

    def check_room(self, abilities: Sequence[AbilityRow]) -> None:
        everything = Place("all content files together")
        for what, number, room in (
            ("abilities", len(abilities), o.ABILITIES),
            ("rows of effects", len(self.encoder.rows), PROGRAM_ROWS),
            ("rows of conditions", len(self.encoder.conditions), CONDITION_ROWS),
        ):
            if number > room:
                raise ContentError(everything, f"{number} {what}; there is room for {room}")
        for slot in (-1, *self.models.episodes):
            for trigger, word in enumerate(o.TRIGGER_IDS):
                number = sum(ability.trigger == trigger and ability.slot in (-1, slot) for ability in abilities)
                if number > o.TRIGGER_ROOM:
                    problem = f"{number} abilities with trigger {word}; there is room for {o.TRIGGER_ROOM}"
                    raise ContentError(everything, problem)
