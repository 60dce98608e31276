"""Arkeis through Gymnasium: official checks, rewards, endings, options; the vector environment against the stock."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_play import difference, play_episode, random_legal
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from arnak_env import IllegalAction
from arnak_env.arkeis import opcodes as o
from arnak_env.arkeis.actions import ACTIONS
from arnak_env.arkeis.batch import Batch
from arnak_env.envs.arkeis_gymnasium import ArkeisCampaignEnv, ArkeisEpisodeEnv
from arnak_env.envs.arkeis_vector import ArkeisCampaignVectorEnv, ArkeisEpisodeVectorEnv
from arnak_env.envs.illegal import IllegalActionWarning

EPISODE, CAMPAIGN = "arnak_env/ArkeisEpisode-v0", "arnak_env/ArkeisCampaign-v0"
MODES = list(AutoresetMode)
MIXED_EPISODES: dict[str, list[Any]] = {
    "episode": [0, 1, 2, "episode_0"],
    "explorers": [["rhiat"], ["franck", "robert"], ["eleonor", "rebecca", "rhiat"], ["robert_young", "franck"]],
    "elite": ["none", "classic", ["mummy"], "intermediate"],
    "reward": ["potential", "win", "points", "potential"],
    "max_decisions": [5000, 60, 5000, 5000],
}
MIXED_CAMPAIGNS: dict[str, list[Any]] = {
    "episodes": [None, [0, 1], [0], [0, 1, 2]],
    "explorers": [[["rhiat"], ["franck", "robert"], ["rhiat"]], ["franck"], ["eleonor", "rebecca"], ["robert"]],
    "reward": ["potential", "win", "points", "potential"],
    "max_decisions": [20000, 20000, 20000, 150],
}

pytestmark = pytest.mark.filterwarnings("ignore::arnak_env.envs.illegal.IllegalActionWarning")


@pytest.mark.parametrize("name", [EPISODE, CAMPAIGN])
def test_official_check(name: str) -> None:
    env = gymnasium.make(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", IllegalActionWarning)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("reward", ["potential", "win"])
def test_the_rewards_of_a_game_add_up_to_its_results(reward: str) -> None:
    """The potential is shaping that telescopes: only what the set-up gives at once is not paid."""
    for seed in range(10):
        env = ArkeisCampaignEnv(reward=reward, explorers=["rhiat", "franck"])
        env.reset(seed=seed)
        at_start = float(env.batch.progress()[0]) if reward == "potential" else 0.0
        trace = play_episode(env, np.random.default_rng(seed), seed=seed)
        results = trace[-1][4]["results"]
        won = sum(1 if result == "favourable" else -1 for result in results)
        assert sum(step[1] for step in trace[1:]) == pytest.approx(won - at_start)
        if reward == "win":
            assert {step[1] for step in trace[1:]} <= {-1.0, 0.0, 1.0}


def test_points_are_victory_points() -> None:
    for seed in range(10):
        env = ArkeisCampaignEnv(reward="points")
        trace = play_episode(env, np.random.default_rng(seed), seed=seed)
        assert sum(step[1] for step in trace[1:]) == pytest.approx(trace[-1][4]["victory_points"] / 10)


def test_what_is_known_at_the_end() -> None:
    trace = play_episode(ArkeisEpisodeEnv(episode=1), np.random.default_rng(0), seed=2)
    for _, info in [(0, trace[0][1]), *((0, step[4]) for step in trace[1:-1])]:
        assert info.keys() == {"action_mask", "illegal_action"}
    end = trace[-1][4]
    assert end.keys() - {"action_mask", "illegal_action"} == {
        "result", "is_success", "reserve_left", "sheet", "victory_points", "coins", "xp",
    }  # fmt: skip
    assert end["result"] in ("favourable", "adverse")
    assert end["is_success"] is (end["result"] == "favourable")
    assert end["sheet"].keys() == {"boxes", "rows", "columns"}
    assert all(type(end[name]) is int for name in ("reserve_left", "victory_points", "coins", "xp"))
    campaign = play_episode(ArkeisCampaignEnv(episodes=[0, 1]), np.random.default_rng(0), seed=2)[-1][4]
    assert len(campaign["results"]) == 2
    assert campaign["is_success"] is (campaign["results"] == ("favourable", "favourable"))


def test_the_game_is_that_of_the_batch() -> None:
    env = ArkeisEpisodeEnv(episode=1, explorers=["robert"], elite="classic")
    batch = Batch(1, episode=1, explorers=["robert"], elite="classic", seed=11)
    observation, info = env.reset(seed=11)
    while not batch.over[0]:
        assert np.array_equal(observation, batch.observation[0])
        assert np.array_equal(info["action_mask"], batch.mask[0])
        action = int(batch.sample_actions()[0])
        observation, _, terminated, _, info = env.step(action)
        batch.step([action])
        assert terminated == bool(batch.over[0])


def test_reset_options_hold_until_changed() -> None:
    env = ArkeisEpisodeEnv(first_player="franck")
    env.reset(seed=1, options={"episode": 2, "explorers": ["robert", "rhiat", "franck"]})
    game = env.batch.games[0]
    assert (game["slot"], game["players"], game["first_seat"]) == (3, 3, 0)
    env.reset(options={"first_player": "rhiat"})
    assert env.batch.games[0]["first_seat"] == 1
    env.reset()
    assert env.batch.games[0]["slot"] == 3
    before = env.batch
    for options, words in (
        ({"explorers": ["robert", "robert_young"]}, "same person"),
        ({"episode": 7}, "unknown episode 7"),
        ({"team": []}, "unknown reset option 'team'; known are 'episode', 'explorers'"),
    ):
        with pytest.raises(ValueError, match=words):
            env.reset(options=options)
        assert env.batch is before


def test_illegal_actions() -> None:
    env = ArkeisEpisodeEnv(illegal_action="terminate")
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert (info["result"], info["is_success"]) == ("adverse", False)
    env = ArkeisEpisodeEnv()
    _, info = env.reset(seed=1)
    before = env.batch.games.tobytes()
    _, reward, terminated, _, info = env.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, info["illegal_action"]) == (0.0, False, 1)
    assert env.batch.games.tobytes() == before


# --- equal to SyncVectorEnv ------------------------------------------------------------------------------------------


def pair(campaigns: bool, mode: AutoresetMode, each: dict[str, list[Any]], **arguments: Any) -> tuple[Any, Any]:
    """Return the native and the stock vector environment with the same arguments."""
    native_class: Any = ArkeisCampaignVectorEnv if campaigns else ArkeisEpisodeVectorEnv
    single: Any = ArkeisCampaignEnv if campaigns else ArkeisEpisodeEnv
    count = len(each["explorers"])
    singles = [{**arguments, **{name: values[index] for name, values in each.items()}} for index in range(count)]
    makers = [lambda kwargs=kwargs: single(**kwargs) for kwargs in singles]
    native = native_class(count, autoreset_mode=mode, **arguments, **each)
    return native, SyncVectorEnv(makers, autoreset_mode=mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("campaigns", [False, True])
@pytest.mark.parametrize("illegal_action", ["ignore", "terminate"])
def test_equal_to_stock(campaigns: bool, mode: AutoresetMode, illegal_action: str) -> None:
    """Every field of several games, `final_obs` and `final_info` included."""
    each = MIXED_CAMPAIGNS if campaigns else MIXED_EPISODES
    native, stock = pair(campaigns, mode, each, illegal_action=illegal_action)
    rng = np.random.default_rng(3)
    first, second = native.reset(seed=7), stock.reset(seed=7)
    assert not difference(first, second)
    masks, ended = first[1]["action_mask"], 0
    while ended < 12:
        actions = random_legal(rng, masks)
        wrong = rng.random(len(actions)) < 0.005
        actions[wrong] = rng.integers(ACTIONS, size=wrong.sum())
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
        done = first[2] | first[3]
        ended += int(done.sum())
        masks = first[4]["action_mask"]
        if mode is AutoresetMode.DISABLED and done.any():
            first = native.reset(options={"reset_mask": done})
            second = stock.reset(options={"reset_mask": done})
            assert not difference(first, second)
            masks = np.where(done[:, None], first[1]["action_mask"], masks)


def test_equal_to_stock_under_reset_options() -> None:
    native, stock = pair(False, AutoresetMode.NEXT_STEP, {"explorers": [["rhiat"], ["franck"], ["rhiat", "robert"]]})
    for options in ({}, {"episode": 1}, {"elite": "classic"}, {"explorers": ["rebecca", "robert"]}):
        first, second = native.reset(seed=5, options=dict(options)), stock.reset(seed=5, options=dict(options))
        assert not difference(first, second)
    native.reset(options={"explorers": [["rhiat"], ["franck", "robert"], ["eleonor"]], "episode": [0, 1, 2]})
    assert native.batch.games["players"].tolist() == [1, 2, 1]
    assert native.batch.games["slot"].tolist() == [1, 2, 3]


def test_made_by_id_with_the_native_vector_environment() -> None:
    env = gymnasium.make(EPISODE, episode=1, explorers=["rhiat", "robert"], elite="classic")
    _, info = env.reset(seed=1)
    assert info["action_mask"].shape == (ACTIONS,)
    envs = gymnasium.make_vec(CAMPAIGN, num_envs=3, explorers=[["rhiat"], ["franck"], ["robert"]])
    assert isinstance(envs, ArkeisCampaignVectorEnv)
    assert envs.batch.games["plan_explorer"][:, 1:4, 0].tolist() == [[0, 1, 4]] * 3
    assert o.EXPLORER_IDS[4] == "robert"


def test_a_vector_environment_refuses_in_words() -> None:
    with pytest.raises(ValueError, match=r"unknown explorer 'x'.*\(sub-environment 1\)"):
        ArkeisEpisodeVectorEnv(2, explorers=[["rhiat"], ["x"]])
    with pytest.raises(ValueError, match="explorers has 3 values for 2 sub-environments"):
        ArkeisEpisodeVectorEnv(2, explorers=[["rhiat"], ["franck"], ["robert"]])
    with pytest.raises(ValueError, match="unknown reward 'score'; one of 'potential', 'win', 'points'"):
        ArkeisEpisodeVectorEnv(2, reward="score")


def test_raise_says_why() -> None:
    env = ArkeisEpisodeEnv(illegal_action="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalAction, match="game 0: .+"):
        env.step(int(info["action_mask"].argmin()))


@pytest.mark.parametrize("campaigns", [False, True])
def test_rendering_at_every_decision(campaigns: bool) -> None:
    env: Any = (ArkeisCampaignEnv if campaigns else ArkeisEpisodeEnv)(render_mode="ansi")
    _, info = env.reset(seed=1)
    rng, done = np.random.default_rng(1), False
    while not done:
        text = env.render()
        legal = env.batch.legal_actions(0)
        assert text.splitlines()[-1].endswith(env.action_words(legal[-1]))
        _, _, done, _, info = env.step(int(random_legal(rng, info["action_mask"])))
    assert "epilogue" in env.render()


def test_many_campaigns_share_one_team_and_one_elite_mode_or_have_their_own() -> None:
    """However many there are: a campaign has three episodes, and a list may mean one value for each of them."""
    for count in (2, 3, 8):
        env = ArkeisCampaignVectorEnv(count, explorers=["rebecca", "franck"], elite=["beetle"])
        env.reset(seed=1)
        games = env.batch.games
        assert games["plan_players"][:, 1:4].tolist() == [[2, 2, 2]] * count
        assert (games["plan_elite"][:, 1:4] == 1).all()
    modes = [["none", "classic", "none"], ["classic"], ["none"]]
    teams = [[["rhiat"]], [["franck"]], [["rhiat"], ["franck"], ["eleonor", "rhiat"]]]
    env = ArkeisCampaignVectorEnv(3, explorers=teams, elite=modes)
    env.reset(seed=1)
    every = 2**9 - 1
    assert env.batch.games["plan_elite"][:, 1:4].tolist() == [[0, every, 0], [every] * 3, [0] * 3]
    assert env.batch.games["plan_players"][:, 1:4].tolist() == [[1, 1, 1], [1, 1, 1], [1, 1, 2]]
    env.reset(options={"elite": ["none", "none", "classic"]})
    assert env.batch.games["plan_elite"][:, 1:4].tolist() == [[0, 0, every]] * 3


def test_a_single_campaign_changes_its_elite_mode_between_episodes() -> None:
    env = ArkeisCampaignEnv(elite=["none", "classic", ["beetle"]])
    env.reset(seed=1)
    every = 2**9 - 1
    assert env.unwrapped.batch.games["plan_elite"][0, 1:4].tolist() == [0, every, 1]
    env.reset(options={"elite": "classic"})
    assert env.unwrapped.batch.games["plan_elite"][0, 1:4].tolist() == [every] * 3
