"""Ctrl-C, kills and full disks where a training begins and ends: what is finished stays."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

import agents  # noqa: E402
from agents.model_files import ModelDescription, read_description  # noqa: E402
from agents.training.reading import read_config  # noqa: E402
from agents.training.run import Training  # noqa: E402
from tests.agents.test_training_resume import TABLE, checkpoint, differing, killed, train, trained, written  # noqa: E402

SOLO = "environment: {boards: [bird, owl], difficulties: [8], num_envs: 8}\n"
TEACHER = "imitation: {teacher: random, games: 4, epochs: 1}\n"


def described(folder: Path) -> ModelDescription:
    return read_description(folder / "model.zip")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training of two updates that nothing has disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    trained(written(folder, SOLO), "--out", folder / "run", "steps=256")
    return folder


def interrupted(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


def test_ctrl_c_before_the_first_update_of_a_resumed_training_leaves_all_as_it_was(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(whole / "run", tmp_path / "run")
    files = {path: path.read_bytes() for path in (tmp_path / "run").glob("*.*")}
    monkeypatch.setattr(Training, "_evaluate", interrupted)
    config = read_config(whole / "config.yaml", ["steps=512", "evaluation.every=1"], out=tmp_path / "run")
    with Training(config, resume=True) as training:
        # The evaluation that is due at once is what Ctrl-C, pressed twice, interrupts.
        training._before["curve"] = []  # type: ignore[index]
        with pytest.raises(KeyboardInterrupt):
            training.run()
    assert {path: path.read_bytes() for path in files} == files


def test_ctrl_c_while_a_teacher_is_imitated_leaves_no_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.training.run.imitate", interrupted)
    config = read_config(written(tmp_path, SOLO + TEACHER), out=tmp_path / "run")
    with Training(config) as training, pytest.raises(KeyboardInterrupt):
        training.run()
    assert not (tmp_path / "run" / "checkpoint.pt").exists()
    monkeypatch.undo()
    trained(tmp_path / "config.yaml", "--out", tmp_path / "run", "--resume", "steps=128")


def test_ctrl_c_in_the_evaluation_at_the_end_loses_only_that(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (whole / "config.yaml", "--out", tmp_path / "run", "steps=256")
    monkeypatch.setattr(Training, "_final_evaluation", interrupted)
    result = train(*words)
    assert result.exit_code == 130
    assert "stopped after 256 decisions; the model is saved" in result.stderr
    assert (described(tmp_path / "run").training.steps, described(tmp_path / "run").evaluation) == (256, None)
    agents.load(f"ppo:{tmp_path / 'run'}")
    monkeypatch.undo()
    trained(*words, "--resume")
    assert differing(whole / "run", tmp_path / "run") == []
    assert described(tmp_path / "run").evaluation == described(whole / "run").evaluation
    assert described(tmp_path / "run").training.ended == "finished"
    again = train(*words, "--resume")
    assert again.exit_code == 2
    assert "has its training already" in again.stderr


KILL = """
import os, signal
from agents.training.run import Training
Training.{where} = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(__import__("signal"), "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("where", ["_final_evaluation", "_end"])
def test_a_kill_at_the_end_is_made_up_for(whole: Path, tmp_path: Path, where: str) -> None:
    path = whole / "config.yaml"
    killed(path, tmp_path / "run", KILL.format(where=where), "steps=256")
    trained(path, "--out", tmp_path / "run", "--resume", "steps=256")
    assert differing(whole / "run", tmp_path / "run") == []
    assert described(tmp_path / "run").evaluation == described(whole / "run").evaluation


def test_without_its_checkpoint_a_model_is_not_trained_anew_by_resume(tmp_path: Path) -> None:
    path = written(tmp_path, SOLO + TEACHER)
    trained(path, "--out", tmp_path / "run", "steps=128")
    (tmp_path / "run" / "checkpoint.pt").unlink()
    before = (tmp_path / "run" / "model.zip").read_bytes()
    result = train(path, "--out", tmp_path / "run", "--resume", "steps=256")
    assert result.exit_code == 2
    assert "a model, but no checkpoint" in result.stderr
    assert (tmp_path / "run" / "model.zip").read_bytes() == before


def test_after_overwrite_the_command_to_go_on_with_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.arena.rating import Stopped

    def stopped(*_: Any) -> None:
        raise Stopped(0, 4)

    monkeypatch.setattr("agents.training.teacher.TeacherGames.play", stopped)
    result = train(written(tmp_path, SOLO + TEACHER), "--out", tmp_path / "run", "--overwrite")
    assert result.exit_code == 130
    assert "--resume in place of --overwrite" in " ".join(result.stderr.split())


def test_a_damaged_file_of_a_teacher_is_told_without_a_traceback(tmp_path: Path) -> None:
    path = written(tmp_path, SOLO + TEACHER)
    trained(path, "--out", tmp_path / "run", "steps=128")
    file = next((tmp_path / "run" / "teacher").glob("*/*.npz"))
    file.write_bytes(file.read_bytes()[:-50])
    result = train(path, "--out", tmp_path / "run", "--overwrite", "steps=128")
    assert result.exit_code == 2
    assert f"{file} is damaged" in result.stderr


def test_a_pool_that_cannot_be_written_is_told_and_the_training_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agents.training import pool

    real, calls = pool.write_tensors, []

    def sometimes_full(path: Path, content: Any) -> None:
        calls.append(path.name)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        real(path, content)

    monkeypatch.setattr(pool, "write_tensors", sometimes_full)
    result = train(written(tmp_path, TABLE), "--out", tmp_path / "run", "environment.pool.every=2")
    assert result.exit_code == 0, result.output
    assert "The pool could not take the network" in result.stderr
    # Six updates; the member due after the second is taken after the third.
    assert calls == ["00000000.pt", "00000002.pt", "00000003.pt", "00000004.pt", "00000006.pt"]
    assert checkpoint(tmp_path / "run")["pool"]["members"] == [4, 6]
