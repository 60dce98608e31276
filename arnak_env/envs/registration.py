"""Names under which the environments are found. Entry points are text, so nothing compiled is imported here."""

from __future__ import annotations

import gymnasium
import pettingzoo

SOLO_ID = "arnak_env/ArnakSolo-v0"
TABLE_ID = "arnak_env/ArnakTable-v0"
EPISODE_ID = "arnak_env/ArkeisEpisode-v0"
CAMPAIGN_ID = "arnak_env/ArkeisCampaign-v0"
AEC_ID = "arnak_env/arnak-v0"
TEAM_ID = "arnak_env/arkeis-v0"

# (single environment, native vector environment) by id
_GYMNASIUM = {
    SOLO_ID: ("gymnasium_env:ArnakSoloEnv", "gymnasium_vector:ArnakSoloVectorEnv"),
    TABLE_ID: ("table_gymnasium:ArnakTableEnv", "table_vector:ArnakTableVectorEnv"),
    EPISODE_ID: ("arkeis_gymnasium:ArkeisEpisodeEnv", "arkeis_vector:ArkeisEpisodeVectorEnv"),
    CAMPAIGN_ID: ("arkeis_gymnasium:ArkeisCampaignEnv", "arkeis_vector:ArkeisCampaignVectorEnv"),
}
_PETTINGZOO = {AEC_ID: "pettingzoo_aec:env", TEAM_ID: "arkeis_pettingzoo:env"}


def register_environments() -> None:
    """Register every environment once; a second call changes nothing."""
    for name, (single, vector) in _GYMNASIUM.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point=f"arnak_env.envs.{single}",
                vector_entry_point=f"arnak_env.envs.{vector}",
            )
    # PettingZoo has a registry of its own since 1.27.
    if hasattr(pettingzoo, "register"):
        for name, entry in _PETTINGZOO.items():
            if name not in pettingzoo.aec_registry:
                pettingzoo.register("aec", name, entry_point=f"arnak_env.envs.{entry}")
