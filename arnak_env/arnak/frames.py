"""The stack of pending choices.

A frame is a row of small numbers: the operation that is due with its arguments (``F_OP``, ``F_A``, ``F_B``, ``F_C``),
two working registers (``F_X``, ``F_Y``), the next row of its effect program (``F_ROW``, -1: none) and the card it
comes from (``F_SOURCE``, -1: none). Nothing else holds a continuation, so a game can be saved and cloned at any
decision.
"""

from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import (
    F_A,
    F_B,
    F_C,
    F_OP,
    F_ROW,
    F_SOURCE,
    F_X,
    F_Y,
    MAX_FRAMES,
    OP_CHOOSE,
    OP_END,
)

ERROR_TOO_MANY_FRAMES = 1


@kernel("Giiii:")
def push(g, operation, a, b, c):
    """Put an operation on top of the stack; it is resolved before everything below it."""
    if g.frames >= MAX_FRAMES:
        g.error = ERROR_TOO_MANY_FRAMES
        return
    frame = g.frame[g.frames]
    frame[F_OP] = operation
    frame[F_A] = a
    frame[F_B] = b
    frame[F_C] = c
    frame[F_X] = 0
    frame[F_Y] = 0
    frame[F_ROW] = -1
    frame[F_SOURCE] = -1
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
    frame[F_X] = 0
    frame[F_Y] = 0
    frame[F_ROW] = row + 1


@kernel("GTii:")
def push_program(g, t, row, source):
    """Start the effect program at `row` (0: no effect)."""
    if row <= 0:
        return
    push(g, OP_END, 0, 0, 0)
    frame = g.frame[g.frames - 1]
    frame[F_ROW] = row
    frame[F_SOURCE] = source
    load_row(g, t)


@kernel("GT:")
def complete(g, t):
    """The top frame's operation is done: go on with its program.

    Called before the operation pushes anything, so that a frame whose work is over does not stay below its followers.
    """
    frame = g.frame[g.frames - 1]
    if frame[F_ROW] < 0:
        g.frames -= 1
        return
    if frame[F_OP] == OP_CHOOSE:
        frame[F_ROW] += frame[F_A]
    load_row(g, t)


@kernel("GTi:")
def skip(g, t, rows):
    """A price was declined: leave out the rows that depended on it."""
    g.frame[g.frames - 1][F_ROW] += rows
    load_row(g, t)
