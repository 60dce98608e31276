"""Calls in an order that cannot work: before the first reset, and after close."""

from __future__ import annotations

from gymnasium.error import ClosedEnvironmentError, ResetNeeded


def check_open(call: str, closed: bool) -> None:
    """Refuse a call on an environment that was closed.

    Raises:
        ClosedEnvironmentError: with what to do instead.
    """
    if closed:
        raise ClosedEnvironmentError(f"{call}() cannot go on: the environment was closed; make a new one")


def check_begun(call: str, begun: bool) -> None:
    """Refuse a call that needs a game before there is one.

    Raises:
        ResetNeeded: with what to do first.
    """
    if not begun:
        raise ResetNeeded(f"{call}() cannot go on: call reset() before the first {call}()")
