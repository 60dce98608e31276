"""The Explorers of Arkeis and the cards in play, as text."""

from __future__ import annotations

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.component_words import adversary_parts
from arnak_env.arkeis.effect_words import NO_EFFECT, effects_text
from arnak_env.arkeis.words import Scene, amount, bits
from arnak_env.render.lines import broken, wrap


def team(scene: Scene, viewer: int | None, width: int, only: bool = False) -> list[str]:
    """Return the cards of the Explorers in play, that of a viewer first or alone."""
    seats = list(range(int(scene.g.players)))
    if viewer is not None:
        seats = [(viewer + k) % len(seats) for k in seats]
    lines: list[str] = []
    for seat in seats[:1] if only else seats:
        lines += ["", *explorer(scene, int(scene.g.explorer[seat]), width)]
    return lines


def explorer(scene: Scene, who: int, width: int) -> list[str]:
    """Return everything one Explorer has."""
    g = scene.g
    on_board = g.square[who] >= 0 and g.stage != o.STAGE_CAMP
    place = f" on {scene.where(who)}" if on_board else ""
    parts = [f"{g.wounds[who]} of {o.WOUND_SPACES - int(g.poison[who])} Wounds"]
    parts += ["poisoned"] if g.poison[who] else []
    parts.append(amount(int(g.fate[who]), "Fate token"))
    if who in (o.ROBERT, o.ROBERT_YOUNG):
        parts.append(f"{amount(int(g.ability_tokens), 'token')} on the card")
    wildcards = sum(int(g.wildcard[k]) == who for k in range(o.WILDCARDS))
    parts += [amount(wildcards, "Wildcard")] if wildcards else []
    lines = wrap(width, f"{scene.explorer(who).upper()}{place}: ", parts)
    lines += _listed(scene, width, "Traumas", [f"{scene.trauma(k)} ({_trauma(scene, k)})" for k in bits(g.trauma[who])])
    lines += _objects(scene, who, width)
    cards = [k for k in range(o.EXPERIENCE) if g.experience_owner[k] == who]
    words = [f"{a.EXPERIENCE_IDS[k]} ({scene.models.experience[a.EXPERIENCE_IDS[k]].text})" for k in cards]
    lines += _listed(scene, width, "experience", words)
    lines += broken(f"  Ability: {scene.models.explorers[o.EXPLORER_IDS[who]].rule}", width, 6)
    return lines + (adversary_cards(scene, who, width) if on_board else [])


def _listed(scene: Scene, width: int, head: str, words: list[str]) -> list[str]:
    return wrap(width, f"  {head}: ", words, separator="; ") if words else []


def _trauma(scene: Scene, kind: int) -> str:
    return scene.models.traumas[o.TRAUMA_IDS[kind]].text


def _objects(scene: Scene, who: int, width: int) -> list[str]:
    g = scene.g
    words: dict[bool, list[str]] = {True: [], False: []}
    for thing in range(o.OBJECTS):
        if g.object_owner[thing] == who:
            entry = scene.object_entry(thing)
            slot = int(scene.t.object_slot[thing])
            kind = f"{o.ACTION_IDS[slot].capitalize()} slot" if slot >= 0 else "Relic"
            text = f": {entry.text}" if entry and entry.text else ""
            words[bool(g.equipped[thing])].append(f"{scene.object_id(thing)} ({kind}{text})")
    return _listed(scene, width, "equipped", words[True]) + _listed(scene, width, "backpack", words[False])


# --- Adversary cards -------------------------------------------------------------------------------------------------
def adversary_cards(scene: Scene, who: int, width: int) -> list[str]:
    """Return the cards of the Adversaries an Explorer faces, and the names of those met before."""
    here = scene.groups_at(int(scene.g.square[who]))
    lines = []
    for group in here:
        card = scene.card_of(who, group)
        if card >= 0:
            lines += adversary_card(scene, card, width, head=f"  faces {a.GROUP_IDS[group]} ")
    away = [scene.kind(k) for k in range(o.KINDS) if scene.g.adversary_card[who, k] >= 0 and k not in here]
    return lines + _listed(scene, width, "cards face down", away)


def adversary_card(scene: Scene, card: int, width: int, head: str = "") -> list[str]:
    """Return one Adversary card: Life, start of turn, modifications, result table."""
    entry = scene.adversary(card)
    kind = int(scene.t.adversary_kind[card])
    life = max(1, entry.life + int(scene.g.life_mod[kind]))
    parts = adversary_parts(scene, entry, life)
    return wrap(width, f"{head}[{scene.adversary_id(card)}] ", parts, separator=" | ", indent=6)


# --- cards in play ---------------------------------------------------------------------------------------------------
def cards_in_play(scene: Scene, width: int) -> list[str]:
    """Return the Threats with their holders and tokens, and the active cards."""
    g = scene.g
    lines: list[str] = []
    for card in range(int(scene.t.cards[scene.slot])):
        if g.card_place[card] == o.HELD:
            waits = ", waits for the first turn to pass" if g.card_skip[card] else ""
            tokens = amount(int(g.card_fate[card]), "Fate token")
            holder = scene.explorer(int(g.card_holder[card]))
            lines += _card(scene, card, f"  THREAT of {holder}, {tokens}{waits}: ", width)
        elif g.card_place[card] == o.ACTIVE:
            tokens = f", {amount(int(g.card_fate[card]), 'Fate token')}" if g.card_fate[card] else ""
            lines += _card(scene, card, f"  ACTIVE{tokens}: ", width)
    return ["", *lines] if lines else []


def _card(scene: Scene, card: int, head: str, width: int) -> list[str]:
    entry = scene.clue_card(card)
    if entry is None:
        return []
    parts = [f"{entry.name} ({a.CARD_IDS[card]})", *([entry.text] if entry.text else [])]
    start = effects_text(entry.start, scene)
    parts += [f"start of turn: {start}"] if start != NO_EFFECT else []
    for active in entry.active:
        parts.append(f"{active.trigger.replace('_', ' ')}: {effects_text(active.effects, scene)}")
    parts += [f"discarded: {entry.discard_when}"] if entry.discard_when else []
    return wrap(width, head, parts, separator=" | ", indent=6)
