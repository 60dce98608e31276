"""Compiling for the first time: Ctrl-C is answered and has its effect, and a process that waits says so."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arnak_env.core.interrupts import Interrupts


def _raw_object_cache_notify() -> None:
    """Like the callback of llvmlite: what is raised in here is lost."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(100):
            time.sleep(0.001)
    except KeyboardInterrupt:
        pass


def test_ctrl_c_inside_a_callback_that_drops_exceptions_has_its_effect_before_the_next_function(
    capfd: pytest.CaptureFixture[str],
) -> None:
    interrupts = Interrupts("stopping ...")

    def compile_two_functions() -> None:
        with interrupts:
            _raw_object_cache_notify()
            interrupts.check()
            pytest.fail("the second function was begun")

    with pytest.raises(KeyboardInterrupt):
        compile_two_functions()
    assert capfd.readouterr().err == "stopping ...\n"
    interrupts.check()  # it was raised once


def test_a_dropped_ctrl_c_is_raised_at_the_end_at_the_latest() -> None:
    with pytest.raises(KeyboardInterrupt), Interrupts("stopping ..."):
        _raw_object_cache_notify()


def test_handlers_are_given_back() -> None:
    def before(number: int, frame: object) -> None: ...

    usual: Callable[..., object] | int | None = signal.signal(signal.SIGINT, before)
    try:
        with Interrupts("stopping ..."):
            assert signal.getsignal(signal.SIGINT) is not before
        assert signal.getsignal(signal.SIGINT) is before
        assert signal.set_wakeup_fd(-1) == -1
    finally:
        signal.signal(signal.SIGINT, usual)


COLD = "from arnak_env import Batch; Batch(1)"


def cold_start(folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "ARNAK_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", COLD]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.readline()


def test_a_process_that_waits_for_another_one_says_so(tmp_path: Path) -> None:
    from arnak_env.core.compile import cache_folder

    folder = tmp_path / cache_folder("arnak").name
    folder.mkdir()
    with (folder / "arnak.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = cold_start(tmp_path)
        try:
            assert "another process is compiling the rules" in first_line(process)
        finally:
            process.kill()
            process.communicate()


def test_ctrl_c_stops_the_first_compilation(tmp_path: Path) -> None:
    process = cold_start(tmp_path)
    try:
        assert "compiling the rules" in first_line(process)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        assert "stopping" in first_line(process)
        _, words = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode not in (0, None)
    assert words.rstrip().endswith("KeyboardInterrupt")
    assert not list(tmp_path.rglob("*.finished"))
