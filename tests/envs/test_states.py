"""States of vector environments: what is restored goes on exactly as what was saved."""

from __future__ import annotations

import json
import pickle

import gymnasium
import numpy as np
import pytest
from env_play import difference, random_legal
from gymnasium.vector import AutoresetMode

import arnak_env  # noqa: F401  registers the environments

CASES = {
    "solo": ("arnak_env/ArnakSolo-v0", {"board": ["bird", "owl", "snake"], "difficulty": 3, "reward": "potential"}),
    "episode": ("arnak_env/ArkeisEpisode-v0", {"explorers": ["rhiat", "franck"], "reward": "potential"}),
}


def walk(env, rng: np.random.Generator, masks: np.ndarray, steps: int) -> list[object]:
    trace: list[object] = []
    for _ in range(steps):
        result = env.step(random_legal(rng, masks))
        masks = result[4]["action_mask"]
        trace.append(result)
    return trace


def make(name: str, **arguments):
    kind, given = CASES[name]
    return gymnasium.make_vec(kind, 3, vectorization_mode="vector_entry_point", **given, **arguments)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("name", CASES)
def test_goes_on_as_saved(name, mode) -> None:
    """Every field of hundreds of steps, over the ends of episodes and a later reset without a seed."""
    first = make(name, autoreset_mode=mode, max_decisions=90)
    observations, infos = first.reset(seed=8)
    walk(first, np.random.default_rng(0), infos["action_mask"], 100)
    state = pickle.loads(pickle.dumps(first.unwrapped.get_state()))
    second = make(name, autoreset_mode=mode, max_decisions=90)
    restored = second.unwrapped.set_state(state)
    assert not difference(first.unwrapped.action_masks(), second.unwrapped.action_masks())
    masks = second.unwrapped.action_masks()
    traces = [walk(env, np.random.default_rng(1), masks, 200) for env in (first, second)]
    assert not difference(*traces)
    assert sum(np.sum(step[2] | step[3]) for step in traces[0]) >= 3  # new episodes began on the way
    assert not difference(first.reset(), second.reset())
    assert restored.shape == observations.shape


def test_before_the_first_reset() -> None:
    """The source of seeds that nobody has given is part of the state."""
    first, second = make("solo"), make("solo")
    first.reset(seed=3)
    second.unwrapped.set_state(first.unwrapped.get_state())
    some = {"reset_mask": np.array([True, False, True])}
    assert not difference(first.reset(options=dict(some)), second.reset(options=dict(some)))


def test_state_is_plain() -> None:
    env = make("episode")
    env.reset(seed=0)
    state = env.unwrapped.get_state()
    games = state.pop("games")
    assert isinstance(games, bytes)
    assert json.loads(json.dumps(state, default=list))["seed"] == [0, 1, 2]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda state: {}, "lacks begun"),
        (lambda state: None, "no state"),
        (lambda state: {**state, "made_with": {**state["made_with"], "num_envs": 2}}, "made with num_envs=2"),
        (lambda state: {**state, "games": state["games"][:-1]}, "damaged"),
        (lambda state: {**state, "settings": {**state["settings"], "board": ["bird", "moon", "owl"]}}, "moon"),
    ],
)
def test_refused_states(change, words) -> None:
    """Nothing of a refused state is taken over."""
    env, other = make("solo"), make("solo")
    env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(ValueError, match=words):
        env.unwrapped.set_state(change(env.unwrapped.get_state()))
    assert not difference(env.reset(), other.reset())


def test_state_of_another_game() -> None:
    env, other = make("solo"), make("episode")
    env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(ValueError, match="environment='ArkeisEpisodeVectorEnv'"):
        env.unwrapped.set_state(other.unwrapped.get_state())
    with pytest.raises(ValueError, match="unknown option in the state 'episode'"):
        env.unwrapped.set_state({**other.unwrapped.get_state(), "made_with": env.unwrapped.get_state()["made_with"]})


def test_sb3_goes_on_as_saved() -> None:
    pytest.importorskip("stable_baselines3")
    from arnak_env.envs.arkeis_sb3 import ArkeisEpisodeVecEnv
    from arnak_env.envs.sb3 import ArnakVecEnv

    for cls, arguments in ((ArnakVecEnv, {"difficulty": 2}), (ArkeisEpisodeVecEnv, {"reward": "potential"})):
        first, second = (cls(4, max_decisions=80, **arguments) for _ in range(2))
        first.seed(4)
        first.reset()
        rng = np.random.default_rng(0)
        for _ in range(50):
            last = first.step(random_legal(rng, first.action_masks()))[0]
        restored = second.set_state(pickle.loads(pickle.dumps(first.get_state())))
        assert not difference(restored, last)
        for _ in range(100):
            actions = random_legal(rng, first.action_masks())
            assert not difference(first.step(actions), second.step(actions))
        first.seed(9)
        second.set_state(first.get_state())
        assert not difference(first.reset(), second.reset())
