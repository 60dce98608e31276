"""The fit of the weights that play-outs of the search agent draw from: `python -m agents.tune_rollouts`.

Plays games with an agent and finds, by maximum likelihood, the weights with which drawing among the legal actions in
proportion to them is most like its play: a conditional logit over the legal actions. The logit of an action is the sum
of three numbers, one of the action, one of the action and the kind of decision, and one of both and the board; the
finer ones are held towards zero, so that what was seldom seen follows what was seen often.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import spread_seed
from agents.search_weights import ROLLOUTS, kinds, read_weights, write_weights
from arnak_env import Batch
from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ACTIONS
from arnak_env.core.arguments import one_of

_HOLD = (1e-6, 2e-5, 1e-4)  # how strongly each of the three numbers is held towards zero
_BOARDS = len(o.BOARDS)


class Decisions(NamedTuple):
    """Decisions and what was open in them, one entry of ``owner`` and ``action`` for each legal action.

    Attributes:
        row: the row of the weights that counts, int64 ``(decisions,)``.
        owner: the decision, int64 ``(entries,)``, ascending.
        action: the legal action, int64 ``(entries,)``.
        taken: the entry of the action that was taken, int64 ``(decisions,)``.
    """

    row: NDArray[np.int64]
    owner: NDArray[np.int64]
    action: NDArray[np.int64]
    taken: NDArray[np.int64]


def watch(name: str, games: int, seed: int) -> Decisions:
    """Play games of one to four players on all boards with an agent and return its decisions."""
    numbers = np.arange(games)
    players = [(1, 1, 1, 1, 2, 2, 3, 4)[i // _BOARDS % 8] for i in range(games)]
    batch = Batch(
        games,
        board=[o.BOARDS[i % _BOARDS] for i in range(games)],
        num_players=players,
        difficulty=[int(i // (8 * _BOARDS) % 6) if players[i] == 1 else 0 for i in range(games)],
        seed=spread_seed(seed, numbers),
    )
    agent = agents.load(name)
    batch_seen = batch if agent.needs_observation else batch.clone(observe=False)
    agent.begin(spread_seed(seed + 1, numbers))
    rows, owners, legal, taken = [], [], [], []
    decisions = entries = 0
    while not batch_seen.over.all():
        going = np.flatnonzero(~batch_seen.over)
        actions = agent.act(batch_seen)
        owner, action = np.nonzero(batch_seen.mask[going])
        rows.append(kinds(batch_seen.games[going]))
        owners.append(owner + decisions)
        legal.append(action)
        taken.append(np.flatnonzero(action == actions[going][owner]) + entries)
        decisions += len(going)
        entries += len(action)
        batch_seen.step(actions, illegal="ignore")
    return Decisions(*(np.concatenate(parts) for parts in (rows, owners, legal, taken)))


def fit(seen: Decisions, steps: int, rate: float = 0.1) -> NDArray[np.float32]:
    """Return the weights, float32 ``(boards * WEIGHT_ROWS, ACTIONS)``, the largest of each row 1."""
    cell = seen.row[seen.owner] * ACTIONS + seen.action
    kind = seen.row[seen.owner] % o.WEIGHT_ROWS * ACTIONS + seen.action
    places = (seen.action, kind, cell)
    sizes = (ACTIONS, o.WEIGHT_ROWS * ACTIONS, _BOARDS * o.WEIGHT_ROWS * ACTIONS)
    numbers = [np.zeros(size) for size in sizes]
    means, squares = [np.zeros(size) for size in sizes], [np.zeros(size) for size in sizes]
    first = np.flatnonzero(np.diff(seen.owner, prepend=-1))
    wanted = np.zeros(len(seen.action))
    wanted[seen.taken] = 1.0
    for step in range(1, steps + 1):
        logit = sum(number[place] for number, place in zip(numbers, places, strict=True))
        chance = np.exp(logit - np.maximum.reduceat(logit, first)[seen.owner])
        chance /= np.add.reduceat(chance, first)[seen.owner]
        error = (chance - wanted) / len(seen.row)
        pace = rate * min(1.0, 2.0 * (steps - step + 1) / steps)  # the second half slows down
        for k, place in enumerate(places):  # Adam
            slope = np.bincount(place, error, sizes[k]) + _HOLD[k] * numbers[k] / 100.0
            means[k] += 0.1 * (slope - means[k])
            squares[k] += 0.01 * (slope**2 - squares[k])
            corrected = np.sqrt(squares[k] / (1 - 0.99**step)) + 1e-9
            numbers[k] -= pace * means[k] / (1 - 0.9**step) / corrected
        if step % 50 == 0 or step == steps:
            print(f"{step:4}: log-likelihood {np.log(chance[seen.taken] + 1e-12).mean():.4f}", flush=True)
    whole = numbers[0] + numbers[1].reshape(-1, ACTIONS)
    logits = (whole + numbers[2].reshape(_BOARDS, o.WEIGHT_ROWS, ACTIONS)).reshape(-1, ACTIONS)
    return np.exp(np.clip(logits - logits.max(axis=1, keepdims=True), -14.0, 0.0)).astype(np.float32)


def score(weights: NDArray[np.float32] | None, games: int, seed: int) -> str:
    """Return in words what drawing by these weights scores in solo games."""
    found = []
    for board in o.BOARDS:
        batch = Batch(games, board=board, difficulty=5, seed=seed, observe=False)
        batch.playout(seed=seed, weights=weights)
        found.append(f"{board} {batch.scores()[:, 0].mean():.1f}")
    return ", ".join(found)


def options() -> argparse.ArgumentParser:
    """Return the options of the fit."""
    parser = argparse.ArgumentParser(prog="python -m agents.tune_rollouts", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--agent", default="greedy", help="agent whose play is fitted (%(default)s)")
    parser.add_argument("--games", type=int, default=2048, help="games that it plays (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same weights (%(default)s)")
    parser.add_argument("--steps", type=int, default=200, help="steps of the fit (%(default)s)")
    parser.add_argument("--out", type=Path, default=ROLLOUTS, help="file of the weights (%(default)s)")
    return parser


def main() -> None:
    """Read the options, fit, write the weights and show what they score."""
    parser = options()
    given = parser.parse_args()
    try:
        agents.check_name(given.agent)
        one_of("end of the file's name", given.out.suffix, [".npz"])
    except (ValueError, OSError) as error:
        parser.error(str(error))
    weights = fit(watch(given.agent, given.games, given.seed), given.steps)
    write_weights(given.out, weights)
    print(f"mean score in 500 solo games of level 5, all actions alike: {score(None, 500, 7)}")
    print(f"with these weights: {score(read_weights(given.out), 500, 7)}")


if __name__ == "__main__":
    main()
