"""From one decision to the next: the loop over the stack of pending choices."""

from arnak_env.arkeis.camp import run_build, run_camp, run_deal_wildcards, run_sell
from arnak_env.arkeis.clues import run_clue_action, run_clue_card, run_obtain
from arnak_env.arkeis.combat import run_combat
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.dice import (
    run_change_fate,
    run_change_set_die,
    run_eleonor,
    run_franck,
    run_roll,
    run_set_dice,
    run_use_wildcard,
)
from arnak_env.arkeis.effects import run_asking, run_at_once
from arnak_env.arkeis.ending import run_ending, run_young_robert
from arnak_env.arkeis.explorer_actions import (
    run_action,
    run_give_action,
    run_modifications,
    run_offer,
    run_support_gift,
)
from arnak_env.arkeis.legal import legal_actions
from arnak_env.arkeis.opcodes import (
    ASK_NONE,
    F_ANSWER,
    F_ASK,
    F_OP,
    NOTATION_OPERATIONS,
    OP_ACTION,
    OP_ADVERSARY_START,
    OP_BUILD,
    OP_CAMP,
    OP_CHANGE_FATE,
    OP_CHANGE_SET_DIE,
    OP_CLUE_ACTION,
    OP_CLUE_CARD,
    OP_COMBAT,
    OP_DEAL_WILDCARDS,
    OP_ELEONOR,
    OP_ENDING,
    OP_FRANCK,
    OP_GIVE_ACTION,
    OP_HURT,
    OP_MARKING,
    OP_MODIFICATIONS,
    OP_OBTAIN,
    OP_OFFER,
    OP_PHASE_2,
    OP_REORGANISE,
    OP_RHIAT,
    OP_ROLL,
    OP_SELL,
    OP_SET_DICE,
    OP_SETTLE,
    OP_SETUP,
    OP_START_SQUARE,
    OP_SUPPORT_GIFT,
    OP_TRAUMA_CARD,
    OP_TRAUMA_EFFECT,
    OP_TRIGGER,
    OP_TURN,
    OP_USE_WILDCARD,
    OP_YOUNG_ROBERT,
    STAGE_EPISODE,
)
from arnak_env.arkeis.rhiat import run_rhiat
from arnak_env.arkeis.setup import run_setup, run_start_square
from arnak_env.arkeis.sheet import run_marking
from arnak_env.arkeis.triggers import run_trigger
from arnak_env.arkeis.turns import (
    push_on_empty,
    run_adversary_start,
    run_phase_2,
    run_reorganise,
    run_settle,
    run_turn,
)
from arnak_env.arkeis.wounds import run_hurt, run_trauma_card, run_trauma_effect

ERROR_NO_LEGAL_ACTION = 2


@kernel("GTil:i")
def run_turn_operation(g, t, operation, legal):
    """Run one of the operations of turns and actions; return 0 when it is another one."""
    if operation == OP_TURN:
        run_turn(g, t, legal)
    elif operation == OP_TRIGGER:
        run_trigger(g, t)
    elif operation == OP_ACTION:
        run_action(g, t)
    elif operation == OP_SETTLE:
        run_settle(g, t)
    elif operation == OP_PHASE_2:
        run_phase_2(g, t)
    elif operation == OP_ADVERSARY_START:
        run_adversary_start(g, t)
    elif operation == OP_REORGANISE:
        run_reorganise(g, t)
    elif operation == OP_MODIFICATIONS:
        run_modifications(g, t)
    elif operation == OP_CLUE_ACTION:
        run_clue_action(g, t)
    elif operation == OP_CLUE_CARD:
        run_clue_card(g, t)
    elif operation == OP_OBTAIN:
        run_obtain(g, t)
    elif operation == OP_COMBAT:
        run_combat(g, t)
    elif operation == OP_SUPPORT_GIFT:
        run_support_gift(g, t)
    elif operation == OP_OFFER:
        run_offer(g, t)
    elif operation == OP_GIVE_ACTION:
        run_give_action(g, t)
    else:
        return 0
    return 1


@kernel("GTi:i")
def run_roll_operation(g, t, operation):
    """Run one of the operations of dice, Wounds and Abilities; return 0 when it is another one."""
    if operation == OP_ROLL:
        run_roll(g, t)
    elif operation == OP_HURT:
        run_hurt(g, t)
    elif operation == OP_CHANGE_FATE:
        run_change_fate(g, t)
    elif operation == OP_MARKING:
        run_marking(g, t)
    elif operation == OP_TRAUMA_CARD:
        run_trauma_card(g, t)
    elif operation == OP_TRAUMA_EFFECT:
        run_trauma_effect(g, t)
    elif operation == OP_SET_DICE:
        run_set_dice(g, t)
    elif operation == OP_CHANGE_SET_DIE:
        run_change_set_die(g, t)
    elif operation == OP_USE_WILDCARD:
        run_use_wildcard(g, t)
    elif operation == OP_RHIAT:
        run_rhiat(g, t)
    elif operation == OP_FRANCK:
        run_franck(g, t)
    elif operation == OP_ELEONOR:
        run_eleonor(g, t)
    else:
        return 0
    return 1


@kernel("GTi:")
def run_campaign_operation(g, t, operation):
    """Run one of the operations of set-up, ending and camp."""
    if operation == OP_SETUP:
        run_setup(g, t)
    elif operation == OP_START_SQUARE:
        run_start_square(g, t)
    elif operation == OP_ENDING:
        run_ending(g, t)
    elif operation == OP_YOUNG_ROBERT:
        run_young_robert(g, t)
    elif operation == OP_CAMP:
        run_camp(g, t)
    elif operation == OP_SELL:
        run_sell(g, t)
    elif operation == OP_BUILD:
        run_build(g, t)
    elif operation == OP_DEAL_WILDCARDS:
        run_deal_wildcards(g, t)


@kernel("GTl:")
def settle(g, t, legal):
    """Run operations until a question is asked or the game is over."""
    while not g.over:
        if g.frames == 0 or g.error:  # the stack never runs empty by itself
            g.over = 1
            return
        if g.emptied and t.on_empty_immediate[g.slot] and g.stage == STAGE_EPISODE:
            push_on_empty(g, t)
            continue
        frame = g.frame[g.frames - 1]
        if frame[F_ASK] != ASK_NONE:
            return
        operation = int(frame[F_OP])
        if operation < NOTATION_OPERATIONS:
            if not run_asking(g, t):
                run_at_once(g, t)
        elif not run_turn_operation(g, t, operation, legal) and not run_roll_operation(g, t, operation):
            run_campaign_operation(g, t, operation)


@kernel("Gi:")
def answer(g, action):
    """Give the question on top its answer."""
    frame = g.frame[g.frames - 1]
    frame[F_ANSWER] = action
    frame[F_ASK] = ASK_NONE


@kernel("GTl:i")
def advance(g, t, legal):
    """Go on until somebody has at least two options or the game is over; return the number of legal actions.

    A forced choice resolves itself, unless the record says that forced choices are shown.
    """
    while True:
        settle(g, t, legal)
        if g.over:
            return 0
        n = legal_actions(g, t, legal)
        if n == 0:
            g.error = ERROR_NO_LEGAL_ACTION
            g.over = 1
            return 0
        if n > 1 or g.show_forced:
            return n
        answer(g, legal[0])
