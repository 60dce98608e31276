"""A training that was killed ends as one that was not, and what it has written is whole at any time."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import agents
from arnak_env.cli import app

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

COMMON = """
name: resumed
out: nowhere
seed: 3
steps: 768
ppo:
  n_steps: 16
  batch_size: 64
  n_epochs: 1
  certain: 0.5
  shared_layers: [16]
  layers: [16]
  learning_rate: {start: 1e-2, end: 0}
  ent_coef: {start: 0.05, end: 0}
evaluation: {every: 2, games: 4, final_games: 4, opponents: [random]}
checkpoint: {minutes: null, updates: 1}
tensorboard: false
"""
SOLO = """environment:
  boards: [bird, owl]
  difficulties: [8]
  num_envs: 8
  shaping: {guardians: {start: 1, end: 0}}
"""
TABLE = """environment:
  game: table
  players: [2, 3]
  boards: [snake]
  num_envs: 8
  opponents: {past: 2, random: 1}
  pool: {every: 1, size: 2, active: 2}
"""
EPISODE = "environment: {game: episode, episodes: [0], teams: [[rhiat], [franck, eleonor]], num_envs: 8}\n"


LEAVES_OUT = "import agents.training.buffer\nagents.training.buffer.CERTAIN = 0.2\n"
"""A network of so short a training is certain of nothing; with this, updates leave decisions out."""


@pytest.fixture(scope="module", autouse=True)
def leaves_out() -> Iterator[None]:
    from agents.training import buffer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(buffer, "CERTAIN", 0.2)
        yield


def written(folder: Path, games: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(COMMON + games)
    return path


def train(*words: object) -> Result:
    return CliRunner().invoke(app, ["train", *map(str, words)])


def trained(*words: object) -> None:
    result = train(*words)
    assert result.exit_code == 0, result.output


def killed(path: Path, out: Path, where: str, *changes: str) -> None:
    """Train in a process of its own that is killed (SIGKILL) by a line of code in its training."""
    words = ["train", str(path), *changes, "--out", str(out)]
    code = f"import os, signal\n{LEAVES_OUT}from arnak_env.cli import app\n{where}\napp({words!r})"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert process.returncode == -9, process.stderr


AFTER_450_DECISIONS = """
from agents.training.watch import Watch
real = Watch._on_step
def step(self):
    if self.num_timesteps >= 450: os.kill(os.getpid(), signal.SIGKILL)
    return real(self)
Watch._on_step = step
"""
BETWEEN_MODEL_AND_DESCRIPTION = """
import agents.model_files
real = os.replace
def replace(source, target):
    if str(target).endswith('model.json'): os.kill(os.getpid(), signal.SIGKILL)
    real(source, target)
agents.model_files.os.replace = replace
"""
IN_THE_SECOND_CHECKPOINT = """
import pathlib
real = pathlib.Path.replace
count = []
def replace(self, target):
    if 'checkpoint.pt' in str(target):
        count.append(0)
        if len(count) == 2: os.kill(os.getpid(), signal.SIGKILL)
    return real(self, target)
pathlib.Path.replace = replace
"""


def checkpoint(folder: Path) -> dict[str, Any]:
    """Return what decides how a training goes on; clocks are left out."""
    content: dict[str, Any] = torch.load(folder / "checkpoint.pt", weights_only=True)
    for name in ("seconds", "configuration", "returns"):
        del content[name]
    for point in (*content["curve"], *filter(None, [content["best"]])):
        del point["seconds"]
    return content


def same(one: Any, other: Any) -> bool:
    """Return whether two checkpoints are equal, tensors byte for byte."""
    if isinstance(one, torch.Tensor):
        return one.dtype == other.dtype and one.numpy().tobytes() == other.numpy().tobytes()
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def differing(one: Path, other: Path) -> list[str]:
    first, second = checkpoint(one), checkpoint(other)
    return [name for name in first if not same(first[name], second[name])]


def test_updates_of_these_tests_leave_decisions_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So equal trainings below also drew the same decisions."""
    from agents.training.buffer import FewerCertainDecisions

    shares = []
    real = FewerCertainDecisions._chosen

    def chosen(self: Any) -> Any:
        some = real(self)
        shares.append(len(some) / self.log_probs.size)
        return some

    monkeypatch.setattr(FewerCertainDecisions, "_chosen", chosen)
    trained(written(tmp_path, SOLO), "--out", tmp_path / "run", "steps=256")
    assert shares
    assert all(0.3 < share < 0.95 for share in shares)


# --- exact resume ----------------------------------------------------------------------------------------------------
@pytest.mark.skipif(os.name == "nt", reason="signals to other processes work differently there")
@pytest.mark.parametrize("games", [SOLO, TABLE], ids=["solo", "table"])
def test_a_killed_training_ends_as_one_that_was_not(tmp_path: Path, games: str) -> None:
    """Six updates, killed in the fourth: network, optimizer, games, opponents, curve and random numbers are equal."""
    path, whole, parts = written(tmp_path, games), tmp_path / "whole", tmp_path / "parts"
    trained(path, "--out", whole)
    killed(path, parts, AFTER_450_DECISIONS)
    assert checkpoint(parts)["updates"] < 6
    early = checkpoint(parts)["policy"]
    trained(path, "--out", parts, "--resume")
    assert differing(whole, parts) == []
    assert not same(early, checkpoint(parts)["policy"])  # so the comparison can fail
    if games is TABLE:
        assert sorted(file.name for file in (whole / "pool").iterdir()) == sorted(
            file.name for file in (parts / "pool").iterdir()
        )


def test_a_training_in_two_parts_ends_as_one_in_one_part(tmp_path: Path) -> None:
    """Also the games of Arkeis go on where they were."""
    path, whole, parts = written(tmp_path, EPISODE), tmp_path / "whole", tmp_path / "parts"
    constant = ("ppo.learning_rate=1e-3", "ppo.ent_coef=0.01")
    trained(path, *constant, "--out", whole, "steps=512")
    trained(path, *constant, "--out", parts, "steps=256")
    trained(path, *constant, "--out", parts, "steps=512", "--resume")
    assert differing(whole, parts) == []
    agents.load(f"ppo:{parts}", game="arkeis")


def test_self_play_in_two_parts_ends_as_in_one_part(tmp_path: Path) -> None:
    """Long enough for several members of the pool to sit side by side, in tables that began at different times."""
    games = (
        "environment: {game: table, players: [2], boards: [bird], num_envs: 8, opponents: {past: 1},\n"
        "  pool: {every: 1, size: 4, active: 3}}\n"
    )
    path, whole = written(tmp_path, games), tmp_path / "whole"
    changes = ("ppo.learning_rate=1e-3", "ppo.ent_coef=0.01", "ppo.n_steps=24", "evaluation.every=null")
    changes += ("evaluation.final_games=0", "checkpoint.updates=null")
    update = 8 * 24
    trained(path, *changes, "--out", whole, f"steps={10 * update}")
    for cut in (5, 7):
        parts = tmp_path / f"parts_{cut}"
        trained(path, *changes, "--out", parts, f"steps={cut * update}")
        seated = json.dumps(checkpoint(parts)["games_state"]["games"]["vector"], default=str)
        assert len(set(re.findall(r"past-\d+", seated))) > 1  # so the order in which they are asked matters
        trained(path, *changes, "--out", parts, f"steps={10 * update}", "--resume")
        assert differing(whole, parts) == []


# --- what is written is whole ----------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    trained(written(folder, SOLO), "--out", folder / "run", "steps=256")
    return folder


@pytest.mark.skipif(os.name == "nt", reason="signals to other processes work differently there")
def test_a_kill_between_model_and_description_leaves_both_whole(tmp_path: Path) -> None:
    path, out = written(tmp_path, SOLO), tmp_path / "run"
    trained(path, "--out", out, "steps=128")
    killed(
        path,
        out,
        f"{BETWEEN_MODEL_AND_DESCRIPTION}\nimport sys\nreal_app = app\n"
        "app = lambda words: real_app([*words, '--resume', 'evaluation.every=null'])",
    )
    assert (out / "model.draft.json").is_file()
    agents.load(f"ppo:{out}")
    trained(path, "--out", out, "--resume", "steps=512")
    agents.load(f"ppo:{out}")
    assert not list(out.glob("*draft*"))


@pytest.mark.skipif(os.name == "nt", reason="signals to other processes work differently there")
def test_a_kill_while_a_checkpoint_is_written_keeps_the_one_before(tmp_path: Path) -> None:
    path, out = written(tmp_path, SOLO), tmp_path / "run"
    killed(path, out, IN_THE_SECOND_CHECKPOINT)
    assert torch.load(out / "checkpoint.pt", weights_only=True)["updates"] == 0
    assert list(out.glob(".*.part"))
    trained(path, "--out", out, "--resume", "steps=256")
    assert not list(out.glob(".*.part"))


def test_a_full_disk_is_told_and_the_training_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.training import checkpoint as module

    real, calls = module.write_whole, []

    def sometimes_full(path: Path, data: bytes) -> Path:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return real(path, data)

    monkeypatch.setattr(module, "write_whole", sometimes_full)
    result = train(written(tmp_path, SOLO), "--out", tmp_path / "run", "steps=384")
    assert result.exit_code == 0, result.output
    assert "checkpoint could not be written" in result.stderr
    assert "No space left on device" in result.stderr
    assert checkpoint(tmp_path / "run")["steps"] == 384


def test_a_disk_that_stays_full_is_told_once_and_the_end_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agents.training import checkpoint as module

    real, calls = module.write_whole, []

    def full(path: Path, data: bytes) -> Path:
        calls.append(path)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        return real(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(module, "write_whole", full)
        result = train(written(tmp_path, SOLO), "--out", tmp_path / "run", "steps=512")
    assert len(calls) > 3
    told = " ".join(result.stderr.split())
    assert told.count("checkpoint could not be written") == 1
    assert result.exit_code != 0
    assert "the same command with --resume goes on from the last checkpoint, which is kept" in told
    trained(written(tmp_path, SOLO), "--out", tmp_path / "run", "steps=512", "--resume")
    assert checkpoint(tmp_path / "run")["steps"] == 512


@pytest.mark.parametrize("place", [0.01, 0.5, 0.99])
def test_a_damaged_checkpoint_is_refused_and_kept(finished: Path, tmp_path: Path, place: float) -> None:
    shutil.copytree(finished / "run", tmp_path / "run")
    path = tmp_path / "run" / "checkpoint.pt"
    data = bytearray(path.read_bytes())
    data[int(len(data) * place)] ^= 0xFF
    path.write_bytes(data)
    result = train(finished / "config.yaml", "--out", tmp_path / "run", "--resume")
    assert result.exit_code == 2, result.output
    assert f"{path} is damaged" in result.stderr
    assert path.read_bytes() == data
    agents.load(f"ppo:{tmp_path / 'run'}")


def test_a_model_without_checkpoint_is_no_start_for_resume(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished / "run", tmp_path / "run")
    (tmp_path / "run" / "checkpoint.pt").unlink()
    result = train(finished / "config.yaml", "--out", tmp_path / "run", "--resume")
    assert result.exit_code == 2
    assert "a model, but no checkpoint" in result.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("seed=4", "seed: 3 before, 4 now"),
        ("environment.boards=[bird, snake]", "environment.boards: ['bird', 'owl'] before, ['bird', 'snake'] now"),
        ("ppo.layers=[17]", "ppo.layers: [16] before, [17] now"),
        ("evaluation.games=5", "evaluation.games: 4 before, 5 now"),
        ("environment={game: table, num_envs: 8}", "environment.game: 'solo' before, 'table' now"),
    ],
)
def test_another_training_does_not_go_on(finished: Path, change: str, message: str) -> None:
    result = train(finished / "config.yaml", "--out", finished / "run", "--resume", change)
    assert result.exit_code == 2
    assert message in result.stderr


def test_overwrite_leaves_nothing_of_the_training_before(finished: Path, tmp_path: Path) -> None:
    shutil.copytree(finished / "run", tmp_path / "run")
    assert (tmp_path / "run" / "best" / "model.zip").is_file()
    words = (finished / "config.yaml", "--out", tmp_path / "run", "--overwrite", "evaluation.every=null", "steps=128")
    trained(*words)
    assert not (tmp_path / "run" / "best").exists()
    assert checkpoint_steps(tmp_path / "run") == 128


def checkpoint_steps(folder: Path) -> int:
    return int(torch.load(folder / "checkpoint.pt", weights_only=True)["steps"])
