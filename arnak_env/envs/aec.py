"""A game of several agents as a PettingZoo AEC environment: what those of all games share."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from arnak_env.core.arguments import one_of, shown
from arnak_env.core.batch import GameBatch
from arnak_env.envs.arguments import action_number, options_of, positive
from arnak_env.envs.episodes import Episodes, seed_of_one_game
from arnak_env.envs.forms import OBSERVATIONS, Forms
from arnak_env.envs.illegal import reason, warn_ignored
from arnak_env.envs.kinds import RENDER_MODES
from arnak_env.envs.lifetime import check_begun, check_open

_KNOWN_AFTER_RESET = ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


def wrapped(raw: Callable[..., AECEnv], illegal_reward: float | None, arguments: Mapping[str, Any]) -> AECEnv:
    """Return an environment with PettingZoo's usual checks around it.

    Args:
        raw: makes the environment itself.
        illegal_reward: reward of an agent whose illegal action ends the game for all (`TerminateIllegalWrapper`).
            None leaves that wrapper out: illegal actions are then handled by `illegal_action` of the environment.
        arguments: those of `raw`.
    """
    if illegal_reward is not None and (isinstance(illegal_reward, bool) or not isinstance(illegal_reward, Real)):
        raise ValueError(f"illegal_reward must be a number or None, got {shown(illegal_reward)}")
    wrapped: AECEnv = raw(**arguments)
    if illegal_reward is not None:
        wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=illegal_reward)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class GameAECEnv(AECEnv, ABC):
    """One agent per seat; the environment of a game is a subclass that says what its rewards and endings are.

    Attributes:
        actions: number of actions.
        forms: forms of the observation.
        rewards_known: names of the reward schemes.
        options: what `reset(options=...)` can change, fields of the configuration.

    Args:
        agents: name of the agent in each seat.
        config: the configuration, a frozen dataclass.
        reward, observation, illegal_action, max_cycles, render_mode, content: as the game's environment says.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 4}
    actions: ClassVar[int]
    forms: ClassVar[Forms]
    rewards_known: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        agents: Sequence[str],
        config: Any,
        *,
        reward: str,
        observation: str,
        illegal_action: str,
        max_cycles: int | None,
        render_mode: str | None,
        content: Any,
    ) -> None:
        super().__init__()
        self._reward = one_of("reward", reward, self.rewards_known)
        self._form = one_of("observation", observation, OBSERVATIONS)
        self._on_illegal = one_of("illegal_action", illegal_action, ("ignore", "raise"))
        self.max_cycles = None if max_cycles is None else positive("max_cycles", max_cycles)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self._content = content
        self._seats = len(agents)
        self._config = config
        self._batch = self._new_batch()
        self._begun = self._closed = False
        self._episodes = Episodes(1)
        self._random: np.random.Generator | None = None
        self._action = np.zeros(1, np.int64)
        self._steps = 0
        self._illegal = [0] * self._seats
        self._warned = False
        self.possible_agents = list(agents)
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self.forms.space(self._form),
                    "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}

    # --- what a game says about itself -------------------------------------------------------------------------------

    @abstractmethod
    def _new_batch(self) -> GameBatch:
        """Return one game of the configuration."""

    @abstractmethod
    def _start_rewards(self) -> None:
        """Take note of a new game, whose first decision is due."""

    @abstractmethod
    def _rewards(self, over: bool) -> np.ndarray:
        """Return the rewards of this step by seat."""

    @abstractmethod
    def _endings(self) -> list[dict[str, Any]]:
        """Return the closing entries of `infos` by seat when the game is over."""

    @abstractmethod
    def _frame(self) -> str:
        """Return the position as text."""

    # --- what PettingZoo asks for ------------------------------------------------------------------------------------

    @property
    def batch(self) -> GameBatch:
        """The game itself, as a batch of one."""
        return self._batch

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observation, the same object at every call."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions, the same object at every call."""
        self._seat(agent)
        return self.action_spaces[agent]

    def action_words(self, action: int) -> str:
        """Return the stable name of an action."""
        return self._batch.action_words(0, action_number(action, self.actions))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; see the class for options. Without a seed it is the next episode of the last seed.

        Raises:
            ValueError, TypeError: for a wrong seed or option; the environment stays as it was.
            ClosedEnvironmentError: after `close`.
        """
        check_open("reset", self._closed)
        seeds = seed_of_one_game(seed)
        options = options_of(options)
        self._change(options)
        self._begun = True
        self._episodes.begin(np.arange(1), seeds, self._entropy)
        self._batch.reset(self._episodes.seed, None, self._episodes.episode)
        self._steps = 0
        self._start_rewards()
        self._illegal = [0] * self._seats
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._new_infos()
        # A game that was left in the middle of its dead steps must not choose the next agent of this one.
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[int(self._batch.player[0])]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what this agent sees now; only the agent on turn has legal actions in its mask.

        After the end the agent whose empty step is due has a 1 at action 0, because samplers need one.

        Raises:
            ResetNeeded: before the first reset.
            ValueError: when there is no such agent.
        """
        check_begun("observe", self._begun)
        batch, seat = self._batch, self._seat(agent)
        deciding = seat == batch.player[0]
        mask = np.zeros(self.actions, np.int8)
        if agent == self.agent_selection:
            if self.terminations.get(agent) or self.truncations.get(agent):
                mask[0] = 1
            elif deciding:
                mask[:] = batch.mask[0]
        raw = batch.observation[0] if deciding else batch.observe(seat)[0]
        return {"observation": self.forms.convert(self._form, raw), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take one decision of the agent on turn, or the empty step (None) of an agent whose game has ended.

        Raises:
            ResetNeeded: before the first reset, and when every agent has taken its empty step.
            ClosedEnvironmentError: after `close`.
            IllegalAction: with `illegal_action="raise"`; the game stays as it was.
            TypeError, ValueError: when `action` is not one number of the action space.
        """
        check_open("step", self._closed)
        check_begun("step", self._begun)
        if not self.agents:
            raise ResetNeeded("step() cannot go on: the game is over for every agent; call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        number = action_number(action, self.actions)
        if batch.mask[0, number]:
            self._action[0] = number
            batch.step(self._action, illegal="ignore")  # just checked; "raise" would check again
        else:
            self._refuse(agent, number)
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        over = bool(batch.player[0] < 0)
        cut = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        self._pay(over)
        self.infos = self._new_infos()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self.agents[0] if over else self.possible_agents[int(batch.player[0])]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

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

    def __getattr__(self, name: str) -> Any:
        if name in _KNOWN_AFTER_RESET:
            raise AttributeError(f"{name} is not known before the first reset(); call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _seat(self, agent: str) -> int:
        """Return the seat of an agent.

        Raises:
            ValueError: when there is no such agent.
        """
        if not isinstance(agent, str) or agent not in self._seat_of:
            raise ValueError(f"unknown agent {shown(agent)}; one of {', '.join(map(repr, self.possible_agents))}")
        return self._seat_of[agent]

    def _change(self, options: Mapping[str, Any]) -> None:
        """Take over the options of a reset that are known here.

        Raises:
            ValueError: for a value that no game has; nothing is changed then.
        """
        config = dataclasses.replace(self._config, **{name: options[name] for name in self.options if name in options})
        if config != self._config:
            self._config = config
            self._batch = self._new_batch()

    def _entropy(self) -> int:
        if self._random is None:
            self._random, _ = seeding.np_random()
        return int(self._random.integers(2**63))

    def _refuse(self, agent: str, number: int) -> None:
        if self._on_illegal == "raise":
            raise reason(self._batch, 0, number)
        self._illegal[self._seat_of[agent]] += 1
        if not self._warned:
            self._warned = True
            warn_ignored()

    def _pay(self, over: bool) -> None:
        """Set the rewards of this step for every agent."""
        paid = self._rewards(over)
        self.rewards = {agent: float(paid[self._seat_of[agent]]) for agent in self.agents}

    def _new_infos(self) -> dict[str, dict[str, Any]]:
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal_action": self._illegal[self._seat_of[agent]]} for agent in self.agents
        }
        if self._batch.player[0] < 0:
            for agent, ending in zip(self.agents, self._endings(), strict=True):
                infos[agent] |= ending
        return infos
