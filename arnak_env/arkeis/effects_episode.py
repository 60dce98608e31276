"""Effects on the reserve, Clue cards, the board, flags and the Camp Chest."""

from arnak_env.arkeis.actions import A_APPLY_CARD, A_FINISH, A_OPTION, A_SQUARE
from arnak_env.arkeis.adversaries import meet
from arnak_env.arkeis.board import find_adjacent, link_exists, one_square, select_squares, zone_of
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.effects_adversaries import add_miniature
from arnak_env.arkeis.frames import ask, complete, lowest_bit, push_program
from arnak_env.arkeis.opcodes import (
    ALL,
    ASK_CLUE_CARD,
    BEING_READ,
    BRANCHES,
    CARDS,
    DYNAMIC_LINKS,
    EXTRA_EFFECTS,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_OP,
    F_SELF,
    F_SOURCE,
    F_X,
    FIRST_DOOR,
    GOING_BACK,
    HELD,
    LINK_DOOR,
    NOWHERE,
    OP_CLOSE_DOOR,
    OP_PLACE_CLUE,
    OP_PLACE_TOKEN,
    SOURCE_CLUE,
    SOURCE_STEP,
    SPECIAL_COUNTS,
    SPECIAL_FIRST,
    TOKENS,
    UPGRADE_LOCKED,
    UPGRADE_UNLOCKED,
)
from arnak_env.arkeis.possible import is_possible
from arnak_env.arkeis.reserve import put_tokens

ERROR_TOO_MANY_LINKS = 5
ERROR_TOO_MANY_EFFECTS = 6


# --- Fate tokens on cards ---
@kernel("G:i")
def source_card(g):
    """Return the Clue card the effect on top comes from, -1: another kind of card."""
    source = int(g.frame[g.frames - 1][F_SOURCE])
    return source % SOURCE_STEP if source // SOURCE_STEP == SOURCE_CLUE else -1


@kernel("GT:")
def run_card_fate_to(g, t):
    """OP_CARD_FATE_TO (a: how many or ALL, b: where to): from this Threat, or from one in play for other cards."""
    frame = g.frame[g.frames - 1]
    card = source_card(g)
    if card >= 0 and g.card_place[card] != HELD:
        card = -1
    if frame[F_X] == 1:
        card = int(frame[F_ANSWER]) - A_APPLY_CARD
    elif card < 0:
        for other in range(CARDS):
            if g.card_place[other] == HELD and g.card_fate[other] > 0:
                frame[F_X] = 1
                frame[F_ASK] = ASK_CLUE_CARD
                return
    wanted = int(frame[F_A])
    destination = int(frame[F_B])
    complete(g, t)
    if card >= 0:
        moved = int(g.card_fate[card]) if wanted == ALL else min(wanted, int(g.card_fate[card]))
        g.card_fate[card] -= moved
        put_tokens(g, moved, destination)


@kernel("Gl:i")
def list_threats_with_tokens(g, legal):
    n = 0
    for card in range(CARDS):
        if g.card_place[card] == HELD and g.card_fate[card] > 0:
            legal[n] = A_APPLY_CARD + card
            n += 1
    return n


@kernel("GT:")
def return_this_card(g, t):
    """OP_RETURN_TO_DECK: the card being read goes back, and its token stays."""
    card = source_card(g)
    complete(g, t)
    if card >= 0 and g.card_place[card] == BEING_READ:
        g.card_place[card] = GOING_BACK


# --- tokens, doors, zones, links ---
@kernel("GTiii:")
def change_on_square(g, t, operation, which, square):
    """Put a Clue token or a special token on a square, or take a special token off it."""
    if operation == OP_PLACE_CLUE:
        g.token_place[which] = square
        return
    first = SPECIAL_FIRST[which]
    for k in range(first, first + SPECIAL_COUNTS[which]):
        if operation == OP_PLACE_TOKEN and g.special_square[k] == NOWHERE:
            g.special_square[k] = square
            break
        if operation != OP_PLACE_TOKEN and g.special_square[k] == square:
            g.special_square[k] = NOWHERE
            break
    find_adjacent(g, t)


@kernel("GT:")
def run_on_square(g, t):
    """OP_PLACE_CLUE, OP_PLACE_TOKEN, OP_REMOVE_TOKEN (a: which, b: squares)."""
    frame = g.frame[g.frames - 1]
    operation = int(frame[F_OP])
    which = int(frame[F_A])
    if frame[F_X] == 0:
        squares = select_squares(g, frame[F_B], frame[F_SELF])
        if squares != 0 and (one_square(frame[F_B]) or operation == OP_PLACE_CLUE):
            frame[F_X] = 1
            ask(g, A_SQUARE, squares, 0)
            return
    else:
        squares = 1 << (frame[F_ANSWER] - A_SQUARE)
    complete(g, t)
    while squares:
        change_on_square(g, t, operation, which, lowest_bit(squares))
        squares &= squares - 1


@kernel("GTiii:")
def change_door(g, t, operation, link, symbol):
    """OP_OPEN_DOOR and OP_CLOSE_DOOR: a door is closed exactly as long as a token is on it."""
    for token in range(TOKENS):
        if g.token_place[token] == FIRST_DOOR + link:
            g.token_place[token] = NOWHERE
    if operation == OP_CLOSE_DOOR and symbol < TOKENS:
        g.token_place[symbol] = FIRST_DOOR + link
    find_adjacent(g, t)


@kernel("GTi:")
def remove_clue(g, t, symbol):
    """OP_REMOVE_CLUE: take a Clue token off the board."""
    if symbol < TOKENS and g.token_place[symbol] >= 0:
        g.token_place[symbol] = NOWHERE
        find_adjacent(g, t)


@kernel("GTi:i")
def appears_with(g, t, zone):
    """Return the links that appear when a zone is laid, as bits: those that did not exist before."""
    before = 0
    for link in range(t.links[g.slot]):
        if link_exists(g, t, link):
            before |= 1 << link
    g.zones |= 1 << zone
    after = 0
    for link in range(t.links[g.slot]):
        if link_exists(g, t, link):
            after |= 1 << link
    return after & ~before


@kernel("GTi:")
def put_door_tokens(g, t, links):
    """Put its token on each door of `links` (bits)."""
    for link in range(t.links[g.slot]):
        token = t.link_token[g.slot, link]
        if (links >> link) & 1 and t.link_type[g.slot, link] == LINK_DOOR and token >= 0:
            g.token_place[token] = FIRST_DOOR + link


@kernel("GTii:")
def add_row(g, t, row, zone):
    """Add the Adversaries of one set-up row of an episode, if the number of players is in its range.

    Args:
        zone: the zone laid now; -1: set-up of the episode, rows of zones laid later do not count.
    """
    entry = t.adversary_setup[g.slot, row]
    square = int(entry[1])
    later = entry[5]
    if zone < 0 and later:
        return
    if zone >= 0 and not (later and zone_of(square) == zone):
        return
    if entry[3] <= g.players <= entry[4]:
        for _ in range(entry[2]):
            add_miniature(g, entry[0], square)
        meet(g, t, square)


@kernel("GTi:")
def lay_zone(g, t, zone):
    """OP_ADD_ZONE: lay a zone with its links, Clue tokens and Adversaries."""
    if (g.zones >> zone) & 1:
        return
    put_door_tokens(g, t, appears_with(g, t, zone))
    for token in range(TOKENS):
        square = int(t.token_square[g.slot, token])
        if square >= 0 and zone_of(square) == zone:
            if g.players >= t.token_min_players[g.slot, token] and g.token_place[token] == NOWHERE:
                g.token_place[token] = square
    find_adjacent(g, t)
    for row in range(t.adversary_rows[g.slot]):
        add_row(g, t, row, zone)


@kernel("GTiii:")
def change_link(g, t, a, b, way):
    """OP_LINK (way 1) and OP_UNLINK (-1): two squares become adjacent, or are adjacent no longer."""
    for k in range(g.dynamic_links):
        if (g.dynamic_link[k, 0] == a and g.dynamic_link[k, 1] == b) or (
            g.dynamic_link[k, 0] == b and g.dynamic_link[k, 1] == a
        ):
            g.dynamic_link[k, 2] = way
            find_adjacent(g, t)
            return
    if g.dynamic_links >= DYNAMIC_LINKS:
        g.error = ERROR_TOO_MANY_LINKS
        return
    g.dynamic_link[g.dynamic_links, 0] = a
    g.dynamic_link[g.dynamic_links, 1] = b
    g.dynamic_link[g.dynamic_links, 2] = way
    g.dynamic_links += 1
    find_adjacent(g, t)


# --- lists inside effects ---
@kernel("GT:")
def run_choose(g, t):
    """OP_CHOOSE (a: lists, b: first block row): self picks one of those that are possible. N-3."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    source = int(frame[F_SOURCE])
    block = int(frame[F_B])
    if frame[F_X] == 0:
        mask = 0
        for branch in range(min(BRANCHES, frame[F_A])):
            if is_possible(g, t, t.program[block + branch, 1], explorer, source):
                mask |= 1 << branch
        if mask == 0:
            complete(g, t)
            return
        frame[F_X] = 1
        ask(g, A_OPTION, mask, 0)
        return
    row = t.program[block + frame[F_ANSWER] - A_OPTION, 1]
    complete(g, t)
    push_program(g, t, row, explorer, source)


@kernel("GT:")
def run_pay_coins(g, t):
    """OP_PAY_COINS (a: Coins, b: what for): the group may pay."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        if g.coins < frame[F_A]:
            complete(g, t)
            return
        frame[F_X] = 1
        ask(g, A_OPTION, 1, 1)
        return
    explorer = int(frame[F_SELF])
    source = int(frame[F_SOURCE])
    row = int(frame[F_B])
    if frame[F_ANSWER] != A_FINISH:
        g.coins -= frame[F_A]
        complete(g, t)
        push_program(g, t, row, explorer, source)
    else:
        complete(g, t)


@kernel("GT:")
def run_repeat(g, t):
    """OP_REPEAT (a: times, b: list)."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] >= frame[F_A]:
        complete(g, t)
        return
    frame[F_X] += 1
    push_program(g, t, frame[F_B], frame[F_SELF], frame[F_SOURCE])


# --- dice effects that are remembered ---
@kernel("Giii:")
def add_extra_effect(g, face, row, source):
    """OP_EXTRA_EFFECT: during this Combat, run a list after each application of that face."""
    if g.extra_effects >= EXTRA_EFFECTS:
        g.error = ERROR_TOO_MANY_EFFECTS
        return
    g.extra_effect[g.extra_effects, 0] = face
    g.extra_effect[g.extra_effects, 1] = row
    g.extra_effect[g.extra_effects, 2] = source
    g.extra_effects += 1


@kernel("Gi:")
def unlock(g, upgrade):
    """OP_UNLOCK: a camp upgrade becomes available for purchase."""
    if g.upgrade[upgrade] == UPGRADE_LOCKED:
        g.upgrade[upgrade] = UPGRADE_UNLOCKED
