"""Many tables at once against the stock environments; their states, and opponents that change."""

from __future__ import annotations

import pickle

import gymnasium
import numpy as np
import pytest
from env_play import difference, random_legal
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from test_table_env import Scribe

from arnak_env.arnak.actions import ACTIONS
from arnak_env.envs.table_gymnasium import ArnakTableEnv
from arnak_env.envs.table_vector import ArnakTableVectorEnv

TABLE = "arnak_env/ArnakTable-v0"
MODES = list(AutoresetMode)
MIXED = {
    "num_players": [2, 3, 4, 2, 3],
    "opponents": [["greedy"], ["random", "greedy"], ["random"], ["random"], ["random", "random"]],
    "seat": ["rotate", 1, "random", 0, "rotate"],
    "board": ["bird", "owl", "snake", "spider", "bird"],
    "expansion_components": [None, False, None, None, True],
    "reward": ["win", "score", "potential", "potential", "win"],
    "max_decisions": [5000, 25, 5000, 5000, 5000],
}

pytestmark = pytest.mark.filterwarnings("ignore::arnak_env.envs.illegal.IllegalActionWarning")


def pair(mode: AutoresetMode, each: dict = MIXED, **arguments):
    """Return the native and the stock vector environment with the same arguments."""
    count = len(each["num_players"])
    native = ArnakTableVectorEnv(count, autoreset_mode=mode, **arguments, **each)
    singles = [{**arguments, **{name: values[index] for name, values in each.items()}} for index in range(count)]
    makers = [lambda kwargs=kwargs: ArnakTableEnv(**kwargs) for kwargs in singles]
    return native, SyncVectorEnv(makers, autoreset_mode=mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("illegal_action", ["ignore", "terminate"])
def test_equal_to_stock(mode, illegal_action) -> None:
    """Every field of many games on mixed tables, illegal actions and truncations included."""
    native, stock = pair(mode, observation="scaled", illegal_action=illegal_action)
    rng = np.random.default_rng(1)
    first, second = native.reset(seed=11), stock.reset(seed=11)
    assert not difference(first, second)
    masks, ended = first[1]["action_mask"], np.zeros(3, np.int64)
    while ended[0] < 9:
        actions = random_legal(rng, masks)
        wrong = rng.random(len(actions)) < 0.01
        actions[wrong] = rng.integers(ACTIONS, size=wrong.sum())
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
        done = first[2] | first[3]
        ended += [done.sum(), first[3].sum(), (first[4]["illegal_action"] > 0).sum()]
        masks = first[4]["action_mask"]
        if mode is AutoresetMode.DISABLED and done.any():
            first, second = (env.reset(options={"reset_mask": done}) for env in (native, stock))
            assert not difference(first, second)
            masks = np.where(done[:, None], first[1]["action_mask"], masks)
    assert ended[1] > 0
    assert ended[2] > 0 or (mode, illegal_action) == (AutoresetMode.SAME_STEP, "terminate")


def test_games_do_not_depend_on_the_batch() -> None:
    """Trap: seed 3 is the same game at table 0 of one and at table 3 of many, opponents included."""

    def play(count: int, seed: int, row: int) -> list[object]:
        env = ArnakTableVectorEnv(
            count, num_players=3, opponents=["greedy", "random"], seat="random", autoreset_mode="SameStep"
        )
        _, infos = env.reset(seed=seed)
        rngs = [np.random.default_rng(seed + index) for index in range(count)]
        trace: list[object] = []
        for _ in range(90):
            masks = infos["action_mask"]
            actions = np.array([int(random_legal(rng, mask)) for rng, mask in zip(rngs, masks, strict=True)])
            observations, rewards, ended, _, infos = env.step(actions)
            trace.append((observations[row].tobytes(), float(rewards[row]), bool(ended[row])))
        return trace

    alone = play(1, 3, 0)
    assert alone == play(5, 0, 3)
    assert any(step[2] for step in alone)  # type: ignore[index]


def test_opponents_are_asked_for_all_their_games_at_once() -> None:
    scribe = Scribe()
    env = ArnakTableVectorEnv(16, opponents=scribe, seat=1)
    env.reset(seed=0)
    assert scribe.asked[0] == tuple(range(16))
    assert max(len(asked) for asked in scribe.asked) == 16


@pytest.mark.parametrize("observation", ["raw", "scaled"])
@pytest.mark.parametrize("copied", [True, False])
def test_nothing_returned_is_overwritten(observation, copied) -> None:
    """Trap: opponents' decisions write observations too; arrays that were returned as copies keep what they held."""
    env = ArnakTableVectorEnv(4, opponents="random", observation=observation, copy=copied, autoreset_mode="SameStep")
    twin = ArnakTableVectorEnv(4, opponents="random", observation=observation, autoreset_mode="SameStep")
    kept = []
    (observations, infos), (other, _) = env.reset(seed=2), twin.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(120):
        assert np.array_equal(observations, other)
        if copied:
            kept.append((observations, observations.copy(), infos["action_mask"], infos["action_mask"].copy()))
        actions = random_legal(rng, infos["action_mask"])
        observations, _, _, _, infos = env.step(actions)
        other = twin.step(actions)[0]
    assert all(np.array_equal(a, b) and np.array_equal(c, d) for a, b, c, d in kept)


def test_make_vec_and_bad_arguments() -> None:
    env = gymnasium.make_vec(TABLE, 3, num_players=3, opponents=["random", "greedy"], autoreset_mode="SameStep")
    assert isinstance(env.unwrapped, ArnakTableVectorEnv)
    assert env.reset(seed=0)[0].shape == env.observation_space.shape
    with pytest.raises(ValueError, match=r"each of the 2 other seats in turn order, got 3: .*sub-environment 1"):
        ArnakTableVectorEnv(2, num_players=3, opponents=[["greedy"], ["greedy"] * 3])
    with pytest.raises(ValueError, match="opponents has 3 values for 2 sub-environments"):
        ArnakTableVectorEnv(2, opponents=[["greedy"]] * 3)


# --- states and changing opponents -----------------------------------------------------------------------------------
def walk(env, steps: int) -> list[object]:
    trace: list[object] = []
    for _ in range(steps):
        trace.append(env.step(random_legal(np.random.default_rng(len(trace)), env.action_masks())))
    return trace


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_states(mode) -> None:
    """What is restored goes on exactly as what was saved, with opponents for now and for the next games."""
    scribes = [Scribe("first"), Scribe("second")]
    first, second = (ArnakTableVectorEnv(5, autoreset_mode=mode, **MIXED) for _ in range(2))
    first.reset(seed=4)
    walk(first, 40)
    first.set_opponents(["greedy", *scribes], np.arange(15).reshape(5, 3) % 3)
    walk(first, 40)
    first.set_opponents(["random", scribes[1]], np.ones((5, 3), int))
    state = pickle.loads(pickle.dumps(first.get_state()))
    with pytest.raises(ValueError, match="the state needs the opponent '(first|second)'.*set_state"):
        second.set_state(state)
    second.set_state(state, opponents={"first": Scribe("first"), "second": Scribe("second")})
    assert np.array_equal(first.seats, second.seats)
    assert not difference(walk(first, 80), walk(second, 80))
    with pytest.raises(ValueError, match="lacks table"):
        second.set_state({name: value for name, value in state.items() if name != "table"})


def test_states_need_distinct_names() -> None:
    env = ArnakTableVectorEnv(2, num_players=3, opponents=[Scribe(), Scribe()])
    env.reset(seed=0)
    with pytest.raises(ValueError, match="two different opponents are called 'scribe'"):
        env.get_state()


def test_new_opponents_come_with_the_next_game() -> None:
    old, new = Scribe("old"), Scribe("new")
    env = ArnakTableVectorEnv(3, opponents=old, max_decisions=20, autoreset_mode="SameStep")
    env.reset(seed=0)
    env.set_opponents([new], np.zeros((3, 1), int))
    walk(env, 19)
    assert not new.asked
    asked = len(old.asked)
    walk(env, 20)
    assert new.asked
    assert len(old.asked) - asked <= 20  # the last decisions of the games that were truncated
    assert {agent.name for agent in env._opponents._agents.values()} == {"old", "new"}
    env.set_opponents([new], np.zeros((3, 1), int))
    assert [agent.name for agent in env._opponents._agents.values()] == ["new"]  # the old one is let go


@pytest.mark.parametrize(
    ("agents", "assignment", "message"),
    [
        (["greedy"], np.zeros((2, 2), int), r"shape \(2, 1\)"),
        (["greedy"], np.zeros((2, 1)), "whole numbers"),
        (["greedy"], np.ones((2, 1), int), "indices of the 1 agents"),
        (["greedy"], -np.ones((2, 1), int), "indices"),
        (["gredy"], np.zeros((2, 1), int), "did you mean 'greedy'"),
        ([3], np.zeros((2, 1), int), "got 3, which has no name"),
    ],
)
def test_bad_opponents_change_nothing(agents, assignment, message) -> None:
    env = ArnakTableVectorEnv(2, opponents="random")
    env.reset(seed=0)
    before = env.settings
    with pytest.raises(ValueError, match=message):
        env.set_opponents(agents, assignment)
    assert env.settings == before


# --- stable-baselines3 -----------------------------------------------------------------------------------------------
@pytest.mark.train
def test_equal_to_dummy() -> None:
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.vec_env import DummyVecEnv

    from arnak_env.envs.table_sb3 import ArnakTableVecEnv

    arguments = {"num_players": 3, "opponents": ["random", "random"], "max_decisions": 50, "observation": "scaled"}
    native = ArnakTableVecEnv(3, **arguments)
    stock = DummyVecEnv([lambda: ArnakTableEnv(**arguments)] * 3)
    assert native.seed(5) == stock.seed(5)
    assert not difference(native.reset(), stock.reset())
    rng, ended = np.random.default_rng(0), 0
    while ended < 6:
        actions = random_legal(rng, native.action_masks())
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
        ended += int(first[2].sum())
    native.set_options({"opponents": "random", "num_players": 2, "seat": 1})
    stock.set_options({"opponents": "random", "num_players": 2, "seat": 1})
    assert not difference(native.reset(), stock.reset())
    assert native.seats.tolist() == [1, 1, 1]


@pytest.mark.train
def test_sb3_states_and_self_play() -> None:
    pytest.importorskip("stable_baselines3")
    from arnak_env.envs.table_sb3 import ArnakTableVecEnv

    first, second = (ArnakTableVecEnv(4, num_players=3, opponents="random", max_decisions=40) for _ in range(2))
    first.seed(1)
    first.reset()
    scribe = Scribe("past:1")
    first.set_opponents([scribe, "greedy"], [[0, 1], [1, 0], [0, 0], [1, 1]])
    last = [first.step(random_legal(np.random.default_rng(step), first.action_masks()))[0] for step in range(60)][-1]
    restored = second.set_state(pickle.loads(pickle.dumps(first.get_state())), opponents={"past:1": Scribe("past:1")})
    assert not difference(restored, last)
    assert np.array_equal(first.action_masks(), second.action_masks())
    for step in range(100):
        actions = random_legal(np.random.default_rng(step), first.action_masks())
        assert not difference(first.step(actions), second.step(actions))
    assert scribe.asked
