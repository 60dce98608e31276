"""Numbers of the actions for drawing between equally good ones; they stay what they are when later sets add actions.

Action numbers do not: new verbs and components go where they belong. A draw by them would change how the agent plays
games in which none of the new actions occurs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o

# What the base game has of each verb, in its order; components of later sets follow those of the base game.
_BASE_TRACK = 15
_BASE_CHOICES = 18
_BASE_BONUS_TYPES = 6
_BASE_GAME = (
    ("pass", 1),
    ("end turn", 1),
    ("decline", 1),
    ("accept", 1),
    ("choose", _BASE_CHOICES),
    ("dig", o.SPACES),
    ("discover", o.SITES - o.CAMPS),
    ("overcome", o.SITES),
    ("buy", o.FIRST_STARTING),
    ("play", o.CARDS),
    ("research glass", _BASE_TRACK),
    ("research notebook", _BASE_TRACK),
    ("temple", o.TEMPLE_STACKS),
    ("use assistant", 2),
    ("boon", o.BASE_GUARDIANS),
    ("slot", o.SLOT_EFFECTS),
    ("pay card", o.CARDS),
    ("pay leftover", len(o.ICONS)),
    ("hire plane", 1),
    ("exile hand", o.CARDS),
    ("exile play", o.CARDS + 1),
    ("take card", o.CARDS),
    ("pick assistant", 2),
    ("pick stack", 3),
    ("rescue", o.BASE_ASSISTANTS),
    ("take bonus", _BASE_BONUS_TYPES),
    ("site", o.SITES),
    ("space", o.SPACES),
)


def tie_numbers() -> NDArray[np.int64]:
    """Return a number for each action: those of the base game first, then the others in their order."""
    base = np.concatenate([a.FIRST[verb] + np.arange(count) for verb, count in _BASE_GAME])
    others = np.setdiff1d(np.arange(a.ACTIONS), base)
    numbers = np.empty(a.ACTIONS, dtype=np.int64)
    numbers[np.concatenate([base, others])] = np.arange(a.ACTIONS)
    return numbers
