"""The measuring process of `regression`: reads the name of a measurement a line, answers with seconds.

It uses only what every commit offers, and no other module of this folder, because those belong to the commit that
runs the comparison.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import arnak_env
from arnak_env import Batch

Measurement = Callable[[], float]


def stepping(size: int, players: int, observe: bool, board: str = "bird") -> Measurement:
    """Seconds for one decision of uniform random play, without the time to choose it and without resets."""
    batch = Batch(size, board=board, num_players=players, observe=observe)
    for taken in range(40 * players):  # spreads the games over the course of play
        batch.step(np.where(np.arange(size) % (40 * players) > taken, batch.sample_actions(), -1), illegal="ignore")

    def measure() -> float:
        calls = max(4, 8192 // size)
        spent = 0.0
        for _ in range(calls):
            actions = batch.sample_actions()
            start = time.thread_time()
            batch.step(actions, illegal="ignore")
            spent += time.thread_time() - start
            if batch.over.any():
                batch.reset(games=np.flatnonzero(batch.over))
        return spent / (calls * size)

    return measure


def playing_out(players: int) -> Measurement:
    """Seconds for one decision of whole random games inside the compiled code."""
    batch = Batch(256, num_players=players, observe=False)

    def measure() -> float:
        batch.reset()
        start = time.thread_time()
        decisions = int(batch.playout().sum())
        return (time.thread_time() - start) / decisions

    return measure


def repeated(work: Callable[[Batch], object], size: int, observe: bool) -> Measurement:
    """Seconds for a game of one call on the whole batch."""
    batch = Batch(size, observe=observe)

    def measure() -> float:
        repeats = max(1, 2048 // size)
        start = time.thread_time()
        for _ in range(repeats):
            work(batch)
        return (time.thread_time() - start) / (repeats * size)

    return measure


def environment_step() -> Measurement:
    """Seconds for one step of a single environment, ends of games included."""
    environment = gymnasium.make("arnak_env/ArnakSolo-v0")
    _, info = environment.reset(seed=0)
    generator = np.random.default_rng(0)

    def measure() -> float:
        nonlocal info
        spent = 0.0
        for _ in range(500):
            action = int(generator.choice(np.flatnonzero(info["action_mask"])))
            start = time.thread_time()
            _, _, terminated, truncated, info = environment.step(action)
            spent += time.thread_time() - start
            if terminated or truncated:
                _, info = environment.reset()
        return spent / 500

    return measure


MEASUREMENTS: dict[str, Callable[[], Measurement]] = {
    "step, solo, batch 1": lambda: stepping(1, 1, True),
    "step, solo, batch 64": lambda: stepping(64, 1, True),
    "step, solo, batch 1,024": lambda: stepping(1024, 1, True),
    "step, solo, spider, batch 1,024": lambda: stepping(1024, 1, True, "spider"),
    "step, solo, owl, batch 1,024": lambda: stepping(1024, 1, True, "owl"),
    "step, 2 players, batch 1,024": lambda: stepping(1024, 2, True),
    "step, 4 players, batch 1,024": lambda: stepping(1024, 4, True),
    "step, solo, batch 1,024, no observation": lambda: stepping(1024, 1, False),
    "play-out, solo": lambda: playing_out(1),
    "play-out, 2 players": lambda: playing_out(2),
    "sample_actions, batch 1,024": lambda: repeated(Batch.sample_actions, 1024, False),
    "reset, batch 1,024": lambda: repeated(Batch.reset, 1024, True),
    "clone, batch 1,024, no observation": lambda: repeated(Batch.clone, 1024, False),
    "clone, batch 1": lambda: repeated(Batch.clone, 1, False),
    "scores, batch 1,024": lambda: repeated(Batch.scores, 1024, False),
    "gymnasium.make, one step": environment_step,
}


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr  # whatever the package prints must not look like an answer
    Batch(1)  # compiles if need be
    print(json.dumps({"package": arnak_env.__file__, "measurements": list(MEASUREMENTS)}), file=answers, flush=True)
    ready: dict[str, Measurement] = {}
    for line in sys.stdin:
        name = line.strip()
        answer: dict[str, object] = {}
        try:
            if name not in ready:
                ready[name] = MEASUREMENTS[name]()
            answer["seconds"] = ready[name]()
        except Exception as error:  # an older commit may lack it, or have the very bug that was mended since
            answer["failure"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
