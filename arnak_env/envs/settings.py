"""Which game each sub-environment plays: board, difficulty, rival tiles, switches and objectives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import GameConfig
from arnak_env.envs.arguments import only_keys, spread

OPTION_NAMES = ("board", "difficulty", "rival_tiles", "switches", "objectives", "first_objective_worth_four")


@dataclass(frozen=True)
class Settings:
    """One value per sub-environment of everything that `reset(options=...)` can change."""

    board: list[str]
    difficulty: list[int]
    rival_tiles: list[dict[str, str] | None]
    switches: list[tuple[str, ...]]
    objectives: list[int]
    first_objective_worth_four: list[bool]

    @classmethod
    def of(cls, count: int, **given: Any) -> Settings:
        """Build settings from arguments named in `OPTION_NAMES` that are one value or one per sub-environment.

        Raises:
            ValueError: for an unknown value or a wrong number of values.
        """
        settings = cls(**{name: spread(name, value, count) for name, value in given.items()})
        settings.check(range(count))
        return settings

    def check(self, which: Any) -> None:
        """Refuse values that no game has; equal ones are looked at once."""
        seen = set()
        for index in which:
            one = {name: getattr(self, name)[index] for name in OPTION_NAMES}
            if (key := repr(one)) not in seen:
                seen.add(key)
                GameConfig(num_players=1, **one)

    def changed(self, options: Mapping[str, Any], which: np.ndarray) -> Settings:
        """Return the settings after `reset(options=...)` of the sub-environments `which` (indices).

        A new difficulty without new rival tiles has the tiles drawn again by that difficulty.

        Raises:
            ValueError: for an unknown option or value.
        """
        only_keys("reset option", options, OPTION_NAMES)
        count = len(self.board)
        options = dict(options)
        if "difficulty" in options:
            options.setdefault("rival_tiles", None)
        columns = {name: list(getattr(self, name)) for name in OPTION_NAMES}
        for name, value in options.items():
            values = spread(name, value, count)
            for index in which:
                columns[name][index] = values[index]
        settings = Settings(**columns)
        settings.check(which)
        return settings

    def batch(self, content: Any = None) -> Batch:
        """Return a batch of solo games with these settings."""
        columns = {name: getattr(self, name) for name in OPTION_NAMES}
        return Batch(len(self.board), num_players=1, content=content, **columns)
