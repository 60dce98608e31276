"""What the greedy agent assumes about the questions that an action brings: a fixed order of preference.

A look-ahead of one action would often end in the middle of things, with a travel payment open or an effect undecided.
So the look-ahead answers the questions that follow by this order until the turn goes on, and values that position. The
agent itself does not play by this order: each of those questions gets a look-ahead of its own when it comes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arnak_env.arnak import actions as a
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.content import load_content

_REFUSE = 20.0  # preferences below this are worse than declining


def effect_preference() -> NDArray[np.float32]:
    """Return a number for each action: answers to effects and choices, larger first."""
    preference = np.zeros(a.ACTIONS, dtype=np.float32)
    preference[a.A_DECLINE] = _REFUSE
    for first, count, start in (
        (a.A_ACCEPT, 1, 60.0),
        (a.A_OVERCOME, o.SITES, 58.0),
        (a.A_TEMPLE, o.TEMPLE_STACKS, 57.0),
        (a.A_DISCOVER, 12, 56.0),
        (a.A_GLASS, o.TRACK_SPACES, 55.0),
        (a.A_NOTEBOOK, o.TRACK_SPACES, 54.0),
        (a.A_DIG, o.SPACES, 53.0),
        (a.A_PICK_ASSISTANT, 2, 50.0),
        (a.A_PICK_STACK, 3, 50.0),
        (a.A_RESCUE, o.ASSISTANTS, 50.0),
        (a.A_SITE, o.SITES, 50.0),
        (a.A_SPACE, o.SPACES, 50.0),
        (a.A_TAKE_CARD, o.CARDS, 40.0),
    ):
        # Later components are further up the map and the track; cards are set below.
        preference[first : first + count] = start + np.arange(count) / 100.0
    for word, number in (
        ("jewel", 50.0),
        ("arrowhead", 49.0),
        ("three", 48.0),
        ("two", 47.0),
        ("one", 46.0),
        ("artifact", 45.0),
        ("item", 44.0),
        ("tablet", 43.0),
        ("draw", 42.0),
        ("coin", 41.0),
        ("compass", 40.0),
        ("bonus_tile", 39.0),
        ("row_effect", 38.0),
        ("travel", 37.0),
        ("exile", 36.0),
        ("boat", 35.0),
        ("car", 34.0),
        ("pass", 1.0),
    ):
        preference[a.A_CHOOSE + o.CHOICES.index(word)] = number
    for tile, number in zip(a.BONUS_IDS, (43.0, 42.0, 46.0, 40.0, 45.0, 44.0), strict=True):
        preference[a.A_TAKE_BONUS + a.BONUS_IDS.index(tile)] = number
    worth = _card_worth()
    preference[a.A_BUY : a.A_BUY + o.FIRST_STARTING] = 51.0 + worth[: o.FIRST_STARTING] / 100.0
    preference[a.A_TAKE_CARD : a.A_TAKE_CARD + o.CARDS] = 40.0 + worth
    for first in (a.A_EXILE_HAND, a.A_EXILE_PLAY):
        preference[first : first + o.CARDS] = _REFUSE - 10.0 - worth
        preference[first + o.FEAR] = 62.0
    preference[a.A_EXILE_PLAY + o.CARDS] = 61.0  # a fear tile
    preference[a.A_PAY_CARD : a.A_PAY_CARD + o.CARDS] = 30.0 - worth
    return preference


def payment_preference() -> NDArray[np.float32]:
    """Return a number for each action inside a travel payment: what is missed least goes first."""
    preference = np.zeros(a.ACTIONS, dtype=np.float32)
    preference[a.A_PAY_LEFTOVER : a.A_PAY_LEFTOVER + 4] = 60.0 - np.arange(4)
    preference[a.A_PAY_CARD : a.A_PAY_CARD + o.CARDS] = 50.0 - _card_worth()
    preference[a.A_ASSISTANT : a.A_ASSISTANT + 2] = 30.0
    preference[a.A_HIRE_PLANE] = 20.0
    preference[a.A_BOON : a.A_BOON + o.GUARDIANS] = 10.0
    return preference


def ranked(preference: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the same order in small numbers from 1, so that 0 can stand for what is not allowed."""
    _, places = np.unique(preference, return_inverse=True)
    return (1 + places).astype(np.uint8)


def _card_worth() -> NDArray[np.float32]:
    tables = load_content().tables[0]
    worth = 2.0 + tables["card_cost"].astype(np.float32) + tables["card_icons"] @ np.array([0.0, 0.5, 0.5, 1.0])
    worth[o.FEAR] = 0.0
    return worth.astype(np.float32)
