"""A learning rate that follows the progress of a training, which stable-baselines3 knows by decisions only."""

from __future__ import annotations

from agents.training.entries import LinearRate, at_share


class LearningRate:
    """A schedule for stable-baselines3.

    Args:
        schedule: the values at the start and at the end.

    Attributes:
        share: how much of the training is done, 0 to 1; whoever watches the training sets it.
    """

    def __init__(self, schedule: LinearRate) -> None:
        self.schedule = schedule
        self.share = 0.0

    def __call__(self, progress_remaining: float) -> float:
        """Return the learning rate; what stable-baselines3 takes for the rest of the training is not looked at."""
        return at_share(self.schedule, self.share)
