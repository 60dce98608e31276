"""Adversaries: their cards, facing them, their Life, and how miniatures come and go. Rulebook, chapters 8 and 11."""

from arnak_env.arkeis.board import (
    explorers_in,
    first_in_turn_order,
    group_of,
    groups_on,
    kind_of,
)
from arnak_env.arkeis.chance import random_below
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.opcodes import (
    ADVERSARY_CARDS,
    GUARDIAN,
    GUARDIANS,
    KIND_FIRST,
    KINDS,
    NOWHERE,
    OUT,
    STAGE_SETUP,
    STREAM_ADVERSARY,
    SWITCH_DEFEATED_OUT,
)

_FIRST_GUARDIAN = KIND_FIRST[GUARDIAN]


@kernel("Gii:i")
def card_of(g, explorer, group):
    """Return the Adversary card an Explorer uses for a name, -1: none yet. It is face up while they share a square."""
    if group >= KINDS:
        return int(g.named_card[group - KINDS])
    if g.kind_card[group] >= 0:
        return int(g.kind_card[group])
    return int(g.adversary_card[explorer, group])


@kernel("Gi:i")
def is_held(g, card):
    """Return whether an Adversary card lies in front of an Explorer: it is not in the pool then. A-22."""
    for seat in range(g.players):
        for kind in range(KINDS):
            if g.adversary_card[g.explorer[seat], kind] == card:
                return 1
    return 0


@kernel("GTi:i")
def draw_card(g, t, kind):
    """Return a random card of a kind out of the pool; with every card in use, any of them; -1: it has none."""
    for in_use in range(2):
        count = 0
        for card in range(ADVERSARY_CARDS):
            if t.adversary_kind[card] == kind and t.adversary_pool[card] and (in_use or not is_held(g, card)):
                count += 1
        if count == 0:
            continue
        chosen = random_below(g, STREAM_ADVERSARY, count)
        for card in range(ADVERSARY_CARDS):
            if t.adversary_kind[card] == kind and t.adversary_pool[card] and (in_use or not is_held(g, card)):
                if chosen == 0:
                    return card
                chosen -= 1
    return -1


@kernel("GTii:")
def meet_kind(g, t, explorer, kind):
    """Take the card of a kind faced for the first time in the episode. Rulebook, "Facing an Adversary"."""
    if g.adversary_card[explorer, kind] >= 0 or g.kind_card[kind] >= 0:
        return
    if (g.elite >> kind) & 1 and t.kind_elite[kind] >= 0:
        g.adversary_card[explorer, kind] = t.kind_elite[kind]
    else:
        g.adversary_card[explorer, kind] = draw_card(g, t, kind)


@kernel("GTi:")
def meet(g, t, square):
    """Let the Explorers on a square take cards for the Adversaries there, in turn order. During set-up they wait."""
    if square < 0 or g.stage == STAGE_SETUP:
        return
    groups = groups_on(g, square)
    if groups == 0:
        return
    waiting = explorers_in(g, 1 << square)
    while waiting:
        explorer = first_in_turn_order(g, waiting)
        waiting &= ~(1 << explorer)
        for kind in range(KINDS):
            if (groups >> kind) & 1:
                meet_kind(g, t, explorer, kind)


@kernel("GTii:i")
def life_of(g, t, miniature, explorer):
    """Return the Life of a miniature on the card of an Explorer, or that of its kind. A-19, A-20."""
    card = card_of(g, explorer, group_of(g, miniature))
    kind = kind_of(miniature)
    life = int(t.adversary_life[card]) if card >= 0 else int(t.kind_life[kind])
    return max(1, life + g.life_mod[kind])


@kernel("Gi:")
def remove_miniature(g, miniature):
    """Take a defeated miniature off the board: back to the supply, or out of the episode with that switch. A-18."""
    g.miniature_square[miniature] = OUT if g.switches & SWITCH_DEFEATED_OUT else NOWHERE
    g.miniature_wounds[miniature] = 0
    g.eliminated = 1
    if kind_of(miniature) == GUARDIAN:
        g.power[miniature - _FIRST_GUARDIAN] = 0
        g.named_card[miniature - _FIRST_GUARDIAN] = -1


@kernel("GTii:")
def wound_miniature(g, t, miniature, explorer):
    """Deal one Wound to a miniature; a Power token cancels it (power_shield)."""
    if kind_of(miniature) == GUARDIAN and g.power[miniature - _FIRST_GUARDIAN] > 0:
        card = card_of(g, explorer, group_of(g, miniature))
        if card < 0 or t.adversary_power_shield[card]:
            g.power[miniature - _FIRST_GUARDIAN] -= 1
            return
    g.miniature_wounds[miniature] += 1
    if g.miniature_wounds[miniature] >= life_of(g, t, miniature, explorer):
        remove_miniature(g, miniature)


@kernel("Gi:i")
def power_tokens(g, miniature):
    """Return the Power tokens on a miniature, 0 for anything but a Guardian."""
    return int(g.power[miniature - _FIRST_GUARDIAN]) if kind_of(miniature) == GUARDIAN else 0


@kernel("G:i")
def power_in_play(g):
    total = 0
    for k in range(GUARDIANS):
        total += g.power[k]
    return total


@kernel("GTii:i")
def denies(g, t, explorer, action):
    """Return whether an Adversary card in front of an Explorer forbids a Clue (0) or Move (1) action."""
    if action > 1:
        return 0
    groups = groups_on(g, g.square[explorer])
    for group in range(KINDS + GUARDIANS):
        if (groups >> group) & 1:
            card = card_of(g, explorer, group)
            if card >= 0 and t.adversary_denies[card, action]:
                return 1
    return 0


@kernel("GTii:i")
def modifiers(g, t, explorer, action):
    """Return the names of the faced Adversaries whose cards modify a Clue (0) or Move (1) action, as bits."""
    if action > 1:
        return 0
    groups = groups_on(g, g.square[explorer])
    mask = 0
    for group in range(KINDS + GUARDIANS):
        if (groups >> group) & 1:
            card = card_of(g, explorer, group)
            if card >= 0 and t.adversary_modification[card, action] > 0:
                mask |= 1 << group
    return mask


@kernel("Gii:i")
def faces(g, group, explorer):
    """Return whether an Explorer faces Adversaries of a name."""
    return (groups_on(g, g.square[explorer]) >> group) & 1


@kernel("G:i")
def fight_goes_on(g):
    """Return whether fought miniatures are left on the square of the Combat. N-9."""
    return (groups_on(g, g.fight_square) >> g.fight_group) & 1
