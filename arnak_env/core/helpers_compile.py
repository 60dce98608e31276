"""Compiling functions that only other compiled functions call: no machine code for them.

Entry points are compiled with all their helpers inside them, so the machine code numba makes for each helper by itself
is never run; making it is a quarter of a cold compile. numba has no option for that, so two of its methods are replaced
while a helper is compiled. They are internal ones: with a version of numba that has not been tried, nothing is
replaced, and compiling takes longer.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator
from typing import Any

import numba

_TRIED = ("0.68.",)
_KNOWN = numba.__version__.startswith(_TRIED)


def _without_machine_code(library: Any) -> None:
    """Make a library ready to be linked into others, as `CPUCodeLibrary._finalize_final_module` does, and no more."""
    library._finalize_dynamic_globals()
    library._verify_declare_only_symbols()
    library._final_module.__library = weakref.proxy(library)
    library._finalized = True


def _not_executable(context: Any, library: Any, descriptor: Any, environment: Any) -> Any:
    """Return what stands for the helper in its dispatcher: it cannot be called from Python, like all helpers."""
    from numba import _dynfunc

    library._ensure_finalized()
    name = descriptor.qualname.split(".")[-1]
    return _dynfunc.make_function(descriptor.lookup_module(), name, "a helper", 0, environment, (library,))


@contextlib.contextmanager
def only_for_linking() -> Iterator[None]:
    """While this context is open, what is compiled can be called by compiled functions only."""
    if not _KNOWN:
        yield
        return
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.cpu import CPUContext

    with global_compiler_lock:  # other threads that compile wait
        executable = CPUContext.get_executable
        CPUContext.get_executable = _not_executable
        JITCodeLibrary._finalize_final_module = _without_machine_code
        try:
            yield
        finally:
            CPUContext.get_executable = executable
            del JITCodeLibrary._finalize_final_module  # the inherited one again
