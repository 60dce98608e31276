"""Ratings of the agents of a tournament: a Bradley-Terry model, fitted to all games at once.

The fit is choix's (iterative Luce spectral ranking, which finds the maximum of the likelihood). It knows no order of
the games, unlike ratings that are updated game by game, which suit players who learn while they play.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.arena.statistics import CONFIDENCE, Estimate

SCALE = 400 / math.log(10)  # Elo's: 400 points are odds of ten to one
ANCHOR = 0.0  # the rating of the anchor
SAMPLES = 1000
_PRIOR = 0.5  # deals that each agent of a pair has won besides those played: Jeffreys' prior
_MOST_STEPS = 100_000
_SEED = 20


def anchor_of(names: Sequence[str]) -> int:
    """Return the agent whose rating is 0: ``random`` if it takes part, else the first one."""
    return list(names).index("random") if "random" in names else 0


def rate_agents(ahead: NDArray[np.float64], anchor: int, samples: int = SAMPLES) -> list[Estimate]:
    """Return the ratings on Elo's scale, the anchor's is `ANCHOR`.

    Every deal counts as one observation of each pair. Intervals are quantiles of a Bayesian bootstrap (Rubin) over the
    deals: each deal gets a random weight from the gamma distribution, and so does the prior, half a deal won by each
    agent of every pair. For two agents and deals that are won or lost this is Jeffreys' interval, so an agent that has
    won everything has a rating, and an interval that says how little is known of it.

    Args:
        ahead: how often an agent finished before another, shape ``(deals, agents, agents)``: entry ``[d, i, j]`` is the
            part of the meetings of i and j in deal d in which i was ahead, level ones half; the diagonal is ignored.
        anchor: number of the agent whose rating is fixed.
        samples: how many times the bootstrap draws.

    Returns:
        One estimate for each agent; the anchor's interval is not-a-number, as nothing about it is estimated.
    """
    agents = ahead.shape[1]
    pairs = 1.0 - np.eye(agents)
    point = _fit(ahead.sum(axis=0) * pairs + _PRIOR * pairs, None)
    random = np.random.default_rng(_SEED)  # the same games have the same intervals
    drawn = np.empty((samples, agents))
    for k in range(samples):
        weights = random.standard_gamma(1.0, len(ahead))
        prior = random.standard_gamma(_PRIOR, (agents, agents))
        drawn[k] = _fit((np.tensordot(weights, ahead, axes=1) + prior) * pairs, point)
    ratings, drawn = (ANCHOR + SCALE * (some - some[..., anchor, None]) for some in (point, drawn))
    tails = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tails, 1 - tails], axis=0)
    return [
        Estimate(
            float(ratings[agent]),
            *((math.nan, math.nan) if agent == anchor else (float(low[agent]), float(high[agent]))),
        )
        for agent in range(agents)
    ]


def _fit(wins: NDArray[np.float64], start: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Return the logarithms of the strengths; `wins[i, j]` is how often i was ahead of j."""
    from choix import ilsr_pairwise_dense

    strengths: NDArray[np.float64] = ilsr_pairwise_dense(wins, initial_params=start, max_iter=_MOST_STEPS)
    return strengths
