"""How the settings of games of Arkeis are given, on top of `arnak_env.core.arguments`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from arnak_env.core import arguments

ELITE_MODES = ("none", "classic", "intermediate")
_LISTS = (list, tuple, set, frozenset, range)


class PerGame(list[Any]):
    """One value per game for certain: in a batch of campaigns a plain list may also mean one value per episode."""


def spread(name: str, value: Any, count: int, each: str = "game", modes: Sequence[Any] = ()) -> list[Any]:
    """Return one value per game from one value, or from a list with one value for each.

    A list may be one value itself: the ids of a team, or the teams of the episodes of a campaign; kinds with an Elite
    card, or the Elite modes of the episodes of a campaign; the episodes of a campaign. Then a list of such lists is one
    value per game.

    Args:
        name: what the argument is called.
        value: one value or one per game.
        count: how many games there are.
        each: what there is one value for, in the error message.
        modes: the mode of each game, when `name` is ``"explorers"`` or ``"elite"``.

    Raises:
        ValueError: when the number of values is not the number of games.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, PerGame) and _is_one_value(name, value, modes):
        return [value] * count
    return arguments.spread(name, value, count, each)


def _is_one_value(name: str, value: Any, modes: Sequence[Any]) -> bool:
    if not isinstance(value, list | tuple | range) or not len(value):
        return name in ("explorers", "elite", "episodes")
    inner = [isinstance(one, _LISTS) for one in value]
    campaigns = bool(modes) and all(mode == "campaign" for mode in modes)
    if name == "explorers":
        teams: list[Any] = [team for team in value if isinstance(team, _LISTS)]
        flat = not any(isinstance(one, _LISTS) for team in teams for one in team)
        return not any(inner) or (campaigns and all(inner) and flat)
    if name == "elite":
        if campaigns:  # one mode, or one list of kinds, per episode
            return not any(is_by_episode(one) for one in value if isinstance(one, _LISTS))
        return not is_by_episode(value)
    return name == "episodes" and not any(inner) and None not in value


def is_by_episode(elite: Iterable[Any]) -> bool:
    """Return whether a list of Elite settings has one entry for each of several, not the kinds of a single one."""
    return any(isinstance(one, _LISTS) or (isinstance(one, str) and one in ELITE_MODES) for one in elite)
