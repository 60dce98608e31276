"""Triggers: the abilities that answer an event run in the order their owner likes. Execution rules N-7 and N-11."""

from arnak_env.arkeis.abilities import ability_source, in_force, program_has, triggered
from arnak_env.arkeis.actions import (
    A_APPLY_ABILITY,
    A_APPLY_CARD,
    A_APPLY_EXPERIENCE,
    A_APPLY_OBJECT,
    A_APPLY_TRAUMA,
    A_FINISH,
)
from arnak_env.arkeis.adversaries import denies
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import complete, push, push_program
from arnak_env.arkeis.opcodes import (
    ASK_TRIGGER,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_SELF,
    F_Y,
    F_Z,
    OP_IGNORE_MODIFIER,
    OP_SETTLE,
    OP_TRAUMA_EFFECT,
    OP_TRIGGER,
    SOURCE_CLUE,
    SOURCE_EXPERIENCE,
    SOURCE_OBJECT,
    SOURCE_TRAUMA,
    T_AFTER_ACTION,
    T_BEFORE_ACTION,
    T_OBTAIN,
)
from arnak_env.arkeis.possible import is_possible

_HALF = 30  # abilities of a trigger in each of the two registers
SETTLE_AFTER_EACH = 1


@kernel("GTii:i")
def can_be_used(g, t, ability, explorer):
    """Return whether an optional ability may be picked: triggered, and its first effect possible. N-3."""
    if not triggered(g, t, ability, explorer):
        return 0
    return is_possible(g, t, t.ability_program[ability], explorer, ability_source(t, ability))


@kernel("GTii:i")
def can_ignore(g, t, explorer, action):
    """Return whether an ability usable before this action lets it ignore the modifications, denials included. N-11."""
    trigger = T_BEFORE_ACTION + action
    for ability in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if program_has(t, t.ability_program[ability], OP_IGNORE_MODIFIER, action):
            if can_be_used(g, t, ability, explorer):
                return 1
    return 0


@kernel("Gi:")
def mark_used(g, ability):
    """Count a use: bit 0 in this roll, bit 1 in this turn, bit 2 in this episode."""
    g.ability_used[ability] |= 7


# --- triggers --------------------------------------------------------------------------------------------------------
@kernel("GTiii:i")
def takes_part(g, t, ability, explorer, thing):
    """Return whether an ability answers the trigger of the frame on top: `thing` is the object just obtained."""
    if t.ability_source[ability] == SOURCE_OBJECT and thing >= 0 and t.ability_index[ability] != thing:
        return 0
    return triggered(g, t, ability, explorer)


@kernel("GTiiii:")
def trigger(g, t, kind, explorer, flags, thing):
    """Let the abilities of an Explorer that answer a trigger run, in their owner's order; nothing if there are none.

    Args:
        flags: SETTLE_AFTER_EACH or 0.
        thing: for T_OBTAIN, the object; -1 otherwise.
    """
    first = int(t.trigger_first[kind])
    low = 0
    high = 0
    for ability in range(first, t.trigger_first[kind + 1]):
        source = t.ability_source[ability]
        if kind == T_OBTAIN and source != SOURCE_OBJECT:
            continue
        # A Trauma drawn during an action does not apply to that action.
        if (
            source == SOURCE_TRAUMA
            and T_AFTER_ACTION <= kind < T_AFTER_ACTION + 4
            and not (g.action_traumas >> t.ability_index[ability]) & 1
        ):
            continue
        if takes_part(g, t, ability, explorer, thing):
            place = ability - first
            if place < _HALF:
                low |= 1 << place
            else:
                high |= 1 << (place - _HALF)
    if low == 0 and high == 0:
        return
    push(g, OP_TRIGGER, explorer, kind, flags, thing)
    frame = g.frame[g.frames - 1]
    frame[F_Y] = low
    frame[F_Z] = high


@kernel("Gi:i")
def is_waiting(g, place):
    """Return whether the ability at a place of the trigger on top has not run yet."""
    frame = g.frame[g.frames - 1]
    if place < _HALF:
        return (frame[F_Y] >> place) & 1
    return (frame[F_Z] >> (place - _HALF)) & 1


@kernel("Gi:")
def take_from_waiting(g, place):
    frame = g.frame[g.frames - 1]
    if place < _HALF:
        frame[F_Y] &= ~(1 << place)
    else:
        frame[F_Z] &= ~(1 << (place - _HALF))


@kernel("Ti:i")
def action_of(t, ability):
    """Return the action that picks an ability."""
    source = t.ability_source[ability]
    index = int(t.ability_index[ability])
    if source == SOURCE_OBJECT:
        return A_APPLY_OBJECT + index
    if source == SOURCE_EXPERIENCE:
        return A_APPLY_EXPERIENCE + index
    if source == SOURCE_TRAUMA:
        return A_APPLY_TRAUMA + index
    if source == SOURCE_CLUE:
        return A_APPLY_CARD + index
    return A_APPLY_ABILITY


@kernel("GTl:i")
def list_triggered(g, t, legal):
    """List the abilities that may run next; `finish` when only optional ones are left."""
    frame = g.frame[g.frames - 1]
    kind = int(frame[F_A])
    explorer = int(frame[F_SELF])
    first = int(t.trigger_first[kind])
    n = 0
    compulsory = 0
    for ability in range(first, t.trigger_first[kind + 1]):
        if not is_waiting(g, ability - first) or not in_force(g, t, ability, explorer):
            continue
        source = ability_source(t, ability)
        if not t.ability_optional[ability]:
            compulsory = 1
        elif not is_possible(g, t, t.ability_program[ability], explorer, source):
            continue
        known = 0
        for k in range(n):  # two abilities of one card look alike: the first one in the table comes first
            if legal[k] == action_of(t, ability):
                known = 1
        if not known:
            legal[n] = action_of(t, ability)
            n += 1
    action = kind - T_BEFORE_ACTION
    forbidden = 0 <= action < 4 and not g.ignoring and denies(g, t, explorer, action)
    if not compulsory and not (forbidden and n > 0):
        legal[n] = A_FINISH
        n += 1
    return n


@kernel("GTi:")
def run_ability(g, t, ability):
    """Start the effects of an ability for the Explorer of the trigger on top."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    mark_used(g, ability)
    if frame[F_B] & SETTLE_AFTER_EACH:
        push(g, OP_SETTLE, explorer, 0, 0, 0)
    if t.ability_source[ability] == SOURCE_TRAUMA:
        push(g, OP_TRAUMA_EFFECT, explorer, t.ability_index[ability], t.ability_program[ability], 0)
    else:
        push_program(g, t, t.ability_program[ability], explorer, ability_source(t, ability))


@kernel("GT:")
def run_trigger(g, t):
    """OP_TRIGGER: ask which ability runs next until none is left or the owner declines the rest."""
    frame = g.frame[g.frames - 1]
    if frame[F_ANSWER] == A_FINISH or (frame[F_Y] == 0 and frame[F_Z] == 0):
        complete(g, t)
        return
    if frame[F_ANSWER] < 0:
        frame[F_ASK] = ASK_TRIGGER
        return
    answer = int(frame[F_ANSWER])
    frame[F_ANSWER] = -1
    first = int(t.trigger_first[frame[F_A]])
    for ability in range(first, t.trigger_first[frame[F_A] + 1]):
        if is_waiting(g, ability - first) and action_of(t, ability) == answer:
            take_from_waiting(g, ability - first)
            run_ability(g, t, ability)
            return
