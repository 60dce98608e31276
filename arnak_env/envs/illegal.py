"""What happens when an action is not allowed by the mask."""

from __future__ import annotations

import warnings

from arnak_env.core.batch import GameBatch, IllegalAction

ILLEGAL_ACTIONS = ("ignore", "raise", "terminate")

CURE = (
    "An illegal action was ignored: the game did not change. Pick among the legal ones, for example with "
    '`env.action_space.sample(info["action_mask"])`, `env.unwrapped.action_masks()` or '
    "`model.predict(observation, action_masks=...)`. Further ones are only counted, in "
    '`info["illegal_action"]`; `illegal_action="raise"` stops at the first with its reason.'
)


class IllegalActionWarning(UserWarning):
    """Given once per environment when it ignores an illegal action."""


def warn_ignored() -> None:
    """Warn that an illegal action was ignored and say what to do instead."""
    warnings.warn(CURE, IllegalActionWarning, stacklevel=3)


def reason(batch: GameBatch, index: int, action: int) -> IllegalAction:
    """Return the error that says in game words why game `index` does not allow this action."""
    try:
        batch.clone([index]).step([action], illegal="raise")
    except IllegalAction as error:
        return error
    raise RuntimeError(f"action {action} was refused by its mask but can be taken; please report this")
