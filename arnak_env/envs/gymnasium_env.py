"""The solo game against the rival as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.content import Content
from arnak_env.core.arguments import one_of
from arnak_env.envs.arguments import action_number, options_of, positive
from arnak_env.envs.endings import solo_endings
from arnak_env.envs.episodes import Episodes, seed_of_one_game
from arnak_env.envs.frames import frame
from arnak_env.envs.illegal import ILLEGAL_ACTIONS, reason, warn_ignored
from arnak_env.envs.lifetime import check_begun, check_open
from arnak_env.envs.observations import OBSERVATIONS, in_form, observation_space
from arnak_env.envs.rewards import FORFEIT, REWARDS, solo_margin
from arnak_env.envs.settings import Settings

RENDER_MODES = ("ansi", "human")
MAX_DECISIONS = 5000  # several times the longest game; only a player who keeps choosing illegal actions gets there


class ArnakSoloEnv(gymnasium.Env[np.ndarray, int]):
    """One player against the solo rival of Lost Ruins of Arnak, on the boards of the base game and of Twisted Paths.

    ## Description
    A deck-building and worker-placement game over five rounds: dig and discover sites, overcome guardians, buy cards,
    research, and have more points at the end than the rival, whose stack of action tiles sets the difficulty. Every
    step is one decision of the player; the rival's actions and forced choices resolve inside the step.

    ## Action Space
    `Discrete(869)`. `arnak_env.arnak.actions` lists them; `env.unwrapped.action_words(action)` names one, for example
    `dig camp_coin.1`. Moves of several parts (travel payments, effects with choices) are several decisions.

    ## Observation Space
    One flat `Box`. `observation="raw"`: uint8, each entry from 0 to its own maximum. `observation="scaled"`: float32,
    each entry divided by that maximum. `arnak_env.arnak.observation.PIECES` names the slices.

    ## Legal Actions Mask
    `info["action_mask"]` at reset and at every step: int8, shape (869,), 1 for a legal action. The same as a bool array
    from `env.unwrapped.action_masks()`. It always has at least one 1, after the end too.

    ## Starting State
    The set-up of the rulebooks, drawn by the seed. The k-th reset without a seed plays episode k of the same seed.

    ## Rewards
    `reward="win"` (default): 1 for a win, 0 for a tie, -1 for a loss, at the end. `"score"`: own score minus the
    rival's, / 100, at the end. `"potential"`: the change of that margin at every step, with 0 before the first step, so
    that an episode adds up to the `score` reward.

    ## Episode End
    Terminated: the fifth round is over. Truncated: after `max_decisions` steps, illegal actions included. A step after
    either raises `gymnasium.error.ResetNeeded`.

    ## Information
    Always `action_mask` and `illegal_action` (how many of this episode). When terminated also `score`, `rival_score`,
    `score_parts` (points by category), `result` ("win", "tie" or "loss") and `is_success` (True for a win).

    ## Arguments
    | argument | default | meaning |
    |---|---|---|
    | `board` | `"bird"` | `"bird"`, `"snake"`, `"spider"` or `"owl"` |
    | `difficulty` | `0` | 0 to 10: up to 5 the number of the rival's red tiles; above, red ones turn purple |
    | `rival_tiles` | `None` | colour of the rival's tile pairs, e.g. `{"discover": "red"}`; None: drawn by difficulty |
    | `switches` | `()` | names of open rule questions to answer the other way |
    | `objectives` | `0` | 0, 2, 3 or 4: rival objectives dealt each round |
    | `first_objective_worth_four` | `False` | the first objective of each round is worth 4 points instead of 2 |
    | `expansion_components` | `None` | with the sites, guardians, assistants, idols and bonus tiles of Twisted Paths; |
    | | | None: on the Spider and the Owl Temple only |
    | `reward` | `"win"` | `"win"`, `"score"` or `"potential"` |
    | `observation` | `"raw"` | `"raw"` or `"scaled"` |
    | `illegal_action` | `"ignore"` | `"ignore"`: nothing changes, reward 0, counted, one warning; `"raise"`: |
    | | | `IllegalAction` with the reason; `"terminate"`: the game is lost, reward -1 |
    | `max_decisions` | `5000` | steps after which an episode is truncated |
    | `render_mode` | `None` | `"ansi"`: `render()` returns text; `"human"`: prints it after every step |
    | `content` | `None` | other printed facts: the path of an override file, or a `Content`; None: ours |

    `reset(options=...)` takes `board`, `difficulty`, `rival_tiles`, `switches`, `objectives`,
    `first_objective_worth_four` and `expansion_components`; they hold until changed again. A new difficulty without
    `rival_tiles` has the tiles drawn again.

    ## Version History
    v0: first version.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}

    def __init__(
        self,
        board: str = "bird",
        difficulty: int = 0,
        rival_tiles: dict[str, str] | None = None,
        switches: Sequence[str] = (),
        objectives: int = 0,
        first_objective_worth_four: bool = False,
        expansion_components: bool | None = None,
        reward: str = "win",
        observation: str = "raw",
        illegal_action: str = "ignore",
        max_decisions: int = MAX_DECISIONS,
        render_mode: str | None = None,
        content: str | Path | Content | None = None,
    ) -> None:
        given: dict[str, list[Any]] = {
            "board": [board],
            "difficulty": [difficulty],
            "rival_tiles": [rival_tiles],
            "switches": [switches],
            "objectives": [objectives],
            "first_objective_worth_four": [first_objective_worth_four],
            "expansion_components": [expansion_components],
        }
        self._settings = Settings.checked(given, range(1))
        self._reward = one_of("reward", reward, REWARDS)
        self._form = one_of("observation", observation, OBSERVATIONS)
        self._on_illegal = one_of("illegal_action", illegal_action, ILLEGAL_ACTIONS)
        self.max_decisions = positive("max_decisions", max_decisions)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self._content = content
        self._batch = self._settings.batch(content)
        self._episodes = Episodes(1)
        self._action = np.zeros(1, np.int64)
        self._steps = self._illegal = 0
        self._margin = 0.0
        self._begun = self._closed = False
        self._ended = ""  # not empty: why step() is refused
        self._warned = False
        self.observation_space = observation_space(self._form)
        self.action_space = spaces.Discrete(ACTIONS)  # type: ignore[assignment]  # actions are plain ints

    @property
    def batch(self) -> Batch:
        """The game itself, as a batch of one: `env.unwrapped.batch.clone()` is the way to search ahead."""
        return self._batch

    def action_masks(self) -> np.ndarray:
        """Return the legal actions as a bool array of shape (869,). sb3-contrib looks for this name."""
        return self._batch.mask[0].astype(bool)

    def action_words(self, action: int) -> str:
        """Return the stable name of an action, for example `dig camp_coin.1`."""
        return self._batch.action_words(0, action_number(action, ACTIONS))

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
        self._batch.reset(seed=self._episodes.seed, episode=self._episodes.episode)
        self._steps = self._illegal = 0
        self._margin = 0.0
        self._begun, self._ended = True, ""
        if self.render_mode == "human":
            self.render()
        return in_form(self._form, self._batch.observation[0]), self._info()

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
        self._action[0] = number = action_number(action, ACTIONS)
        forfeit = False
        if batch.mask[0, number]:
            batch.step(self._action, illegal="ignore")  # just checked; "raise" would check again
        else:
            forfeit = self._refuse(number)
        self._steps += 1
        terminated = forfeit or bool(batch.player[0] < 0)
        truncated = not terminated and self._steps >= self.max_decisions
        reward = 0.0
        ending: dict[str, Any] = {}
        if self._reward == "potential" and not forfeit:
            margin = float(solo_margin(batch.scores())[0])
            reward, self._margin = margin - self._margin, margin
        if terminated:
            reward, ending = self._end(reward, forfeit)
        elif truncated:
            self._ended = f"the episode was truncated after {self._steps} steps; call reset()"
        if self.render_mode == "human":
            self.render()
        return in_form(self._form, batch.observation[0]), reward, terminated, truncated, self._info() | ending

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
        text = frame(self._batch, 0)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """End the use of the environment; closing it twice is fine."""
        self._closed = True

    def _refuse_step(self) -> None:
        check_open("step", self._closed)
        check_begun("step", self._begun)
        raise ResetNeeded(f"step() cannot go on: {self._ended}")

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.mask[0].copy(), "illegal_action": self._illegal}

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
        endings = solo_endings(self._batch, np.zeros(1, np.int64), np.array([forfeit]))
        if forfeit:
            reward = FORFEIT
        elif self._reward == "win":
            reward = float(endings.win[0])
        elif self._reward == "score":
            reward = float(endings.margin[0])
        return reward, endings.info(0)
