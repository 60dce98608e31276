"""The Camp Chest and the camp of Arkeis as text."""

from __future__ import annotations

from arnak_env.arkeis import actions as a
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.words import Scene, amount, bits
from arnak_env.render.lines import wrap


def camp(scene: Scene, width: int) -> list[str]:
    """Return chest, upgrades, and in a campaign what other Explorers own."""
    g = scene.g
    chest = [
        amount(int(g.coins), "Coin"),
        amount(int(g.xp), "Experience point"),
        amount(int(g.vp), "Victory point"),
    ]
    stored = sum(int(g.wildcard[k]) == o.CHEST for k in range(o.WILDCARDS))
    chest += [amount(stored, "Wildcard")] if stored else []
    lines = ["", *wrap(width, "CAMP CHEST  ", chest)]
    states = (
        (o.UPGRADE_BUILT, "built"),
        (o.UPGRADE_UNLOCKED, "can be built"),
        (o.UPGRADE_LOST, "given up"),
    )
    for state, head in states:
        words = [_upgrade(scene, k, state) for k in range(o.UPGRADES) if g.upgrade[k] == state]
        lines += wrap(width, f"  {head}: ", words, separator="; ") if words else []
    lines += _away(scene, width) if g.campaign else []
    return lines + (_plan(scene, width) if g.campaign else [])


def _upgrade(scene: Scene, upgrade: int, state: int) -> str:
    entry = scene.models.upgrades.get(scene.upgrade_id(upgrade))
    cost = f"{amount(int(scene.t.upgrade_cost[upgrade]), 'Coin')}, " if state == o.UPGRADE_UNLOCKED else ""
    used = ", used" if scene.g.upgrade_used[upgrade] else ""
    return f"{scene.upgrade_id(upgrade)}{used} ({cost}{entry.text if entry else ''})"


def _away(scene: Scene, width: int) -> list[str]:
    """Return what Explorers who are not in play have."""
    g = scene.g
    lines = []
    for who in range(o.EXPLORERS):
        if g.seat[who] >= 0:
            continue
        parts = [amount(int(g.fate[who]), "Fate token")] if g.fate[who] else []
        parts += [scene.trauma(k) for k in bits(int(g.trauma[who]))]
        parts += [scene.object_id(k) for k in range(o.OBJECTS) if g.object_owner[k] == who]
        parts += [a.EXPERIENCE_IDS[k] for k in range(o.EXPERIENCE) if g.experience_owner[k] == who]
        lines += wrap(width, f"  {scene.explorer(who)} (not in play): ", parts) if parts else []
    return lines


def _plan(scene: Scene, width: int) -> list[str]:
    """Return the results of the campaign so far, and the next team."""
    g = scene.g
    played = [
        f"{scene.content.episode(k).episode.title}: {o.RESULT_IDS[int(g.results[k])]}"
        for k in range(o.EPISODE_SLOTS)
        if g.results[k]
    ]
    lines = wrap(width, "  episodes played: ", played, separator="; ") if played else []
    if g.slot < g.last_slot:
        following = int(g.slot) + 1
        team = [scene.explorer(int(k)) for k in g.plan_explorer[following][: int(g.plan_players[following])]]
        title = scene.content.episode(following).episode.title
        lines += wrap(width, f"  next episode: {title}, with ", team)
    return lines
