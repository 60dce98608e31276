"""The single solo environment: Gymnasium's checks, arguments, rewards, endings and bad input."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pytest
from env_play import arrays_in, difference, last_legal, play_episode, random_legal
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env

from arnak_env import IllegalAction
from arnak_env.arnak.actions import ACTIONS
from arnak_env.arnak.content import load_content
from arnak_env.arnak.observation import decode
from arnak_env.arnak.opcodes import BOARDS
from arnak_env.envs.gymnasium_env import ArnakSoloEnv
from arnak_env.envs.illegal import IllegalActionWarning

SOLO = "arnak_env/ArnakSolo-v0"
SCHEMES = ("win", "score", "potential")
EACH_BOARD = pytest.mark.parametrize("board", BOARDS)


def illegal_one(info) -> int:
    return int(np.flatnonzero(info["action_mask"] == 0)[0])


# --- checkers --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("observation", ["raw", "scaled"])
@pytest.mark.parametrize("illegal_action", ["ignore", "terminate"])
@EACH_BOARD
def test_gymnasium_check_env(observation, illegal_action, board) -> None:
    """Trap 6: the checker plays without masks; nothing may raise. Traps 24 and 27: types and shared memory."""
    env = gymnasium.make(SOLO, board=board, observation=observation, illegal_action=illegal_action, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", IllegalActionWarning)  # the documented one
        # The unwrapped environment is what the checker wants; it has a spec, so other render modes are made too.
        check_env(env.unwrapped)


def test_stock_wrappers() -> None:
    """Trap 13: the mask is in `info`, so wrappers of the observation leave it alone."""
    env = gymnasium.wrappers.FlattenObservation(gymnasium.make(SOLO))
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"].astype(bool))
    assert env.action_space.sample(mask=info["action_mask"]) in np.flatnonzero(info["action_mask"])


# --- what a step returns ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("reward", SCHEMES)
def test_plain_types(reward) -> None:
    """Trap 24: Python bool and float."""
    env = ArnakSoloEnv(reward=reward)
    for _, paid, terminated, truncated, info in play_episode(env, np.random.default_rng(0), seed=1)[1:]:
        assert type(paid) is float
        assert type(terminated) is bool
        assert type(truncated) is bool
        assert type(info["illegal_action"]) is int


@EACH_BOARD
def test_mask_of_this_moment(board) -> None:
    """Traps 4 and 9: `info`, `action_masks()` and the game agree after every step; int8, 0 or 1, never all 0."""
    env, rng = ArnakSoloEnv(board=board), np.random.default_rng(1)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        done = False
        while True:
            mask = info["action_mask"]
            assert mask.dtype == np.int8
            assert mask.shape == (ACTIONS,)
            assert set(np.unique(mask)) <= {0, 1}
            assert mask.any()
            assert np.array_equal(mask, env.action_masks())
            assert env.action_masks().dtype == bool
            if done:
                break
            assert env.batch.legal_actions(0) == np.flatnonzero(mask).tolist()
            _, _, terminated, truncated, info = env.step(int(random_legal(rng, mask)))
            done = terminated or truncated


@pytest.mark.parametrize("observation", ["raw", "scaled"])
def test_nothing_is_reused(observation) -> None:
    """Trap 27: what a game returned stays as it was, and no two calls share memory."""
    env = ArnakSoloEnv(observation=observation)
    trace = play_episode(env, np.random.default_rng(2), seed=3)
    again = play_episode(ArnakSoloEnv(observation=observation), np.random.default_rng(2), seed=3)
    assert not difference(trace, again)
    arrays = [array for step in trace[:60] for array in arrays_in(list(step))]
    for index, one in enumerate(arrays):
        assert not any(np.shares_memory(one, other) for other in arrays[:index])


@EACH_BOARD
@pytest.mark.parametrize("difficulty", [0, 5, 10])
def test_ending(board, difficulty) -> None:
    results = set()
    for seed in range(30):
        env = ArnakSoloEnv(board=board, difficulty=difficulty)
        trace = play_episode(env, np.random.default_rng(seed), seed=seed)
        assert all(step[1] == 0.0 and not step[2] for step in trace[1:-1])
        _, reward, terminated, truncated, info = trace[-1]
        assert terminated
        assert not truncated
        own, rival = info["score"], info["rival_score"]
        assert sum(info["score_parts"].values()) == own
        assert (own, rival) == (env.batch.scores()[0, 0], env.batch.scores()[0, 4])
        expected = "tie" if own == rival else "win" if own > rival else "loss"
        assert info["result"] == expected
        assert reward == {"win": 1.0, "tie": 0.0, "loss": -1.0}[expected]
        assert info["is_success"] is (expected == "win")
        assert not {"score", "result"} & set(trace[-2][-1])
        results.add(expected)
    assert results


@EACH_BOARD
def test_rewards_add_up(board) -> None:
    """The same game under the three schemes: the potential adds up to the score."""
    for seed in range(20):
        paid = {}
        for scheme in SCHEMES:
            trace = play_episode(ArnakSoloEnv(board=board, reward=scheme), np.random.default_rng(seed), seed=seed)
            paid[scheme] = [step[1] for step in trace[1:]]
            info = trace[-1][4]
        margin = info["score"] - info["rival_score"]
        assert not any(paid["score"][:-1])
        assert paid["score"][-1] == margin / 100
        assert sum(paid["potential"]) == pytest.approx(margin / 100, abs=1e-9)
        assert round(100 * sum(paid["potential"])) == margin


def test_potential_counts_from_zero() -> None:
    env = ArnakSoloEnv(reward="potential")
    _, info = env.reset(seed=0)
    _, reward, *_ = env.step(int(last_legal(info["action_mask"])))
    scores = env.batch.scores()[0]
    assert reward == pytest.approx((int(scores[0]) - int(scores[4])) / 100)


# --- illegal actions, wrong actions, the end -------------------------------------------------------------------------
def test_illegal_is_ignored() -> None:
    """Trap 6 and contract 2: the state stays, reward 0, counted, one warning with the cure."""
    env = ArnakSoloEnv()
    observation, info = env.reset(seed=1)
    before = env.batch.games.tobytes()
    with pytest.warns(IllegalActionWarning, match="action_masks"):
        env.step(illegal_one(info))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for count in (2, 3):
            same, reward, terminated, truncated, info = env.step(illegal_one(info))
            assert (reward, terminated, truncated) == (0.0, False, False)
            assert info["illegal_action"] == count
            assert np.array_equal(same, observation)
    assert env.batch.games.tobytes() == before
    _, info = env.reset()
    assert info["illegal_action"] == 0


@pytest.mark.filterwarnings("ignore::arnak_env.envs.illegal.IllegalActionWarning")
def test_illegal_counts_towards_the_limit() -> None:
    env = ArnakSoloEnv(max_decisions=7)
    _, info = env.reset(seed=1)
    for step in range(1, 8):
        *_, terminated, truncated, info = env.step(illegal_one(info))
        assert not terminated
        assert truncated is (step == 7)
    assert "result" not in info
    with pytest.raises(ResetNeeded, match="truncated after 7 steps"):
        env.step(0)


def test_illegal_raises() -> None:
    env = ArnakSoloEnv(illegal_action="raise")
    _, info = env.reset(seed=1)
    before = env.batch.games.tobytes()
    action = illegal_one(info)
    with pytest.raises(IllegalAction, match=env.action_words(action)):
        env.step(action)
    assert env.batch.games.tobytes() == before
    _, _, _, _, info = env.step(int(last_legal(info["action_mask"])))
    assert info["illegal_action"] == 0


@pytest.mark.parametrize("reward", SCHEMES)
def test_illegal_terminates(reward) -> None:
    env = ArnakSoloEnv(illegal_action="terminate", reward=reward)
    _, info = env.reset(seed=1)
    _, paid, terminated, truncated, info = env.step(illegal_one(info))
    assert (paid, terminated, truncated) == (-1.0, True, False)
    assert (info["result"], info["is_success"], info["illegal_action"]) == ("loss", False, 1)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_kinds_of_numbers() -> None:
    """Trap 25: every kind of whole number, but no array with dimensions."""
    env = ArnakSoloEnv()
    for kind in (int, np.int32, np.int64, np.uint16, np.array):
        _, info = env.reset(seed=1)
        action = kind(int(last_legal(info["action_mask"])))
        assert env.step(action)[4]["illegal_action"] == 0
    env.reset(seed=1)
    before = env.batch.games.tobytes()
    for wrong, message in (
        (np.array([3]), r"shape \(1,\).*item"), (3.0, "3.0"), ("pass", "pass"), (None, "None"), (True, "not True"),
        (np.True_, "True"), (np.float32(3), "3.0"), ([3], r"\[3\]"),
    ):  # fmt: skip
        with pytest.raises(TypeError, match=message):
            env.step(wrong)
    for wrong in (-1, ACTIONS, np.int64(10**6)):
        with pytest.raises(ValueError, match=f"0 to {ACTIONS - 1}"):
            env.step(wrong)
    assert env.batch.games.tobytes() == before


def test_step_needs_a_running_game() -> None:
    """Trap 22: a step after the end raises and never resets by itself."""
    env = ArnakSoloEnv()
    with pytest.raises(ResetNeeded, match="before the first"):
        env.step(0)
    play_episode(env, np.random.default_rng(0), seed=0)
    before = env.batch.games.tobytes()
    for _ in range(2):
        with pytest.raises(ResetNeeded, match="the game is over"):
            env.step(0)
    assert env.batch.games.tobytes() == before


def test_calls_in_an_order_that_cannot_work() -> None:
    """Before the first reset and after the end of use; none of it changes the game."""
    for mode in (None, "ansi", "human"):
        env = ArnakSoloEnv(render_mode=mode)
        with pytest.raises(ResetNeeded, match=r"render\(\).*call reset\(\) before the first render"):
            env.render()
        env.reset(seed=1)
        before = env.batch.games.tobytes()
        env.close()
        env.close()
        for call in (lambda env=env: env.step(0), env.reset, env.render):
            with pytest.raises(ClosedEnvironmentError, match="was closed; make a new one"):
                call()
        assert env.batch.games.tobytes() == before
    made = gymnasium.make(SOLO)
    with pytest.raises(ResetNeeded):
        made.step(0)
    made.reset(seed=1)
    made.close()
    made.close()
    with pytest.raises(ClosedEnvironmentError):
        made.step(0)


@pytest.mark.parametrize("seed", [1.5, "7", True, -1, 2**63, [5], np.array([5]), {5}, np.float64(3)], ids=str)
def test_wrong_seeds(seed) -> None:
    env = ArnakSoloEnv()
    env.reset(seed=1)
    before = env.batch.games.tobytes()
    with pytest.raises(ValueError, match=r"^seed must be a whole number from 0 to 2\*\*63 - 1, got "):
        env.reset(seed=seed)
    assert env.batch.games.tobytes() == before


@pytest.mark.parametrize("options", [3, "board", ["board"], [], 0, (("board", "snake"),), True], ids=str)
def test_options_of_a_wrong_kind(options) -> None:
    env = ArnakSoloEnv()
    env.reset(seed=1)
    before = env.batch.games.tobytes()
    with pytest.raises(TypeError, match="options must be None or a dict .*, got"):
        env.reset(options=options)
    assert env.batch.games.tobytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"board": "lizard"}, "lizard.*bird.*snake.*spider.*owl"),
        ({"difficulty": 11}, "difficulty .* from 0 to 10, got 11$"),
        ({"difficulty": True}, "difficulty .* from 0 to 10, got True"),
        ({"difficulty": "2"}, "difficulty .* from 0 to 10, got '2'"),
        ({"difficulty": [2]}, r"difficulty .* from 0 to 10, got \[2\]"),
        ({"objectives": 1}, "objectives .* one of 0, 2, 3, 4, got 1"),
        ({"objectives": 5}, "objectives .* one of 0, 2, 3, 4, got 5"),
        ({"objectives": True}, "objectives"),
        ({"first_objective_worth_four": 1}, "True or False"),
        ({"expansion_components": 1}, "expansion_components is True or False, got 1"),
        ({"expansion_components": "yes"}, "expansion_components is True or False, got 'yes'"),
        ({"expansion_components": [True]}, r"expansion_components is True or False, got \[True\]"),
        ({"reward": "points"}, "points.*win.*score.*potential"),
        ({"observation": "pixels"}, "pixels.*raw.*scaled"),
        ({"illegal_action": "shrug"}, "shrug.*ignore.*raise.*terminate"),
        ({"max_decisions": 0}, "max_decisions .* at least 1, got 0"),
        ({"max_decisions": 2.5}, "max_decisions .* got 2.5"),
        ({"max_decisions": True}, "max_decisions .* got True"),
        ({"max_decisions": "9"}, "max_decisions .* got '9'"),
        ({"render_mode": "rgb_array"}, "rgb_array.*ansi.*human"),
        ({"switches": ("no_such_switch",)}, "no_such_switch"),
        ({"switches": "random_arrows"}, "tuple of names"),
        ({"switches": None}, "switches must be a tuple of names, got None"),
        ({"switches": 3}, "switches must be a tuple of names, got 3"),
        ({"switches": [["random_arrows"]]}, r"unknown switch \['random_arrows'\]"),
        ({"content": 3}, "content must be None, the path"),
        ({"reward": None}, "unknown reward None; one of 'win'"),
        ({"reward": "scroe"}, r"did you mean 'score'\?"),
        ({"board": ["bird", "snake"]}, "bird"),
        ({"rival_tiles": {"discover": "pink"}}, "pink"),
    ],
)
def test_bad_arguments(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        ArnakSoloEnv(**arguments)


# --- reset -----------------------------------------------------------------------------------------------------------
def test_reset_options() -> None:
    env = ArnakSoloEnv()
    env.reset(seed=6, options={"board": "snake", "difficulty": 4})
    direct = ArnakSoloEnv(board="snake", difficulty=4)
    direct.reset(seed=6)
    assert env.batch.games.tobytes() == direct.batch.games.tobytes()
    env.reset()
    direct.reset()
    assert env.batch.games.tobytes() == direct.batch.games.tobytes()  # options hold until changed
    before = env.batch.games.tobytes()
    for options, message in (
        ({"bord": "bird"}, "bord.*board.*difficulty"),
        ({"board": "lizard"}, "lizard"),
        ({"objectives": 1}, "one of 0, 2, 3, 4"),
        ({"expansion_components": "no"}, "expansion_components is True or False, got 'no'"),
        ({"num_players": 2}, "num_players"),
        ({"difficulty": True}, "got True"),
        ({"board": ["snake"]}, "unknown board"),
        ({"switches": None}, "switches must be a tuple"),
        ({3: 4}, "unknown reset option 3"),
    ):
        with pytest.raises(ValueError, match=message):
            env.reset(seed=1, options=options)
    assert env.batch.games.tobytes() == before


def test_objectives_by_reset_option() -> None:
    env = ArnakSoloEnv(difficulty=5)
    env.reset(seed=6, options={"objectives": 4, "first_objective_worth_four": True})
    direct = ArnakSoloEnv(difficulty=5, objectives=4, first_objective_worth_four=True)
    direct.reset(seed=6)
    assert env.batch.games.tobytes() == direct.batch.games.tobytes()
    pieces = decode(env.batch.observation[0])
    assert pieces["objectives_in_play"] == 4
    assert sorted(pieces["objectives_open"].tolist()) == [0, 2, 2, 2, 4]
    with pytest.raises(ValueError, match="first_objective_worth_four needs objectives"):
        env.reset(options={"objectives": 0})
    env.reset(seed=6, options={"objectives": 0, "first_objective_worth_four": False})
    assert not decode(env.batch.observation[0])["objectives_open"].any()


@EACH_BOARD
def test_expansion_components(board) -> None:
    """None follows the board, also when the board changes; what is said holds until it is changed."""

    def components(env) -> bool:
        return bool(decode(env.batch.observation[0])["expansion_components"][0])

    own = board in ("spider", "owl")
    for given, expected in ((None, own), (True, True), (False, False)):
        env = ArnakSoloEnv(board=board, expansion_components=given)
        env.reset(seed=1)
        assert components(env) is expected
        changed = ArnakSoloEnv()
        changed.reset(seed=1, options={"board": board, "expansion_components": given})
        assert changed.batch.games.tobytes() == env.batch.games.tobytes()
        changed.reset()
        assert components(changed) is expected
        changed.reset(options={"board": "bird"})
        assert components(changed) is bool(given)


CHEAP = '[[card]]\nid = "ostrich"\ncost = 0\n'


def test_content_of_ones_own(tmp_path) -> None:
    """The path of a file and the `Content` read from it are the same facts, which every reset keeps."""
    file = tmp_path / "my_box.toml"
    file.write_text(CHEAP, encoding="utf-8")
    for content in (file, str(file), load_content(file)):
        env = ArnakSoloEnv(content=content)
        env.reset(seed=1, options={"board": "owl"})
        assert env.batch.content.fingerprint == load_content(file).fingerprint != load_content().fingerprint
    file.write_text(CHEAP.replace("ostrich", "ostrihc"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"my_box.toml.*ostrihc"):
        ArnakSoloEnv(content=file)
    with pytest.raises(ValueError, match=r"nowhere.toml"):
        ArnakSoloEnv(content=tmp_path / "nowhere.toml")


def test_reset_in_the_middle() -> None:
    """Trap 21: a reset in mid-game leaves nothing behind."""
    env, rng = ArnakSoloEnv(reward="potential", max_decisions=300), np.random.default_rng(0)
    _, info = env.reset(seed=2)
    for _ in range(40):
        info = env.step(int(random_legal(rng, info["action_mask"])))[4]
    fresh = ArnakSoloEnv(reward="potential", max_decisions=300)
    trace = play_episode(env, np.random.default_rng(5), seed=9)
    assert not difference(trace, play_episode(fresh, np.random.default_rng(5), seed=9))
    assert env.batch.games.tobytes() == fresh.batch.games.tobytes()


def test_global_random_state_is_untouched() -> None:
    """Trap 28: neither numpy's nor Python's global generator is used."""
    np.random.seed(5)  # noqa: NPY002
    random.seed(5)
    expected = np.random.random(), random.random()  # noqa: NPY002
    np.random.seed(5)  # noqa: NPY002
    random.seed(5)
    env = ArnakSoloEnv()
    play_episode(env, np.random.default_rng(0))
    play_episode(env, np.random.default_rng(0), seed=3)
    assert expected == (np.random.random(), random.random())  # noqa: NPY002


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(copied) -> None:
    """Trap 7: deepcopy and pickle in mid-game."""
    env, rng = gymnasium.make(SOLO, reward="potential", difficulty=2), np.random.default_rng(0)
    _, info = env.reset(seed=2)
    for _ in range(25):
        info = env.step(int(random_legal(rng, info["action_mask"])))[4]
    other = copied(env)
    assert other.unwrapped.batch is not env.unwrapped.batch
    while True:
        action = int(random_legal(rng, info["action_mask"]))
        result = env.step(action)
        assert not difference(result, other.step(action))
        info = result[4]
        if result[2]:
            break
    assert not difference(env.reset(), other.reset())


# --- rendering -------------------------------------------------------------------------------------------------------
def test_render(capsys) -> None:
    env = ArnakSoloEnv(render_mode="ansi")
    _, info = env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert env.action_words(int(last_legal(info["action_mask"]))) in text
    human = ArnakSoloEnv(render_mode="human")
    _, info = human.reset(seed=1)
    human.step(int(last_legal(info["action_mask"])))
    printed = capsys.readouterr().out
    assert printed.startswith(text)
    assert human.render() is None
    human.close()
    human.close()


def test_render_without_a_mode() -> None:
    env = ArnakSoloEnv()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
