"""Lost Ruins of Arnak and Arkeis as exact, fast Gymnasium and PettingZoo environments. Unofficial, for research.

Importing this package registers the environments and nothing more; the compiled rules of a game load with its first
game, those of the other one do not.

- `gymnasium.make("arnak_env/ArnakSolo-v0")` and `gymnasium.make_vec(...)`: one player against the solo rival.
- `gymnasium.make("arnak_env/ArnakTable-v0", num_players=2, opponents="greedy")`: one seat, agents at the others.
- `from arnak_env import arnak_v0; arnak_v0.env(num_players=2)`: two to four players (PettingZoo).
- `arnak_env.Batch`: the game-level interface for search and tournaments.
- `gymnasium.make("arnak_env/ArkeisEpisode-v0")`, `gymnasium.make("arnak_env/ArkeisCampaign-v0")`: a team of Explorers.
- `from arnak_env import arkeis_v0; arkeis_v0.env(explorers=["rhiat", "franck"])`: one agent per Explorer (PettingZoo).
- `arnak_env.arkeis.batch.Batch`: the game-level interface of Arkeis.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from arnak_env.envs.registration import register_environments

if TYPE_CHECKING:
    from arnak_env import arkeis_v0, arnak_v0
    from arnak_env.arnak.batch import Batch, IllegalAction
    from arnak_env.arnak.config import GameConfig

__version__ = "0.1.0"
__all__ = ["Batch", "GameConfig", "IllegalAction", "__version__", "arkeis_v0", "arnak_v0"]

# The compiled rules take a moment to load, so these names are looked up when they are first used.
_LAZY = {
    "Batch": "arnak_env.arnak.batch",
    "IllegalAction": "arnak_env.arnak.batch",
    "GameConfig": "arnak_env.arnak.config",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in ("arnak_v0", "arkeis_v0"):
        return importlib.import_module(f"arnak_env.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register_environments()
