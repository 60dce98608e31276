"""Reasons about objects, Experience cards, Traumas and Threats: why they cannot be used, moved or handed over."""

from __future__ import annotations

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.condition_words import condition_text, read_condition
from arnak_env.arkeis.effect_words import program_words
from arnak_env.arkeis.questions import trigger_words
from arnak_env.arkeis.reasons_board import BoardReasons

_SOURCES = {
    "use": o.SOURCE_OBJECT, "free": o.SOURCE_OBJECT, "apply object": o.SOURCE_OBJECT,
    "use experience": o.SOURCE_EXPERIENCE, "free experience": o.SOURCE_EXPERIENCE,
    "apply experience": o.SOURCE_EXPERIENCE, "apply trauma": o.SOURCE_TRAUMA, "apply card": o.SOURCE_CLUE,
    "apply ability": o.SOURCE_EXPLORER,
}  # fmt: skip
_LIMITS = {o.LIMIT_ROLL: "for this roll", o.LIMIT_TURN: "this turn", o.LIMIT_EPISODE: "this episode"}
_USES = range(o.T_ACTION_USE, o.T_ACTION_USE + o.ANY_ACTION)


class CardReasons(BoardReasons):
    """Reasons for one game about cards."""

    def not_mine(self, source: int, index: int) -> str:
        """Return that a card is not in force for the Explorer, an empty text when it is."""
        scene, g = self.scene, self.scene.g
        if source == o.SOURCE_OBJECT:
            if g.object_owner[index] != self.explorer:
                return f"{self.me} does not have it; {scene.owner_words(index)}"
            if scene.t.object_slot[index] >= 0 and not g.equipped[index]:
                return f"{scene.object(index)} is in the backpack, not equipped"
        elif source == o.SOURCE_EXPERIENCE:
            owner = int(g.experience_owner[index])
            if owner != self.explorer:
                has = f"{scene.explorer(owner)} has {scene.experience(index)}" if owner >= 0 else "nobody has it"
                return f"{self.me} does not have this Experience card; {has}"
        elif source == o.SOURCE_TRAUMA and not (int(g.trauma[self.explorer]) >> index) & 1:
            return f"{self.me} has no {scene.trauma(index)}"
        return self._not_my_card(index) if source == o.SOURCE_CLUE else ""

    def _not_my_card(self, card: int) -> str:
        scene, g = self.scene, self.scene.g
        if scene.clue_card(card) is None:
            return "the episode has no card of this number"
        if g.card_place[card] == o.HELD and g.card_holder[card] != self.explorer:
            return f"the Threat {scene.clue_name(card)} is held by {scene.explorer(int(g.card_holder[card]))}"
        if g.card_place[card] == o.HELD and g.card_skip[card]:
            return f"the Threat {scene.clue_name(card)} was held at the set-up and waits for the first turn to pass"
        if g.card_place[card] in (o.HELD, o.ACTIVE):
            return ""
        return "that card is neither a Threat in play nor an active card"

    def abilities(self, source: int, index: int) -> list[int]:
        """Return the abilities of a card."""
        t = self.scene.t
        return [
            ability
            for ability in range(int(t.trigger_first[o.TRIGGERS]))
            if t.ability_source[ability] == source
            and t.ability_index[ability] == index
            and t.ability_slot[ability] in (-1, self.scene.slot)
        ]

    def trigger_of(self, ability: int) -> int:
        """Return the trigger of an ability."""
        first = self.scene.t.trigger_first
        return next(k for k in range(o.TRIGGERS) if first[k] <= ability < first[k + 1])

    def not_now(self, ability: int) -> str:
        """Return why an ability in force cannot be used: its limit, its condition, or nothing to do."""
        scene, rules = self.scene, self.scene.rules
        name = scene.source(scene.t.ability_source[ability] * o.SOURCE_STEP + scene.t.ability_index[ability])
        if not rules.abilities.within_limit(scene.g, scene.t, ability):
            return f"{name} was used {_LIMITS[int(scene.t.ability_limit[ability])]} already"
        when = int(scene.t.ability_when[ability])
        source = int(rules.abilities.ability_source(scene.t, ability))
        if not rules.conditions.condition_holds(scene.g, scene.t, when, self.explorer, source):
            condition = condition_text(read_condition(scene.t.condition, when, scene), scene)
            return f"{name} needs that {condition}"
        row = int(scene.t.ability_program[ability])
        if not rules.possible.is_possible(scene.g, scene.t, row, self.explorer, source):
            effect = program_words(scene.t.program, row, scene, scene.t.condition)
            return f"the first effect of {name} is not possible now: {effect}"
        return ""

    # --- using -------------------------------------------------------------------------------------------------------
    def action_use(self, verb: str, index: int) -> str:
        """Return the reason against an action that uses a card."""
        source = _SOURCES[verb]
        words = self.not_mine(source, index)
        if words:
            return words
        uses = [ability for ability in self.abilities(source, index) if self.trigger_of(ability) in _USES]
        if not uses:
            return f"{self._name(source, index)} is not used by an action"
        kind = self.trigger_of(uses[0]) - o.T_ACTION_USE
        if self.ask == o.ASK_EXTRA_ACTION and self.frame[o.F_A] not in (o.ANY_ACTION, kind):
            wanted, offered = (o.ACTION_IDS[k].capitalize() for k in (kind, int(self.frame[o.F_A])))
            return f"using it is a {wanted} action, the one offered is a {offered} action"
        return self.not_now(uses[0]) or self.denial(kind)

    def free_use(self, verb: str, index: int) -> str:
        """Return the reason against a use without an action."""
        source = _SOURCES[verb]
        words = self.not_mine(source, index)
        if words:
            return words
        uses = [ability for ability in self.abilities(source, index) if self.trigger_of(ability) == o.T_FREE_USE]
        return self.not_now(uses[0]) if uses else f"{self._name(source, index)} has no use without an action"

    def _name(self, source: int, index: int) -> str:
        return self.scene.source(source * o.SOURCE_STEP + index)

    # --- triggers ----------------------------------------------------------------------------------------------------
    def in_trigger(self, verb: str, index: int) -> str:
        """Return the reason while abilities of a trigger run."""
        scene = self.scene
        kind = int(self.frame[o.F_A])
        when = trigger_words(kind)
        if verb == "finish":
            return self._must_apply(kind)
        if verb not in _SOURCES or not verb.startswith("apply"):
            return ""
        source, place = _SOURCES[verb], self.explorer if verb == "apply ability" else index
        words = self.not_mine(source, place)
        if words:
            return words
        fitting = [ability for ability in self.abilities(source, place) if self.trigger_of(ability) == kind]
        if not fitting:
            return f"{self._name(source, place)} does nothing now ({when})"
        first = int(scene.t.trigger_first[kind])
        if not any(scene.rules.triggers.is_waiting(scene.g, ability - first) for ability in fitting):
            done = int(scene.g.ability_used[fitting[0]]) and f"{self._name(source, place)} has run already ({when})"
            return done or self.not_now(fitting[0]) or f"{self._name(source, place)} does not answer this ({when})"
        return self.not_now(fitting[0])

    def _must_apply(self, kind: int) -> str:
        scene = self.scene
        action = kind - o.T_BEFORE_ACTION
        first = int(scene.t.trigger_first[kind])
        for ability in range(first, int(scene.t.trigger_first[kind + 1])):
            waits = scene.rules.triggers.is_waiting(scene.g, ability - first)
            if waits and not scene.t.ability_optional[ability]:
                return f"{scene.source(scene.rules.abilities.ability_source(scene.t, ability))} is compulsory"
        if 0 <= action < o.ANY_ACTION:
            return "an Adversary forbids the action; the ability that ignores it must be used first"
        return ""

    # --- moving objects ----------------------------------------------------------------------------------------------
    def rearrange(self, verb: str, thing: int) -> str:
        """Return the reason against equipping or storing Material."""
        scene, g = self.scene, self.scene.g
        if g.object_owner[thing] != self.explorer:
            return f"{self.me} does not have it; {scene.owner_words(thing)}"
        slot = int(scene.t.object_slot[thing])
        if slot < 0:
            return f"{scene.object(thing)} is a Relic; only Material is equipped"
        if verb == "store" and not g.equipped[thing]:
            return f"{scene.object(thing)} is in the backpack already"
        if verb == "equip" and g.equipped[thing]:
            return f"{scene.object(thing)} is equipped already"
        if (int(g.rearranged) >> thing) & 1:
            return f"{scene.object(thing)} was moved in this phase already"
        return f"no room in the {o.ACTION_IDS[slot].capitalize()} slot of {self.me}; store what is there first"

    def give(self, thing: int) -> str:
        """Return the reason against handing an object over."""
        scene = self.scene
        if scene.g.object_owner[thing] != self.explorer:
            return f"{self.me} does not have it; {scene.owner_words(thing)}"
        return f"nobody else is on {scene.where(self.explorer)} to receive it"

    def give_action(self, action: int) -> str:
        """Return the reason against giving an action."""
        scene, rules = self.scene, self.scene.rules
        if self.explorer != o.REBECCA:
            return "only Rebecca gives actions"
        most = 1 + int(rules.abilities.ability_mod(scene.g, scene.t, o.REBECCA, o.MOD_REBECCA_COUNT))
        if scene.g.given >= most:
            return f"Rebecca has given {'an action' if most == 1 else f'{most} actions'} this turn already"
        reach = int(rules.explorer_actions.in_reach_of_rebecca(scene.g, scene.t))
        if not reach:
            return "no other Explorer is in Rebecca's reach"
        return f"{scene.explorers(reach)} can take no {o.ACTION_IDS[action].capitalize()} action now"

    def not_equipped_now(self, verb: str, index: int) -> str:
        """Return the reason against equipping another object than the one just obtained."""
        if verb == "equip":
            thing = int(self.frame[o.F_A])
            return f"it is about {self.scene.object(thing)}, not {self.scene.object(index)}"
        return ""
