"""Compilation of the rules with numba, and where the compiled code is kept.

numba's disk cache does not notice changes in functions imported from other modules, and processes that compile at the
same time race. So the cache folder's name holds a hash of all sources that end up in compiled code, and a lock guards
the first compilation. With ``NUMBA_DISABLE_JIT=1`` the same source runs as plain Python: slow, for debugging.

Each game has a cache folder of its own, so neither using nor editing one game compiles the other.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np

from arnak_env.core.helpers_compile import only_for_linking
from arnak_env.core.interrupts import Interrupts

COMPILED = not numba.config.DISABLE_JIT
_PACKAGE = Path(__file__).resolve().parent.parent
_FINISHED = "finished"
COMPILE_TIME = "a minute or so"  # the one estimate that all messages give
INTERRUPTS = Interrupts("arnak_env: stopping; the function that is being compiled is finished first ...")
_ENTRY_OPTIMISATION = 2  # level of LLVM; 3 is no faster here and compiles longer
_WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # helpers are never called from Python
_finished = False  # the compiled entry points are on disk

Function = Callable[..., Any]
Decorator = Callable[[str], Callable[[Function], Function]]

# Constants of the kernels, and what the compile decorator itself stands on.
_CONSTANTS = (
    *("opcodes.py", "state.py", "tables.py", "actions.py", "observation.py", "pieces.py"),
    *("compiled.py", "interrupts.py", "helpers_compile.py"),
)
_LOADING = threading.RLock()  # the cache folder is a setting of numba's for the whole process


def source_hash(game: str) -> str:
    """Return a hash of every source file whose contents end up in a game's compiled code, the compiler, the processor.

    These are the files that use the compile decorator and those whose constants they import, in the game's folder and
    in ``core``. Code with and without ``NUMBA_BOUNDSCHECK`` is kept apart, which numba's own cache does not do.

    Args:
        game: the name of its folder in this package, ``"arnak"`` or ``"arkeis"``.
    """
    marker = f"arnak_env.{game}.compiled import".encode()
    target = numba.core.registry.cpu_target.target_context.codegen().magic_tuple()
    checked = bool(numba.config.BOUNDSCHECK)
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version_info} {target} {checked}".encode())
    for path in sorted((*(_PACKAGE / game).rglob("*.py"), *(_PACKAGE / "core").rglob("*.py"))):
        text = path.read_bytes()
        if path.name in _CONSTANTS or marker in text or b"def compiler(" in text:
            digest.update(path.name.encode() + text)
    return digest.hexdigest()[:16]


def cache_folder(game: str) -> Path:
    """Return the folder for the compiled code of a game.

    ``ARNAK_CACHE_DIR`` chooses the place. Without it, or where it cannot be written, it is the user's cache folder;
    where that cannot be written either, a fresh temporary one.
    """
    chosen = os.environ.get("ARNAK_CACHE_DIR")
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arnak_env"
    # numba keeps compiled code by the place of its source, so a second copy of the package needs its own folder.
    place = hashlib.sha256(str(_PACKAGE).encode()).hexdigest()[:8]
    name = f"{game}-{source_hash(game)}-{place}"
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


def load_compiled(game: str, load: Callable[[], Any], what: str = "the rules", estimate: str = COMPILE_TIME) -> Any:
    """Import the kernel modules of a game with numba's cache in our folder, one process at a time while it is cold.

    Args:
        game: the name of its folder in this package.
        load: imports the kernel modules; explicit signatures make them compile while they are imported.
        what: what is compiled, for the message.
        estimate: how long that takes, for the message.
    """
    if not COMPILED:
        return load()
    with _LOADING:
        return _load_compiled(game, load, what, estimate)


def _load_compiled(game: str, load: Callable[[], Any], what: str, estimate: str) -> Any:
    global _finished
    folder = cache_folder(game)
    finished = folder / f"{game}.{_FINISHED}"
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        _finished = finished.exists() and any(folder.rglob("*.nbi"))
        if _finished:
            return load()
        with _only_one_process(folder / f"{game}.lock"):
            _finished = finished.exists() and any(folder.rglob("*.nbi"))
            if _finished:
                return load()
            _say(f"compiling {what}, once for this version ({estimate}) ...")
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


def at_level(level: int, decorate: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function with that level of optimisation.

    Only entry points run by themselves, and they are optimised with all helpers inside them; so helpers are compiled
    lightly, or everything would be optimised several times.
    """

    def compile_function(function: Function) -> Function:
        before = numba.config.OPT
        numba.config.OPT = type(before)(level)
        try:
            return decorate(function)
        finally:
            numba.config.OPT = before

    return compile_function


def compiler(
    records: dict[str, np.dtype], further: Mapping[str, Any] | None = None, helper_level: int = 1
) -> tuple[Decorator, Decorator]:
    """Return two decorators, for helpers and for entry points, that compile a function for one explicit signature.

    Only entry points are kept on disk, with all that they call inside them. When they are found there, helpers stay
    uncompiled, which makes a warm start quick.

    A signature is written with one letter for each argument, a colon and the result: ``"GTi:i"``. Letters: the given
    records, ``*G`` for an array of them; ``i`` int64, ``u`` uint64, ``r`` a row of int8, ``w`` a row of uint8, ``l`` a
    list and ``s`` a row of int16, ``k`` a row of int32, ``v`` an int64 array, ``b`` a bool array, ``m`` a matrix of
    int8, ``o`` a matrix of uint8, ``f`` a matrix of float32; nothing after the colon: no result.

    `helper_level` is the level of optimisation of helpers, see `at_level`.

    Explicit signatures cut the compile time by a third, because helpers are not specialised by every integer type.

    Args:
        records: the dtype of each record by its letter.
        further: more letters of the game with their numba types.

    Raises:
        ValueError: when a letter has another meaning already.
    """
    letters: dict[str, Any] = {
        "i": numba.int64,
        "u": numba.uint64,
        "r": numba.int8[::1],
        "l": numba.int16[::1],
        "s": numba.int16[::1],
        "k": numba.int32[::1],
        "v": numba.int64[::1],
        "b": numba.boolean[::1],
        "w": numba.uint8[::1],
        "m": numba.int8[:, ::1],
        "o": numba.uint8[:, ::1],
        "f": numba.float32[:, ::1],
    }
    new = {letter: numba.from_dtype(dtype) for letter, dtype in records.items()}
    new |= {f"*{letter}": record[::1] for letter, record in new.items()}
    for letter, meaning in (*new.items(), *(further or {}).items()):
        if letters.setdefault(letter, meaning) != meaning:
            raise ValueError(f"the letter {letter!r} of signatures means {letters[letter]} already, not {meaning}")

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
        decorate = numba.njit(types(signature), nogil=True, error_model="numpy", **_WITHOUT_WRAPPERS)

        def helper(function: Function) -> Function:
            with only_for_linking():
                return at_level(helper_level, decorate)(function)

        return helper

    def entry(signature: str) -> Callable[[Function], Function]:
        if not COMPILED:
            return lambda function: function
        INTERRUPTS.check()
        decorate = numba.njit(types(signature), cache=True, nogil=True, error_model="numpy")
        return at_level(_ENTRY_OPTIMISATION, decorate)

    return kernel, entry
