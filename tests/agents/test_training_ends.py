"""Ctrl-C, kills and full disks where a training begins and ends: what is finished stays."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

import agents  # noqa: E402
from agents.arena.rating import Stopped  # noqa: E402
from agents.model_files import ModelDescription, read_description  # noqa: E402
from agents.training.reading import read_config  # noqa: E402
from agents.training.run import Training  # noqa: E402
from tests.agents.test_training_resume import (  # noqa: E402
    TABLE,
    checkpoint,
    differing,
    killed,
    leaves_out,
    train,
    trained,
    written,
)

_shared = leaves_out  # for these tests too: their trainings are compared with killed ones, which have it

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


@pytest.mark.parametrize("place", ["agents.training.teacher.TeacherGames._play_file", "agents.training.run.imitate"])
@pytest.mark.parametrize("before", [False, True], ids=["new", "overwrite"])
def test_the_command_told_after_a_stop_at_the_teacher_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, before: bool
) -> None:
    """Stopped in the first games of the teacher, or while it is imitated; another model may lie there already."""
    path, out = written(tmp_path, SOLO + TEACHER), tmp_path / "run"
    if before:
        trained(path, "--out", out, "steps=128", "imitation.seed=5")
    words = ["--overwrite"] if before else []

    def stopped(*_: Any) -> None:
        raise Stopped(0, 4)

    with monkeypatch.context() as patches:
        patches.setattr(place, stopped)
        result = train(path, "--out", out, *words, "steps=128")
    assert result.exit_code == 130
    told = " ".join(result.stderr.split())
    assert f"The same command with --resume{' in place of --overwrite' if before else ''} goes on" in told
    agents.load(f"ppo:{out}") if before else None  # the model from before plays until there is another
    trained(path, "--out", out, "--resume", "steps=128")
    assert described(out).training.steps == 128
    assert described(out).imitation is not None
    result = train(path, "--out", out, "--resume", "steps=128")  # it has its training now
    assert result.exit_code == 2
    assert "has its training already" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["start_from=nowhere/model"], "no trained agent at"),
        (["ppo.layers=[8]", "start_from={run}"], "has other layers"),
    ],
)
def test_overwrite_keeps_everything_when_the_new_training_is_refused(
    tmp_path: Path, changes: list[str], message: str
) -> None:
    path, out = written(tmp_path, SOLO), tmp_path / "run"
    trained(path, "--out", out, "steps=256")
    names = sorted(str(file.relative_to(out)) for file in out.rglob("*"))
    assert "best/model.zip" in names
    result = train(path, "--out", out, "--overwrite", *(word.format(run=out) for word in changes))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert sorted(str(file.relative_to(out)) for file in out.rglob("*")) == names
    trained(path, "--out", out, "--resume", "steps=384")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["imitation.teacher=greedy"], "imitation"),
        (["imitation=null"], "imitation"),
        (["imitation=null", "start_from=elsewhere"], "start_from"),
    ],
)
def test_a_training_goes_on_with_the_beginning_that_it_had(tmp_path: Path, changes: list[str], message: str) -> None:
    path, out = written(tmp_path, SOLO + TEACHER), tmp_path / "run"
    trained(path, "--out", out, "steps=128")
    result = train(path, "--out", out, "--resume", "steps=256", *changes)
    assert result.exit_code == 2
    assert "was trained differently" in " ".join(result.stderr.split())
    assert f"    {message}" in result.stderr


def test_an_imitation_that_diverges_is_told(tmp_path: Path) -> None:
    path, out = written(tmp_path, SOLO + TEACHER), tmp_path / "run"
    result = train(path, "--out", out, "steps=128", "imitation.learning_rate=1e30")
    assert result.exit_code == 1
    assert "imitation diverged in pass 1" in " ".join(result.stderr.split())
    trained(path, "--out", out, "--overwrite", "steps=128")


def test_members_that_a_checkpoint_needs_are_kept(tmp_path: Path) -> None:
    """A checkpoint of an earlier update is written after the pool has taken another member."""
    with Training(read_config(written(tmp_path, TABLE), ["environment.pool.size=2"], out=tmp_path / "run")) as training:
        pool = training.pool
        assert pool is not None
        pool.offer(0)
        pool.offer(1)
        state = {"pool": pool.get_state(), "games_state": {}}
        pool.offer(2)
        pool.tidy(state)
        pool.set_state(state["pool"])
        assert pool.members == [0, 1]
        pool.tidy(state)
        assert sorted(path.name for path in (tmp_path / "run" / "pool").iterdir()) == ["00000000.pt", "00000001.pt"]


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


def test_a_full_disk_for_logs_is_told_without_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tensorboard.summary.writer.record_writer import RecordWriter

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RecordWriter, "write", full)  # in the thread that TensorBoard writes with
    printed: list[Any] = []
    hook = printed.append
    monkeypatch.setattr(threading, "excepthook", hook)  # prints what a thread ends with
    result = train(written(tmp_path, SOLO), "--out", tmp_path / "run", "steps=384", "tensorboard=true")
    assert result.exit_code == 0, result.output
    assert " ".join(result.output.split()).count("No space left on device; the training goes on without them") == 1
    assert printed == []
    assert threading.excepthook is hook


@pytest.mark.parametrize("there", ["", "run", "run/of", "run/of/mine"])
def test_a_refused_training_leaves_the_folders_that_were_there_and_no_other(tmp_path: Path, there: str) -> None:
    (tmp_path / there).mkdir(parents=True, exist_ok=True)
    before = sorted(tmp_path.rglob("*"))
    config = written(tmp_path, SOLO)
    result = train(config, "--out", tmp_path / "run/of/mine", f"start_from={tmp_path / 'none'}")
    assert result.exit_code == 2
    assert sorted(path for path in tmp_path.rglob("*") if path != config) == before


def test_a_refused_training_keeps_what_lies_in_its_folder(tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    (out / "notes.txt").write_text("mine")
    assert train(written(tmp_path, SOLO), "--out", out, f"start_from={tmp_path / 'none'}").exit_code == 2
    assert (out / "notes.txt").read_text() == "mine"


def test_a_folder_is_held_until_it_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another training that took it in between would lose it."""
    from agents.folders import FolderInUse, OneWriter, make_writable

    folder = tmp_path / "run"
    made = make_writable(folder)
    writer = OneWriter(folder)
    taken = []
    real = Path.unlink

    def unlink(path: Path, **options: Any) -> None:
        try:
            taken.append(OneWriter(folder))
        except FolderInUse:
            pass
        real(path, **options)

    monkeypatch.setattr(Path, "unlink", unlink)
    writer.withdraw(made)
    assert taken == []
    assert not folder.exists()


def test_what_is_no_longer_as_it_was_is_told_and_kept_in_the_card(tmp_path: Path) -> None:
    path, out = written(tmp_path, SOLO), tmp_path / "run"
    trained(path, "--out", out, "steps=128")
    state = torch.load(out / "checkpoint.pt", weights_only=True)
    state["rules"], state["versions"]["numpy"] = "of before", "1.0"
    torch.save(state, out / "checkpoint.pt")
    result = train(path, "--out", out, "--resume", "steps=256")
    assert result.exit_code == 0, result.output
    assert "maybe not as it would have" in result.stderr
    (kept,) = described(out).training.resumed
    assert "fingerprint of the rules: of before before, " in kept
    assert f"numpy: 1.0 before, {np.__version__} now" in kept
    assert kept in (out / "card.md").read_text()
    trained(path, "--out", out, "--resume", "steps=384")
    assert described(out).training.resumed == [kept]


def test_the_card_says_how_intervals_over_all_opponents_are_found(tmp_path: Path) -> None:
    for opponents, by_deal in (("[random]", False), ("[random, greedy]", True)):
        out = tmp_path / opponents
        trained(written(tmp_path, TABLE), "--out", out, f"evaluation.opponents={opponents}", "steps=128")
        assert ("(Wilson; of all opponents by deal)" in (out / "card.md").read_text()) == by_deal
