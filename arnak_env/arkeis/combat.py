"""The Combat action. Rulebook, chapter 8; execution rule N-9."""

from arnak_env.arkeis.adversaries import card_of, faces, fight_goes_on
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import complete, push, push_program
from arnak_env.arkeis.opcodes import (
    COMBAT_ROLL,
    F_A,
    F_B,
    F_C,
    F_D,
    F_SELF,
    F_X,
    F_Y,
    NOWHERE,
    OP_ROLL,
    R_COUNT,
    SOURCE_ADVERSARY,
    SOURCE_STEP,
)

_ROWS = 3


@kernel("GT:")
def end_combat(g, t):
    """Forget the roll and the fight; results not applied yet are dropped."""
    g.rolls -= 1
    g.fight_group = NOWHERE
    g.extra_effects = 0
    complete(g, t)


@kernel("GTi:i")
def run_extra_effect(g, t, face):
    """Start the next extra effect of the face just applied, F_D counts them; return 0 when there is no further one."""
    frame = g.frame[g.frames - 1]
    while frame[F_D] <= g.extra_effects:
        k = frame[F_D] - 1
        frame[F_D] += 1
        if g.extra_effect[k, 0] == face:
            push_program(g, t, g.extra_effect[k, 1], frame[F_SELF], g.extra_effect[k, 2])
            return 1
    return 0


@kernel("GT:")
def run_combat(g, t):
    """OP_COMBAT (a: name): roll, then the rows of the card top to bottom, each once per die showing its face. A-23.

    F_B is the card, F_C the row, F_Y the dice of that row applied, F_D 0 before a die is applied and else 1 + the next
    extra effect to look at. Before each application the Combat may be over (A-24).
    """
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        if not faces(g, frame[F_A], explorer):
            complete(g, t)
            return
        frame[F_X] = 1
        g.fight_group = frame[F_A]
        g.fight_square = g.square[explorer]
        g.extra_effects = 0
        frame[F_B] = card_of(g, explorer, frame[F_A])
        push(g, OP_ROLL, explorer, COMBAT_ROLL, t.combat_dice, 0)
        return
    card = int(frame[F_B])
    while frame[F_C] < _ROWS:
        if card < 0 or not fight_goes_on(g) or g.square[explorer] != g.fight_square:
            break
        face = int(t.adversary_face[card, frame[F_C]])
        if frame[F_D] > 0:
            if run_extra_effect(g, t, face):
                return
            frame[F_D] = 0
            frame[F_Y] += 1
        if frame[F_Y] >= g.roll[g.rolls - 1, R_COUNT + face]:
            frame[F_C] += 1
            frame[F_Y] = 0
            continue
        frame[F_D] = 1
        row = int(t.adversary_row[card, frame[F_C]])
        if row > 0:
            push_program(g, t, row, explorer, SOURCE_ADVERSARY * SOURCE_STEP + card)
            return
    end_combat(g, t)
