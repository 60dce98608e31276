"""The decisions that a network learns from in an update, when most of those that it was certain of are left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from numpy.typing import NDArray

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytestmark = pytest.mark.train

from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer  # noqa: E402

from agents.training.buffer import FewerCertainDecisions  # noqa: E402

STEPS, GAMES = 50, 40


def filled(buffer: Any, chances: NDArray[np.float64]) -> Any:
    """Fill a buffer; each decision's observation is its number, and its advantage and mask follow from that."""
    for step in range(STEPS):
        number = np.arange(GAMES) + step * GAMES
        buffer.add(
            number[:, None].astype(np.float32),
            number % 3,
            np.zeros(GAMES, np.float32),
            np.zeros(GAMES, np.float32),
            torch.zeros(GAMES),
            torch.from_numpy(np.log(chances[number]).astype(np.float32)),
            action_masks=np.eye(3)[number % 3],
        )
    number = np.arange(STEPS * GAMES).reshape(STEPS, GAMES)
    buffer.advantages = 2.0 * number
    buffer.returns = 3.0 * number
    return buffer


def new(kind: Any = FewerCertainDecisions, **arguments: Any) -> Any:
    return kind(*(STEPS, spaces.Box(0, np.inf, (1,), np.float32), spaces.Discrete(3), "cpu"), n_envs=GAMES, **arguments)


def numbers(parts: list[Any]) -> NDArray[np.int64]:
    return np.concatenate([part.observations[:, 0].numpy() for part in parts]).astype(np.int64)


@pytest.fixture
def chances() -> NDArray[np.float64]:
    random = np.random.default_rng(1)
    return np.where(random.random(STEPS * GAMES) < 0.7, 0.999, 0.5)


def test_every_uncertain_decision_is_given_once_and_a_share_of_the_others(chances: NDArray[np.float64]) -> None:
    np.random.seed(3)  # noqa: NPY002 - the random numbers that stable-baselines3 draws from
    buffer = filled(new(certain=0.2), chances)
    passes = [numbers(list(buffer.get(64))) for _ in range(2)]
    uncertain = np.flatnonzero(chances < 0.99)
    for given in passes:
        assert len(set(given)) == len(given)
        assert set(uncertain) <= set(given)
        share = (len(given) - len(uncertain)) / (len(chances) - len(uncertain))
        assert 0.15 < share < 0.25
    assert set(passes[0]) != set(passes[1])
    assert not np.array_equal(np.sort(passes[0]), passes[0])


def test_what_belongs_to_a_decision_stays_with_it(chances: NDArray[np.float64]) -> None:
    for part in filled(new(certain=0.2), chances).get(64):
        number = part.observations[:, 0].numpy().astype(np.int64)
        assert np.array_equal(part.actions[:, 0].numpy(), number % 3)
        assert np.array_equal(part.advantages.numpy(), 2.0 * number)
        assert np.array_equal(part.returns.numpy(), 3.0 * number)
        assert np.array_equal(part.action_masks.numpy(), np.eye(3)[number % 3])
        assert np.allclose(np.exp(part.old_log_prob.numpy()), chances[number])


@pytest.mark.parametrize("size", [2, 3, 37, 64, 599, 600, 601, 10_000, None])
def test_parts_are_about_as_large_as_asked_for(size: int | None) -> None:
    # 601 decisions in parts of 600 would leave one alone, whose advantage has no spread to be measured by.
    chances = np.where(np.arange(STEPS * GAMES) < 601, 0.5, 0.999)
    sizes = [len(part.actions) for part in filled(new(certain=1e-9), chances).get(size)]
    assert sum(sizes) == 601
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= 1.5 * (size or 601)
    assert min(sizes) >= 2


def test_a_network_that_is_certain_of_everything_still_learns() -> None:
    buffer = filled(new(certain=1e-9), np.full(STEPS * GAMES, 0.999))
    assert len(numbers(list(buffer.get(64)))) == STEPS * GAMES


@pytest.mark.parametrize("count", range(2, 12))
def test_no_part_has_a_single_decision(count: int) -> None:
    chances = np.where(np.arange(STEPS * GAMES) < count, 0.5, 0.999)
    sizes = [len(part.actions) for part in filled(new(certain=1e-9), chances).get(2)]
    assert sum(sizes) == count
    assert min(sizes) >= 2


def test_with_a_share_of_one_every_decision_is_given_as_by_the_package(chances: NDArray[np.float64]) -> None:
    given = numbers(list(filled(new(certain=1.0), chances).get(100)))
    stock = numbers(list(filled(new(MaskableRolloutBuffer), chances).get(100)))
    assert sorted(given) == sorted(stock)


def test_an_update_with_one_decision_more_than_fits_is_learned_from(tmp_path: Path) -> None:
    """13 decisions of 7 games in parts of 2 leave one over; its advantage alone would be no number."""
    from typer.testing import CliRunner

    from arnak_env.cli import app

    path = tmp_path / "config.yaml"
    path.write_text(
        "name: odd\nout: nowhere\nsteps: 182\nenvironment: {boards: [bird], num_envs: 7}\n"
        "ppo: {n_steps: 13, batch_size: 2, n_epochs: 1, shared_layers: [8], layers: [8]}\n"
        "evaluation: {every: null, final_games: 0}\n"
    )
    result = CliRunner().invoke(app, ["train", str(path), "--out", str(tmp_path / "run")])
    assert result.exit_code == 0, result.output
