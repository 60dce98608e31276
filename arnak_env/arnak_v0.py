"""Lost Ruins of Arnak for two to four players as a PettingZoo AEC environment, version 0.

```python
from arnak_env import arnak_v0

env = arnak_v0.env(num_players=3, board="snake")
```
"""

from arnak_env.envs.pettingzoo_aec import env, raw_env

__all__ = ["env", "raw_env"]
