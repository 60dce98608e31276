"""Rhiat's Ability and what his Experience cards make of it. Rulebook, chapter 10; rulings A-36, A-52."""

from arnak_env.arkeis.abilities import ability_mod, patients
from arnak_env.arkeis.actions import A_EXPLORER, A_OPTION
from arnak_env.arkeis.compiled import kernel
from arnak_env.arkeis.frames import ask, complete
from arnak_env.arkeis.opcodes import (
    F_A,
    F_ANSWER,
    F_SELF,
    F_X,
    F_Y,
    MOD_RHIAT_AMOUNT,
    MOD_RHIAT_POISON,
    T_AFTER_ABILITY,
)
from arnak_env.arkeis.triggers import trigger
from arnak_env.arkeis.wounds import heal

_HEAL, _CURE = 1, 2  # options, as bits


@kernel("GT:")
def run_rhiat(g, t):
    """OP_RHIAT (a: Wounds): choose an Explorer, with Pouch of antidotes Poison or Wounds; removing one is the use."""
    frame = g.frame[g.frames - 1]
    explorer = int(frame[F_SELF])
    if frame[F_X] == 0:
        mask = patients(g, t, explorer)
        if mask == 0:
            complete(g, t)
            return
        frame[F_X] = 1
        ask(g, A_EXPLORER, mask, 0)
        return
    if frame[F_X] == 1:
        frame[F_Y] = frame[F_ANSWER] - A_EXPLORER
        frame[F_X] = 2
        options = _HEAL
        if g.poison[frame[F_Y]] and ability_mod(g, t, explorer, MOD_RHIAT_POISON) > 0:
            options |= _CURE
        ask(g, A_OPTION, options, 0)
        return
    patient = int(frame[F_Y])
    used = 0
    if frame[F_ANSWER] == A_OPTION:
        for _ in range(frame[F_A] + ability_mod(g, t, explorer, MOD_RHIAT_AMOUNT)):
            used |= heal(g, patient)
    else:
        g.poison[patient] = 0
        used = 1
    complete(g, t)
    if used:
        trigger(g, t, T_AFTER_ABILITY, explorer, 0, -1)
