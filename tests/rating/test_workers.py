"""Games on other processes: the same table as one process plays, whatever happens to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from deadly_agent import TEXT, agent_file, spare

from agents.arena.configuration import RatingConfiguration
from agents.arena.distribution import LOSSES, Distribution, Group
from agents.arena.episode_configuration import EpisodeConfiguration
from agents.arena.episode_rating import EpisodeRating
from agents.arena.games import GamesFile
from agents.arena.playing import Work
from agents.arena.rating import Rating, Stopped
from agents.arena.rival_rating import RivalGames, RivalRating
from agents.arena.storage import GAMES
from agents.arena.tournament import Tournament
from agents.arena.tournament_configuration import TournamentConfiguration
from agents.arena.workers import Answer, Job, Task, WorkersLost, WorkerUnfit, carry_out, started_by

SMALL = RatingConfiguration(("snake", "owl"), (8,), ("random", "greedy"), games=10, seed=11)


def played(folder: Path, configuration: Any = SMALL, kind: type[Rating] = RivalRating, **arguments: Any) -> bytes:
    """Play a rating and return its list of games, which its table follows from."""
    with kind(configuration, folder, **arguments) as rating:
        rating.play()
    return (folder / GAMES).read_bytes()


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return played(tmp_path_factory.mktemp("reference"))


# --- how games are handed out ----------------------------------------------------------------------------------------
class _Unreliable:
    """Two workers, one after the other in this process; those of some tasks break down."""

    lost = (ConnectionResetError,)

    def __init__(self, job: Job, breaks: Callable[[int, Task], bool]) -> None:
        self._job = job.packed()
        self._breaks = breaks
        self.tasks: list[Task] = []

    def capacity(self) -> int:
        return 2

    def submit(self, task: Task) -> Future[Answer]:
        future: Future[Answer] = Future()
        if self._breaks(len(self.tasks), task):
            future.set_exception(ConnectionResetError())
        else:
            future.set_result(carry_out(self._job, tuple(task)))
        self.tasks.append(task)
        return future

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _same_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path.cwd())  # undone afterwards: a worker goes to the folder of its job


def test_what_lost_workers_had_not_finished_is_played_again(tmp_path: Path, reference: bytes) -> None:
    made: list[_Unreliable] = []

    def start(job: Job) -> _Unreliable:
        made.append(_Unreliable(job, lambda number, task: number % 3 == 1))
        return made[0]

    assert played(tmp_path, workers=start) == reference
    games = [(task.group, game) for task in made[0].tasks for game in task.games]
    assert len(set(games)) == 40
    assert len(games) > 40


def test_games_that_every_worker_breaks_down_with_are_told_and_the_others_are_kept(tmp_path: Path) -> None:
    fatal = (1, 4)  # cell and number of the game

    def start(job: Job) -> _Unreliable:
        return _Unreliable(job, lambda number, task: task.group == ("random",) and fatal in task.games)

    with (
        pytest.raises(WorkersLost, match="3 workers broke down one after the other with the same .* games of random"),
        RivalRating(SMALL, tmp_path, workers=start) as rating,
    ):
        rating.play()
    kept = GamesFile(tmp_path / GAMES).read(SMALL)
    assert len(kept) > 4
    assert (SMALL.cells()[fatal[0]], fatal[1]) not in {(game.cell, game.game) for game in kept}
    assert played(tmp_path, resume=True) == played(tmp_path / "whole")


class _OneDiesAllDie:
    """As the processes of one machine: when one dies, what the others are playing is lost too."""

    lost = (ConnectionResetError,)

    def __init__(self) -> None:
        self._flight: list[Future[Answer]] = []

    def capacity(self) -> int:
        return 2

    def submit(self, task: Task) -> Future[Answer]:
        future: Future[Answer] = Future()
        self._flight.append(future)
        if task.group == ("deadly",):
            for each in self._flight:
                if not each.done():
                    each.set_exception(ConnectionResetError())
            self._flight = []
        else:  # as long as nothing happens beside it
            threading.Timer(0.05, lambda: future.done() or future.set_result(("played", ["result"], 0.1, []))).start()
        return future

    def close(self) -> None:
        pass


@pytest.mark.parametrize("first", ["deadly", "innocent"])
def test_games_beside_those_that_break_a_worker_are_not_blamed(first: str) -> None:
    names = sorted(["deadly", "innocent"], key=lambda name: name != first)
    groups = [Group((name,), Work.listed([(name, 0)])) for name in names]
    results = []
    playing = Distribution(_OneDiesAllDie(), names).play(groups)
    with pytest.raises(WorkersLost, match="with the same 1 games of deadly;"):
        results.extend(agents_ for agents_, result in playing if result is not None)
    assert results == [("innocent",)]


class _TwoDieTogether:
    """Two workers that break down together, until both tasks are suspects; then the first one does so alone."""

    lost = (ConnectionResetError,)

    def __init__(self) -> None:
        self._flight: list[Future[Answer]] = []
        self._losses = 0
        self.alone: list[str] = []

    def capacity(self) -> int:
        return 2

    def submit(self, task: Task) -> Future[Answer]:
        future: Future[Answer] = Future()
        if self._losses == LOSSES - 1:
            self.alone.append(task.group[0])
            if len(self.alone) == 1:
                future.set_exception(ConnectionResetError())
            else:
                future.set_result(("played", ["result"], 0.1, []))
            return future
        self._flight.append(future)
        if len(self._flight) == 2:
            for each in self._flight:
                each.set_exception(ConnectionResetError())
            self._flight = []
            self._losses += 1
        return future

    def close(self) -> None:
        pass


def test_every_suspect_is_played_before_the_loss_is_told() -> None:
    names = ["one", "other"]
    workers = _TwoDieTogether()
    playing = Distribution(workers, names).play([Group((name,), Work.listed([(name, 0)])) for name in names])
    results = []
    with pytest.raises(WorkersLost) as told:
        results.extend(who for who, result in playing if result is not None)
    deadly, innocent = workers.alone
    assert f"with the same 1 games of {deadly};" in str(told.value)
    assert results == [(innocent,)]


def test_processes_use_one_thread_each_unless_the_user_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agents.arena.processes import _one_thread_each

    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    code = "import os; print(os.environ.get('OPENBLAS_NUM_THREADS'), os.environ['OMP_NUM_THREADS'])"
    with _one_thread_each():
        shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.split() == ["1", "3"]
    assert "OPENBLAS_NUM_THREADS" not in os.environ


def test_tasks_do_not_shrink_when_fewer_games_are_no_quicker() -> None:
    """A machine so busy that a task takes six seconds and a quarter of a second for each game."""
    group = Group(("random",), Work.unfinished(10_000, ["cell"], set()))
    sizes = []
    for _ in range(8):
        sizes.append(len(group.next_task({"cell": 0}, 2, 1000).games))
        group.learn(sizes[-1], 6.0 + 0.25 * sizes[-1])
    assert sizes[:2] == [4, 2]  # nothing is known yet but that four games took too long
    assert sizes[-1] == 72  # a quarter of the 24 seconds is what a task costs besides


def test_games_that_take_long_each_are_handed_out_one_by_one() -> None:
    """As those of the search: a task costs nothing besides."""
    group = Group(("random",), Work.unfinished(1000, ["cell"], set()))
    for expected in (4, 1, 1, 1):
        task = group.next_task({"cell": 0}, 2, 1000)
        assert len(task.games) == expected
        group.learn(expected, 30.0 * expected)


def test_tasks_fit_the_pace_and_the_last_ones_are_small() -> None:
    places = {"cell": 0}
    group = Group(("random",), Work.unfinished(1000, ["cell"], set()))
    assert len(group.next_task(places, 2, 100).games) == 4
    group.learn(4, 0.0)
    assert len(group.next_task(places, 2, 100).games) == 32
    group.learn(32, 64.0)  # two seconds each
    assert len(group.next_task(places, 2, 100).games) == 2
    group.learn(100, 0.5)
    sizes = []
    while group.work.left():
        sizes.append(len(group.next_task(places, 2, 100).games))
    assert sizes[0] == 241  # a quarter of the 962 that are left
    assert min(sizes[:-1]) == 100  # fewer side by side would hardly be quicker
    assert sum(sizes) == 962


def test_a_rating_of_very_many_games_begins_at_once() -> None:
    configuration = RatingConfiguration(("bird",), (0,), ("random",), games=10**9, seed=0)
    executor = _Unreliable(Job.of(RivalGames, configuration), lambda number, task: False)
    cells = configuration.cells()
    groups = [Group(("random",), Work.unfinished(configuration.games, cells, set()))]
    results = Distribution(executor, cells).play(groups)
    assert next(result for _, result in results if result is not None).game < 8  # of two tasks
    results.close()  # type: ignore[attr-defined]


def test_versions_that_differ_on_a_worker_are_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(job: Job) -> _Unreliable:
        job.described["versions"]["numpy"] = "1.0"
        return _Unreliable(job, lambda number, task: False)

    configuration = RatingConfiguration(("bird",), (0,), ("random",), games=1, seed=0)
    with RivalRating(configuration, tmp_path, workers=start) as rating:
        rating.play()
    assert [note for note in rating.notes if "numpy" in note and "instead of 1.0" in note]


# --- processes of this machine ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "configuration"),
    [
        (EpisodeRating, EpisodeConfiguration((0,), ("random",), games=4, seed=3)),
        (Tournament, TournamentConfiguration(("bird",), (2, 3), ("random", "greedy"), games=2, seed=3)),
    ],
)
def test_two_processes_play_the_same_games(tmp_path: Path, kind: type[Rating], configuration: Any) -> None:
    alone = played(tmp_path / "alone", configuration, kind)
    assert played(tmp_path / "two", configuration, kind, workers=started_by("2")) == alone


@pytest.mark.skipif(os.name == "nt", reason="processes are killed differently there")
def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    configuration = RatingConfiguration(("bird",), (0,), (agent_file(tmp_path),), games=20, seed=5)
    with spare(tmp_path):
        alone = played(tmp_path / "alone", configuration)
    assert played(tmp_path / "two", configuration, workers=started_by("2")) == alone
    assert (tmp_path / "deadly.dead").exists()


def test_an_interrupted_rating_goes_on_elsewhere(tmp_path: Path, reference: bytes) -> None:
    finished: list[int] = []
    with pytest.raises(Stopped), RivalRating(SMALL, tmp_path, workers=started_by("2")) as rating:
        rating.play(lambda agents, number: finished.append(number), lambda: True)
    assert played(tmp_path, resume=True) == reference


# --- what cannot be played -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("workers", "address", "message"),
    [
        ("0", None, "workers must be a number of processes from 1 on, or ray, not '0'"),
        ("-2", None, "not '-2'"),
        ("two", None, "not 'two'"),
        ("2", "auto", "goes with --workers ray only"),
        ("ray", "somewhere", "auto, or HOST:PORT such as 10.0.0.1:6379, not 'somewhere'"),
    ],
)
def test_workers_that_are_asked_for_wrongly_are_told(workers: str, address: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        started_by(workers, address)


def test_one_worker_is_this_process() -> None:
    assert started_by("1") is None


def test_a_worker_that_lacks_the_file_of_an_agent_says_so(tmp_path: Path) -> None:
    configuration = RatingConfiguration(("bird",), (0,), (agent_file(tmp_path),), games=1, seed=5)
    packed = Job.of(RivalGames, configuration).packed()
    (tmp_path / "deadly.py").unlink()
    kind, words = carry_out(packed, (configuration.agents, ((0, 0),)))
    assert kind == "refused"
    assert "no file" in words
    assert "deadly.py" in words


def test_a_worker_with_another_agent_says_so(tmp_path: Path) -> None:
    configuration = RatingConfiguration(("bird",), (0,), (agent_file(tmp_path),), games=1, seed=5)

    def start(job: Job) -> _Unreliable:
        agent_file(tmp_path, TEXT + "\n")
        return _Unreliable(job, lambda number, task: False)

    with (
        pytest.raises(WorkerUnfit, match="other agents than where the rating was started"),
        RivalRating(configuration, tmp_path / "out", workers=start) as rating,
    ):
        rating.play()


def test_an_error_in_a_game_comes_with_its_traceback(tmp_path: Path) -> None:
    agent = agent_file(tmp_path, "from agents.random_agent import RandomAgent\n\nclass Deadly(RandomAgent):\n"
                       "    def act(self, batch, games=None):\n        raise KeyError('my own mistake')\n")  # fmt: skip
    configuration = RatingConfiguration(("bird",), (0,), (agent,), games=1, seed=5)
    with (
        pytest.raises(RuntimeError, match="my own mistake"),
        RivalRating(configuration, tmp_path / "out", workers=started_by("2")) as rating,
    ):
        rating.play()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals to other processes work differently there")
@pytest.mark.parametrize("workers", ["2", pytest.param("ray", marks=pytest.mark.ray)])
def test_ctrl_c_in_a_terminal_keeps_what_is_finished_and_leaves_nobody_behind(tmp_path: Path, workers: str) -> None:
    """A terminal sends Ctrl-C to all processes of the command."""
    if workers == "ray":
        pytest.importorskip("ray")
    command = [sys.executable, "-m", "arnak_env.cli", "rate-rival", "--boards", "bird", "--difficulties", "0-5"]
    command += ["--games", "1000000", "--agents", "random", "--out", str(tmp_path), "--workers", workers]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    games = tmp_path / GAMES
    wait_for(lambda: (games.exists() and games.read_text().count("\n") > 1) or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "--resume goes on" in errors
    assert "Traceback" not in errors
    wait_for(lambda: not _in_session(process.pid), 20.0)
    assert not _in_session(process.pid)
    configuration = RatingConfiguration(("bird",), (0, 1, 2, 3, 4, 5), ("random",), games=10**6, seed=0)
    assert GamesFile(games).read(configuration)


def _in_session(session: int) -> list[str]:
    """Return the processes of a session."""
    listed = subprocess.run(["ps", "-o", "pid=,args=", "-s", str(session)], capture_output=True, text=True)
    return [line for line in listed.stdout.splitlines() if "<defunct>" not in line]


def wait_for(condition: Callable[[], bool], seconds: float = 300.0) -> None:
    start = time.monotonic()
    while not condition() and time.monotonic() - start < seconds:
        time.sleep(0.1)


@pytest.mark.skipif(os.name == "nt", reason="processes are started differently there")
@pytest.mark.timeout(120)
def test_a_process_that_dies_as_it_starts_leaves_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a job holds: what a process is started with must fit into the pipe that it no longer reads."""
    from agents.arena.processes import LocalProcesses

    class LargeJob:
        def packed(self) -> bytes:
            return b"x" * 1_000_000

    monkeypatch.setattr("multiprocessing.spawn._python_exe", b"/bin/false")
    workers = LocalProcesses(LargeJob(), 2)  # type: ignore[arg-type]
    try:
        future = workers.submit(Task(("random",), ((0, 0),), 1))
        with pytest.raises(workers.lost):
            future.result(timeout=60)
    finally:
        workers.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_agent_of_ones_own_that_chooses_a_forbidden_action_is_told_in_words(tmp_path: Path, workers: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import numpy as np\n\n\nclass Wrong:\n    name = 'wrong'\n    needs_observation = False\n\n"
        "    def begin(self, seeds, games=None):\n        pass\n\n"
        "    def act(self, batch, games=None):\n        return np.argmin(batch.mask, axis=1).astype(np.int64)\n"
    )
    words = ["rate-rival", "--agents", f"{path}:Wrong", "--games", "2", "--boards", "bird", "--difficulties", "0"]
    words += ["--out", str(tmp_path / "out"), "--workers", workers]
    process = subprocess.run(
        [sys.executable, "-c", f"from arnak_env.cli import app\napp({words!r})"], capture_output=True, text=True
    )
    assert process.returncode == 2, process.stderr
    assert "Traceback" not in process.stderr
    told = " ".join(process.stderr.split())
    assert "Error: wrong chose a forbidden action, 1: end turn: no main action is taken yet" in told
    assert "board bird, difficulty 0" in told
