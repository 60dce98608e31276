"""Compilation of the rules with numba, and where the compiled code is kept.

numba's disk cache does not notice changes in functions imported from other modules, and processes that compile at the
same time race. So the cache folder's name holds a hash of all sources that end up in compiled code, and a lock guards
the first compilation. With ``NUMBA_DISABLE_JIT=1`` the same source runs as plain Python: slow, for debugging.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np

from arnak_env.core.interrupts import Interrupts

COMPILED = not numba.config.DISABLE_JIT
_PACKAGE = Path(__file__).resolve().parent.parent
_FINISHED = "finished"
COMPILE_TIME = "a minute or so"  # the one estimate that all messages give
INTERRUPTS = Interrupts("arnak_env: stopping; the function that is being compiled is finished first ...")
_WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # helpers are never called from Python
_finished = False  # the compiled entry points are on disk

Function = Callable[..., Any]
Decorator = Callable[[str], Callable[[Function], Function]]

# Constants of the kernels, and what the compile decorator itself stands on.
_CONSTANTS = ("opcodes.py", "state.py", "tables.py", "actions.py", "observation.py", "compiled.py", "interrupts.py")


def source_hash() -> str:
    """Return a hash of every source file whose contents end up in compiled code, the compiler and the processor.

    These are the files that use the compile decorator and those whose constants they import. Code with and without
    ``NUMBA_BOUNDSCHECK`` is kept apart, which numba's own cache does not do.
    """
    target = numba.core.registry.cpu_target.target_context.codegen().magic_tuple()
    checked = bool(numba.config.BOUNDSCHECK)
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version_info} {target} {checked}".encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if path.name in _CONSTANTS or b"arnak_env.arnak.compiled import" in text or b"def compiler(" in text:
            digest.update(path.name.encode() + text)
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder for compiled code.

    ``ARNAK_CACHE_DIR`` chooses the place. Without it, or where it cannot be written, it is the user's cache folder;
    where that cannot be written either, a fresh temporary one.
    """
    chosen = os.environ.get("ARNAK_CACHE_DIR")
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arnak_env"
    # numba keeps compiled code by the place of its source, so a second copy of the package needs its own folder.
    place = hashlib.sha256(str(_PACKAGE).encode()).hexdigest()[:8]
    name = f"{source_hash()}-{place}"
    for folder in ([Path(chosen) / name] if chosen else []) + [user / name]:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ".writable").touch()
        except OSError:
            continue
        return folder
    return Path(tempfile.mkdtemp(prefix="arnak_env-"))


def _say(words: str) -> None:
    print(f"arnak_env: {words}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _only_one_process(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file; without lock support (not on every system) go on unguarded."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            _say("another process is compiling the rules; waiting for it to finish ...")
            fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(handle, fcntl.LOCK_UN)


def load_compiled(name: str, load: Callable[[], Any]) -> Any:
    """Import kernel modules with numba's cache in our folder, one process at a time while it is still cold.

    Args:
        name: a word for the group of kernels, part of the marker's file name.
        load: imports the kernel modules; explicit signatures make them compile while they are imported.
    """
    global _finished
    if not COMPILED:
        return load()
    folder = cache_folder()
    finished = folder / f"{name}.{_FINISHED}"
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        _finished = finished.exists() and any(folder.rglob("*.nbi"))
        if _finished:
            return load()
        with _only_one_process(folder / f"{name}.lock"):
            _finished = finished.exists() and any(folder.rglob("*.nbi"))
            if _finished:
                return load()
            _say(f"compiling the rules, once for this version ({COMPILE_TIME}) ...")
            start = time.perf_counter()
            with INTERRUPTS:
                loaded = load()
            finished.touch()
            _say(f"compiled in {time.perf_counter() - start:.0f} s")
            return loaded
    finally:
        numba.config.CACHE_DIR = before


def widened(records: np.ndarray) -> np.ndarray:
    """Return a copy whose small integers are wide, as a record array, for the rules without compilation.

    Compiled code computes with 64 bits whatever a field holds, numpy scalars do not; and numpy offers fields as
    attributes on record arrays only.
    """
    fields = []
    for name in records.dtype.names or ():
        field = records.dtype[name]
        wide = field.base if field.base.itemsize == 8 else np.dtype(np.int64)
        fields.append((name, wide, field.shape))
    return records.astype(np.dtype(fields)).view(np.recarray)


def compiler(records: dict[str, np.dtype]) -> tuple[Decorator, Decorator]:
    """Return two decorators, for helpers and for entry points, that compile a function for one explicit signature.

    Only entry points are kept on disk, with all that they call inside them. When they are found there, helpers stay
    uncompiled, which makes a warm start quick.

    A signature is written with one letter for each argument, a colon and the result: ``"GTi:i"``. Letters: the given
    records, ``*G`` for an array of them; ``i`` int64, ``u`` uint64, ``r`` a row of int8, ``w`` a row of uint8, ``l`` a
    list of int16, ``v`` an int64 array, ``b`` a bool array, ``m`` a matrix of int8, ``o`` a matrix of uint8; nothing
    after the colon: no result.

    Explicit signatures cut the compile time by a third, because helpers are not specialised by every integer type.
    """
    letters: dict[str, Any] = {
        "i": numba.int64,
        "u": numba.uint64,
        "r": numba.int8[::1],
        "l": numba.int16[::1],
        "v": numba.int64[::1],
        "b": numba.boolean[::1],
        "w": numba.uint8[::1],
        "m": numba.int8[:, ::1],
        "o": numba.uint8[:, ::1],
    }
    for letter, dtype in records.items():
        letters[letter] = numba.from_dtype(dtype)
        letters["*" + letter] = numba.from_dtype(dtype)[::1]

    def types(signature: str) -> Any:
        arguments, _, result = signature.partition(":")
        found = []
        star = ""
        for letter in arguments:
            if letter == "*":
                star = "*"
                continue
            found.append(letters[star + letter])
            star = ""
        return (letters[result] if result else numba.void)(*found)

    def kernel(signature: str) -> Callable[[Function], Function]:
        if not COMPILED:
            return lambda function: function
        INTERRUPTS.check()
        if _finished:
            return numba.njit(nogil=True, error_model="numpy")  # compiles only if the disk cache fails after all
        return numba.njit(types(signature), nogil=True, error_model="numpy", **_WITHOUT_WRAPPERS)

    def entry(signature: str) -> Callable[[Function], Function]:
        if not COMPILED:
            return lambda function: function
        INTERRUPTS.check()
        return numba.njit(types(signature), cache=True, nogil=True, error_model="numpy")

    return kernel, entry
