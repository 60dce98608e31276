"""What has changed in a game, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.component_words import adversary_parts
from arnak_env.arkeis.words import Scene, amount, bits, line_words, listed, signed

_DISCARDED = (o.IN_BOX, o.WITH_OBJECT)
_FIRST_GUARDIAN = o.KIND_FIRST[o.GUARDIAN]
_Tell = Callable[[Scene, Any], Iterator[str]]


def changes(scene: Scene, before: Any) -> Iterator[str]:
    """Yield what differs between the game before and now."""
    told = _TELL
    if before.stage != scene.g.stage:
        # Neither clearing the table for the camp nor for the next episode is something that happens in the story.
        told = {o.STAGE_CAMP: _TELL_AT_CAMP, o.STAGE_SETUP: ()}.get(int(scene.g.stage), _TELL)
    for tell in told:
        yield from tell(scene, before)


def _changed(scene: Scene, before: Any, field: str) -> list[int]:
    return [int(k) for k in np.flatnonzero(np.asarray(before[field]) != np.asarray(scene.g[field]))]


# --- Explorers -------------------------------------------------------------------------------------------------------
def _moves(scene: Scene, before: Any) -> Iterator[str]:
    for who in _changed(scene, before, "square"):
        square = int(scene.g.square[who])
        if square >= 0:
            word, _, name = scene.zone(int(scene.rules.board.zone_of(square))).partition(" ")
            yield f"{scene.explorer(who)} is now on {o.SQUARE_IDS[square]} {name or f'(zone {word})'}"


def _hurt(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    for who in _changed(scene, before, "wounds"):
        change = int(g.wounds[who]) - int(before.wounds[who])
        verb = "takes" if change > 0 else "loses"
        room = o.WOUND_SPACES - int(g.poison[who])
        yield f"{scene.explorer(who)} {verb} {amount(abs(change), 'Wound')} ({g.wounds[who]} of {room})"
    for who in _changed(scene, before, "poison"):
        yield f"{scene.explorer(who)} is {'poisoned' if g.poison[who] else 'cured of Poison'}"
    for who in _changed(scene, before, "trauma"):
        for kind in bits(int(g.trauma[who]) ^ int(before.trauma[who])):
            got = (int(g.trauma[who]) >> kind) & 1
            text = f": {scene.models.traumas[o.TRAUMA_IDS[kind]].text}" if got else ""
            verb = "draws" if got else "loses"
            yield f"{scene.explorer(who)} {verb} the Trauma {scene.trauma(kind)}{text}"
    if g.prevented > before.prevented:
        yield f"{amount(int(g.prevented - before.prevented), 'Wound')} will be ignored"


def _fate(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    left = f"{g.reserve} left in the reserve" if g.reserve != before.reserve else ""
    told = False
    for who in _changed(scene, before, "fate"):
        change = int(g.fate[who]) - int(before.fate[who])
        words = f"{scene.explorer(who)} {'takes' if change > 0 else 'gives back'} {amount(abs(change), 'Fate token')}"
        yield words + (f" ({left})" if left else "")
        told = True
    for card in _changed(scene, before, "card_fate"):
        if g.card_place[card] in _DISCARDED:
            continue
        change = int(g.card_fate[card]) - int(before.card_fate[card])
        way = "onto" if change > 0 else "from"
        words = f"{amount(abs(change), 'Fate token')} {way} {scene.clue_name(card)}, {g.card_fate[card]} there"
        yield words + (f" ({left})" if left else "")
        told = True
    if left and not told:
        yield f"the reserve goes from {before.reserve} to {g.reserve} Fate tokens"


def _turn(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    if g.turn_ended and not before.turn_ended:
        yield "no further action this turn"
    if g.actions_lost > before.actions_lost:
        yield f"{amount(int(g.actions_lost - before.actions_lost), 'action')} less this turn"
    if g.extra_count > before.extra_count:
        for k in range(int(before.extra_count), int(g.extra_count)):
            kind = int(g.extra_kind[k])
            word = "" if kind == o.ANY_ACTION else f"{o.ACTION_IDS[kind].capitalize()} "
            yield f"{scene.explorer(int(g.extra_explorer[k]))} may take an extra {word}action afterwards"


# --- cards and things ------------------------------------------------------------------------------------------------
def _cards(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    for card in _changed(scene, before, "card_place"):
        was, now = int(before.card_place[card]), int(g.card_place[card])
        name = scene.clue_name(card)
        if now == o.HELD:
            yield f"{name} stays as a Threat of {scene.explorer(int(g.card_holder[card]))}"
        elif now == o.ACTIVE:
            yield f"{name} stays active"
        elif now == o.IN_DECK:
            yield f"{name} goes back to the Clue deck"
        elif now == o.IN_BOX and was in (o.HELD, o.ACTIVE):
            yield f"{name} is discarded"


def _things(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    for thing in _changed(scene, before, "object_owner"):
        owner, former = int(g.object_owner[thing]), int(before.object_owner[thing])
        entry = scene.object_entry(thing)
        text = f" - {entry.text}" if entry and entry.text and former < 0 else ""
        if owner >= 0:
            yield f"{scene.explorer(owner)} {'receives' if former >= 0 else 'obtains'} {scene.object(thing)}{text}"
        elif former >= 0:
            yield f"{scene.explorer(former)} gives up {scene.object(thing)}"
    for thing in _changed(scene, before, "equipped"):
        if g.object_owner[thing] >= 0 and g.equipped[thing]:
            yield f"{scene.object(thing)} is equipped"
    for card in _changed(scene, before, "experience_owner"):
        yield f"{scene.explorer(int(g.experience_owner[card]))} learns {scene.experience(card)}"
    if g.ability_tokens != before.ability_tokens:
        holder = o.ROBERT if g.seat[o.ROBERT] >= 0 else o.ROBERT_YOUNG
        yield f"tokens on {scene.explorer(holder)}'s card: {g.ability_tokens}"


def _wildcards(scene: Scene, before: Any) -> Iterator[str]:
    for k in _changed(scene, before, "wildcard"):
        holder = int(scene.g.wildcard[k])
        if holder >= 0:
            yield f"{scene.explorer(holder)} has a Wildcard token"
        elif holder == o.CHEST:
            yield "a Wildcard token goes to the Camp Chest"


# --- board -----------------------------------------------------------------------------------------------------------
def _zones(scene: Scene, before: Any) -> Iterator[str]:
    for zone in bits(int(scene.g.zones) & ~int(before.zones)):
        first, size = o.ZONE_FIRST[zone], o.ZONE_SIZES[zone]
        yield f"zone {scene.zone(zone)} is laid: {listed(o.SQUARE_IDS[first : first + size])}"


def _tokens(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    for token in _changed(scene, before, "token_place"):
        was, now = int(before.token_place[token]), int(g.token_place[token])
        word = o.SYMBOL_IDS[token]
        if was >= o.FIRST_DOOR and now < o.FIRST_DOOR:
            if was in g.token_place:
                continue  # another token closes the door now
            yield f"the {scene.link(was - o.FIRST_DOOR)} is open ({word})"
        elif now >= o.FIRST_DOOR:
            yield f"the {scene.link(now - o.FIRST_DOOR)} is closed ({word})"
        elif now >= 0:
            yield f"the token {word} lies on {o.SQUARE_IDS[now]}"
        elif was >= 0:
            yield f"the token {word} is taken away"
    for k in _changed(scene, before, "special_square"):
        sort = max(s for s in range(len(o.SPECIAL_IDS)) if o.SPECIAL_FIRST[s] <= k)
        word, square = o.SPECIAL_IDS[sort].replace("_", " "), int(g.special_square[k])
        place = f"lies on {o.SQUARE_IDS[square]}" if square >= 0 else "is taken away"
        yield f"a {word} {place}"
    for k in range(int(g.dynamic_links)):
        if k >= before.dynamic_links or g.dynamic_link[k, 2] != before.dynamic_link[k, 2]:
            one, other, way = (int(value) for value in g.dynamic_link[k])
            joined = "adjacent now" if way > 0 else "adjacent no longer"
            yield f"{o.SQUARE_IDS[one]} and {o.SQUARE_IDS[other]} are {joined}"
    changed = int(g.indicators) ^ int(before.indicators)
    if changed:
        yield f"indicators lie on {listed(o.SQUARE_IDS[k] for k in bits(int(g.indicators))) or 'no square'}"


def _miniatures(scene: Scene, before: Any) -> Iterator[str]:
    """Yield arrivals by kind and square, moves, losses and Wounds."""
    g = scene.g
    arrived: Counter[tuple[int, int]] = Counter()
    gone: Counter[tuple[int, int]] = Counter()
    for k in _changed(scene, before, "miniature_square"):
        was, now = int(before.miniature_square[k]), int(g.miniature_square[k])
        kind = int(scene.rules.board.kind_of(k))
        if was < 0 and now < 0:
            continue  # from out of the episode to the supply
        if was < 0:
            arrived[kind, now] += 1
        elif now < 0:
            gone[kind, was] += 1
        else:
            yield f"{scene.kind(kind)} moves from {o.SQUARE_IDS[was]} to {o.SQUARE_IDS[now]}"
    for (kind, square), number in arrived.items():
        more = " more" if _there(scene, before, kind, square) else ""
        yield f"{number}{more} {scene.kind(kind)} on {o.SQUARE_IDS[square]}"
    for (kind, square), number in gone.items():
        yield f"{number} {scene.kind(kind)} on {o.SQUARE_IDS[square]} eliminated"
    for k in _changed(scene, before, "miniature_wounds"):
        if g.miniature_square[k] >= 0 and before.miniature_square[k] >= 0:
            yield scene.miniature(k)
    for k in _changed(scene, before, "power"):
        if g.miniature_square[_FIRST_GUARDIAN + k] >= 0:
            yield f"Guardian {k + 1} has {amount(int(g.power[k]), 'Power token')}"


def _there(scene: Scene, before: Any, kind: int, square: int) -> bool:
    squares = np.asarray(before.miniature_square)
    return any(int(scene.rules.board.kind_of(int(k))) == kind for k in np.flatnonzero(squares == square))


def _adversary_cards(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    changed = np.argwhere(np.asarray(before.adversary_card) != np.asarray(g.adversary_card))
    for who, kind in ((int(one), int(other)) for one, other in changed):
        card = int(g.adversary_card[who, kind])
        if card >= 0:
            yield f"{scene.explorer(who)} faces {scene.kind(kind)} [{_card(scene, card, kind)}]"
    for kind in _changed(scene, before, "kind_card"):
        card = int(g.kind_card[kind])
        if card >= 0:
            yield f"everybody uses {scene.adversary_name(card)} [{_card(scene, card, kind)}]"
    for k in _changed(scene, before, "named_card"):
        card = int(g.named_card[k])
        if card >= 0:
            yield f"{scene.adversary_name(card)} [{_card(scene, card, o.GUARDIAN)}]"
    for kind in _changed(scene, before, "life_mod"):
        change = int(g.life_mod[kind]) - int(before.life_mod[kind])
        yield f"{signed(change)} Life for each {scene.kind(kind)}"


def _card(scene: Scene, card: int, kind: int) -> str:
    entry = scene.adversary(card)
    life = max(1, entry.life + int(scene.g.life_mod[kind]))
    return f"{scene.adversary_id(card)}: {' | '.join(adversary_parts(scene, entry, life))}"


# --- sheet, notes, chest ---------------------------------------------------------------------------------------------
def _sheet(scene: Scene, before: Any) -> Iterator[str]:
    if before.marked == scene.g.marked:
        return
    for line in range(o.SHEET_LINES):
        complete = scene.rules.sheet.line_complete
        if complete(scene.g, scene.t, line) and not complete(before, scene.t, line):
            yield f"{line_words(line)} of the Exploration Sheet is complete"


def _notes(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    for flag in bits(int(g.episode_flags) & ~int(before.episode_flags)):
        yield f"noted: {_story(scene, f'flag {flag + 1}')}"
    for counter in _changed(scene, before, "counters"):
        yield f"{_story(scene, f'counter {counter + 1}')}: {g.counters[counter]}"
    for flag in bits(int(g.campaign_flags) & ~int(before.campaign_flags)):
        known = [word for word, k in scene.content.campaign_flags.items() if k == flag]
        yield f"noted for the campaign: {(known or [f'flag {flag + 1}'])[0].replace('_', ' ')}"


def _story(scene: Scene, word: str) -> str:
    return scene.story.get(word, word).replace("_", " ")


def _chest(scene: Scene, before: Any) -> Iterator[str]:
    g = scene.g
    for field, noun in (("coins", "Coin"), ("xp", "Experience point"), ("vp", "Victory point")):
        change = int(g[field]) - int(before[field])
        if change:
            sign = "+" if change > 0 else "-"
            yield f"{sign}{amount(abs(change), noun)}, {g[field]} in all"
    words = {o.UPGRADE_UNLOCKED: "can be built at the camp", o.UPGRADE_BUILT: "is built", o.UPGRADE_LOST: "is given up"}
    for upgrade in _changed(scene, before, "upgrade"):
        yield f"{scene.upgrade(upgrade)} {words.get(int(g.upgrade[upgrade]), 'is locked')}"


_TELL: tuple[_Tell, ...] = (
    _cards, _things, _wildcards, _zones, _tokens, _moves, _miniatures, _adversary_cards, _hurt, _fate, _turn, _sheet,
    _notes, _chest,
)  # fmt: skip
_TELL_AT_CAMP: tuple[_Tell, ...] = (_cards, _wildcards)
