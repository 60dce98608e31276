"""What a team cannot know yet: objects, camp upgrades and Adversary cards of later episodes. Statement R-019."""

from __future__ import annotations

from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.content.checks import EPISODE_ORDER
from arnak_env.arkeis.notation import parse_list, uses
from arnak_env.arkeis.words import Names, Scene

_ALWAYS = ("base", "elite", "start")
_CAMP = "camp"  # objects that a camp upgrade gives


def is_known(names: Names, kind: str, entry: str) -> bool:
    """Return whether a component belongs to the episode being played or to what was there before.

    Without a game everything is known.
    """
    if not isinstance(names, Scene):
        return True
    models = names.models
    if kind == "object":
        return _object_known(names, entry)
    if kind == "upgrade":
        state = int(names.g.upgrade[names.content.upgrades[entry]])
        return state != o.UPGRADE_LOCKED or has_come(names, models.upgrades[entry].unlocked_by)
    if kind == "card":
        return has_come(names, models.cards[entry].deck) or entry in _in_play(names)
    return True


def _in_play(scene: Scene) -> set[str]:
    """Return the Adversary cards that somebody uses now; an episode of one's own may use those of any episode."""
    g = scene.g
    used = [int(card) for cards in (g.adversary_card.ravel(), g.kind_card, g.named_card) for card in cards]
    return {scene.adversary_id(card) for card in used if card >= 0}


def _object_known(scene: Scene, entry: str) -> bool:
    if int(scene.g.object_owner[scene.content.objects[entry]]) >= 0:
        return True
    box = scene.models.objects[entry].source
    if box != _CAMP:
        return has_come(scene, box)
    givers = [
        word
        for word, upgrade in scene.models.upgrades.items()
        if any(str(arguments[0]) == entry for arguments in uses(parse_list(upgrade.effects), "gain_object"))
    ]
    return any(is_known(scene, "upgrade", word) for word in givers)


def has_come(scene: Scene, box: str) -> bool:
    """Return whether the box of an episode is open: that of the episode being played, or of one before it in order.

    An episode outside the order stands alone.
    """
    if box in _ALWAYS or box == scene.episode.episode.id:
        return True
    return box in EPISODE_ORDER and scene.slot < o.FIRST_CUSTOM_SLOT and EPISODE_ORDER.index(box) - 1 <= scene.slot
