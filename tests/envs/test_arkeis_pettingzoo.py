"""Arkeis through PettingZoo: official checks, one agent per Explorer, shared reward, own observation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest

from arnak_env import arkeis_v0
from arnak_env.arkeis.actions import ACTIONS
from arnak_env.arkeis.batch import Batch

TEAMS: list[dict[str, Any]] = [
    {"explorers": ["rhiat"]},
    {"explorers": ["franck", "robert"], "episode": 1},
    {"explorers": ["eleonor", "rebecca", "robert_young", "rhiat", "franck"], "episode": 2},
    {"explorers": ["rhiat", "rebecca"], "mode": "campaign"},
]

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("team", TEAMS, ids=lambda team: str(len(team["explorers"])))
def test_official_checks(team: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(arkeis_v0.env(**team), num_cycles=400)
    seed_test(lambda: arkeis_v0.env(**team), num_cycles=50)


@pytest.mark.parametrize("team", TEAMS, ids=lambda team: str(len(team["explorers"])))
def test_the_game_is_that_of_the_batch(team: dict[str, Any]) -> None:
    """Agents act for their seats, see with their own eyes and share every reward."""
    env = arkeis_v0.raw_env(**team, reward="win")
    batch = Batch(1, **{name: [value] for name, value in team.items()}, seed=3)
    env.reset(seed=3)
    assert env.possible_agents == team["explorers"]
    total, decided = 0.0, set()
    while not batch.over[0]:
        agent = env.agent_selection
        decided.add(agent)
        assert batch.explorer(0, int(batch.player[0])) == agent
        for seat, other in enumerate(env.agents):
            seen = env.observe(other)
            assert np.array_equal(seen["observation"], batch.observe(seat)[0])
            assert np.array_equal(seen["action_mask"], batch.mask[0] * (other == agent))
        action = int(batch.sample_actions()[0])
        batch.step([action])
        env.step(action)
        assert len(set(env.rewards.values())) == 1
        total += env.rewards[agent]
    assert decided == set(team["explorers"])
    won = batch.games["results"][0]
    assert total == (won == 1).sum() - (won == 2).sum()
    infos = list(env.infos.values())
    assert all(env.terminations.values())
    assert all(info == {**infos[0], "illegal_action": info["illegal_action"]} for info in infos)
    assert infos[0]["result"] in ("favourable", "adverse")
    assert ("results" in infos[0]) == (team.get("mode") == "campaign")


def test_reset_options_and_limits() -> None:
    env = arkeis_v0.raw_env(max_cycles=4)
    env.reset(seed=1, options={"episode": 2, "elite": "classic"})
    assert env.batch.games["slot"][0] == 3
    for _ in range(4):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert all(env.truncations.values())


def test_wrong_arguments_are_refused_in_words() -> None:
    for arguments, words in (
        ({"explorers": ["nobody"]}, "unknown explorer 'nobody'"),
        ({"explorers": [["rhiat"], ["franck"]], "mode": "campaign"}, "explorers must be one team here"),
        ({"reward": "score"}, "unknown reward 'score'"),
    ):
        with pytest.raises(ValueError, match=words):
            arkeis_v0.env(**arguments)


def test_pettingzoo_registry() -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", "arnak_env/arkeis_v0", explorers=["robert", "rhiat"])
    env.reset(seed=1)
    assert env.possible_agents == ["robert", "rhiat"]
    assert env.action_space("rhiat").n == ACTIONS
