"""Arkeis for stable-baselines3 and sb3-contrib, see `arnak_env.envs.sb3.GameVecEnv`."""

from __future__ import annotations

from arnak_env.envs.arkeis_vector import ArkeisCampaignVectorEnv, ArkeisEpisodeVectorEnv
from arnak_env.envs.sb3 import GameVecEnv


class ArkeisEpisodeVecEnv(GameVecEnv):
    """`num_envs` episodes for MaskablePPO and its relatives, equal to `DummyVecEnv` over `ArkeisEpisodeEnv`."""

    vector_class = ArkeisEpisodeVectorEnv


class ArkeisCampaignVecEnv(GameVecEnv):
    """`num_envs` campaigns for MaskablePPO and its relatives, equal to `DummyVecEnv` over `ArkeisCampaignEnv`."""

    vector_class = ArkeisCampaignVectorEnv
