"""The research track. Base rulebook, Research; The Snake Temple Side. Twisted Paths rulebook, Secret Passages.

Bridges lead to *entries* of the track. Most entries are spaces; a second bridge to the same space and a secret passage
of the Owl Temple are entries of their own.
"""

from arnak_env.arnak import travel
from arnak_env.arnak.actions import A_GLASS, A_LANTERN, A_NOTEBOOK, A_TAKE_BONUS, FIRST_PASSAGE
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push, push_program
from arnak_env.arnak.idols import gain_idol
from arnak_env.arnak.objectives import meet_objective
from arnak_env.arnak.opcodes import (
    BONUS_ROOM,
    BONUS_TYPES,
    BRIDGES,
    COIN,
    F_A,
    F_B,
    GLASS,
    IDOL_PRICE,
    LANTERN,
    NOTEBOOK,
    OBJECTIVE_RESEARCH,
    OP_PICK_BONUS,
    OP_PICK_TEMPLE_BONUS,
    OP_REWARDS,
    OP_STEP,
    PASSAGE_IDOL,
)
from arnak_env.arnak.payment import owned, pay

FREE = -1  # a discount of this size: the step costs nothing at all


@kernel("iiii:i")
def discounted(owed, token, discounted_token, discount):
    if token == discounted_token:
        return max(0, owed - discount)
    return owed


@kernel("Gii:i")
def token_space(g, p, token):
    """Return where a research token stands; NOT_ON_TRACK for a lantern that is still on the player board."""
    if token == GLASS:
        return int(g.glass[p])
    if token == NOTEBOOK:
        return int(g.notebook[p])
    return int(g.lantern[p])


@kernel("GTii:i")
def row_of(g, t, p, token):
    space = token_space(g, p, token)
    return int(t.track_row[g.board, space]) if space >= 0 else 0


@kernel("GTi:i")
def notebook_limit(g, t, p):
    """Return the highest row the notebook may enter: that of the magnifying glass or the lantern."""
    return max(row_of(g, t, p, GLASS), row_of(g, t, p, LANTERN))


@kernel("GTii:i")
def may_enter(g, t, p, token_and_entry):
    """Return 1 when the rules of the track let a token (first two bits) take this entry, whatever it costs."""
    token = token_and_entry & 3
    entry = token_and_entry >> 2
    if t.passage[g.board, entry]:
        return 1 if token == GLASS and g.passage_used[entry - FIRST_PASSAGE] == 0 else 0
    if token == NOTEBOOK:
        if entry == t.track_temple[g.board] or t.track_row[g.board, entry] > notebook_limit(g, t, p):
            return 0
    return 1


@kernel("GTiiii:i")
def can_pay_step(g, t, p, entry, discounted_token, discount):
    """Return 1 when the tokens, idols and travel of a bridge can be paid."""
    if discount == FREE:
        return 1
    cost = t.track_cost[g.board, entry]
    for kind in range(5):
        if owned(g, p, kind) < discounted(cost[kind], kind, discounted_token, discount):
            return 0
    if g.idols[p] < cost[IDOL_PRICE]:
        return 0
    owed = int(t.track_travel[g.board, entry])
    if owed == 0:
        return 1
    coins = int(g.tokens[p, COIN]) - discounted(cost[COIN], COIN, discounted_token, discount)
    return travel.can_pay(g, t, p, owed, 0, travel.available(g, t, p), coins)


@kernel("GTiiiiil:i")
def list_steps(g, t, p, token, discounted_token, discount, n, legal):
    """Add the entries that one research token can take."""
    place = token_space(g, p, token)
    if place < 0:
        return n
    first = A_GLASS if token == GLASS else A_NOTEBOOK if token == NOTEBOOK else A_LANTERN
    for bridge in range(BRIDGES):
        entry = int(t.track_next[g.board, place, bridge])
        if entry < 0 or not may_enter(g, t, p, token + 4 * entry):
            continue
        if can_pay_step(g, t, p, entry, discounted_token, discount):
            legal[n] = first + entry
            n += 1
    return n


@kernel("GTiiii:")
def pay_for_step(g, t, p, entry, discounted_token, discount):
    """Pay the tokens of a bridge; its travel is asked for by itself."""
    if discount == FREE:
        return
    cost = t.track_cost[g.board, entry]
    for kind in range(5):
        pay(g, p, kind, discounted(cost[kind], kind, discounted_token, discount))
    g.idols[p] -= cost[IDOL_PRICE]
    g.idols_removed += cost[IDOL_PRICE]


@kernel("Gi:i")
def count_bonus_tiles(g, space):
    tiles = 0
    for i in range(BONUS_ROOM):
        if g.bonus[space, i] >= 0:
            tiles += 1
    return tiles


@kernel("Gi:i")
def first_bonus(g, space):
    for i in range(BONUS_ROOM):
        if g.bonus[space, i] >= 0:
            return int(g.bonus[space, i])
    return -1


@kernel("Gii:")
def remove_bonus(g, space, bonus):
    """Take one bonus tile of this type off a space; the others move up so that equal positions look equal."""
    for i in range(BONUS_ROOM):
        if g.bonus[space, i] == bonus:
            for j in range(i, BONUS_ROOM - 1):
                g.bonus[space, j] = g.bonus[space, j + 1]
            g.bonus[space, BONUS_ROOM - 1] = -1
            return


@kernel("GTiii:")
def claim_bonus(g, t, space, bonus, code):
    """The tile leaves the game; its bonus and the row effect (code 4 * space + token) follow in either order."""
    remove_bonus(g, space, bonus)
    token = code & 3
    row_program = int(t.space_program[g.board, space, token])
    if t.space_plain[g.board, space, token]:
        # Plain token gains come first: whatever the other order could reach, this one can too.
        push_program(g, t, t.bonus_program[bonus], -1)
        push_program(g, t, row_program, -1)
    elif t.bonus_plain[bonus]:
        push_program(g, t, row_program, -1)
        push_program(g, t, t.bonus_program[bonus], -1)
    else:
        push(g, OP_REWARDS, bonus, code, 0)


@kernel("i:i")
def owl_kind(points):
    """Return the column of an Owl Temple tile in OWL_POINTS."""
    return 0 if points == 1 else 1 if points == 5 else 2


@kernel("GTii:")
def enter_passage(g, t, p, entry):
    """The magnifying glass stays in the passage for good; its tile or idol is gained and the lantern lit."""
    g.passage_used[entry - FIRST_PASSAGE] = p + 1
    if t.passage[g.board, entry] == PASSAGE_IDOL:
        gain_idol(g, p)
    else:
        g.owl_owned[p, owl_kind(g.space_tile[entry])] += 1
        g.space_tile[entry] = 0
    g.lantern[p] = 0


@kernel("GTiii:")
def arrive(g, t, p, token, entry):
    """A research token arrives: passage, Lost Temple, or bonus tile and row effect in the order the player likes."""
    space = int(t.track_place[g.board, entry])
    if token == GLASS:
        g.glass[p] = space
    elif token == NOTEBOOK:
        g.notebook[p] = space
    else:
        g.lantern[p] = space
    if token != NOTEBOOK:
        meet_objective(g, OBJECTIVE_RESEARCH, 0)
    if t.passage[g.board, entry]:
        enter_passage(g, t, p, entry)
        return
    if space == t.track_temple[g.board]:
        g.arrivals += 1
        g.arrival[p] = g.arrivals
        g.temple_bonus_seen[p] = 1
        if g.temple_bonus_size > 0:
            push(g, OP_PICK_TEMPLE_BONUS, 0, 0, 0)
        return
    if t.track_idols[g.board, space] and not g.took_idol[p] and g.idols_beside > 0:
        g.idols_beside -= 1
        g.took_idol[p] = 1
        gain_idol(g, p)
    code = 4 * space + token
    tiles = count_bonus_tiles(g, space)
    if tiles > 1:
        push(g, OP_PICK_BONUS, space, code, 0)
    elif tiles == 1:
        claim_bonus(g, t, space, first_bonus(g, space), code)
    else:
        push_program(g, t, t.space_program[g.board, space, token], -1)


@kernel("GTiiiii:")
def step(g, t, p, token, entry, discounted_token, discount):
    """Pay the bridge, then the token moves."""
    owed = 0 if discount == FREE else int(t.track_travel[g.board, entry])
    if owed == 0:
        arrive(g, t, p, token, entry)
    else:
        push(g, OP_STEP, entry, token, 0)
        travel.ask_for_travel(g, owed, 0)
    pay_for_step(g, t, p, entry, discounted_token, discount)


@kernel("GTi:")
def finish_step(g, t, p):
    """Operation: the travel of the bridge is paid."""
    frame = g.frame[g.frames - 1]
    entry = int(frame[F_A])
    token = int(frame[F_B])
    complete(g, t)
    arrive(g, t, p, token, entry)


@kernel("GTi:")
def take_rewards(g, t, bonus_first):
    """Resolve bonus tile and row effect in the chosen order."""
    frame = g.frame[g.frames - 1]
    bonus = int(frame[F_A])
    space = int(frame[F_B]) >> 2
    token = int(frame[F_B]) & 3
    complete(g, t)
    if bonus_first:
        push_program(g, t, t.space_program[g.board, space, token], -1)
        push_program(g, t, t.bonus_program[bonus], -1)
    else:
        push_program(g, t, t.bonus_program[bonus], -1)
        push_program(g, t, t.space_program[g.board, space, token], -1)


@kernel("Gl:i")
def legal_pick_bonus(g, legal):
    """List the types of bonus tile on the space of the frame, each once."""
    space = g.frame[g.frames - 1][F_A]
    n = 0
    for bonus in range(BONUS_TYPES):
        for i in range(BONUS_ROOM):
            if g.bonus[space, i] == bonus:
                legal[n] = A_TAKE_BONUS + bonus
                n += 1
                break
    return n


@kernel("GTi:")
def pick_bonus(g, t, bonus):
    frame = g.frame[g.frames - 1]
    space = int(frame[F_A])
    code = int(frame[F_B])
    complete(g, t)
    claim_bonus(g, t, space, bonus, code)
