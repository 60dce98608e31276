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


def clustered_share(shares: ArrayLike, most: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return a mean share with the interval of Korn and Graubard, for observations that come in clusters.

    The variance between the clusters says how many independent observations the sample is worth; the exact binomial
    interval (Clopper and Pearson) for so many is widened for there being few clusters. It stays within 0 and 1, and is
    no point where all clusters say the same: they then count as one observation each.

    Args:
        shares: mean share of each cluster, from 0 to 1, shape ``(clusters,)``; clusters of equal size.
        most: number of observations in all; the sample is never worth more.
        confidence: of the interval, two-sided.
    """
    from scipy.stats import beta, t

    sample = np.asarray(shares, dtype=np.float64)
    clusters = len(sample)
    share = float(sample.mean())
    if clusters < 2:
        worth = 1.0
    else:
        variance = float(sample.var(ddof=1)) / clusters
        if variance > 0.0:
            worth = min(share * (1 - share) / variance, float(most))
        else:
            worth = float(clusters if share in (0.0, 1.0) else most)
        tail = (1 + confidence) / 2
        if most > clusters:
            worth *= float(t.ppf(tail, most - 1) / t.ppf(tail, clusters - 1)) ** 2
    edge = (1 - confidence) / 2
    won, lost = share * worth, (1 - share) * worth
    low = float(beta.ppf(edge, won, lost + 1)) if won > 0 else 0.0
    high = float(beta.ppf(1 - edge, won + 1, lost)) if lost > 0 else 1.0
    return Estimate(share, low, high)
