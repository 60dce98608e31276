"""Training of MaskablePPO (sb3-contrib) on the solo game, through the SB3 adapter of the environments."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from types import TracebackType
from typing import Any

from agents.base import spread_seed
from agents.folders import OneWriter, make_writable, write_text
from agents.interrupts import stop_on_interrupt
from agents.model_files import (
    DESCRIPTION,
    MODEL,
    Ending,
    ModelDescription,
    TrainingRecord,
    missing_train_extra,
    read_description,
    sha256,
)
from agents.training_config import EnvironmentConfig, TrainingConfig
from agents.training_watch import NotFinite, Watch
from arnak_env.arnak.content import Content, load_content

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor
except ImportError as error:
    raise missing_train_extra(error) from None


class TrainingDiverged(Exception):
    """The network's numbers stopped being finite; the last good model is saved."""


class Training:
    """A training run; use it in a ``with`` statement, or call `close`, as it keeps the output folder for this process.

    Args:
        config: the checked configuration.
        overwrite: replace the model that lies in the output folder.
        resume: go on with that model.

    Raises:
        FileExistsError: when the output folder already holds a model and neither is given.
        FileNotFoundError: when there is no model to go on with.
        OSError: when nothing can be written to the output folder, or another process writes there.
        ValueError: when the model to go on with was trained differently, or as long as was asked for.
    """

    def __init__(self, config: TrainingConfig, *, overwrite: bool = False, resume: bool = False) -> None:
        self.config = config
        self.out = config.out
        make_writable(self.out)
        self.content = load_content(config.environment.content)
        self._lock = OneWriter(self.out)
        try:
            self._before = self._earlier_training(overwrite, resume)
            torch.set_num_threads(config.threads)
            self.environment = VecMonitor(_environment(config.environment, self.content))
            self.model = self._new_model() if self._before is None else self._trained_model(self._before)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Training:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the output folder free for other processes."""
        self._lock.release()

    def run(self) -> TrainingRecord:
        """Train with a progress bar, save, and say how it went. Ctrl-C ends the training and saves too.

        Raises:
            TrainingDiverged: when the network broke; the last good model is saved.
            OSError: when the model cannot be saved.
        """
        before = self._before
        with stop_on_interrupt() as stop:
            watch = Watch(self.config, stop, *(() if before is None else (before.games, before.seconds)))
            ended: Ending = "interrupted"
            steps = (self.config.steps or 2**40) - self.model.num_timesteps
            try:
                with self._keeping_what_is_good(watch):
                    self.model.learn(total_timesteps=steps, callback=watch, reset_num_timesteps=before is None)
                ended = "interrupted" if watch.stopped else "finished"
            except KeyboardInterrupt:  # pressed twice
                watch.restore()
            finally:
                watch.close(ended == "finished")
            return self._save(watch, ended)

    @contextmanager
    def _keeping_what_is_good(self, watch: Watch) -> Iterator[None]:
        """Save the last sound network when anything goes wrong, whatever it is."""
        try:
            yield
        except Exception as error:
            steps, broken = self.model.num_timesteps, self._is_broken(error)
            watch.restore()
            record = self._save(watch, "diverged" if broken else "failed")
            where = f"the last good model ({record.steps:,} decisions) is saved in {self.out}"
            if not broken:
                error.add_note(where)
                raise
            raise TrainingDiverged(
                f"training diverged after {steps:,} decisions: the network's numbers are no longer finite; {where}. "
                "Train again with --overwrite and a smaller ppo.learning_rate, ppo.max_grad_norm or ppo.clip_range"
            ) from error

    def _is_broken(self, error: Exception) -> bool:
        """Return whether the network no longer gives finite numbers, which torch reports as wrong values."""
        if isinstance(error, NotFinite):
            return True
        seen = torch.as_tensor(self.model._last_obs).float()
        try:
            with torch.no_grad():
                distribution = self.model.policy.get_distribution(seen).distribution
                numbers = (distribution.logits, self.model.policy.predict_values(seen))
        except (ValueError, RuntimeError):
            return True
        return not all(bool(torch.isfinite(values).all()) for values in numbers)

    # --- the model ---------------------------------------------------------------------------------------------------
    def _earlier_training(self, overwrite: bool, resume: bool) -> TrainingRecord | None:
        """Return how the model to go on with was trained, None when a new one is asked for."""
        present = (self.out / MODEL).exists()
        if resume:
            if not present:
                raise FileNotFoundError(f"{self.out} holds no model to go on with; leave out --resume to begin one")
            description = read_description(self.out / MODEL)
            self._check_same(description)
            record = description.training
            if record.steps >= (self.config.steps or 2**40) or record.seconds >= (self.config.seconds or float("inf")):
                raise ValueError(
                    f"the model in {self.out} has its training already ({record.steps:,} decisions in "
                    f"{record.seconds:.0f} seconds); to go on, raise 'steps' and 'seconds' in the configuration, or "
                    "--seconds"
                )
            return record
        if present and not overwrite:
            raise FileExistsError(
                f"{self.out} already holds a model; go on with --resume, replace it with --overwrite, or name another "
                "folder with --out"
            )
        return None

    def _check_same(self, before: ModelDescription) -> None:
        lines = []
        for part in ("environment", "ppo"):
            old, new = (getattr(config, part).model_dump() for config in (before.configuration, self.config))
            # Of the content its facts count, not where their file lies.
            keys = [key for key in old if old[key] != new[key] and (part, key) != ("environment", "content")]
            lines += [f"    {part}.{key}: {old[key]!r} before, {new[key]!r} now" for key in keys]
        if before.content != self.content.fingerprint:
            lines.append(f"    fingerprint of the content: {before.content} before, {self.content.fingerprint} now")
        if lines:
            raise ValueError(
                f"the model in {self.out} was trained differently, so it cannot go on with this configuration:\n"
                + "\n".join(lines)
            )

    def _new_model(self) -> Any:
        settings = self.config.ppo.model_dump()
        layers = settings.pop("layers")
        return MaskablePPO(
            "MlpPolicy",
            self.environment,
            seed=self.config.seed,
            device="cpu",
            verbose=0,
            policy_kwargs={"net_arch": layers},
            **settings,
        )

    def _trained_model(self, before: TrainingRecord) -> Any:
        from agents.model_files import load_model

        model = load_model(self.out / MODEL, self.environment)
        # Loading seeds everything as at the start, which would deal the same games again.
        model.set_random_seed(int(spread_seed(self.config.seed, before.steps)) % 2**31)
        return model

    def _save(self, watch: Watch, ended: Ending) -> TrainingRecord:
        from agents.arena.configuration import versions
        from arnak_env.arnak.actions import SCHEMA

        path = self.out / MODEL
        draft = path.with_name("model.draft.zip")
        self.model.save(draft)
        record = TrainingRecord(
            steps=int(self.model.num_timesteps),
            games=watch.games,
            seconds=round(watch.seconds(), 1),
            ended=ended,
            last_mean_return=watch.mean_return(),
        )
        description = ModelDescription(
            algorithm="MaskablePPO",
            actions=SCHEMA,
            observation_size=int(self.environment.observation_space.shape[0]),
            content=self.content.fingerprint,
            configuration=self.config,
            training=record,
            versions=versions(learning=True),
            sha256=sha256(draft),
        )
        os.replace(draft, path)
        write_text(self.out / DESCRIPTION, json.dumps(description.model_dump(mode="json"), indent=2) + "\n")
        return record


def _environment(games: EnvironmentConfig, content: Content) -> Any:
    from arnak_env.envs.sb3 import ArnakVecEnv

    kinds = list(product(games.objectives, games.difficulties, games.boards))
    chosen = [kinds[i % len(kinds)] for i in range(games.num_envs)]
    return ArnakVecEnv(
        games.num_envs,
        board=[board for _, _, board in chosen],
        difficulty=[level for _, level, _ in chosen],
        switches=tuple(games.switches),
        expansion_components=games.expansion_components,
        content=content,
        objectives=[number for number, _, _ in chosen],
        first_objective_worth_four=[games.first_objective_worth_four and number > 0 for number, _, _ in chosen],
        reward=games.reward,
        observation=games.observation,
    )
