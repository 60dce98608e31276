"""Checks of everything that belongs to no episode: counts, kinds that must agree, effects that stand where they can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import EXPERIENCE_IDS
from arnak_env.arkeis.content import schema
from arnak_env.arkeis.content.contexts import endless, misplaced
from arnak_env.arkeis.content.models import Models
from arnak_env.arkeis.notation import Effect, closest, parse, parse_list, uses
from arnak_env.core.content_errors import ContentError, Place

PLAIN_CARDS = 5  # of each kind, for as many Explorers
EPISODE_ORDER = ("start", "prologue", *(f"episode_{k}" for k in range(o.FIRST_CUSTOM_SLOT - 1)))
FIXED_IDS: dict[str, tuple[str, ...]] = {
    "kind": o.KIND_IDS,
    "explorer": o.EXPLORER_IDS,
    "ability_rule": ("give_action", "set_die"),
    "experience": EXPERIENCE_IDS,
    "trauma": o.TRAUMA_IDS,
}
Problems = Iterator[ContentError]
# The rules know these as constants, so that a correction cannot say something else.
ABILITIES: dict[str, dict[str, object]] = {
    "rhiat": {"ability_timing": "end_of_turn", "ability_scope": "one_other_here", "ability_limit": "turn"},
    "franck": {"ability_timing": "before_combat_roll", "ability_scope": "self", "ability_limit": "roll"},
    "eleonor": {"ability_timing": "after_investigation_roll", "ability_scope": "self", "ability_limit": "roll"},
    "rebecca": {"ability_timing": "give_action", "ability_scope": "one_other_in_room", "ability_limit": "turn"},
    "robert": {"ability_timing": "set_die", "ability_scope": "self", "ability_limit": "roll"},
    "robert_young": {"ability_timing": "set_die", "ability_scope": "self", "ability_limit": "roll"},
}
BUILT_IN: dict[str, list[str]] = {
    "rebecca": ["gain_action(one_other_in_room, any)"],
    "robert": ["set_die(any, choice)"],
    "robert_young": ["set_die(any, choice)"],
}
TOKENS = {
    "clue": o.FIRST_DOOR_TOKEN,
    "door": o.TOKENS - o.FIRST_DOOR_TOKEN,
    **dict(zip(o.SPECIAL_IDS[:-1], o.SPECIAL_COUNTS, strict=False)),
    "time_indicator": o.SPECIAL_COUNTS[o.TIME],
    "wildcard": o.WILDCARDS,
    "guardian_power": o.POWER_TOKENS,
    "avatar_activation": o.INDICATORS,
}


def check_together(models: Models) -> Problems:
    """Yield what does not fit together, the most important first."""
    yield from _check_ids(models)
    for entry, card in models.cards.items():
        yield from _check_card(models, entry, card)
    yield from _check_kinds(models)
    yield from _check_decks(models)
    yield from _check_explorers(models)
    yield from _check_experience(models)
    yield from _check_traumas(models)
    for entry, thing in models.objects.items():
        yield from _check_object(models, entry, thing)
    yield from _check_extra_effects(models)
    yield from _check_camp(models)
    yield from _check_dice(models)
    yield from _check_components(models)


def check_effects(place: Place, context: str, texts: Sequence[str]) -> Problems:
    """Yield the operations of an effect list, or of a condition, that stand where they mean nothing."""
    for problem in misplaced(context, parse_list(texts)):
        yield ContentError(place, problem)


def _entries(models: Models) -> dict[str, Mapping[str, schema.Entry]]:
    return {
        "kind": models.kinds,
        "explorer": models.explorers,
        "ability_rule": models.ability_rules,
        "experience": models.experience,
        "trauma": models.traumas,
    }


def _check_ids(models: Models) -> Problems:
    for kind, entries in _entries(models).items():
        for entry in entries:
            if entry not in FIXED_IDS[kind]:
                yield ContentError(models.place(kind, entry), f"unknown id; {closest(entry, FIXED_IDS[kind])}")
        for entry in FIXED_IDS[kind]:
            if entry not in entries:
                yield ContentError(Place("all content files together", kind, entry), "the entry is missing")


def _check_kinds(models: Models) -> Problems:
    listed = models.tables.component_list.miniatures
    for entry, kind in models.kinds.items():
        if entry not in o.KIND_IDS:
            continue
        room = o.KIND_MINIATURES[o.KIND_IDS.index(entry)]
        if not kind.miniatures == listed.get(entry) == room:
            problem = f"{kind.miniatures} is not right; right would be {room}, as in the component list"
            yield ContentError(models.place("kind", entry)._replace(field="miniatures"), problem)
        own = [card for card in models.cards.values() if card.kind == entry]
        elites = sum(card.elite for card in own)
        if elites != int(kind.elite):
            problem = f"{elites} Elite cards; right would be {int(kind.elite)}"
            yield ContentError(models.place("kind", entry)._replace(field="elite"), problem)
        plain = [card for card in own if not card.elite and not card.variant_name]
        bodies = {str((card.life, card.start, card.clue, card.move, card.combat)) for card in plain}
        if len(plain) != PLAIN_CARDS:
            problem = f"{len(plain)} cards to draw for this kind; right would be {PLAIN_CARDS}"
            yield ContentError(models.place("kind", entry), problem)
        elif len(bodies) != PLAIN_CARDS:
            yield ContentError(models.place("kind", entry), "two of its cards are alike")


def _check_decks(models: Models) -> Problems:
    components = models.tables.component_list
    place = models.place("table", "component_list")
    decks = Counter(card.deck for card in models.cards.values())
    wanted = {"base": components.cards.get("adversary", 0), "elite": components.cards.get("elite", 0)}
    for deck, number in {**wanted, **components.episode_adversary_cards}.items():
        if decks[deck] != number:
            yield ContentError(place, f"{decks[deck]} Adversary cards of deck {deck!r}; right would be {number}")


def _check_card(models: Models, entry: str, card: schema.AdversaryCard) -> Problems:
    place = models.place("card", entry)
    if sorted(row.face for row in card.combat) != ["block", "hit", "special"]:
        problem = "the result table has other faces than hit, block and special, one row each"
        yield ContentError(place._replace(field="combat"), problem)
    if not card.start:
        yield ContentError(place._replace(field="start"), "an Adversary has a start-of-turn effect")
    if card.elite != (card.deck == "elite"):
        yield ContentError(place._replace(field="elite"), "true is right in deck 'elite' and in no other")
    yield from check_effects(place._replace(field="start"), "adversary:start", card.start)
    for action, texts in (("clue", card.clue), ("move", card.move)):
        here = place._replace(field=action)
        yield from check_effects(here, f"adversary:{action}", texts)
        for text in texts:
            effect = parse(text)
            if uses([effect], "deny_action") and effect != Effect("deny_action", (action,)):
                yield ContentError(here, f"{text!r} is not right; a denial is deny_action({action}) and stands alone")
    for row in card.combat:
        yield from check_effects(place._replace(field=f"combat.{row.face}"), "adversary:combat", row.effects)
    yield from check_named_cards(place, models, [text for texts in _lists(card) for text in texts])


def _lists(card: schema.AdversaryCard) -> list[list[str]]:
    return [card.start, card.clue, card.move, *(row.effects for row in card.combat)]


def check_named_cards(place: Place, models: Models, texts: Sequence[str]) -> Problems:
    """Yield Adversary cards that an effect cannot bring into play."""
    effects = parse_list(texts)
    for arguments in uses(effects, "spawn_named"):
        card = models.cards.get(str(arguments[0])) if arguments else None
        if card is not None and not card.variant_name:
            yield ContentError(place, f"spawn_named({arguments[0]}): the card has no variant_name; use spawn")
    for arguments in uses(effects, "use_card"):
        card = models.cards.get(str(arguments[1])) if len(arguments) == 2 else None
        if card is not None and card.kind != arguments[0]:
            yield ContentError(place, f"use_card({arguments[0]}, {arguments[1]}): this is a card of {card.kind}")


def _check_explorers(models: Models) -> Problems:
    for entry, explorer in models.explorers.items():
        place = models.place("explorer", entry)
        young = entry == o.EXPLORER_IDS[o.ROBERT_YOUNG]
        fixed = {
            **ABILITIES.get(entry, {}),
            "optional": True,
            "bonus": young,
            "exclusive_with": o.EXPLORER_IDS[o.ROBERT] if young else "",
            "ability_effects": BUILT_IN.get(entry, explorer.ability_effects),
        }
        for field, right in fixed.items():
            if getattr(explorer, field) != right:
                problem = f"{getattr(explorer, field)!r} is not right; the rules are built on {right!r}"
                yield ContentError(place._replace(field=field), problem)
        if [text for text in explorer.episode_start if text != "none()"]:
            yield ContentError(place._replace(field="episode_start"), "the rules know nothing but none() here")
        context = f"ability:{explorer.ability_timing}"
        yield from check_effects(place._replace(field="ability_effects"), context, explorer.ability_effects)


def _check_experience(models: Models) -> Problems:
    levels = models.tables.experience_levels
    costs = {1: levels.level_1.cost, 2: levels.level_2.cost, 3: levels.level_3.cost}
    for entry, card in models.experience.items():
        place = models.place("experience", entry)
        if card.cost_xp != costs[card.level]:
            problem = f"{card.cost_xp} is not right; cards of level {card.level} cost {costs[card.level]}"
            yield ContentError(place._replace(field="cost_xp"), problem)
        if not entry.startswith(f"{card.explorer}-"):
            yield ContentError(place._replace(field="explorer"), f"right would be {entry.partition('-')[0]!r}")
        yield from _check_ability(place, "", card.trigger, card.limit, card.when, card.effects)
        for arguments in uses(parse_list(card.effects), "ability_mod"):
            if not str(arguments[0]).startswith(f"{card.explorer}_"):
                problem = f"ability_mod({arguments[0]}) changes the Ability of somebody else"
                yield ContentError(place._replace(field="effects"), problem)

    count = Counter((card.explorer, int(card.level)) for card in models.experience.values())
    for explorer in o.EXPLORER_IDS[: o.ROBERT + 1]:
        for level in costs:
            if count[explorer, level] != 3:
                problem = f"{count[explorer, level]} Experience cards of level {level}; right would be 3"
                yield ContentError(models.place("explorer", explorer), problem)


def _check_ability(place: Place, prefix: str, trigger: str, limit: str, when: str, texts: Sequence[str]) -> Problems:
    here = place._replace(field=f"{prefix}effects")
    yield from check_effects(here, f"ability:{trigger}", texts)
    if when:
        yield from check_effects(place._replace(field=f"{prefix}when"), f"ability:{trigger}", [when])
    if trigger == "camp":
        problem = "only a camp upgrade acts at the camp; right would be camp_sell, episode_end or episode_start"
        yield ContentError(place._replace(field=f"{prefix}trigger"), problem)
    for problem in endless(trigger, limit, parse_list(texts)):
        yield ContentError(here, problem)


def _check_traumas(models: Models) -> Problems:
    copies = sum(trauma.copies for trauma in models.traumas.values())
    right = models.tables.component_list.cards.get("trauma", 0)
    if copies != right or copies != o.TRAUMA_CARDS:
        place = models.place("table", "component_list")
        yield ContentError(place, f"{copies} copies in all; right would be {o.TRAUMA_CARDS}, as in the component list")
    for entry, trauma in models.traumas.items():
        place = models.place("trauma", entry)
        yield from _check_ability(place, "", trauma.trigger, "unlimited", "", trauma.effects)


def _check_object(models: Models, entry: str, thing: schema.Object) -> Problems:
    place = models.place("object", entry)
    if (thing.class_ == "material") != bool(thing.slot):
        problem = f"{thing.slot!r} is not right; a Material has the slot of an action, a Relic an empty text"
        yield ContentError(place._replace(field="slot"), problem)
    boxes = ("base", "camp", *EPISODE_ORDER[1:], *(known.episode.id for known in models.episodes.values()))
    if thing.source not in boxes:
        problem = f"unknown box {thing.source!r}; {closest(thing.source, boxes)}"
        yield ContentError(place._replace(field="source"), problem)
    spent = False
    for number, ability in enumerate(thing.abilities, 1):
        effects = parse_list(ability.effects)
        spent = spent or bool(uses(effects, "discard_this"))
        prefix = f"abilities[{number}]."
        yield from _check_ability(place, prefix, ability.trigger, ability.limit, ability.when, ability.effects)
        if ability.trigger.endswith("_use") and ability.trigger not in ("free_use", f"{thing.slot}_use"):
            right = f"{thing.slot}_use or free_use" if thing.slot else "free_use"
            problem = f"{ability.trigger!r} is not right in the slot {thing.slot!r}; right would be {right}"
            yield ContentError(place._replace(field=f"{prefix}trigger"), problem)
        yield from check_named_cards(place._replace(field=f"{prefix}effects"), models, ability.effects)
    if spent != thing.single_use:
        problem = "true is right for an object with discard_this() and for no other"
        yield ContentError(place._replace(field="single_use"), problem)


def _check_extra_effects(models: Models) -> Problems:
    lists = [(models.place("experience", entry), card.effects) for entry, card in models.experience.items()]
    for entry, thing in models.objects.items():
        lists += [(models.place("object", entry), ability.effects) for ability in thing.abilities]
    found = [place for place, texts in lists for _ in uses(parse_list(texts), "extra_effect")]
    if len(found) > o.EXTRA_EFFECTS:
        problem = f"{len(found)} uses of extra_effect in all; there is room for {o.EXTRA_EFFECTS}"
        yield ContentError(found[o.EXTRA_EFFECTS], problem)


def _check_camp(models: Models) -> Problems:
    camp = models.tables.camp
    for entry, upgrade in models.upgrades.items():
        place = models.place("upgrade", entry)
        yield from check_effects(place._replace(field="effects"), f"upgrade:{upgrade.trigger}", upgrade.effects)
        known = [known.episode.id for known in models.episodes.values()]
        if upgrade.unlocked_by not in (*EPISODE_ORDER, *known):
            problem = (
                f"unknown episode {upgrade.unlocked_by!r}; {closest(upgrade.unlocked_by, (*EPISODE_ORDER, *known))}"
            )
            yield ContentError(place._replace(field="unlocked_by"), problem)
        if (upgrade.unlocked_by == "start") != (entry in camp.start):
            problem = "'start' is right for the upgrades the camp has at the start, and for no other"
            yield ContentError(place._replace(field="unlocked_by"), problem)
    levels = models.tables.experience_levels
    for number, level in enumerate((levels.level_1, levels.level_2, levels.level_3), 1):
        giver = models.upgrades.get(level.access)
        if giver is None or f"xp_access({number})" not in giver.effects:
            place = Place(
                models.origin["table", "experience_levels"], "experience_levels", "", f"level_{number}.access"
            )
            yield ContentError(place, f"{level.access!r} has no xp_access({number})")


def _check_dice(models: Models) -> Problems:
    tables = models.tables
    place = models.place("table", "dice_pool")
    pool = tables.dice_pool
    if not pool.combat + pool.investigation == pool.total == tables.component_list.other.get("dice"):
        yield ContentError(place, f"{pool.combat} and {pool.investigation} dice are not {pool.total}")
    place = models.place("table", "investigation_die")._replace(field="symbols")
    symbols = tables.investigation_die.symbols
    if sorted(set(symbols)) != sorted(symbols) or not set(symbols) <= set(tables.investigation_die.faces):
        yield ContentError(place, "the symbols are faces of the die, one each")


def _check_components(models: Models) -> Problems:
    place = models.place("table", "component_list")
    listed = models.tables.component_list
    for word, right in TOKENS.items():
        if listed.tokens.get(word) != right:
            problem = f"{listed.tokens.get(word)} is not right; the rules are built on {right}"
            yield ContentError(place._replace(field=f"tokens.{word}"), problem)
    rooms = dict(zip(o.ROOM_IDS, o.ZONE_SIZES, strict=False))
    if listed.board.room_ids != rooms:
        yield ContentError(place._replace(field="board.room_ids"), f"the rules are built on {rooms}")
