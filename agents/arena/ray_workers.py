"""Workers of Ray, on this machine or on a cluster. The only module of ratings that needs the extra `ray`."""

from __future__ import annotations

import os
import socket
import time
from concurrent.futures import Future
from typing import Any

from agents.arena.workers import FAILED, REFUSED, Answer, Job, Task
from agents.model_files import MissingExtra
from arnak_env.core.extras import RAY_INSTALL_LINE

# Read when Ray is imported. Whoever has set them keeps what they have set.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

try:
    import ray
    from ray import exceptions
except ImportError as error:
    raise MissingExtra(
        f"--workers ray needs the extra 'ray' ({error.name or error} is not installed); install it with:\n"
        f"    {RAY_INSTALL_LINE}"
    ) from None

_STORE = 100 * 2**20  # bytes of shared memory; results are small
_CONNECT = 10.0  # seconds until an address counts as unreachable
_LOOK = 5.0  # seconds between two looks at how many processors the cluster has


class ClusterUnreachable(ConnectionError):
    """There is no Ray cluster at the address, or it does not take this process."""


class RayWorkers:
    """Carries out tasks on a Ray cluster, each on one processor; see `agents.arena.workers.Executor`.

    Machines that join are used, and tasks of machines and workers that are lost come back as lost. A program that is
    connected to Ray already stays connected, and its cluster is used.

    Args:
        job: what the workers play.
        address: of the cluster, such as ``auto`` or ``10.0.0.1:6379``; None: Ray is started on this machine, and
            ended with `close`.
        workers: processors that Ray uses when it is started here; None: all.

    Raises:
        ClusterUnreachable: naming the address, with what Ray says.
    """

    lost = (
        exceptions.WorkerCrashedError,
        exceptions.NodeDiedError,
        exceptions.ObjectLostError,
        exceptions.OutOfMemoryError,
        exceptions.LocalRayletDiedError,
    )

    def __init__(self, job: Job, address: str | None = None, workers: int | None = None) -> None:
        self._own = not ray.is_initialized()
        if self._own:
            _connect(address, workers)
        self._job = ray.put(job.packed())
        # No second try by Ray: what is played again, and how often, is decided by whoever hands out the games.
        self._play = ray.remote(num_cpus=1, max_retries=0)(_remote_function())
        self._looked = -_LOOK
        self._capacity = 1

    def capacity(self) -> int:
        """Return the number of processors of the cluster; 1 for one that begins without machines."""
        if time.monotonic() - self._looked >= _LOOK:
            self._looked = time.monotonic()
            self._capacity = max(1, int(ray.cluster_resources().get("CPU", 1)))
        return self._capacity

    def submit(self, task: Task) -> Future[Answer]:
        """Begin a task."""
        future: Future[Answer] = self._play.remote(self._job, tuple(task)).future()
        return future

    def close(self) -> None:
        """Disconnect, which ends the tasks of this process; a cluster of others goes on."""
        if self._own:
            ray.shutdown()


def _connect(address: str | None, workers: int | None) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        # Workers of one machine that nobody else reaches need no token; Ray would write one to the home folder.
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")
        place = "local"  # else a running cluster, or the leftover of one, would be taken
        quiet |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": _STORE}
    else:
        place = address
        _check_listening(address)
    try:
        ray.init(address=place, **quiet)
    except Exception as error:  # of many kinds: no cluster, other versions, no permission
        what = "Ray cannot be started on this machine" if address is None else _no_cluster(address)
        raise ClusterUnreachable(f"{what}. Ray says: {error}") from error


def _no_cluster(address: str) -> str:
    return (
        f"no Ray cluster answers at {address!r}; start one with `ray start --head`, or leave out --address to use "
        "this machine"
    )


def _check_listening(address: str) -> None:
    """Find out now whether somebody listens there: Ray itself would try for minutes.

    Raises:
        ClusterUnreachable: when nobody does.
    """
    host, colon, port = address.rpartition(":")
    if not colon:
        return
    try:
        places = [host]
        if socket.gethostbyname(host) == "127.0.0.1":  # Ray takes the outer address of this machine for it
            places.append(socket.gethostbyname(socket.gethostname()))
    except OSError as error:
        raise ClusterUnreachable(f"{_no_cluster(address)} ({error})") from None
    for place in places:
        try:
            socket.create_connection((place, int(port)), _CONNECT).close()
            return
        except (OSError, OverflowError) as error:
            reason = error
    raise ClusterUnreachable(f"{_no_cluster(address)} ({reason})")


def _remote_function() -> Any:
    """Return what a worker runs.

    It is made inside a function so that Ray sends the code itself: a worker without this package can then say so.
    """
    refused, failed = REFUSED, FAILED

    def play(packed: bytes, task: tuple[Any, ...]) -> tuple[Any, ...]:
        import socket

        try:
            from agents.arena.workers import carry_out
        except ImportError as error:
            return refused, (
                f"the worker on {socket.gethostname()} lacks this package ({error}); install the same version there, "
                "in the environment that Ray was started from"
            )
        try:
            return carry_out(packed, task)
        except SystemExit as error:
            return failed, f"a game ended its process on {socket.gethostname()}: {error!r}"

    return play
