"""The research track and the Lost Temple. Base rulebook, Research; The Lost Temple; The Snake Temple Side."""

from arnak_env.arnak.actions import A_GLASS, A_NOTEBOOK, A_TAKE_BONUS, A_TEMPLE
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push, push_program
from arnak_env.arnak.objectives import meet_objective
from arnak_env.arnak.opcodes import (
    BONUS_TYPES,
    F_A,
    F_B,
    F_C,
    IDOL_PRICE,
    OBJECTIVE_RESEARCH,
    OP_PICK_BONUS,
    OP_PICK_TEMPLE_BONUS,
    OP_REWARDS,
    SWITCH_TEMPLE_TILE_IS_NO_RESEARCH,
    TEMPLE_ROW,
    TEMPLE_STACKS,
)

GLASS, NOTEBOOK = 0, 1


@kernel("iiii:i")
def discounted(owed, token, discounted_token, discount):
    if token == discounted_token:
        return max(0, owed - discount)
    return owed


@kernel("GTiiiii:i")
def can_step(g, t, p, token, space, discounted_token, discount):
    """Return 1 when a research token may move to this space: row order, and the cost of the bridge.

    A discount of -1 stands for no cost at all.
    """
    row = t.track_row[g.board, space]
    if token == NOTEBOOK and (row >= TEMPLE_ROW or row > t.track_row[g.board, g.glass[p]]):
        return 0
    if discount < 0:
        return 1
    cost = t.track_cost[g.board, space]
    for kind in range(5):
        if g.tokens[p, kind] < discounted(cost[kind], kind, discounted_token, discount):
            return 0
    return 1 if g.idols[p] >= cost[IDOL_PRICE] else 0


@kernel("GTiiiiil:i")
def list_steps(g, t, p, token, discounted_token, discount, n, legal):
    """Add the connected spaces that one research token can move to."""
    place = g.glass[p] if token == GLASS else g.notebook[p]
    first = A_GLASS if token == GLASS else A_NOTEBOOK
    for bridge in range(3):
        space = t.track_next[g.board, place, bridge]
        if space >= 0 and can_step(g, t, p, token, space, discounted_token, discount):
            legal[n] = first + space
            n += 1
    return n


@kernel("GTiiiil:i")
def list_temple_tiles(g, t, p, discounted_token, discount, n, legal):
    """Add the stacks that a glass in the Lost Temple can take a tile from."""
    if g.arrival[p] == 0:
        return n
    for stack in range(TEMPLE_STACKS):
        if g.temple_tiles[stack] <= 0:
            continue
        payable = 1
        for kind in range(5):
            owed = discounted(t.temple_cost[g.board, stack, kind], kind, discounted_token, discount)
            if g.tokens[p, kind] < owed:
                payable = 0
        if payable:
            legal[n] = A_TEMPLE + stack
            n += 1
    return n


@kernel("GTiiiil:i")
def list_research(g, t, p, discounted_token, discount, n, legal):
    """Add everything one research action can do with a discount; -1: the notebook alone, without any cost."""
    if discount < 0:
        return list_steps(g, t, p, NOTEBOOK, -1, -1, n, legal)
    n = list_steps(g, t, p, GLASS, discounted_token, discount, n, legal)
    n = list_steps(g, t, p, NOTEBOOK, discounted_token, discount, n, legal)
    return list_temple_tiles(g, t, p, discounted_token, discount, n, legal)


@kernel("GTiiii:")
def pay_for_step(g, t, p, space, discounted_token, discount):
    if discount < 0:
        return
    cost = t.track_cost[g.board, space]
    for kind in range(5):
        g.tokens[p, kind] -= discounted(cost[kind], kind, discounted_token, discount)
    g.idols[p] -= cost[IDOL_PRICE]
    g.idols_removed += cost[IDOL_PRICE]


@kernel("Gi:i")
def count_bonus_tiles(g, space):
    tiles = 0
    for i in range(3):
        if g.bonus[space, i] >= 0:
            tiles += 1
    return tiles


@kernel("Gi:i")
def first_bonus(g, space):
    for i in range(3):
        if g.bonus[space, i] >= 0:
            return int(g.bonus[space, i])
    return -1


@kernel("Gii:")
def remove_bonus(g, space, bonus):
    """Take one bonus tile of this type off a space; the others move up so that equal positions look equal."""
    for i in range(3):
        if g.bonus[space, i] == bonus:
            for j in range(i, 2):
                g.bonus[space, j] = g.bonus[space, j + 1]
            g.bonus[space, 2] = -1
            return


@kernel("GTiii:")
def claim_bonus(g, t, space, bonus, code):
    """The tile leaves the game; its bonus and the row effect (code 2 * row + token) follow in either order."""
    remove_bonus(g, space, bonus)
    row = code >> 1
    token = code & 1
    row_program = int(t.row_program[g.board, row, token])
    if t.row_plain[g.board, row, token]:
        # Plain token gains come first: whatever the other order could reach, this one can too.
        push_program(g, t, t.bonus_program[bonus], -1)
        push_program(g, t, row_program, -1)
    elif t.bonus_plain[bonus]:
        push_program(g, t, row_program, -1)
        push_program(g, t, t.bonus_program[bonus], -1)
    else:
        push(g, OP_REWARDS, bonus, code, 0)


@kernel("GTiiiii:")
def step(g, t, p, token, space, discounted_token, discount):
    """Pay the bridge, move the token, then bonus tile and row effect in the order the player likes."""
    pay_for_step(g, t, p, space, discounted_token, discount)
    row = int(t.track_row[g.board, space])
    if token == GLASS:
        g.glass[p] = space
        meet_objective(g, OBJECTIVE_RESEARCH, 0)
    else:
        g.notebook[p] = space
    if row == TEMPLE_ROW:
        g.arrivals += 1
        g.arrival[p] = g.arrivals
        g.temple_bonus_seen[p] = 1
        if g.temple_bonus_size > 0:
            push(g, OP_PICK_TEMPLE_BONUS, 0, 0, 0)
        return
    code = 2 * row + token
    tiles = count_bonus_tiles(g, space)
    if tiles > 1:
        push(g, OP_PICK_BONUS, space, code, 0)
    elif tiles == 1:
        claim_bonus(g, t, space, first_bonus(g, space), code)
    else:
        push_program(g, t, t.row_program[g.board, row, token], -1)


@kernel("GTi:")
def take_rewards(g, t, bonus_first):
    """Resolve bonus tile and row effect in the chosen order."""
    frame = g.frame[g.frames - 1]
    bonus = int(frame[F_A])
    row = int(frame[F_B]) >> 1
    token = int(frame[F_B]) & 1
    complete(g, t)
    if bonus_first:
        push_program(g, t, t.row_program[g.board, row, token], -1)
        push_program(g, t, t.bonus_program[bonus], -1)
    else:
        push_program(g, t, t.bonus_program[bonus], -1)
        push_program(g, t, t.row_program[g.board, row, token], -1)


@kernel("Gl:i")
def legal_pick_bonus(g, legal):
    """List the types of bonus tile on the space of the frame, each once."""
    space = g.frame[g.frames - 1][F_A]
    n = 0
    for bonus in range(BONUS_TYPES):
        if g.bonus[space, 0] == bonus or g.bonus[space, 1] == bonus or g.bonus[space, 2] == bonus:
            legal[n] = A_TAKE_BONUS + bonus
            n += 1
    return n


@kernel("GTi:")
def pick_bonus(g, t, bonus):
    frame = g.frame[g.frames - 1]
    space = int(frame[F_A])
    code = int(frame[F_B])
    complete(g, t)
    claim_bonus(g, t, space, bonus, code)


@kernel("Gl:i")
def legal_pick_temple_bonus(g, legal):
    n = 0
    for bonus in range(BONUS_TYPES):
        for i in range(g.temple_bonus_size):
            if g.temple_bonus[i] == bonus:
                legal[n] = A_TAKE_BONUS + bonus
                n += 1
                break
    return n


@kernel("GTi:")
def pick_temple_bonus(g, t, bonus):
    """Take one tile of the stack in the Lost Temple; the others go back in the same order."""
    complete(g, t)
    place = 0
    while g.temple_bonus[place] != bonus:
        place += 1
    g.temple_bonus_size -= 1
    for i in range(place, g.temple_bonus_size):
        g.temple_bonus[i] = g.temple_bonus[i + 1]
    g.temple_bonus[g.temple_bonus_size] = -1
    g.bonus_known[bonus] += 1
    push_program(g, t, t.bonus_program[bonus], -1)


@kernel("GTiiii:")
def take_temple_tile(g, t, p, stack, discounted_token, discount):
    for kind in range(5):
        g.tokens[p, kind] -= discounted(t.temple_cost[g.board, stack, kind], kind, discounted_token, discount)
    g.temple_tiles[stack] -= 1
    g.temple_owned[p, stack] += 1
    if not g.switches & SWITCH_TEMPLE_TILE_IS_NO_RESEARCH:
        meet_objective(g, OBJECTIVE_RESEARCH, 0)


@kernel("GTiiii:")
def research(g, t, p, action, discounted_token, discount):
    """Carry out a research action: move a token, or take a temple tile."""
    if action >= A_TEMPLE:
        take_temple_tile(g, t, p, action - A_TEMPLE, discounted_token, discount)
    elif action >= A_NOTEBOOK:
        step(g, t, p, NOTEBOOK, action - A_NOTEBOOK, discounted_token, discount)
    else:
        step(g, t, p, GLASS, action - A_GLASS, discounted_token, discount)


@kernel("G:i")
def discount_of_research(g):
    """Return the discount of the research effect on top of the stack, -1 for a free notebook move."""
    frame = g.frame[g.frames - 1]
    return -1 if frame[F_C] == 1 else int(frame[F_B])
