"""The example of self-play with RLlib; runs where the extra `rllib` is installed, see `make test-rllib`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="needs the extra `rllib`", exc_type=ImportError)

from agents.rllib_self_play import MaskedEnv
from arnak_env.core.batch import IllegalAction


def test_observations_and_masks_are_as_rllib_wants_them() -> None:
    env = MaskedEnv({"board": "owl", "num_players": 3})
    random = np.random.default_rng(0)
    observations, _ = env.reset(seed=1)
    ended = {"__all__": False}
    total = dict.fromkeys(env.possible_agents, 0.0)
    decisions = 0
    while not ended["__all__"]:
        ((agent, seen),) = observations.items()
        assert env.observation_spaces[agent].contains(seen)
        legal = np.flatnonzero(seen["action_mask"])
        observations, rewards, ended, _, _ = env.step({agent: int(random.choice(legal))})
        for name, reward in rewards.items():
            total[name] += reward
        decisions += 1
    assert decisions > 50
    assert sum(total.values()) == pytest.approx(0.0)
    assert max(total.values()) > 0


def test_an_illegal_action_is_an_error() -> None:
    env = MaskedEnv({"board": "bird", "num_players": 2})
    observations, _ = env.reset(seed=1)
    ((agent, seen),) = observations.items()
    with pytest.raises(IllegalAction):
        env.step({agent: int(np.argmin(seen["action_mask"]))})


@pytest.mark.slow
def test_two_iterations_without_an_illegal_action(tmp_path: Path) -> None:
    words = ["--iterations", "2", "--decisions", "1000", "--games", "40", "--out", str(tmp_path / "checkpoint")]
    command = [sys.executable, "-m", "agents.rllib_self_play", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "2: 2,000 decisions" in done.stdout
    share = re.search(r"no illegal action; ([0-9.]+) % of the victories in 40 games", done.stdout)
    assert share, done.stdout
    assert 0 <= float(share[1]) <= 100
    assert any((tmp_path / "checkpoint").iterdir())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--board", "brid"), "unknown board 'brid'"),
        (("--players", "1"), "players"),
        (("--iterations", "0"), "iterations"),
    ],
)
def test_what_cannot_be_trained_is_told(words: tuple[str, ...], message: str) -> None:
    command = [sys.executable, "-m", "agents.rllib_self_play", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
