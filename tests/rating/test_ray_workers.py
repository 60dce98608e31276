"""Games on a Ray cluster of this machine: the same table as one process plays, whatever workers are lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # read when Ray is imported; nobody else reaches these clusters
pytest.importorskip("ray", reason="needs the extra `ray`")
if os.name == "nt":
    pytest.skip("processes are killed differently there", allow_module_level=True)

import ray
from deadly_agent import agent_file, spare
from ray.cluster_utils import Cluster
from typer.testing import CliRunner

from agents.arena.configuration import RatingConfiguration
from agents.arena.ray_workers import ClusterUnreachable, RayWorkers, _remote_function
from agents.arena.rival_rating import RivalGames, RivalRating
from agents.arena.storage import GAMES
from agents.arena.workers import Answer, Job, Task, WorkerUnfit
from arnak_env.cli import app

pytestmark = pytest.mark.ray
STORE = 100 * 2**20
SMALL = RatingConfiguration(("bird",), (0, 5), ("random",), games=20, seed=5)


@pytest.fixture
def two_workers() -> Iterator[None]:
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=STORE,
        log_to_driver=False,
        logging_level="ERROR",
    )
    yield
    ray.shutdown()


@pytest.fixture
def two_machines() -> Iterator[Cluster]:
    few: dict[str, Any] = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=few)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def played(folder: Path, configuration: RatingConfiguration, **arguments: Any) -> bytes:
    with RivalRating(configuration, folder, **arguments) as rating:
        rating.play()
    return (folder / GAMES).read_bytes()


def test_a_killed_worker_is_replaced_and_what_is_missing_is_told(tmp_path: Path, two_workers: None) -> None:
    """The tests share a cluster, as starting one takes longer than they do."""
    deadly = RatingConfiguration(("bird",), (0,), (agent_file(tmp_path), "random"), games=20, seed=5)
    with spare(tmp_path):
        alone = played(tmp_path / "alone", deadly)
    assert played(tmp_path / "ray", deadly, workers=RayWorkers) == alone
    assert (tmp_path / "deadly.dead").exists()
    assert ray.is_initialized()  # the connection was there before

    class WithoutTheFile(RayWorkers):
        def submit(self, task: Task) -> Future[Answer]:
            assert self.capacity() == 2
            (tmp_path / "deadly.py").unlink(missing_ok=True)
            return super().submit(task)

    with (
        pytest.raises(WorkerUnfit, match=r"cannot play: no file .*deadly\.py"),
        RivalRating(replace(deadly, seed=6), tmp_path / "missing", workers=WithoutTheFile) as rating,
    ):
        rating.play()


@pytest.mark.slow
def test_a_lost_machine_is_done_without(tmp_path: Path, two_machines: Cluster) -> None:
    node = two_machines.add_node(num_cpus=1, object_store_memory=STORE)
    many = RatingConfiguration(("bird",), (0, 5), ("random",), games=150, seed=5)
    lost: list[int] = []

    def lose(agents: str, finished: int) -> None:
        if finished and not lost:
            lost.append(finished)
            two_machines.remove_node(node, allow_graceful=False)

    with RivalRating(many, tmp_path / "ray", workers=lambda job: RayWorkers(job, two_machines.address)) as rating:
        rating.play(lose)
    assert 0 < lost[0] < 300
    assert (tmp_path / "ray" / GAMES).read_bytes() == played(tmp_path / "alone", many)


def test_a_worker_without_this_package_says_so() -> None:
    """What Ray sends can be unpacked and called where nothing of this package can be imported."""
    sent = ray.cloudpickle.dumps(_remote_function())
    lines = [
        "import sys",
        "sys.modules['agents'] = sys.modules['arnak_env'] = None",
        "import ray.cloudpickle",
        "print(ray.cloudpickle.loads(sys.stdin.buffer.read())(b'', ()))",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], input=sent, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert b"refused" in done.stdout
    assert b"lacks this package" in done.stdout


def test_an_agent_that_ends_its_process_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(*arguments: Any) -> None:
        raise SystemExit(3)

    monkeypatch.setattr("agents.arena.workers.carry_out", ends)
    kind, words = _remote_function()(b"", ())
    assert kind == "failed"
    assert "SystemExit(3)" in words


@pytest.mark.parametrize("address", ["127.0.0.1:1", "no-such-machine.invalid:6379"])
def test_a_cluster_that_does_not_answer_is_told_at_once(tmp_path: Path, address: str) -> None:
    folder = tmp_path / "out"
    words = ["rate-rival", "--workers", "ray", "--address", address, "--out", str(folder)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert f"no Ray cluster answers at '{address}'; start one with `ray start --head`" in result.stderr
    assert not folder.exists()
    with pytest.raises(ClusterUnreachable):
        RayWorkers(Job.of(RivalGames, SMALL), address)


def test_ray_that_is_not_installed_is_told_with_the_line_that_installs_it(tmp_path: Path) -> None:
    lines = [
        "import sys",
        "sys.modules['ray'] = None",
        "from arnak_env.cli import app",
        f"app(['rate-rival', '--workers', 'ray', '--out', {str(tmp_path / 'out')!r}])",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "needs the extra 'ray'" in done.stderr
    assert "pip install -c constraints.txt -e '.[ray]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
