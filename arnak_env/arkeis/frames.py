"""The stack of pending choices.

A frame is a row of numbers: the operation that is due with its arguments (``F_A`` to ``F_D``), three working registers
(``F_X``, ``F_Y``, ``F_Z``), the next row of its effect program (``F_ROW``, -1: none), the Explorer who resolves it
(``F_SELF``), the card it comes from (``F_SOURCE``), and the question it asks. An operation runs in steps, numbered by
``F_X``; it runs again when what it put on top of itself is done, or when its question is answered. Nothing else holds a
continuation, so a game can be saved and cloned at any decision.
"""

from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.opcodes import (
    ASK_BITS,
    ASK_BITS_OR_FINISH,
    ASK_NONE,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_BASE,
    F_C,
    F_D,
    F_MASK,
    F_OP,
    F_ROW,
    F_SELF,
    F_SOURCE,
    F_X,
    F_Y,
    F_Z,
    FRAME_FIELDS,
    MAX_FRAMES,
    OP_END,
)

ERROR_TOO_MANY_FRAMES = 1


@kernel("Giiiii:")
def push(g, operation, explorer, a, b, c):
    """Put an operation on top of the stack; it is resolved before everything below it."""
    if g.frames >= MAX_FRAMES:
        g.error = ERROR_TOO_MANY_FRAMES
        return
    frame = g.frame[g.frames]
    for field in range(FRAME_FIELDS):
        frame[field] = 0
    frame[F_OP] = operation
    frame[F_A] = a
    frame[F_B] = b
    frame[F_C] = c
    frame[F_ROW] = -1
    frame[F_SELF] = explorer
    frame[F_ANSWER] = -1
    if g.frames > 0:
        frame[F_SOURCE] = g.frame[g.frames - 1][F_SOURCE]
    g.frames += 1


@kernel("GT:")
def load_row(g, t):
    """Load the next row of the top frame's program; a finished program leaves the stack."""
    frame = g.frame[g.frames - 1]
    row = frame[F_ROW]
    if t.program[row, 0] == OP_END:
        g.frames -= 1
        return
    frame[F_OP] = t.program[row, 0]
    frame[F_A] = t.program[row, 1]
    frame[F_B] = t.program[row, 2]
    frame[F_C] = t.program[row, 3]
    frame[F_D] = t.program[row, 4]
    frame[F_X] = 0
    frame[F_Y] = 0
    frame[F_Z] = 0
    frame[F_ASK] = ASK_NONE
    frame[F_ANSWER] = -1
    frame[F_ROW] = row + 1


@kernel("GTiii:")
def push_program(g, t, row, explorer, source):
    """Start the effect program at `row` (0: no effect)."""
    if row <= 0:
        return
    push(g, OP_END, explorer, 0, 0, 0)
    if g.error:
        return
    frame = g.frame[g.frames - 1]
    frame[F_ROW] = row
    frame[F_SOURCE] = source
    load_row(g, t)


@kernel("GT:")
def complete(g, t):
    """The top frame's operation is done: go on with its program.

    Called before the operation pushes what comes of it, so that a frame whose work is over does not stay below.
    """
    if g.frame[g.frames - 1][F_ROW] < 0:
        g.frames -= 1
    else:
        load_row(g, t)


@kernel("Giii:")
def ask(g, base, mask, may_finish):
    """Let the Explorer of the top frame choose one of the actions ``base + bit``; the answer arrives in F_ANSWER."""
    frame = g.frame[g.frames - 1]
    frame[F_ASK] = ASK_BITS_OR_FINISH if may_finish else ASK_BITS
    frame[F_BASE] = base
    frame[F_MASK] = mask


@kernel("i:i")
def bits_in(mask):
    """Return how many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel("i:i")
def lowest_bit(mask):
    """Return the number of the lowest bit that is set; there is one."""
    bit = 0
    while not mask & 1:
        mask >>= 1
        bit += 1
    return bit
