"""The compiled rules once more as plain Python, for what explains them to people.

Reasons and reports ask the same functions as the rules do, so they cannot say something else. Helpers that are compiled
into an entry point cannot be called from Python; their source can, on records widened by `arnak_env.core.compile`.
"""

from __future__ import annotations

import sys
from types import FunctionType, SimpleNamespace
from typing import Any


class Uncompiled:
    """Modules of compiled functions with each of these replaced by its source."""

    def __init__(self) -> None:
        self._modules: dict[str, dict[str, Any]] = {}
        self._functions: dict[Any, FunctionType] = {}

    def module(self, name: str) -> SimpleNamespace:
        """Return the names of a loaded module, compiled functions as plain ones."""
        return SimpleNamespace(**self._names(name))

    def _names(self, name: str) -> dict[str, Any]:
        if name not in self._modules:
            names = self._modules[name] = dict(vars(sys.modules[name]))
            for word, value in list(names.items()):
                source = getattr(value, "py_func", None)
                if source is not None:
                    names[word] = self._function(source)
        return self._modules[name]

    def _function(self, source: Any) -> FunctionType:
        if source not in self._functions:
            names = self._names(source.__module__)
            plain = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
            plain.__doc__ = source.__doc__
            self._functions.setdefault(source, plain)
        return self._functions[source]
