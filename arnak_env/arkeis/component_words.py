"""Components of Arkeis in words: cards, objects, Explorers, Traumas, camp upgrades.

For people at the terminal; `docs/arkeis_content.md` has the same facts as tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.condition_words import condition_words
from arnak_env.arkeis.content import Content, schema
from arnak_env.arkeis.effect_words import NO_EFFECT, effects_text
from arnak_env.arkeis.later_episodes import is_known
from arnak_env.arkeis.questions import trigger_words
from arnak_env.arkeis.words import Names, amount

Line = tuple[str, str]  # what it is, and its words

COMPONENTS = {
    "explorer": "Explorer",
    "kind": "kind of Adversary",
    "card": "Adversary card",
    "object": "object",
    "experience": "Experience card",
    "trauma": "Trauma",
    "upgrade": "camp upgrade",
    "clue": "Clue card",
}


class Component(NamedTuple):
    """One component of the content, by its id; a Clue card in the slot of its episode."""

    kind: str
    entry: str
    slot: int = -1


def entries_of(content: Content) -> dict[str, dict[str, Any]]:
    models = content.models
    return {
        "explorer": models.explorers,
        "kind": models.kinds,
        "card": models.cards,
        "object": models.objects,
        "experience": models.experience,
        "trauma": models.traumas,
        "upgrade": models.upgrades,
    }


def component_words(names: Names, component: Component) -> tuple[str, list[Line]]:
    """Return a heading and the facts of a component.

    Args:
        names: the names of the content; with a `Scene` in the words of its episode.
        component: the component.
    """
    if component.kind == "clue":
        return _clue(names, component)
    entry = entries_of(names.content)[component.kind][component.entry]
    heading = f"{component_name(names, component)} ({COMPONENTS[component.kind]} {component.entry})"
    return heading, [line for line in _FACTS[component.kind](names, entry) if line[1]] + _confidence(entry)


def component_name(names: Names, component: Component) -> str:
    """Return the printed name of a component."""
    if component.kind == "clue":
        return clue_card(names.content, component)[1].name
    entry = entries_of(names.content)[component.kind][component.entry]
    own = getattr(entry, "variant_name", "") or getattr(entry, "name", "")
    return own or names.models.kinds[entry.kind].name  # an Adversary card without a name of its own


def clue_card(content: Content, component: Component) -> tuple[int, schema.ClueCard]:
    """Return number and entry of a Clue card."""
    cards = content.episode(component.slot).cards
    return next((number, card) for number, card in enumerate(cards) if card.id == component.entry)


def _confidence(entry: schema.Entry) -> list[Line]:
    sure = entry.confidence
    if isinstance(sure, str):
        return [("confidence", sure)]
    return [("confidence", ", ".join(f"{field} {word}" for field, word in sure.items()))]


def adversary_parts(names: Names, card: schema.AdversaryCard, life: int) -> list[str]:
    """Return an Adversary card part by part: Life, start of turn, modifications, results of the Combat."""
    parts = [f"Life {life}"]
    for name, effects in (("start of turn", card.start), ("Clue", card.clue), ("Move", card.move)):
        words = effects_text(effects, names)
        parts += [f"{name}: {words}"] if words != NO_EFFECT else []
    parts += [f"{row.face}: {effects_text(row.effects, names)}" for row in card.combat]
    return parts + [rule.replace("_", " ") for rule in card.special_rules]


def _clue(names: Names, component: Component) -> tuple[str, list[Line]]:
    number, entry = clue_card(names.content, component)
    heading = f"{entry.name} (Clue card {entry.id}, in actions {a.CARD_IDS[number]}, {entry.symbol})"
    facts: list[Line] = [("text", entry.text), ("kind", entry.type)]
    facts += [("object", names.models.objects[entry.object].name)] if entry.object else []
    facts.append(("when read", effects_text(entry.effects, names)))
    facts += [("start of turn", effects_text(entry.start, names))] if entry.start else []
    for active in entry.active:
        facts.append((active.trigger.replace("_", " "), effects_text(active.effects, names)))
    return heading, [line for line in facts if line[1] and line[1] != NO_EFFECT]


def _explorer(names: Names, entry: schema.Explorer) -> list[Line]:
    return [("Ability", entry.rule), ("counts as its use", entry.counts_as_use)]


def _kind(names: Names, entry: schema.AdversaryKind) -> list[Line]:
    word = next(word for word, known in names.models.kinds.items() if known is entry)
    cards = [card for card, known in names.models.cards.items() if known.kind == word and is_known(names, "card", card)]
    return [
        ("type", entry.type),
        ("miniatures", str(entry.miniatures)),
        ("Life without a card", str(entry.default_life)),
        ("cards", ", ".join(cards)),
    ]


def _card(names: Names, entry: schema.AdversaryCard) -> list[Line]:
    deck = "Elite card" if entry.elite else entry.deck
    life, *parts = adversary_parts(names, entry, entry.life)
    split = [part.partition(": ") for part in parts]
    rules = [head for head, _, words in split if not words]
    facts = [
        ("deck", deck),
        ("Life", life.removeprefix("Life ")),
        *((head, words) for head, _, words in split if words),
    ]
    return [*facts, ("special rules", ", ".join(rules))]


def _ability(names: Names, trigger: str, optional: bool, limit: str, when: str, effects: list[str]) -> str:
    words = [trigger_words(o.TRIGGER_IDS.index(trigger))]
    words += ["if you like"] if optional else []
    words += [f"once a {limit}"] if limit != "unlimited" else []
    words += [f"if {condition_words(when, names)}"] if when else []
    return f"{', '.join(words)}: {effects_text(effects, names)}"


def _object(names: Names, entry: schema.Object) -> list[Line]:
    kind = f"Material, {entry.slot.capitalize()} slot" if entry.slot else "Relic"
    facts = [("kind", kind), ("text", entry.text)]
    for ability in entry.abilities:
        facts.append(
            (
                "ability",
                _ability(names, ability.trigger, ability.optional, ability.limit, ability.when, ability.effects),
            )
        )
    return [*facts, ("worth", amount(entry.coin_value, "Coin") if entry.coin_value else "not for sale")]


def _experience(names: Names, entry: schema.Experience) -> list[Line]:
    return [
        ("Explorer", names.models.explorers[entry.explorer].name),
        ("level", f"{entry.level}, {amount(entry.cost_xp, 'Experience point')}"),
        ("text", entry.text),
        ("ability", _ability(names, entry.trigger, entry.optional, entry.limit, entry.when, entry.effects)),
    ]


def _trauma(names: Names, entry: schema.Trauma) -> list[Line]:
    return [("text", entry.text), ("cards", str(entry.copies))]


def _upgrade(names: Names, entry: schema.Upgrade) -> list[Line]:
    when = {"camp": "used once at each camp", "passive": "always", "episode_start": "at the next set-up"}
    return [
        ("cost", amount(entry.cost, "Coin")),
        ("space", "takes one" if entry.space else "takes none"),
        ("text", entry.text),
        (when[entry.trigger], effects_text(entry.effects, names)),
    ]


_FACTS: dict[str, Callable[[Names, Any], list[Line]]] = {
    "explorer": _explorer,
    "kind": _kind,
    "card": _card,
    "object": _object,
    "experience": _experience,
    "trauma": _trauma,
    "upgrade": _upgrade,
}
