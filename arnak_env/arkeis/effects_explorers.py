"""Effects on Explorers: whom they select, then what happens to each of them in turn order (N-4, N-5)."""

from arnak_env.arkeis.actions import A_AMOUNT, A_APPLY_TRAUMA, A_EXPLORER, A_OBJECT, A_SQUARE
from arnak_env.arkeis.board import first_in_turn_order, one_explorer, one_square, select_explorers, select_squares
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import ask, bits_in, complete, lowest_bit, push, push_program
from arnak_env.arkeis.moves import enter_square
from arnak_env.arkeis.opcodes import (
    ALL,
    ASK_OBJECT,
    E_SELF,
    EXTRA_ACTIONS,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_C,
    F_D,
    F_OP,
    F_SELF,
    F_SOURCE,
    F_X,
    F_Y,
    F_Z,
    IN_BOX,
    NOWHERE,
    OBJECTS,
    OP_CURE_POISON,
    OP_DISCARD_TRAUMA,
    OP_EACH,
    OP_FATE,
    OP_FREE_MOVE,
    OP_GAIN_ACTION,
    OP_HEAL,
    OP_HURT,
    OP_OBTAIN,
    OP_POISON,
    OP_RETURN_FATE,
    OP_TRAUMA,
    OP_TRAUMA_CARD,
    OP_WILDCARD,
    OP_WOUND,
    TRAUMAS,
    WILDCARDS,
    WITH_OBJECT,
    WOUND_SPACES,
)
from arnak_env.arkeis.reserve import put_tokens, take_fate
from arnak_env.arkeis.wounds import discard_trauma, heal

ERROR_TOO_MANY_ACTIONS = 4
_AMOUNTS = 9  # the largest number that can be chosen


@kernel("Gi:i")
def select(g, selector):
    """First steps of an effect on Explorers: fill F_Y with those it acts on; return 1 when that is done."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        mask = select_explorers(g, selector, frame[F_SELF])
        if one_explorer(selector) and bits_in(mask) > 1:
            frame[F_X] = 1
            ask(g, A_EXPLORER, mask, 0)
            return 0
        frame[F_Y] = mask
        frame[F_X] = 2
    elif frame[F_X] == 1:
        frame[F_Y] = 1 << (frame[F_ANSWER] - A_EXPLORER)
        frame[F_ANSWER] = -1
        frame[F_X] = 2
    return 1


@kernel("G:i")
def next_selected(g):
    """Take the next Explorer in turn order out of F_Y; -1: none is left."""
    frame = g.frame[g.frames - 1]
    if frame[F_Y] == 0:
        return -1
    explorer = first_in_turn_order(g, frame[F_Y])
    if explorer < 0:  # somebody who is not in play, at the camp
        explorer = lowest_bit(frame[F_Y])
    frame[F_Y] &= ~(1 << explorer)
    return explorer


@kernel("Gii:")
def gain_extra_action(g, explorer, action):
    """Let an Explorer take an extra action as soon as what is being resolved is over. N-8."""
    if g.extra_count >= EXTRA_ACTIONS:
        g.error = ERROR_TOO_MANY_ACTIONS
        return
    g.extra_explorer[g.extra_count] = explorer
    g.extra_kind[g.extra_count] = action
    g.extra_count += 1


@kernel("Gii:")
def gain_wildcards(g, explorer, wanted):
    """Give Wildcard tokens that have not been earned yet. Rulebook, "Using Wildcard Tokens"."""
    for k in range(WILDCARDS):
        if wanted > 0 and g.wildcard[k] == NOWHERE:
            g.wildcard[k] = explorer
            wanted -= 1


@kernel("GTi:i")
def act_at_once(g, t, explorer):
    """Carry out an effect that needs no decision on one Explorer; return 0 when it is another one."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    n = int(frame[F_B])
    if operation == OP_WOUND:
        push(g, OP_HURT, explorer, n, 0, 0)
    elif operation == OP_HEAL:
        for _ in range(n):
            heal(g, explorer)
    elif operation == OP_CURE_POISON:
        g.poison[explorer] = 0
    elif operation == OP_TRAUMA:
        push(g, OP_TRAUMA_CARD, explorer, 0, 0, 0)
    elif operation == OP_FATE:
        take_fate(g, explorer, n)
    elif operation == OP_GAIN_ACTION:
        gain_extra_action(g, explorer, n)
    elif operation == OP_WILDCARD:
        gain_wildcards(g, explorer, n)
    elif operation == OP_FREE_MOVE:
        push(g, OP_FREE_MOVE, explorer, E_SELF, n, 1)
    elif operation == OP_EACH:
        push_program(g, t, n, explorer, frame[F_SOURCE])
    else:
        return 0
    return 1


@kernel("Gi:")
def poison(g, explorer):
    """OP_POISON on one Explorer: a second token is a Wound; a full card means a Trauma first. A-37, A-38."""
    frame = g.frame[g.frames - 1]
    if g.poison[explorer]:
        push(g, OP_HURT, explorer, 1, 0, 0)
    elif g.wounds[explorer] == WOUND_SPACES:
        frame[F_Z] = explorer + 1
        push(g, OP_TRAUMA_CARD, explorer, 0, 0, 0)
    else:
        g.poison[explorer] = 1


@kernel("Gi:")
def begin_discard_trauma(g, explorer):
    """OP_DISCARD_TRAUMA on one Explorer: all, or as many as wanted of the Explorer's choice."""
    frame = g.frame[g.frames - 1]
    owned = int(g.trauma[explorer])
    if frame[F_B] == ALL or bits_in(owned) <= frame[F_B] - frame[F_C]:
        for kind in range(TRAUMAS):
            if (owned >> kind) & 1:
                discard_trauma(g, explorer, kind)
        frame[F_C] = 0
        frame[F_Z] = 0
    elif frame[F_C] < frame[F_B]:
        frame[F_Z] = explorer + 1
        ask(g, A_APPLY_TRAUMA, owned, 0)
    else:
        frame[F_C] = 0
        frame[F_Z] = 0


@kernel("Gi:")
def begin_return_fate(g, explorer):
    """OP_RETURN_FATE on one Explorer: choose how many tokens, none included."""
    frame = g.frame[g.frames - 1]
    most = min(int(frame[F_B]), int(g.fate[explorer]), _AMOUNTS)
    if most > 0:
        frame[F_Z] = explorer + 1
        ask(g, A_AMOUNT, (1 << (most + 1)) - 1, 0)


@kernel("Gi:i")
def owns_objects(g, explorer):
    count = 0
    for thing in range(OBJECTS):
        if g.object_owner[thing] == explorer:
            count += 1
    return count


@kernel("GTi:")
def drop_object(g, t, thing):
    """Put an object back into the box it came from, with the Clue card that gave it. A-73."""
    g.object_owner[thing] = NOWHERE
    g.equipped[thing] = 0
    for card in range(t.cards[g.slot]):
        if t.card_object[g.slot, card] == thing and g.card_place[card] == WITH_OBJECT:
            g.card_place[card] = IN_BOX


@kernel("Gi:")
def begin_discard_object(g, explorer):
    """OP_DISCARD_OBJECT on one Explorer: objects of the Explorer's choice, as many as there are."""
    frame = g.frame[g.frames - 1]
    if frame[F_C] < frame[F_B] and owns_objects(g, explorer) > 0:
        frame[F_Z] = explorer + 1
        frame[F_ASK] = ASK_OBJECT
    else:
        frame[F_C] = 0
        frame[F_Z] = 0


@kernel("Gi:")
def begin_choice(g, explorer):
    """Begin an effect on one Explorer that asks something or has a second step."""
    operation = g.frame[g.frames - 1][F_OP]
    if operation == OP_POISON:
        poison(g, explorer)
    elif operation == OP_DISCARD_TRAUMA:
        begin_discard_trauma(g, explorer)
    elif operation == OP_RETURN_FATE:
        begin_return_fate(g, explorer)
    else:  # OP_DISCARD_OBJECT
        begin_discard_object(g, explorer)


@kernel("GTi:")
def go_on_with(g, t, explorer):
    """Go on with such an effect after its answer."""
    frame = g.frame[g.frames - 1]
    operation = frame[F_OP]
    answer = int(frame[F_ANSWER])
    frame[F_ANSWER] = -1
    if operation == OP_POISON:
        g.wounds[explorer] = 0
        g.poison[explorer] = 1
        frame[F_Z] = 0
    elif operation == OP_DISCARD_TRAUMA:
        discard_trauma(g, explorer, answer - A_APPLY_TRAUMA)
        frame[F_C] += 1
        begin_discard_trauma(g, explorer)
    elif operation == OP_RETURN_FATE:
        tokens = answer - A_AMOUNT
        g.fate[explorer] -= tokens
        put_tokens(g, tokens, frame[F_C])
        frame[F_Z] = 0
    else:  # OP_DISCARD_OBJECT
        drop_object(g, t, answer - A_OBJECT)
        frame[F_C] += 1
        begin_discard_object(g, explorer)


@kernel("GT:")
def run_on_explorers(g, t):
    """Run an effect whose first argument selects Explorers."""
    frame = g.frame[g.frames - 1]
    if not select(g, frame[F_A]):
        return
    if frame[F_Z] > 0:
        go_on_with(g, t, frame[F_Z] - 1)
        return
    explorer = next_selected(g)
    if explorer < 0:
        complete(g, t)
    elif not act_at_once(g, t, explorer):
        begin_choice(g, explorer)


@kernel("GT:")
def run_move_explorer(g, t):
    """OP_MOVE_EXPLORER (a: who, b: where to): not a Move action. A-79. F_Z holds 1 + the square once it is chosen."""
    frame = g.frame[g.frames - 1]
    if frame[F_D] == 1:
        frame[F_D] = 0
        frame[F_Z] = 1 + frame[F_ANSWER] - A_SQUARE
        frame[F_ANSWER] = -1
    if frame[F_X] < 2 and not select(g, frame[F_A]):
        return
    if frame[F_Z] == 0:
        squares = select_squares(g, frame[F_B], frame[F_SELF])
        if squares == 0:
            complete(g, t)
            return
        if one_square(frame[F_B]) or bits_in(squares) > 1:
            frame[F_D] = 1
            ask(g, A_SQUARE, squares, 0)
            return
        frame[F_Z] = 1 + lowest_bit(squares)
    explorer = next_selected(g)
    if explorer < 0:
        complete(g, t)
    else:
        enter_square(g, t, explorer, frame[F_Z] - 1)


@kernel("GT:")
def run_push_self(g, t):
    """OP_PUSH_SELF (a: square): self is moved there; nothing happens if there is no such square."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        squares = select_squares(g, frame[F_A], explorer)
        if squares == 0:
            complete(g, t)
            return
        frame[F_X] = 1
        ask(g, A_SQUARE, squares, 0)
        return
    square = int(frame[F_ANSWER]) - A_SQUARE
    complete(g, t)
    enter_square(g, t, explorer, square)


@kernel("GT:")
def run_gain_object(g, t):
    """OP_GAIN_OBJECT (a: object, b: who): from its box; nothing if its one copy is not there. A-73."""
    frame = g.frame[g.frames - 1]
    thing = int(frame[F_A])
    if g.object_owner[thing] != NOWHERE:
        complete(g, t)
        return
    if not select(g, frame[F_B]):
        return
    explorer = next_selected(g)
    complete(g, t)
    if explorer >= 0:
        push(g, OP_OBTAIN, explorer, thing, 0, 0)
