"""Answers to everything else that is asked: options, who takes a Wound, where something appears, which ability runs."""

from __future__ import annotations

from collections.abc import Callable

from agents import arkeis_dice as dice
from agents.arkeis_camp import at_camp
from agents.arkeis_mind import Mind
from agents.arkeis_scripts import Script
from agents.arkeis_turn import choose_action, receiver, toward, use_value
from agents.arkeis_worth import next_wound
from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o

_ON_THE_WAY = 20.0
_USEFUL = 0.2  # what an optional use must bring
_BAD_FOR_EXPLORERS = (o.OP_WOUND, o.OP_POISON, o.OP_TRAUMA, o.OP_FATE, o.OP_DISCARD_OBJECT)


def answer(mind: Mind) -> int:
    """Return the chosen action."""
    operation, question = mind.frame[o.F_OP], mind.frame[o.F_ASK]
    by_question = _BY_QUESTION.get(question)
    if by_question is not None:
        return by_question(mind)
    by_operation = _BY_OPERATION.get(operation)
    if by_operation is not None:
        return by_operation(mind)
    if mind.of_verb(a.A_EXPLORER, o.EXPLORERS):
        return _explorer(mind)
    if mind.of_verb(a.A_SQUARE, o.SQUARES):
        return _square(mind)
    if mind.of_verb(a.A_AMOUNT, a.AMOUNTS):
        return max(mind.legal)
    return _first(mind)


def _first(mind: Mind) -> int:
    """Take the first action that does something."""
    return next((action for action in mind.legal if action != a.A_FINISH), mind.legal[0])


# --- abilities -------------------------------------------------------------------------------------------------------
def _trigger(mind: Mind) -> int:
    """Run what must run, and what brings something."""
    may_finish = a.A_FINISH in mind.legal
    for action in mind.legal:
        if action == a.A_FINISH:
            continue
        if not may_finish or _is_useful(mind, action):
            return action
    return a.A_FINISH


def _is_useful(mind: Mind, action: int) -> bool:
    kind = mind.frame[o.F_A]
    script = _applied(mind, action, kind)
    if any(step.operation == o.OP_IGNORE_MODIFIER for step in script):
        return mind.worth.modification(kind - o.T_BEFORE_ACTION) > _USEFUL
    value = mind.worth.of(script)
    used_up = any(step.operation == o.OP_DISCARD_THIS for step in script)
    return value > _USEFUL if used_up else value >= 0.0


def _applied(mind: Mind, action: int, trigger: int) -> Script:
    """Return the effects of an ability offered for a trigger."""
    for first, size, source in (
        (a.A_APPLY_OBJECT, o.OBJECTS, o.SOURCE_OBJECT),
        (a.A_APPLY_EXPERIENCE, o.EXPERIENCE, o.SOURCE_EXPERIENCE),
    ):
        if first <= action < first + size:
            return mind.facts.ability_script(source, action - first, trigger, trigger + 1)
    return ()


def _reorganise(mind: Mind) -> int:
    """Equip what is in the backpack, use what helps, keep everything else."""
    for action in mind.legal:
        if a.A_EQUIP <= action < a.A_EQUIP + o.OBJECTS:
            return action
        if a.A_FREE <= action < a.A_FREE_EXPERIENCE + o.EXPERIENCE and use_value(mind, action) > _USEFUL:
            return action
    return a.A_FINISH


# --- options ---------------------------------------------------------------------------------------------------------
def _choose(mind: Mind) -> int:
    """Take the option of the plan, else the one that is worth most."""
    program = mind.facts.scripts
    block = mind.frame[o.F_B]
    on_the_way = mind.being_read in mind.plan.symbols
    best, chosen = -1e9, mind.legal[0]
    for option in mind.of_verb(a.A_OPTION, o.BRANCHES):
        start = program.start_of_branch(block, option)
        script = program.script(start)
        value = mind.worth.of(script) + _ON_THE_WAY * (start in mind.plan.starts)
        if on_the_way and mind.sight.goes_back(script, mind.explorer, mind.square):
            value -= _ON_THE_WAY
        if value > best:
            best, chosen = value, a.A_OPTION + option
    return chosen


def _pay(mind: Mind) -> int:
    worth = mind.worth.of(mind.facts.scripts.script(mind.frame[o.F_B]))
    pays = worth > 0.25 * mind.frame[o.F_A] or mind.frame[o.F_B] in mind.plan.starts
    return _first(mind) if pays or a.A_FINISH not in mind.legal else a.A_FINISH


def _treat(mind: Mind) -> int:
    """Rhiat: whom, then what."""
    if mind.of_verb(a.A_OPTION, o.BRANCHES):
        return mind.legal[0]
    return _explorer(mind)


# --- Explorers -------------------------------------------------------------------------------------------------------
def _explorer(mind: Mind) -> int:
    """Spread what hurts, give what helps to whoever needs it most."""
    explorers = mind.of_verb(a.A_EXPLORER, o.EXPLORERS)
    operation = mind.frame[o.F_OP]
    if operation in _BAD_FOR_EXPLORERS:
        return a.A_EXPLORER + min(explorers, key=lambda one: next_wound(mind.sight, one))
    if operation in (o.OP_GAIN_ACTION, o.OP_GIVE_ACTION) and mind.square >= 0:
        kind = mind.frame[o.F_B] if operation == o.OP_GAIN_ACTION else mind.frame[o.F_A]
        return a.A_EXPLORER + receiver(mind, kind, explorers)
    if operation in (o.OP_RETURN_FATE, o.OP_YOUNG_ROBERT):
        return a.A_EXPLORER + max(explorers, key=lambda one: mind.sight["fate"][one])
    if operation == o.OP_DISCARD_TRAUMA:
        return a.A_EXPLORER + max(explorers, key=lambda one: int(mind.sight["trauma"][one]).bit_count())
    return a.A_EXPLORER + max(explorers, key=lambda one: next_wound(mind.sight, one))


# --- squares and Adversaries -----------------------------------------------------------------------------------------
def _square(mind: Mind) -> int:
    squares = mind.of_verb(a.A_SQUARE, o.SQUARES)
    operation = mind.frame[o.F_OP]
    if operation == o.OP_FREE_MOVE:
        square, nearer = toward(mind, squares)
        return a.A_SQUARE + square if nearer or a.A_FINISH not in mind.legal else a.A_FINISH
    if operation in (o.OP_PUSH_SELF, o.OP_MOVE_EXPLORER):
        return a.A_SQUARE + toward(mind, squares)[0]
    if operation in (o.OP_SPAWN, o.OP_SPAWN_NAMED, o.OP_MOVE_ADVERSARY):
        return a.A_SQUARE + min(squares, key=lambda square: _trouble(mind, square))
    return a.A_SQUARE + squares[0]


def _trouble(mind: Mind, square: int) -> float:
    """Return how much an Adversary on a square would disturb."""
    there = sum(mind.sight["square"][one] == square for one in mind.sight.team)
    wanted = sum((goal.squares >> square) & 1 for goal in mind.plan.goals)
    return 2.0 * there + wanted


def _miniature(mind: Mind) -> int:
    """Hurt whoever falls first; move whoever stands closest to the team."""
    sight = mind.sight

    def rank(miniature: int) -> tuple[float, int]:
        square = sight["miniature_square"][miniature]
        life = sight.life(sight.card(mind.explorer, sight.group_of(miniature)), miniature)
        return -_trouble(mind, square) if mind.frame[o.F_OP] == o.OP_MOVE_ADVERSARY else 0.0, life

    miniatures = mind.of_verb(a.A_MINIATURE, o.MINIATURES)
    return a.A_MINIATURE + min(miniatures, key=rank) if miniatures else mind.legal[0]


def _object(mind: Mind) -> int:
    """Give up the object that is worth least."""
    things = mind.of_verb(a.A_OBJECT, o.OBJECTS)
    value = mind.facts["object_value"]
    return a.A_OBJECT + min(things, key=lambda thing: (thing in mind.plan.objects, value[thing]))


def _threat(mind: Mind) -> int:
    cards = mind.of_verb(a.A_APPLY_CARD, o.CARDS)
    return a.A_APPLY_CARD + max(cards, key=lambda card: mind.sight["card_fate"][card]) if cards else mind.legal[0]


_BY_QUESTION: dict[int, Callable[[Mind], int]] = {
    o.ASK_ACTION: choose_action,
    o.ASK_EXTRA_ACTION: choose_action,
    o.ASK_REORGANISE: _reorganise,
    o.ASK_TRIGGER: _trigger,
    o.ASK_MINIATURE: _miniature,
    o.ASK_MARK: dice.mark,
    o.ASK_CAMP: at_camp,
    o.ASK_OBJECT: _object,
    o.ASK_CLUE_CARD: _threat,
    o.ASK_CHANGE_FATE: dice.change_fate,
}
_BY_OPERATION: dict[int, Callable[[Mind], int]] = {
    o.OP_SET_DICE: dice.set_dice,
    o.OP_CHANGE_SET_DIE: dice.change_die,
    o.OP_REROLL: dice.reroll,
    o.OP_USE_WILDCARD: dice.use_wildcard,
    o.OP_FACE_AS: dice.count_as,
    o.OP_CHOOSE: _choose,
    o.OP_PAY_COINS: _pay,
    o.OP_RHIAT: _treat,
    o.OP_BUILD: lambda mind: a.A_FINISH,
}
