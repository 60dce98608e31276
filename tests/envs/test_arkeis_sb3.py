"""Arkeis for stable-baselines3 against its own DummyVecEnv, and masked training."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from env_play import difference, random_legal

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import DummyVecEnv

from arnak_env.arkeis.actions import ACTIONS
from arnak_env.envs.arkeis_gymnasium import ArkeisCampaignEnv, ArkeisEpisodeEnv
from arnak_env.envs.arkeis_sb3 import ArkeisCampaignVecEnv, ArkeisEpisodeVecEnv

pytestmark = [
    pytest.mark.train,
    pytest.mark.filterwarnings("ignore::arnak_env.envs.illegal.IllegalActionWarning"),
]


@pytest.mark.parametrize("campaigns", [False, True])
@pytest.mark.parametrize("reward", ["potential", "win"])
def test_equal_to_dummy(campaigns: bool, reward: str) -> None:
    """Every field, `terminal_observation` and the closing entries of the infos included."""
    arguments: dict[str, Any] = {"reward": reward, "observation": "scaled", "explorers": ["robert", "franck"]}
    native_class: Any = ArkeisCampaignVecEnv if campaigns else ArkeisEpisodeVecEnv
    single: Any = ArkeisCampaignEnv if campaigns else ArkeisEpisodeEnv
    native, stock = native_class(3, **arguments), DummyVecEnv([lambda: single(**arguments)] * 3)
    native.seed(5)
    stock.seed(5)
    assert not difference(native.reset(), stock.reset())
    rng, ended = np.random.default_rng(0), 0
    while ended < 6:
        masks = get_action_masks(native)
        assert not difference(masks, get_action_masks(stock))
        actions = random_legal(rng, masks)
        wrong = rng.random(3) < 0.02
        actions[wrong] = rng.integers(ACTIONS, size=wrong.sum())
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
        assert not difference(native.reset_infos, stock.reset_infos)
        ended += int(first[2].sum())


def test_equal_to_dummy_under_options() -> None:
    native, stock = ArkeisEpisodeVecEnv(2, observation="raw"), DummyVecEnv([ArkeisEpisodeEnv] * 2)
    for options in ({"episode": 1}, [{"explorers": ["robert", "rhiat"]}, {"elite": "classic"}], {"episode": 0}):
        for env in (native, stock):
            env.seed(3)
            env.set_options(options)
        assert not difference(native.reset(), stock.reset())
        assert not difference(native.reset_infos, stock.reset_infos)


def test_masked_training_takes_legal_actions_only() -> None:
    torch.set_num_threads(1)
    env = ArkeisEpisodeVecEnv(4, seed=1, illegal_action="raise")
    MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=1).learn(256)
