"""The runs of a plan: each is a rating or a tournament with a folder of its own, so each can be resumed."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import shlex
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import agents
from agents import policy_files
from agents.arena import rating
from agents.arena.configuration import RatingConfiguration
from agents.arena.episode_configuration import EpisodeConfiguration
from agents.arena.episode_rating import EpisodeRating
from agents.arena.rival_rating import RivalRating
from agents.arena.storage import CONFIGURATION
from agents.arena.tournament import Tournament
from agents.arena.tournament_configuration import TournamentConfiguration
from agents.arena.workers import Start
from agents.folders import read_text, write_text
from agents.results.plan import TRAINED, Plan
from agents.training.card import this_machine

RIVAL, LADDER, MATCHES, EPISODES = "rival", "ladder", "matches", "episodes"
TOURNAMENTS = (LADDER, MATCHES)
_RATINGS: dict[str, type[rating.Rating]] = {
    RIVAL: RivalRating,
    LADDER: Tournament,
    MATCHES: Tournament,
    EPISODES: EpisodeRating,
}
_PLAYED = "played.json"
_NOTE_EVERY = 5.0  # seconds
_SEPARATOR = ";"


@dataclasses.dataclass(frozen=True)
class Run:
    """Games that one configuration describes.

    Attributes:
        kind: ``rival``, ``ladder``, ``matches`` or ``episodes``.
        name: its folder below the folder of all games.
        configuration: what is played.
    """

    kind: str
    name: str
    configuration: Any

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents that take part."""
        return tuple(self.configuration.agents)

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.configuration.cells()) * int(self.configuration.games)

    def opened(self, out: Path, *, overwrite: bool = False, workers: Start | None = None) -> rating.Rating:
        """Return the rating in its folder, to go on with; see `agents.arena.rating.Rating`.

        Raises:
            ValueError, OSError, ConnectionError, MissingExtra: see there.
        """
        kind = _RATINGS[self.kind]
        return kind(self.configuration, out / self.name, resume=not overwrite, overwrite=overwrite, workers=workers)

    def command(self) -> str:
        """Return the command that plays this run alone."""
        asked = self.configuration
        words: dict[str, Any] = {"agents": asked.agents, "games": asked.games, "seed": asked.seed}
        if self.kind == EPISODES:
            name = "rate-episode"
            words |= {"episodes": asked.episodes, "players": asked.players, "elite": asked.elite}
        else:
            name = "tournament" if self.kind in TOURNAMENTS else "rate-rival"
            words["boards"] = asked.boards
            words |= {
                what: getattr(asked, what) for what in ("players", "difficulties", "objectives") if hasattr(asked, what)
            }
        options = [f"--{key} {shlex.quote(_listed(value))}" for key, value in words.items()]
        return f"arnak {name} {' '.join(options)}"


def _listed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def runs_of(plan: Plan) -> list[Run]:
    """Return the runs of a plan, in its order; `trained` agents that know none of the games are left out.

    Raises:
        ValueError, FileNotFoundError: naming the entry of a plan that cannot be played, and what is right.
    """
    runs: list[Run] = []
    for kind, entries, build in (
        (RIVAL, plan.rival, _rival_runs),
        (LADDER, plan.ladder, partial(_tournament_runs, LADDER)),
        (MATCHES, plan.matches, partial(_tournament_runs, MATCHES)),
        (EPISODES, plan.episodes, _episode_runs),
    ):
        for number, entry in enumerate(entries):
            try:
                runs += build(entry, plan.seed)
            except (ValueError, FileNotFoundError) as error:
                raise type(error)(f"{kind}.{number}: {error}") from None
    names = [run.name for run in runs]
    twice = next((run for i, run in enumerate(runs) if run.name in names[:i]), None)
    if twice is not None:
        raise ValueError(f"{twice.kind}: {', '.join(twice.agents)} appears twice, once as {TRAINED!r} and once by name")
    return runs


def _rival_runs(entry: Any, seed: int) -> list[Run]:
    runs = []
    for name, scope in _expanded(entry.agents, "arnak"):
        boards = [board for board in entry.boards if scope is None or board in scope.boards]
        if scope is not None and (1 not in scope.players or not boards):
            continue
        runs.append(
            Run(
                RIVAL,
                f"{RIVAL}/{folder_name(name)}",
                RatingConfiguration(
                    tuple(boards), tuple(entry.difficulties), (name,), entry.games, seed, tuple(entry.objectives)
                ),
            )
        )
    return runs


def _tournament_runs(kind: str, entry: Any, seed: int) -> list[Run]:
    names = [
        name
        for name, scope in _expanded(entry.agents, "arnak")
        if scope is None or (entry.players in scope.players and set(entry.boards) <= set(scope.boards))
    ]
    configuration = TournamentConfiguration(tuple(entry.boards), (entry.players,), tuple(names), entry.deals, seed)
    return [Run(kind, f"{kind}/{entry.players}_players", configuration)]


def _episode_runs(entry: Any, seed: int) -> list[Run]:
    from arnak_env.arkeis.content import load_content

    content = load_content()
    runs = []
    for name, scope in _expanded(entry.agents, "arkeis"):
        known = None if scope is None else {content.slot_of(episode) for episode in scope.episodes}
        episodes = [one for one in entry.episodes if known is None or content.slot_of(one) in known]
        if scope is not None and not episodes:
            continue
        configuration = EpisodeConfiguration(
            tuple(episodes), (name,), entry.games, seed, players=tuple(entry.players), elite=tuple(entry.elite)
        )
        runs.append(Run(EPISODES, f"{EPISODES}/{folder_name(name)}", configuration))
    return runs


def _expanded(names: Sequence[str], game: str) -> list[tuple[str, Any]]:
    """Return agents, each with the games it knows; None: whatever there is, or the agent itself says it."""
    found: list[tuple[str, Any]] = []
    for name in names:
        if name != TRAINED:
            found.append((name, None))
            continue
        for baseline in agents.BASELINES:
            scope = policy_files.read_description(
                policy_files.baseline_file(baseline).with_name(policy_files.DESCRIPTION)
            ).plays
            if scope.game == game:
                found.append((baseline, scope))
    return found


def folder_name(agent: str) -> str:
    """Return a name for a folder from that of an agent; other names, other folders."""
    plain = re.sub(r"[^\w.-]+", "-", agent).strip("-.")[-60:]
    return plain if plain == agent else f"{plain}-{hashlib.sha256(agent.encode()).hexdigest()[:6]}"


# --- playing ---------------------------------------------------------------------------------------------------------
@dataclasses.dataclass(frozen=True)
class State:
    """How far a run is.

    Attributes:
        finished: games that are played.
        refused: why it cannot go on, when it cannot: it was asked for differently, or its files are damaged.
    """

    finished: int
    refused: str = ""


def states(runs: Sequence[Run], out: Path) -> dict[str, State]:
    """Load all agents and look at all folders, before anything is played; returns the states by name.

    Raises:
        ValueError, OSError, MissingExtra: naming the run, when an agent cannot play it or the folder cannot be used.
    """
    found = {}
    for run in runs:
        kind = _RATINGS[run.kind]
        try:
            kind.runner(run.configuration).check_agents(run.configuration.cells())
        except ValueError as error:
            raise ValueError(f"{run.name}: {error}") from None
        try:
            with run.opened(out) as opened:
                found[run.name] = State(opened.finished)
        except ValueError as error:
            found[run.name] = State(0, str(error))
    return found


def play(
    run: Run,
    out: Path,
    *,
    overwrite: bool = False,
    workers: Start | None = None,
    workers_named: str = "1",
    progress: Callable[[str, int], None] = lambda agent, finished: None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[list[Any], list[str]]:
    """Play what is missing of a run, and return all of its games and what the user should know.

    Raises:
        Stopped, WorkerUnfit, WorkersLost, ValueError, OSError: see `agents.arena.rating.Rating`.
    """
    with run.opened(out, overwrite=overwrite, workers=workers) as opened:
        clock = _Clock(out / run.name, opened, workers_named)

        def told(agent: str, finished: int) -> None:
            clock.note(finished)
            progress(agent, finished)

        results = opened.play(told, stop)
        clock.note(len(results), last=True)
        return results, opened.notes


class _Clock:
    """Notes beside the games of a run how long they took, on which machine and when, whatever ends them."""

    def __init__(self, folder: Path, opened: rating.Rating, workers: str) -> None:
        self._path = folder / _PLAYED
        self._start = self._noted = time.monotonic()
        self._finished = opened.finished
        before = _read_played(self._path) if opened.finished else {}
        self._before = float(before.get("seconds", 0.0))
        machine = this_machine(1)
        self._facts = {
            "workers": workers,
            "begun": before.get("begun", _today()),
            "processor": machine.processor,
            "cores": machine.cores,
        }
        self._complete = opened.finished == opened.total and bool(before)

    def note(self, finished: int, *, last: bool = False) -> None:
        """Write it down, from time to time and at the end; a run that was complete stays as it is."""
        now = time.monotonic()
        if self._complete or (not last and now - self._noted < _NOTE_EVERY):
            return
        self._noted = now
        facts = {"seconds": round(self._before + now - self._start, 1), **self._facts, "ended": _today()}
        write_text(self._path, json.dumps(facts, indent=2) + "\n")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _read_played(path: Path) -> dict[str, Any]:
    """Return what was noted, nothing when it is missing.

    Raises:
        ValueError: naming the file, when it is damaged.
    """
    if not path.is_file():
        return {}
    try:
        found = json.loads(read_text(path))
        if not isinstance(found, dict) or not isinstance(found.get("seconds", 0.0), int | float):
            raise ValueError("it does not say how long the games took")
    except ValueError as error:
        raise ValueError(
            f"{path} is damaged ({error}); remove it, which loses when, where and how long the games were played"
        ) from None
    return found


def described(run: Run, out: Path, *, quick: bool) -> dict[str, Any]:
    """Return the line of a finished run in the table of runs."""
    folder = out / run.name
    written = json.loads(read_text(folder / CONFIGURATION))
    played = _read_played(folder / _PLAYED)
    return {
        "run": run.name,
        "kind": run.kind,
        "plan": "quick" if quick else "full",
        "agents": _SEPARATOR.join(run.agents),
        "cells": len(run.configuration.cells()),
        "games": run.games,
        "seed": run.configuration.seed,
        **{key: played.get(key, "") for key in ("seconds", "workers", "begun", "ended", "processor", "cores")},
        "rules": written["rules"],
        "content": written["content"],
        "agent_sources": _SEPARATOR.join(written["agents"].values()),
        "versions": _SEPARATOR.join(f"{name} {version}" for name, version in written["versions"].items()),
        "command": run.command(),
    }
