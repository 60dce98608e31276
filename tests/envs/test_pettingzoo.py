"""The environment for two to four players: PettingZoo's checks, rewards, ends, views and bad input."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from env_play import difference, last_legal, random_legal
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from arnak_env import IllegalAction, arnak_v0
from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.content import load_content
from arnak_env.arnak.observation import OBSERVATION_SIZE, decode
from arnak_env.arnak.opcodes import BOARDS
from arnak_env.envs.illegal import IllegalActionWarning

SEATS = (2, 3, 4)
SCHEMES = ("win", "score", "potential")
EACH_BOARD = pytest.mark.parametrize("board", BOARDS)


def play(env, rng: np.random.Generator, seed: int | None = None) -> dict[str, list[float]]:
    """Play one game with random legal actions; return the rewards each agent read from `last()`."""
    env.reset(seed=seed)
    read: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        read[agent].append(reward)
        done = terminated or truncated
        env.step(None if done else int(random_legal(rng, observation["action_mask"])))
    return read


# --- PettingZoo's own checks -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("num_players", SEATS)
@pytest.mark.parametrize("observation", ["raw", "scaled"])
@EACH_BOARD
def test_api(num_players, observation, board, capsys) -> None:
    """Trap 10: the mask is where the checks look for it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Said of every environment with dict observations that is not part of PettingZoo itself.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(arnak_v0.env(num_players=num_players, board=board, observation=observation), num_cycles=1500)


@pytest.mark.parametrize("num_players", SEATS)
def test_api_when_truncated(num_players, capsys) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(arnak_v0.env(num_players=num_players, max_cycles=50), num_cycles=100)


@pytest.mark.parametrize("num_players", SEATS)
@EACH_BOARD
def test_seeds(num_players, board) -> None:
    """Trap 29: the stock check stops after one game, so our own plays fifty."""
    seed_test(lambda: arnak_v0.env(num_players=num_players, board=board), num_cycles=2000)
    first, second = (arnak_v0.raw_env(num_players=num_players, board=board) for _ in range(2))
    ends = set()
    for seed in range(25):
        rewards = [play(env, np.random.default_rng(seed), seed=seed) for env in (first, second)]
        assert not difference(*rewards)
        assert first.batch.games.tobytes() == second.batch.games.tobytes()
        ends.add(first.batch.games.tobytes())
    assert len(ends) == 25


def test_render(capsys) -> None:
    render_test(arnak_v0.env)
    env = arnak_v0.raw_env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


@pytest.mark.parametrize("num_players", SEATS)
def test_max_cycles(num_players) -> None:
    """All agents are truncated together after exactly that many decisions.

    PettingZoo's own check of this name wants every agent to act equally often, as in simultaneous games; here a turn is
    several decisions, so the same promise is checked in turn-based form.
    """
    env, rng = arnak_v0.env(num_players=num_players, max_cycles=31), np.random.default_rng(0)
    for seed in range(5):
        env.reset(seed=seed)
        decisions, empty = 0, []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                assert (terminated, truncated, decisions) == (False, True, 31)
                empty.append(agent)
                env.step(None)
            else:
                decisions += 1
                env.step(int(random_legal(rng, observation["action_mask"])))
        assert sorted(empty) == env.possible_agents
        assert env.agents == []


def test_turn_based_conversion() -> None:
    env = turn_based_aec_to_parallel(arnak_v0.env(num_players=2))
    observations, _ = env.reset(seed=1)
    agent = env.aec_env.agent_selection
    for _ in range(30):
        action = int(last_legal(observations[agent]["action_mask"]))
        observations, _, _, _, infos = env.step({one: action if one == agent else None for one in env.agents})
        agent = infos["player_0"]["active_agent"]


# --- rewards and ends ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("num_players", SEATS)
@pytest.mark.parametrize("reward", SCHEMES)
def test_last_rewards_add_up(num_players, reward) -> None:
    """Traps 15 and 16: what each agent reads from `last()` is its result; the sum over agents is 0."""
    env = arnak_v0.raw_env(num_players=num_players, reward=reward, board="snake")
    for seed in range(60):
        read = play(env, np.random.default_rng(seed), seed=seed)
        scores = env.batch.scores()[0, :num_players].astype(float)
        shares = env.batch.results()[0, :num_players]
        if reward == "win":
            won = shares > 0
            expected = np.zeros(num_players) if won.all() else np.where(won, 1 / won.sum(), -1 / (~won).sum())
        else:
            expected = (scores - (scores.sum() - scores) / (num_players - 1)) / 100
        for seat, agent in enumerate(env.possible_agents):
            assert sum(read[agent]) == pytest.approx(expected[seat], abs=1e-9)
            assert all(type(value) is float for value in read[agent])
        assert sum(map(sum, read.values())) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("num_players", SEATS)
def test_every_step_is_zero_sum(num_players) -> None:
    env, rng = arnak_v0.raw_env(num_players=num_players, reward="potential"), np.random.default_rng(0)
    env.reset(seed=1)
    while env.agents and not any(env.terminations.values()):
        env.step(int(random_legal(rng, env.last()[0]["action_mask"])))
        assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-9)
        assert set(env.rewards) == set(env.possible_agents)


@pytest.mark.parametrize("num_players", SEATS)
def test_dead_steps_and_infos(num_players) -> None:
    """Every agent gets exactly one empty step with its last reward and the closing infos."""
    env = arnak_v0.env(num_players=num_players)
    rng = np.random.default_rng(0)
    for seed in range(5):
        env.reset(seed=seed)
        closing = {}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            assert type(terminated) is bool
            assert type(truncated) is bool
            if terminated:
                assert agent not in closing
                closing[agent] = (reward, dict(info))
                assert observation["action_mask"].any()
                with pytest.raises(ValueError, match="None"):
                    env.step(0)
                env.step(None)
            else:
                assert "score" not in info
                env.step(int(random_legal(rng, observation["action_mask"])))
        assert list(closing) == env.possible_agents
        scores = env.unwrapped.batch.scores()[0]
        for seat, (agent, (reward, info)) in enumerate(closing.items()):
            assert info["score"] == scores[seat] == sum(info["score_parts"].values()), agent
            assert info["is_success"] == (info["result"] == "win")
            assert (reward > 0) == (info["result"] != "loss") or reward == 0
        words = [info["result"] for _, info in closing.values()]
        assert words.count("win") == 1 or words.count("tie") >= 2


def test_order_after_many_games() -> None:
    """Trap 18: 200 games in one environment start the same way as in new ones."""
    used = arnak_v0.env(num_players=3)
    rng = np.random.default_rng(0)
    for seed in range(200):
        used.reset(seed=seed)
        fresh = arnak_v0.env(num_players=3) if seed % 20 == 0 else None
        if fresh is not None:
            fresh.reset(seed=seed)
            assert fresh.agent_selection == used.agent_selection
        assert used.agents == used.possible_agents
        assert used.agent_selection == "player_0"
        if seed % 10 == 0:
            for _ in used.agent_iter():
                observation, _, terminated, _, _ = used.last()
                used.step(None if terminated else int(random_legal(rng, observation["action_mask"])))
        elif seed % 3 == 0:
            used.step(int(last_legal(used.last()[0]["action_mask"])))


# --- views and masks -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("num_players", SEATS)
def test_every_view_at_every_step(num_players) -> None:
    """Traps 9 and 17: each agent's own view; looking changes nothing; only the agent on turn has legal actions."""
    env, rng = arnak_v0.raw_env(num_players=num_players), np.random.default_rng(0)
    env.reset(seed=3)
    while not any(env.terminations.values()):
        before = env.batch.games.tobytes()
        for seat, agent in enumerate(env.possible_agents):
            view = env.observe(agent)
            assert view in env.observation_space(agent)
            assert view["action_mask"].dtype == np.int8
            assert view["action_mask"].any() == (agent == env.agent_selection)
            assert np.array_equal(view["observation"], env.batch.observe(seat)[0])
        on_turn = env.observe(env.agent_selection)
        assert np.array_equal(on_turn["action_mask"], env.batch.mask[0])
        assert np.array_equal(on_turn["observation"], env.batch.observation[0])
        assert env.batch.games.tobytes() == before
        env.step(int(random_legal(rng, on_turn["action_mask"])))


def test_a_view_flattens_with_and_without_its_mask() -> None:
    """Trap 13: networks without masks in their input take the inner box; the whole dict flattens as well."""
    env = arnak_v0.env(observation="scaled")
    env.reset(seed=1)
    view, space = env.last()[0], env.observation_space("player_0")
    inner = spaces.flatten(space["observation"], view["observation"])
    assert inner.shape == (OBSERVATION_SIZE,)
    assert inner in spaces.flatten_space(space["observation"])
    whole = spaces.flatten(space, view)
    assert np.array_equal(whole, np.concatenate([view["action_mask"], view["observation"]]).astype(np.float32))
    assert np.array_equal(spaces.unflatten(space, whole)["action_mask"], view["action_mask"])


def test_views_are_not_reused() -> None:
    """Trap 27."""
    env = arnak_v0.raw_env()
    env.reset(seed=1)
    kept = []
    for _ in range(30):
        view = env.last()[0]
        kept.append((view, copy.deepcopy(view)))
        env.step(int(last_legal(view["action_mask"])))
    for view, copied in kept:
        assert not difference(view, copied)
        assert not np.shares_memory(view["observation"], env.batch.observation)
        assert not np.shares_memory(view["action_mask"], env.batch.mask)


# --- illegal actions and bad input -----------------------------------------------------------------------------------
def test_illegal_ends_the_game_by_default() -> None:
    env = arnak_v0.env(num_players=3)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}
    assert [agent for agent in env.agent_iter() if env.step(None) is None] == env.possible_agents
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    play(env, np.random.default_rng(0), seed=2)


def test_illegal_is_ignored() -> None:
    env = arnak_v0.env(illegal_reward=None)
    env.reset(seed=1)
    before = env.unwrapped.batch.games.tobytes()
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.warns(IllegalActionWarning):
        env.step(wrong)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for count in (2, 3):
            env.step(wrong)
            assert env.infos["player_0"]["illegal_action"] == count
    assert env.unwrapped.batch.games.tobytes() == before
    assert env.agent_selection == "player_0"


def test_illegal_raises() -> None:
    env = arnak_v0.env(illegal_reward=None, illegal_action="raise")
    env.reset(seed=1)
    before = env.unwrapped.batch.games.tobytes()
    with pytest.raises(IllegalAction):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.unwrapped.batch.games.tobytes() == before


def test_kinds_of_numbers() -> None:
    """Trap 25."""
    for kind in (int, np.int32, np.int64, np.array):
        env = arnak_v0.raw_env()
        env.reset(seed=1)
        env.step(kind(int(last_legal(env.last()[0]["action_mask"]))))
    env.reset(seed=1)
    for wrong in (np.array([1]), 1.5, None, True, np.True_, "0"):
        with pytest.raises(TypeError):
            env.step(wrong)
    for wrong in (-1, ACTIONS):
        with pytest.raises(ValueError, match="no action"):
            env.step(wrong)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_players": 1}, "from 2 to 4, got 1; .*ArnakSolo"),
        ({"num_players": 5}, "from 2 to 4, got 5"),
        ({"num_players": 2.0}, "from 2 to 4, got 2.0"),
        ({"num_players": True}, "from 2 to 4, got True"),
        ({"num_players": "2"}, "from 2 to 4, got '2'"),
        ({"max_cycles": True}, "max_cycles .* got True"),
        ({"max_cycles": 2.5}, "max_cycles .* got 2.5"),
        ({"illegal_reward": "low"}, "illegal_reward must be a number or None, got 'low'"),
        ({"illegal_reward": True}, "illegal_reward must be a number or None, got True"),
        ({"board": None}, "unknown board None"),
        ({"content": 3}, "content must be"),
        ({"expansion_components": 1}, "expansion_components is True or False, got 1"),
        ({"expansion_components": [True]}, r"expansion_components is True or False, got \[True\]"),
        ({"board": "lizard"}, "lizard.*bird.*snake.*spider.*owl"),
        ({"reward": "points"}, "points"),
        ({"illegal_action": "terminate"}, "terminate"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"render_mode": "rgb_array"}, "rgb_array"),
    ],
)
def test_bad_arguments(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        arnak_v0.env(**arguments)


def test_reset_options() -> None:
    env, direct = arnak_v0.raw_env(), arnak_v0.raw_env(board="snake")
    env.reset(seed=1, options={"board": "snake", "options": 1})
    direct.reset(seed=1)
    assert env.batch.games.tobytes() == direct.batch.games.tobytes()
    before = env.batch.games.tobytes()
    with pytest.raises(ValueError, match="lizard"):
        env.reset(options={"board": "lizard"})
    with pytest.raises(ValueError, match="expansion_components is True or False, got 'no'"):
        env.reset(options={"board": "owl", "expansion_components": "no"})
    for options in (3, [], "board"):
        with pytest.raises(TypeError, match="options must be None or a dict"):
            env.reset(options=options)
    for seed in (True, 1.5, "7", -1, 2**63, [1]):
        with pytest.raises(ValueError, match="^seed must be a whole number from 0"):
            env.reset(seed=seed)
    assert env.batch.games.tobytes() == before


@pytest.mark.parametrize("num_players", SEATS)
@EACH_BOARD
def test_expansion_components(board, num_players) -> None:
    """None follows the board; what is said holds until it is changed."""
    for given, expected in ((None, board in ("spider", "owl")), (True, True), (False, False)):
        env = arnak_v0.raw_env(num_players=num_players, board=board, expansion_components=given)
        env.reset(seed=1)
        assert bool(decode(env.observe("player_0")["observation"])["expansion_components"][0]) is expected
        changed = arnak_v0.raw_env(num_players=num_players)
        changed.reset(seed=1, options={"board": board, "expansion_components": given})
        assert changed.batch.games.tobytes() == env.batch.games.tobytes()
        changed.reset()
        env.reset()
        assert changed.batch.games.tobytes() == env.batch.games.tobytes()


def test_content_of_ones_own(tmp_path) -> None:
    """The path of a file and the `Content` read from it are the same facts, also after a change of the board."""
    file = tmp_path / "my_box.toml"
    file.write_text('[[card]]\nid = "ostrich"\ncost = 0\n', encoding="utf-8")
    for content in (file, str(file), load_content(file)):
        env = arnak_v0.env(content=content).unwrapped
        env.reset(seed=1, options={"board": "spider"})
        assert env.batch.content.fingerprint == load_content(file).fingerprint != load_content().fingerprint
    with pytest.raises(ValueError, match=r"nowhere.toml"):
        arnak_v0.env(content=tmp_path / "nowhere.toml")


def test_calls_in_an_order_that_cannot_work() -> None:
    env = arnak_v0.raw_env(render_mode="ansi")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) before the first"):
            call()
    for name in ("agent_selection", "rewards", "terminations", "infos"):
        assert not hasattr(env, name)
        with pytest.raises(AttributeError, match=f"{name} is not known before the first reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="reset"):
        env.last()
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = env.no_such_thing
    play(env, np.random.default_rng(0), seed=1)
    with pytest.raises(ResetNeeded, match="over for every agent"):
        env.step(None)
    env.reset()
    env.close()
    env.close()
    for call in (lambda: env.step(0), env.reset, env.render):
        with pytest.raises(ClosedEnvironmentError, match="was closed; make a new one"):
            call()
    wrapped = arnak_v0.env()
    with pytest.raises(AssertionError, match="reset"):
        wrapped.step(0)


@pytest.mark.parametrize("agent", ["player_2", "player", 0, None])
def test_unknown_agents(agent) -> None:
    env = arnak_v0.raw_env()
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ValueError, match=f"unknown agent {agent!r}; one of 'player_0', 'player_1'"):
            call(agent)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(copied) -> None:
    """Trap 7."""
    env, rng = arnak_v0.raw_env(num_players=3, reward="potential"), np.random.default_rng(0)
    env.reset(seed=1)
    for _ in range(40):
        env.step(int(random_legal(rng, env.last()[0]["action_mask"])))
    other = copied(env)
    while env.agents:
        assert not difference(env.last(), other.last())
        observation, _, terminated, _, _ = env.last()
        action = None if terminated else int(random_legal(rng, observation["action_mask"]))
        env.step(action)
        other.step(action)


def test_episodes_of_one_seed() -> None:
    """Trap 22: reset k of a seed is the same game again."""
    env = arnak_v0.raw_env()
    decks = []
    for _ in range(2):
        env.reset(seed=5)
        decks.append([env.batch.games.tobytes()])
        for _ in range(3):
            env.reset()
            decks[-1].append(env.batch.games.tobytes())
    assert decks[0] == decks[1]
    assert len(set(decks[0])) == 4
