"""One learner at a table: the official checks, rewards, endings, opponents, hidden facts, bad input."""

from __future__ import annotations

import copy
import json
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from env_play import difference, play_episode, random_legal
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import agents
from arnak_env import Batch, IllegalAction
from arnak_env.arnak.opcodes import SCORE_PARTS
from arnak_env.envs.illegal import IllegalActionWarning
from arnak_env.envs.opponents import OpponentFailed
from arnak_env.envs.table_gymnasium import ArnakTableEnv
from arnak_env.envs.table_vector import ArnakTableVectorEnv

TABLE = "arnak_env/ArnakTable-v0"


class Scribe(type(agents.load("random"))):  # type: ignore[misc]
    """The random agent, noting what it was asked for and what it saw."""

    needs_observation = True

    def __init__(self, name: str = "scribe") -> None:
        super().__init__()
        self.name = name
        self.asked: list[tuple[int, ...]] = []
        self.seen: list[bytes] = []

    def act(self, batch, games=None):
        self.asked.append(tuple(games.tolist()))
        self.seen.append(batch.observation[games].tobytes())
        assert (batch.player[games] >= 0).all()
        return super().act(batch, games)


@pytest.mark.parametrize("observation", ["raw", "scaled"])
def test_official_checks(observation) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", IllegalActionWarning)
        check_env(gymnasium.make(TABLE, opponents="random", observation=observation).unwrapped, skip_render_check=True)
        check_env(gymnasium.make(TABLE, num_players=4, opponents="random", render_mode="ansi").unwrapped)


def test_stable_baselines_check() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", IllegalActionWarning)
        checker.check_env(ArnakTableEnv(num_players=3, opponents=["random", "random"], observation="scaled"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_game_as_outside(players) -> None:
    """Trap: the environment plays exactly the game that the learner and the agents play over a batch by themselves."""
    env = ArnakTableEnv(players, "greedy", seat=1, reward="score")
    observation, info = env.reset(seed=5)
    batch, rng = Batch(1, num_players=players, seed=5), np.random.default_rng(0)
    other = agents.load("greedy")
    other.begin(opponent_seed(env))
    done = False
    while not done:
        while batch.player[0] != 1:
            batch.step(other.act(batch))
        assert np.array_equal(batch.observation[0], observation)
        assert np.array_equal(batch.mask[0], info["action_mask"])
        action = int(random_legal(rng, info["action_mask"]))
        batch.step([action])
        observation, _, done, _, info = env.step(action)
        while batch.player[0] not in (-1, 1):
            batch.step(other.act(batch))
    assert info["scores"].tolist() == batch.scores()[0, :4].tolist()
    assert np.array_equal(observation, batch.observe(1)[0])


def opponent_seed(env: ArnakTableEnv) -> np.ndarray:
    from arnak_env.envs.opponents import _agent_seeds

    return _agent_seeds(env.batch, np.arange(1))


@pytest.mark.parametrize("seat", [0, 1, 2, 3, "random", "rotate"])
def test_endings(seat) -> None:
    env = ArnakTableEnv(4, ["random", "greedy", "random"], seat=seat)
    for seed in range(3):
        *_, last = play_episode(env, np.random.default_rng(seed), seed)
        reward, info, own = last[1], last[4], env.seat
        points = info["scores"].tolist()
        assert isinstance(seat, str) or own == seat
        assert info["seat"] == own
        assert info["score"] == points[own] == sum(info["score_parts"].values())
        assert list(info["score_parts"]) == list(SCORE_PARTS)
        assert (info["rank"] == 1) == (reward >= 0)
        ahead = sum(other > points[own] for other in points)
        assert info["rank"] in (ahead + 1, ahead + 1 + (points.count(points[own]) > 1))
        assert info["result"] == {1.0: "win", 0.0: "tie", -1.0: "loss"}[reward]
        assert info["is_success"] == (reward == 1.0)
        share = env.batch.results()[0, own]
        assert reward == (1.0 if share == 1 else 0.0 if share > 0 else -1.0)


@pytest.mark.parametrize("players", [2, 4])
def test_rewards_add_up(players) -> None:
    """Trap: what opponents do between two decisions, and before the first, belongs to the learner's margin."""
    totals = {}
    for reward in ("score", "potential"):
        env = ArnakTableEnv(players, "greedy", seat=players - 1, reward=reward)
        trace = play_episode(env, np.random.default_rng(1), 4)
        totals[reward] = sum(step[1] for step in trace[1:])
        scores = trace[-1][4]["scores"][:players].tolist()
        margin = scores.pop(players - 1) - max(scores)
        assert totals[reward] == pytest.approx(margin / 100)
        if reward == "potential":
            assert sum(step[1] != 0 for step in trace[1:]) > 10
    assert totals["score"] < 0


def test_opponents_really_play() -> None:
    """Trap: the stronger opponent wins more often, from either seat, and gets many more points."""
    results = {}
    for opponent in ("random", "greedy"):
        env = ArnakTableVectorEnv(24, opponents=opponent, autoreset_mode="SameStep", reward="score")
        _, infos = env.reset(seed=100)
        rng, margins = np.random.default_rng(0), []
        first = np.ones(24, bool)
        while first.any():
            _, rewards, ended, _, infos = env.step(random_legal(rng, infos["action_mask"]))
            margins += rewards[ended & first].tolist()
            first &= ~ended
        results[opponent] = 100 * np.mean(margins)
    assert abs(results["random"]) < 12
    assert results["greedy"] < -25


def test_seats() -> None:
    env = ArnakTableEnv(3, "random", seat="rotate")
    seats = [env.seat for _ in range(6) if env.reset(seed=7 if not _ else None)]
    assert seats == [(7 + episode) % 3 for episode in range(6)]
    many = ArnakTableVectorEnv(300, num_players=3, opponents="random", seat="random")
    many.reset(seed=0)
    drawn = many.seats
    assert (np.bincount(drawn, minlength=3) > 70).all()
    many.reset(seed=0)
    assert np.array_equal(many.seats, drawn)
    for index in (0, 17, 299):
        env = ArnakTableEnv(3, "random", seat="random")
        env.reset(seed=index)
        assert env.seat == drawn[index]


def test_opponents_sit_in_turn_order_after_the_learner() -> None:
    names = [Scribe(f"after_{place}") for place in (1, 2, 3)]
    for seat in range(4):
        env = ArnakTableEnv(4, names, seat=seat)
        env.reset(seed=0)
        table = [env._opponents._given.get(number) for number in env._opponents._at[0].tolist()]
        assert [None if one is None else one.name for one in table] == [
            None if place == seat else f"after_{(place - seat) % 4}" for place in range(4)
        ]


def test_hidden_facts_stay_hidden() -> None:
    """Trap: two worlds that the learner cannot tell apart give it the same observations and masks, and so do opponents.

    The world behind the learner's back is drawn anew; what it is shown must not change by that, nor what the opponent
    is shown when the world is drawn anew from its view.
    """
    env = ArnakTableEnv(2, "greedy", seat=0)
    observation, info = env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(25):
        for seed in (1, 2):
            world = env.batch.clone()
            world.determinize(player=env.seat, seed=seed)
            assert np.array_equal(world.observation[0], observation)
            assert np.array_equal(world.mask[0], info["action_mask"])
        observation, _, done, _, info = env.step(int(random_legal(rng, info["action_mask"])))
        assert not done


def test_the_last_observation_is_the_learners() -> None:
    """Trap: the rules show the end from another seat; opponents' hands must not be in the last observation."""
    for seat in (0, 1):
        env = ArnakTableEnv(2, "random", seat=seat, render_mode="ansi")
        *_, last = play_episode(env, np.random.default_rng(2), 8)
        assert np.array_equal(last[0], env.batch.observe(seat)[0])
        assert not np.array_equal(last[0], env.batch.observe(1 - seat)[0])
        assert f"PLAYER {seat + 1}, you" in env.render()


def test_opponents_see_their_own_view() -> None:
    scribe = Scribe()
    env = ArnakTableEnv(2, scribe, seat=1)
    env.reset(seed=2)
    batch = Batch(1, num_players=2, seed=2)
    assert scribe.seen[0] == batch.observe(0)[0].tobytes()
    assert all(asked == (0,) for asked in scribe.asked)


def test_spec_round_trip() -> None:
    env = gymnasium.make(TABLE, num_players=3, opponents=["greedy", "random"], seat=2, board="owl")
    spec = env.spec
    for again in (
        gymnasium.make(type(spec).from_json(spec.to_json())),
        gymnasium.make(pickle.loads(pickle.dumps(spec))),
    ):
        traces = [play_episode(one, np.random.default_rng(0), 3) for one in (env, again)]
        assert not difference(*traces)
    assert json.loads(spec.to_json())["kwargs"]["opponents"] == ["greedy", "random"]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(copied) -> None:
    """Trap: a copy has opponents of its own, given as objects or by name."""
    scribe = Scribe()
    env = ArnakTableEnv(3, [scribe, "greedy"])
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(10):
        info = env.step(int(random_legal(rng, info["action_mask"])))[4]
    other = copied(env)
    asked = len(scribe.asked)
    first = [other.step(int(np.flatnonzero(other.action_masks())[-1])) for _ in range(10)]
    assert len(scribe.asked) == asked
    second = [env.step(int(np.flatnonzero(env.action_masks())[-1])) for _ in range(10)]
    assert not difference(first, second)
    assert not difference(other.reset(), env.reset())


def test_illegal_actions() -> None:
    env = ArnakTableEnv(opponents="random", illegal_action="raise")
    _, info = env.reset(seed=0)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = env.batch.games.tobytes()
    with pytest.raises(IllegalAction):
        env.step(wrong)
    assert env.batch.games.tobytes() == before
    env = ArnakTableEnv(opponents="random", illegal_action="terminate", reward="potential")
    _, info = env.reset(seed=0)
    _, reward, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated, info["result"], info["is_success"]) == (-1.0, True, "loss", False)


def test_reset_options() -> None:
    env = ArnakTableEnv(opponents="random")
    env.reset(
        seed=1, options={"num_players": 4, "opponents": ["random", "greedy", "random"], "seat": 3, "board": "owl"}
    )
    assert (env.seat, int(env.batch.games["players"][0])) == (3, 4)
    env.reset(options={"num_players": 3, "opponents": "greedy", "seat": 0})
    assert int(env.batch.games["players"][0]) == 3
    with pytest.raises(ValueError, match="opponents must be one for all, or one for each of the 2 other seats"):
        env.reset(options={"opponents": ["greedy"] * 3})
    with pytest.raises(ValueError, match="unknown reset option 'difficulty'; known are 'num_players', 'opponents'"):
        env.reset(options={"difficulty": 3})


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_players": 1}, ValueError, "from 2 to 4, got 1; one player against the rival is .*ArnakSolo"),
        ({"num_players": 5}, ValueError, "from 2 to 4"),
        ({"opponents": "gredy"}, ValueError, "did you mean 'greedy'"),
        ({"opponents": ["greedy", "greedy"]}, ValueError, "opponents must be one agent, got 2"),
        ({"num_players": 4, "opponents": ["greedy", "greedy"]}, ValueError, "each of the 3 other seats in turn order"),
        ({"opponents": []}, ValueError, "got 0"),
        ({"opponents": None}, ValueError, "the name of an agent or an agent .*, got None"),
        ({"opponents": "ppo:nowhere"}, FileNotFoundError, "no trained agent at 'nowhere'"),
        ({"opponents": "mine.py:Mine"}, FileNotFoundError, "mine.py"),
        ({"seat": 2}, ValueError, 'seat must be a whole number from 0 to 1, got 2; or "random"'),
        ({"seat": -1}, ValueError, "from 0 to 1"),
        ({"seat": True}, ValueError, "from 0 to 1"),
        ({"seat": "first"}, ValueError, "unknown seat 'first'"),
        ({"board": "moon"}, ValueError, "unknown board 'moon'"),
        ({"reward": "points"}, ValueError, "unknown reward"),
    ],
)
def test_bad_arguments(arguments, error, message) -> None:
    with pytest.raises(error, match=message):
        gymnasium.make(TABLE, **arguments)


class Broken(Scribe):
    """Fails in its n-th decision, in one of several ways."""

    def __init__(self, how: str, after: int) -> None:
        super().__init__(how)
        self.how, self.after = how, after

    def act(self, batch, games=None):
        actions = super().act(batch, games)
        self.after -= 1
        if self.after >= 0:
            return actions
        if self.how == "illegal":
            actions[games] = np.argmin(batch.mask[games], axis=1)
        elif self.how == "shape":
            return actions[:, None]
        elif self.how == "raises":
            raise ZeroDivisionError("my own mistake")
        return actions


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ("illegal", OpponentFailed, "the opponent 'illegal' took an illegal action at seat . of sub-environment 0: "),
        ("shape", OpponentFailed, r"the opponent 'shape' must return whole numbers of shape \(1,\)"),
        ("raises", ZeroDivisionError, "my own mistake"),
    ],
)
def test_opponents_that_fail(how, error, message) -> None:
    """Trap: after an opponent has failed the game cannot go on as if it had not; a reset begins a new one."""
    for kind in (ArnakTableEnv, ArnakTableVectorEnv):
        broken = Broken(how, 8)
        env = kind(opponents=broken) if kind is ArnakTableEnv else kind(1, opponents=broken)
        env.reset(seed=0)
        with pytest.raises(error, match=message) as caught:
            steps(env, 100)
        if how == "raises":
            assert "the opponent 'raises' was deciding" in caught.value.__notes__[0]
        with pytest.raises(ResetNeeded, match="an opponent failed"):
            steps(env, 1)
        broken.after = 10**6
        env.reset()
        steps(env, 1)


def steps(env, count: int) -> None:
    for _ in range(count):
        env.step(env.action_masks().argmax(-1).reshape(env.action_space.shape))
