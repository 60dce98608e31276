"""Which game each sub-environment plays: board, components, difficulty, rival tiles, switches and objectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arnak_env.arnak.arguments import spread
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import configurations
from arnak_env.envs.arguments import EACH, only_keys

OPTION_NAMES = (
    "board",
    "difficulty",
    "rival_tiles",
    "switches",
    "objectives",
    "first_objective_worth_four",
    "expansion_components",
)


@dataclass(frozen=True)
class Settings:
    """One value per sub-environment of everything that `reset(options=...)` can change."""

    board: list[str]
    difficulty: list[int]
    rival_tiles: list[dict[str, str] | None]
    switches: list[tuple[str, ...]]
    objectives: list[int]
    first_objective_worth_four: list[bool]
    expansion_components: list[bool | None]

    @classmethod
    def of(cls, count: int, **given: Any) -> Settings:
        """Build settings from arguments named in `OPTION_NAMES` that are one value or one per sub-environment.

        Raises:
            ValueError: for an unknown value or a wrong number of values.
        """
        return cls.checked({name: spread(name, value, count, EACH) for name, value in given.items()}, range(count))

    @classmethod
    def checked(cls, columns: dict[str, list[Any]], which: Iterable[int]) -> Settings:
        """Build settings from one value per sub-environment, of which those at `which` are looked at.

        Raises:
            ValueError: for a value that no game has.
        """
        which = [int(index) for index in which]
        columns = {name: list(values) for name, values in columns.items()}
        for index, config in zip(which, configurations(columns, which, EACH), strict=True):
            for name, values in columns.items():
                values[index] = getattr(config, name)  # in plain Python types
        return cls(**columns)

    def changed(self, options: Mapping[str, Any], which: np.ndarray, *, single: bool = False) -> Settings:
        """Return the settings after `reset(options=...)` of the sub-environments `which` (indices).

        A new difficulty without new rival tiles has the tiles drawn again by that difficulty.

        Args:
            options: each one value or, unless `single`, one per sub-environment.
            which: the sub-environments that change.
            single: whether this is a single environment.

        Raises:
            ValueError: for an unknown option or value.
        """
        only_keys("reset option", options, OPTION_NAMES)
        options = dict(options)
        if "difficulty" in options:
            options.setdefault("rival_tiles", None)
        columns = {name: list(getattr(self, name)) for name in OPTION_NAMES}
        for name, value in options.items():
            values = [value] if single else spread(name, value, len(self.board), EACH)
            for index in which:
                columns[name][index] = values[index]
        return self.checked(columns, which)

    def batch(self, content: Any = None) -> Batch:
        """Return a batch of solo games with these settings."""
        columns = {name: getattr(self, name) for name in OPTION_NAMES}
        return Batch(len(self.board), num_players=1, content=content, **columns)
