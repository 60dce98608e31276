"""A stopwatch for programs that run in an environment of their own; only the standard library."""

from __future__ import annotations

import json
import statistics
import sys
import time


class Stopwatch:
    """Adds up the processor time of the whole process, worker threads included, less what reading the clock costs."""

    def __init__(self) -> None:
        readings = []
        for _ in range(2001):
            start = time.process_time_ns()
            readings.append(time.process_time_ns() - start)
        self._cost = statistics.median(readings)
        self._spent = 0.0

    def start(self) -> None:
        self._started = time.process_time_ns()

    def stop(self) -> None:
        self._spent += time.process_time_ns() - self._started - self._cost

    @property
    def seconds(self) -> float:
        return max(self._spent, 1.0) * 1e-9


def arguments() -> tuple[int, float]:
    """Return the number of games side by side and how many seconds to play, from the command line."""
    return int(sys.argv[1]), float(sys.argv[2])


def report(watch: Stopwatch, decisions: int, games: int, actions: int, observation: int) -> None:
    """Print the result as one line of JSON.

    Args:
        watch: the time on the clock.
        decisions: decisions taken in it, of all players.
        games: games finished in it.
        actions: size of the action space.
        observation: numbers in one observation.
    """
    result = {
        "decisions_per_second": decisions / watch.seconds,
        "games_per_second": games / watch.seconds,
        "actions": actions,
        "observation": observation,
    }
    print(json.dumps(result))
