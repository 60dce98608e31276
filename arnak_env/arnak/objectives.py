"""Rival objectives, the mini-expansion of the solo game. Twisted Paths rulebook, Rival Objectives.

Five objectives; each round some of them lie open. Who meets an open one first turns it down; only the rival is paid.
A bit of `rival_met` remembers what the rival's first action of the round has met before the objectives are dealt.
"""

import numpy as np

from arnak_env.arnak.chance import shuffle
from arnak_env.arnak.compiled import kernel
from arnak_env.arnak.opcodes import (
    EXCHANGED_TILES,
    FIRST_OBJECTIVE_POINTS,
    OBJECTIVE_ARCHAEOLOGISTS,
    OBJECTIVE_DOWN,
    OBJECTIVE_MET,
    OBJECTIVE_OPEN,
    OBJECTIVE_POINTS,
    OBJECTIVE_REPLACED,
    OBJECTIVES,
    STREAM_RIVAL,
    SWITCH_REPLACE_OBJECTIVE_ONCE,
)

_COUNT = len(OBJECTIVES)


@kernel("Gi:")
def pay_rival(g, points):
    """Give the rival its 2-point tiles; when they run out, three of its tiles are exchanged for a 6-point one."""
    g.rival_objective_points += points
    for _ in range(points // OBJECTIVE_POINTS):
        if g.two_point_tiles == 0 and g.six_point_tiles > 0:
            g.six_point_tiles -= 1
            g.two_point_tiles += EXCHANGED_TILES
        if g.two_point_tiles > 0:
            g.two_point_tiles -= 1


@kernel("Gii:")
def meet_objective(g, objective, by_rival):
    """Somebody has done what an objective asks for, by whatever means; only the first one of the round counts."""
    if g.objectives == 0:
        return
    if by_rival and not g.objectives_dealt:
        g.rival_met |= 1 << objective
        return
    if g.objective_state[objective] != OBJECTIVE_OPEN:
        return
    g.objective_state[objective] = OBJECTIVE_MET
    if by_rival:
        pay_rival(g, g.objective_points[objective])


@kernel("Gi:")
def player_figures_changed(g, p):
    """Two own archaeologists on the board meet the objective of the archaeologists."""
    if g.home[p] == 0:
        meet_objective(g, OBJECTIVE_ARCHAEOLOGISTS, 0)


@kernel("G:")
def collect_objectives(g):
    """Start of a round: all objectives go face down into the stack; what was open is worth nothing."""
    for objective in range(_COUNT):
        g.objective_state[objective] = OBJECTIVE_DOWN
        g.objective_points[objective] = 0
    g.rival_met = 0
    g.objectives_dealt = 0


@kernel("G:")
def deal_objectives(g):
    """After the rival's first action: turn up objectives and replace those it has met already, without reward."""
    g.objectives_dealt = 1
    if g.objectives == 0:
        return
    stack = np.zeros(_COUNT, np.int8)
    for objective in range(_COUNT):
        stack[objective] = objective
    shuffle(g, STREAM_RIVAL, stack, 0, _COUNT)
    following = int(g.objectives)
    for slot in range(g.objectives):
        objective = int(stack[slot])
        points = FIRST_OBJECTIVE_POINTS if slot == 0 and g.first_worth_four else OBJECTIVE_POINTS
        replaced = 0
        while (g.rival_met >> objective) & 1 and objective >= 0:
            if replaced and g.switches & SWITCH_REPLACE_OBJECTIVE_ONCE:
                break
            g.objective_state[objective] = OBJECTIVE_REPLACED
            replaced = 1
            if following == _COUNT:
                objective = -1  # the stack is empty, so the place stays empty this round
                break
            objective = int(stack[following])
            following += 1
        if objective >= 0 and not (g.rival_met >> objective) & 1:
            g.objective_state[objective] = OBJECTIVE_OPEN
            g.objective_points[objective] = points
        elif objective >= 0:
            g.objective_state[objective] = OBJECTIVE_REPLACED
