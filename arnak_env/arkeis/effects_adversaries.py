"""Effects on Adversaries: adding, wounding, removing and changing miniatures. Rulebook, chapters 8 and 11."""

from arnak_env.arkeis.abilities import overflow_selector
from arnak_env.arkeis.actions import A_FINISH, A_MINIATURE, A_SQUARE
from arnak_env.arkeis.adversaries import meet, power_in_play, remove_miniature, wound_miniature
from arnak_env.arkeis.board import (
    adversary_squares,
    is_selected,
    kind_of,
    one_square,
    select_squares,
    supply_of,
)
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import ask, bits_in, complete
from arnak_env.arkeis.moves import pickable
from arnak_env.arkeis.opcodes import (
    ALL,
    ASK_MINIATURE,
    EXPLORERS,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_C,
    F_D,
    F_OP,
    F_SELF,
    F_X,
    F_Y,
    F_Z,
    GUARDIAN,
    GUARDIANS,
    INDICATORS,
    KIND_FIRST,
    MINIATURES,
    NOWHERE,
    OP_DAMAGE,
    OP_ELIMINATE,
    POWER_TOKENS,
    SQUARES,
    V_STEP,
    V_TARGET,
)

_FIRST_GUARDIAN = KIND_FIRST[GUARDIAN]


# --- adding ----------------------------------------------------------------------------------------------------------
@kernel("Gii:i")
def add_miniature(g, kind, square):
    """Put a miniature of the supply on a square; return 0 when there is none."""
    miniature = supply_of(g, kind)
    if miniature < 0:
        return 0
    g.miniature_square[miniature] = square
    g.miniature_wounds[miniature] = 0
    return 1


@kernel("Gi:i")
def in_supply(g, kind):
    count = 0
    for miniature in range(MINIATURES):
        if g.miniature_square[miniature] == NOWHERE and kind_of(miniature) == kind:
            count += 1
    return count


@kernel("GT:i")
def choose_squares(g, t):
    """First steps of an effect on squares (b: which): fill F_Y; return 1 when that is done, -1 when there are none."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        squares = select_squares(g, frame[F_B], frame[F_SELF])
        if squares == 0:
            return -1
        if one_square(frame[F_B]) and bits_in(squares) > 1:
            frame[F_X] = 1
            ask(g, A_SQUARE, squares, 0)
            return 0
        frame[F_Y] = squares
        frame[F_X] = 2
    elif frame[F_X] == 1:
        frame[F_Y] = 1 << (frame[F_ANSWER] - A_SQUARE)
        frame[F_ANSWER] = -1
        frame[F_X] = 2
    return 1


@kernel("GTiii:")
def spawn_everywhere(g, t, kind, squares, n):
    for square in range(SQUARES):
        if (squares >> square) & 1:
            for _ in range(n):
                add_miniature(g, kind, square)
            meet(g, t, square)


@kernel("GT:")
def run_spawn(g, t):
    """OP_SPAWN (a: kind, b: squares, c: how many on each): with too few miniatures, one at a time. A-17."""
    frame = g.frame[g.frames - 1]
    kind = int(frame[F_A])
    if frame[F_X] < 2:
        chosen = choose_squares(g, t)
        if chosen == 0:
            return
        if chosen < 0:
            complete(g, t)
            return
        squares = int(frame[F_Y])
        n = int(frame[F_C])
        if in_supply(g, kind) >= bits_in(squares) * n or bits_in(squares) == 1:
            complete(g, t)
            spawn_everywhere(g, t, kind, squares, n)
            return
        for square in range(SQUARES):
            g.spawned[square] = 0
    if frame[F_ANSWER] >= 0:
        square = int(frame[F_ANSWER]) - A_SQUARE
        frame[F_ANSWER] = -1
        add_miniature(g, kind, square)
        g.spawned[square] += 1
        if g.spawned[square] >= frame[F_C]:
            frame[F_Y] &= ~(1 << square)
        meet(g, t, square)
    if frame[F_Y] == 0 or in_supply(g, kind) == 0:
        complete(g, t)
    else:
        ask(g, A_SQUARE, frame[F_Y], 0)


@kernel("GT:")
def run_spawn_named(g, t):
    """OP_SPAWN_NAMED (a: card, b: square): the miniature of a named card; its card is used instead of a drawn one."""
    frame = g.frame[g.frames - 1]
    chosen = choose_squares(g, t)
    if chosen == 0:
        return
    card = int(frame[F_A])
    kind = int(t.adversary_kind[card])
    miniature = supply_of(g, kind)
    squares = int(frame[F_Y])
    complete(g, t)
    if chosen < 0 or miniature < 0:
        return
    for k in range(GUARDIANS):
        if kind == GUARDIAN and g.named_card[k] == card:
            return  # that Guardian is on the board already
    square = 0
    while not (squares >> square) & 1:
        square += 1
    if kind == GUARDIAN:
        g.named_card[miniature - _FIRST_GUARDIAN] = card
    else:
        g.kind_card[kind] = card
    add_miniature(g, kind, square)
    meet(g, t, square)


@kernel("Gii:")
def use_card(g, kind, card):
    """OP_USE_CARD: everybody uses that card for the kind; former cards go back to the pool."""
    g.kind_card[kind] = card
    for explorer in range(EXPLORERS):
        g.adversary_card[explorer, kind] = NOWHERE


# --- wounding and removing -------------------------------------------------------------------------------------------
@kernel("GTi:")
def pick_one(g, t, miniature):
    """Carry out one step of an effect that picks miniatures one by one."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    if operation == OP_DAMAGE:
        wound_miniature(g, t, miniature, frame[F_SELF])
    elif operation == OP_ELIMINATE:
        remove_miniature(g, miniature)
    else:  # OP_HEAL_ADVERSARY
        g.miniature_wounds[miniature] -= 1


@kernel("GT:")
def run_picking(g, t):
    """OP_DAMAGE, OP_ELIMINATE, OP_HEAL_ADVERSARY (a: which, b: how many): one miniature after the other.

    `target` is read anew each time (N-4). The surplus is lost, or with Follow-through goes to others (N-9), as the
    owner likes.
    """
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        frame[F_Y] = adversary_squares(g, frame[F_A], frame[F_SELF])
        frame[F_X] = 1
    elif frame[F_ANSWER] == A_FINISH:
        complete(g, t)
        return
    elif frame[F_ANSWER] >= 0:
        pick_one(g, t, frame[F_ANSWER] - A_MINIATURE)
        frame[F_ANSWER] = -1
        if frame[F_B] != ALL:
            frame[F_B] -= 1
    if frame[F_B] <= 0:
        complete(g, t)
        return
    if pickable(g, t) == 0:
        if frame[F_OP] != OP_DAMAGE or frame[F_A] // V_STEP != V_TARGET or frame[F_D]:
            complete(g, t)
            return
        selector = overflow_selector(g, t, frame[F_SELF])
        if selector < 0 or selector // V_STEP == V_TARGET:
            complete(g, t)
            return
        frame[F_A] = selector
        frame[F_Y] = adversary_squares(g, selector, frame[F_SELF])
        frame[F_D] = 1
        if pickable(g, t) == 0:
            complete(g, t)
            return
    frame[F_ASK] = ASK_MINIATURE


@kernel("GT:")
def run_damage_each(g, t):
    """OP_DAMAGE_EACH (a: which, b: Wounds): every selected miniature takes them."""
    frame = g.frame[g.frames - 1]
    selector = int(frame[F_A])
    squares = adversary_squares(g, selector, frame[F_SELF])
    wounds = int(frame[F_B])
    explorer = int(frame[F_SELF])
    complete(g, t)
    for miniature in range(MINIATURES):
        if is_selected(g, t, selector, squares, miniature):
            for _ in range(wounds):
                if g.miniature_square[miniature] >= 0:
                    wound_miniature(g, t, miniature, explorer)


@kernel("GT:")
def run_power(g, t):
    """OP_POWER (a: which, b: tokens, negative: removed): on one Guardian, within the six tokens of the game. A-63."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        frame[F_X] = 1
        frame[F_Y] = adversary_squares(g, frame[F_A], frame[F_SELF])
        if pickable(g, t) == 0:
            complete(g, t)
        else:
            frame[F_ASK] = ASK_MINIATURE
        return
    k = int(frame[F_ANSWER]) - A_MINIATURE - _FIRST_GUARDIAN
    n = int(frame[F_B])
    complete(g, t)
    if 0 <= k < GUARDIANS:
        if n > 0:
            g.power[k] += min(n, POWER_TOKENS - power_in_play(g))
        else:
            g.power[k] -= min(-n, int(g.power[k]))


@kernel("GT:")
def run_indicator(g, t):
    """OP_INDICATOR (a: squares, b: 1 put, -1 take off): twelve in all; with too few, one square after the other."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        squares = select_squares(g, frame[F_A], frame[F_SELF])
        if frame[F_B] < 0:
            frame[F_Y] = squares & g.indicators
        else:
            frame[F_Y] = squares & ~g.indicators
        frame[F_Z] = bits_in(frame[F_Y]) if frame[F_B] < 0 else INDICATORS - bits_in(g.indicators)
        if one_square(frame[F_A]):
            frame[F_Z] = min(frame[F_Z], 1)
        frame[F_X] = 1
    if frame[F_ANSWER] >= 0:
        bit = 1 << (frame[F_ANSWER] - A_SQUARE)
        frame[F_ANSWER] = -1
        frame[F_Y] &= ~bit
        frame[F_Z] -= 1
        g.indicators ^= bit
    if frame[F_Y] == 0 or frame[F_Z] <= 0:
        complete(g, t)
    elif bits_in(frame[F_Y]) <= frame[F_Z]:
        g.indicators ^= frame[F_Y]
        complete(g, t)
    else:
        ask(g, A_SQUARE, frame[F_Y], 0)
