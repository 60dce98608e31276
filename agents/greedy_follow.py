"""What the greedy agent assumes about the questions that an action brings: a fixed order of preference.

A look-ahead of one action would often end in the middle of things, with a travel payment open or an effect undecided.
So the look-ahead answers the questions that follow by this order until the turn goes on, and values that position. The
agent itself does not play by this order: each of those questions gets a look-ahead of its own when it comes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import Content, load_content

_REFUSE = 20.0  # preferences below this are worse than declining


# One after the other as good as the answers of the same kind; what is not listed is as good as the worst of its kind.
_CHOICES = {
    "jewel": 50.0,
    "arrowhead": 49.0,
    "three": 48.0,
    "two": 47.0,
    "one": 46.0,
    "idol": 45.5,
    "artifact": 45.0,
    "site": 44.8,
    "guardian": 44.6,
    "item": 44.0,
    "assistant": 43.8,
    "dark_tablet": 43.4,
    "tablet": 43.0,
    "trade_up": 42.8,
    "draw": 42.0,
    "boon": 41.6,
    "refresh": 41.4,
    "coin": 41.0,
    "compass": 40.0,
    "bonus_tile": 39.0,
    "row_effect": 38.0,
    "travel": 37.0,
    "exile": 36.0,
    "boat": 35.0,
    "car": 34.0,
    "pass": 1.0,
}
_BONUS_TILES = {
    "bonus_tablet": 46.0,
    "bonus_draw": 45.0,
    "bonus_trade_up": 44.0,
    "bonus_coin": 43.0,
    "bonus_silver_effect": 42.8,
    "bonus_coin_or_compass": 42.5,
    "bonus_compass": 42.0,
    "bonus_refresh": 41.0,
    "bonus_exile": 40.0,
}


def effect_preference(content: Content | None = None) -> NDArray[np.float32]:
    """Return a number for each action: answers to effects and choices, larger first.

    Args:
        content: the printed facts that the games are played with.
    """
    tables = load_content(content).tables[0]
    preference = np.zeros(a.ACTIONS, dtype=np.float32)
    preference[a.A_DECLINE] = _REFUSE
    for first, count, start in (
        (a.A_ACCEPT, 1, 60.0),
        (a.A_OVERCOME, o.SITES, 58.0),
        (a.A_TEMPLE, o.TEMPLE_STACKS, 57.0),
        (a.A_DISCOVER, 12, 56.0),
        (a.A_GLASS, o.TRACK_SPACES, 55.0),
        (a.A_LANTERN, o.TRACK_SPACES, 54.5),
        (a.A_NOTEBOOK, o.TRACK_SPACES, 54.0),
        (a.A_DIG, o.SPACES, 53.0),
        (a.A_PEDESTAL, o.IDOL_TYPES, 52.0),
        (a.A_FLIP, o.GUARDIANS, 50.0),
        (a.A_HIDDEN, o.LEVEL_1_TILES + o.LEVEL_2_TILES, 50.0),
        (a.A_PICK_ASSISTANT, 2, 50.0),
        (a.A_PICK_STACK, 3, 50.0),
        (a.A_RESCUE, o.ASSISTANTS, 50.0),
        (a.A_SITE, o.SITES, 50.0),
        (a.A_SPACE, o.SPACES, 50.0),
        (a.A_TAKE_CARD, o.CARDS, 40.0),
    ):
        # Later components are further up the map and the track; cards are set below.
        preference[first : first + count] = start + np.arange(count) / 100.0
    for words, first, numbers in ((o.CHOICES, a.A_CHOOSE, _CHOICES), (a.BONUS_IDS, a.A_TAKE_BONUS, _BONUS_TILES)):
        worst = min(numbers.values())
        for place, word in enumerate(words):
            preference[first + place] = numbers.get(word, worst)
    preference[a.A_OWL_TILE : a.A_OWL_TILE + o.TRACK_SPACES] = 56.5 + tables["owl_points"][o.OWL] / 100.0
    worth = _card_worth(tables)
    preference[a.A_BUY : a.A_BUY + o.FIRST_STARTING] = 51.0 + worth[: o.FIRST_STARTING] / 100.0
    preference[a.A_TAKE_CARD : a.A_TAKE_CARD + o.CARDS] = 40.0 + worth
    for first in (a.A_EXILE_HAND, a.A_EXILE_PLAY):
        preference[first : first + o.CARDS] = _REFUSE - 10.0 - worth
        preference[first + o.FEAR] = 62.0
    preference[a.A_EXILE_PLAY + o.CARDS] = 61.0  # a fear tile
    preference[a.A_PAY_CARD : a.A_PAY_CARD + o.CARDS] = 30.0 - worth
    return preference


def payment_preference(content: Content | None = None) -> NDArray[np.float32]:
    """Return a number for each action inside a payment of travel or tablets: what is missed least goes first."""
    preference = np.zeros(a.ACTIONS, dtype=np.float32)
    preference[a.A_PAY_LEFTOVER : a.A_PAY_LEFTOVER + 4] = 60.0 - np.arange(4)
    preference[a.A_PAY_CARD : a.A_PAY_CARD + o.CARDS] = 50.0 - _card_worth(load_content(content).tables[0])
    preference[a.A_ASSISTANT : a.A_ASSISTANT + 2] = 30.0
    preference[a.A_HIRE_PLANE] = 20.0
    preference[a.A_CHOOSE + o.CHOICE_TABLET] = 9.0  # a dark tablet can do more
    preference[a.A_CHOOSE + o.CHOICE_DARK_TABLET] = 8.0
    preference[a.A_BOON : a.A_BOON + o.GUARDIANS] = 10.0
    return preference


def ranked(preference: NDArray[np.float32]) -> NDArray[np.uint16]:
    """Return the same order in small numbers from 1, so that 0 can stand for what is not allowed."""
    _, places = np.unique(preference, return_inverse=True)
    return (1 + places).astype(np.uint16)


def _card_worth(tables: Any) -> NDArray[np.float32]:
    worth = 2.0 + tables["card_cost"].astype(np.float32) + tables["card_icons"] @ np.array([0.0, 0.5, 0.5, 1.0])
    worth[o.FEAR] = 0.0
    return worth.astype(np.float32)
