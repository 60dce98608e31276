"""Wounds, Poison and Traumas. Rulebook, chapter 12."""

from arnak_env.arkeis.board import active_explorer
from arnak_env.arkeis.chance import random_below
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import complete, push, push_program
from arnak_env.arkeis.opcodes import (
    F_A,
    F_B,
    F_SELF,
    F_X,
    F_Y,
    OP_HURT,
    OP_TRAUMA_CARD,
    SOURCE_STEP,
    SOURCE_TRAUMA,
    STREAM_TRAUMA,
    T_TRAUMA,
    T_TRAUMA_EFFECT,
    T_WOUND,
    TRAUMA_CARDS,
    TRAUMAS,
    WOUND_SPACES,
)
from arnak_env.arkeis.triggers import trigger


@kernel("Gi:i")
def heal(g, explorer):
    """Take one Wound token off an Explorer; return whether there was one."""
    if g.wounds[explorer] == 0:
        return 0
    g.wounds[explorer] -= 1
    return 1


@kernel("GT:")
def run_hurt(g, t):
    """OP_HURT (a: Wounds): the Explorer takes them one at a time; abilities may prevent some first. N-12."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        wounds = int(frame[F_A])
        if explorer == active_explorer(g) and g.start_prevented > 0:
            ignored = min(wounds, int(g.start_prevented))
            g.start_prevented -= ignored
            wounds -= ignored
        frame[F_Y] = wounds
        frame[F_X] = 1
        g.prevented = 0
        if wounds > 0:
            trigger(g, t, T_WOUND, explorer, 0, -1)
        return
    if frame[F_X] == 1:
        frame[F_Y] = max(0, frame[F_Y] - g.prevented)
        g.prevented = 0
        frame[F_X] = 2
    while frame[F_Y] > 0:
        frame[F_Y] -= 1
        if g.wounds[explorer] + g.poison[explorer] < WOUND_SPACES:
            g.wounds[explorer] += 1
        else:
            g.wounds[explorer] = 0
            push(g, OP_TRAUMA_CARD, explorer, 0, 0, 0)
            return
    complete(g, t)


@kernel("G:i")
def draw_trauma(g):
    """Return the type of the Trauma card drawn: from the shuffled part, then from the cards put back; -1: none left."""
    total = 0
    for kind in range(TRAUMAS):
        total += g.trauma_unknown[kind]
    if total > 0:
        chosen = random_below(g, STREAM_TRAUMA, total)
        for kind in range(TRAUMAS):
            chosen -= g.trauma_unknown[kind]
            if chosen < 0:
                g.trauma_unknown[kind] -= 1
                return kind
    if g.trauma_bottom_size == 0:
        return -1
    kind = int(g.trauma_bottom[0])
    g.trauma_bottom_size -= 1
    for k in range(g.trauma_bottom_size):
        g.trauma_bottom[k] = g.trauma_bottom[k + 1]
    g.trauma_bottom[g.trauma_bottom_size] = 0
    return kind


@kernel("Gi:")
def trauma_to_bottom(g, kind):
    if g.trauma_bottom_size < TRAUMA_CARDS:
        g.trauma_bottom[g.trauma_bottom_size] = kind
        g.trauma_bottom_size += 1


@kernel("Gii:")
def discard_trauma(g, explorer, kind):
    """Put a Trauma card at the bottom of the deck. Rulebook, "Healing Traumas"."""
    g.trauma[explorer] &= ~(1 << kind)
    trauma_to_bottom(g, kind)


@kernel("GT:")
def run_trauma_card(g, t):
    """OP_TRAUMA_CARD: the Explorer draws a Trauma card; one of a type already owned goes back for a Fate token."""
    explorer = int(g.frame[g.frames - 1][F_SELF])
    complete(g, t)
    kind = draw_trauma(g)
    if kind < 0:
        return
    if (g.trauma[explorer] >> kind) & 1:
        trauma_to_bottom(g, kind)
        push_program(g, t, t.trauma_duplicate, explorer, SOURCE_TRAUMA * SOURCE_STEP + kind)
    else:
        g.trauma[explorer] |= 1 << kind
        trigger(g, t, T_TRAUMA, explorer, 0, -1)


@kernel("GT:")
def run_trauma_effect(g, t):
    """OP_TRAUMA_EFFECT (a: Trauma, b: its program): it applies unless an ability skips it."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        g.trauma_ignored = 0
        trigger(g, t, T_TRAUMA_EFFECT, explorer, 0, -1)
        return
    kind = int(frame[F_A])
    row = int(frame[F_B])
    complete(g, t)
    if not g.trauma_ignored:
        push_program(g, t, row, explorer, SOURCE_TRAUMA * SOURCE_STEP + kind)
    g.trauma_ignored = 0


@kernel("Gii:")
def push_hurt(g, explorer, wounds):
    push(g, OP_HURT, explorer, wounds, 0, 0)
