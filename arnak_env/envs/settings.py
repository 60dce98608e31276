"""Which game each sub-environment plays: everything that `reset(options=...)` can change."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import numpy as np

from arnak_env.core.batch import GameBatch
from arnak_env.envs.arguments import only_keys


class Settings(ABC):
    """One value per sub-environment of each option. Those of a game are a frozen dataclass with a list per option.

    Attributes:
        options: names of the options.
        implied: by option, what its change sets others to that are not given themselves.
    """

    options: ClassVar[tuple[str, ...]]
    implied: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    @classmethod
    @abstractmethod
    def configurations(cls, columns: Mapping[str, list[Any]], which: list[int]) -> list[Any]:
        """Return a checked configuration for each of the sub-environments `which`.

        Raises:
            ValueError: for a value that no game has.
        """

    @staticmethod
    @abstractmethod
    def spread(name: str, value: Any, count: int) -> list[Any]:
        """Return one value of an option per sub-environment.

        Raises:
            ValueError: for a wrong number of values.
        """

    @staticmethod
    def as_one(name: str, value: Any) -> Any:
        """Return the value of one sub-environment in a form that a list of such values is one per sub-environment."""
        return value

    @abstractmethod
    def batch(self, content: Any = None) -> GameBatch:
        """Return a batch of games with these settings."""

    @classmethod
    def of(cls, count: int, **given: Any) -> Self:
        """Build settings from options that are one value or one per sub-environment.

        Raises:
            ValueError: for an unknown value or a wrong number of values.
        """
        return cls.checked({name: cls.spread(name, value, count) for name, value in given.items()}, range(count))

    @classmethod
    def checked(cls, columns: Mapping[str, list[Any]], which: Iterable[int]) -> Self:
        """Build settings from one value per sub-environment, of which those at `which` are looked at.

        Raises:
            ValueError: for a value that no game has.
        """
        which = [int(index) for index in which]
        columns = {name: list(values) for name, values in columns.items()}
        for index, config in zip(which, cls.configurations(columns, which), strict=True):
            for name, values in columns.items():
                values[index] = getattr(config, name)  # in plain Python types
        return cls(**columns)

    def with_implied(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a reset with those that follow from them."""
        full = dict(options)
        for name in options:
            for other, value in self.implied.get(name, {}).items():
                full.setdefault(other, value)
        return full

    def changed(self, options: Mapping[str, Any], which: np.ndarray, *, single: bool = False) -> Self:
        """Return the settings after `reset(options=...)` of the sub-environments `which` (indices).

        Args:
            options: each one value or, unless `single`, one per sub-environment.
            which: the sub-environments that change.
            single: whether this is a single environment.

        Raises:
            ValueError: for an unknown option or value.
        """
        only_keys("reset option", options, self.options)
        columns = {name: list(getattr(self, name)) for name in self.options}
        for name, value in self.with_implied(options).items():
            values = [value] if single else self.spread(name, value, len(columns[name]))
            for index in which:
                columns[name][index] = values[index]
        return self.checked(columns, which)
