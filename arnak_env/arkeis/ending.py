"""The end of an episode: epilogue, bonuses of the sheet, Event, end-of-episode effects. Rulebook, chapter 14."""

from arnak_env.arkeis.abilities import ability_mod
from arnak_env.arkeis.actions import A_EXPLORER, A_FINISH
from arnak_env.arkeis.board import team
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import ask, complete, push, push_program
from arnak_env.arkeis.opcodes import (
    EVENTS,
    EXPLORERS,
    F_ANSWER,
    F_SELF,
    F_X,
    F_Y,
    F_Z,
    MOD_ROBERT_PAYOUT,
    NOWHERE,
    OP_CAMP,
    OP_ENDING,
    OP_YOUNG_ROBERT,
    ROBERT,
    ROBERT_YOUNG,
    SHEET_LINES,
    SOURCE_EPISODE,
    SOURCE_STEP,
    STAGE_END,
    T_EPISODE_END,
)
from arnak_env.arkeis.sheet import line_complete
from arnak_env.arkeis.triggers import trigger

_SOURCE = SOURCE_EPISODE * SOURCE_STEP


@kernel("Gii:")
def read_epilogue(g, explorer, result):
    """OP_EPILOGUE: the episode ends at once; nothing else that was being resolved goes on. A-84."""
    if g.stage == STAGE_END:
        return
    g.result = result
    g.results[g.slot] = result
    g.stage = STAGE_END
    g.frames = 0
    g.rolls = 0
    g.extra_count = 0
    g.extra_effects = 0
    g.fight_group = NOWHERE
    g.action_kind = NOWHERE
    g.ignoring = 0
    g.emptied = 0
    g.actions_left = 0
    push(g, OP_ENDING, explorer, 0, 0, 0)


@kernel("GT:i")
def find_event(g, t):
    """Return the Event for the number of completed event rows, -1: none."""
    rows = 0
    for line in range(SHEET_LINES):
        if t.line_event[g.slot, line] and line_complete(g, t, line):
            rows += 1
    for event in range(EVENTS):
        if 0 <= t.event_min[g.slot, event] <= rows <= t.event_max[g.slot, event]:
            return event
    return -1


@kernel("GT:")
def pay_robert(g, t):
    """Robert's unspent Coins go to the Camp Chest; for Young Robert tokens may be dropped."""
    if g.seat[ROBERT] >= 0:
        g.coins += g.ability_tokens * (1 + ability_mod(g, t, ROBERT, MOD_ROBERT_PAYOUT))
        g.ability_tokens = 0
    elif g.seat[ROBERT_YOUNG] >= 0 and g.ability_tokens > 0:
        push(g, OP_YOUNG_ROBERT, ROBERT_YOUNG, 0, 0, 0)


@kernel("GT:")
def run_young_robert(g, t):
    """OP_YOUNG_ROBERT: the team may drop as many backpack tokens as are left on his card, in order of Explorers."""
    frame = g.frame[g.frames - 1]
    answer = int(frame[F_ANSWER])
    frame[F_ANSWER] = -1
    if A_EXPLORER <= answer < A_EXPLORER + EXPLORERS:
        explorer = answer - A_EXPLORER
        g.fate[explorer] -= 1
        g.set_aside += 2  # the one of the backpack and the one of his card that stands for it
        g.ability_tokens -= 1
        frame[F_Y] = explorer
    able = 0
    for explorer in range(frame[F_Y], EXPLORERS):
        if (team(g) >> explorer) & 1 and g.fate[explorer] > 0:
            able |= 1 << explorer
    if answer == A_FINISH or g.ability_tokens <= 0 or able == 0:
        g.set_aside += g.ability_tokens
        g.ability_tokens = 0
        complete(g, t)
    else:
        ask(g, A_EXPLORER, able, 1)


@kernel("GT:")
def run_ending(g, t):
    """OP_ENDING: epilogue, then the bonuses of complete lines, the Event, effects at the end of an episode."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    step = frame[F_X]
    frame[F_X] += 1
    if step == 0:
        push_program(g, t, t.epilogue_program[g.slot, g.result], explorer, _SOURCE)
    elif step == 1:
        while frame[F_Y] < SHEET_LINES and t.epilogue_bonuses[g.slot, g.result]:
            line = int(frame[F_Y])
            frame[F_Y] += 1
            if line_complete(g, t, line) and t.line_program[g.slot, line] > 0:
                frame[F_X] = 1
                push_program(g, t, t.line_program[g.slot, line], explorer, _SOURCE)
                return
    elif step == 2:
        event = find_event(g, t)
        g.events[g.slot] = event + 1
        if event >= 0:
            push_program(g, t, t.event_program[g.slot, event], explorer, _SOURCE)
    elif step == 3:
        frame[F_Z] += 1
        if frame[F_Z] <= g.players:
            frame[F_X] = 3
            trigger(g, t, T_EPISODE_END, g.explorer[(g.turn_seat + frame[F_Z] - 1) % g.players], 0, -1)
    elif step == 4:
        pay_robert(g, t)
    else:
        complete(g, t)
        if g.campaign:
            push(g, OP_CAMP, g.explorer[g.first_seat], 0, 0, 0)
        else:
            g.over = 1
