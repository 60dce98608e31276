"""Intervals for what a rating reports. The formulas are scipy's; this module only fixes which ones are used."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

CONFIDENCE = 0.95


class Estimate(NamedTuple):
    """An estimate with its interval; the bounds are not-a-number where one observation is all there is."""

    value: float
    low: float
    high: float


def proportion(successes: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return a success rate with Wilson's interval (keeps its coverage for few games and for rates near 0 or 1)."""
    from scipy.stats import binomtest

    interval = binomtest(int(successes), int(trials)).proportion_ci(confidence_level=confidence, method="wilson")
    return Estimate(successes / trials, float(interval.low), float(interval.high))


def mean(values: ArrayLike, confidence: float = CONFIDENCE) -> Estimate:
    """Return a mean with Student's t interval."""
    from scipy.stats import t

    sample = np.asarray(values, dtype=np.float64)
    centre = float(sample.mean())
    if len(sample) < 2:
        return Estimate(centre, math.nan, math.nan)
    error = float(sample.std(ddof=1)) / math.sqrt(len(sample))
    if error == 0.0:
        return Estimate(centre, centre, centre)
    low, high = t.interval(confidence, len(sample) - 1, loc=centre, scale=error)
    return Estimate(centre, float(low), float(high))
