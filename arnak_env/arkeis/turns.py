"""The Explorer's turn and its four phases. Rulebook, chapter 5; settling: execution rule N-10."""

from arnak_env.arkeis.abilities import clear_used
from arnak_env.arkeis.actions import (
    A_APPLY_ADVERSARY,
    A_END_TURN,
    A_EQUIP,
    A_FINISH,
    A_GIVE,
    A_GIVE_ACTION,
    A_STORE,
)
from arnak_env.arkeis.adversaries import card_of
from arnak_env.arkeis.board import active_explorer, explorers_in, groups_on
from arnak_env.arkeis.clues import can_equip
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.explorer_actions import (
    able_to_receive,
    begin_action,
    in_reach_of_rebecca,
    is_free_use,
    list_actions_of_kind,
    list_free_uses,
    list_gifts,
    list_given_actions,
    start_free_use,
)
from arnak_env.arkeis.frames import ask, complete, push, push_program
from arnak_env.arkeis.opcodes import (
    ANY_ACTION,
    ASK_ACTION,
    ASK_REORGANISE,
    CARDS,
    EXTRA_ACTIONS,
    F_A,
    F_ANSWER,
    F_ASK,
    F_SELF,
    F_X,
    F_Y,
    F_Z,
    HELD,
    OBJECTS,
    OP_ADVERSARY_START,
    OP_GIVE_ACTION,
    OP_OFFER,
    OP_PHASE_2,
    OP_REORGANISE,
    OP_SETTLE,
    OP_SUPPORT_GIFT,
    SOURCE_ADVERSARY,
    SOURCE_EPISODE,
    SOURCE_STEP,
    T_ADVERSARY_START,
    T_END_OF_TURN,
    T_START_OF_TURN,
    T_TRAUMA_EFFECT,
    TRAUMAS,
)
from arnak_env.arkeis.triggers import SETTLE_AFTER_EACH, trigger
from arnak_env.arkeis.wounds import push_hurt

TURN_ACTIONS = 2


@kernel("GTi:")
def start_turn(g, t, explorer):
    g.turns += 1
    g.turns_of[explorer] += 1
    g.phase = 1
    g.actions_lost = 0
    g.actions_left = 0
    g.turn_ended = 0
    g.given = 0
    g.rearranged = 0
    g.chain = 0
    clear_used(g, 2)
    trigger(g, t, T_START_OF_TURN, explorer, SETTLE_AFTER_EACH, -1)


@kernel("Gi:")
def threats_have_waited(g, explorer):
    """The first turn of an Explorer who held a Threat at the beginning is over for it. A-01, A-02."""
    for card in range(CARDS):
        if g.card_place[card] == HELD and g.card_holder[card] == explorer:
            g.card_skip[card] = 0


@kernel("GTl:i")
def list_turn(g, t, legal):
    """List what the active Explorer can do in phase 4."""
    explorer = int(g.frame[g.frames - 1][F_SELF])
    n = 0
    if g.actions_left > 0 and not g.turn_ended:
        n = list_actions_of_kind(g, t, explorer, ANY_ACTION, n, legal)
        n = list_given_actions(g, t, explorer, n, legal)
    n = list_free_uses(g, t, explorer, n, legal)
    legal[n] = A_END_TURN
    return n + 1


@kernel("GTl:")
def answer_turn(g, t, legal):
    """Carry out what the active Explorer chose in phase 4."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    answer = int(frame[F_ANSWER])
    frame[F_ANSWER] = -1
    if answer == A_END_TURN:
        frame[F_X] = 6
    elif is_free_use(g, t, answer):
        frame[F_X] = 4
        start_free_use(g, t, explorer, answer)
    else:
        frame[F_X] = 4
        g.actions_left -= 1
        push(g, OP_SETTLE, explorer, 0, 0, 0)
        if A_GIVE_ACTION <= answer < A_GIVE_ACTION + ANY_ACTION:
            able = able_to_receive(g, t, in_reach_of_rebecca(g, t), answer - A_GIVE_ACTION, 0, legal)
            push(g, OP_GIVE_ACTION, explorer, answer - A_GIVE_ACTION, 0, 0)
            g.frame[g.frames - 1][F_Y] = able
        else:
            begin_action(g, t, explorer, answer)


@kernel("GTl:")
def run_turn(g, t, legal):
    """OP_TURN: the turn of one Explorer after the other, until the episode ends."""
    frame = g.frame[g.frames - 1]
    step = frame[F_X]
    explorer = active_explorer(g)
    frame[F_SELF] = explorer
    frame[F_X] += 1
    if step == 0:
        start_turn(g, t, explorer)
    elif step == 1:
        threats_have_waited(g, explorer)
        g.phase = 2
        push(g, OP_PHASE_2, explorer, groups_on(g, g.square[explorer]), 0, 0)
    elif step == 2:
        g.phase = 3
        push(g, OP_REORGANISE, explorer, 0, 0, 0)
    elif step == 3:
        g.phase = 4
        g.actions_left = max(0, TURN_ACTIONS - g.actions_lost)
    elif step == 4:
        g.chain = 0
        frame[F_ASK] = ASK_ACTION
    elif step == 5:
        answer_turn(g, t, legal)
    elif step == 6:
        trigger(g, t, T_END_OF_TURN, explorer, 0, -1)
    elif step == 7:
        push(g, OP_SETTLE, explorer, 0, 0, 0)
    else:
        g.turn_seat = (g.turn_seat + 1) % g.players
        frame[F_X] = 0


# --- phase 2 ---
@kernel("GT:")
def run_phase_2(g, t):
    """OP_PHASE_2 (a: names faced when the phase begins): each card applies, in the Explorer's order. A-12, A-13."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_ANSWER] >= 0:
        group = int(frame[F_ANSWER]) - A_APPLY_ADVERSARY
        frame[F_ANSWER] = -1
        frame[F_A] &= ~(1 << group)
        push(g, OP_ADVERSARY_START, explorer, group, 0, 0)
        return
    frame[F_A] &= groups_on(g, g.square[explorer])
    if frame[F_A] == 0:
        complete(g, t)
    else:
        ask(g, A_APPLY_ADVERSARY, frame[F_A], 0)


@kernel("GTi:i")
def applications(g, t, explorer):
    """Return how often a start-of-turn effect applies: twice with Panic. A-14."""
    times = 1
    for kind in range(TRAUMAS):
        if (g.trauma[explorer] >> kind) & 1:
            times = max(times, int(t.trauma_multiplier[kind]))
    return times


@kernel("GTi:")
def burn(g, t, card):
    """Special rule indicator_burn: Explorers on squares with an activation indicator take a Wound each."""
    if card < 0 or not t.adversary_burn[card]:
        return
    hurt = explorers_in(g, g.indicators)
    for seat in range(g.players - 1, -1, -1):  # the last in turn order first: the stack turns them around
        explorer = int(g.explorer[(g.turn_seat + seat) % g.players])
        if (hurt >> explorer) & 1:
            push_hurt(g, explorer, 1)


@kernel("GT:")
def run_adversary_start(g, t):
    """OP_ADVERSARY_START (a: name): its start-of-turn effect, as often as it applies (F_Y), F_Z times so far."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    group = int(frame[F_A])
    card = card_of(g, explorer, group)
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        frame[F_Y] = applications(g, t, explorer)
    elif step == 1:
        g.trauma_ignored = 0
        if frame[F_Z] >= frame[F_Y] or not (groups_on(g, g.square[explorer]) >> group) & 1:
            complete(g, t)
        elif frame[F_Z] > 0:
            trigger(g, t, T_TRAUMA_EFFECT, explorer, 0, -1)
    elif step == 2:
        g.start_prevented = 0
        if g.trauma_ignored:
            g.trauma_ignored = 0
            complete(g, t)
        else:
            trigger(g, t, T_ADVERSARY_START, explorer, 0, -1)
    elif step == 3:
        if card >= 0:
            push_program(g, t, t.adversary_start[card], explorer, SOURCE_ADVERSARY * SOURCE_STEP + card)
    elif step == 4:
        g.start_prevented = 0
        burn(g, t, card)
    else:
        frame[F_Z] += 1
        frame[F_X] = 1
        push(g, OP_SETTLE, explorer, 0, 0, 0)


# --- phase 3 ---
@kernel("GTl:i")
def list_reorganise(g, t, legal):
    """List what an Explorer can do in phase 3.

    Material equipped or stored in this phase is not moved back in it: that would lead nowhere new, and a turn ends.
    """
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    n = 0
    for thing in range(OBJECTS):
        if g.object_owner[thing] != explorer or (g.rearranged >> thing) & 1:
            continue
        if g.equipped[thing]:
            legal[n] = A_STORE + thing
            n += 1
        elif can_equip(g, t, thing):
            legal[n] = A_EQUIP + thing
            n += 1
    if frame[F_A] == 0:
        n = list_gifts(g, t, explorer, n, legal)
        n = list_free_uses(g, t, explorer, n, legal)
    legal[n] = A_FINISH
    return n + 1


@kernel("GT:")
def run_reorganise(g, t):
    """OP_REORGANISE (a: 1 at set-up, only Material): phase 3, any number of changes."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    answer = int(frame[F_ANSWER])
    frame[F_ANSWER] = -1
    if answer == A_FINISH:
        complete(g, t)
    elif answer < 0:
        frame[F_ASK] = ASK_REORGANISE
    elif A_EQUIP <= answer < A_STORE + OBJECTS:
        thing = answer - A_STORE if answer >= A_STORE else answer - A_EQUIP
        g.equipped[thing] = 0 if answer >= A_STORE else 1
        g.rearranged |= 1 << thing
    elif A_GIVE <= answer < A_GIVE + OBJECTS:
        push(g, OP_SUPPORT_GIFT, explorer, answer - A_GIVE, 0, 0)
    else:
        start_free_use(g, t, explorer, answer)


# --- settling ---
@kernel("GT:")
def push_on_empty(g, t):
    """The reserve has fallen to 0: its consequence for the active Explorer, unless tokens came back before."""
    g.emptied = 0
    if g.reserve == 0:
        push_program(g, t, t.on_empty[g.slot], active_explorer(g), SOURCE_EPISODE * SOURCE_STEP)


@kernel("GT:")
def run_settle(g, t):
    """OP_SETTLE: first the consequence of an empty reserve, then the extra actions gained, in order. N-8, N-10."""
    if g.emptied:
        push_on_empty(g, t)
        return
    if g.extra_count == 0:
        complete(g, t)
        return
    explorer = int(g.extra_explorer[0])
    action = int(g.extra_kind[0])
    g.extra_count -= 1
    for k in range(EXTRA_ACTIONS - 1):
        g.extra_explorer[k] = g.extra_explorer[k + 1]
        g.extra_kind[k] = g.extra_kind[k + 1]
    push(g, OP_OFFER, explorer, action, 0, 0)
