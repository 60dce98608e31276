"""Which action an Explorer takes: on the way of the plan, against what stands in it, or for the team meanwhile."""

from __future__ import annotations

from agents.arkeis_mind import Mind, Target
from agents.arkeis_scripts import Script
from agents.arkeis_sight import FAR
from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o

_READ_GOAL, _CLEAR, _STEP, _GIVE = 12.0, 9.0, 6.0, 7.0
_READ_SIDE, _STEP_SIDE, _FOLLOW = 3.5, 2.5, 4.5
_DETOUR = 2.2  # worth from which the Explorer the plan waits for reads something else on the way
_BEARABLE = 3.0  # what the way of the plan may cost without being given up: time is lost for good
_ACTION = 0.4  # what an action must bring at least
_USED_UP = 0.3
_USES = a.A_FREE_EXPERIENCE + o.EXPERIENCE


def choose_action(mind: Mind) -> int:
    """Return the best of the legal actions of a turn, or of an extra action."""
    target = mind.target()
    if target is not None and target.steps == 0 and not target.clear and a.A_CLUE + target.symbol in mind.legal:
        return a.A_CLUE + target.symbol
    side = None
    if target is None or not target.critical or mind.sight["reserve"] > mind.plan.cost:
        side = mind.side_target()
    best, chosen = -1e9, mind.legal[-1]
    for action in mind.legal:
        value = _value(mind, action, target, side)
        if value > best:
            best, chosen = value, action
    return chosen


def _value(mind: Mind, action: int, target: Target | None, side: Target | None) -> float:
    if a.A_MOVE <= action < a.A_MOVE + o.SQUARES:
        return _move(mind, action - a.A_MOVE, target, side)
    if a.A_CLUE <= action < a.A_CLUE + o.SYMBOLS:
        return _clue(mind, action - a.A_CLUE, target)
    if a.A_COMBAT <= action < a.A_COMBAT + o.GROUPS:
        return _combat(mind, action - a.A_COMBAT, target)
    if a.A_GIVE_ACTION <= action < a.A_GIVE_ACTION + o.ANY_ACTION:
        return _give(mind, action - a.A_GIVE_ACTION, target)
    if a.A_USE <= action < _USES:
        return use_value(mind, action)
    if a.A_GIVE <= action < a.A_GIVE + o.OBJECTS:
        return -1.0
    return 0.0  # end of the turn, or nothing


def _move(mind: Mind, square: int, target: Target | None, side: Target | None) -> float:
    here = mind.worth.danger(mind.square)
    distances = mind.sight.distances
    aims = [
        (aim, base)
        for aim, base in ((target, _STEP if target is not None and target.critical else _FOLLOW), (side, _STEP_SIDE))
        if aim is not None and aim.steps > 0 and distances[square][aim.square] < aim.steps
    ]
    if not aims and not here:
        return -_ACTION
    cost = mind.worth.modification(o.MOVE)
    last = mind.sight["actions_left"] <= 1
    danger = mind.worth.danger(square)
    risk = (0.8 if last else 0.3) * danger
    best = (here - danger) * (1.0 if last else 0.5) - cost - _ACTION - 0.3
    for aim, base in aims:
        bearable = min(risk + cost, _BEARABLE) if aim.critical else risk + cost
        best = max(best, base - bearable + 0.3 * aim.worth)
    return best


def _clue(mind: Mind, symbol: int, target: Target | None) -> float:
    cost = mind.worth.modification(o.CLUE)
    if mind.goes_back(symbol, mind.explorer, mind.square):
        return -2.0
    if any(goal.symbol == symbol for goal in mind.plan.goals):
        return _READ_GOAL - min(cost, _BEARABLE)
    if symbol in mind.plan.symbols:
        return _READ_GOAL - 2.0 - min(cost, _BEARABLE)
    value = mind.side_worth.get(symbol, 0.0) - cost
    if target is not None and target.critical and value < _DETOUR:
        return min(1.0, value - _ACTION)
    return _READ_SIDE + value if value > 0.0 else value


def _combat(mind: Mind, group: int, target: Target | None) -> float:
    fight = mind.worth.fight(group, mind.combat_dice())
    relief = 0.5 * mind.worth.danger(mind.square)
    value = fight + relief - _ACTION
    if target is None:
        return value
    if target.square == mind.square and (target.clear or not _legal_clue(mind, target.symbol)):
        return _CLEAR + fight
    if target.square != mind.square and mind.first_legal(a.A_MOVE, o.SQUARES) < 0:
        return _CLEAR - 1.0 + fight
    return value


def _legal_clue(mind: Mind, symbol: int) -> bool:
    return a.A_CLUE + symbol in mind.legal


def _give(mind: Mind, action: int, target: Target | None) -> float:
    """Return what it is worth that Rebecca gives an action of a kind, see `receiver`."""
    mine = target.steps if target is not None and target.critical else FAR
    best = -1.0
    for explorer in mind.sight.team:
        if explorer == mind.explorer:
            continue
        theirs = mind.target(explorer)
        if theirs is None or wanted_kind(mind, explorer, theirs) != action or theirs.steps >= mine:
            continue
        best = max(best, _GIVE - 0.2 * theirs.steps - mind.worth.modification(action, mind.sight["square"][explorer]))
    return best


def wanted_kind(mind: Mind, explorer: int, target: Target) -> int:
    """Return the kind of action an Explorer needs next."""
    if target.steps > 0:
        return o.MOVE
    if target.clear:
        return o.COMBAT
    return o.CLUE


def receiver(mind: Mind, kind: int, explorers: list[int]) -> int:
    """Return the Explorer who makes the most of an action of this kind."""

    def need(explorer: int) -> tuple[bool, int]:
        target = mind.target(explorer)
        if target is None:
            return True, FAR
        return wanted_kind(mind, explorer, target) != kind and kind != o.ANY_ACTION, target.steps

    return min(explorers, key=need)


def use_value(mind: Mind, action: int) -> float:
    """Return what using an object or an Experience card is worth."""
    script = use_script(mind, action)
    value = mind.worth.of(script)
    if any(step.operation == o.OP_DISCARD_THIS for step in script):
        value -= _USED_UP
    return value - (0.1 if action >= a.A_FREE else _ACTION)


def use_script(mind: Mind, action: int) -> Script:
    """Return the effects of a use, as an action or without one."""
    free = action >= a.A_FREE
    first, stop = (o.T_FREE_USE, o.T_FREE_USE + 1) if free else (o.T_ACTION_USE, o.T_ACTION_USE + o.ANY_ACTION)
    things, cards = (a.A_FREE, a.A_FREE_EXPERIENCE) if free else (a.A_USE, a.A_USE_EXPERIENCE)
    if action < things + o.OBJECTS:
        return mind.facts.ability_script(o.SOURCE_OBJECT, action - things, first, stop)
    return mind.facts.ability_script(o.SOURCE_EXPERIENCE, action - cards, first, stop)


def toward(mind: Mind, squares: list[int]) -> tuple[int, bool]:
    """Return the square nearest to where the Explorer wants to be, and whether that is nearer than now."""
    target = mind.target() or mind.side_target()
    if target is None:
        best = min(squares, key=mind.worth.danger)
        return best, mind.worth.danger(best) < mind.worth.danger(mind.square) - 0.2
    distances = mind.sight.distances
    best = min(squares, key=lambda one: (distances[one][target.square], mind.worth.danger(one)))
    return best, distances[best][target.square] < target.steps
