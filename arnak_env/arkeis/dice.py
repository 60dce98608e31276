"""Rolls of Combat and Investigation dice: the sequence of the ruling A-09. Rulebook, chapters 3, 8 and 13.

A roll keeps how many dice show each face. Rolls lie on a small stack, because a card read while the sheet is marked
may ask for another roll.
"""

from arnak_env.arkeis.abilities import ability_mod, ability_source, clear_used
from arnak_env.arkeis.actions import A_AMOUNT, A_DIE, A_FACE, A_FINISH, A_WILDCARD
from arnak_env.arkeis.board import room_of
from arnak_env.arkeis.chance import random_below
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.conditions import face_meant
from arnak_env.arkeis.frames import ask, complete, push, push_program
from arnak_env.arkeis.opcodes import (
    ALL,
    ASK_CHANGE_FATE,
    CHEST,
    COMBAT_FACES,
    COMBAT_FATE,
    COMBAT_ROLL,
    DIE_SIDES,
    F_A,
    F_ANSWER,
    F_ASK,
    F_B,
    F_C,
    F_ROW,
    F_SELF,
    F_X,
    F_Y,
    F_Z,
    FACE_CHOICE,
    FACES,
    INVESTIGATION_FATE,
    MOD_ELEONOR_REROLLS,
    MOD_FRANCK_DICE,
    MOD_ROBERT_AFTER,
    MOD_ROBERT_DICE,
    MOD_ROBERT_SHARE,
    OP_CHANGE_FATE,
    OP_CHANGE_SET_DIE,
    OP_REROLL,
    OP_SET_DICE,
    OP_USE_WILDCARD,
    R_CHOSEN,
    R_COUNT,
    R_DICE,
    R_FREE,
    R_LAST,
    R_OPTION,
    R_ROLLER,
    R_SET,
    R_SORT,
    ROBERT,
    ROBERT_YOUNG,
    ROLL_FIELDS,
    ROLLS,
    STREAM_DICE,
    SWITCH_WILDCARD_ANY_ROLL,
    T_AFTER_ABILITY,
    T_AFTER_COMBAT_ROLL,
    T_AFTER_INVESTIGATION_ROLL,
    T_BEFORE_COMBAT_ROLL,
    T_BEFORE_INVESTIGATION_ROLL,
    T_CONVERT_FATE,
    WILDCARDS,
)
from arnak_env.arkeis.possible import fate_faces, rerollable, roll_matches
from arnak_env.arkeis.reserve import take_fate
from arnak_env.arkeis.triggers import action_of, can_be_used, mark_used, trigger

ERROR_TOO_MANY_ROLLS = 3
_COMBAT_MASK = (1 << COMBAT_FACES) - 1
_INVESTIGATION_MASK = ((1 << FACES) - 1) & ~_COMBAT_MASK
TOKEN_SPENT, WILDCARD_USED = 1, 2


@kernel("G:i")
def sides(g):
    """Return the faces of the dice of the roll under way, as bits."""
    return _COMBAT_MASK if g.roll[g.rolls - 1, R_SORT] == COMBAT_ROLL else _INVESTIGATION_MASK


@kernel("G:i")
def fate_face(g):
    return COMBAT_FATE if g.roll[g.rolls - 1, R_SORT] == COMBAT_ROLL else INVESTIGATION_FATE


@kernel("Giii:")
def begin_roll(g, sort, roller, dice):
    if g.rolls >= ROLLS:
        g.error = ERROR_TOO_MANY_ROLLS
        return
    roll = g.roll[g.rolls]
    for field in range(ROLL_FIELDS):
        roll[field] = 0
    roll[R_SORT] = sort
    roll[R_ROLLER] = roller
    roll[R_DICE] = min(dice, 99)
    g.rolls += 1
    clear_used(g, 1)


@kernel("GTi:")
def throw(g, t, dice):
    """Roll dice and add what they show."""
    roll = g.roll[g.rolls - 1]
    for _ in range(dice):
        face = t.die[roll[R_SORT], random_below(g, STREAM_DICE, DIE_SIDES)]
        roll[R_COUNT + face] += 1


@kernel("GTi:i")
def robert_for(g, t, roller):
    """Return the Robert who may spend a token for this roll, -1: nobody. A-53 and the Experience card Patron."""
    for robert in range(ROBERT, ROBERT_YOUNG + 1):
        if g.seat[robert] < 0 or g.ability_tokens <= 0:
            continue
        if robert == roller:
            return robert
        if g.square[robert] >= 0 and g.square[roller] >= 0 and (room_of(g.square[robert]) >> g.square[roller]) & 1:
            if ability_mod(g, t, robert, MOD_ROBERT_SHARE) > 0:
                return robert
    return -1


@kernel("Gi:i")
def wildcard_holder(g, roller):
    """Return an Explorer who may use a Wildcard for this roll, -1: nobody. A-56."""
    anybody = g.switches & SWITCH_WILDCARD_ANY_ROLL
    for k in range(WILDCARDS):
        holder = int(g.wildcard[k])
        if holder >= 0 and g.seat[holder] >= 0 and (holder == roller or anybody):
            return holder
    return -1


@kernel("GT:i")
def can_change_fate(g, t):
    """Return whether a Fate face can be changed: with a free change, a token of the reserve, or an ability."""
    roll = g.roll[g.rolls - 1]
    if fate_faces(g) == 0:
        return 0
    if roll[R_FREE] > 0 or g.reserve > 0:
        return 1
    for ability in range(t.trigger_first[T_CONVERT_FATE], t.trigger_first[T_CONVERT_FATE + 1]):
        if not g.ability_used[ability] & 1 and can_be_used(g, t, ability, roll[R_ROLLER]):
            return 1
    return 0


@kernel("GT:")
def run_roll(g, t):
    """OP_ROLL (a: sort, b: dice): the whole sequence. The result stays on the stack of rolls for who asked for it."""
    frame = g.frame[g.frames - 1]
    roller = int(frame[F_SELF])
    combat = frame[F_A] == COMBAT_ROLL
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        begin_roll(g, frame[F_A], roller, frame[F_B])
        trigger(g, t, T_BEFORE_COMBAT_ROLL if combat else T_BEFORE_INVESTIGATION_ROLL, roller, 0, -1)
    elif step == 1:
        roll = g.roll[g.rolls - 1]
        roll[R_DICE] = max(1, roll[R_DICE])
        robert = robert_for(g, t, roller)
        if robert >= 0:
            push(g, OP_SET_DICE, robert, 0, 0, 0)
    elif step == 2:
        roll = g.roll[g.rolls - 1]
        fixed = 0
        for face in range(FACES):
            fixed += roll[R_SET + face]
        throw(g, t, roll[R_DICE] - fixed)
        trigger(g, t, T_AFTER_COMBAT_ROLL if combat else T_AFTER_INVESTIGATION_ROLL, roller, 0, -1)
    elif step == 3:
        robert = robert_for(g, t, roller)
        if robert >= 0 and not g.roll[g.rolls - 1, R_OPTION] & TOKEN_SPENT:
            if ability_mod(g, t, robert, MOD_ROBERT_AFTER) > 0:
                push(g, OP_CHANGE_SET_DIE, robert, 0, 0, 0)
    elif step == 4:
        holder = wildcard_holder(g, roller)
        if holder >= 0 and rerollable(g) != 0:
            push(g, OP_USE_WILDCARD, holder, 0, 0, 0)
    elif step == 5:
        if can_change_fate(g, t):
            push(g, OP_CHANGE_FATE, roller, 0, 0, 0)
    else:
        complete(g, t)


@kernel("GTi:")
def spend_token(g, t, robert):
    """Take a token off Robert's card; that is his use of the Ability."""
    g.ability_tokens -= 1
    if robert == ROBERT_YOUNG:  # a Fate token, which came from those set aside; a Coin is of the general supply
        g.set_aside += 1
    g.roll[g.rolls - 1, R_OPTION] |= TOKEN_SPENT
    trigger(g, t, T_AFTER_ABILITY, robert, 0, -1)


@kernel("GT:")
def run_set_dice(g, t):
    """OP_SET_DICE: Robert may discard a token before the roll to set a die, more with High roller. A-53."""
    frame = g.frame[g.frames - 1]
    roll = g.roll[g.rolls - 1]
    robert = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        more = frame[F_Y] == 0 or (
            frame[F_Y] <= ability_mod(g, t, robert, MOD_ROBERT_DICE) and frame[F_Y] < roll[R_DICE]
        )
        if not more:
            complete(g, t)
            return
        ask(g, A_FACE, sides(g) & ~((1 << frame[F_Z]) - 1), 1)
        return
    if frame[F_ANSWER] == A_FINISH:
        complete(g, t)
        return
    face = int(frame[F_ANSWER]) - A_FACE
    roll[R_COUNT + face] += 1
    roll[R_SET + face] += 1
    frame[F_Z] = face  # in ascending order: the same dice set in another order are the same
    frame[F_Y] += 1
    frame[F_X] = 0
    frame[F_ANSWER] = -1
    if frame[F_Y] == 1:
        spend_token(g, t, robert)


@kernel("GT:")
def run_change_set_die(g, t):
    """OP_CHANGE_SET_DIE: with Second thoughts, Robert may set dice after seeing the roll."""
    frame = g.frame[g.frames - 1]
    roll = g.roll[g.rolls - 1]
    robert = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        if frame[F_Y] > ability_mod(g, t, robert, MOD_ROBERT_DICE) or rerollable(g) == 0:
            complete(g, t)
            return
        ask(g, A_DIE, rerollable(g), 1)
        return
    if frame[F_ANSWER] == A_FINISH:
        complete(g, t)
        return
    if frame[F_X] == 1:
        frame[F_Z] = frame[F_ANSWER] - A_DIE
        frame[F_X] = 2
        ask(g, A_FACE, sides(g) & ~(1 << frame[F_Z]), 0)
        return
    face = int(frame[F_ANSWER]) - A_FACE
    roll[R_COUNT + frame[F_Z]] -= 1
    roll[R_COUNT + face] += 1
    roll[R_SET + face] += 1
    frame[F_Y] += 1
    frame[F_X] = 0
    frame[F_ANSWER] = -1
    if frame[F_Y] == 1:
        spend_token(g, t, robert)


@kernel("GT:")
def run_reroll(g, t):
    """OP_REROLL (a: sort, b: how many at most): choose dice, then reroll them together. A-57.

    Asked for by the engine itself, it tells the frame below how many dice were rerolled, in F_Z.
    """
    frame = g.frame[g.frames - 1]
    roll = g.roll[g.rolls - 1]
    if frame[F_X] == 0:
        if not roll_matches(g, frame[F_A]):
            complete(g, t)
            return
        for face in range(FACES):
            roll[R_CHOSEN + face] = 0
        frame[F_X] = 1
    elif frame[F_ANSWER] != A_FINISH:
        face = int(frame[F_ANSWER]) - A_DIE
        roll[R_CHOSEN + face] += 1
        frame[F_Y] += 1
        frame[F_Z] = face
    left = 0
    for face in range(frame[F_Z], FACES):
        if roll[R_COUNT + face] - roll[R_SET + face] - roll[R_CHOSEN + face] > 0:
            left |= 1 << face
    if frame[F_ANSWER] != A_FINISH and left != 0 and (frame[F_B] == ALL or frame[F_Y] < frame[F_B]):
        frame[F_ANSWER] = -1
        ask(g, A_DIE, left, 1)
        return
    dice = int(frame[F_Y])
    for face in range(FACES):
        roll[R_COUNT + face] -= roll[R_CHOSEN + face]
        roll[R_CHOSEN + face] = 0
    throw(g, t, dice)
    if frame[F_ROW] < 0 and g.frames > 1:
        g.frame[g.frames - 2][F_Z] = dice
    complete(g, t)


@kernel("GT:")
def run_eleonor(g, t):
    """OP_ELEONOR: she rerolls the dice she likes once, twice with Methodical; each reroll is a use. A-36."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        frame[F_Z] = 0
        push(g, OP_REROLL, explorer, 2, ALL, 0)
        return
    if frame[F_Z] == 0:
        complete(g, t)
        return
    frame[F_Y] += 1
    if frame[F_Y] <= ability_mod(g, t, explorer, MOD_ELEONOR_REROLLS) and rerollable(g) != 0:
        frame[F_X] = 0
    else:
        complete(g, t)
    trigger(g, t, T_AFTER_ABILITY, explorer, 0, -1)


@kernel("GT:")
def run_franck(g, t):
    """OP_FRANCK (a: dice): he rolls that many dice more, or fewer if he likes when Heavy blows gives a choice."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        most = int(frame[F_A]) + ability_mod(g, t, explorer, MOD_FRANCK_DICE)
        ask(g, A_AMOUNT, ((1 << most) - 1) << 1, 0)
        return
    g.roll[g.rolls - 1, R_DICE] += frame[F_ANSWER] - A_AMOUNT
    complete(g, t)
    trigger(g, t, T_AFTER_ABILITY, explorer, 0, -1)


@kernel("GT:")
def run_use_wildcard(g, t):
    """OP_USE_WILDCARD: a Wildcard token may be put into the Camp Chest to reroll any dice, one per roll."""
    frame = g.frame[g.frames - 1]
    holder = int(frame[F_SELF])
    if frame[F_X] == 0:
        frame[F_X] = 1
        ask(g, A_WILDCARD, 1, 1)
        return
    if frame[F_ANSWER] == A_FINISH:
        complete(g, t)
        return
    for k in range(WILDCARDS):
        if g.wildcard[k] == holder:
            g.wildcard[k] = CHEST
            break
    complete(g, t)
    push(g, OP_REROLL, holder, 2, ALL, 0)


@kernel("GTl:i")
def list_change_fate(g, t, legal):
    """List what a Fate face may be changed to, in ascending order, and abilities that make a change free."""
    roll = g.roll[g.rolls - 1]
    n = 0
    if roll[R_FREE] > 0 or g.reserve > 0:
        faces = sides(g) & ~(1 << fate_face(g))
        for face in range(roll[R_LAST], FACES):
            if (faces >> face) & 1:
                legal[n] = A_FACE + face
                n += 1
    for ability in range(t.trigger_first[T_CONVERT_FATE], t.trigger_first[T_CONVERT_FATE + 1]):
        if not g.ability_used[ability] & 1 and can_be_used(g, t, ability, roll[R_ROLLER]):
            legal[n] = action_of(t, ability)
            n += 1
    legal[n] = A_FINISH
    return n + 1


@kernel("GT:")
def run_change_fate(g, t):
    """OP_CHANGE_FATE: each Fate face may become another face for a token of the reserve. Rulebook, "The Fate Face"."""
    frame = g.frame[g.frames - 1]
    roll = g.roll[g.rolls - 1]
    answer = int(frame[F_ANSWER])
    frame[F_ANSWER] = -1
    if answer == A_FINISH:
        complete(g, t)
        return
    if A_FACE <= answer < A_FACE + FACES:
        roll[R_COUNT + fate_face(g)] -= 1
        roll[R_COUNT + answer - A_FACE] += 1
        roll[R_LAST] = answer - A_FACE
        if roll[R_FREE] > 0:
            roll[R_FREE] -= 1
        else:
            take_fate(g, roll[R_ROLLER], 1)
    elif answer >= 0:
        for ability in range(t.trigger_first[T_CONVERT_FATE], t.trigger_first[T_CONVERT_FATE + 1]):
            if action_of(t, ability) == answer:
                mark_used(g, ability)
                push_program(g, t, t.ability_program[ability], frame[F_SELF], ability_source(t, ability))
                return
    if can_change_fate(g, t):
        frame[F_ASK] = ASK_CHANGE_FATE
    else:
        complete(g, t)


@kernel("GT:")
def run_face_as(g, t):
    """OP_FACE_AS (a: sort, b: face, c: what it may count as)."""
    frame = g.frame[g.frames - 1]
    if frame[F_X] == 0:
        frame[F_X] = 1
        if not roll_matches(g, frame[F_A]) or g.roll[g.rolls - 1, R_COUNT + face_meant(g, frame[F_B])] == 0:
            complete(g, t)
            return
        if frame[F_C] == FACE_CHOICE:
            ask(g, A_FACE, sides(g) & ~(1 << fate_face(g)) & ~(1 << face_meant(g, frame[F_B])), 1)
        else:
            ask(g, A_FACE, 1 << face_meant(g, frame[F_C]), 1)
        return
    if frame[F_ANSWER] != A_FINISH:
        roll = g.roll[g.rolls - 1]
        roll[R_COUNT + face_meant(g, frame[F_B])] -= 1
        roll[R_COUNT + frame[F_ANSWER] - A_FACE] += 1
    complete(g, t)
