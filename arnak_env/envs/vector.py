"""Many games at once as a native Gymnasium vector environment: what those of all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from arnak_env.core.arguments import flag, one_of, shown
from arnak_env.core.batch import GameBatch
from arnak_env.envs.arguments import action_array, only_keys, options_of, positive, spread_checked
from arnak_env.envs.episodes import Episodes, is_one_seed, seeds_per_game
from arnak_env.envs.forms import OBSERVATIONS
from arnak_env.envs.illegal import ILLEGAL_ACTIONS, reason, warn_ignored
from arnak_env.envs.kinds import FORFEIT, RENDER_MODES, Endings, Kind
from arnak_env.envs.lifetime import check_begun, check_open
from arnak_env.envs.settings import Settings
from arnak_env.envs.vector_infos import rows_of, with_presence

_COUNTERS = ("steps", "illegal", "standing", "waiting")  # attributes with one entry per game


class GameVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """`num_envs` games of one kind, stepped by one call of the compiled rules.

    Args:
        num_envs: how many games.
        given: the options by name, each one value or one per game.
        reward, observation, illegal_action, max_decisions, render_mode, content, autoreset_mode, max_episode_steps,
            copy: as the game's vector environment says.
    """

    kind: ClassVar[Kind]
    metadata: dict[str, Any] = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int,
        given: Mapping[str, Any],
        *,
        reward: str | Sequence[str],
        observation: str,
        illegal_action: str | Sequence[str],
        max_decisions: int | Sequence[int],
        render_mode: str | None,
        content: Any,
        autoreset_mode: AutoresetMode | str,
        max_episode_steps: int | None,
        copy: bool,
    ) -> None:
        self.num_envs = count = positive("num_envs", num_envs)
        kind = self.kind
        self._settings = kind.settings.of(count, **given)
        reward_of = np.array(spread_checked("reward", reward, count, partial(one_of, allowed=kind.rewards)))
        refusal_of = np.array(
            spread_checked("illegal_action", illegal_action, count, partial(one_of, allowed=ILLEGAL_ACTIONS))
        )
        limits = spread_checked("max_decisions", max_decisions, count, positive)
        self._form = one_of("observation", observation, OBSERVATIONS)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.max_episode_steps = None if max_episode_steps is None else positive("max_episode_steps", max_episode_steps)
        self.copy = flag("copy", copy)
        self.max_decisions = np.array(limits, np.int64)
        paying = {scheme: reward_of == scheme for scheme in kind.rewards if (reward_of == scheme).any()}
        self._running = {scheme: pays for scheme, pays in paying.items() if scheme in kind.running}
        self._closing = {scheme: pays for scheme, pays in paying.items() if scheme not in kind.running}
        self._made_with = {
            "environment": type(self).__name__,
            "num_envs": count,
            "reward": reward_of.tolist(),
            "observation": self._form,
            "illegal_action": refusal_of.tolist(),
            "max_decisions": limits,
            "max_episode_steps": self.max_episode_steps,
            "autoreset_mode": self.autoreset_mode.value,
        }
        self._raises = refusal_of == "raise"
        self._forfeits = refusal_of == "terminate"
        self._ignores = refusal_of == "ignore"
        self._any_raise = bool(self._raises.any())
        self._content = content
        self._batch: GameBatch = self._settings.batch(content)
        self._episodes = Episodes(count)
        self._every = np.arange(count)
        self._steps = np.zeros(count, np.int64)
        self._illegal = np.zeros(count, np.int64)
        self._standing = np.zeros(count)
        self._waiting = np.zeros(count, bool)  # ended in the last step and not reset yet
        self._begun = False
        self._given_away = False  # the batch's array of observations is the one returned last
        self._warned = False
        self.single_observation_space = kind.forms.space(self._form)
        self.single_action_space = spaces.Discrete(kind.actions)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        self._scaled = np.zeros(self.observation_space.shape or (), np.float32) if not copy else None

    @property
    def batch(self) -> GameBatch:
        """The games themselves."""
        if self._given_away:
            # Whoever works on the batch must not write into the observations returned last.
            self._batch.observation = self._batch.observation.copy()
            self._given_away = False
        return self._batch

    @property
    def settings(self) -> Settings:
        """What `reset(options=...)` can change, with one value per sub-environment."""
        return self._settings

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of every game as a bool array of shape (num_envs, actions)."""
        return self._batch.mask.astype(bool)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start new games: sub-environment i gets seed + i, or its own seed of a list.

        Raises:
            ValueError, TypeError: for an unknown option or value; nothing is reset then.
            ClosedEnvironmentError: after `close`.
        """
        check_open("reset", self.closed)
        count = self.num_envs
        seeds = seeds_per_game(seed, count)
        options = options_of(options)
        chosen = _reset_mask(options.pop("reset_mask", None), count)
        which = self._every if chosen is None else np.flatnonzero(chosen)
        changed = self._settings.changed(options, which) if options else self._settings
        if is_one_seed(seed):
            super().reset(seed=seeds[0])
        if changed != self._settings:
            self._configure(changed, which)
        self._episodes.begin(which, seeds, self._entropy)
        last = self._new_observations()
        self._start(which)
        if last is not None and chosen is not None:
            self._batch.observation[~chosen] = last[~chosen]
        self._begun = self._begun or chosen is None
        if self.render_mode == "human":
            self.render()
        return self._observations(), self._infos(None if chosen is None else which)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one decision in every game.

        In NEXT_STEP mode a game that ended in the last step starts its next episode instead: its action is ignored,
        its reward is 0.

        Raises:
            ResetNeeded: before the first reset, and in DISABLED mode while an ended game has not been reset.
            ClosedEnvironmentError: after `close`.
            IllegalAction: with `illegal_action="raise"`; no game has moved then.
            TypeError, ValueError: when `actions` is not one number of the action space per sub-environment.
        """
        self._check_ready()
        actions = action_array(actions, self.num_envs, self.kind.actions)
        batch = self._batch
        if self._any_raise:
            self._raise_illegal(actions)
        illegal = self._step_batch(actions)
        self._steps += 1
        if self._waiting.any():  # only in NEXT_STEP mode
            illegal = illegal & ~self._waiting
            self._restart(self._waiting)
        forfeit = self._count_illegal(illegal)
        over = batch.player < 0
        terminated = over | forfeit
        truncated = (self._steps >= self.max_decisions) & ~terminated
        if self.max_episode_steps is not None:
            truncated |= self._steps >= self.max_episode_steps
        ended = np.flatnonzero(terminated)
        endings = self._endings(ended, forfeit[ended]) if len(ended) else None
        rewards = self._rewards(ended, endings, forfeit)
        done = terminated | truncated
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if done.any():
                infos = self._final(done, ended, endings)
                self._restart(done)
            infos |= self._infos()
        else:
            infos = self._infos()
            if endings is not None:
                endings.add_to(infos, ended, self.num_envs)
            self._waiting = done
        if self.render_mode == "human":
            self.render()
        return self._observations(), rewards, terminated, truncated, infos

    def render(self) -> tuple[str, ...] | None:
        """Return every position as text (`render_mode="ansi"`) or print them (`"human"`).

        Raises:
            ResetNeeded: before the first reset.
            ClosedEnvironmentError: after `close`.
        """
        check_open("render", self.closed)
        check_begun("render", self._begun)
        if self.render_mode is None:
            gymnasium.logger.warn('render() shows nothing without a render_mode; pass render_mode="ansi" or "human"')
            return None
        texts = tuple(self._frame(index) for index in range(self.num_envs))
        if self.render_mode == "ansi":
            return texts
        print("\n\n".join(texts))
        return None

    # --- going on later ---------------------------------------------------------------------------------------------
    def get_state(self) -> dict[str, Any]:
        """Return all that decides what happens from here on, as plain numbers, texts, lists, dicts and bytes.

        An environment made with the same arguments goes on after `set_state` exactly as this one would.
        """
        return {
            "made_with": dict(self._made_with),
            "games": self._batch.save(),
            "settings": self._settings_state(),
            **{name: getattr(self, f"_{name}").tolist() for name in _COUNTERS},
            "seed": self._episodes.seed.tolist(),
            "episode": self._episodes.episode.tolist(),
            "begun": self._begun,
            "entropy": None if self._np_random is None else self._np_random.bit_generator.state,
        }

    def set_state(self, state: Mapping[str, Any]) -> np.ndarray:
        """Go on from a state of `get_state`; return the observations there, as `reset` would.

        Raises:
            ValueError: when it is no such state, or of an environment that was made with other arguments or other
                content; the environment stays as it was.
            ClosedEnvironmentError: after `close`.
        """
        check_open("set_state", self.closed)
        self._check_state(state)
        settings = self._settings_from(state["settings"])
        batch = type(self._batch).load(state["games"], self._batch.content)
        batch.num_threads = self._batch.num_threads
        self._settings, self._batch, self._given_away = settings, batch, False
        for name in _COUNTERS:
            getattr(self, f"_{name}")[:] = state[name]
        self._episodes.seed[:] = state["seed"]
        self._episodes.episode[:] = state["episode"]
        self._begun = bool(state["begun"])
        if state["entropy"] is not None:
            self.np_random.bit_generator.state = state["entropy"]
        return self._observations()

    def _settings_state(self) -> dict[str, Any]:
        return {name: list(getattr(self._settings, name)) for name in self._settings.options}

    def _settings_from(self, columns: Mapping[str, Any]) -> Settings:
        return self._settings.checked(columns, self._every)

    def _check_state(self, state: Any) -> None:
        """Refuse what is no state of an environment made like this one."""
        needed = {"made_with", "games", "settings", *_COUNTERS, "seed", "episode", "begun", "entropy"}
        missing = sorted(needed - set(state)) if isinstance(state, Mapping) else sorted(needed)
        if missing:
            raise ValueError(f"this is no state of get_state(): it lacks {', '.join(missing)}; got {shown(state)}")
        before = state["made_with"]
        for name, value in self._made_with.items():
            if before.get(name) != value:
                raise ValueError(
                    f"the state is of an environment made with {name}={shown(before.get(name))}, this one has "
                    f"{shown(value)}; make it with the same arguments"
                )
        only_keys("option in the state", state["settings"], self._settings.options)

    # --- what is returned -------------------------------------------------------------------------------------------
    def _observations(self) -> np.ndarray:
        raw = self._batch.observation
        if self._form == "raw":
            self._given_away = self.copy
            return raw
        return self.kind.forms.convert(self._form, raw, self._scaled)

    def _new_observations(self) -> np.ndarray | None:
        """Let the rules write the next observations into a new array, if the last ones were given away.

        Returns:
            the last ones, to copy from where a game's observation is not written anew; None: same array as before.
        """
        if not self._given_away:
            return None
        last = self._batch.observation
        self._batch.observation = np.empty_like(last)
        self._given_away = False
        return last

    def _infos(self, which: np.ndarray | None = None) -> dict[str, Any]:
        """Return the entries every sub-environment has; `which` (indices) limits them to some, the others get zeros."""
        if which is None:
            mask = self._batch.mask.copy() if self.copy else self._batch.mask
            return with_presence(
                {"action_mask": mask, "illegal_action": self._illegal.copy()}, np.ones(self.num_envs, bool)
            )
        has = np.zeros(self.num_envs, bool)
        has[which] = True
        columns = {"action_mask": rows_of(self._batch.mask, which), "illegal_action": rows_of(self._illegal, which)}
        return with_presence(columns, has)

    def _final(self, done: np.ndarray, ended: np.ndarray, endings: Endings | None) -> dict[str, Any]:
        """Return the last observation and info of games that are done, before they are reset in the same step."""
        final_obs = np.full(self.num_envs, None, object)
        which = np.flatnonzero(done)
        last = self.kind.forms.convert(self._form, self._batch.observation[which])
        for row, index in enumerate(which.tolist()):
            final_obs[index] = last[row]
        info = self._infos(which)
        if endings is not None:
            endings.add_to(info, ended, self.num_envs)
        return {"final_obs": final_obs, "_final_obs": done.copy(), "final_info": info, "_final_info": done.copy()}

    def _rewards(self, ended: np.ndarray, endings: Endings | None, forfeit: np.ndarray) -> np.ndarray:
        rewards = np.zeros(self.num_envs)
        for scheme, pays in self._running.items():
            standing = self._standings(scheme)
            moved = pays & (self._steps > 0)
            rewards[moved] = (standing - self._standing)[moved]
            self._standing[moved] = standing[moved]
        if endings is not None:
            for scheme, pays in self._closing.items():
                rewards[ended[pays[ended]]] = endings.paid[scheme][pays[ended]]
            rewards[forfeit] = FORFEIT
        return rewards

    # --- what games with others at the table do differently ----------------------------------------------------------
    def _games_begin(self, which: np.ndarray) -> None:
        """Do what comes before the first decision of games (indices) that were just set up."""

    def _standings(self, scheme: str) -> np.ndarray:
        return self.kind.standing(self._batch, scheme, None)

    def _endings(self, which: np.ndarray, forfeit: np.ndarray) -> Endings:
        return self.kind.endings(self._batch, which, forfeit)

    def _frame(self, index: int) -> str:
        return self.kind.frame(self._batch, index)

    # --- games ------------------------------------------------------------------------------------------------------
    def _step_batch(self, actions: np.ndarray) -> np.ndarray:
        """Step the games; return which actions were illegal (these games stay as they are)."""
        last = self._new_observations()
        illegal = self._batch.step(actions, illegal="ignore")
        if last is not None and illegal.any():
            self._batch.observation[illegal] = last[illegal]
        return illegal

    def _check_ready(self) -> None:
        check_open("step", self.closed)
        check_begun("step", self._begun)
        if self.autoreset_mode is AutoresetMode.DISABLED and self._waiting.any():
            raise ResetNeeded(
                f"step() cannot go on: the episodes of sub-environments {np.flatnonzero(self._waiting).tolist()} are "
                'over; call reset(options={"reset_mask": terminated | truncated}) first'
            )

    def _raise_illegal(self, actions: np.ndarray) -> None:
        refused = (self._batch.mask[self._every, actions] == 0) & self._raises & ~self._waiting
        if refused.any():
            index = int(np.flatnonzero(refused)[0])
            error = reason(self._batch, index, int(actions[index]))
            error.add_note(f"in sub-environment {index}; no game has moved")
            raise error

    def _count_illegal(self, illegal: np.ndarray) -> np.ndarray:
        """Count illegal actions, warn once, and return which games they end."""
        if not illegal.any():
            return np.zeros(self.num_envs, bool)
        self._illegal += illegal
        if not self._warned and (illegal & self._ignores).any():
            self._warned = True
            warn_ignored()
        return illegal & self._forfeits

    def _restart(self, which: np.ndarray) -> None:
        """Start the next episode of these games (bool array)."""
        indices = np.flatnonzero(which)
        self._episodes.advance(indices)
        self._start(indices)

    def _start(self, which: np.ndarray) -> None:
        self._batch.reset(self._episodes.seed[which], which, self._episodes.episode[which])
        self._games_begin(which)
        self._steps[which] = 0
        self._illegal[which] = 0
        for scheme, pays in self._running.items():
            starting = which[pays[which]]
            if len(starting):
                self._standing[starting] = self.kind.start_standing(self._batch, scheme, starting)
        self._waiting[which] = False

    def _configure(self, settings: Settings, which: np.ndarray) -> None:
        """Give the games `which` (indices) new settings; they are reset right after."""
        batch = settings.batch(self._content)
        kept = np.ones(self.num_envs, bool)
        kept[which] = False
        if kept.any():
            batch.games[kept] = self._batch.games[kept]
            batch.refresh()
        self._settings, self._batch, self._given_away = settings, batch, False

    def _entropy(self) -> int:
        return int(self.np_random.integers(2**63))


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(repr(one.value) for one in AutoresetMode)
        raise ValueError(
            f"unknown autoreset_mode {mode!r}; choose one of {known}, or the AutoresetMode itself"
        ) from None


def _reset_mask(mask: Any, count: int) -> np.ndarray | None:
    """Return a copy of a well-formed reset mask.

    Raises:
        TypeError: when it is not a numpy array of bool.
        ValueError: when it has another shape or chooses nothing.
    """
    if mask is None:
        return None
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"options['reset_mask'] must be a numpy array of bool, not {shown(mask)}")
    if mask.shape != (count,):
        raise ValueError(f"options['reset_mask'] must have shape ({count},), not {mask.shape}")
    if not mask.any():
        raise ValueError("options['reset_mask'] must choose at least one sub-environment")
    return mask.copy()
