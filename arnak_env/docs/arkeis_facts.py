"""The facts of Arkeis as tables, each with how sure it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content import Content, schema
from arnak_env.arkeis.effect_words import NO_EFFECT, effects_text
from arnak_env.arkeis.questions import trigger_words
from arnak_env.arkeis.words import Names
from arnak_env.docs.markdown import code, codes, table

CONFIDENCE = {
    "rulebook": "printed in the public rulebook",
    "described": "follows from its words or examples",
    "authored": "ours: a stand-in for a part nobody outside could see",
}


def confidence_words(entry: Any) -> str:
    """Return how sure an entry is; fields that differ are named."""
    sure = entry.confidence or "authored"
    if isinstance(sure, dict):
        return ", ".join(f"{field}: {word}" for field, word in sure.items())
    fields = getattr(entry, "confidence_fields", {})
    differing = ", ".join(f"{field}: {word}" for field, word in fields.items() if word != sure)
    return f"{sure} ({differing})" if differing else sure


def confidence_table(content: Content) -> str:
    """Return what the marks mean, and how many entries have each throughout."""
    counts: Counter[str] = Counter()
    models = content.models
    every = (models.kinds, models.cards, models.explorers, models.experience, models.traumas, models.objects)
    for entries in (*every, models.upgrades):
        for entry in entries.values():
            sure = entry.confidence
            counts[sure if isinstance(sure, str) else "mixed"] += 1
    rows = [(code(word), meaning, counts[word]) for word, meaning in CONFIDENCE.items()]
    rows.append(("by field", "its fields differ", counts["mixed"]))
    return table(("mark", "meaning", "#entries"), rows)


def _said(texts: list[str], names: Names) -> str:
    words = effects_text(texts, names)
    return "" if words == NO_EFFECT else words


def explorers(content: Content) -> str:
    """Return the Explorers with their Abilities."""
    rows = [
        (code(word), entry.name, entry.rule, confidence_words(entry))
        for word, entry in content.models.explorers.items()
    ]
    return table(("id", "name", "Ability", "confidence"), rows)


def experience(content: Content) -> str:
    """Return the Experience cards."""
    names = Names(content, 1)
    rows = [
        (
            code(word),
            entry.name,
            entry.level,
            entry.cost_xp,
            entry.text,
            _said(entry.effects, names),
            confidence_words(entry),
        )
        for word, entry in content.models.experience.items()
    ]
    return table(("id", "name", "#level", "#cost", "text", "effect", "confidence"), rows)


def traumas(content: Content) -> str:
    """Return the Traumas."""
    rows = [
        (code(word), entry.name, entry.copies, entry.text, confidence_words(entry))
        for word, entry in content.models.traumas.items()
    ]
    return table(("id", "name", "#cards", "text", "confidence"), rows)


def kinds(content: Content) -> str:
    """Return the kinds of Adversaries."""
    rows = [
        (code(word), entry.name, entry.type, entry.miniatures, entry.default_life, confidence_words(entry))
        for word, entry in content.models.kinds.items()
    ]
    return table(("id", "name", "type", "#miniatures", "#Life without a card", "confidence"), rows)


def adversary_cards(content: Content) -> str:
    """Return the Adversary cards, one table for each kind."""
    names = Names(content, 1)
    parts = []
    for kind, head in content.models.kinds.items():
        rows = [_card(word, card, names) for word, card in content.models.cards.items() if card.kind == kind]
        heading = ("card", "deck", "#Life", "start of turn", "Clue", "Move", "Combat", "confidence")
        parts.append(f"### {head.name}\n\n" + table(heading, rows))
    return "\n\n".join(parts)


def _card(word: str, card: schema.AdversaryCard, names: Names) -> tuple[Any, ...]:
    combat = "; ".join(f"**{row.face}** {effects_text(row.effects, names)}" for row in card.combat)
    rules = "".join(f"; {rule.replace('_', ' ')}" for rule in card.special_rules)
    name = f"{code(word)} {card.variant_name}".strip()
    effects = (_said(card.start, names), _said(card.clue, names), _said(card.move, names))
    deck = "Elite" if card.elite else card.deck
    return (name, deck, card.life, *effects, combat + rules, confidence_words(card))


def objects(content: Content) -> str:
    """Return the objects."""
    names = Names(content, 1)
    rows = []
    for word, entry in content.models.objects.items():
        kind = f"{entry.slot} slot" if entry.slot else "Relic"
        abilities = "; ".join(
            f"{trigger_words(o.TRIGGER_IDS.index(one.trigger))}: {effects_text(one.effects, names)}"
            for one in entry.abilities
        )
        artifact = " (Artifact)" if entry.artifact else ""
        rows.append(
            (code(word), entry.name + artifact, kind, entry.coin_value, entry.text, abilities, confidence_words(entry))
        )
    return table(("id", "name", "kind", "#Coins", "text", "effect", "confidence"), rows)


def upgrades(content: Content) -> str:
    """Return the camp upgrades."""
    names = Names(content, 1)
    when = {"camp": "at the camp", "passive": "always", "episode_start": "next set-up"}
    rows = [
        (code(word), entry.name, entry.cost, when[entry.trigger], _said(entry.effects, names), confidence_words(entry))
        for word, entry in content.models.upgrades.items()
    ]
    return table(("id", "name", "#Coins", "used", "effect", "confidence"), rows)


def dice(content: Content) -> str:
    """Return the faces of the dice."""
    tables = content.models.tables
    rows = [
        ("Combat", ", ".join(tables.combat_die.faces), confidence_words(tables.combat_die)),
        ("Investigation", ", ".join(tables.investigation_die.faces), confidence_words(tables.investigation_die)),
    ]
    return table(("die", "faces", "confidence"), rows)


def episodes(content: Content) -> str:
    """Return the episodes of the package."""
    rows = []
    for episode in content.models.episodes.values():
        head = episode.episode
        reserve = " / ".join(map(str, episode.fate_reserve.by_players))
        zones = codes(zone.id for zone in episode.zones)
        rows.append(
            (code(head.id), head.title, head.objective, len(episode.cards), zones, reserve, confidence_words(head))
        )
    heading = ("id", "title", "aim", "#cards", "zones", "reserve for 1 to 5 Explorers", "confidence")
    return table(heading, rows)


TABLES: dict[str, Callable[[Content], str]] = {
    "confidence": confidence_table,
    "explorers": explorers,
    "experience": experience,
    "traumas": traumas,
    "kinds": kinds,
    "adversary_cards": adversary_cards,
    "objects": objects,
    "upgrades": upgrades,
    "dice": dice,
    "episodes": episodes,
}
