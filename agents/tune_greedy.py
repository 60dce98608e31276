"""The search that found the greedy agent's weights: `python -m agents.tune_greedy`.

A cross-entropy search: draw weights around the current ones, play the same solo games with each, go on from the mean
and spread of the best. The measure is the mean score, equally many games on each board, at mixed difficulties.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence

import numpy as np

from agents.base import spread_seed
from agents.greedy import GreedyAgent
from agents.greedy_values import WEIGHTS, Weights
from arnak_env import Batch
from arnak_env.arnak.opcodes import BOARDS
from arnak_env.core.arguments import one_of

NAMES = tuple(field.name for field in dataclasses.fields(Weights))


def mean_score(weights: Weights, games: int, seed: int, boards: Sequence[str] = ("bird", "snake")) -> float:
    """Return the mean score of the greedy agent with these weights."""
    numbers = np.arange(games)
    batch = Batch(
        games,
        board=[boards[-1 - i % len(boards)] for i in range(games)],
        num_players=1,
        difficulty=[i // len(boards) % 6 for i in range(games)],
        seed=spread_seed(seed, numbers),
        observe=False,
    )
    agent = GreedyAgent(weights=weights)
    agent.begin(spread_seed(seed + 1, numbers))
    while not batch.over.all():
        batch.step(agent.act(batch), illegal="ignore")
    return float(batch.scores()[:, 0].mean())


def search(
    generations: int,
    population: int,
    games: int,
    seed: int,
    spread: float,
    boards: Sequence[str] = ("bird", "snake"),
    names: Sequence[str] = NAMES,
) -> Weights:
    """Run the search, print what it finds, and return the best mean weights.

    Args:
        generations: how often new weights are drawn.
        population: sets of weights in each generation.
        games: games that each set plays.
        seed: same seed, same weights.
        spread: first spread, a part of each weight.
        boards: boards that are played.
        names: the weights that are searched; the others stay as they are.
    """
    random = np.random.default_rng(seed)
    centre = np.array([getattr(WEIGHTS, name) for name in names])
    width = spread * np.maximum(np.abs(centre), 0.3)

    def weights(values: np.ndarray) -> Weights:
        return dataclasses.replace(WEIGHTS, **dict(zip(names, map(float, values), strict=True)))

    for generation in range(generations):
        drawn = [centre, *(centre + width * random.standard_normal((population - 1, len(centre))))]
        # Every candidate of a generation plays the same games; each generation gets new ones.
        scores = np.array([mean_score(weights(values), games, seed + generation, boards) for values in drawn])
        best = np.argsort(-scores)[: max(2, population // 4)]
        elite = np.array([drawn[i] for i in best])
        centre = elite.mean(axis=0)
        width = np.maximum(elite.std(axis=0), 0.05 * spread)
        print(f"{generation:3}: centre {scores[0]:.2f}, best {scores[best].mean():.2f}", flush=True)
        print(", ".join(f"{name}={value:.3f}" for name, value in zip(names, centre, strict=True)), flush=True)
    return weights(centre)


def options() -> argparse.ArgumentParser:
    """Return the options of the search."""
    parser = argparse.ArgumentParser(prog="python -m agents.tune_greedy", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--generations", type=int, default=20, help="how often new weights are drawn (%(default)s)")
    parser.add_argument("--population", type=int, default=32, help="sets of weights in each (%(default)s)")
    parser.add_argument("--games", type=int, default=96, help="games that each set plays (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same weights (%(default)s)")
    parser.add_argument("--spread", type=float, default=0.4, help="first spread, a part of each weight (%(default)s)")
    parser.add_argument("--boards", default="bird,snake", help="boards that are played, with commas (%(default)s)")
    parser.add_argument("--weights", default="", help="weights that are searched, with commas; the others stay (all)")
    return parser


def main() -> None:
    """Read the options and search."""
    parser = options()
    given = vars(parser.parse_args())
    try:
        boards = [one_of("board", board, BOARDS) for board in given.pop("boards").split(",")]
        chosen = given.pop("weights")
        names = [one_of("weight", name, NAMES) for name in chosen.split(",")] if chosen else NAMES
    except ValueError as error:
        parser.error(str(error))
    search(**given, boards=boards, names=names)


if __name__ == "__main__":
    main()
