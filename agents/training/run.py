"""A training run with stable-baselines3: from a configuration to a model with its card, and on from a checkpoint."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from agents.folders import OneWriter, make_writable, write_text
from agents.interrupts import stop_on_interrupt
from agents.model_files import (
    DESCRIPTION,
    MODEL,
    ModelDescription,
    described,
    missing_train_extra,
    read_description,
    sha256,
    write_description,
)
from agents.ppo import schema_of
from agents.training import environments, network
from agents.training.card import PLOT, save_plot, this_machine, write_card
from agents.training.checkpoint import (
    CHECKPOINT,
    read_checkpoint,
    remove_leftovers,
    set_random_state,
    what_changed,
    write_checkpoint,
    write_draft,
)
from agents.training.config import ImitationConfig, TrainingConfig
from agents.training.evaluation import FINAL, evaluate, kind_of
from agents.training.games import TableEnvironment
from agents.training.imitation import imitate
from agents.training.known import check_agents
from agents.training.logs import logger_for
from agents.training.network_agent import NetworkAgent
from agents.training.pool import FOLDER as POOL
from agents.training.pool import Pool
from agents.training.records import CurvePoint, Ending, FinalEvaluation, GroupResult, TrainingRecord
from agents.training.start import start_from
from agents.training.teacher import TeacherGames
from agents.training.watch import NotFinite, Snapshot, Watch, mean_return, restore
from arnak_env.core.fingerprint import rules_fingerprint

try:
    import torch
except ImportError as error:
    raise missing_train_extra(error) from None

BEST = "best"
LOGS = "tensorboard"
_SAME = ("environment", "ppo")
_SAME_EVALUATION = ("games", "seed", "opponents")
_FOREVER = 2**40


class TrainingDiverged(Exception):
    """The network's numbers stopped being finite; the last good model is saved."""


class Training:
    """A training run; use it in a ``with`` statement, or call `close`, as it keeps the output folder for this process.

    Args:
        config: the checked configuration.
        overwrite: replace the training that lies in the output folder.
        resume: go on with its checkpoint.

    Raises:
        FileExistsError: when the output folder already holds a model and neither is given.
        FileNotFoundError: when there is no checkpoint to go on with, or no model to start from.
        OSError: when nothing can be written to the output folder, or another process writes there.
        ValueError: when the training to go on with was another one, or as long as was asked for; or the model to start
            from has other layers; or an agent that the configuration names does not know its games.
    """

    def __init__(self, config: TrainingConfig, *, overwrite: bool = False, resume: bool = False) -> None:
        self.config = config
        self.out = config.out
        self.content = environments.load_facts(config.environment)
        check_agents(config, self.content)
        made = make_writable(self.out)
        self._lock = OneWriter(self.out)
        self._started_from: Path | None = None
        try:
            self._before = self._earlier_training(overwrite, resume)
            torch.set_num_threads(config.threads)
            self.environment = environments.ResumableMonitor(
                environments.make_games(config.environment, self.content), environments.shaping_of(config.environment)
            )
            self.model = network.new_model(config, self.environment)
            self.pool = self._new_pool()
            if self._before is not None:
                self._restore(self._before)
            elif config.start_from is not None:
                self._started_from = start_from(self.model, config.start_from, config.environment.observation)
            if overwrite:  # not before it is sure that there will be another one
                self._remove_earlier()
        except BaseException:
            self._lock.withdraw(made)
            raise
        self._written = float("-inf")
        self._written_updates = 0
        self._told = ""

    def __enter__(self) -> Training:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the output folder free for other processes."""
        self._lock.release()

    # --- the run ------------------------------------------------------------------------------------------------------
    def run(self) -> TrainingRecord:
        """Train with a progress bar, save, and say how it went. Ctrl-C ends the training and saves too.

        Raises:
            TrainingDiverged: when the network broke; the last good model is saved.
            Stopped: when it was interrupted before the first update, while a teacher played or was imitated.
            OSError: when the model cannot be saved.
        """
        before = self._before
        with stop_on_interrupt() as stop:
            watch = self.watch = self._new_watch(stop)
            self.model.set_logger(logger_for(self.out / LOGS, self.config.tensorboard, watch.say))
            if self._started_from is not None:
                watch.say(f"The network starts with the weights of {self._started_from}.")
            if self.pool is not None and before is None:
                self.pool.offer(0)
                self.pool.seat(self.environment.venv, 0)
            if before is not None:
                watch.continue_from(before)
                self._note_changes(before, watch)
                set_random_state(before["random"])
            steps = (self.config.steps or _FOREVER) - self.model.num_timesteps
            ended: Ending = "interrupted"
            try:
                if before is None and self.config.imitation is not None:
                    self._imitate(self.config.imitation, watch, stop)
                with self._keeping_what_is_good(watch):
                    self.model.learn(total_timesteps=steps, callback=watch, reset_num_timesteps=before is None)
                ended = "interrupted" if watch.stopped else "finished"
            except KeyboardInterrupt:  # pressed twice, maybe in the middle of an update
                if not watch.latest:  # before the first one: what is written already is all there is
                    raise
                self._go_back(watch)
            finally:
                watch.close(ended == "finished")
                self.model.logger.close()
        return self._end(watch, ended)

    def _end(self, watch: Watch, ended: Ending) -> TrainingRecord:
        """Save the model, play the evaluation at the end, and save what came out; Ctrl-C only skips the evaluation."""
        self._write_checkpoint(watch.latest)
        if ended != "finished" or not self.config.evaluation.final_games:
            return self._save(watch, watch.latest, ended)
        record = self._save(watch, watch.latest, "interrupted")  # until it is evaluated
        try:
            final = self._final_evaluation(watch)
        except KeyboardInterrupt:
            return record
        record = self._save(watch, watch.latest, ended, final)
        self._tell_best(final)
        return record

    def _imitate(self, asked: ImitationConfig, watch: Watch, stop: Callable[[], bool]) -> None:
        """Let the network begin as its teacher plays; `Stopped` when interrupted, `TrainingDiverged` when it broke."""
        games = TeacherGames(self.config, self.content)
        games.play(watch.show_teacher, stop)
        kind: Any = kind_of(self.config.environment)
        form = self.config.environment.observation
        try:
            found = imitate(self.model, asked, games, kind.forms, form, watch.show_share, stop)
        except NotFinite as error:
            raise TrainingDiverged(str(error)) from None
        watch.imitation = found
        watch.say(
            f"The network imitates {asked.teacher}: in games it has not seen, {100 * found.same_action:.1f} % of its "
            "choices are the same."
        )

    @contextmanager
    def _keeping_what_is_good(self, watch: Watch) -> Iterator[None]:
        """Save the last sound network when anything goes wrong, whatever it is."""
        try:
            yield
        except Exception as error:
            steps, broken = self.model.num_timesteps, self._is_broken(watch, error)
            self._go_back(watch, sound=broken)
            if not watch.latest:  # before the first update
                raise
            self._write_checkpoint(watch.latest)
            record = self._save(watch, watch.latest, "diverged" if broken else "failed")
            where = f"the last good model ({record.steps:,} decisions) is saved in {self.out}"
            if not broken:
                error.add_note(where)
                raise
            raise TrainingDiverged(
                f"training diverged after {steps:,} decisions: the network's numbers are no longer finite; {where}. "
                "Train again with --overwrite and a smaller ppo.learning_rate, ppo.max_grad_norm or ppo.clip_range"
            ) from error

    def _go_back(self, watch: Watch, *, sound: bool = False) -> None:
        """Put the state before this update back, or the last one that is known to be sound."""
        if sound and watch.sound:
            watch.latest = watch.sound
        if watch.latest:
            restore(self.model, watch.latest)

    def _is_broken(self, watch: Watch, error: Exception) -> bool:
        """Return whether the network no longer gives finite numbers, which torch reports as wrong values."""
        if isinstance(error, NotFinite):
            return True
        seen = watch.locals.get("obs_tensor")
        if seen is None:  # not a single decision was taken
            return False
        try:
            with torch.no_grad():
                distribution = self.model.policy.get_distribution(seen).distribution
                numbers = (distribution.logits, self.model.policy.predict_values(seen))
        except (ValueError, RuntimeError):
            return True
        return not all(bool(torch.isfinite(values).all()) for values in numbers)

    def _new_watch(self, stop: Any) -> Watch:
        return Watch(
            self.config,
            stop,
            evaluate=self._evaluate,
            on_best=self._save_best,
            on_sound=self._write_when_due,
            pool=self.pool,
        )

    # --- beginning ----------------------------------------------------------------------------------------------------
    def _earlier_training(self, overwrite: bool, resume: bool) -> Snapshot | None:
        """Return the checkpoint to go on with, None when a new training is asked for; clean up in the folder."""
        for folder in (self.out, self.out / BEST, self.out / POOL):
            remove_leftovers(folder)
        if resume:
            if not (self.out / CHECKPOINT).is_file() and TeacherGames.waiting_in(self.out):
                return None  # it was stopped before it began to learn
            before = read_checkpoint(self.out)
            self._check_same(before)
            done = (before["steps"], before["seconds"])
            complete = done[0] >= (self.config.steps or _FOREVER) or done[1] >= (self.config.seconds or float("inf"))
            if complete and self._is_evaluated(before):
                raise ValueError(
                    f"the model in {self.out} has its training already ({done[0]:,} decisions in {done[1]:.0f} "
                    "seconds); to go on, raise 'steps' and 'seconds' in the configuration, or --seconds"
                )
            return before
        if not overwrite and any((self.out / name).exists() for name in (MODEL, CHECKPOINT)):
            raise FileExistsError(
                f"{self.out} already holds a model; go on with --resume, replace it with --overwrite, or name another "
                "folder with --out"
            )
        return None

    def _remove_earlier(self) -> None:
        """Remove what an earlier training left, but for the model itself, which stays until there is another one."""
        (self.out / CHECKPOINT).unlink(missing_ok=True)
        (self.out / PLOT).unlink(missing_ok=True)
        for name in (BEST, POOL, LOGS):
            shutil.rmtree(self.out / name, ignore_errors=True)

    def _is_evaluated(self, before: Snapshot) -> bool:
        """Return whether the model of a complete training was saved with its evaluation at the end."""
        path = self.out / MODEL
        if not path.is_file():
            return False
        record = read_description(path).training
        return record.ended == "finished" and record.steps == before["steps"]

    def _check_same(self, before: Snapshot) -> None:
        # Entries that the file did not know yet count as what they are when they are left out.
        old, new = TrainingConfig.model_validate(before["configuration"]).as_written(), self.config.as_written()
        lines = []
        for part in _SAME:
            # Of the content its facts count, not where their file lies.
            keys = [key for key in new[part] if (part, key) != ("environment", "content")]
            lines += _differences(old[part], new[part], keys, f"{part}.")
        lines += _differences(old["evaluation"], new["evaluation"], _SAME_EVALUATION, "evaluation.")
        lines += _differences(old, new, ("seed", "start_from", "imitation"), "")
        for what, then, now in (
            ("version of the action numbers", before["actions"], _schema(self.config.environment)),
            ("entries of an observation", before["observation_size"], kind_of(self.config.environment).forms.size),
        ):
            if then != now:
                lines.append(f"    {what}: {then} before, {now} now")
        if before["content"] != self.content.fingerprint:
            lines.append(f"    fingerprint of the content: {before['content']} before, {self.content.fingerprint} now")
        if lines:
            raise ValueError(
                f"the model in {self.out} was trained differently, so it cannot go on with this configuration:\n"
                + "\n".join(lines)
            )

    def _new_pool(self) -> Pool | None:
        games = self.config.environment
        if not isinstance(games, TableEnvironment):
            return None
        return Pool(games, self.out, self.config.seed, self.model.policy, self.content)

    def _restore(self, before: Snapshot) -> None:
        """Put network, games and opponents where a checkpoint says; what is drawn at random follows in `run`."""
        restore(self.model, before)
        seated = {}
        if self.pool is not None:
            self.pool.set_state(before["pool"])
            seated = {"opponents": self.pool.seated(before["games_state"])}
        self.environment.set_state(before["games_state"], **seated)

    def _surroundings(self) -> dict[str, Any]:
        """Return what may make a training go another way, beside its configuration and the facts."""
        from agents.arena.configuration import versions

        game = environments.game_of(self.config.environment)
        return {"rules": rules_fingerprint(self.content.fingerprint, game), "versions": versions(learning=True)}

    def _note_changes(self, before: Snapshot, watch: Watch) -> None:
        """Tell, and write down, when rules or packages are others than those a training was begun with."""
        changed = what_changed(before, self._surroundings())
        if changed:
            watch.resumed.append("; ".join(changed))
            watch.say(
                "The training goes on, but maybe not as it would have without the interruption:\n"
                + "\n".join(f"    {line}" for line in changed)
            )

    # --- evaluating ---------------------------------------------------------------------------------------------------
    def _evaluate(self, *, final: bool = False) -> list[GroupResult]:
        games: Any = self.config.environment
        learner = NetworkAgent("learner", self.model.policy, kind_of(games).forms, games.observation)
        return evaluate(learner, self.config, self.content, final=final)

    def _final_evaluation(self, watch: Watch) -> FinalEvaluation:
        """Play the games at the end, with the last and with the best network."""
        asked = self.config.evaluation
        last = self._evaluate(final=True)
        best, best_steps = [], int(watch.latest["steps"])
        if watch.best is not None and watch.best.steps != best_steps and (self.out / BEST / MODEL).is_file():
            best_steps = watch.best.steps
            start_from(self.model, self.out / BEST, self.config.environment.observation)
            best = self._evaluate(final=True)
            restore(self.model, watch.latest)
        return FinalEvaluation(seed=asked.seed + FINAL, last=last, best=best, best_steps=best_steps)

    # --- writing ------------------------------------------------------------------------------------------------------
    def _write_when_due(self, state: Snapshot) -> None:
        """Write checkpoint and model when it is time. What cannot be written now is told, and tried again later."""
        asked = self.config.checkpoint
        waited = time.monotonic() - self._written
        by_time = asked.minutes is not None and waited >= 60 * asked.minutes
        by_updates = asked.updates is not None and state["updates"] - self._written_updates >= asked.updates
        first = self._written == float("-inf")
        if not (first or by_time or by_updates):
            return
        self._written, self._written_updates = time.monotonic(), state["updates"]
        try:
            self._write_checkpoint(state)
            self._save(self.watch, state, "unfinished")
            self._told = ""
        except OSError as error:
            words = f"The checkpoint could not be written: {error}; the training goes on and tries again."
            if words != self._told:  # it may go on like that for hours
                self.watch.say(words)
            self._told = words

    def _write_checkpoint(self, state: Snapshot) -> None:
        write_checkpoint(
            self.out,
            {
                "configuration": self.config.as_written(),
                "content": self.content.fingerprint,
                "actions": _schema(self.config.environment),
                "observation_size": kind_of(self.config.environment).forms.size,
                **self._surroundings(),
                **state,
            },
        )
        TeacherGames.learned_in(self.out)
        if self.pool is not None:
            self.pool.tidy(state)

    def _save_best(self, state: Snapshot) -> None:
        folder = self.out / BEST
        try:
            folder.mkdir(exist_ok=True)
            self._save(self.watch, state, "unfinished", folder=folder)
        except OSError as error:
            self.watch.say(f"The best model could not be written: {error}; the training goes on.")

    def _tell_best(self, final: FinalEvaluation) -> None:
        """Add the evaluation at the end to the description of the best model."""
        path = self.out / BEST / MODEL
        if not final.best:
            return
        description = read_description(path)
        description.evaluation = final
        description.training.ended = "finished"
        write_text(path.with_name(DESCRIPTION), described(description))
        save_plot(path.parent, self.config.name, description.curve)
        write_card(path.parent, description)

    def _save(
        self,
        watch: Watch,
        state: Snapshot,
        ended: Ending,
        final: FinalEvaluation | None = None,
        folder: Path | None = None,
    ) -> TrainingRecord:
        """Write the model with description and card; return how it was trained."""
        from agents.arena.configuration import versions

        folder = folder or self.out
        record = TrainingRecord(
            steps=state["steps"],
            games=state["games"],
            seconds=round(state["seconds"], 1),
            ended=ended,
            last_mean_return=mean_return(state["returns"]),
            updates=state["updates"],
            resumed=state["resumed"],
        )
        path = folder / MODEL
        here, self.model.num_timesteps = self.model.num_timesteps, state["steps"]
        draft = write_draft(self.model, path)
        self.model.num_timesteps = here
        description = ModelDescription(
            algorithm="MaskablePPO",
            game=environments.game_of(self.config.environment),
            actions=_schema(self.config.environment),
            observation_size=int(self.environment.observation_space.shape[0]),
            content=self.content.fingerprint,
            configuration=self.config,
            training=record,
            curve=[CurvePoint.model_validate(point) for point in state["curve"]],
            imitation=state["imitation"],
            evaluation=final,
            machine=this_machine(self.config.threads),
            versions=versions(learning=True),
            sha256=sha256(draft),
        )
        try:
            write_description(path, draft, description)
        finally:
            draft.unlink(missing_ok=True)
        if ended != "unfinished":
            save_plot(folder, self.config.name, description.curve)
        write_card(folder, description)
        return record


def _differences(old: dict[str, Any], new: dict[str, Any], keys: Any, where: str) -> list[str]:
    return [
        f"    {where}{key}: {old.get(key)!r} before, {new.get(key)!r} now"
        for key in keys
        if old.get(key) != new.get(key)
    ]


def _schema(games: Any) -> int:
    """Return the version of the action numbers of a game."""
    return schema_of(environments.game_of(games))
