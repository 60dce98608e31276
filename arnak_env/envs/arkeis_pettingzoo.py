"""Episodes and campaigns of Arkeis as a PettingZoo AEC environment with one agent per Explorer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from arnak_env.arkeis.actions import ACTIONS
from arnak_env.arkeis.arguments import PerGame
from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.config import DEFAULT_TEAM, GameConfig
from arnak_env.arkeis.content import ContentSource
from arnak_env.core.arguments import shown
from arnak_env.envs.aec import GameAECEnv, wrapped
from arnak_env.envs.arkeis import CAMPAIGN, EPISODE, FORMS, REWARDS

_ONE = np.zeros(1, np.int64)


def env(illegal_reward: float | None = -1.0, **arguments: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual checks around it.

    Args:
        illegal_reward: reward of an agent whose illegal action ends the game for all (`TerminateIllegalWrapper`).
            None leaves that wrapper out: illegal actions are then handled by `illegal_action` of `raw_env`.
        arguments: those of `raw_env`.
    """
    return wrapped(raw_env, illegal_reward, arguments)


class raw_env(GameAECEnv):  # noqa: N801  PettingZoo's name for it
    """A team of 1 to 5 Explorers of Arkeis, one agent for each; all of them share the reward.

    ## Agents
    The ids of the Explorers in seat order, for example `rhiat` and `franck`. The agent on turn changes irregularly: a
    turn is several decisions, and another Explorer may be asked in between. In a campaign the team stays the same.

    ## Action Space
    `Discrete(899)`, the same for every agent; `arnak_env.arkeis.actions` lists it.

    ## Observation Space
    A dict. `observation`: one flat `Box` as in `ArkeisEpisodeEnv`, seen by that agent: its Explorer first, then the
    others in turn order. `action_mask`: int8, shape (899,), 1 for a legal action of the agent on turn, all 0 for
    everyone else.

    ## Rewards
    The same for every agent, as in `ArkeisEpisodeEnv`: `reward="potential"` (default), `"win"` or `"points"`. Read them
    from `last()`.

    ## Episode End
    Terminated for all when the episode (or the last one of the campaign) has ended; truncated for all after
    `max_cycles` decisions, illegal ones included.

    ## Information
    `infos[agent]["illegal_action"]`: how many illegal actions of that agent were ignored. After the end also `result`,
    `is_success`, `reserve_left`, `sheet`, `victory_points`, `coins`, `xp`, in campaigns `results`, the same for all.

    ## Arguments
    | argument | default | meaning |
    |---|---|---|
    | `explorers` | `("rhiat", "franck")` | the team in seat order: 1 to 5 of `"rhiat"`, `"franck"`, `"eleonor"`, |
    | | | `"rebecca"`, `"robert"`, `"robert_young"` |
    | `mode` | `"episode"` | `"episode"` or `"campaign"` |
    | `episode` | `0` | number or id of an episode of the content, or the path of an episode file |
    | `episodes` | `None` | of a campaign, 0, 1, ...; None: all that the content has in a row |
    | `first_player` | `None` | the Explorer who plays first; None: the first of the team |
    | `elite` | `"none"` | `"none"`, `"classic"`, `"intermediate"`, or a list of kinds that use their Elite card; |
    | | | in a campaign also a list of these, one per episode |
    | `threat_first_turn` | `"skip"` | `"apply"`: a Threat held at the start acts in its holder's first turn too |
    | `defeated_miniatures` | `"supply"` | `"out"`: miniatures of eliminated Adversaries do not come back |
    | `wildcard_any_roll` | `False` | Wildcard tokens serve for every Explorer's rolls, not only their holder's |
    | `equip_at_setup` | `False` | Material is equipped during the set-up already |
    | `reward` | `"potential"` | `"potential"`, `"win"` or `"points"` |
    | `observation` | `"raw"` | `"raw"` or `"scaled"` |
    | `illegal_action` | `"ignore"` | `"ignore"`: nothing changes, counted, one warning; `"raise"`: `IllegalAction` |
    | `max_cycles` | `None` | decisions of all agents together after which the game is truncated |
    | `render_mode` | `None` | `"ansi"` or `"human"` |
    | `content` | `None` | a file, or a list of files, with corrections, objects or episodes; or a `Content` |

    `reset(options=...)` takes `episode`, `episodes`, `first_player`, `elite` and the four switches, which hold until
    changed again; other options are ignored, as PettingZoo's checks expect.

    ## Version History
    v0: first version.
    """

    metadata = {**GameAECEnv.metadata, "name": "arkeis_v0"}
    actions = ACTIONS
    forms = FORMS
    rewards_known = REWARDS
    options = (
        "episode",
        "episodes",
        "first_player",
        "elite",
        "threat_first_turn",
        "defeated_miniatures",
        "wildcard_any_roll",
        "equip_at_setup",
    )

    def __init__(
        self,
        explorers: Sequence[str] = DEFAULT_TEAM,
        mode: str = "episode",
        episode: int | str | os.PathLike[str] = 0,
        episodes: Sequence[int] | None = None,
        first_player: str | None = None,
        elite: str | Sequence[Any] = "none",
        threat_first_turn: str = "skip",
        defeated_miniatures: str = "supply",
        wildcard_any_roll: bool = False,
        equip_at_setup: bool = False,
        reward: str = "potential",
        observation: str = "raw",
        illegal_action: str = "ignore",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        content: ContentSource = None,
    ) -> None:
        config = GameConfig(
            mode=mode,
            episode=episode,  # type: ignore[arg-type]  # a path object becomes text there
            explorers=explorers,
            first_player=first_player,
            elite=elite,
            episodes=episodes,
            threat_first_turn=threat_first_turn,
            defeated_miniatures=defeated_miniatures,
            wildcard_any_roll=wildcard_any_roll,
            equip_at_setup=equip_at_setup,
        )
        if len(config.teams) > 1 or not isinstance(config.explorers[0], str):
            raise ValueError(f"explorers must be one team here, the agents of the whole game, got {shown(explorers)}")
        self._standing = 0.0
        self._kind = CAMPAIGN if config.mode == "campaign" else EPISODE
        super().__init__(
            config.teams[0],
            config,
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            max_cycles=max_cycles,
            render_mode=render_mode,
            content=content,
        )

    @property
    def batch(self) -> Batch:
        """The game itself, as a batch of one."""
        assert isinstance(self._batch, Batch)  # for the type checker
        return self._batch

    def _new_batch(self) -> Batch:
        settings: dict[str, Any] = {
            name: PerGame([getattr(self._config, name)]) for name in (*self.options, "explorers", "mode")
        }
        return Batch(1, content=self._content, **settings)

    def _start_rewards(self) -> None:
        self._standing = self._stands()

    def _rewards(self, over: bool) -> np.ndarray:
        before, self._standing = self._standing, self._stands()
        return np.full(self._seats, self._standing - before)

    def _stands(self) -> float:
        return float(self._kind.standing(self.batch, self._reward, None)[0])

    def _endings(self) -> list[dict[str, Any]]:
        ends = self._kind.endings(self.batch, _ONE, np.zeros(1, bool))
        return [ends.info(0) for _ in range(self._seats)]

    def _frame(self) -> str:
        return self._kind.frame(self.batch, 0)
