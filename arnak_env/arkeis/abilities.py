"""Abilities of objects, Experience cards, Traumas, Explorers and Clue cards: when they are in force. N-7.

Limits are counted per card, whoever holds it.
"""

from arnak_env.arkeis.board import explorers_in, room_of, select_explorers
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.conditions import condition_holds
from arnak_env.arkeis.opcodes import (
    ABILITIES,
    ACTIVE,
    E_SELF,
    HELD,
    LIMIT_EPISODE,
    LIMIT_ROLL,
    LIMIT_TURN,
    MOD_RHIAT_ROOM,
    MOD_RHIAT_SELF,
    OP_ABILITY_MOD,
    OP_END,
    OP_EXTRA_SLOT,
    OP_OVERFLOW,
    SOURCE_EXPERIENCE,
    SOURCE_EXPLORER,
    SOURCE_OBJECT,
    SOURCE_STEP,
    SOURCE_TRAUMA,
    T_PASSIVE,
)


@kernel("GTii:i")
def card_in_force(g, t, ability, explorer):
    """Return whether a Threat or an active card concerns an Explorer. A-78, A-83."""
    card = t.ability_index[ability]
    if t.ability_slot[ability] != g.slot:
        return 0
    who = int(t.ability_who[ability])
    if g.card_place[card] == HELD and who == E_SELF:
        return 1 if g.card_holder[card] == explorer and not g.card_skip[card] else 0
    if g.card_place[card] == ACTIVE and who != E_SELF:
        return (select_explorers(g, who, explorer) >> explorer) & 1
    return 0


@kernel("GTii:i")
def in_force(g, t, ability, explorer):
    """Return whether an Explorer has the card of an ability in force: equipped Material, owned Relic, and so on."""
    source = t.ability_source[ability]
    index = t.ability_index[ability]
    if source == SOURCE_OBJECT:
        if g.object_owner[index] != explorer:
            return 0
        return 1 if t.object_slot[index] < 0 or g.equipped[index] else 0
    if source == SOURCE_EXPERIENCE:
        return 1 if g.experience_owner[index] == explorer else 0
    if source == SOURCE_TRAUMA:
        return (g.trauma[explorer] >> index) & 1
    if source == SOURCE_EXPLORER:
        return 1 if index == explorer else 0
    return card_in_force(g, t, ability, explorer)


@kernel("GTi:i")
def within_limit(g, t, ability):
    """Return whether the limit of an ability leaves it a use."""
    limit = t.ability_limit[ability]
    used = g.ability_used[ability]
    if limit == LIMIT_ROLL:
        return 1 if not used & 1 else 0
    if limit == LIMIT_TURN:
        return 1 if not used & 2 else 0
    if limit == LIMIT_EPISODE:
        return 1 if not used & 4 else 0
    return 1


@kernel("Gi:")
def clear_used(g, bit):
    """Begin a new roll (1), turn (2) or episode (4)."""
    for ability in range(ABILITIES):
        g.ability_used[ability] &= ~bit


@kernel("Ti:i")
def ability_source(t, ability):
    return t.ability_source[ability] * SOURCE_STEP + t.ability_index[ability]


@kernel("GTii:i")
def triggered(g, t, ability, explorer):
    """Return whether an ability runs now: in force, within its limit, its condition true."""
    if not in_force(g, t, ability, explorer) or not within_limit(g, t, ability):
        return 0
    return condition_holds(g, t, t.ability_when[ability], explorer, ability_source(t, ability))


@kernel("Tiii:i")
def program_has(t, row, operation, a):
    """Return whether a program holds this operation with this first argument, nested lists not looked at."""
    while t.program[row, 0] != OP_END:
        if t.program[row, 0] == operation and t.program[row, 1] == a:
            return 1
        row += 1
    return 0


@kernel("GTiiii:i")
def passive_sum(g, t, explorer, operation, a, default):
    """Return `default` plus the second arguments of an operation in the passive abilities in force."""
    total = default
    for ability in range(t.trigger_first[T_PASSIVE], t.trigger_first[T_PASSIVE + 1]):
        row = int(t.ability_program[ability])
        if t.program[row, 0] != operation and t.program[row + 1, 0] != operation:
            continue
        if not triggered(g, t, ability, explorer):
            continue
        while t.program[row, 0] != OP_END:
            if t.program[row, 0] == operation and t.program[row, 1] == a:
                total += t.program[row, 2]
            row += 1
    return total


@kernel("GTii:i")
def ability_mod(g, t, explorer, mod):
    """Return a number or scope that Experience cards change in an Explorer's own Ability."""
    return passive_sum(g, t, explorer, OP_ABILITY_MOD, mod, 0)


@kernel("GTii:i")
def slot_capacity(g, t, explorer, action):
    """Return how many objects an Explorer's slot holds. Rulebook, "Object - Material"."""
    return passive_sum(g, t, explorer, OP_EXTRA_SLOT, action, int(t.slot_capacity[action]))


@kernel("GTi:i")
def overflow_selector(g, t, explorer):
    """Return the Adversary selector to which excess Wounds of a Combat may go, -1: none."""
    for ability in range(t.trigger_first[T_PASSIVE], t.trigger_first[T_PASSIVE + 1]):
        row = int(t.ability_program[ability])
        if t.program[row, 0] == OP_OVERFLOW and triggered(g, t, ability, explorer):
            return int(t.program[row, 1])
    return -1


@kernel("GTi:i")
def patients(g, t, explorer):
    """Return whom Rhiat can treat, as bits: another Explorer of the square, more with his cards."""
    squares = 1 << g.square[explorer]
    if ability_mod(g, t, explorer, MOD_RHIAT_ROOM) > 0:
        squares = room_of(g.square[explorer])
    mask = explorers_in(g, squares) & ~(1 << explorer)
    if ability_mod(g, t, explorer, MOD_RHIAT_SELF) > 0:
        mask |= 1 << explorer
    return mask
