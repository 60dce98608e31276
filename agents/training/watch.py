"""What looks after a training run: progress, time, Ctrl-C, evaluations, opponents, checkpoints, sound states."""

from __future__ import annotations

import copy
import importlib.util
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from agents.model_files import missing_train_extra
from agents.training.checkpoint import random_state
from agents.training.config import TrainingConfig
from agents.training.environments import ResumableMonitor
from agents.training.network import follow_schedules
from agents.training.pool import Pool
from agents.training.records import CurvePoint, GroupResult, ImitationRecord

try:
    import torch
    from stable_baselines3.common.callbacks import BaseCallback
except ImportError as error:
    raise missing_train_extra(error) from None

Snapshot = dict[str, Any]
"""A state of a training before an update: all that a checkpoint holds."""

_RETURNS = "returns"


class NotFinite(ArithmeticError):
    """The network holds infinite numbers or none at all."""


class Watch(BaseCallback):
    """Accompanies a training from update to update; each begins with games and ends with learning from them.

    Args:
        config: the configuration of the run.
        stop: asked after every step of the games; true ends the training.
        evaluate: plays the evaluation with the network as it is; the first result is that of all games.
        on_best: called when the network did better in an evaluation than ever before.
        on_sound: called with each state that a whole update's games were played with; it decides what is written.
        pool: the opponents at tables, None for other games.
    """

    def __init__(
        self,
        config: TrainingConfig,
        stop: Callable[[], bool],
        *,
        evaluate: Callable[[], list[GroupResult]],
        on_best: Callable[[Snapshot], None],
        on_sound: Callable[[Snapshot], None],
        pool: Pool | None = None,
    ) -> None:
        super().__init__()
        self.config = config
        self.pool = pool
        self.games = 0
        self.updates = 0
        self.curve: list[CurvePoint] = []
        self.imitation: ImitationRecord | None = None
        self.resumed: list[str] = []  # what was no longer the same when the training went on
        self.best: CurvePoint | None = None
        self.stopped = False
        self.latest: Snapshot = {}  # the state before the current update
        self.sound: Snapshot = {}  # the last one that a whole update's games were played with
        self._stop = stop
        self._evaluate = evaluate
        self._on_best = on_best
        self._on_sound = on_sound
        self._playing = False
        self._before = 0.0
        self._start = time.monotonic()
        self._bar, self._task = _progress_bar(config.name)

    # --- going on -----------------------------------------------------------------------------------------------------
    def continue_from(self, state: Snapshot) -> None:
        """Go on with the counters of a checkpoint; network, games and random numbers are the caller's."""
        self.games, self.updates = state["games"], state["updates"]
        self.curve = [CurvePoint.model_validate(point) for point in state["curve"]]
        if state["imitation"] is not None:
            self.imitation = ImitationRecord.model_validate(state["imitation"])
        self.resumed = list(state["resumed"])
        self.best = None if state["best"] is None else CurvePoint.model_validate(state["best"])
        self._before = state["seconds"]

    def _snapshot(self) -> Snapshot:
        """Return the state before an update; later ones do not change it."""
        policy = self.model.policy
        monitor = self.model.get_env()
        assert isinstance(monitor, ResumableMonitor)
        return {
            "policy": copy.deepcopy(policy.state_dict()),
            "optimizer": copy.deepcopy(policy.optimizer.state_dict()),
            "games_state": monitor.get_state(),
            "pool": None if self.pool is None else self.pool.get_state(),
            _RETURNS: [_plain(episode) for episode in self.model.ep_info_buffer or ()],
            "steps": self.num_timesteps,
            "updates": self.updates,
            "games": self.games,
            "seconds": self.seconds(),
            "curve": [point.model_dump() for point in self.curve],
            "imitation": None if self.imitation is None else self.imitation.model_dump(),
            "resumed": list(self.resumed),
            "best": None if self.best is None else self.best.model_dump(),
            "random": random_state(),
        }

    # --- what it knows ------------------------------------------------------------------------------------------------
    def seconds(self) -> float:
        """Return how long the run has taken, earlier parts included."""
        return self._before + time.monotonic() - self._start

    def share(self) -> float:
        """Return how much of the training is done, 0 to 1: by decisions if they are limited, else by time."""
        done = (
            self.num_timesteps / self.config.steps if self.config.steps else self.seconds() / (self.config.seconds or 1)
        )
        return min(1.0, done)

    # --- what is shown ------------------------------------------------------------------------------------------------
    def say(self, text: str) -> None:
        """Print a line above the progress bar."""
        self._bar.console.print(text, markup=False, highlight=False)

    def close(self, finished: bool) -> None:
        """Leave the progress bar as it is, full when the training has run its course."""
        if finished:
            self._bar.update(self._task, completed=1.0)
        self._bar.stop()

    def show_teacher(self, games: int, asked: int) -> None:
        """Show how many games the teacher has played."""
        self.show_share(games / asked, f"the teacher plays: {games:,} of {asked:,} games")

    def show_share(self, share: float, words: str) -> None:
        """Show how much of something is done."""
        self._bar.update(self._task, completed=share, description=words)

    def _show(self) -> None:
        shares = [self.seconds() / self.config.seconds if self.config.seconds else 0.0]
        if self.config.steps:
            shares.append(self.num_timesteps / self.config.steps)
        text = f"{self.num_timesteps:,} decisions"
        mean = mean_return(self.model.ep_info_buffer)
        if mean is not None:
            text += f", return {mean:.3f}"
        if self.curve:
            latest = self.curve[-1].result
            text += f", won {100 * latest.win_rate.value:.0f} %, {latest.score.value:.1f} points"
        self._bar.update(self._task, completed=min(1.0, max(shares)), description=text)

    # --- the course of the training -----------------------------------------------------------------------------------
    def _on_rollout_start(self) -> None:
        self._begin_update()
        self._playing = True

    def _on_step(self) -> bool:
        self.games += int(self.locals["dones"].sum())
        self.stopped = self.stopped or self._stop()
        return not self.stopped and (self.config.seconds is None or self.seconds() < self.config.seconds)

    def _on_rollout_end(self) -> None:
        self._playing = False
        self.updates += 1
        self.sound = self.latest
        self._show()
        self._on_sound(self.sound)

    def _on_training_end(self) -> None:
        if not self._playing:
            self._begin_update()

    def _begin_update(self) -> None:
        """Do what is due between two updates, and remember where things are.

        Raises:
            NotFinite: when the network is broken.
        """
        if not all(bool(torch.isfinite(values).all()) for values in self.model.policy.state_dict().values()):
            raise NotFinite
        follow_schedules(self.model, self.config, self.share())
        self._evaluate_when_due()
        if self.pool is not None:
            self._offer(self.pool)
            self.pool.seat(self.model.get_env().venv, self.updates)
        self.latest = self._snapshot()

    def _offer(self, pool: Pool) -> None:
        try:
            pool.offer(self.updates)
        except OSError as error:
            self.say(f"The pool could not take the network: {error}; the training goes on and tries again.")

    def _evaluate_when_due(self) -> None:
        """Evaluate when it is time, once; a training that goes on from here did so already."""
        every = self.config.evaluation.every
        done = bool(self.curve) and self.curve[-1].steps == self.num_timesteps
        untrained = not self.updates and self.imitation is None
        if every is None or untrained or self.updates % every or done:
            return
        result = self._evaluate()[0]
        point = CurvePoint(
            steps=self.num_timesteps,
            seconds=round(self.seconds(), 1),
            mean_return=mean_return(self.model.ep_info_buffer),
            result=result,
        )
        self.curve.append(point)
        self.logger.record("evaluation/win_rate", result.win_rate.value)
        self.logger.record("evaluation/score", result.score.value)
        if self.best is None or _worth(point) > _worth(self.best):
            self.best = point
            self._on_best(self._snapshot())


def restore(model: Any, state: Snapshot) -> None:
    """Put network, optimizer and counters of a state into a model."""
    model.set_parameters({"policy": state["policy"], "policy.optimizer": state["optimizer"]}, device="cpu")
    model.num_timesteps = state["steps"]
    model.ep_info_buffer = deque(state[_RETURNS], maxlen=100)
    model.ep_success_buffer = deque(maxlen=100)


def mean_return(episodes: Any) -> float | None:
    """Return the mean return of the latest games, None before the first has ended."""
    returns = [float(episode["r"]) for episode in episodes or ()]
    return round(sum(returns) / len(returns), 4) if returns else None


def _worth(point: CurvePoint) -> tuple[float, float]:
    """Return what makes one evaluation better than another: games won, then points."""
    return point.result.win_rate.value, point.result.score.value


def _plain(episode: dict[str, Any]) -> dict[str, float]:
    return {"r": float(episode["r"]), "l": int(episode["l"]), "t": float(episode["t"])}


def _progress_bar(name: str) -> tuple[Any, Any]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    # In a notebook the bar needs ipywidgets; without them one line at the end is better than a warning at each update.
    jupyter = None if importlib.util.find_spec("ipywidgets") else False
    bar = Progress(
        TextColumn("{task.fields[name]}", markup=False),  # a name is neither markup nor a format
        BarColumn(20),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True, force_jupyter=jupyter),
    )
    task = bar.add_task("", total=1.0, name=name)
    bar.start()
    return bar, task
