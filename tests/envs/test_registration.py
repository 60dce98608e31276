"""Names, imports and what `make` and `make_vec` hand on to the environments."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from env_play import last_legal
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import arnak_env
from arnak_env.arnak.actions import ACTIONS
from arnak_env.envs.gymnasium_env import ArnakSoloEnv
from arnak_env.envs.gymnasium_vector import ArnakSoloVectorEnv
from arnak_env.envs.pettingzoo_aec import raw_env

SOLO = "arnak_env/ArnakSolo-v0"


def test_import_is_light() -> None:
    code = (
        "import sys, time; start = time.perf_counter(); import arnak_env; took = time.perf_counter() - start\n"
        "heavy = [name for name in ('numba', 'torch', 'matplotlib', 'stable_baselines3') if name in sys.modules]\n"
        "assert not heavy, heavy\n"
        "import gymnasium; assert 'arnak_env/ArnakSolo-v0' in gymnasium.registry\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_module_syntax_registers_by_itself() -> None:
    code = "import gymnasium; gymnasium.make('arnak_env:arnak_env/ArnakSolo-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_lazy_names() -> None:
    for name in arnak_env.__all__:
        assert getattr(arnak_env, name) is not None
        assert name in dir(arnak_env)
    with pytest.raises(AttributeError, match="it offers Batch"):
        _ = arnak_env.no_such_name


def test_registering_twice_changes_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        arnak_env.register_environments()
        gymnasium.register_envs(arnak_env)


def test_make_hands_on_arguments() -> None:
    """Trap 31: arguments, render_mode and max_episode_steps reach the environment; the spec makes the same again."""
    arguments = {"board": "snake", "difficulty": 9, "objectives": 3, "reward": "score", "render_mode": "ansi"}
    env = gymnasium.make(SOLO, max_episode_steps=3, **arguments)
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    for one in (env, again):
        observation, info = one.reset(seed=4)
        assert one.unwrapped.render_mode == "ansi"
        assert "snake" in one.render()
        assert "difficulty 9" in one.render()
        assert "objectives" in one.render()
        for step in range(3):
            *_, truncated, info = one.step(int(last_legal(info["action_mask"])))
            assert truncated == (step == 2)
    assert env.unwrapped is not again.unwrapped


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_make_vec_hands_on_arguments(mode) -> None:
    """Trap 31, for the native vector environment and the stock one."""
    arguments = {
        "board": "snake", "difficulty": 7, "objectives": 2, "first_objective_worth_four": True, "render_mode": "ansi",
        "max_episode_steps": 4,
    }  # fmt: skip
    native = gymnasium.make_vec(SOLO, num_envs=3, autoreset_mode=mode, **arguments)
    stock = gymnasium.make_vec(
        SOLO, num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **arguments
    )
    assert isinstance(native, ArnakSoloVectorEnv)
    assert isinstance(stock, SyncVectorEnv)
    assert native.metadata["autoreset_mode"] is mode
    again = gymnasium.make_vec(native.spec)
    assert again.metadata["autoreset_mode"] is mode
    for env in (native, stock, again):
        _, info = env.reset(seed=1)
        assert all("snake" in text for text in env.render())
        for step in range(4):
            *_, truncated, info = env.step(last_legal(info["action_mask"]))
            assert truncated.tolist() == [step == 3] * 3


def test_make_vec_gives_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gymnasium.make_vec(SOLO, num_envs=2)


def test_unknown_names_are_answered_by_gymnasium() -> None:
    with pytest.raises(gymnasium.error.VersionNotFound):
        gymnasium.make("arnak_env/ArnakSolo-v99")
    with pytest.raises(gymnasium.error.NameNotFound):
        gymnasium.make("arnak_env/ArnakSoloo-v0")


def test_pettingzoo_registry() -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", "arnak_env/arnak_v0", num_players=3, board="snake")
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]


def test_async_vector_environment() -> None:
    env = gymnasium.make_vec(SOLO, num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"})
    try:
        _, info = env.reset(seed=5)
        assert np.stack(env.call("action_masks")).tolist() == info["action_mask"].astype(bool).tolist()
    finally:
        env.close()


@pytest.mark.parametrize("environment", [ArnakSoloEnv, raw_env])
def test_the_number_of_actions_is_told_as_it_is(environment: Any) -> None:
    numbers = re.findall(r"(?:Discrete\(|shape \((?:num_envs, )?)(\d+)", inspect.getdoc(environment) or "")
    assert numbers
    assert set(map(int, numbers)) == {ACTIONS}
