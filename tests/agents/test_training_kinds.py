"""What a training leaves behind, for each kind of game: evaluation, learning curve, card, logs; and where it starts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import agents
from agents.training.entries import LinearRate, LinearWeight, at_share
from agents.training.reading import read_config
from arnak_env import Batch
from arnak_env.cli import app

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

COMMON = """
name: kinds
out: nowhere
seed: 3
steps: 512
ppo: {n_steps: 16, batch_size: 64, n_epochs: 1, shared_layers: [16], layers: [16]}
evaluation: {every: 2, games: 8, final_games: 8, opponents: [random]}
"""
SOLO = "environment: {boards: [bird, owl], difficulties: [8], num_envs: 8}\n"
TABLE = """environment:
  game: table
  players: [2, 3]
  boards: [snake]
  num_envs: 8
  opponents: {past: 2, random: 1}
  pool: {every: 1, size: 2, promote: better, promote_games: 4}
"""
EPISODE = "environment: {game: episode, episodes: [0, 1], teams: [[rhiat], [franck, eleonor]], num_envs: 8}\n"
GAMES = {"solo": SOLO, "table": TABLE, "episode": EPISODE}


def written(folder: Path, games: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(COMMON + games)
    return path


def train(*words: object) -> Result:
    return CliRunner().invoke(app, ["train", *map(str, words)])


def described(folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / "model.json").read_text())
    return content


@pytest.fixture(scope="module", params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, str]:
    """A training of each kind: the kind, its folder, and what was printed."""
    folder = tmp_path_factory.mktemp(request.param)
    result = train(written(folder, GAMES[request.param]), "--out", folder / "run")
    assert result.exit_code == 0, result.output
    return request.param, folder / "run", result.stdout


def test_the_learning_curve_and_the_evaluation_at_the_end_are_kept(run: tuple[str, Path, str]) -> None:
    kind, folder, printed = run
    description = described(folder)
    assert [point["steps"] for point in description["curve"]] == [256, 512]
    evaluation = description["evaluation"]
    everything, *groups = evaluation["last"]
    assert everything["group"] == "all"
    assert everything["games"] == 8 == sum(group["games"] for group in groups)
    assert everything["wins"] == sum(group["wins"] for group in groups)
    assert everything["score"]["value"] == pytest.approx(np.mean([group["score"]["value"] for group in groups]))
    assert everything["win_rate"]["low"] <= everything["win_rate"]["value"] <= everything["win_rate"]["high"]
    assert {group["opponent"] for group in evaluation["last"]} == {"random" if kind == "table" else None}
    assert evaluation["seed"] != description["configuration"]["evaluation"]["seed"]
    assert "evaluation:    won " in printed


def test_the_card_says_how_to_load_it_and_how_it_was_trained(run: tuple[str, Path, str]) -> None:
    _, folder, _ = run
    card, description = (folder / "card.md").read_text(), described(folder)
    for words in (
        f'agents.load("ppo:{folder}"',
        description["sha256"],
        f"{description['training']['steps']:,} in {description['training']['updates']} updates",
        f"version {description['actions']}",
        f"{description['observation_size']} entries",
        description["machine"]["processor"],
        f"seed {description['evaluation']['seed']}",
        "learning_rate: 0.0003",
        "![learning curve](curve.png)",
    ):
        assert words in card
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").glob("events*"))


def test_last_and_best_model_play(run: tuple[str, Path, str]) -> None:
    kind, folder, _ = run
    best = described(folder / "best")
    assert best["training"]["steps"] in (256, 512)
    assert (
        best["training"]["steps"]
        == max(
            described(folder)["curve"],
            key=lambda point: (point["result"]["win_rate"]["value"], point["result"]["score"]["value"]),
        )["steps"]
    )
    if kind == "episode":
        from arnak_env.arkeis.batch import Batch as Episodes

        batch: Any = Episodes(2, seed=1)
    else:
        batch = Batch(2, board="snake" if kind == "table" else "bird", num_players=2 if kind == "table" else 1, seed=1)
    for path in (folder, folder / "best"):
        agent = agents.load(f"ppo:{path}", game="arkeis" if kind == "episode" else "arnak")
        for _ in range(10):
            batch.step(agent.act(batch))


def test_evaluation_games_do_not_depend_on_what_was_trained_before(tmp_path: Path) -> None:
    """Same network, same games: the evaluation of a configuration is a pure function of both."""
    from agents.training.run import Training

    config = read_config(written(tmp_path, TABLE), out=tmp_path / "run")
    with Training(config) as training:
        before, state = training._evaluate(), torch.get_rng_state()
        torch.manual_seed(5)
        training.environment.reset()
        assert training._evaluate() == before
        assert training._evaluate(final=True) != before
        torch.set_rng_state(state)


def test_an_illegal_choice_in_an_evaluation_is_told(tmp_path: Path) -> None:
    from agents.training.environments import load_facts
    from agents.training.evaluation import IllegalChoice, play_games

    class Wrong:
        name = "wrong"
        needs_observation = True

        def begin(self, seeds: Any, games: Any = None) -> None: ...

        def act(self, batch: Any, games: Any = None) -> Any:
            return batch.mask.argmin(axis=1)  # the first forbidden action

    games = read_config(written(tmp_path, SOLO)).environment
    with pytest.raises(IllegalChoice, match="wrong chose a forbidden action in game 0"):
        play_games(Wrong(), games, load_facts(games), 4, 1)


# --- schedules -------------------------------------------------------------------------------------------------------
def test_schedules_go_evenly_from_start_to_end(tmp_path: Path) -> None:
    assert at_share(LinearRate(start=1.0, end=0.5), 0.5) == 0.75
    assert at_share(LinearWeight(start=0.0, end=1.0), 1.0) == 1.0
    assert at_share(0.3, 0.5) == 0.3


def test_the_optimizer_follows_the_schedule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.training.run import Training
    from agents.training.watch import Watch

    seen = []
    real = Watch._on_rollout_start

    def look(self: Watch) -> None:
        real(self)
        seen.append((self.model.lr_schedule(1.0), self.model.ent_coef, self.model.get_env().shaping.share))

    monkeypatch.setattr(Watch, "_on_rollout_start", look)
    words = [
        "ppo.learning_rate={start: 0.4, end: 0}",
        "ppo.ent_coef={start: 1, end: 0}",
        "environment.shaping={glass: 1}",
    ]
    never = ["evaluation.every=null", "evaluation.final_games=0"]
    config = read_config(written(tmp_path, SOLO), [*words, *never], out=tmp_path / "run")
    with Training(config) as training:
        training.run()
        rates = [group["lr"] for group in training.model.policy.optimizer.param_groups]
    rate, entropy, share = zip(*seen, strict=True)
    assert rate == pytest.approx((0.4, 0.3, 0.2, 0.1))
    assert share == pytest.approx((0.0, 0.25, 0.5, 0.75))
    assert entropy == pytest.approx((1.0, 0.75, 0.5, 0.25))
    assert rates == pytest.approx([0.1])


# --- starting from another model -------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def donor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("donor")
    result = train(written(folder, SOLO), "--out", folder / "run", "evaluation.every=null", "evaluation.final_games=0")
    assert result.exit_code == 0, result.output
    return folder / "run"


def weights(folder: Path) -> dict[str, Any]:
    from sb3_contrib import MaskablePPO

    parameters: dict[str, Any] = MaskablePPO.load(folder / "model.zip").policy.state_dict()
    return parameters


def test_a_training_starts_with_the_weights_of_another(donor: Path, tmp_path: Path) -> None:
    from agents.training.run import Training

    words = [f"start_from={donor}", "environment.boards=[snake]", "seed=9"]
    with Training(read_config(written(tmp_path, SOLO), words, out=tmp_path / "run")) as training:
        given, taken = weights(donor), training.model.policy.state_dict()
        assert given.keys() == taken.keys()
        assert all(torch.equal(given[name], taken[name]) for name in given)
        assert training.model.num_timesteps == 0
        assert not training.model.policy.optimizer.state


def test_also_a_model_without_description_is_taken(donor: Path, tmp_path: Path) -> None:
    from agents.training.run import Training

    (tmp_path / "bare.zip").write_bytes((donor / "model.zip").read_bytes())
    words = [f"start_from={tmp_path / 'bare.zip'}"]
    with Training(read_config(written(tmp_path, SOLO), words, out=tmp_path / "run")) as training:
        assert all(torch.equal(one, weights(donor)[name]) for name, one in training.model.policy.state_dict().items())


def test_shared_layers_that_the_start_lacks_change_nothing_at_first(donor: Path, tmp_path: Path) -> None:
    from agents.policy_export import policy_of
    from agents.training.run import Training

    words = [f"start_from={donor}", "ppo.shared_layers=[16, 16, 16]"]
    given = agents.load(f"ppo:{donor}")
    with Training(read_config(written(tmp_path, SOLO), words, out=tmp_path / "run")) as training:
        assert sum(name.startswith("features_extractor") for name in training.model.policy.state_dict()) == 6
        deeper = policy_of(training.model)
    batch = Batch(16, seed=4)
    for _ in range(20):
        seen = given._forms.convert("scaled", batch.observation)  # type: ignore[attr-defined]
        assert np.array_equal(deeper.logits(seen), given.policy.logits(seen))  # type: ignore[attr-defined]
        assert np.array_equal(deeper.values(seen), given.policy.values(seen))  # type: ignore[attr-defined]
        batch.step(given.act(batch), illegal="ignore")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ppo.layers=[17]"], r"action_net.weight: \d+x16 there, \d+x17 here"),
        (["ppo.shared_layers=[16, 17]"], "features_extractor.layers.2.weight: nothing there, 17x16 here"),
        (["ppo.shared_layers=[]"], "features_extractor.layers.0.weight: 16x3140 there, nothing here"),
        (["environment={game: episode, episodes: [0], num_envs: 8}"], "for the solo game .* another game than here"),
    ],
)
def test_a_model_with_other_layers_is_no_start(donor: Path, tmp_path: Path, words: list[str], message: str) -> None:
    result = train(written(tmp_path, SOLO), "--out", tmp_path / "run", f"start_from={donor}", *words)
    assert result.exit_code == 2
    assert "start_from: " in result.stderr
    import re

    assert re.search(message, result.stderr), result.stderr


def test_a_model_that_saw_another_form_is_no_start(donor: Path, tmp_path: Path) -> None:
    words = [f"start_from={donor}", "environment.observation=raw"]
    result = train(written(tmp_path, SOLO), "--out", tmp_path / "run", *words)
    assert result.exit_code == 2
    assert "was trained with environment.observation: scaled, this configuration has raw" in result.stderr


def test_a_network_of_levels_is_trained_exported_and_played(tmp_path: Path) -> None:
    words = ["environment.observation=raw", "ppo.levels=true"]
    result = train(written(tmp_path, SOLO), "--out", tmp_path / "run", *words)
    assert result.exit_code == 0, result.output
    exported = CliRunner().invoke(app, ["export-model", str(tmp_path / "run"), str(tmp_path / "a-b"), "--full"])
    assert exported.exit_code == 0, exported.output
    batch = Batch(16, seed=4)
    trained, small = (agents.load(f"ppo:{tmp_path / name}") for name in ("run", "a-b"))
    for _ in range(40):
        assert (trained.act(batch) == small.act(batch)).all()
        batch.step(small.act(batch), illegal="ignore")
    for words, message in (
        (["ppo.levels=true"], "ppo.levels needs environment.observation: raw"),
        (["ppo.levels=true", "environment.observation=raw", "ppo.shared_layers=[]"], "at least one of ppo.shared_lay"),
    ):
        refused = train(written(tmp_path, SOLO), "--out", tmp_path / "other", *words)
        assert refused.exit_code == 2
        assert message in refused.stderr


def test_a_checkpoint_of_other_action_numbers_is_not_gone_on_with(tmp_path: Path) -> None:
    from agents.training.checkpoint import CHECKPOINT, read_checkpoint, write_tensors

    out = tmp_path / "run"
    assert train(written(tmp_path, SOLO), "--out", out).exit_code == 0
    state = read_checkpoint(out)
    write_tensors(out / CHECKPOINT, {**state, "actions": state["actions"] - 1})
    result = train(written(tmp_path, SOLO), "--out", out, "--resume")
    assert result.exit_code == 2
    assert f"version of the action numbers: {state['actions'] - 1} before, {state['actions']} now" in result.stderr


def test_a_model_of_other_action_numbers_is_neither_a_start_nor_exported(donor: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(donor, other)
    description = described(donor)
    (other / "model.json").write_text(json.dumps({**description, "actions": description["actions"] - 1}))
    started = train(written(tmp_path, SOLO), "--out", tmp_path / "run", f"start_from={other}")
    exported = CliRunner().invoke(app, ["export-model", str(other), str(tmp_path / "exported")])
    for result in (started, exported):
        assert result.exit_code == 2
        assert f"was trained with other action numbers ({description['actions'] - 1}," in result.stderr
    assert not (tmp_path / "run" / "model.zip").exists()
    assert not (tmp_path / "exported").exists()


@pytest.mark.parametrize(
    ("games", "entry", "words"),
    [
        (TABLE, "environment.opponents", "environment.opponents={{'ppo:{0}': 1}}"),
        (TABLE, "evaluation.opponents", "evaluation.opponents=['ppo:{0}']"),
        (SOLO, "imitation.teacher", "imitation.teacher=ppo:{0}"),
    ],
)
def test_an_agent_that_was_trained_for_other_games_is_refused_before_anything_is_written(
    donor: Path, tmp_path: Path, games: str, entry: str, words: str
) -> None:
    config = written(tmp_path, games)
    result = train(config, "--out", tmp_path / "run", words.format(donor), "environment.boards=[snake]")
    assert result.exit_code == 2
    assert result.stderr.startswith(
        f"Error: {entry}: the agent 'ppo:{donor}' was trained for the solo game on bird, owl"
    )
    assert not (tmp_path / "run").exists()


def test_a_training_outlives_logs_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stable_baselines3.common.logger import TensorBoardOutputFormat

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TensorBoardOutputFormat, "write", full)
    result = train(written(tmp_path, SOLO), "--out", tmp_path / "run")
    assert result.exit_code == 0, result.output
    assert "No space left on device; the training goes on without them" in " ".join(result.output.split())
    assert described(tmp_path / "run")["training"]["ended"] == "finished"


def test_what_is_wrong_with_all_entries_together_is_told_without_showing_them(tmp_path: Path) -> None:
    result = train(written(tmp_path, SOLO), "--out", tmp_path / "run", "evaluation.games=2", "environment.boards=all")
    assert result.exit_code == 2
    assert "evaluation.games is 2, but the environment has 4 kinds of games" in result.stderr
    assert "found" not in result.stderr


def test_what_is_no_model_is_no_start(tmp_path: Path) -> None:
    path = written(tmp_path, SOLO)
    for start, message in ((path, "is no model of stable-baselines3"), (tmp_path / "none", "no trained agent at")):
        result = train(path, "--out", tmp_path / "run", f"start_from={start}")
        assert result.exit_code == 2
        assert message in result.stderr


# --- self-play -------------------------------------------------------------------------------------------------------
def pool_of(folder: Path, **changes: Any) -> Any:
    from agents.training.run import Training

    words = [f"environment.pool.{name}={value}" for name, value in changes.items()]
    training = Training(read_config(written(folder, TABLE), words, out=folder / "run"))
    assert training.pool is not None
    return training


def test_the_pool_takes_a_member_when_it_is_time_and_keeps_the_latest(tmp_path: Path) -> None:
    with pool_of(tmp_path, every=2, size=3, promote="always") as training:
        taken = [update for update in range(10) if training.pool.offer(update)]
        assert taken == [0, 2, 4, 6, 8]
        assert training.pool.members == [4, 6, 8]
        assert not training.pool.offer(8)  # asked again after a checkpoint
        training.pool.tidy({"pool": training.pool.get_state(), "games_state": {}})
        assert sorted(file.name for file in (tmp_path / "run" / "pool").iterdir()) == [
            "00000004.pt",
            "00000006.pt",
            "00000008.pt",
        ]


def test_only_a_better_network_is_promoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.training import pool as module

    with pool_of(tmp_path, every=1, promote="better", promote_games=100) as training:
        assert training.pool.offer(0)
        for update, wins, promoted in ((1, 40, False), (2, 50, False), (3, 70, True)):
            won = np.arange(100) < wins
            monkeypatch.setattr(module, "play_games", lambda *_, won=won: (won, np.zeros(100)))
            assert training.pool.offer(update) == promoted
        assert training.pool.members == [0, 3]


def test_a_network_and_the_member_it_is_compared_with_play_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agents.training import pool as module

    played = []

    def look(learner: Any, *rest: Any) -> Any:
        played.extend([learner, rest[-1]])
        return np.ones(100, bool), np.zeros(100)

    monkeypatch.setattr(module, "play_games", look)
    with pool_of(tmp_path, every=1, promote="better", promote_games=100) as training:
        assert training.pool.offer(0)
        assert training.pool.offer(1)
    assert [agent.name for agent in played] == ["learner", "past-0"]
    assert [agent.explores for agent in played] == [True, True]


def test_opponents_are_drawn_by_their_weights_and_the_latest_member_always_sits(tmp_path: Path) -> None:
    class Tables:
        num_envs = 20_000

        def set_opponents(self, agents: list[Any], assignment: Any) -> None:
            self.agents, self.assignment = agents, assignment

    with pool_of(tmp_path, every=1, size=9, active=3, promote="always") as training:
        for update in range(6):
            training.pool.offer(update)
        tables, again = Tables(), Tables()
        training.pool.seat(tables, 5)
        training.pool.seat(again, 5)
        assert (tables.assignment == again.assignment).all()
        names = [one if isinstance(one, str) else one.name for one in tables.agents]
        assert names[-1] == "random"
        assert "past-5" in names
        assert len(names) == 4
        assert tables.assignment.shape == (20_000, 2)
        shares = np.bincount(tables.assignment.ravel(), minlength=4) / tables.assignment.size
        assert shares == pytest.approx([2 / 9, 2 / 9, 2 / 9, 1 / 3], abs=0.01)


def test_the_same_deals_against_several_opponents_are_no_more_deals() -> None:
    """Forty deals with equal results against each of four opponents say what forty deals say."""
    from agents.training.evaluation import _grouped

    won = np.arange(40) % 5 < 3
    points = np.where(won, 60.0, 50.0)
    parts = [(name, won, points) for name in "abcd"]
    together, one, *_ = _grouped(parts, np.array(["bird"] * 40))
    assert (together.games, together.wins, together.win_rate.value) == (160, 96, 0.6)
    assert together.opponent is None
    assert together.win_rate.high - together.win_rate.low > 0.9 * (one.win_rate.high - one.win_rate.low)
    assert together.score == one.score
