"""Workers that are processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agents.arena.workers import Answer, Job, Task, carry_out

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


class LocalProcesses:
    """Carries out tasks in processes on this machine; see `agents.arena.workers.Executor`.

    The processes are started with the first tasks, and anew when one of them has broken down.

    Args:
        job: what they play.
        workers: how many.
    """

    lost = (BrokenProcessPool,)

    def __init__(self, job: Job, workers: int) -> None:
        # In a file, as what a process is started with goes through a pipe: one that dies before it has read more than
        # the pipe holds would leave this process waiting for ever.
        self._folder = tempfile.TemporaryDirectory(prefix="arnak-workers-")
        self._job = Path(self._folder.name) / "job"
        self._job.write_bytes(job.packed())
        self._workers = workers
        # Forked processes would share locks and threads of libraries in whatever state they are.
        self._context = multiprocessing.get_context("spawn")
        self._stop = self._context.Event()
        self._pool = self._new_pool()

    def capacity(self) -> int:
        """Return the number of processes."""
        return self._workers

    def submit(self, task: Task) -> Future[Answer]:
        """Begin a task."""
        with _one_thread_each():  # a process is started with what it finds there
            try:
                return self._pool.submit(_carry_out, tuple(task))
            except BrokenProcessPool:
                self._pool.shutdown()
                self._pool = self._new_pool()
                return self._pool.submit(_carry_out, tuple(task))

    def close(self) -> None:
        """End the processes, each after the decision it is at."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)
        self._folder.cleanup()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, self._context, _begin, (str(self._job), self._stop))


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes started meanwhile multiply matrices in one thread, unless the user says otherwise.

    Libraries take as many threads as there are cores, so several processes would be in each other's way: for small
    networks that takes four times as long.
    """
    added = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


_given: list[Any] = []  # in a worker: the job, and the event that tells it to stop


def _begin(job: str, stop: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the first one decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _given[:] = [Path(job).read_bytes(), stop]


def _end_with_parent() -> None:
    """Leave when the process that asked is gone: nobody else would end this one."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _carry_out(task: tuple[Any, ...]) -> Answer:
    job, stop = _given
    return carry_out(job, task, stop.is_set)
