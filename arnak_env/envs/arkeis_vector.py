"""Many episodes or campaigns of Arkeis at once as native Gymnasium vector environments over one batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gymnasium.vector import AutoresetMode

from arnak_env.arkeis.batch import Batch
from arnak_env.arkeis.config import DEFAULT_TEAM
from arnak_env.arkeis.content import ContentSource
from arnak_env.envs.arkeis import CAMPAIGN, EPISODE
from arnak_env.envs.arkeis_gymnasium import MAX_CAMPAIGN_DECISIONS, MAX_EPISODE_DECISIONS
from arnak_env.envs.vector import GameVectorEnv


class _ArkeisVectorEnv(GameVectorEnv):
    """What both have in common."""

    @property
    def batch(self) -> Batch:
        """The games themselves."""
        batch = super().batch
        assert isinstance(batch, Batch)  # for the type checker
        return batch


class ArkeisEpisodeVectorEnv(_ArkeisVectorEnv):
    """`num_envs` games of `ArkeisEpisodeEnv`, stepped by one call of the compiled rules.

    Everything it returns equals what `SyncVectorEnv` over single environments returns, in all three autoreset modes,
    infos included. Sub-environment i of a reset with seed s plays the same game as a single one reset with s + i.

    Args:
        num_envs: how many games.
        episode, explorers, first_player, elite, threat_first_turn, defeated_miniatures, wildcard_any_roll,
            equip_at_setup, reward, illegal_action, max_decisions: as in `ArkeisEpisodeEnv`; one value, or a list of
            `num_envs` values, so that one batch mixes episodes and teams; a list of teams is one team per game.
        observation, render_mode, content: as in `ArkeisEpisodeEnv`, one value.
        autoreset_mode: `AutoresetMode.NEXT_STEP` (default), `SAME_STEP` or `DISABLED`, or its value as text.
        max_episode_steps: what `gymnasium.make_vec` hands on from the registration or its own argument; episodes are
            truncated there as by the `TimeLimit` wrapper.
        copy: True returns new arrays from every call. False saves time: observations and masks are then the internal
            buffers, which the next `step` or `reset` overwrites. What belongs to a finished game is always a copy.

    `reset(options=...)` takes what a single environment takes, each as one value or one per sub-environment, and
    `reset_mask` (bool array): only these sub-environments are reset.
    """

    kind = EPISODE

    def __init__(
        self,
        num_envs: int = 1,
        episode: Any = 0,
        explorers: Sequence[Any] = DEFAULT_TEAM,
        first_player: str | None | Sequence[str | None] = None,
        elite: str | Sequence[Any] = "none",
        threat_first_turn: str | Sequence[str] = "skip",
        defeated_miniatures: str | Sequence[str] = "supply",
        wildcard_any_roll: bool | Sequence[bool] = False,
        equip_at_setup: bool | Sequence[bool] = False,
        reward: str | Sequence[str] = "potential",
        observation: str = "raw",
        illegal_action: str | Sequence[str] = "ignore",
        max_decisions: int | Sequence[int] = MAX_EPISODE_DECISIONS,
        render_mode: str | None = None,
        content: ContentSource = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
    ) -> None:
        super().__init__(
            num_envs,
            {
                "episode": episode,
                "explorers": explorers,
                "first_player": first_player,
                "elite": elite,
                "threat_first_turn": threat_first_turn,
                "defeated_miniatures": defeated_miniatures,
                "wildcard_any_roll": wildcard_any_roll,
                "equip_at_setup": equip_at_setup,
            },
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            max_decisions=max_decisions,
            render_mode=render_mode,
            content=content,
            autoreset_mode=autoreset_mode,
            max_episode_steps=max_episode_steps,
            copy=copy,
        )


class ArkeisCampaignVectorEnv(_ArkeisVectorEnv):
    """`num_envs` games of `ArkeisCampaignEnv`, stepped by one call of the compiled rules.

    Everything it returns equals what `SyncVectorEnv` over single environments returns, in all three autoreset modes,
    infos included. Sub-environment i of a reset with seed s plays the same game as a single one reset with s + i.

    Args:
        num_envs: how many games.
        episodes, explorers, first_player, elite, threat_first_turn, defeated_miniatures, wildcard_any_roll,
            equip_at_setup, reward, illegal_action, max_decisions: as in `ArkeisCampaignEnv`; one value, or a list of
            `num_envs` values; a list of teams, or of Elite modes, is one per episode, and a list of such lists is one
            per game.
        observation, render_mode, content: as in `ArkeisCampaignEnv`, one value.
        autoreset_mode: `AutoresetMode.NEXT_STEP` (default), `SAME_STEP` or `DISABLED`, or its value as text.
        max_episode_steps: what `gymnasium.make_vec` hands on from the registration or its own argument; episodes are
            truncated there as by the `TimeLimit` wrapper.
        copy: True returns new arrays from every call. False saves time: observations and masks are then the internal
            buffers, which the next `step` or `reset` overwrites. What belongs to a finished game is always a copy.

    `reset(options=...)` takes what a single environment takes, each as one value or one per sub-environment, and
    `reset_mask` (bool array): only these sub-environments are reset.
    """

    kind = CAMPAIGN

    def __init__(
        self,
        num_envs: int = 1,
        episodes: Sequence[Any] | None = None,
        explorers: Sequence[Any] = DEFAULT_TEAM,
        first_player: str | None | Sequence[str | None] = None,
        elite: str | Sequence[Any] = "none",
        threat_first_turn: str | Sequence[str] = "skip",
        defeated_miniatures: str | Sequence[str] = "supply",
        wildcard_any_roll: bool | Sequence[bool] = False,
        equip_at_setup: bool | Sequence[bool] = False,
        reward: str | Sequence[str] = "potential",
        observation: str = "raw",
        illegal_action: str | Sequence[str] = "ignore",
        max_decisions: int | Sequence[int] = MAX_CAMPAIGN_DECISIONS,
        render_mode: str | None = None,
        content: ContentSource = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
    ) -> None:
        super().__init__(
            num_envs,
            {
                "episodes": episodes,
                "explorers": explorers,
                "first_player": first_player,
                "elite": elite,
                "threat_first_turn": threat_first_turn,
                "defeated_miniatures": defeated_miniatures,
                "wildcard_any_roll": wildcard_any_roll,
                "equip_at_setup": equip_at_setup,
            },
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            max_decisions=max_decisions,
            render_mode=render_mode,
            content=content,
            autoreset_mode=autoreset_mode,
            max_episode_steps=max_episode_steps,
            copy=copy,
        )
