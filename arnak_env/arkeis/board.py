"""The board: zones, links, adjacency, tokens on it, and who or what selectors mean. Rulebook, chapters 2, 6 and 7."""

import numpy as np

from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.opcodes import (
    E_ALL,
    E_EACH_HERE,
    E_EACH_IN_ROOM,
    E_HOLDER,
    E_MOST_FATE,
    E_ONE_ANY,
    E_ONE_HERE,
    E_ONE_IN_ROOM,
    E_ONE_OTHER_HERE,
    E_ONE_OTHER_IN_ROOM,
    E_OTHERS_HERE,
    E_SELF,
    FIRST_DOOR,
    GUARDIAN,
    GUARDIANS,
    IN_DECK,
    K_ANY,
    K_TYPE,
    KIND_FIRST,
    KIND_MINIATURES,
    KINDS,
    LADDER_A,
    LADDER_B,
    LINK_DOOR,
    LINK_LADDER,
    LINK_TRAPDOOR,
    MINIATURES,
    NOWHERE,
    Q_ADJACENT,
    Q_EACH_ADJACENT,
    Q_EXPLORERS,
    Q_OTHER_ROOM,
    Q_ROOM,
    Q_SQUARE,
    Q_SQUARE_IN_ROOM,
    Q_ZONE,
    SPECIAL_COUNTS,
    SPECIAL_FIRST,
    SQUARES,
    TOKENS,
    TRAPDOOR,
    V_BOARD,
    V_HERE,
    V_ROOM,
    V_STEP,
    V_TARGET,
    ZONE_FIRST,
    ZONE_SIZES,
    ZONES,
)

_ZONE_OF = np.array([zone for zone in range(ZONES) for _ in range(ZONE_SIZES[zone])], np.int64)
_ZONE_MASK = np.array([((1 << ZONE_SIZES[z]) - 1) << ZONE_FIRST[z] for z in range(ZONES)], np.int64)
_KIND_OF = np.array([kind for kind in range(KINDS) for _ in range(KIND_MINIATURES[kind])], np.int64)
_SPECIAL_FIRST = np.array(SPECIAL_FIRST, np.int64)
_SPECIAL_COUNT = np.array(SPECIAL_COUNTS, np.int64)
EVERY_SQUARE = (1 << SQUARES) - 1
_FIRST_GUARDIAN = KIND_FIRST[GUARDIAN]


# --- squares ---------------------------------------------------------------------------------------------------------
@kernel("i:i")
def zone_of(square):
    return _ZONE_OF[square]


@kernel("i:i")
def room_of(square):
    """Return the squares of a square's zone, as bits."""
    return _ZONE_MASK[_ZONE_OF[square]]


@kernel("Gi:i")
def is_laid(g, square):
    return (g.zones >> _ZONE_OF[square]) & 1


@kernel("Gii:i")
def special_on(g, token, square):
    """Return how many special tokens of a sort lie on a square."""
    count = 0
    for k in range(_SPECIAL_FIRST[token], _SPECIAL_FIRST[token] + _SPECIAL_COUNT[token]):
        if g.special_square[k] == square:
            count += 1
    return count


@kernel("GTi:i")
def link_exists(g, t, link):
    """Return whether a link has appeared: with both of its zones, one on an outer edge with its first zone."""
    there = is_laid(g, t.link_a[g.slot, link])
    if not t.link_edge[g.slot, link]:
        there &= is_laid(g, t.link_b[g.slot, link])
    return there


@kernel("Gi:i")
def token_on_door(g, link):
    """Return the Clue token on a door, -1: the door is open."""
    for token in range(TOKENS):
        if g.token_place[token] == FIRST_DOOR + link:
            return token
    return -1


@kernel("GTi:i")
def joins(g, t, link):
    """Return whether a link makes its squares adjacent now: 0 no, 1 both ways, 2 from its first square only."""
    if not (is_laid(g, t.link_a[g.slot, link]) and is_laid(g, t.link_b[g.slot, link])):
        return 0
    kind = t.link_type[g.slot, link]
    a = int(t.link_a[g.slot, link])
    b = int(t.link_b[g.slot, link])
    if kind == LINK_DOOR:
        return 1 if token_on_door(g, link) < 0 else 0
    if kind == LINK_LADDER:
        token = t.link_token[g.slot, link]
        if token != LADDER_B and special_on(g, LADDER_A, a) > 0 and special_on(g, LADDER_A, b) > 0:
            return 1
        if token != LADDER_A and special_on(g, LADDER_B, a) > 0 and special_on(g, LADDER_B, b) > 0:
            return 1
        return 0
    if kind == LINK_TRAPDOOR:
        return 2 if special_on(g, TRAPDOOR, a) > 0 else 0
    return 1


@kernel("GT:")
def find_adjacent(g, t):
    """Work out adjacency anew, after doors, zones, links or special tokens have changed."""
    for square in range(SQUARES):
        g.adjacent[square] = 0
        if not is_laid(g, square):
            continue
        for other in range(SQUARES):
            if other != square and _ZONE_OF[other] == _ZONE_OF[square]:
                across = abs(t.square_x[g.slot, square] - t.square_x[g.slot, other])
                down = abs(t.square_y[g.slot, square] - t.square_y[g.slot, other])
                if across + down == 1:
                    g.adjacent[square] |= 1 << other
    for link in range(t.links[g.slot]):
        way = joins(g, t, link)
        if way:
            g.adjacent[t.link_a[g.slot, link]] |= 1 << t.link_b[g.slot, link]
        if way == 1:
            g.adjacent[t.link_b[g.slot, link]] |= 1 << t.link_a[g.slot, link]
    for k in range(g.dynamic_links):
        a = int(g.dynamic_link[k, 0])
        b = int(g.dynamic_link[k, 1])
        if g.dynamic_link[k, 2] < 0:
            g.adjacent[a] &= ~(1 << b)
            g.adjacent[b] &= ~(1 << a)
        elif is_laid(g, a) and is_laid(g, b):
            g.adjacent[a] |= 1 << b
            g.adjacent[b] |= 1 << a


@kernel("Gi:i")
def reachable(g, square):
    """Return the squares an open path leads to, as bits, the square itself included."""
    seen = 1 << square
    grown = 0
    while grown != seen:
        grown = seen
        for other in range(SQUARES):
            if (grown >> other) & 1:
                seen |= g.adjacent[other]
    return seen


@kernel("Gii:i")
def steps_toward(g, square, goal):
    """Return the squares adjacent to `square` that begin a shortest open path to `goal`, as bits; 0: there is none.

    Paths are searched backwards from the goal, along links in the direction they can be walked.
    """
    near = 1 << goal
    while not (near >> square) & 1:
        step = near
        for other in range(SQUARES):
            if g.adjacent[other] & near:
                step |= 1 << other
        if step == near:
            return 0
        if (step >> square) & 1:
            return g.adjacent[square] & near
        near = step
    return 0


# --- Clue cards and tokens -------------------------------------------------------------------------------------------
@kernel("GTi:i")
def cards_left(g, t, symbol):
    """Return how many cards with a symbol are in the Clue deck."""
    count = 0
    for card in range(t.cards[g.slot]):
        if g.card_place[card] == IN_DECK and t.card_symbol[g.slot, card] == symbol:
            count += 1
    return count


@kernel("GTii:i")
def touches_token(g, t, square, symbol):
    """Return whether a Clue token lies on a square or on a door beside it."""
    place = int(g.token_place[symbol])
    if place >= FIRST_DOOR:
        link = place - FIRST_DOOR
        return 1 if t.link_a[g.slot, link] == square or t.link_b[g.slot, link] == square else 0
    return 1 if place == square else 0


@kernel("GTii:i")
def touches(g, t, square, symbol):
    """Return whether a Clue action on a square can use a symbol: a token there, on a door beside it, or printed."""
    if symbol < TOKENS and touches_token(g, t, square, symbol):
        return 1
    return 1 if t.printed[g.slot, square] == symbol and is_laid(g, square) else 0


# --- Explorers -------------------------------------------------------------------------------------------------------
@kernel("G:i")
def active_explorer(g):
    return int(g.explorer[g.turn_seat])


@kernel("G:i")
def team(g):
    """Return the Explorers in play, as bits."""
    mask = 0
    for seat in range(g.players):
        mask |= 1 << g.explorer[seat]
    return mask


@kernel("Gi:i")
def explorers_in(g, squares):
    """Return the Explorers on some squares, as bits."""
    mask = 0
    for seat in range(g.players):
        explorer = int(g.explorer[seat])
        if g.square[explorer] >= 0 and (squares >> g.square[explorer]) & 1:
            mask |= 1 << explorer
    return mask


@kernel("Gi:i")
def first_in_turn_order(g, mask):
    """Return the Explorer of `mask` whose turn is next, the active one first. N-5."""
    for k in range(g.players):
        explorer = int(g.explorer[(g.turn_seat + k) % g.players])
        if (mask >> explorer) & 1:
            return explorer
    return -1


@kernel("i:i")
def one_explorer(selector):
    """Return whether a selector means one Explorer to be chosen."""
    return (
        1
        if (
            selector == E_ONE_HERE
            or selector == E_ONE_OTHER_HERE
            or selector == E_ONE_IN_ROOM
            or selector == E_ONE_OTHER_IN_ROOM
            or selector == E_ONE_ANY
            or selector == E_MOST_FATE
        )
        else 0
    )


@kernel("G:i")
def most_fate(g):
    """Return the Explorers with the most Fate tokens in the backpack, as bits."""
    most = -1
    mask = 0
    for seat in range(g.players):
        explorer = int(g.explorer[seat])
        if g.fate[explorer] > most:
            most = int(g.fate[explorer])
            mask = 0
        if g.fate[explorer] == most:
            mask |= 1 << explorer
    return mask


@kernel("Gii:i")
def select_explorers(g, selector, explorer):
    """Return the Explorers a selector means, as bits; where one is to be chosen, all who may be."""
    if selector == E_SELF:
        return 1 << explorer
    if selector == E_ALL or selector == E_ONE_ANY:
        return team(g)
    if selector == E_MOST_FATE:
        return most_fate(g)
    if selector >= E_HOLDER:
        owner = int(g.object_owner[selector - E_HOLDER])
        return 1 << owner if owner >= 0 and g.seat[owner] >= 0 else 0
    if g.square[explorer] < 0:
        return 0
    here = 1 << g.square[explorer]
    others = ~(1 << explorer)
    if selector == E_EACH_HERE or selector == E_ONE_HERE:
        return explorers_in(g, here)
    if selector == E_OTHERS_HERE or selector == E_ONE_OTHER_HERE:
        return explorers_in(g, here) & others
    room = explorers_in(g, room_of(g.square[explorer]))
    if selector == E_EACH_IN_ROOM or selector == E_ONE_IN_ROOM:
        return room
    return room & others  # E_OTHERS_IN_ROOM, E_ONE_OTHER_IN_ROOM


@kernel("Gii:i")
def select_squares(g, selector, explorer):
    """Return the squares a selector means, as bits; where one is to be chosen, all that may be."""
    if selector >= Q_SQUARE:
        return 1 << (selector - Q_SQUARE) if is_laid(g, selector - Q_SQUARE) else 0
    if selector >= Q_ZONE:
        return _ZONE_MASK[selector - Q_ZONE] if (g.zones >> (selector - Q_ZONE)) & 1 else 0
    if selector == Q_EXPLORERS:
        mask = 0
        for seat in range(g.players):
            if g.square[g.explorer[seat]] >= 0:
                mask |= 1 << g.square[g.explorer[seat]]
        return mask
    square = int(g.square[explorer])
    if square < 0:
        return 0
    if selector == Q_ROOM or selector == Q_SQUARE_IN_ROOM:
        return room_of(square)
    if selector == Q_OTHER_ROOM:
        return room_of(square) & ~(1 << square)
    if selector == Q_EACH_ADJACENT or selector == Q_ADJACENT:
        return g.adjacent[square]
    return 1 << square  # Q_HERE


@kernel("i:i")
def one_square(selector):
    """Return whether a selector means one square to be chosen."""
    return 1 if selector == Q_ADJACENT or selector == Q_SQUARE_IN_ROOM else 0


# --- Adversaries -----------------------------------------------------------------------------------------------------
@kernel("i:i")
def kind_of(miniature):
    return _KIND_OF[miniature]


@kernel("Gi:i")
def group_of(g, miniature):
    """Return the name of a miniature: its kind, or KINDS + k for a Guardian with a card of its own."""
    kind = _KIND_OF[miniature]
    if kind == GUARDIAN and g.named_card[miniature - _FIRST_GUARDIAN] >= 0:
        return KINDS + miniature - _FIRST_GUARDIAN
    return kind


@kernel("Gi:i")
def groups_on(g, square):
    """Return the names of the Adversaries on a square, as bits. Asked more often than anything else, so no branches."""
    mask = 0
    for miniature in range(MINIATURES):
        mask |= (g.miniature_square[miniature] == square) << _KIND_OF[miniature]
    if (mask >> GUARDIAN) & 1:
        mask &= ~(1 << GUARDIAN)
        for k in range(GUARDIANS):
            if g.miniature_square[_FIRST_GUARDIAN + k] == square:
                mask |= 1 << (KINDS + k if g.named_card[k] >= 0 else GUARDIAN)
    return mask


@kernel("i:i")
def kind_of_group(group):
    return GUARDIAN if group >= KINDS else group


@kernel("Tii:i")
def kind_matches(t, wanted, kind):
    """Return whether a kind is meant by K: a kind, a type, or any."""
    if wanted == K_ANY:
        return 1
    if wanted >= K_TYPE:
        return 1 if t.kind_type[kind] == wanted - K_TYPE else 0
    return 1 if kind == wanted else 0


@kernel("Gii:i")
def adversary_squares(g, selector, explorer):
    """Return the squares on which an Adversary selector looks, as bits."""
    where = selector // V_STEP
    if where == V_TARGET:
        return 1 << g.fight_square if g.fight_group >= 0 else 0
    if where == V_BOARD:
        return EVERY_SQUARE
    square = int(g.square[explorer])
    if square < 0:
        return 0
    if where == V_HERE:
        return 1 << square
    if where == V_ROOM:
        return room_of(square)
    return g.adjacent[square]  # V_ADJACENT


@kernel("GTiii:i")
def is_selected(g, t, selector, squares, miniature):
    """Return whether a miniature is meant by an Adversary selector that looks at these squares."""
    square = int(g.miniature_square[miniature])
    if square < 0 or not (squares >> square) & 1:
        return 0
    if selector // V_STEP == V_TARGET:
        return 1 if group_of(g, miniature) == g.fight_group else 0
    return kind_matches(t, selector % V_STEP, _KIND_OF[miniature])


@kernel("GTii:i")
def count_selected(g, t, selector, squares):
    """Return how many miniatures an Adversary selector means."""
    count = 0
    for miniature in range(MINIATURES):
        count += is_selected(g, t, selector, squares, miniature)
    return count


@kernel("Gi:i")
def supply_of(g, kind):
    """Return a miniature of a kind in the supply, -1: there is none."""
    for miniature in range(MINIATURES):
        if _KIND_OF[miniature] == kind and g.miniature_square[miniature] == NOWHERE:
            return miniature
    return -1
