"""Training of MaskablePPO (sb3-contrib) on the solo game, through the SB3 adapter of the environments."""

from __future__ import annotations

import json
import time
from itertools import product
from pathlib import Path
from typing import Any

from agents.model_files import DESCRIPTION, MODEL, missing_train_extra, sha256
from agents.training_config import TrainingConfig

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecMonitor
except ImportError as error:
    raise missing_train_extra(error) from None


class Training:
    """A training run.

    Args:
        config: the checked configuration.
        overwrite: replace the model that lies in the output folder.

    Raises:
        FileExistsError: when the output folder already holds a model and `overwrite` is not given.
        ValueError: when an entry does not fit the game.
    """

    def __init__(self, config: TrainingConfig, *, overwrite: bool = False) -> None:
        from arnak_env.envs.sb3 import ArnakVecEnv

        self.config = config
        self.out = Path(config.out)
        if (self.out / MODEL).exists() and not overwrite:
            raise FileExistsError(
                f"{self.out} already holds a model; replace it with --overwrite, or name another folder with --out"
            )
        torch.set_num_threads(config.threads)
        games = config.environment
        kinds = list(product(games.objectives, games.difficulties, games.boards))
        chosen = [kinds[i % len(kinds)] for i in range(games.num_envs)]
        self.environment = VecMonitor(
            ArnakVecEnv(
                games.num_envs,
                board=[board for _, _, board in chosen],
                difficulty=[level for _, level, _ in chosen],
                switches=tuple(games.switches),
                objectives=[number for number, _, _ in chosen],
                first_objective_worth_four=[games.first_objective_worth_four and number > 0 for number, _, _ in chosen],
                reward=games.reward,
                observation=games.observation,
            )
        )
        settings = config.ppo.model_dump()
        layers = settings.pop("layers")
        self.model = MaskablePPO(
            "MlpPolicy",
            self.environment,
            seed=config.seed,
            device="cpu",
            verbose=0,
            policy_kwargs={"net_arch": layers},
            **settings,
        )

    def run(self) -> Path:
        """Train with a progress bar, save, and return the model's folder. Ctrl-C ends the training and saves too."""
        watch = _Watch(self.config)
        start = time.monotonic()
        interrupted = False
        try:
            self.model.learn(total_timesteps=self.config.steps or 2**40, callback=watch)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            watch.close()
        self._save(time.monotonic() - start, watch, interrupted)
        return self.out

    def _save(self, seconds: float, watch: _Watch, interrupted: bool) -> None:
        from agents.arena.configuration import versions
        from arnak_env.arnak.actions import SCHEMA
        from arnak_env.arnak.content import load_content

        self.out.mkdir(parents=True, exist_ok=True)
        path = self.out / MODEL
        self.model.save(path)
        description: dict[str, Any] = {
            "algorithm": "MaskablePPO",
            "environment": self.config.environment.model_dump(mode="json"),
            "actions": SCHEMA,
            "observation_size": int(self.environment.observation_space.shape[0]),
            "content": load_content().fingerprint,
            "configuration": self.config.model_dump(mode="json"),
            "training": {
                "steps": int(self.model.num_timesteps),
                "games": watch.games,
                "seconds": round(seconds, 1),
                "interrupted": interrupted,
                "last_mean_return": watch.mean_return(),
            },
            "versions": versions(),
            "sha256": sha256(path),
        }
        (self.out / DESCRIPTION).write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")


class _Watch(BaseCallback):
    """Shows progress and ends the training when its time is up."""

    def __init__(self, config: TrainingConfig) -> None:
        super().__init__()
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self.games = 0
        self._seconds = config.seconds
        self._steps = config.steps
        self._start = time.monotonic()
        self._bar = Progress(
            TextColumn(config.name),
            BarColumn(20),
            TextColumn("{task.percentage:3.0f} %"),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
        )
        self._task = self._bar.add_task("", total=1.0)
        self._bar.start()

    def _on_step(self) -> bool:
        self.games += int(self.locals["dones"].sum())
        if self._seconds is None:
            return True
        return time.monotonic() - self._start < self._seconds

    def _on_rollout_end(self) -> None:
        used = time.monotonic() - self._start
        shares = [used / self._seconds if self._seconds else 0.0]
        if self._steps:
            shares.append(self.num_timesteps / self._steps)
        mean = self.mean_return()
        text = f"{self.num_timesteps:,} decisions"
        if mean is not None:
            text += f", return {mean:.3f}"
        self._bar.update(self._task, completed=min(1.0, max(shares)), description=text)

    def mean_return(self) -> float | None:
        """Return the mean return of the latest games, None before the first has ended."""
        buffer = self.model.ep_info_buffer or ()
        returns = [float(episode["r"]) for episode in buffer]
        return round(sum(returns) / len(returns), 4) if returns else None

    def close(self) -> None:
        """Take the progress bar away."""
        self._bar.stop()
