"""Arkeis for a team of one to five Explorers as a PettingZoo AEC environment, version 0.

```python
from arnak_env import arkeis_v0

env = arkeis_v0.env(explorers=["rhiat", "franck", "eleonor"], episode=1)
```
"""

from arnak_env.envs.arkeis_pettingzoo import env, raw_env

__all__ = ["env", "raw_env"]
