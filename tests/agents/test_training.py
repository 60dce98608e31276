"""The training path, with very little training: config, model, and the model as an agent."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import agents
from agents.training_config import read_config
from arnak_env import Batch
from arnak_env.cli import app

pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

TINY = """
name: tiny
out: {out}
seed: 3
steps: 256
environment:
  boards: [bird, snake]
  difficulties: [0, 8]
  objectives: [0, 3]
  first_objective_worth_four: true
  num_envs: 8
ppo: {{n_steps: 16, batch_size: 64, n_epochs: 1, layers: [16]}}
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    config = folder / "tiny.yaml"
    config.write_text(TINY.format(out=folder / "model"))
    result = CliRunner().invoke(app, ["train", str(config)])
    assert result.exit_code == 0, result.output
    assert f"ppo:{folder / 'model'}" in result.stdout
    return folder / "model"


def test_the_model_is_saved_with_what_it_was_trained_on(model: Path) -> None:
    description = json.loads((model / "model.json").read_text())
    assert description["training"]["steps"] == 256
    assert description["configuration"]["ppo"]["layers"] == [16]
    assert description["environment"]["boards"] == ["bird", "snake"]


def test_the_same_seed_trains_the_same_model(model: Path, tmp_path: Path) -> None:
    from sb3_contrib import MaskablePPO

    from agents.train_ppo import Training

    config = read_config(model.parent / "tiny.yaml", out=tmp_path / "again")
    again = MaskablePPO.load(Training(config).run() / "model.zip").policy.state_dict()
    first = MaskablePPO.load(model / "model.zip").policy.state_dict()
    assert all((first[name] == again[name]).all() for name in first)


def test_a_model_is_not_replaced_by_accident(model: Path) -> None:
    result = CliRunner().invoke(app, ["train", str(model.parent / "tiny.yaml")])
    assert result.exit_code == 2
    assert "--overwrite" in result.stderr


def test_the_model_plays_legal_games_and_takes_its_place_in_a_rating(model: Path, tmp_path: Path) -> None:
    words = ["rate-rival", "--difficulties", "0", "--games", "3", "--agents", f"random,ppo:{model}"]
    result = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    description = json.loads((tmp_path / "out" / "configuration.json").read_text())
    assert list(description["models_sha256"]) == [f"ppo:{model}"]


def test_the_model_sees_what_it_saw_in_training(model: Path) -> None:
    from arnak_env.envs.sb3 import ArnakVecEnv

    environment = ArnakVecEnv(4, board=["bird", "snake"] * 2, difficulty=1, seed=5)
    seen = environment.reset()
    batch = Batch(4, board=["bird", "snake"] * 2, num_players=1, difficulty=1, seed=5)
    agent = agents.load(f"ppo:{model}")
    expected, _ = agent._model.predict(seen, action_masks=environment.action_masks(), deterministic=True)  # type: ignore[attr-defined]
    assert (agent.act(batch) == np.asarray(expected)).all()


def test_damaged_models_are_refused(model: Path, tmp_path: Path) -> None:
    (tmp_path / "model.zip").write_bytes(b"not a model")
    with pytest.raises(FileNotFoundError, match=r"model\.json is missing"):
        agents.load(f"ppo:{tmp_path}")
    description = json.loads((model / "model.json").read_text())
    (tmp_path / "model.json").write_text(json.dumps(description))
    with pytest.raises(ValueError, match="cannot be loaded"):
        agents.load(f"ppo:{tmp_path}")
    (tmp_path / "model.json").write_text(json.dumps({**description, "observation_size": 3}))
    with pytest.raises(ValueError, match="other observation size"):
        agents.load(f"ppo:{tmp_path}")
    (tmp_path / "model.json").write_text("{")
    with pytest.raises(ValueError, match="damaged"):
        agents.load(f"ppo:{tmp_path}")
