"""The adapter for stable-baselines3 against its own DummyVecEnv, and masked training."""

from __future__ import annotations

import copy
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest
from env_play import arrays_in, difference, last_legal, random_legal

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor

from arnak_env.arnak.actions import ACTIONS
from arnak_env.core.extras import TRAIN_INSTALL_LINE
from arnak_env.envs.gymnasium_env import ArnakSoloEnv
from arnak_env.envs.illegal import IllegalActionWarning
from arnak_env.envs.sb3 import ArnakVecEnv

pytestmark = [
    pytest.mark.train,
    pytest.mark.filterwarnings("ignore::arnak_env.envs.illegal.IllegalActionWarning"),
]


@pytest.fixture(autouse=True)
def _one_thread():
    torch.set_num_threads(1)


@pytest.mark.parametrize("observation", ["raw", "scaled"])
def test_check_env(observation) -> None:
    """Traps 6 and 24: unmasked steps and plain types satisfy stable-baselines3's checker."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", IllegalActionWarning)
        check_env(ArnakSoloEnv(observation=observation))


@pytest.mark.parametrize("reward", ["win", "potential"])
@pytest.mark.parametrize("max_decisions", [5000, 60])
def test_equal_to_dummy(reward, max_decisions) -> None:
    """Trap 23: every field, `terminal_observation` and `TimeLimit.truncated` included. Trap 8: masks as rows."""
    arguments = {"reward": reward, "max_decisions": max_decisions, "observation": "scaled", "difficulty": 2}
    native = ArnakVecEnv(4, **arguments)
    stock = DummyVecEnv([lambda: ArnakSoloEnv(**arguments)] * 4)
    assert native.observation_space == stock.observation_space
    assert native.action_space == stock.action_space
    assert native.seed(5) == stock.seed(5)
    assert not difference(native.reset(), stock.reset())
    assert not difference(native.reset_infos, stock.reset_infos)
    rng, ended, cut = np.random.default_rng(0), 0, 0
    while ended < 12:
        masks = get_action_masks(native)
        assert masks.shape == (4, ACTIONS)
        assert not difference(masks, get_action_masks(stock))
        actions = random_legal(rng, masks)
        wrong = rng.random(4) < 0.02
        actions[wrong] = rng.integers(ACTIONS, size=wrong.sum())
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
        assert not difference(native.reset_infos, stock.reset_infos)
        ended += int(first[2].sum())
        cut += sum(info["TimeLimit.truncated"] for info in first[3])
    assert (cut > 0) == (max_decisions == 60)


def test_equal_to_dummy_under_options() -> None:
    native = ArnakVecEnv(3, rival_tiles={"discover": "red"})
    stock = DummyVecEnv([lambda: ArnakSoloEnv(observation="scaled", rival_tiles={"discover": "red"})] * 3)
    for options in (
        {"board": "snake"},
        [{"difficulty": 3}, {"objectives": 3}, {"board": "bird", "difficulty": 8}],
        [{"board": "owl"}, {"expansion_components": True}, {"board": "spider", "expansion_components": False}],
    ):
        for env in (native, stock):
            env.seed(8)
            env.set_options(options)
        assert not difference(native.reset(), stock.reset())
        for _ in range(60):
            actions = last_legal(get_action_masks(native))
            assert not difference(native.step(actions), stock.step(actions))


def test_masks_cost_little_with_many_games() -> None:
    """Trap 8: steps and masks of the batch take a fraction of the processor time that separate games take."""
    spent = []
    for env in (ArnakVecEnv(64), DummyVecEnv([lambda: ArnakSoloEnv(observation="scaled")] * 64)):
        env.seed(1)
        env.reset()
        env.step(last_legal(get_action_masks(env)))
        times = []
        for _ in range(15):
            start = time.process_time()
            masks = get_action_masks(env)
            times.append(time.process_time() - start)
            actions = last_legal(masks)
            start = time.process_time()
            env.step(actions)
            times[-1] += time.process_time() - start
        spent.append(np.median(times))
    assert spent[0] < 0.5 * spent[1]  # about a fifth


def test_masks_of_this_moment() -> None:
    """Trap 4: right after an automatic reset too."""
    env = ArnakVecEnv(3, seed=1, max_decisions=30)
    env.reset()
    for _ in range(70):
        masks = get_action_masks(env)
        assert masks.dtype == bool
        assert np.array_equal(masks, env.vector.batch.mask.astype(bool))
        assert np.array_equal(masks, env.action_masks())
        assert masks.any(1).all()
        env.step(last_legal(masks))


def test_nothing_is_reused() -> None:
    """Trap 27."""
    env = ArnakVecEnv(3, seed=1, max_decisions=20)
    kept = [(env.reset(), env.action_masks())]
    copies = [copy.deepcopy(kept[0])]
    for _ in range(50):
        kept.append((env.step(last_legal(env.action_masks())), env.action_masks()))
        copies.append(copy.deepcopy(kept[-1]))
    assert not difference(kept, copies)
    for earlier, later in zip(kept, kept[1:], strict=False):
        assert not any(np.shares_memory(a, b) for a in arrays_in(list(earlier)) for b in arrays_in(list(later)))


def test_attributes() -> None:
    env = ArnakVecEnv(
        3, board=["bird", "owl", "bird"], difficulty=2, objectives=[0, 3, 4], expansion_components=[None, False, True]
    )
    assert is_masking_supported(env)
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert env.get_attr("board") == ["bird", "owl", "bird"]
    assert env.get_attr("expansion_components") == [None, False, True]
    assert env.get_attr("difficulty", indices=1) == [2]
    assert env.get_attr("objectives") == [0, 3, 4]
    assert env.get_attr("render_mode") == [None] * 3
    env.reset()
    assert np.array_equal(env.get_attr("action_masks")[2](), env.action_masks()[2])
    env.set_attr("label", "x", indices=[0, 2])
    assert env.get_attr("label") == ["x", None, "x"]
    with pytest.raises(AttributeError, match="board"):
        env.set_attr("board", "snake")
    with pytest.raises(AttributeError, match="nothing"):
        env.get_attr("nothing")
    with pytest.raises(AttributeError, match="no method 'fly'"):
        env.env_method("fly")
    assert env.env_is_wrapped(Monitor) == [False] * 3
    assert len(env.env_method("action_masks", indices=[1])) == 1
    with pytest.raises(ValueError, match="same step"):
        ArnakVecEnv(2, copy=False)
    env.close()


def test_wrong_arguments() -> None:
    env = ArnakVecEnv(3, seed=4)
    first = env.reset()
    for seed in (True, 1.5, "7", -1, 2**63):
        with pytest.raises(ValueError, match="^seed must be a whole number"):
            env.seed(seed)
    for options, error, message in (
        ({"bord": "snake"}, ValueError, "unknown reset option of sub-environment 0 'bord'; known are 'board'"),
        ([{}, {"bord": "snake"}, {}], ValueError, "option of sub-environment 1 'bord'"),
        ([{}, {}], ValueError, "2 dicts of options for 3 sub-environments"),
        ([{}, 5, {}], TypeError, "options must be None or a dict"),
        ("snake", TypeError, "options must be None or a dict"),
    ):
        with pytest.raises(error, match=message):
            env.set_options(options)
    env.seed(4)
    assert np.array_equal(first, env.reset())  # nothing of what was refused is left
    env.set_options([{}, {"difficulty": 12}, {}])
    with pytest.raises(ValueError, match=r"from 0 to 10, got 12 \(sub-environment 1\)"):
        env.reset()
    for indices in (3, [0, 3], -1, [True, 0], "all", 0.5):
        with pytest.raises(ValueError, match="^indices must be"):
            env.get_attr("board", indices=indices)
    for actions, error in (
        ([0, 0], ValueError),
        ([0, True, 0], TypeError),
        ([0, 0, 0.5], TypeError),
        (None, ValueError),
    ):
        env.step_async(actions)
        with pytest.raises(error, match="actions"):
            env.step_wait()
    for arguments, message in (
        ({"num_envs": 2, "board": ["bird"]}, "board has 1 values for 2"),
        ({"num_envs": 2, "expansion_components": [None, 1]}, r"got 1 \(sub-environment 1\)"),
        ({"num_envs": 2, "content": 4}, "content must be"),
        ({"num_envs": True}, "num_envs"),
        ({"num_envs": 2, "seed": True}, "seed"),
        ({"num_envs": 2, "autoreset_mode": "SameStep"}, "autoreset_mode is fixed"),
    ):
        with pytest.raises(ValueError, match=message):
            ArnakVecEnv(**arguments)


def test_seed_argument() -> None:
    first = ArnakVecEnv(3, seed=4).reset()
    env = ArnakVecEnv(3)
    env.seed(4)
    assert np.array_equal(first, env.reset())
    second = ArnakVecEnv(1, seed=5).reset()
    assert np.array_equal(first[1], second[0])


def test_subprocesses() -> None:
    """Trap 7: `action_masks` is a plain method, so it works in worker processes."""
    env = SubprocVecEnv([lambda: ArnakSoloEnv()] * 2, start_method="spawn")
    try:
        env.seed(3)
        env.reset()
        assert env.has_attr("action_masks")
        masks = get_action_masks(env)
        single = ArnakSoloEnv()
        assert np.array_equal(masks[1], single.reset(seed=4)[1]["action_mask"].astype(bool))
        env.step(last_legal(masks))
    finally:
        env.close()


def small_model(env, **arguments):
    return MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=256, n_epochs=2, gamma=1.0, seed=0, device="cpu",
        policy_kwargs={"net_arch": [32]}, **arguments,
    )  # fmt: skip


@pytest.mark.slow
def test_training_plays_legally(tmp_path) -> None:
    """Traps 1, 2 and 5: 60 updates, evaluation and prediction without a single illegal action."""
    env = VecMonitor(ArnakVecEnv(8, seed=0, reward="potential"))
    watched = VecMonitor(ArnakVecEnv(2, seed=100))
    seen = []
    inner_step = watched.venv.step_wait

    def counting_step():
        result = inner_step()
        seen.extend(info["illegal_action"] for info in result[3])
        return result

    watched.venv.step_wait = counting_step
    model = small_model(env)
    model.learn(8 * 64 * 30, callback=MaskableEvalCallback(watched, eval_freq=640, n_eval_episodes=2, verbose=0))
    assert model._n_updates == 60
    assert seen
    assert not any(seen)
    assert not env.venv.vector._illegal.any()
    assert not env.venv.vector._warned
    assert len(model.ep_info_buffer) > 0
    assert "is_success" not in model.ep_info_buffer[0]
    assert len(model.ep_success_buffer) > 0

    model.save(tmp_path / "model.zip")
    loaded = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    single = ArnakSoloEnv(observation="scaled", illegal_action="raise")
    observation, info = single.reset(seed=1)
    done = False
    while not done:
        action, _ = loaded.predict(observation, deterministic=True, action_masks=info["action_mask"])
        observation, _, terminated, truncated, info = single.step(action)
        done = terminated or truncated
    assert info["illegal_action"] == 0

    # Trap 30: a fixed seed list gives the same evaluation twice.
    results = []
    for _ in range(2):
        evaluated = VecMonitor(ArnakVecEnv(4, seed=50))
        results.append(evaluate_policy(loaded, evaluated, n_eval_episodes=8, return_episode_rewards=True))
    assert results[0] == results[1]


def test_missing_extra_says_how_to_install() -> None:
    code = (
        "import sys; sys.modules['stable_baselines3'] = None\n"
        "try:\n    import arnak_env.envs.sb3\n"
        "except ImportError as error:\n    print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert TRAIN_INSTALL_LINE in said
