"""One game as a Gymnasium environment: what the single environments of all games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from arnak_env.core.arguments import one_of
from arnak_env.core.batch import GameBatch
from arnak_env.envs.arguments import action_number, options_of, positive
from arnak_env.envs.episodes import Episodes, seed_of_one_game
from arnak_env.envs.forms import OBSERVATIONS
from arnak_env.envs.illegal import ILLEGAL_ACTIONS, reason, warn_ignored
from arnak_env.envs.kinds import FORFEIT, RENDER_MODES, Endings, Kind
from arnak_env.envs.lifetime import check_begun, check_open


class GameEnv(gymnasium.Env[np.ndarray, int]):
    """One agent that takes every decision of a game; the environment of a game is a subclass with its `kind`.

    Args:
        given: the options by name.
        reward, observation, illegal_action, max_decisions, render_mode, content: as the game's environment says.
    """

    kind: ClassVar[Kind]
    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        given: Mapping[str, Any],
        *,
        reward: str,
        observation: str,
        illegal_action: str,
        max_decisions: int,
        render_mode: str | None,
        content: Any,
    ) -> None:
        kind = self.kind
        self._settings = kind.settings.checked({name: [value] for name, value in given.items()}, range(1))
        self._reward = one_of("reward", reward, kind.rewards)
        self._runs = reward in kind.running
        self._form = one_of("observation", observation, OBSERVATIONS)
        self._on_illegal = one_of("illegal_action", illegal_action, ILLEGAL_ACTIONS)
        self.max_decisions = positive("max_decisions", max_decisions)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self._content = content
        self._batch: GameBatch = self._settings.batch(content)
        self._episodes = Episodes(1)
        self._action = np.zeros(1, np.int64)
        self._steps = self._illegal = 0
        self._standing = 0.0
        self._begun = self._closed = False
        self._ended = ""  # not empty: why step() is refused
        self._warned = False
        self.observation_space = kind.forms.space(self._form)
        self.action_space = spaces.Discrete(kind.actions)  # type: ignore[assignment]  # actions are plain ints

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as a bool array of shape (actions,). sb3-contrib looks for this name."""
        return self._batch.mask[0].astype(bool)

    def action_words(self, action: int) -> str:
        """Return the stable name of an action."""
        return self._batch.action_words(0, action_number(action, self.kind.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a game; see the class for seeds and options.

        Raises:
            ValueError, TypeError: for an unknown option or value; the environment stays as it was.
            ClosedEnvironmentError: after `close`.
        """
        check_open("reset", self._closed)
        seeds = seed_of_one_game(seed)
        options = options_of(options)
        changed = self._settings.changed(options, np.arange(1), single=True) if options else self._settings
        super().reset(seed=seeds[0])
        if changed != self._settings:
            self._settings, self._batch = changed, changed.batch(self._content)
        self._episodes.begin(np.arange(1), seeds, self._entropy)
        self._batch.reset(self._episodes.seed, None, self._episodes.episode)
        self._game_begins()
        self._steps = self._illegal = 0
        self._standing = self._first_standing()
        self._begun, self._ended = True, ""
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take one decision.

        Raises:
            ResetNeeded: when the episode has ended, or none was started.
            ClosedEnvironmentError: after `close`.
            IllegalAction: with `illegal_action="raise"`; the game stays as it was.
            TypeError, ValueError: when `action` is not one number of the action space.
        """
        if self._ended or not self._begun or self._closed:
            self._refuse_step()
        batch = self._batch
        self._action[0] = number = action_number(action, self.kind.actions)
        forfeit = False
        if batch.mask[0, number]:
            batch.step(self._action, illegal="ignore")  # just checked; "raise" would check again
            self._decision_taken()
        else:
            forfeit = self._refuse(number)
        self._steps += 1
        terminated = forfeit or bool(batch.player[0] < 0)
        truncated = not terminated and self._steps >= self.max_decisions
        reward = 0.0
        ending: dict[str, Any] = {}
        if self._runs and not forfeit:
            standing = self._standing_now()
            reward, self._standing = standing - self._standing, standing
        if terminated:
            reward, ending = self._end(reward, forfeit)
        elif truncated:
            self._ended = f"the episode was truncated after {self._steps} steps; call reset()"
        if self.render_mode == "human":
            self.render()
        return (
            self.kind.forms.convert(self._form, batch.observation[0]),
            reward,
            terminated,
            truncated,
            self._info() | ending,
        )

    def render(self) -> str | None:
        """Return the position as text (`render_mode="ansi"`) or print it (`"human"`).

        Raises:
            ResetNeeded: before the first reset.
            ClosedEnvironmentError: after `close`.
        """
        check_open("render", self._closed)
        check_begun("render", self._begun)
        if self.render_mode is None:
            gymnasium.logger.warn('render() shows nothing without a render_mode; pass render_mode="ansi" or "human"')
            return None
        text = self._frame()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """End the use of the environment; closing it twice is fine."""
        self._closed = True

    # --- what a game with others at the table does differently --------------------------------------------------------
    def _game_begins(self) -> None:
        """Do what comes before the first decision of a game that was just set up."""

    def _decision_taken(self) -> None:
        """Do what comes between a decision of the player and the next one."""

    def _standing_now(self) -> float:
        return float(self.kind.standing(self._batch, self._reward, None)[0])

    def _endings(self, forfeit: bool) -> Endings:
        return self.kind.endings(self._batch, np.zeros(1, np.int64), np.array([forfeit]))

    def _frame(self) -> str:
        return self.kind.frame(self._batch, 0)

    # ------------------------------------------------------------------------------------------------------------------
    def _refuse_step(self) -> None:
        check_open("step", self._closed)
        check_begun("step", self._begun)
        raise ResetNeeded(f"step() cannot go on: {self._ended}")

    def _observation(self) -> np.ndarray:
        return self.kind.forms.convert(self._form, self._batch.observation[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.mask[0].copy(), "illegal_action": self._illegal}

    def _first_standing(self) -> float:
        return float(np.sum(self.kind.start_standing(self._batch, self._reward, np.arange(1)))) if self._runs else 0.0

    def _entropy(self) -> int:
        return int(self.np_random.integers(2**63))

    def _refuse(self, number: int) -> bool:
        """Handle an illegal action; return True if it ends the game."""
        if self._on_illegal == "raise":
            raise reason(self._batch, 0, number)
        self._illegal += 1
        if self._on_illegal == "ignore" and not self._warned:
            self._warned = True
            warn_ignored()
        return self._on_illegal == "terminate"

    def _end(self, reward: float, forfeit: bool) -> tuple[float, dict[str, Any]]:
        """Return the last reward and the closing entries of `info`."""
        self._ended = "the game is over; call reset()"
        endings = self._endings(forfeit)
        if forfeit:
            reward = FORFEIT
        elif not self._runs:
            reward = float(endings.paid[self._reward][0])
        return reward, endings.info(0)
