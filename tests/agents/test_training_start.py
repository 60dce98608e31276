"""A training that starts from an exported network or from a baseline."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

import agents
from agents.policy import Layer, Policy
from agents.training.reading import read_config
from arnak_env import Batch
from arnak_env.cli import app

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

from tests.agents.test_training_resume import train  # noqa: E402

COMMON = """
name: start
out: nowhere
seed: 3
steps: 64
environment: {boards: [bird], difficulties: [2], num_envs: 8}
evaluation: {every: null, final_games: 0}
"""
NETWORKS = {
    "plain": "ppo: {n_steps: 8, batch_size: 64, n_epochs: 1, layers: [16, 12]}",
    "shared": "ppo: {n_steps: 8, batch_size: 64, n_epochs: 1, shared_layers: [16, 16], layers: [12]}",
    "levels": "ppo: {n_steps: 8, batch_size: 64, n_epochs: 1, levels: true, shared_layers: [16], layers: [12]}",
}


def written(folder: Path, network: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(COMMON + NETWORKS[network])
    return path


def form(network: str) -> str:
    return f"environment.observation={'raw' if network == 'levels' else 'scaled'}"


@pytest.fixture(scope="module", params=NETWORKS)
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, Path]:
    """A training of each kind of network: the kind, its folder, and the folder of its export."""
    folder = tmp_path_factory.mktemp(request.param)
    result = train(written(folder, request.param), "--out", folder / "run", form(request.param))
    assert result.exit_code == 0, result.output
    result = CliRunner().invoke(app, ["export-model", str(folder / "run"), str(folder / "given"), "--full"])
    assert result.exit_code == 0, result.output
    return request.param, folder / "run", folder / "given"


def started(network: str, folder: Path, source: object, *words: str) -> dict[str, Any]:
    """Return the weights with which a training starts."""
    from agents.training.run import Training

    config = read_config(
        written(folder, network), [form(network), f"start_from={source}", *words], out=folder / "begun"
    )
    with Training(config) as training:
        return {name: numbers.clone() for name, numbers in training.model.policy.state_dict().items()}


def test_an_exported_network_starts_as_the_model_it_was_exported_from(
    exported: tuple[str, Path, Path], tmp_path: Path
) -> None:
    network, trained, given = exported
    before = started(network, tmp_path, trained)
    after = started(network, tmp_path, given / "policy.npz")
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_a_training_from_an_exported_network_goes_to_its_end(exported: tuple[str, Path, Path], tmp_path: Path) -> None:
    network, _, given = exported
    result = train(written(tmp_path, network), "--out", tmp_path / "run", form(network), f"start_from={given}")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "run" / "model.zip").is_file()
    assert f"starts with the weights of {given / 'policy.npz'}." in " ".join(result.stderr.split())


def test_a_baseline_is_a_start_by_its_name(tmp_path: Path) -> None:
    """What docs/training.md shows; the network chooses as the baseline does."""
    from agents.policy_export import policy_of
    from agents.training.run import Training

    path = tmp_path / "config.yaml"
    path.write_text(COMMON)
    baseline: Any = agents.load("solo-all-boards")
    layers = json.loads((Path(agents.__file__).parent / "models/solo-all-boards/model.json").read_text())
    ppo = layers["configuration"]["ppo"]
    words = [
        "start_from=solo-all-boards",
        "environment.observation=raw",
        "ppo.levels=true",
        f"ppo.shared_layers={ppo['shared_layers']}",
        f"ppo.layers={ppo['layers']}",
    ]
    batch = Batch(16, board="bird", difficulty=2, seed=4)
    with Training(read_config(path, words, out=tmp_path / "run")) as training:
        begun = policy_of(training.model)
    for _ in range(30):
        assert np.array_equal(begun.choose(batch.observation, batch.mask), baseline.act(batch))
        batch.step(baseline.act(batch), illegal="ignore")


def test_a_folder_comes_before_a_baseline_of_its_name(
    exported: tuple[str, Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, trained, given = exported
    shutil.copytree(given, tmp_path / "solo-all-boards")
    wanted = started(network, tmp_path, trained)
    monkeypatch.chdir(tmp_path)
    found = started(network, tmp_path, "solo-all-boards")
    assert all(torch.equal(wanted[name], found[name]) for name in wanted)
    shutil.rmtree(tmp_path / "solo-all-boards")
    (tmp_path / "solo-all-boards").mkdir()  # not the baseline in its place
    with pytest.raises(FileNotFoundError, match="no trained agent at 'solo-all-boards'"):
        started(network, tmp_path, "solo-all-boards")


def test_a_shared_layer_may_be_added_behind_others(exported: tuple[str, Path, Path], tmp_path: Path) -> None:
    network, _, given = exported
    if network == "plain":
        with pytest.raises(ValueError, match="has other layers than this configuration"):
            started(network, tmp_path, given, "ppo.shared_layers=[16]")
        return
    count = 2 if network == "shared" else 1
    begun = started(network, tmp_path, given, f"ppo.shared_layers={[16] * (count + 1)}")
    assert torch.equal(begun[f"features_extractor.layers.{2 * count}.weight"], torch.eye(16))


REFUSED = {
    "other layers": (["ppo.layers=[9]"], "has other layers than this configuration"),
    "another form": (["environment.observation=raw"], "was trained with environment.observation: scaled"),
    "another game": (
        ["environment={game: episode, episodes: [0], num_envs: 8}"],
        "which is another game than here",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_an_exported_network_that_does_not_fit_is_refused(tmp_path: Path, what: str) -> None:
    words, message = REFUSED[what]
    assert train(written(tmp_path, "shared"), "--out", tmp_path / "run").exit_code == 0
    CliRunner().invoke(app, ["export-model", str(tmp_path / "run"), str(tmp_path / "given")])
    result = train(written(tmp_path, "shared"), "--out", tmp_path / "begun", f"start_from={tmp_path / 'given'}", *words)
    assert result.exit_code == 2
    assert "start_from: " in result.stderr
    assert message in " ".join(result.stderr.split())
    assert not (tmp_path / "begun").exists()


def test_a_damaged_or_foreign_network_is_refused(exported: tuple[str, Path, Path], tmp_path: Path) -> None:
    network, _, given = exported
    damaged, foreign, older = (tmp_path / name for name in ("damaged", "foreign", "older"))
    for folder in (damaged, foreign, older):
        shutil.copytree(given, folder)
    (damaged / "policy.npz").write_bytes(b"nothing")
    policy = Policy.load(given / "policy.npz")
    end = policy.value[-1]
    Policy(policy.trunk, policy.policy, [*policy.value[:-1], Layer(end.weight, end.bias, "tanh")], policy.levels).save(
        foreign / "policy.npz", half=False
    )
    described = json.loads((given / "model.json").read_text())
    from agents.model_files import sha256

    (foreign / "model.json").write_text(json.dumps({**described, "sha256": sha256(foreign / "policy.npz")}))
    (older / "model.json").write_text(json.dumps({**described, "actions": described["actions"] - 1}))
    for folder, message in (
        (damaged, "its checksum (sha256) is another one"),
        (foreign, "tanh in its part 'value'; a network that is trained here has"),
        (older, f"was trained with other action numbers ({described['actions'] - 1},"),
    ):
        result = train(written(tmp_path, network), "--out", tmp_path / "begun", form(network), f"start_from={folder}")
        assert result.exit_code == 2, result.output
        assert "start_from: " in result.stderr
        assert message in " ".join(result.stderr.split()), result.stderr
        assert not (tmp_path / "begun").exists()


def test_a_start_that_is_nowhere_is_told_with_the_baselines(tmp_path: Path) -> None:
    result = train(written(tmp_path, "plain"), "--out", tmp_path / "begun", "start_from=solo-all-board")
    assert result.exit_code == 2
    words = " ".join(result.stderr.split())
    assert "no trained agent at 'solo-all-board'" in words
    assert "solo-all-boards" in words


def test_the_example_of_the_page_fits_the_baseline(tmp_path: Path) -> None:
    """The configuration in docs/training.md has the layers of the baseline that it starts from."""
    page = (Path(agents.__file__).parents[1] / "docs" / "training.md").read_text()
    text = page.split("# one_board.yaml\n")[1].split("```")[0]
    config = yaml.safe_load(text)
    path = tmp_path / "one_board.yaml"
    path.write_text(text)
    from agents.training.run import Training

    with Training(read_config(path, [], out=tmp_path / "run")) as training:
        assert training.config.start_from == Path(config["start_from"])
