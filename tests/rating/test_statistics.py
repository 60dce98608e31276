"""Intervals against textbook values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agents.arena.statistics import mean, proportion


def test_wilson_interval_of_a_textbook_case() -> None:
    estimate = proportion(15, 50)
    assert estimate.value == 0.3
    # Wilson's closed formula with z = 1.959964
    z = 1.959963984540054
    centre = (0.3 + z * z / 100) / (1 + z * z / 50)
    half = z * math.sqrt(0.3 * 0.7 / 50 + z * z / (4 * 50 * 50)) / (1 + z * z / 50)
    assert estimate.low == pytest.approx(centre - half)
    assert estimate.high == pytest.approx(centre + half)


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (10, 10), (0, 1)])
def test_wilson_interval_stays_inside_zero_and_one(wins: int, games: int) -> None:
    estimate = proportion(wins, games)
    assert 0.0 <= estimate.low <= estimate.value <= estimate.high <= 1.0
    assert estimate.high - estimate.low > 0.1


def test_t_interval_of_known_numbers() -> None:
    estimate = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    half = 2.7764451051977987 * math.sqrt(2.5) / math.sqrt(5)  # t quantile with 4 degrees of freedom
    assert estimate == pytest.approx((3.0, 3.0 - half, 3.0 + half))


def test_a_single_value_has_no_interval() -> None:
    estimate = mean([7])
    assert estimate.value == 7.0
    assert math.isnan(estimate.low)
    assert math.isnan(estimate.high)


def test_equal_values_have_an_interval_of_no_width() -> None:
    assert mean([4, 4, 4]) == (4.0, 4.0, 4.0)


def test_t_interval_covers_the_mean_as_often_as_it_says() -> None:
    random = np.random.default_rng(3)
    samples = random.normal(2.0, 5.0, size=(2000, 12))
    inside = [estimate.low <= 2.0 <= estimate.high for estimate in map(mean, samples)]
    assert np.mean(inside) == pytest.approx(0.95, abs=0.02)
