"""The native vector environment against the stock one, in all three autoreset modes."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from env_play import arrays_in, difference, last_legal, random_legal
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from arnak_env import IllegalAction
from arnak_env.arnak.actions import ACTIONS
from arnak_env.envs.gymnasium_env import ArnakSoloEnv
from arnak_env.envs.gymnasium_vector import ArnakSoloVectorEnv
from arnak_env.envs.illegal import IllegalActionWarning

SOLO = "arnak_env/ArnakSolo-v0"
MODES = list(AutoresetMode)
MIXED = {
    "board": ["bird", "snake", "spider", "owl", "bird"],
    "expansion_components": [None, False, None, False, True],
    "difficulty": [0, 1, 7, 3, 10],
    "objectives": [0, 3, 0, 4, 2],
    "first_objective_worth_four": [False, False, False, True, False],
    "reward": ["win", "score", "potential", "win", "potential"],
    "max_decisions": [5000, 40, 5000, 5000, 5000],
}

pytestmark = pytest.mark.filterwarnings("ignore::arnak_env.envs.illegal.IllegalActionWarning")


def pair(mode: AutoresetMode, num_envs: int = 5, each: dict | None = None, **arguments):
    """Return the native and the stock vector environment with the same arguments."""
    native = ArnakSoloVectorEnv(num_envs, autoreset_mode=mode, **arguments, **(each or {}))
    singles = [
        {**arguments, **{name: values[index] for name, values in (each or {}).items()}} for index in range(num_envs)
    ]
    makers = [lambda kwargs=kwargs: ArnakSoloEnv(**kwargs) for kwargs in singles]
    return native, SyncVectorEnv(makers, autoreset_mode=mode)


def compare(native, stock, mode: AutoresetMode, episodes: int, illegal: float = 0.0, seed: int = 11) -> dict[str, int]:
    """Play both with the same actions until enough episodes have ended; every field must be the same."""
    rng = np.random.default_rng(seed)
    first, second = native.reset(seed=seed), stock.reset(seed=seed)
    assert not difference(first, second)
    masks = first[1]["action_mask"]
    ended = {"episodes": 0, "truncated": 0, "illegal": 0}
    while ended["episodes"] < episodes:
        actions = random_legal(rng, masks)
        wrong = rng.random(len(actions)) < illegal
        actions[wrong] = rng.integers(ACTIONS, size=wrong.sum())
        ended["illegal"] += int((masks[np.arange(len(actions)), actions] == 0).sum())
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
        done = first[2] | first[3]
        ended["episodes"] += int(done.sum())
        ended["truncated"] += int(first[3].sum())
        masks = first[4]["action_mask"]
        if mode is AutoresetMode.DISABLED and done.any():
            options = {"reset_mask": done}
            first, second = native.reset(options=dict(options)), stock.reset(options=dict(options))
            assert not difference(first, second)
            masks = np.where(done[:, None], first[1]["action_mask"], masks)
    return ended


# --- equal to SyncVectorEnv ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("observation", ["raw", "scaled"])
def test_equal_to_stock(mode, observation) -> None:
    """Traps 19, 20 and 22: every field of several episodes, `final_obs` and `final_info` included."""
    ended = compare(*pair(mode, each=MIXED, observation=observation), mode, episodes=20)
    assert 0 < ended["truncated"] < ended["episodes"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("illegal_action", ["ignore", "terminate"])
def test_equal_to_stock_with_illegal_actions(mode, illegal_action) -> None:
    native, stock = pair(mode, each=MIXED, illegal_action=illegal_action)
    assert compare(native, stock, mode, episodes=15, illegal=0.02)["illegal"] > 0


@pytest.mark.parametrize("mode", MODES)
def test_equal_to_stock_with_max_episode_steps(mode) -> None:
    """Trap 31: truncation by `max_episode_steps` is that of the TimeLimit wrapper."""
    native = gymnasium.make_vec(SOLO, num_envs=4, autoreset_mode=mode, max_episode_steps=23)
    stock = gymnasium.make_vec(
        SOLO, num_envs=4, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, max_episode_steps=23
    )
    ended = compare(native, stock, mode, episodes=12)
    assert ended["truncated"] == ended["episodes"]


@pytest.mark.parametrize("mode", MODES)
def test_equal_to_stock_when_game_and_limit_end_together(mode) -> None:
    lengths = []
    for index in range(3):
        env = ArnakSoloEnv()
        _, info = env.reset(seed=index)
        length, done = 0, False
        while not done:
            _, _, done, _, info = env.step(int(last_legal(info["action_mask"])))
            length += 1
        lengths.append(length)
    limit = min(lengths)
    native = gymnasium.make_vec(SOLO, num_envs=3, autoreset_mode=mode, max_episode_steps=limit)
    stock = gymnasium.make_vec(
        SOLO, num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, max_episode_steps=limit
    )
    first, second = native.reset(seed=0), stock.reset(seed=0)
    for _ in range(limit):
        actions = last_legal(first[-1]["action_mask"])
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
    assert (first[2] & first[3]).any()


@pytest.mark.parametrize("mode", MODES)
def test_equal_to_stock_under_reset_options(mode) -> None:
    native, stock = pair(mode, num_envs=3)
    some = np.array([1, 0, 1], bool)
    for options in (
        {"board": "snake"},
        {"difficulty": 9, "objectives": 3},
        {"expansion_components": True, "reset_mask": some},
        {"board": "owl", "reset_mask": some},
    ):
        first, second = native.reset(options=dict(options), seed=3), stock.reset(options=dict(options), seed=3)
        assert not difference(first, second)
    masks = native.action_masks()
    for _ in range(10):
        actions = last_legal(masks)
        first, second = native.step(actions), stock.step(actions)
        assert not difference(first, second)
        masks = first[4]["action_mask"]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_episode_statistics(mode) -> None:
    """Trap 20: lengths and returns of consecutive episodes, native and stock, and against a plain count."""
    native, stock = pair(mode, num_envs=3, reward="potential")
    recorded = [RecordEpisodeStatistics(env, buffer_length=15) for env in (native, stock)]
    plain, lengths, returns = ArnakSoloVectorEnv(3, autoreset_mode=mode, reward="potential"), [], []
    _, info = plain.reset(seed=4)
    for env in recorded:
        env.reset(seed=4)
    rng, length, total = np.random.default_rng(0), np.zeros(3, int), np.zeros(3)
    waiting = np.zeros(3, bool)
    while len(lengths) < 15:
        actions = random_legal(rng, info["action_mask"])
        _, reward, terminated, _, info = plain.step(actions)
        for env in recorded:
            env.step(actions)
        length += ~waiting
        total += reward
        for index in np.flatnonzero(terminated):
            lengths.append(int(length[index]))
            returns.append(total[index])
        length[terminated], total[terminated] = 0, 0.0
        waiting = terminated if mode is AutoresetMode.NEXT_STEP else waiting
    assert list(recorded[0].return_queue) == list(recorded[1].return_queue)
    assert list(recorded[0].length_queue) == list(recorded[1].length_queue)
    version = tuple(int(part) for part in gymnasium.__version__.split(".")[:2])
    if version >= (1, 4) or mode is AutoresetMode.NEXT_STEP:  # before, the wrapper missed first steps in SAME_STEP mode
        assert list(recorded[0].return_queue) == pytest.approx(returns[-15:])
        assert list(recorded[0].length_queue) == lengths[-15:]


# --- games -----------------------------------------------------------------------------------------------------------
def test_games_do_not_depend_on_the_batch() -> None:
    """Trap 22 and contract 5: game k after seed s + i is the same in a vector and in a single environment."""
    vector = ArnakSoloVectorEnv(7, autoreset_mode="SameStep", difficulty=2)
    seen: list[list[bytes]] = [[] for _ in range(7)]
    vector.reset(seed=20)
    for index in range(7):
        seen[index].append(vector.batch.games[index].tobytes())
    while min(map(len, seen)) < 4:
        done = vector.step(last_legal(vector.action_masks()))[2]
        for index in np.flatnonzero(done):
            seen[index].append(vector.batch.games[index].tobytes())
    for index in range(7):
        env = ArnakSoloEnv(difficulty=2)
        env.reset(seed=20 + index)
        for expected in seen[index][:4]:
            assert env.batch.games[0].tobytes() == expected
            env.reset()


def test_seed_lists() -> None:
    vector = ArnakSoloVectorEnv(3)
    first, _ = vector.reset(seed=[5, 6, 7])
    assert np.array_equal(first, vector.reset(seed=5)[0])
    second, _ = vector.reset(seed=[9, None, 7])
    single = ArnakSoloEnv()
    assert np.array_equal(second[0], single.reset(seed=9)[0])
    single.reset(seed=6)
    assert np.array_equal(second[1], single.reset()[0])
    assert np.array_equal(first, vector.reset(seed=np.array([5, 6, 7]))[0])
    before = vector.batch.games.tobytes()
    for seed, message in (
        ([1, 2], "2 seeds for 3"), ([1, 2, -3], r"seed\[2\].*-3"), (-1, "-1"), (2**63, "seed"), (2**63 - 2, "seed"),
        (True, "True"), (1.5, "1.5"), ("7", "'7'"), ([1, True, 3], r"seed\[1\].*True"),
        ({1, 2}, "seed must be"), ([1, 2.0, 3], r"seed\[1\].*2.0"), (np.zeros(3), r"seed\[0\]"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            vector.reset(seed=seed)
    assert vector.batch.games.tobytes() == before


def test_games_without_a_seed_differ() -> None:
    observations = [ArnakSoloVectorEnv(4).reset()[0] for _ in range(2)]
    rows = {row.tobytes() for observation in observations for row in observation}
    assert len(rows) == 8


def test_reset_in_the_middle() -> None:
    """Trap 21: counters and games of a reset in mid-game are those of a new environment."""
    arguments = {"reward": "potential", "max_decisions": 90, "autoreset_mode": "SameStep"}
    used, fresh = ArnakSoloVectorEnv(4, **arguments), ArnakSoloVectorEnv(4, **arguments)
    used.reset(seed=1)
    for _ in range(50):
        used.step(last_legal(used.action_masks()))
    assert not difference(used.reset(seed=8), fresh.reset(seed=8))
    for _ in range(120):
        actions = last_legal(used.action_masks())
        assert not difference(used.step(actions), fresh.step(actions))
    assert used.batch.games.tobytes() == fresh.batch.games.tobytes()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(copied) -> None:
    """Trap 7."""
    env = ArnakSoloVectorEnv(3, **{name: values[:3] for name, values in MIXED.items()})
    env.reset(seed=1)
    for _ in range(30):
        env.step(last_legal(env.action_masks()))
    other = copied(env)
    for _ in range(60):
        actions = last_legal(env.action_masks())
        assert not difference(env.step(actions), other.step(actions))


# --- arrays ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("observation", ["raw", "scaled"])
def test_nothing_is_reused(mode, observation) -> None:
    """Trap 27: what earlier steps returned stays as it was."""
    env = ArnakSoloVectorEnv(4, autoreset_mode=mode, observation=observation, max_decisions=25, reward="potential")
    kept = [env.reset(seed=2)]
    copies = [copy.deepcopy(kept[0])]
    for _ in range(60):
        kept.append(env.step(last_legal(env.action_masks())))
        copies.append(copy.deepcopy(kept[-1]))
    assert not difference(kept, copies)
    arrays = [arrays_in(list(one)) for one in kept]
    for earlier, later in zip(arrays, arrays[1:], strict=False):
        assert not any(np.shares_memory(a, b) for a in earlier for b in later)
    inner = [env.batch.mask, env.batch.observation, env.batch.over]
    assert not any(np.shares_memory(a, b) for a in arrays[-1] for b in inner)


@pytest.mark.parametrize("observation", ["raw", "scaled"])
def test_without_copies(observation) -> None:
    """`copy=False` gives the same values in reused buffers; what belongs to finished games is still a copy."""
    arguments = {"autoreset_mode": "SameStep", "observation": observation, "max_decisions": 20}
    fast, safe = ArnakSoloVectorEnv(3, copy=False, **arguments), ArnakSoloVectorEnv(3, **arguments)
    assert not difference(fast.reset(seed=1), safe.reset(seed=1))
    finals = []
    for _ in range(50):
        actions = last_legal(safe.action_masks())
        first, second = fast.step(actions), safe.step(actions)
        assert not difference(first, second)
        if "final_obs" in first[4]:
            finals.append((first[4]["final_obs"], copy.deepcopy(second[4]["final_obs"])))
    assert finals
    assert not difference([a for a, _ in finals], [b for _, b in finals])


@pytest.mark.parametrize("observation", ["raw", "scaled"])
def test_spaces_hold_over_a_thousand_games(observation) -> None:
    """Trap 26: dtype and bounds of every observation of 1,000 random games on all boards."""
    env = ArnakSoloVectorEnv(
        500, board=["bird", "snake", "spider", "owl"] * 125, difficulty=[0, 1, 2, 3, 4, 5, 0, 1, 2, 3] * 50,
        observation=observation, autoreset_mode="SameStep", copy=False,
    )  # fmt: skip
    single, low, high = env.single_observation_space, env.observation_space.low[0], env.observation_space.high[0]
    env.reset(seed=0)
    ended = 0
    while ended < 1000:
        observations, _, terminated, _, _ = env.step(env.batch.sample_actions())
        assert observations.dtype == single.dtype
        assert (observations >= low).all()
        assert (observations <= high).all()
        ended += int(terminated.sum())
    assert observations in env.observation_space
    assert observations[0] in single


# --- bad input -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0, 0], ValueError, r"shape \(3,\).*\(2,\)"),
        (0, ValueError, r"shape \(3,\)"),
        (np.zeros((3, 1), int), ValueError, r"\(3, 1\)"),
        (np.zeros(3), TypeError, "float64"),
        ([0, -1, 0], ValueError, r"no action -1 \(sub-environment 1\)"),
        ([0, 0, ACTIONS], ValueError, r"sub-environment 2"),
        ([0, True, 0], TypeError, "True or False"),
        (np.zeros(3, bool), TypeError, "True or False|bool"),
        (["0", "0", "0"], TypeError, "whole numbers from 0"),
        ([0, None, 0], TypeError, "whole numbers from 0"),
        ([[0], [0, 1], 0], ValueError, r"shape \(3,\)"),
        (None, ValueError, r"shape \(3,\).*None"),
        ({0: 1}, ValueError, r"shape \(3,\)"),
    ],
)
def test_wrong_actions(actions, error, message) -> None:
    env = ArnakSoloVectorEnv(3)
    env.reset(seed=1)
    before = env.batch.games.tobytes()
    with pytest.raises(error, match=message):
        env.step(actions)
    assert env.batch.games.tobytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"board": ["bird", "snake"]}, "board has 2 values for 3"),
        ({"board": ["bird", "snake", "lizard"]}, "lizard"),
        ({"board": "lizard"}, "'lizard'; one of 'bird', 'snake', 'spider', 'owl'$"),
        ({"difficulty": [0, 1, 11]}, r"difficulty .* from 0 to 10, got 11 \(sub-environment 2\)"),
        ({"difficulty": [0, True, 1]}, r"difficulty .* got True \(sub-environment 1\)"),
        ({"difficulty": (0, 1.0, 1)}, r"difficulty .* got 1.0 \(sub-environment 1\)"),
        ({"difficulty": {"a": 1}}, r"difficulty .* got \{'a': 1\}"),
        ({"difficulty": []}, "difficulty has 0 values for 3 sub-environments"),
        ({"objectives": [0, 3]}, "objectives has 2 values for 3"),
        ({"objectives": [0, 3, 5]}, r"objectives .* one of 0, 2, 3, 4, got 5 \(sub-environment 2\)"),
        ({"objectives": 2, "first_objective_worth_four": [True, False, 1]}, r"True or False.*\(sub-environment 2\)"),
        ({"expansion_components": [True, None]}, "expansion_components has 2 values for 3"),
        ({"expansion_components": [True, None, 0]}, r"expansion_components is True or False, got 0 \(sub-env.* 2\)"),
        ({"expansion_components": "no"}, "expansion_components is True or False, got 'no'$"),
        ({"rival_tiles": [None, {"discover": "pink"}, None]}, r"'pink'.*'green'.*\(sub-environment 1\)"),
        ({"rival_tiles": [None, {"dicsover": "red"}, None]}, r"did you mean 'discover'.*\(sub-environment 1\)"),
        ({"rival_tiles": [None, "red", None]}, r"rival_tiles must map.*'red' \(sub-environment 1\)"),
        ({"switches": None}, "switches must be a tuple of names, got None"),
        ({"switches": 3}, "switches must be a tuple of names, got 3"),
        ({"switches": [(), ("random",), ()]}, r"unknown switch 'random'.*\(sub-environment 1\)"),
        ({"switches": [(), ("random_arrows",)]}, "switches has 2 values for 3"),
        ({"objectives": [2, 0, 2], "first_objective_worth_four": True}, "needs objectives"),
        ({"reward": ["win", "score", "points"]}, r"'points'; one of 'win'.*\(sub-environment 2\)"),
        ({"reward": ["win", "score"]}, "reward has 2 values for 3"),
        ({"reward": [1, "score", "win"]}, r"unknown reward 1.*\(sub-environment 0\)"),
        ({"illegal_action": ["ignore", "shrug", "raise"]}, r"'shrug'.*\(sub-environment 1\)"),
        ({"max_decisions": [1, 2, True]}, r"max_decisions .* got True \(sub-environment 2\)"),
        ({"max_decisions": [1, 0, 2]}, r"max_decisions .* at least 1, got 0 \(sub-environment 1\)"),
        ({"max_decisions": True}, "max_decisions .* got True$"),
        ({"copy": "no"}, "copy is True or False"),
        ({"content": 4}, "content must be"),
        ({"num_envs": True}, "num_envs .* got True"),
        ({"num_envs": 3.0}, "num_envs .* got 3.0"),
        ({"max_episode_steps": True}, "max_episode_steps .* got True"),
        ({"autoreset_mode": "Sometimes"}, "Sometimes.*NextStep.*SameStep.*Disabled"),
        ({"max_episode_steps": 0}, "max_episode_steps"),
        ({"num_envs": 0}, "num_envs"),
    ],
)
def test_bad_arguments(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        ArnakSoloVectorEnv(**{"num_envs": 3, **arguments})


def test_bad_reset_masks() -> None:
    env = ArnakSoloVectorEnv(3, autoreset_mode="Disabled")
    env.reset(seed=1)
    for mask, error in (
        ([True, True, True], TypeError),
        (np.ones(3, int), TypeError),
        (np.ones(2, bool), ValueError),
        (np.zeros(3, bool), ValueError),
    ):
        with pytest.raises(error, match="reset_mask"):
            env.reset(options={"reset_mask": mask})
    before = env.batch.games.tobytes()
    for options, error, message in (
        ({"colour": "red"}, ValueError, "colour.*board"),
        ({"board": ["bird", "snake"]}, ValueError, "board has 2 values for 3 sub-environments"),
        ({"difficulty": [1, 2, 30]}, ValueError, r"got 30 \(sub-environment 2\)"),
        ({"expansion_components": [None, 1, True]}, ValueError, r"got 1 \(sub-environment 1\)"),
        (3, TypeError, "options must be None or a dict"),
        ([], TypeError, "options must be None or a dict"),
    ):
        with pytest.raises(error, match=message):
            env.reset(options=options)
    assert env.batch.games.tobytes() == before


def test_calls_in_an_order_that_cannot_work() -> None:
    env = ArnakSoloVectorEnv(2, render_mode="ansi")
    with pytest.raises(ResetNeeded, match="before the first render"):
        env.render()
    env.reset(seed=1)
    env.close()
    env.close()
    for call in (lambda: env.step([0, 0]), env.reset, env.render):
        with pytest.raises(ClosedEnvironmentError, match="was closed; make a new one"):
            call()


@pytest.mark.parametrize("mode", MODES)
def test_work_on_the_batch_does_not_reach_what_was_returned(mode) -> None:
    """Trap 27: observations are written straight into the array that is returned, but into no array twice."""
    env = ArnakSoloVectorEnv(3, autoreset_mode=mode)
    kept = [env.reset(seed=1)[0]]
    kept.append(env.step(last_legal(env.action_masks()))[0])
    copies = copy.deepcopy(kept)
    env.batch.step(last_legal(env.action_masks()))
    env.batch.reset(seed=9)
    env.batch.determinize(seed=3)
    env.reset(seed=8, options={"board": "snake", "reset_mask": np.array([True, False, True])})
    assert not difference(kept, copies)


def test_an_illegal_action_has_the_observation_from_before() -> None:
    env = ArnakSoloVectorEnv(3)
    observations, info = env.reset(seed=1)
    actions = last_legal(info["action_mask"])
    actions[1] = (info["action_mask"][1] == 0).argmax()
    after = env.step(actions)[0]
    assert np.array_equal(after[1], observations[1])
    assert not np.shares_memory(after, observations)
    assert np.array_equal(after, env.batch.observation)


def test_step_needs_running_games() -> None:
    env = ArnakSoloVectorEnv(2, autoreset_mode="Disabled", max_decisions=2)
    with pytest.raises(ResetNeeded, match="before the first"):
        env.step([0, 0])
    _, info = env.reset(seed=1)
    for _ in range(2):
        info = env.step(last_legal(info["action_mask"]))[4]
    with pytest.raises(ResetNeeded, match=r"\[0, 1\].*reset_mask"):
        env.step(last_legal(info["action_mask"]))


def test_illegal_raises_before_any_game_moves() -> None:
    env = ArnakSoloVectorEnv(3, illegal_action=["ignore", "raise", "ignore"])
    _, info = env.reset(seed=1)
    actions = last_legal(info["action_mask"])
    wrong = int(np.flatnonzero(info["action_mask"][1] == 0)[0])
    before = env.batch.games.tobytes()
    with pytest.raises(IllegalAction) as raised:
        env.step([actions[0], wrong, actions[2]])
    assert "sub-environment 1" in raised.value.__notes__[0]
    assert env.batch.games.tobytes() == before
    env.step(actions)


def test_illegal_warns_once() -> None:
    env = ArnakSoloVectorEnv(3)
    _, info = env.reset(seed=1)
    wrong = (info["action_mask"] == 0).argmax(1)
    with pytest.warns(IllegalActionWarning):
        env.step(wrong)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for count in (2, 3):
            info = env.step(wrong)[4]
            assert info["illegal_action"].tolist() == [count] * 3


def test_render(capsys) -> None:
    env = ArnakSoloVectorEnv(4, render_mode="ansi", board=["bird", "snake", "spider", "owl"])
    env.reset(seed=1)
    for board, text in zip(["bird", "snake", "spider", "owl"], env.render(), strict=True):
        assert board in text
    human = ArnakSoloVectorEnv(2, render_mode="human")
    human.reset(seed=1)
    assert "Ruins" in capsys.readouterr().out
