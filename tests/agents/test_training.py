"""The training path, with very little training: config, model, and the model as an agent."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import agents
from agents.training.reading import read_config
from arnak_env import Batch
from arnak_env.arnak.content import load_content
from arnak_env.cli import app

pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

TINY = """
name: "{name}"
out: {out}
seed: 3
steps: {steps}
environment:
  boards: all
  difficulties: [8]
  objectives: [0, 3]
  first_objective_worth_four: true
  num_envs: 8
ppo: {{n_steps: 16, batch_size: 64, n_epochs: 1, shared_layers: [16], layers: [16], learning_rate: {rate}}}
evaluation: {{every: null, final_games: 0}}
tensorboard: false
"""


def config_file(folder: Path, *, name: str = "tiny", steps: int = 256, rate: str = "3e-4") -> Path:
    path = folder / f"{steps}_{rate}.yaml"
    path.write_text(TINY.format(out=folder / "model", name=name, steps=steps, rate=rate))
    return path


def train(*words: object) -> Result:
    return CliRunner().invoke(app, ["train", *map(str, words)])


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: ")
    return result.stderr


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    result = train(config_file(folder))
    assert result.exit_code == 0, result.output
    assert f"ppo:{folder / 'model'}" in result.stdout
    assert "100 %" in result.stderr
    return folder / "model"


def described(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "model.json").read_text())


def weights(folder: Path) -> dict[str, Any]:
    from sb3_contrib import MaskablePPO

    return MaskablePPO.load(folder / "model.zip").policy.state_dict()


def test_the_model_is_saved_with_what_it_was_trained_on(model: Path) -> None:
    description = described(model)
    assert (description["training"]["steps"], description["training"]["ended"]) == (256, "finished")
    assert description["configuration"]["ppo"]["layers"] == [16]
    assert description["configuration"]["environment"]["boards"] == ["bird", "snake", "spider", "owl"]
    needed = {"python", "arnak-env", "numpy", "gymnasium", "torch", "stable-baselines3", "sb3-contrib"}
    assert needed <= set(description["versions"])
    assert "unknown" not in description["versions"].values()


def test_the_same_seed_trains_the_same_model(model: Path, tmp_path: Path) -> None:
    assert train(config_file(tmp_path)).exit_code == 0
    first, again = weights(model), weights(tmp_path / "model")
    assert all((first[name] == again[name]).all() for name in first)


def test_a_training_on_facts_of_ones_own_records_them(tmp_path: Path) -> None:
    """It goes on with the same facts, wherever their file lies."""
    for name in ("facts", "moved"):
        (tmp_path / f"{name}.toml").write_text('[[card]]\nid = "ostrich"\ncost = 2\n', encoding="utf-8")
    text = config_file(tmp_path, steps=128).read_text()
    path = tmp_path / "own.yaml"
    path.write_text(text.replace("  boards: all", f"  content: {tmp_path / 'facts.toml'}\n  boards: all"))
    assert train(path).exit_code == 0
    description = described(tmp_path / "model")
    assert description["content"] == load_content(tmp_path / "facts.toml").fingerprint != load_content().fingerprint
    assert description["configuration"]["environment"]["content"] == str(tmp_path / "facts.toml")
    path.write_text(path.read_text().replace("facts.toml", "moved.toml").replace("steps: 128", "steps: 256"))
    (tmp_path / "facts.toml").unlink()
    result = train(path, "--resume")
    assert result.exit_code == 0, result.output
    play(f"ppo:{tmp_path / 'model'}")


def test_a_name_may_look_like_a_format_or_markup(tmp_path: Path) -> None:
    result = train(config_file(tmp_path, name="{a} {0} [red]", steps=128))
    assert result.exit_code == 0, result.output
    assert "{a} {0} [red]" in result.stderr


# --- the output folder -----------------------------------------------------------------------------------------------
def test_a_model_is_not_replaced_by_accident(model: Path) -> None:
    message = refused(train(config_file(model.parent)))
    assert "--overwrite" in message
    assert "--resume" in message


@pytest.mark.parametrize("out", ["file", "file/below"])
def test_a_file_in_the_way_is_told_before_the_training(tmp_path: Path, out: str) -> None:
    (tmp_path / "file").touch()
    message = refused(train(config_file(tmp_path, steps=10**9), "--out", tmp_path / out))
    assert f"{tmp_path / 'file'} is a file" in message


def test_two_trainings_do_not_write_to_one_folder(tmp_path: Path) -> None:
    from agents.training.run import Training

    path = config_file(tmp_path)
    with Training(read_config(path)):
        assert "another process is writing" in refused(train(path))


# --- endings ---------------------------------------------------------------------------------------------------------
def test_a_diverging_training_keeps_the_last_good_model(tmp_path: Path) -> None:
    result = train(config_file(tmp_path, rate="1.0e+30"))
    assert result.exit_code == 1, result.output
    assert "diverged" in result.stderr
    assert "learning_rate" in result.stderr
    assert "Traceback" not in result.output
    assert described(tmp_path / "model")["training"]["ended"] == "diverged"
    assert all(np.isfinite(values.numpy()).all() for values in weights(tmp_path / "model").values())
    play(f"ppo:{tmp_path / 'model'}")


def test_an_error_in_the_training_keeps_the_last_good_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.training.run import Training

    with Training(read_config(config_file(tmp_path, steps=10**6))) as training:
        steps = iter(range(10**6))
        real = training.environment.step_wait

        def failing() -> Any:
            if next(steps) == 40:
                raise KeyError("a mistake")
            return real()

        monkeypatch.setattr(training.environment, "step_wait", failing)
        with pytest.raises(KeyError, match="a mistake") as caught:
            training.run()
    assert any(str(tmp_path / "model") in note for note in caught.value.__notes__)
    training = described(tmp_path / "model")["training"]
    assert (training["steps"], training["ended"]) == (256, "failed")
    play(f"ppo:{tmp_path / 'model'}")


@pytest.mark.skipif(os.name == "nt", reason="signals to other processes work differently there")
def test_ctrl_c_saves_the_model_and_resume_goes_on(tmp_path: Path) -> None:
    path = config_file(tmp_path, steps=10**9)
    code = (
        "import os, signal\nfrom agents.training.watch import Watch\nfrom arnak_env.cli import app\n"
        "real = Watch._on_step\n"
        "def step(self):\n"
        "    if self.num_timesteps == 400: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(self)\n"
        f"Watch._on_step = step\napp(['train', {str(path)!r}])"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    errors = process.stderr
    assert process.returncode == 130, errors
    assert f"saved in {tmp_path / 'model'}" in errors
    assert "--resume" in errors
    assert "Error" not in errors
    assert "Traceback" not in errors
    training = described(tmp_path / "model")["training"]
    assert training["ended"] == "interrupted"
    done = training["steps"]
    assert done == 384  # the games of an update that was not finished do not count

    more = config_file(tmp_path, steps=done + 300)
    result = train(more, "--resume")
    assert result.exit_code == 0, result.output
    training = described(tmp_path / "model")["training"]
    assert training["ended"] == "finished"
    assert done + 300 <= training["steps"] < done + 600
    assert "has its training already" in refused(train(more, "--resume"))


def test_only_the_same_training_goes_on(model: Path, tmp_path: Path) -> None:
    shutil.copytree(model, tmp_path / "model")
    other = config_file(tmp_path, steps=1000, rate="1e-3")
    assert "ppo.learning_rate: 0.0003 before, 0.001 now" in refused(train(other, "--resume"))
    facts = tmp_path / "facts.toml"
    facts.write_text('[[card]]\nid = "ostrich"\ncost = 2\n', encoding="utf-8")
    text = config_file(tmp_path, steps=1000).read_text()
    (tmp_path / "own.yaml").write_text(text.replace("  boards: all", f"  content: {facts}\n  boards: all"))
    assert "fingerprint of the content: " in refused(train(tmp_path / "own.yaml", "--resume"))
    assert "exclude each other" in refused(train(other, "--resume", "--overwrite"))
    assert "no model to go on with" in refused(train(other, "--resume", "--out", tmp_path / "nothing"))


# --- the model as an agent -------------------------------------------------------------------------------------------
def play(name: str) -> None:
    batch = Batch(2, num_players=1, seed=1)
    agent = agents.load(name)
    for _ in range(20):
        batch.step(agent.act(batch))


def test_the_model_plays_legal_games_and_takes_its_place_in_a_rating(model: Path, tmp_path: Path) -> None:
    words = ["rate-rival", "--difficulties", "0", "--games", "3", "--agents", f"random,ppo:{model}"]
    result = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert f"ppo:{model}\n" in result.stdout  # in full, however narrow the table
    description = json.loads((tmp_path / "out" / "configuration.json").read_text())
    assert list(description["agents"]) == ["random", f"ppo:{model}"]
    assert "torch" in description["versions"]


def test_a_rating_with_another_model_of_that_name_is_not_resumed(model: Path, tmp_path: Path) -> None:
    shutil.copytree(model, tmp_path / "model")
    words = ["rate-rival", "--difficulties", "0", "--games", "1", "--agents", f"ppo:{tmp_path / 'model'}"]
    words += ["--out", str(tmp_path / "out")]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert train(config_file(tmp_path, steps=128), "--overwrite").exit_code == 0
    assert "agents.ppo:" in refused(CliRunner().invoke(app, [*words, "--resume"]))


def test_the_model_sees_what_it_saw_in_training(model: Path) -> None:
    from agents.model_files import load_model
    from arnak_env.envs.sb3 import ArnakVecEnv

    environment = ArnakVecEnv(4, board=["bird", "snake"] * 2, difficulty=1, seed=5)
    seen = environment.reset()
    batch = Batch(4, board=["bird", "snake"] * 2, num_players=1, difficulty=1, seed=5)
    agent = agents.load(f"ppo:{model}")
    trained = load_model(model / "model.zip")
    expected, _ = trained.predict(seen, action_masks=environment.action_masks(), deterministic=True)
    assert (agent.act(batch) == np.asarray(expected)).all()


def changed(description: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    """Return a copy with another value at a place such as ``configuration.threads``; None removes it."""
    copy = json.loads(json.dumps(description))
    *outer, last = place.split(".")
    inner = copy
    for key in outer:
        inner = inner[key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return copy


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("configuration.threads", 0, "configuration.threads: .*1 .found 0"),
        ("configuration.threads", "2", "configuration.threads: .*integer"),
        ("configuration.environment.observation", "rgb", "configuration.environment.observation: .*'rgb'"),
        ("configuration", None, "configuration: Field required"),
        ("configuration", [], "configuration: "),
        ("versions", {"torch": 2}, "versions.torch: .*string"),
        ("training.ended", "well", "training.ended: .*'well'"),
        ("observation_size", 3, "other observation size"),
        ("observation_size", "3", "observation_size: .*integer"),
        ("actions", 99, "other action numbers"),
        ("sha256", "0", "is not the model that .* describes"),
    ],
)
def test_damaged_descriptions_are_refused(model: Path, tmp_path: Path, place: str, value: Any, message: str) -> None:
    shutil.copy(model / "model.zip", tmp_path)
    (tmp_path / "model.json").write_text(json.dumps(changed(described(model), place, value)))
    with pytest.raises(ValueError, match=message) as caught:
        agents.load(f"ppo:{tmp_path}")
    assert str(tmp_path / "model") in str(caught.value)


@pytest.mark.parametrize(("data", "message"), [(b"{", "damaged"), (b"[]", "holds list"), (b"\xff", "not UTF-8")])
def test_descriptions_that_are_none_are_refused(model: Path, tmp_path: Path, data: bytes, message: str) -> None:
    shutil.copy(model / "model.zip", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"model\.json is missing"):
        agents.load(f"ppo:{tmp_path}")
    (tmp_path / "model.json").write_bytes(data)
    with pytest.raises(ValueError, match=message):
        agents.load(f"ppo:{tmp_path}")


def test_a_model_that_cannot_be_loaded_is_told_with_the_versions_that_differ(model: Path, tmp_path: Path) -> None:
    from agents.model_files import sha256

    (tmp_path / "model.zip").write_bytes(b"not a model")
    description = changed(described(model), "sha256", sha256(tmp_path / "model.zip"))
    description["versions"]["torch"] = "1.0"
    (tmp_path / "model.json").write_text(json.dumps(description))
    with pytest.raises(ValueError, match=r"cannot be loaded as a MaskablePPO model \(saved with torch 1\.0, here"):
        agents.load(f"ppo:{tmp_path}")


def test_a_model_that_cannot_be_saved_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("agents.training.checkpoint.write_whole", full)
    result = train(config_file(tmp_path, steps=128))
    assert result.exit_code == 2
    assert f"Error: the training in {tmp_path / 'model'} ended: " in result.stderr
    assert "No space left" in result.stderr
