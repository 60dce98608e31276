"""Worlds that a player cannot tell from the true one.

What a player knows: all public zones; the own hand, aside cards and the own deck cards marked in `deck_group`; the
contents of every shuffle of a player's cards (they were public), but not their order; bought items on their way
through a deck; site tiles seen at the bottom of a stack; the rescue stack and the Lost Temple stack once looked
through; which tiles are left in the rival stack and the arrow on its top. Everything else is drawn anew, uniformly,
and so are the random streams.

One known limit: when a Fear is shown while Fears of several shuffles of the same player are out of sight, the one that
left is taken to be of the shuffle it really came from, which others could not know.
"""

import numpy as np

from arnak_env.arnak import travel
from arnak_env.arnak.chance import mix, random_below, shuffle
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import (
    ASSISTANTS,
    BONUS_TYPES,
    CHAPTERS,
    F_OP,
    F_X,
    F_Y,
    FIRST_OF_CHAPTER,
    IDOL_TILES,
    IDOL_TYPES,
    MAX_OWNED,
    OP_ASIDE,
    OWNER_KNOWS,
    SITES,
    STREAM_SETUP,
    SWAPPED,
)

_GROUPS = OWNER_KNOWS


@kernel("Gi:")
def swap_indistinguishable(g, p):
    """With even odds exchange the two cards of which others cannot tell which is in the hand."""
    if random_below(g, STREAM_SETUP, 2) == 0:
        return
    for i in range(g.hand_size[p]):
        if not g.hand_group[p, i] & SWAPPED:
            continue
        for j in range(g.deck_size[p]):
            if g.deck_group[p, j] & SWAPPED:
                card = g.hand[p, i]
                g.hand[p, i] = g.deck[p, j]
                g.deck[p, j] = card
                hand_group = g.hand_group[p, i] & (_GROUPS - 1)
                deck_group = g.deck_group[p, j] & (_GROUPS - 1)
                g.hand_group[p, i] = deck_group | SWAPPED
                g.deck_group[p, j] = hand_group | SWAPPED | OWNER_KNOWS
                return


@kernel("Gi:")
def swap_kept_with_aside(g, p):
    """While an earring is sorted, others cannot tell which of the drawn cards went to the hand."""
    for f in range(g.frames):
        frame = g.frame[f]
        if frame[F_OP] != OP_ASIDE or frame[F_X] != 2:
            continue
        other = random_below(g, STREAM_SETUP, 1 + g.aside_size) - 1
        for i in range(g.hand_size[p]):
            if other >= 0 and g.hand[p, i] == frame[F_Y] - 1:
                card = int(g.hand[p, i])
                group = int(g.hand_group[p, i])
                frame[F_Y] = g.aside[other] + 1
                g.hand[p, i] = g.aside[other]
                g.hand_group[p, i] = g.aside_group[other]
                g.aside[other] = card
                g.aside_group[other] = group
                return


@kernel("Gi:")
def swap_hand_with_aside(g, p):
    """A card that may be in the hand instead stays so while an earring has it laid aside."""
    for j in range(g.aside_size):
        if not g.aside_group[j] & SWAPPED or random_below(g, STREAM_SETUP, 2) == 0:
            continue
        for i in range(g.hand_size[p]):
            if g.hand_group[p, i] & SWAPPED:
                card = int(g.hand[p, i])
                group = int(g.hand_group[p, i])
                g.hand[p, i] = g.aside[j]
                g.hand_group[p, i] = g.aside_group[j]
                g.aside[j] = card
                g.aside_group[j] = group
                return


@kernel("Gii:")
def redraw_cards(g, p, viewer):
    """Shuffle the identities of a player's unknown cards within each public group."""
    if p != viewer:
        swap_indistinguishable(g, p)
        if p == g.turn_player and g.aside_size > 0:
            swap_hand_with_aside(g, p)
            swap_kept_with_aside(g, p)
    cards = np.zeros(MAX_OWNED, np.int8)
    for group in range(1, _GROUPS):
        n = 0
        for deal in range(2):
            if deal == 1:
                if n < 2:
                    break
                shuffle(g, STREAM_SETUP, cards, 0, n)
                n = 0
            for i in range(g.deck_size[p]):
                tag = int(g.deck_group[p, i])
                if (tag & (_GROUPS - 1)) != group or (p == viewer and tag & OWNER_KNOWS):
                    continue
                if deal == 0:
                    cards[n] = g.deck[p, i]
                else:
                    g.deck[p, i] = cards[n]
                n += 1
            if p == viewer:
                continue
            for i in range(g.hand_size[p]):
                if (int(g.hand_group[p, i]) & (_GROUPS - 1)) != group:
                    continue
                if deal == 0:
                    cards[n] = g.hand[p, i]
                else:
                    g.hand[p, i] = cards[n]
                n += 1
            if p != g.turn_player:
                continue
            for i in range(g.aside_size):
                if (int(g.aside_group[i]) & (_GROUPS - 1)) != group:
                    continue
                if deal == 0:
                    cards[n] = g.aside[i]
                else:
                    g.aside[i] = cards[n]
                n += 1


@kernel("Gi:")
def redraw_assistants(g, viewer):
    """Exchange assistants below the tops: not those seen at the bottom, nor a rescue stack that was looked through."""
    hidden = np.zeros(ASSISTANTS, np.int8)
    rescue_hidden = 0 if g.rescue_seen[viewer] else max(0, int(g.rescue_size) - 1)
    n = 0
    for deal in range(2):
        if deal == 1:
            shuffle(g, STREAM_SETUP, hidden, 0, n)
            n = 0
        for stack in range(3):
            for i in range(g.stack_known[stack], g.stack_size[stack] - 1):
                if deal == 0:
                    hidden[n] = g.stack[stack, i]
                else:
                    g.stack[stack, i] = hidden[n]
                n += 1
        for i in range(rescue_hidden):
            if deal == 0:
                hidden[n] = g.rescue[i]
            else:
                g.rescue[i] = hidden[n]
            n += 1


@kernel("GTi:")
def redraw_temple_bonus(g, t, viewer):
    """The unseen Lost Temple stack is any of the bonus tiles that nobody has seen yet."""
    if g.temple_bonus_seen[viewer] or g.temple_bonus_size == 0:
        return
    tiles = np.zeros(32, np.int8)
    n = 0
    for bonus in range(BONUS_TYPES):
        for _ in range(max(0, t.bonus_count[g.components, bonus] - g.bonus_known[bonus])):
            tiles[n] = bonus
            n += 1
    shuffle(g, STREAM_SETUP, tiles, 0, n)
    for i in range(min(n, g.temple_bonus_size)):
        g.temple_bonus[i] = tiles[i]


@kernel("G:")
def redraw_idols(g):
    """Exchange the face-down idols, whose types nobody has seen: on the map, off it, and those the rival has taken."""
    idols = np.zeros(SITES + IDOL_TILES, np.int8)
    n = 0
    for deal in range(2):
        if deal == 1:
            shuffle(g, STREAM_SETUP, idols, 0, n)
            n = 0
        for site in range(SITES):
            if g.idol_down[site] >= 0:
                if deal == 0:
                    idols[n] = g.idol_down[site]
                else:
                    g.idol_down[site] = idols[n]
                n += 1
        for i in range(g.idol_stack_size):
            if deal == 0:
                idols[n] = g.idol_stack[i]
            else:
                g.idol_stack[i] = idols[n]
            n += 1
        for idol in range(IDOL_TYPES):
            if deal == 1:
                break
            for _ in range(g.rival_hidden[idol]):
                idols[n] = idol
                n += 1
        if deal == 1:
            taken = 0
            for idol in range(IDOL_TYPES):
                taken += g.rival_hidden[idol]
                g.rival_hidden[idol] = 0
            for i in range(n, n + taken):
                g.rival_hidden[idols[i]] += 1


@kernel("GT:")
def redraw_rival_stack(g, t):
    """The order is unknown, but the arrow on the top tile shows."""
    n = int(g.rival_stack_size)
    if n == 0:
        return
    arrow = t.rival_right[g.rival_stack[0]]
    shuffle(g, STREAM_SETUP, g.rival_stack[:], 0, n)
    # Drawing again until the arrow fits is uniform over the orders that fit.
    while t.rival_right[g.rival_stack[0]] != arrow:
        shuffle(g, STREAM_SETUP, g.rival_stack[:], 0, n)


@kernel("GTiu:")
def determinize(g, t, viewer, seed):
    """Replace the world by one drawn uniformly among those that `viewer` cannot tell from it."""
    g.seed = mix(seed)
    g.counter[:] = 0
    for p in range(g.players):
        redraw_cards(g, p, viewer)
    # Everybody knows that a payment that was begun can be finished. Drawing again until it can is uniform.
    while not travel.can_finish_payment(g, t):
        redraw_cards(g, int(g.turn_player), viewer)
    shuffle(g, STREAM_SETUP, g.item_deck[:], 0, g.item_deck_size - (1 if g.item_top_known else 0))
    shuffle(g, STREAM_SETUP, g.artifact_deck[:], 0, g.artifact_deck_size - (1 if g.artifact_top_known else 0))
    shuffle(g, STREAM_SETUP, g.level_1_stack[:], 0, g.level_1_size - g.level_1_known)
    shuffle(g, STREAM_SETUP, g.level_2_stack[:], 0, g.level_2_size - g.level_2_known)
    shuffle(g, STREAM_SETUP, g.guardian_stack[:], 0, g.guardian_size)
    redraw_assistants(g, viewer)
    redraw_temple_bonus(g, t, viewer)
    redraw_idols(g)
    for chapter in range(CHAPTERS):
        first = FIRST_OF_CHAPTER[chapter]
        shuffle(g, STREAM_SETUP, g.encounter[:], first, first + g.encounter_size[chapter] - g.encounter_known[chapter])
    if g.rival:
        redraw_rival_stack(g, t)
    g.counter[:] = 0
    g.seed = mix(g.seed)
