"""Assistants: recruit, upgrade, refresh, rescue, exchange, borrow.

Base rulebook, Assistants; Assistant Rescue. Twisted Paths rulebook, General Index, Assistants.
"""

from arnak_env.arnak.actions import A_ASSISTANT, A_PICK_ASSISTANT, A_PICK_STACK, A_RESCUE
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.frames import complete, push_program
from arnak_env.arnak.opcodes import F_A, F_B, F_X, F_Y


@kernel("Gi:i")
def free_square(g, p):
    """Return the first empty assistant square of a player, -1 when both are taken."""
    for square in range(2):
        if g.assistant[p, square] < 0:
            return square
    return -1


@kernel("Giiii:")
def place(g, p, square, assistant, used):
    g.assistant[p, square] = assistant
    g.assistant_gold[p, square] = 0
    g.assistant_used[p, square] = used


@kernel("Gi:i")
def top_of_stack(g, stack):
    return g.stack[stack, g.stack_size[stack] - 1]


@kernel("Gi:i")
def take_from_stack(g, stack):
    g.stack_size[stack] -= 1
    n = g.stack_size[stack]
    assistant = int(g.stack[stack, n])
    g.stack[stack, n] = -1
    g.stack_known[stack] = min(g.stack_known[stack], n)
    return assistant


@kernel("Gl:i")
def list_stacks(g, legal):
    n = 0
    for stack in range(3):
        if g.stack_size[stack] > 0:
            legal[n] = A_PICK_STACK + stack
            n += 1
    return n


@kernel("GTii:")
def recruit(g, t, p, stack):
    """The top assistant of a stack, silver side up and ready."""
    complete(g, t)
    place(g, p, free_square(g, p), take_from_stack(g, stack), 0)


@kernel("Gil:i")
def list_silver(g, p, legal):
    n = 0
    for square in range(2):
        if g.assistant[p, square] >= 0 and not g.assistant_gold[p, square]:
            legal[n] = A_PICK_ASSISTANT + square
            n += 1
    return n


@kernel("GTii:")
def upgrade(g, t, p, square):
    """Silver to gold; the assistant is also refreshed."""
    complete(g, t)
    g.assistant_gold[p, square] = 1
    g.assistant_used[p, square] = 0


@kernel("Giil:i")
def list_refresh(g, p, n, legal):
    """Add the exhausted assistants that the effect has not refreshed yet (register Y: one bit for each square)."""
    done = g.frame[g.frames - 1][F_Y]
    for square in range(2):
        if g.assistant[p, square] >= 0 and g.assistant_used[p, square] and not (done >> square) & 1:
            legal[n] = A_PICK_ASSISTANT + square
            n += 1
    return n


@kernel("GTii:")
def refresh(g, t, p, square):
    frame = g.frame[g.frames - 1]
    g.assistant_used[p, square] = 0
    frame[F_Y] |= 1 << square
    frame[F_X] += 1
    if frame[F_X] == frame[F_A]:
        complete(g, t)


@kernel("Gl:i")
def list_rescue(g, legal):
    n = 0
    for i in range(g.rescue_size):
        legal[n] = A_RESCUE + g.rescue[i]
        n += 1
    return n


@kernel("GTii:")
def rescue(g, t, p, assistant):
    """Take one assistant of the rescue stack, exhausted; the others keep their order."""
    complete(g, t)
    found = 0
    while g.rescue[found] != assistant:
        found += 1
    g.rescue_size -= 1
    for i in range(found, g.rescue_size):
        g.rescue[i] = g.rescue[i + 1]
    g.rescue[g.rescue_size] = -1
    place(g, p, free_square(g, p), assistant, 1)


@kernel("Gil:i")
def legal_exchange(g, p, legal):
    """First the own assistant, then the stack (register X: chosen square + 1)."""
    if g.frame[g.frames - 1][F_X] > 0:
        return list_stacks(g, legal)
    n = 0
    for square in range(2):
        if g.assistant[p, square] >= 0:
            legal[n] = A_PICK_ASSISTANT + square
            n += 1
    return n


@kernel("GTii:")
def exchange(g, t, p, action):
    """The new assistant takes over the level and is ready; the old one goes on top of the stack."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        frame[F_X] = action - A_PICK_ASSISTANT + 1
        return
    square = frame[F_X] - 1
    stack = action - A_PICK_STACK
    complete(g, t)
    new = take_from_stack(g, stack)
    g.stack[stack, g.stack_size[stack]] = g.assistant[p, square]
    g.stack_size[stack] += 1
    g.assistant[p, square] = new
    g.assistant_used[p, square] = 0


@kernel("Gi:")
def put_top_under_stack(g, stack):
    """The top assistant of a supply stack goes to its bottom."""
    top = g.stack_size[stack] - 1
    assistant = g.stack[stack, top]
    for i in range(top, 0, -1):
        g.stack[stack, i] = g.stack[stack, i - 1]
    g.stack[stack, 0] = assistant
    g.stack_known[stack] = min(g.stack_size[stack], g.stack_known[stack] + 1)


@kernel("GTi:")
def borrow(g, t, stack):
    """Use the effect of a top assistant of the supply at the level of the effect; the tile stays, or goes under."""
    frame = g.frame[g.frames - 1]
    level = int(frame[F_A])
    to_bottom = int(frame[F_B])
    assistant = top_of_stack(g, stack)
    complete(g, t)
    if to_bottom:
        put_top_under_stack(g, stack)
    push_program(g, t, t.assistant_program[assistant, level], -1)


@kernel("Gil:i")
def legal_recruit_or_upgrade(g, p, legal):
    """List the stacks while a square is free, and the own silver assistants."""
    n = list_silver(g, p, legal)
    if free_square(g, p) < 0:
        return n
    for stack in range(3):
        if g.stack_size[stack] > 0:
            legal[n] = A_PICK_STACK + stack
            n += 1
    return n


@kernel("GTii:")
def recruit_or_upgrade(g, t, p, action):
    if action >= A_PICK_STACK:
        recruit(g, t, p, action - A_PICK_STACK)
    else:
        upgrade(g, t, p, action - A_PICK_ASSISTANT)


@kernel("Gil:i")
def list_ready(g, p, legal):
    """List the ready assistants that can be turned for tokens instead of their effect."""
    n = 0
    for square in range(2):
        if g.assistant[p, square] >= 0 and not g.assistant_used[p, square]:
            legal[n] = A_PICK_ASSISTANT + square
            n += 1
    return n


@kernel("GTiil:i")
def list_assistants(g, t, p, n, legal):
    """Add the ready assistants whose use is a free action; the purchase assistant needs the main action."""
    for square in range(2):
        assistant = g.assistant[p, square]
        if assistant < 0 or g.assistant_used[p, square]:
            continue
        if not t.assistant_main[assistant] or (not g.main_done and g.frames == 1):
            legal[n] = A_ASSISTANT + square
            n += 1
    return n


@kernel("GTii:")
def use_assistant(g, t, p, square):
    g.assistant_used[p, square] = 1
    assistant = g.assistant[p, square]
    if t.assistant_main[assistant]:
        g.main_done = 1
    push_program(g, t, t.assistant_program[assistant, g.assistant_gold[p, square]], -1)


@kernel("Gi:")
def refresh_all(g, p):
    g.assistant_used[p, 0] = 0
    g.assistant_used[p, 1] = 0
