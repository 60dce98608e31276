"""The agent that follows its network's own play in drawn worlds: what it knows, what it takes, what it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents import lookahead as module
from agents.lookahead import LookaheadAgent
from agents.lookahead_settings import LookaheadSettings, split_name
from agents.ppo import PPOAgent
from agents.search_weights import read_weights
from arnak_env import Batch
from arnak_env.arkeis.batch import Batch as ArkeisBatch
from tests.contract.worlds import facts, rearrange

NETWORK = "solo-all-boards"
NAME = f"lookahead:{NETWORK}"
BOARDS = ["bird", "snake", "spider", "owl"]


def network() -> PPOAgent:
    agent = agents.load(NETWORK)
    assert isinstance(agent, PPOAgent)
    return agent


def loaded(**settings: float) -> LookaheadAgent:
    return LookaheadAgent(NETWORK, settings=LookaheadSettings(**settings))  # type: ignore[arg-type]


def midway(games: int, seed: int, decisions: int = 40) -> Batch:
    batch = Batch(games, board=BOARDS[:games] if games <= 4 else [BOARDS[i % 4] for i in range(games)], seed=seed)
    batch.playout(decisions, seed=seed, weights=read_weights())
    return batch


@pytest.mark.parametrize("decisions", [0, 30, 80])
def test_the_choice_does_not_depend_on_what_is_hidden(decisions: int) -> None:
    batch = midway(8, seed=5, decisions=decisions)
    going = np.flatnonzero(~batch.over)
    changed = batch.clone(going)
    rearrange(changed, 0, seed=5)
    other = batch.clone()
    other.games[going] = changed.games
    other.refresh()
    assert (facts(batch.games[going], 0) == facts(other.games[going], 0)).all()
    assert batch.games.tobytes() != other.games.tobytes()
    chosen = []
    for worlds in (batch, other):
        agent = loaded(least=0.0, worlds=2)
        agent.begin(np.arange(8))
        chosen.append(agent.act(worlds, going))
    assert (chosen[0] == chosen[1]).all()


def test_a_game_goes_the_same_way_in_any_batch_and_the_batch_stays_as_it_is() -> None:
    together = midway(4, seed=11, decisions=20)
    alone = together.clone([2])
    many, one = agents.load(NAME), agents.load(NAME)
    many.begin(np.arange(4))
    one.begin(np.array([2]))
    for _ in range(25):
        before = together.games.tobytes()
        actions, action = many.act(together), one.act(alone)
        assert together.games.tobytes() == before
        assert actions[2] == action[0]
        together.step(actions, illegal="ignore")
        alone.step(action, illegal="ignore")


def test_where_the_network_finds_one_action_likely_it_is_taken() -> None:
    plain, agent = network(), loaded(least=0.6, worlds=1, decisions=0)
    batch = midway(8, seed=2)
    agent.begin(np.arange(8))
    for _ in range(30):
        assert (agent.act(batch) == plain.act(batch)).all()
        batch.step(plain.act(batch), illegal="ignore")


@pytest.mark.parametrize("reward", ["potential", "score"])
@pytest.mark.parametrize("decisions", [0, 2])
def test_the_action_with_the_best_expected_margin_is_taken(tmp_path: Path, reward: str, decisions: int) -> None:
    """With every legal action looked at: worked out again, one action at a time."""
    plain = network()
    agent = LookaheadAgent(
        f"ppo:{described_as(tmp_path, reward=reward)}",
        settings=LookaheadSettings(least=0.0, worlds=3, decisions=decisions),
    )
    batch = midway(4, seed=9)
    agent.begin(np.arange(4))
    looked = 0
    for _ in range(12):
        chosen = agent.act(batch)
        for row in np.flatnonzero(~batch.over):
            means = {}
            for action in batch.legal_actions(row):
                worlds = _drawn(agent, batch, int(row), 3)
                worlds.step(np.full(3, action))
                for _ in range(decisions):
                    worlds.step(plain.policy.choose(worlds.observation.astype(np.float32), worlds.mask), "ignore")
                scores = worlds.scores()
                margin = (scores[:, 0] - scores[:, 4]).astype(float)
                expected = 100 * plain.policy.values(worlds.observation.astype(np.float32))
                going = expected + (margin if reward == "potential" else 0)
                means[action] = float(np.where(worlds.over, margin, going).mean())
            best = max(means.values())
            assert means[int(chosen[row])] == pytest.approx(best, abs=1e-3)
            looked += len(means) > 1 and best - min(means.values()) > 1
        batch.step(chosen, illegal="ignore")
    assert looked > 10


def described_as(folder: Path, reward: str = "potential", **changes: object) -> Path:
    """Return a copy of the network whose description says that it was trained otherwise."""
    copy = folder / "network"
    shutil.copytree(Path(agents.__file__).parent / "models" / NETWORK, copy)
    described = json.loads((copy / "model.json").read_text())
    described["configuration"]["environment"] |= {"reward": reward, "shaping": changes.get("shaping", {})}
    described["configuration"]["ppo"]["gamma"] = changes.get("gamma", 1.0)
    (copy / "model.json").write_text(json.dumps(described))
    return copy


def _drawn(agent: LookaheadAgent, batch: Batch, row: int, count: int) -> Batch:
    """Return the worlds that the agent draws for a decision."""
    from agents.base import spread_seed
    from agents.search_worlds import in_order

    root = batch.clone([row])
    in_order(root.games, root.player, root.content)
    seed = spread_seed(agent.row_seeds(batch)[[row]], batch.games["decisions"][[row]].astype(np.int64))
    worlds = root.clone([0] * count)
    worlds.determinize(seed=spread_seed(module._WORLD, np.repeat(seed, count), np.arange(count)))
    return worlds


def test_looking_ahead_plays_better_than_the_network_alone() -> None:
    """The same 88 games: some five points, of which half must be there."""
    points = []
    for name in (NETWORK, NAME):
        batch = Batch(88, board=[BOARDS[i % 4] for i in range(88)], difficulty=[i % 11 for i in range(88)], seed=400)
        agent = agents.load(name)
        agent.begin(np.arange(88))
        while not batch.over.all():
            batch.step(agent.act(batch), illegal="ignore")
        points.append(batch.scores()[:, 0].mean())
    assert points[1] > points[0] + 2.5


def test_it_plays_the_solo_game_of_arnak_only() -> None:
    assert "lookahead:NETWORK" in agents.names("arnak")
    assert "lookahead:NETWORK" not in agents.names("arkeis")
    with pytest.raises(ValueError, match="'lookahead:solo-all-boards' plays another game than arkeis"):
        agents.load(NAME, game="arkeis")
    with pytest.raises(ValueError, match="plays arnak, these are games of arkeis"):
        agents.load(NAME).act(ArkeisBatch(1, seed=1))
    agent = agents.load(NAME)
    with pytest.raises(ValueError, match=r"the agent 'lookahead:solo-all-boards' was trained for the solo game on .*"):
        agent.act(Batch(2, num_players=2, seed=1))
    with pytest.raises(ValueError, match="trained for tables of two players .*; looking ahead is for the solo game"):
        agents.load("lookahead:two-players")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reward": "win"}, "trained with environment.reward: win, so it does not say what a position is worth"),
        ({"gamma": 0.99}, "trained with ppo.gamma: 0.99, so"),
        ({"shaping": {"glass": 0.5, "idols": {"start": 1, "end": 0}}}, "environment.shaping for glass to the end, so"),
        ({"shaping": {"glass": {"start": 1, "end": 0.1}}}, "environment.shaping for glass to the end, so"),
    ],
)
def test_a_network_whose_value_is_not_in_points_is_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        agents.load(f"lookahead:ppo:{described_as(tmp_path, **changes)}")


def test_a_network_whose_shaping_ends_is_taken(tmp_path: Path) -> None:
    folder = described_as(tmp_path, shaping={"idols": {"start": 1, "end": 0}})
    assert agents.load(f"lookahead:ppo:{folder}").act(Batch(2, seed=1)).shape == (2,)


@pytest.mark.parametrize("at_once", [1, 7, 64])
def test_how_many_worlds_are_played_at_once_changes_nothing(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    batch = midway(8, seed=3)
    chosen = []
    for size in (100_000, at_once):
        monkeypatch.setattr(module, "_WORLDS_AT_ONCE", size)
        agent = loaded(least=0.0, worlds=5, decisions=3)
        agent.begin(np.arange(8))
        chosen.append(agent.act(batch))
    assert (chosen[0] == chosen[1]).all()
    assert (chosen[0] != network().act(batch)).any()  # so the comparison can fail


def test_everything_that_decides_its_play_is_named() -> None:
    names = {path.name for path in agents.source(NAME)}
    assert {"base.py", "lookahead.py", "lookahead_settings.py", "search_worlds.py", "policy.npz", "model.json"} <= names
    assert names >= {path.name for path in agents.source(NETWORK)}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("lookahead", "'' is no trained agent; write lookahead:NETWORK with solo-all-boards or ppo:PATH"),
        ("lookahead:", "'' is no trained agent; write lookahead:NETWORK with solo-all-boards or ppo:PATH"),
        (f"{NAME}+worlds", r"such as lookahead:solo-all-boards\+worlds=16"),
        ("lookahed:solo-all-boards", "did you mean 'lookahead:solo-all-boards'"),
        (f"{NAME}+worlds=1_0", "worlds: .*valid integer"),
        ("lookahead:greedy", "'greedy' is no trained agent"),
        (f"{NAME}+worlds=0", "worlds: .* greater than or equal to 1"),
        (f"{NAME}+worlds=x", "worlds: .*valid integer"),
        (f"{NAME}+worlds=2.5", "worlds: .*valid integer"),
        (f"{NAME}+least=1", "least: .* less than 1"),
        (f"{NAME}+least=nan", "least: .*valid number"),
        (f"{NAME}+depth=3", "unknown entry 'depth'; entries there: decisions, worlds, least"),
        (f"{NAME}+worlds=1+worlds=2", "worlds is given twice"),
    ],
)
def test_a_wrong_name_is_told(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agents.load(name)


def test_a_model_that_is_nowhere_is_told() -> None:
    with pytest.raises(FileNotFoundError, match="no trained agent at 'runs/none'"):
        agents.load("lookahead:ppo:runs/none+worlds=2")


def test_settings_stand_in_the_name() -> None:
    found, settings = split_name("lookahead:ppo:models/a+b+worlds=16+decisions=0+least=0.25")
    assert found == "ppo:models/a+b"
    assert settings == LookaheadSettings(worlds=16, decisions=0, least=0.25)
    assert split_name(NAME) == (NETWORK, LookaheadSettings())
