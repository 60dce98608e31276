"""How long agents take for a decision: a few whole games of each, one at a time, in one thread of this process."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from agents.arena.episode_rating import EpisodeRuns
from agents.arena.playing import GameRunner
from agents.arena.rating import Stopped
from agents.arena.rival_rating import RivalGames
from agents.arena.showing import estimate_columns
from agents.arena.statistics import Estimate, mean
from agents.arena.tournament import TablePlay
from agents.base import Agent
from agents.folders import read_text, write_text
from agents.results.runs import EPISODES, LADDER, MATCHES, RIVAL, TOURNAMENTS, Run, folder_name
from agents.training.card import this_machine

_RUNNERS: dict[str, type[GameRunner]] = {
    RIVAL: RivalGames,
    LADDER: TablePlay,
    MATCHES: TablePlay,
    EPISODES: EpisodeRuns,
}
FOLDER = "speed"


class Timed:
    """An agent that notes the processor time of its decisions; everything else is the agent's.

    Args:
        agent: the agent.
        stop: asked before every decision; true raises `Stopped`.
    """

    def __init__(self, agent: Agent, stop: Callable[[], bool]) -> None:
        self._agent = agent
        self._stop = stop
        self.name = agent.name
        self.needs_observation = agent.needs_observation
        self.seconds = 0.0
        self.decisions = 0

    def begin(self, seeds: NDArray[np.int64], games: NDArray[np.intp] | None = None) -> None:
        """See `Agent.begin`."""
        self._agent.begin(seeds, games)

    def act(self, batch: Any, games: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """See `Agent.act`."""
        if self._stop():
            raise Stopped(0, 0)
        start = time.process_time()
        actions = self._agent.act(batch, games)
        self.seconds += time.process_time() - start
        self.decisions += 1
        return actions


@dataclasses.dataclass(frozen=True)
class Timing:
    """What is timed: an agent in games of a run."""

    run: Run
    agent: str

    @property
    def games_of(self) -> str:
        """Which games these are, in words."""
        if self.run.kind == EPISODES:
            return "Arkeis"
        return "1 player" if self.run.kind == RIVAL else f"{self.run.configuration.players[0]} players"

    def games(self, count: int) -> list[tuple[Any, int]]:
        """Return so many different games, from cells spread over those in which the agent has one seat."""
        cells = self.run.configuration.cells()
        if self.run.kind in TOURNAMENTS:
            own = [cell for cell in cells if cell.line_up.count(self.agent) >= 1]
            alone = [cell for cell in own if cell.line_up.count(self.agent) == 1]
            cells = alone or own
        chosen = [cells[k * len(cells) // count] for k in range(count)]
        return [(cell, chosen[:k].count(cell)) for k, cell in enumerate(chosen)]


def timings(runs: Sequence[Run]) -> list[Timing]:
    """Return what is to be timed: every agent in games of each kind, once."""
    found: dict[tuple[str, str], Timing] = {}
    for one in (Timing(run, agent) for run in runs for agent in run.agents):
        found.setdefault((one.games_of, one.agent), one)
    return list(found.values())


def measured(
    some: Sequence[Timing], games: int, out: Path, stop: Callable[[], bool] = lambda: False
) -> Iterator[dict[str, Any]]:
    """Yield the lines of the table of speeds; what was measured on this machine before is not measured again.

    Args:
        some: what is timed.
        games: how many games of each.
        out: folder of all games; measurements are kept there.
        stop: asked before every decision of a timed agent; true raises `Stopped`.

    Raises:
        Stopped: after `stop` said so; what is finished is kept.
        OSError: when a measurement cannot be kept.
    """
    (out / FOLDER).mkdir(parents=True, exist_ok=True)
    for one in some:
        path = out / FOLDER / f"{one.games_of.replace(' ', '_')}-{folder_name(one.agent)}.json"
        yield _kept(path, _decisive(one, games)) or _measure(one, games, path, stop)


def _decisive(one: Timing, games: int) -> dict[str, Any]:
    """Return what must be the same for a measurement to be kept."""
    described = one.run.configuration.described()
    machine = this_machine(1)
    return {
        "agent": described["agents"][one.agent],
        "rules": described["rules"],
        "versions": described["versions"],
        "games": [f"{cell} {number}" for cell, number in one.games(games)],
        "mean": "geometric",
        "threads": 1,
        "machine": f"{machine.processor}, {machine.cores} cores",
    }


def _kept(path: Path, decisive: dict[str, Any]) -> dict[str, Any]:
    """Return the line that was measured for the same, nothing when there is none."""
    try:
        kept = json.loads(read_text(path))
        return dict(kept["line"]) if kept["of"] == decisive else {}
    except (OSError, ValueError, KeyError, TypeError):  # missing or damaged: it is measured again
        return {}


def _measure(one: Timing, games: int, path: Path, stop: Callable[[], bool]) -> dict[str, Any]:
    kind = _RUNNERS[one.run.kind]
    agent = kind(one.run.configuration).agent(one.agent)
    _warm_up(kind, one, agent)
    times, decisions = [], 0
    for game in one.games(games):
        timed = Timed(agent, stop)
        # Processor time counts every thread, also those that wait for the matrices of a small network.
        with threadpool_limits(limits=1):
            kind(one.run.configuration, {one.agent: timed}).play_all([game], batch_size=1)
        if timed.decisions:
            times.append(1000 * timed.seconds / timed.decisions)
            decisions += timed.decisions
    line: dict[str, Any] = {"agent": one.agent, "games_of": one.games_of, "games": len(times), "decisions": decisions}
    # Times of games differ by factors, and none is below 0.
    line |= estimate_columns("milliseconds", Estimate(*np.exp(mean(np.log(times))).tolist()))
    write_text(path, json.dumps({"of": _decisive(one, games), "line": line}, indent=2) + "\n")
    return line


def _warm_up(kind: type[GameRunner], one: Timing, agent: Agent) -> None:
    """Let the agent decide once: compiled code is loaded by the first decision."""
    (cell, number), *_ = one.games(1)
    numbers = np.array([number], dtype=np.int64)
    batch = kind(one.run.configuration).batch([cell], numbers, agent.needs_observation)
    agent.begin(one.run.configuration.agent_seeds(numbers))
    agent.act(batch, np.arange(1))
