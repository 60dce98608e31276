"""Points, at any time of the game.

Base rulebook, Final Scoring; Solo Variant, Scoring. Twisted Paths rulebook, Scoring Dark Tablets; Scoring.
"""

from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import (
    ALTARS,
    CARDS,
    FEAR,
    FIRST_PAIR_TILE,
    GLASS,
    GUARDIANS,
    IDOL_SLOTS,
    IDOL_TYPES,
    LANTERN,
    NOTEBOOK,
    OWL_POINTS,
    PART_ALTARS,
    PART_CARDS,
    PART_DARK_TABLETS,
    PART_EMPTY_SLOTS,
    PART_FEAR,
    PART_GLASS,
    PART_GUARDIANS,
    PART_IDOLS,
    PART_LANTERN,
    PART_NOTEBOOK,
    PART_TEMPLE_TILES,
    PURPLE,
    RIVAL_FIGURE,
    RIVAL_SEAT,
    SCORE_PARTS,
    SPIDER,
    TEMPLE_STACKS,
)
from arnak_env.arnak.payment import empty_dark_spaces

PARTS = len(SCORE_PARTS)


@kernel("GTi:i")
def glass_points(g, t, p):
    """The space of the magnifying glass, or its place in the order of arrival in the Lost Temple."""
    if g.arrival[p] > 0:
        return t.arrival_points[g.board, min(g.arrival[p], 4) - 1]
    return t.space_points[g.board, g.glass[p], GLASS]


@kernel("GTi:i")
def notebook_points(g, t, p):
    return t.space_points[g.board, g.notebook[p], NOTEBOOK]


@kernel("GTi:i")
def lantern_points(g, t, p):
    """A lantern counts once it is on the track, which takes a secret passage."""
    return t.space_points[g.board, g.lantern[p], LANTERN] if g.lantern[p] >= 0 else 0


@kernel("Gii:i")
def leads_altar(g, altar, who):
    """Return 1 when nobody has more dark tablets below a filled altar, and this player or rival has one at least."""
    own = g.altar_dark[altar, who]
    if own == 0 or g.altar_card[altar] < 0:
        return 0
    for other in range(RIVAL_SEAT + 1):
        if g.altar_dark[altar, other] > own:
            return 0
    return 1


@kernel("GTi:i")
def altar_points(g, t, who):
    points = 0
    for altar in range(ALTARS):
        if leads_altar(g, altar, who):
            points += t.altar_points[altar]
    return points


@kernel("GTi:i")
def dark_tablet_points(g, t, p):
    """The loss for the dark tablets on altars, as if the game ended now: unused ones of all players go back first."""
    used = 0
    for altar in range(ALTARS):
        used += g.altar_dark[altar, p]
    if used == 0:
        return 0
    tablets = int(g.dark_supply)
    for q in range(g.players):
        tablets += g.dark[q]
    return used * t.dark_points[empty_dark_spaces(g, t, tablets)]


@kernel("GTi:i")
def temple_points(g, t, p):
    points = 0
    for stack in range(TEMPLE_STACKS):
        points += g.temple_owned[p, stack] * t.temple_points[g.board, stack]
    for kind in range(3):
        points += g.owl_owned[p, kind] * OWL_POINTS[kind]
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
    """Fill in the parts of a player's score (SCORE_PARTS) and return their sum."""
    both = card_and_fear_points(g, t, p)
    idols = int(g.idols[p]) + g.slotted[p] + g.extra_slotted[p] + g.on_pedestal[p]
    parts[PART_GLASS] = glass_points(g, t, p)
    parts[PART_NOTEBOOK] = notebook_points(g, t, p)
    parts[PART_LANTERN] = lantern_points(g, t, p)
    parts[PART_TEMPLE_TILES] = temple_points(g, t, p)
    parts[PART_IDOLS] = t.idol_points * idols
    parts[PART_EMPTY_SLOTS] = empty_slot_points(g, t, p)
    parts[PART_GUARDIANS] = t.guardian_points * guardians_of(g, p + 1)
    parts[PART_CARDS] = both >> 10
    parts[PART_FEAR] = (both & 1023) - 512
    parts[PART_ALTARS] = 0
    parts[PART_DARK_TABLETS] = 0
    if g.board == SPIDER:
        parts[PART_ALTARS] = altar_points(g, t, p)
        parts[PART_DARK_TABLETS] = dark_tablet_points(g, t, p)
    score = 0
    for i in range(PARTS):
        score += parts[i]
    return score


@kernel("G:i")
def uses_purple(g):
    """Return 1 when a purple tile is in the rival's stack; only then does the rival own a notebook."""
    for pair in range(5):
        if g.colour[pair] == PURPLE:
            return 1
    return 0


@kernel("GTv:")
def rival_research_points(g, t, parts):
    """Glass, lantern (both on Owl) and notebook (with purple tiles)."""
    if g.rival_arrival > 0:
        parts[PART_GLASS] = t.arrival_points[g.board, min(g.rival_arrival, 4) - 1]
    else:
        parts[PART_GLASS] = t.space_points[g.board, g.rival_glass, GLASS]
    if g.rival_lantern >= 0:
        parts[PART_LANTERN] = t.space_points[g.board, g.rival_lantern, LANTERN]
    if uses_purple(g):
        parts[PART_NOTEBOOK] = t.space_points[g.board, g.rival_notebook, NOTEBOOK]


@kernel("GTv:i")
def rival_score_parts(g, t, parts):
    """The rival scores research, temple tiles (with those won by objectives), idols, guardians, cards and altars.

    It never scores slots, Fear or a loss for dark tablets, and a notebook only with purple tiles.
    """
    for i in range(PARTS):
        parts[i] = 0
    rival_research_points(g, t, parts)
    for stack in range(TEMPLE_STACKS):
        parts[PART_TEMPLE_TILES] += g.rival_temple[stack] * t.temple_points[g.board, stack]
    for kind in range(3):
        parts[PART_TEMPLE_TILES] += g.rival_owl[kind] * OWL_POINTS[kind]
    parts[PART_TEMPLE_TILES] += g.rival_objective_points
    bonus = t.rival_idol_bonus[FIRST_PAIR_TILE + g.colour[0]]  # the discover tile in the stack
    for idol in range(IDOL_TYPES):
        parts[PART_IDOLS] += g.rival_idols[idol] * (t.rival_idol_points + bonus)
    parts[PART_IDOLS] += g.rival_minus_one * (t.rival_minus_one_points + bonus)
    parts[PART_GUARDIANS] = t.guardian_points * guardians_of(g, RIVAL_FIGURE)
    for card in range(CARDS):
        parts[PART_CARDS] += g.rival_cards[card] * t.card_points[card]
    if g.board == SPIDER:
        parts[PART_ALTARS] = altar_points(g, t, RIVAL_SEAT)
    score = 0
    for i in range(PARTS):
        score += parts[i]
    return score
