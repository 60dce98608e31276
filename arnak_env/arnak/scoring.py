"""Points, at any time of the game. Base rulebook, Final Scoring; Solo Variant, Scoring."""

from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import (
    CARDS,
    FEAR,
    FIRST_PAIR_TILE,
    GUARDIANS,
    IDOL_SLOTS,
    IDOL_TYPES,
    PURPLE,
    RIVAL_FIGURE,
    TEMPLE_STACKS,
)


@kernel("GTi:i")
def glass_points(g, t, p):
    """The row of the magnifying glass, or its place in the order of arrival in the Lost Temple."""
    if g.arrival[p] > 0:
        return t.arrival_points[min(g.arrival[p], 4) - 1]
    return t.row_points[g.board, t.track_row[g.board, g.glass[p]], 0]


@kernel("GTi:i")
def notebook_points(g, t, p):
    return t.row_points[g.board, t.track_row[g.board, g.notebook[p]], 1]


@kernel("GTi:i")
def temple_points(g, t, p):
    points = 0
    for stack in range(TEMPLE_STACKS):
        points += g.temple_owned[p, stack] * t.temple_points[stack]
    return points


@kernel("GTi:i")
def empty_slot_points(g, t, p):
    points = 0
    for slot in range(g.slotted[p], IDOL_SLOTS):
        points += t.slot_points[slot]
    return points


@kernel("Gi:i")
def guardians_of(g, who):
    n = 0
    for guardian in range(GUARDIANS):
        if g.guardian_owner[guardian] == who:
            n += 1
    return n


@kernel("GTi:i")
def card_and_fear_points(g, t, p):
    """Return 1024 * card points + Fear points + 512, so that both come from one pass over the cards."""
    cards = 0
    fear = g.fear_tiles[p] * t.fear_tile_points
    for i in range(g.deck_size[p]):
        if g.deck[p, i] == FEAR:
            fear += t.card_points[FEAR]
        else:
            cards += t.card_points[g.deck[p, i]]
    for i in range(g.hand_size[p]):
        if g.hand[p, i] == FEAR:
            fear += t.card_points[FEAR]
        else:
            cards += t.card_points[g.hand[p, i]]
    for i in range(g.play_size[p]):
        if g.play[p, i] == FEAR:
            fear += t.card_points[FEAR]
        else:
            cards += t.card_points[g.play[p, i]]
    for i in range(g.aside_size):  # an unsettled earring of the turn player still counts
        if p == g.turn_player:
            if g.aside[i] == FEAR:
                fear += t.card_points[FEAR]
            else:
                cards += t.card_points[g.aside[i]]
    return 1024 * cards + fear + 512


@kernel("GTiv:i")
def score_parts(g, t, p, parts):
    """Fill in the eight parts of a player's score (SCORE_PARTS) and return their sum."""
    both = card_and_fear_points(g, t, p)
    parts[0] = glass_points(g, t, p)
    parts[1] = notebook_points(g, t, p)
    parts[2] = temple_points(g, t, p)
    parts[3] = t.idol_points * (g.idols[p] + g.slotted[p])
    parts[4] = empty_slot_points(g, t, p)
    parts[5] = t.guardian_points * guardians_of(g, p + 1)
    parts[6] = both >> 10
    parts[7] = (both & 1023) - 512
    score = 0
    for i in range(8):
        score += parts[i]
    return score


@kernel("G:i")
def uses_purple(g):
    """Return 1 when a purple tile is in the rival's stack; only then does the rival own a notebook."""
    for pair in range(5):
        if g.colour[pair] == PURPLE:
            return 1
    return 0


@kernel("GTv:i")
def rival_score_parts(g, t, parts):
    """The rival scores glass, temple tiles (with those won by objectives), idols, guardians and cards.

    It never scores slots or Fear, and a notebook only with purple tiles.
    """
    for i in range(8):
        parts[i] = 0
    if g.rival_arrival > 0:
        parts[0] = t.arrival_points[min(g.rival_arrival, 4) - 1]
    else:
        parts[0] = t.row_points[g.board, t.track_row[g.board, g.rival_glass], 0]
    for stack in range(TEMPLE_STACKS):
        parts[2] += g.rival_temple[stack] * t.temple_points[stack]
    if uses_purple(g):
        parts[1] = t.row_points[g.board, t.track_row[g.board, g.rival_notebook], 1]
    parts[2] += g.rival_objective_points
    bonus = t.rival_idol_bonus[FIRST_PAIR_TILE + g.colour[0]]  # the discover tile in the stack
    for idol in range(IDOL_TYPES):
        parts[3] += g.rival_idols[idol] * (t.rival_idol_points + bonus)
    parts[3] += g.rival_minus_one * (t.rival_minus_one_points + bonus)
    parts[5] = t.guardian_points * guardians_of(g, RIVAL_FIGURE)
    for card in range(CARDS):
        parts[6] += g.rival_cards[card] * t.card_points[card]
    score = 0
    for i in range(8):
        score += parts[i]
    return score
