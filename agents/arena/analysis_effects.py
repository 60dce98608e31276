"""How much a factor goes with margin, score and wins: differences, regressions, natural experiments.

The statistics are those of scipy and statsmodels; this module only fixes which ones are used, and between whom.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from agents.arena.analysis_factors import (
    OUTCOMES,
    Factor,
    Sample,
    Values,
    acquired,
    numbers,
    offered,
    research,
    research_against_usual,
    tile_colours,
)
from agents.arena.statistics import CONFIDENCE
from arnak_env.arnak import opcodes as o

DIFFERENCE, ADJUSTED, RANDOMISED = METHODS = ("difference", "adjusted", "randomised")
FEWEST = 10  # deals with a factor, and without: fewer say nothing about it
FEWEST_ROUNDS = 30  # acquisitions from which on their round is looked at
ROWS_PER_COLUMN = 3  # a regression with fewer observations for each coefficient is not made
ROWS_FOR_ROUNDS = 10  # with fewer, the rounds in which things were acquired are left out of it

Mask = NDArray[np.bool_]


@dataclasses.dataclass(frozen=True)
class Fit:
    """An effect with its interval and p-value, all of them not-a-number where nothing can be said."""

    effect: float = math.nan
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan


@dataclasses.dataclass(frozen=True)
class Effect:
    """One line of the table.

    Attributes:
        method: one of `METHODS`.
        kind: what kind of factor it is.
        name: of the factor.
        contrast: which games are compared.
        outcome: one of `OUTCOMES`.
        n_with: observations with the factor, among those that can be compared.
        n_without: the other ones.
        mean_with: mean of the outcome with it.
        mean_without: mean of the outcome without it.
        taken_with: share of those with it on offer that acquired it, not-a-number where that means nothing.
        taken_without: share of the others that acquired it.
        fit: the estimate.
        p_adjusted: p-value for all lines of this method and outcome together (Benjamini and Hochberg).
    """

    method: str
    kind: str
    name: str
    contrast: str
    outcome: str
    n_with: int
    n_without: int
    mean_with: float
    mean_without: float
    taken_with: float
    taken_without: float
    fit: Fit
    p_adjusted: float = math.nan


def effects(sample: Sample) -> list[Effect]:
    """Return all effects, by method, kind and outcome, the largest first; those without an estimate last."""
    # Among players all are offered the same, so that margins and wins, which are shared out among them, cannot answer.
    of_offers = OUTCOMES if sample.games[0].players == 1 else ("score",)
    found = [
        *_differences(DIFFERENCE, [*acquired(sample), *research(sample), *numbers(sample)], sample),
        *_regression(sample),
        *_differences(RANDOMISED, offered(sample), sample, of_offers),
        *_rival_tiles(sample),
    ]
    return _sorted(_with_adjusted_p(found))


# --- differences -----------------------------------------------------------------------------------------------------
def _differences(
    method: str, factors: Sequence[Factor], sample: Sample, outcomes: Sequence[str] = OUTCOMES
) -> Iterator[Effect]:
    for factor in factors:
        chosen = comparable(factor.values, sample.strata)
        for outcome in outcomes:
            fit = _difference(sample.outcomes[outcome], factor, sample, chosen, outcome)
            yield _described(method, factor, outcome, sample, chosen, fit)


def comparable(values: Values, strata: NDArray[np.int64]) -> Mask:
    """Return the observations in whose stratum a factor varies; the others cannot tell anything about it."""
    varies = np.zeros(int(strata.max()) + 1, np.bool_)
    low = np.full(len(varies), np.inf)
    high = np.full(len(varies), -np.inf)
    np.minimum.at(low, strata, values)
    np.maximum.at(high, strata, values)
    varies = low < high
    return varies[strata]


def _difference(outcome: Values, factor: Factor, sample: Sample, chosen: Mask, name: str) -> Fit:
    if not _enough(factor, sample, chosen):
        return Fit()
    x, y, strata = factor.values[chosen], outcome[chosen], sample.strata[chosen]
    if len(np.unique(strata)) > 1 or factor.counts:
        return _slope(y, x, strata, sample.deals[chosen])
    return _rates(y, x) if name == "win" else _means(y, x)


def _enough(factor: Factor, sample: Sample, chosen: Mask) -> bool:
    """Return whether there are enough deals with a factor and without it, or with different numbers of it."""
    deals, values = sample.deals[chosen], factor.values[chosen]
    if factor.counts:
        return len(np.unique(deals)) >= 2 * FEWEST
    return min(len(np.unique(deals[values > 0])), len(np.unique(deals[values == 0]))) >= FEWEST


def _means(y: Values, x: Values) -> Fit:
    """Welch: the groups may vary differently."""
    from scipy.stats import ttest_ind

    test = ttest_ind(y[x > 0], y[x == 0], equal_var=False)
    low, high = test.confidence_interval(CONFIDENCE)
    return Fit(float(y[x > 0].mean() - y[x == 0].mean()), float(low), float(high), _number(test.pvalue))


def _rates(y: Values, x: Values) -> Fit:
    """Newcombe's interval of a difference between two proportions, from Wilson's of each; p-value of the score test."""
    from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

    wins, trials = int(y[x > 0].sum()), int((x > 0).sum())
    others, of = int(y[x == 0].sum()), int((x == 0).sum())
    low, high = confint_proportions_2indep(wins, trials, others, of, method="newcomb", alpha=1 - CONFIDENCE)
    if wins + others in (0, trials + of):  # all won, or none
        return Fit(0.0, float(low), float(high), 1.0)
    test = test_proportions_2indep(wins, trials, others, of, compare="diff", method="score")
    return Fit(wins / trials - others / of, float(low), float(high), _number(test.pvalue))


def _slope(y: Values, x: Values, strata: NDArray[np.int64], deals: NDArray[np.int64]) -> Fit:
    """Regress within strata: both are taken as differences from their mean there."""
    fits = _least_squares(_within(y, strata), _within(x, strata)[:, None], deals)
    return fits[0]


def _within(values: Values, strata: NDArray[np.int64]) -> Values:
    count = np.bincount(strata)
    means = np.bincount(strata, weights=values) / np.maximum(count, 1)
    return values - means[strata]


def _least_squares(y: Values, design: NDArray[np.float64], deals: NDArray[np.int64]) -> list[Fit]:
    """Return the coefficients with robust intervals: HC3, or clustered by deal when a deal occurs more than once."""
    from statsmodels.regression.linear_model import OLS

    if np.ptp(y) == 0:  # all lost, for example
        return [Fit(0.0, math.nan, math.nan, math.nan)] * design.shape[1]
    model = OLS(y, design)
    if len(np.unique(deals)) < len(deals):
        result = model.fit(cov_type="cluster", cov_kwds={"groups": deals}, use_t=True)
    else:
        result = model.fit(cov_type="HC3", use_t=True)
    intervals = result.conf_int(1 - CONFIDENCE)
    return [
        Fit(float(effect), float(low), float(high), _number(p))
        for effect, (low, high), p in zip(result.params, intervals, result.pvalues, strict=True)
    ]


def _number(p: float) -> float:
    return float(p) if math.isfinite(p) else math.nan


# --- regression ------------------------------------------------------------------------------------------------------
def _regression(sample: Sample) -> Iterator[Effect]:
    """Regress each outcome on everything that was acquired and on the first research steps, all at once.

    What stands in it beside them: the colours of the rival's tiles and the round of each acquisition. Numbers of sites,
    idols and guardians do not, because a card works through them. Everything is taken within strata.
    """
    everybody = np.ones(len(sample), np.bool_)
    factors = [
        factor for factor in (*acquired(sample), *research_against_usual(sample)) if _enough(factor, sample, everybody)
    ]
    if not factors:
        return
    rows = len(np.unique(sample.deals)) if sample.repeated else len(sample)
    tiles = _tile_columns(sample)
    rounds = [factor for factor in map(_later, factors) if factor is not None]
    columns = len(tiles) + len(factors)
    if rows >= ROWS_FOR_ROUNDS * (columns + len(rounds)):
        factors += rounds
    elif rows < ROWS_PER_COLUMN * columns:
        return
    values = [*tiles, *(factor.values for factor in factors)]
    design = np.column_stack([_within(column, sample.strata) for column in values])
    kept = independent(design)
    for outcome in OUTCOMES:
        y = _within(sample.outcomes[outcome], sample.strata)
        fits = dict(zip(kept, _least_squares(y, design[:, kept], sample.deals), strict=True))
        for place, factor in enumerate(factors, len(tiles)):
            yield _described(ADJUSTED, factor, outcome, sample, everybody, fits.get(place, Fit()))


def _later(factor: Factor) -> Factor | None:
    """Return by how many rounds later than on average something was acquired, 0 where it was not."""
    if factor.rounds is None:
        return None
    had = factor.rounds > 0
    if had.sum() < FEWEST_ROUNDS or len(np.unique(factor.rounds[had])) < 2:
        return None
    later = np.where(had, factor.rounds - factor.rounds[had].mean(), 0.0)
    return dataclasses.replace(factor, contrast="each round later", values=later)


def _dummies(groups: NDArray[np.int64]) -> NDArray[np.float64]:
    return (groups[:, None] == np.unique(groups)[None, :]).astype(np.float64)


def _tile_columns(sample: Sample) -> list[Values]:
    if sample.games[0].players > 1:
        return []
    colours = tile_colours(sample)
    return [(colours[:, pair] == colour).astype(np.float64) for pair in range(len(o.PAIRS)) for colour in (1, 2)]


def independent(design: NDArray[np.float64]) -> list[int]:
    """Return the columns that are no combination of columns before them."""
    scaled = design / np.maximum(np.linalg.norm(design, axis=0), 1e-12)
    kept: list[int] = []
    basis = np.empty(design.shape, order="F")
    for column in range(design.shape[1]):
        rest = scaled[:, column]
        before = basis[:, : len(kept)]
        for _ in range(2):  # the second time takes away what rounding has left
            rest = rest - before @ (before.T @ rest)
        size = float(np.linalg.norm(rest))
        if size > 1e-7:
            basis[:, len(kept)] = rest / size
            kept.append(column)
    return kept


# --- rival tiles -----------------------------------------------------------------------------------------------------
def _rival_tiles(sample: Sample) -> Iterator[Effect]:
    """Compare the colours of the rival's tiles, which are drawn at random.

    With enough levels each tile is compared with the lowest colour of its pair, all pairs at once. At a single level
    the number of tiles of a colour is fixed, so that a tile of that colour is compared with having another one instead.
    """
    if sample.games[0].players > 1:
        return
    colours = tile_colours(sample)
    factors = []
    for pair, name in enumerate(o.PAIRS):
        present = np.unique(colours[:, pair])
        for colour in present[1:]:
            contrast = f"instead of {o.COLOURS[present[0]]}"
            values = (colours[:, pair] == colour).astype(np.float64)
            factors.append(Factor("rival_tile", f"{name} {o.COLOURS[colour]}", contrast, values))
    if not factors:
        return
    background = _dummies(_settings(sample))
    design = np.column_stack([background, *(factor.values for factor in factors)])
    if len(independent(design)) < design.shape[1]:
        yield from _differences(RANDOMISED, _tiles_at_levels(sample, colours), sample)
        return
    for outcome in OUTCOMES:
        fits = _least_squares(sample.outcomes[outcome], design, sample.deals)[background.shape[1] :]
        for factor, fit in zip(factors, fits, strict=True):
            pair = o.PAIRS.index(factor.name.rpartition(" ")[0])
            lowest = int(colours[:, pair].min())
            chosen = (factor.values > 0) | (colours[:, pair] == lowest)
            enough = min(int(factor.values.sum()), int((colours[:, pair] == lowest).sum())) >= FEWEST
            yield _described(RANDOMISED, factor, outcome, sample, chosen, fit if enough else Fit())


def _settings(sample: Sample) -> NDArray[np.int64]:
    """Return a number for each board and number of objectives: what is asked for apart from the level."""
    found: dict[object, int] = {}
    return np.array([found.setdefault((game.board, game.objectives), len(found)) for game in sample.games], np.int64)


def _tiles_at_levels(sample: Sample, colours: NDArray[np.int64]) -> list[Factor]:
    """Return for each tile whether it is in the stack, where its level leaves that to chance."""
    levels = np.array([game.difficulty for game in sample.games])
    factors = []
    for colour, fits in ((1, levels <= 5), (2, levels > 5)):
        for pair, name in enumerate(o.PAIRS):
            values = np.where(fits, colours[:, pair] == colour, False).astype(np.float64)
            if values.any():
                contrast = f"{o.COLOURS[colour]} instead of another tile"
                factors.append(Factor("rival_tile", f"{name} {o.COLOURS[colour]}", contrast, values))
    return factors


# --- lines -----------------------------------------------------------------------------------------------------------
def _described(method: str, factor: Factor, outcome: str, sample: Sample, chosen: Mask, fit: Fit) -> Effect:
    """Return a line with the sizes and means of the groups that are compared."""
    having = chosen & (factor.values != 0)
    lacking = chosen & (factor.values == 0)
    taken = (
        (math.nan, math.nan) if factor.taken is None else (_mean(factor.taken[having]), _mean(factor.taken[lacking]))
    )
    values = sample.outcomes[outcome]
    return Effect(
        method,
        factor.kind,
        factor.name,
        factor.contrast,
        outcome,
        int(having.sum()),
        int(lacking.sum()),
        _mean(values[having]),
        _mean(values[lacking]),
        *taken,
        fit,
    )


def _mean(values: Values) -> float:
    return float(values.mean()) if len(values) else math.nan


def _with_adjusted_p(found: Sequence[Effect]) -> list[Effect]:
    """Adjust the p-values of each method and outcome together: of many factors some stand out by chance."""
    from scipy.stats import false_discovery_control

    adjusted = list(found)
    for method in METHODS:
        for outcome in OUTCOMES:
            places = [
                place
                for place, effect in enumerate(found)
                if (effect.method, effect.outcome) == (method, outcome) and not math.isnan(effect.fit.p)
            ]
            if places:
                values = false_discovery_control([found[place].fit.p for place in places], method="bh")
                for place, p in zip(places, values, strict=True):
                    adjusted[place] = dataclasses.replace(found[place], p_adjusted=float(p))
    return adjusted


def _sorted(found: Sequence[Effect]) -> list[Effect]:
    kinds: dict[str, int] = {}
    for effect in found:
        kinds.setdefault(effect.kind, len(kinds))

    def place(effect: Effect) -> tuple[object, ...]:
        known = not math.isnan(effect.fit.effect)
        return (
            METHODS.index(effect.method),
            kinds[effect.kind],
            effect.contrast == "each round later",
            OUTCOMES.index(effect.outcome),
            not known,
            -effect.fit.effect if known else 0.0,
            effect.name,
        )

    return sorted(found, key=place)
