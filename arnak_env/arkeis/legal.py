"""What is legal at a decision. The mask and `step` both use these lists, so they cannot disagree."""

from arnak_env.arkeis.actions import A_FINISH, A_OBJECT
from arnak_env.arkeis.camp import list_camp
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.dice import list_change_fate
from arnak_env.arkeis.effects_episode import list_threats_with_tokens
from arnak_env.arkeis.explorer_actions import list_actions_of_kind
from arnak_env.arkeis.moves import list_miniatures
from arnak_env.arkeis.opcodes import (
    ASK_ACTION,
    ASK_BITS_OR_FINISH,
    ASK_CAMP,
    ASK_CHANGE_FATE,
    ASK_CLUE_CARD,
    ASK_EXTRA_ACTION,
    ASK_MARK,
    ASK_MINIATURE,
    ASK_OBJECT,
    ASK_REORGANISE,
    ASK_TRIGGER,
    F_A,
    F_ASK,
    F_B,
    F_BASE,
    F_D,
    F_MASK,
    F_SELF,
    F_Z,
    OBJECTS,
    STAGE_CAMP,
)
from arnak_env.arkeis.sheet import list_marks
from arnak_env.arkeis.triggers import list_triggered
from arnak_env.arkeis.turns import list_reorganise, list_turn


@kernel("G:i")
def deciding_explorer(g):
    """Return the Explorer who decides, -1 when the game is over. Group decisions fall to the first player. A-69."""
    if g.over:
        return -1
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if g.seat[explorer] < 0 or g.stage == STAGE_CAMP:
        return int(g.explorer[g.first_seat])
    return explorer


@kernel("G:i")
def deciding_player(g):
    """Return the seat that decides, -1 when the game is over."""
    return int(g.seat[deciding_explorer(g)]) if not g.over else -1


@kernel("Gl:i")
def list_bits(g, legal):
    """List F_BASE plus each bit of F_MASK, and `finish` where it is allowed."""
    frame = g.frame[g.frames - 1]
    mask = int(frame[F_MASK])
    base = int(frame[F_BASE])
    n = 0
    while mask:
        if mask & 1:
            legal[n] = base
            n += 1
        mask >>= 1
        base += 1
    if frame[F_ASK] == ASK_BITS_OR_FINISH:
        legal[n] = A_FINISH
        n += 1
    return n


@kernel("Gl:i")
def list_objects(g, legal):
    """List the objects an Explorer may discard."""
    explorer = g.frame[g.frames - 1][F_Z] - 1
    n = 0
    for thing in range(OBJECTS):
        if g.object_owner[thing] == explorer:
            legal[n] = A_OBJECT + thing
            n += 1
    return n


@kernel("GTl:i")
def legal_actions(g, t, legal):
    """Fill `legal` with the actions of the deciding player and return how many there are (0 when the game is over)."""
    if g.over:
        return 0
    frame = g.frame[g.frames - 1]
    question = frame[F_ASK]
    if question == ASK_ACTION:
        return list_turn(g, t, legal)
    if question == ASK_EXTRA_ACTION:
        n = list_actions_of_kind(g, t, frame[F_SELF], frame[F_A], 0, legal)
        if frame[F_B] == 0 or n == 0:
            legal[n] = A_FINISH
            n += 1
        return n
    if question == ASK_REORGANISE:
        return list_reorganise(g, t, legal)
    if question == ASK_TRIGGER:
        return list_triggered(g, t, legal)
    if question == ASK_MINIATURE:
        n = list_miniatures(g, t, legal)
        if frame[F_D]:  # Wounds that overflow may be dealt, N-6
            legal[n] = A_FINISH
            n += 1
        return n
    if question == ASK_MARK:
        return list_marks(g, t, legal)
    if question == ASK_CHANGE_FATE:
        return list_change_fate(g, t, legal)
    if question == ASK_CAMP:
        return list_camp(g, t, legal)
    if question == ASK_OBJECT:
        return list_objects(g, legal)
    if question == ASK_CLUE_CARD:
        return list_threats_with_tokens(g, legal)
    return list_bits(g, legal)
