"""Trained agents of every game: networks in numpy, what they were trained for, exported folders, baselines by name."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner

import agents
from agents import policy_files
from agents.base import check_known
from agents.policy import Layer, Policy
from arnak_env import Batch
from arnak_env.arkeis.batch import Batch as ArkeisBatch
from arnak_env.cli import app

pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

KINDS: dict[str, dict[str, Any]] = {
    "solo": {"boards": ["bird", "owl"], "num_envs": 2},
    "table": {"game": "table", "players": [2, 3], "boards": ["bird"], "num_envs": 2},
    "episode": {"game": "episode", "episodes": [0], "num_envs": 2},
}
RECORD = {"steps": 256, "games": 3, "seconds": 1.5, "ended": "finished", "last_mean_return": 0.25}


def make_model(folder: Path, kind: str, policy_kwargs: dict[str, Any] | None = None) -> Path:
    """Write the folder of a model of this kind with a small network nobody has trained."""
    from sb3_contrib import MaskablePPO

    from agents.model_files import ModelDescription, sha256
    from agents.networks import SharedTrunk
    from arnak_env.arkeis.actions import SCHEMA as ARKEIS_SCHEMA
    from arnak_env.arnak.actions import SCHEMA
    from arnak_env.envs.arkeis_sb3 import ArkeisEpisodeVecEnv
    from arnak_env.envs.sb3 import ArnakVecEnv

    env = ArkeisEpisodeVecEnv(1) if kind == "episode" else ArnakVecEnv(1)
    kwargs = policy_kwargs or {"features_extractor_class": SharedTrunk, "net_arch": [16]}
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=kwargs, seed=len(kind), device="cpu", n_steps=8, batch_size=8)
    model.policy.action_net.weight.data *= 100  # fresh policies have no opinions; rounding would decide
    folder.mkdir(parents=True)
    model.save(folder / "model.zip")
    description = ModelDescription.model_validate(
        {
            "algorithm": "MaskablePPO",
            "game": "arkeis" if kind == "episode" else "arnak",
            "actions": ARKEIS_SCHEMA if kind == "episode" else SCHEMA,
            "observation_size": env.observation_space.shape[0],
            "content": "printed",
            "configuration": {"name": kind, "out": str(folder), "steps": 256, "environment": KINDS[kind]},
            "training": RECORD,
            "versions": {"python": "3"},
            "sha256": sha256(folder / "model.zip"),
        }
    )
    (folder / "model.json").write_text(json.dumps(description.model_dump(mode="json")))
    return folder


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    return {kind: make_model(folder / kind, kind) for kind in KINDS}


def batch_of(kind: str, count: int = 12) -> Any:
    if kind == "episode":
        return ArkeisBatch(count, episode=0, seed=3)
    return Batch(count, num_players={"solo": 1, "table": 2}[kind], seed=3)


def explore(batch: Any, steps: int = 15) -> None:
    for _ in range(steps):
        batch.step(batch.sample_actions(), illegal="ignore")  # games that are over stay so


# --- the network -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("arch", ["trunk", [16], {"pi": [32, 16], "vf": [8]}, "relu"])
def test_numpy_equals_torch(tmp_path: Path, arch: Any) -> None:
    """The same preferences, values and choices as stable-baselines3, for every form of network that is trained here."""
    import torch

    from agents.model_files import load_model
    from agents.policy_export import policy_of
    from arnak_env.envs.observations import in_form

    kwargs = {"trunk": None, "relu": {"net_arch": [16], "activation_fn": torch.nn.ReLU}}
    folder = make_model(tmp_path / "m", "solo", kwargs[arch] if isinstance(arch, str) else {"net_arch": arch})
    model = load_model(folder / "model.zip")
    policy = policy_of(model)
    batch = Batch(64, board=["bird", "owl"] * 32, seed=0)
    compared = 0
    for _ in range(12):
        explore(batch, 5)
        seen, masks = in_form("scaled", batch.observation), batch.mask.astype(bool)
        going = batch.player >= 0
        tensor = torch.as_tensor(seen)
        with torch.no_grad():
            expected = model.policy.get_distribution(tensor).distribution.logits.numpy()
            values = model.policy.predict_values(tensor)[:, 0].numpy()
        logits = policy.logits(seen)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        assert np.allclose(logs, expected, atol=1e-4)
        assert np.allclose(policy.values(seen), values, atol=1e-4)
        chosen, _ = model.predict(seen, action_masks=masks, deterministic=True)
        assert np.array_equal(policy.choose(seen, masks)[going], chosen[going])
        compared += int(going.sum())
    assert compared > 500


def test_a_row_does_not_depend_on_its_company(models: dict[str, Path]) -> None:
    """Trap: matrix products of other shapes round otherwise, so a game would go another way in another batch."""
    policy = agents.load(f"ppo:{models['solo']}").policy  # type: ignore[attr-defined]
    rows = (np.random.default_rng(0).random((100, policy.inputs)) * (np.arange(policy.inputs) % 7 == 0)).astype("f4")
    together = policy.logits(rows)
    assert all(np.array_equal(policy.logits(rows[i : i + 1])[0], together[i]) for i in range(100))
    assert np.array_equal(policy.logits(rows[37:90]), together[37:90])
    assert policy.logits(rows[:0]).shape == (0, policy.actions)


def test_networks_that_do_not_fit_are_refused() -> None:
    def layer(inputs: int, outputs: int, bias: int | None = None) -> Layer:
        return Layer(np.zeros((inputs, outputs), "f4"), np.zeros(outputs if bias is None else bias, "f4"), "relu")

    for parts, message in (
        (([layer(4, 3)], [layer(2, 5)], [layer(3, 1)]), "policy network do not fit: 3 outputs, 2 inputs"),
        (([layer(4, 3)], [layer(3, 5)], [layer(3, 2)]), "must end in one number, not 2"),
        (([], [], [layer(3, 1)]), "policy network has no layer"),
        (([layer(4, 3, 2)], [layer(3, 5)], [layer(3, 1)]), r"weights \(4, 3\), bias \(2,\)"),
    ):
        with pytest.raises(ValueError, match=message):
            Policy(*parts)


def test_networks_of_another_kind_are_not_exported() -> None:
    import torch

    from agents.policy_export import _layers

    assert [one.activation for one in _layers(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh()))] == ["tanh"]
    with pytest.raises(ValueError, match="a network with Conv1d cannot be exported"):
        _layers(torch.nn.Sequential(torch.nn.Conv1d(1, 1, 3)))
    with pytest.raises(ValueError, match="a network with LayerNorm cannot be exported"):
        _layers(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.LayerNorm(3)))
    with pytest.raises(ValueError, match="a network with GELU cannot be exported"):
        _layers(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.GELU()))
    with pytest.raises(ValueError, match="a ReLU that follows no dense layer"):
        _layers(torch.nn.Sequential(torch.nn.ReLU()))


# --- what it plays ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", KINDS)
def test_it_plays_the_games_it_was_trained_for(models: dict[str, Path], kind: str) -> None:
    agent = agents.load(f"ppo:{models[kind]}", game="arkeis" if kind == "episode" else "arnak")
    batch = batch_of(kind)
    for _ in range(30):
        going = ~batch.over
        illegal = batch.step(agent.act(batch), illegal="ignore")
        assert going.any()
        assert not illegal[going].any()
    some = np.array([1, 4])
    assert not agent.act(batch, some)[[0, 2, 3]].any()


def test_other_games_are_refused_in_words(models: dict[str, Path]) -> None:
    solo, table = (agents.load(f"ppo:{models[kind]}") for kind in ("solo", "table"))
    known = "was trained for the solo game on bird, owl"
    for batch, message in (
        (Batch(2, board=["bird", "snake"]), f"{known}; game 1 is the solo game on snake"),
        (Batch(1, num_players=2), f"{known}; game 0 is a table of two players on bird"),
        (batch_of("episode"), "plays arnak, these are games of arkeis"),
    ):
        with pytest.raises(ValueError, match=message):
            solo.act(batch)
        with pytest.raises(ValueError, match=message):
            solo.check(batch)  # type: ignore[attr-defined]
    known = "for tables of two or three players on bird"
    for players, message in ((1, "the solo game"), (4, "a table of four players")):
        with pytest.raises(ValueError, match=f"{known}; game 0 is {message} on bird"):
            table.act(Batch(1, num_players=players))
    table.act(Batch(1, num_players=3))
    episode = agents.load(f"ppo:{models['episode']}", game="arkeis")
    with pytest.raises(ValueError, match="was trained for Arkeis, episode 0; game 0 plays episode "):
        episode.act(ArkeisBatch(2, episode=1))
    for kind, game in (("solo", "arkeis"), ("episode", "arnak")):
        with pytest.raises(ValueError, match=f"so it cannot play {game}"):
            agents.load(f"ppo:{models[kind]}", game=game)


def test_commands_refuse_before_the_first_game(models: dict[str, Path], tmp_path: Path) -> None:
    for words in (
        ["play", "--players", "2", "--opponents", f"ppo:{models['solo']}", "--seed", "1"],
        ["rate-rival", "--agents", f"random,ppo:{models['table']}", "--games", "1", "--out", str(tmp_path / "a")],
        ["rate-rival", "--agents", f"ppo:{models['solo']}", "--boards", "bird,snake", "--out", str(tmp_path / "b")],
        ["rate-episode", "--agents", f"ppo:{models['solo']}", "--out", str(tmp_path / "c")],
    ):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 2, result.output
        assert "was trained for" in result.stderr
        assert "Traceback" not in result.stderr


# --- exported folders ------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def exported(models: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("exported")
    for kind, model in models.items():
        result = CliRunner().invoke(app, ["export-model", str(model), str(folder / f"{kind}-a"), "--full"])
        assert result.exit_code == 0, result.output
        assert f"ppo:{folder / kind}-a" in result.output
    return {kind: folder / f"{kind}-a" for kind in models}


@pytest.mark.parametrize("kind", KINDS)
def test_an_exported_network_plays_the_same(models: dict[str, Path], exported: dict[str, Path], kind: str) -> None:
    game = "arkeis" if kind == "episode" else "arnak"
    trained, alone = (agents.load(f"ppo:{folder[kind]}", game=game) for folder in (models, exported))
    batch = batch_of(kind)
    for _ in range(10):
        explore(batch, 3)
        assert np.array_equal(trained.act(batch), alone.act(batch))
    assert trained.scope == alone.scope  # type: ignore[attr-defined]
    words = (exported[kind] / "card.md").read_text()
    assert words.startswith(f"# {exported[kind].name}\n")
    assert f'agents.load("ppo:{exported[kind]}"' in words
    for text in (words, (exported[kind] / "model.json").read_text()):
        assert str(models[kind].parent) not in text  # no places of one machine


def test_half_precision(models: dict[str, Path], tmp_path: Path) -> None:
    from agents.policy_export import export

    sizes = [export(models["solo"], tmp_path / name, half=half) and (tmp_path / name / "policy.npz").stat().st_size
             for name, half in (("half", True), ("full", False))]  # fmt: skip
    assert sizes[0] < 0.6 * sizes[1]
    half, full = (Policy.load(tmp_path / name / "policy.npz") for name in ("half", "full"))
    rows = np.random.default_rng(0).random((20, half.inputs)) < 0.1
    assert np.allclose(half.logits(rows), full.logits(rows), atol=5e-3)


def test_an_exported_network_needs_no_torch(exported: dict[str, Path]) -> None:
    code = (
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('torch', 'stable_baselines3', 'sb3_contrib'): raise ImportError(name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "import agents\n"
        "from arnak_env import Batch\n"
        f"agent = agents.load('ppo:{exported['solo']}')\n"
        "batch = Batch(3, seed=1)\n"
        "for _ in range(5): batch.step(agent.act(batch))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def changed(folder: Path, place: str, value: Any) -> None:
    path = folder / "model.json"
    content = json.loads(path.read_text())
    *outer, last = place.split(".")
    inner = content
    for key in outer:
        inner = inner[key]
    inner[last] = value
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("actions", 99, r"other action numbers \(99, here"),
        ("observation_size", 3, "other observation size"),
        ("sha256", "0", "not the network that model.json describes"),
        ("plays.game", "chess", "plays.game: .*'chess'"),
        ("plays.boards", ["moon"], "plays.boards.0: "),
        ("observation", "rgb", "observation: "),
    ],
)
def test_damaged_descriptions(exported: dict[str, Path], tmp_path: Path, place: str, value: Any, message: str) -> None:
    folder = shutil.copytree(exported["solo"], tmp_path / "m")
    changed(folder, place, value)
    with pytest.raises(ValueError, match=message):
        agents.load(f"ppo:{folder}")


def test_damaged_networks(exported: dict[str, Path], tmp_path: Path) -> None:
    from agents.model_files import sha256

    folder = shutil.copytree(exported["solo"], tmp_path / "m")
    whole = (folder / "policy.npz").read_bytes()
    for data in (b"", b"nothing", whole[:-100], whole[:2000] + b"\0" * 500 + whole[2500:]):
        (folder / "policy.npz").write_bytes(data)
        with pytest.raises(ValueError, match="another one"):
            agents.load(f"ppo:{folder}")
        changed(folder, "sha256", sha256(folder / "policy.npz"))
        with pytest.raises(ValueError, match="holds no policy network"):
            agents.load(f"ppo:{folder}")
    (folder / "model.json").unlink()
    with pytest.raises(FileNotFoundError, match="says which games the network"):
        agents.load(f"ppo:{folder}")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere", "{out}/m"), "no trained agent at 'nowhere'"),
        (("{solo}", "{out}/Bad Name"), "is no name of a model"),
        (("{exported}", "{out}/m"), "is an exported network already"),
        (("{solo}", "{exported}"), "already holds a network"),
        (("{solo}", "{solo}/model.zip/m"), "is a file, so results cannot be written"),
    ],
)
def test_refused_exports(models: dict, exported: dict, tmp_path: Path, words: tuple[str, str], message: str) -> None:
    places = {"solo": models["solo"], "exported": exported["solo"], "out": tmp_path}
    result = CliRunner().invoke(app, ["export-model", *(word.format(**places) for word in words)])
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.stderr.split())


# --- baselines -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["solo", "episode"])
def test_search_takes_it_as_prior(exported: dict[str, Path], kind: str) -> None:
    batch = batch_of(kind, 4)
    game = batch.saves.game
    name = f"search:simulations=16+prior=ppo:{exported[kind]}"
    agent = agents.load(name, game=game)
    check_known(agent, batch)
    priors = agents.load(f"ppo:{exported[kind]}", game=game).probabilities(batch)  # type: ignore[attr-defined]
    np.testing.assert_allclose(priors.sum(axis=1), 1.0)
    assert (priors[batch.mask == 0] == 0).all()
    chosen = agent.act(batch)
    assert (batch.mask[np.arange(4), chosen] > 0).all()
    assert exported[kind] / "policy.npz" in agents.source(name, game)
    with pytest.raises(ValueError, match="arnak|arkeis"):
        agents.load(name, game="arkeis" if game == "arnak" else "arnak")


def test_search_refuses_games_its_prior_was_not_trained_for(exported: dict[str, Path]) -> None:
    agent = agents.load(f"search:prior=ppo:{exported['solo']}")
    with pytest.raises(ValueError, match="train"):
        check_known(agent, Batch(2, num_players=2))


@pytest.fixture
def shipped(exported: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three baselines in place of those of the package."""
    for kind, folder in exported.items():
        shutil.copytree(folder, tmp_path / f"{kind}-one")
    monkeypatch.setattr(policy_files, "FOLDER", tmp_path)
    monkeypatch.setattr(agents, "BASELINES", tuple(f"{kind}-one" for kind in exported))


@pytest.mark.usefixtures("shipped")
def test_baselines_by_name(tmp_path: Path) -> None:
    for game, names in (("arnak", ["solo-one", "table-one"]), ("arkeis", ["episode-one"])):
        assert [name for name in agents.names(game) if name.endswith("-one")] == names
    agent = agents.load("solo-one")
    assert agent.name == "solo-one"
    assert agents.source("solo-one")[0] == tmp_path / "solo-one" / "policy.npz"
    with pytest.raises(ValueError, match="'episode-one' plays another game than arnak; for arnak agents are: "):
        agents.load("episode-one")
    with pytest.raises(ValueError, match="did you mean 'table-one'"):
        agents.load("table-on")
    env = gymnasium.make("arnak_env/ArnakTable-v0", opponents="table-one", num_players=3)
    _, info = env.reset(seed=0)
    env.step(int(info["action_mask"].argmax()))
    with pytest.raises(
        ValueError, match="'solo-one' was trained for the solo game on bird, owl; game 0 is a table of two"
    ):
        gymnasium.make("arnak_env/ArnakTable-v0", opponents="solo-one")
    env = gymnasium.make("arnak_env/ArnakTable-v0", opponents="table-one")
    with pytest.raises(
        ValueError, match="'table-one' was trained for .* on bird; game 0 is a table of two players on owl"
    ):
        env.reset(options={"board": "owl"})
    words = ["rate-rival", "--agents", "solo-one", "--games", "2", "--boards", "bird", "--difficulties", "0"]
    result = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "solo-one" in result.output


def test_the_baselines_of_the_package() -> None:
    """Each can be loaded and plays a game of its own; together they are smaller than 20 MB."""
    files = sorted(policy_files.FOLDER.glob("*/*"))
    assert sum(file.stat().st_size for file in files) < 20e6
    for name, game in policy_files.baselines().items():
        policy_files.check_baseline_name(name)
        agent: Any = agents.load(name, game=game)
        assert (policy_files.FOLDER / name / policy_files.CARD).is_file()
        scope = agent.scope
        batch: Any = (
            ArkeisBatch(2, episode=scope.episodes[0])
            if game == "arkeis"
            else Batch(2, board=scope.boards[0], num_players=scope.players[0])
        )
        for _ in range(10):
            batch.step(agent.act(batch))
