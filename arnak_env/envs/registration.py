"""Names under which the environments are found. Entry points are text, so nothing compiled is imported here."""

from __future__ import annotations

import gymnasium
import pettingzoo

SOLO_ID = "arnak_env/ArnakSolo-v0"
AEC_ID = "arnak_env/arnak-v0"


def register_environments() -> None:
    """Register every environment once; a second call changes nothing."""
    if SOLO_ID not in gymnasium.registry:
        gymnasium.register(
            id=SOLO_ID,
            entry_point="arnak_env.envs.gymnasium_env:ArnakSoloEnv",
            vector_entry_point="arnak_env.envs.gymnasium_vector:ArnakSoloVectorEnv",
        )
    # PettingZoo has a registry of its own since 1.27.
    if hasattr(pettingzoo, "register") and AEC_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", AEC_ID, entry_point="arnak_env.envs.pettingzoo_aec:env")
