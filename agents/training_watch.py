"""What looks after a training run: progress, time, Ctrl-C, and the last model that was sound."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any

from agents.model_files import missing_train_extra
from agents.training_config import TrainingConfig

try:
    import torch
    from stable_baselines3.common.callbacks import BaseCallback
except ImportError as error:
    raise missing_train_extra(error) from None


class NotFinite(ArithmeticError):
    """The network holds infinite numbers or none at all."""


class Watch(BaseCallback):
    """Shows progress, ends the training when its time is up, and remembers the last sound network.

    Args:
        config: the configuration of the run.
        stop: asked after every step of the games; true ends the training.
        games, seconds: what an earlier part of the same run has done.
    """

    def __init__(self, config: TrainingConfig, stop: Callable[[], bool], games: int = 0, seconds: float = 0.0) -> None:
        super().__init__()
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self.games = games
        self.stopped = False
        self._stop = stop
        self._seconds = config.seconds
        self._steps = config.steps
        self._start = time.monotonic() - seconds
        self._sound: dict[str, Any] = {}
        self._bar = Progress(
            TextColumn("{task.fields[name]}", markup=False),  # a name is neither markup nor a format
            BarColumn(20),
            TextColumn("{task.percentage:3.0f} %"),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True),
        )
        self._task = self._bar.add_task("", total=1.0, name=config.name)
        self._bar.start()

    def seconds(self) -> float:
        """Return how long the run has taken, earlier parts included."""
        return time.monotonic() - self._start

    def mean_return(self) -> float | None:
        """Return the mean return of the latest games, None before the first has ended."""
        buffer = self.model.ep_info_buffer or ()
        returns = [float(episode["r"]) for episode in buffer]
        return round(sum(returns) / len(returns), 4) if returns else None

    def check(self) -> None:
        """Remember the network if it is sound.

        Raises:
            NotFinite: when it is not.
        """
        policy = self.model.policy
        if not all(bool(torch.isfinite(values).all()) for values in policy.state_dict().values()):
            raise NotFinite
        self._sound = {
            "policy": copy.deepcopy(policy.state_dict()),
            "optimizer": copy.deepcopy(policy.optimizer.state_dict()),
            "steps": self.num_timesteps,
        }

    def restore(self) -> None:
        """Put the last sound network back; before the first check there is nothing to go back to."""
        if not self._sound:
            return
        self.model.policy.load_state_dict(self._sound["policy"])
        self.model.policy.optimizer.load_state_dict(self._sound["optimizer"])
        self.model.num_timesteps = self._sound["steps"]

    def close(self, finished: bool) -> None:
        """Leave the progress bar as it is, full when the training has run its course."""
        if finished:
            self._bar.update(self._task, completed=1.0)
        self._bar.stop()

    def _on_training_start(self) -> None:
        self.check()

    def _on_step(self) -> bool:
        self.games += int(self.locals["dones"].sum())
        self.stopped = self.stopped or self._stop()
        return not self.stopped and (self._seconds is None or self.seconds() < self._seconds)

    def _on_rollout_end(self) -> None:
        self.check()  # a whole rollout was played with it
        shares = [self.seconds() / self._seconds if self._seconds else 0.0]
        if self._steps:
            shares.append(self.num_timesteps / self._steps)
        mean = self.mean_return()
        text = f"{self.num_timesteps:,} decisions"
        if mean is not None:
            text += f", return {mean:.3f}"
        self._bar.update(self._task, completed=min(1.0, max(shares)), description=text)

    def _on_training_end(self) -> None:
        self.check()
