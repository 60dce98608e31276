"""What a training adds to the rewards of the games: more for some parts of the score, less of it as it goes on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

from agents.training import environments  # noqa: E402
from agents.training.games import SoloEnvironment, TableEnvironment  # noqa: E402
from arnak_env.arnak.opcodes import SCORE_PARTS  # noqa: E402

GAMES = 6
SOLO = {"game": "solo", "boards": ["bird", "owl"], "difficulties": [8], "num_envs": GAMES}
TABLE = {"game": "table", "players": [2, 3], "boards": ["bird"], "opponents": {"random": 1}, "num_envs": GAMES}


def monitors(games: dict[str, Any], shaping: dict[str, Any]) -> list[Any]:
    """Return the games with and without what is added."""
    kind = SoloEnvironment if games["game"] == "solo" else TableEnvironment
    found = []
    for added in (shaping, {}):
        section = kind.model_validate({**games, "shaping": added})
        content = environments.load_facts(section)
        venv = environments.make_games(section, content)
        found.append(environments.ResumableMonitor(venv, environments.shaping_of(section)))
    return found


def play(monitors: list[Any], steps: int, seed: int = 5) -> tuple[np.ndarray, list[list[Any]]]:
    """Play the same random actions in both; return what is added, float64 (steps, games), and all infos."""
    rng = np.random.default_rng(seed)
    added, infos = [], []
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in monitors[0].venv.action_masks()])
        (seen, more, ended, told), (same, less, _, _) = (monitor.step(actions) for monitor in monitors)
        assert np.array_equal(seen, same)
        assert len(ended) == GAMES
        added.append(more.astype(np.float64) - less)
        infos.append(told)
    return np.array(added), infos


@pytest.mark.parametrize("games", [SOLO, TABLE], ids=["solo", "table"])
def test_the_sum_over_a_game_is_what_its_parts_end_at(games: dict[str, Any]) -> None:
    both = monitors(games, {"glass": 0.5, "guardians": 2})
    for monitor in both:
        monitor.seed(3)
        monitor.reset()
    # A game begins with no glass points and no guardian, so all that was added is what stands there at the end.
    added, infos = play(both, 500)
    begun, ended = np.zeros(GAMES, int), 0
    for step, told in enumerate(infos):
        for row, info in enumerate(told):
            if "score_parts" not in info:
                continue
            parts = info["score_parts"]
            expected = (0.5 * parts["glass"] + 2 * parts["guardians"]) / 100
            assert added[begun[row] : step + 1, row].sum() == pytest.approx(expected, abs=1e-5)
            begun[row] = step + 1
            ended += 1
    assert ended >= GAMES
    assert np.abs(added).max() > 0


def test_the_monitor_adds_up_the_rewards_of_the_games_alone() -> None:
    both = monitors(SOLO, {"guardians": 3})
    for monitor in both:
        monitor.seed(1)
        monitor.reset()
    _, infos = play(both, 300)
    ended = [info for told in infos for info in told if "episode" in info]
    returns = [(info["episode"]["r"], info["score"] - info["rival_score"]) for info in ended]
    assert returns
    for found, margin in returns:
        assert found == pytest.approx(margin / 100, abs=1e-4)


def test_what_is_added_follows_the_share_of_the_training() -> None:
    for share, weight in ((0.0, 1.0), (0.5, 0.6), (1.0, 0.2)):
        both = monitors(SOLO, {"idols": {"start": 1.0, "end": 0.2}})
        both[0].shaping.share = share
        twice = monitors(SOLO, {"idols": weight})
        for monitor in (*both, *twice):
            monitor.seed(2)
            monitor.reset()
        changing, _ = play(both, 120)
        fixed, _ = play(twice, 120)
        assert np.abs(fixed).max() > 0
        np.testing.assert_allclose(changing, fixed, atol=1e-6)


def test_without_weights_nothing_is_added() -> None:
    assert environments.shaping_of(SoloEnvironment.model_validate(SOLO)) is None


@pytest.mark.parametrize("part", ["research", "Glass", ""])
def test_an_unknown_part_is_refused_with_those_there_are(part: str) -> None:
    with pytest.raises(ValueError, match=", ".join(SCORE_PARTS)):
        SoloEnvironment.model_validate({**SOLO, "shaping": {part: 1.0}})


def test_restored_games_go_on_with_the_same_rewards() -> None:
    both = monitors(SOLO, {"glass": 1.0, "cards": 0.5})
    for monitor in both:
        monitor.seed(7)
        monitor.reset()
    play(both, 60)
    states = [monitor.get_state() for monitor in both]
    further, _ = play(both, 60, seed=8)
    again = monitors(SOLO, {"glass": 1.0, "cards": 0.5})
    for monitor, state in zip(again, states, strict=True):
        monitor.set_state(state)
        monitor.reset()
    resumed, _ = play(again, 60, seed=8)
    assert np.abs(further).max() > 0
    np.testing.assert_array_equal(further, resumed)
