"""The return to camp: heal and earn, Experience for those who play on, sell what nobody needs, build."""

from __future__ import annotations

from agents.arkeis_mind import Mind
from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o


def at_camp(mind: Mind) -> int:
    """Return the next thing to do at the camp; everything can be done a limited number of times, so this ends."""
    for choice in (_use_upgrade, _buy_experience, _sell, _build):
        action = choice(mind)
        if action >= 0:
            return action
    return a.A_LEAVE_CAMP


def _next_team(mind: Mind) -> list[int]:
    """Return the Explorers of the next episode; of the one just played when it was the last."""
    sight = mind.sight
    slot = sight.slot + 1
    if sight.slot >= sight["last_slot"]:
        return sight.team
    return [one for one in sight["plan_explorer"][slot][: sight["plan_players"][slot]] if one >= 0]


def _use_upgrade(mind: Mind) -> int:
    for upgrade in mind.of_verb(a.A_UPGRADE, o.UPGRADES):
        script = mind.facts.scripts.script(mind.facts["upgrade_program"][upgrade])
        if any(step.operation == o.OP_SELL_BONUS for step in script):
            if not _for_sale(mind):
                continue
        elif mind.worth.of(script) <= 0.0:
            continue
        return a.A_UPGRADE + upgrade
    return -1


def _buy_experience(mind: Mind) -> int:
    """Buy the dearest card for the Explorer of the next team who has the fewest."""
    owners = mind.sight["experience_owner"]
    team = _next_team(mind)
    best: tuple[int, int] | None = None
    chosen = -1
    for card in mind.of_verb(a.A_BUY, o.EXPERIENCE):
        explorer = mind.facts["experience_explorer"][card]
        if explorer not in team and not (explorer == o.ROBERT and o.ROBERT_YOUNG in team):
            continue
        rank = owners.count(explorer), -mind.facts["experience_cost"][card]
        if best is None or rank < best:
            best, chosen = rank, a.A_BUY + card
    return chosen


def _for_sale(mind: Mind) -> list[int]:
    """Return the objects without an ability that is used in play, which no later episode asks for."""
    return [thing for thing in mind.of_verb(a.A_OBJECT, o.OBJECTS) if thing not in mind.facts.useful_objects]


def _sell(mind: Mind) -> int:
    things = _for_sale(mind)
    return a.A_OBJECT + things[0] if things else -1


def _build(mind: Mind) -> int:
    """Build the dearest upgrade that does not push another one out."""
    sight = mind.sight
    taken = sum(
        sight["upgrade"][k] == o.UPGRADE_BUILT and mind.facts["upgrade_space"][k] > 0 for k in range(o.UPGRADES)
    )
    room = taken < mind.facts.upgrade_spaces
    able = [k for k in mind.of_verb(a.A_BUILD, o.UPGRADES) if room or not mind.facts["upgrade_space"][k]]
    return a.A_BUILD + max(able, key=lambda k: (mind.facts["upgrade_cost"][k], -k)) if able else -1
