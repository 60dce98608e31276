"""How fast games of Arkeis are played: the batch, play-outs, copies, and memory.

Run with ``python -m benchmarks.throughput_arkeis``; ``--only NAME`` measures one table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import typer

from arnak_env.arkeis.batch import NO_STEP, Batch
from arnak_env.arkeis.opcodes import EXPLORER_IDS
from arnak_env.arkeis.state import GAME
from benchmarks.measure import (
    machine,
    playout_rates,
    reset_finished,
    run_script,
    seconds_per_decision,
    show,
    spoken,
    timed,
)

EPISODES = (0, 1, 2)
TEAMS = (2, 5)
LARGE = 1024
SPREAD = 200  # decisions; random games are over before, so a batch spread this far holds every part of several games
CASES: dict[str, dict[str, Any]] = {
    f"episode {episode}, {players} Explorers": {"episode": episode, "explorers": EXPLORER_IDS[:players]}
    for episode in EPISODES
    for players in TEAMS
}
CASES["campaign, 2 Explorers"] = {"mode": "campaign", "explorers": EXPLORER_IDS[:2]}


def positions(case: dict[str, Any], observe: bool = True) -> Batch:
    """Return a batch of positions from the whole course of uniform random play."""
    batch = Batch(LARGE, observe=observe, **case)
    goal = np.random.default_rng(0).integers(0, SPREAD, LARGE)
    for taken in range(SPREAD):
        batch.step(np.where(goal > taken, batch.sample_actions(), NO_STEP), illegal="ignore")
        reset_finished(batch)
    return batch


def steps(runs: int) -> None:
    """Decisions per second with mask and observation and without observation, and what a step consists of."""
    rates, parts = [], []
    for words, case in CASES.items():
        seen, blind = positions(case), positions(case, observe=False)
        whole = seconds_per_decision(seen, runs, Batch.sample_actions)
        without = seconds_per_decision(blind, runs, Batch.sample_actions)
        rates.append([words, *(spoken(figure.per_second().times(1e-3)) for figure in (whole, without))])
        viewers = np.zeros(LARGE, np.int64)
        others = (
            timed(blind.refresh, LARGE, runs),
            timed(lambda: seen.observe(viewers), LARGE, runs),  # noqa: B023  called at once
            timed(seen.sample_actions, LARGE, runs),
        )
        parts.append([words, *(spoken(figure.times(1e9)) for figure in (whole, *others))])
    show(
        f"Arkeis, Batch.step: batch {LARGE:,}, one thread, positions of uniform random play",
        ["1000 decisions/s", "with mask and observation", "with the mask only"],
        rates,
        "The time of step alone: choosing actions and resets are left out.",
    )
    columns = ["ns a game", "step", "only the mask", "observe, a new array", "sample_actions"]
    show(f"Arkeis, what a step consists of, batch {LARGE:,}", columns, parts)


def playouts(runs: int) -> None:
    """Random play-outs inside the compiled code."""
    rows = []
    for words, case in CASES.items():
        decisions, games, middle = playout_rates(Batch(LARGE, observe=False, **case), positions(case, False), runs)
        rows.append([words, *map(spoken, (decisions.times(1e-3), games, middle.times(1e-3)))])
    columns = ["", "1000 decisions/s", "whole games/s", "from mid-game, 1000 decisions/s"]
    title = f"Arkeis, Batch.playout: uniform random play to the end, no observation, batch {LARGE:,}, one thread"
    show(title, columns, rows)


def copies(runs: int) -> None:
    """Clone, determinize, save and set-up; the size of a game."""
    rows = []
    four = np.repeat(np.arange(LARGE), 4)
    for words, case in CASES.items():
        seen, blind = positions(case), positions(case, observe=False)
        fresh = Batch(LARGE, **case)
        figures = (
            timed(lambda: blind.clone(four), len(four), runs),  # noqa: B023  called at once
            timed(seen.clone, LARGE, runs),
            timed(lambda: blind.determinize(seed=1), LARGE, runs),  # noqa: B023
            timed(blind.save, LARGE, runs),
            timed(fresh.reset, LARGE, runs),
        )
        rows.append([words, *(spoken(figure.times(1e9)) for figure in figures)])
    columns = ["ns a game", "clone, four of each", "clone, observed", "determinize", "save", "reset, observed"]
    show(
        f"Arkeis, copies and set-up, batch {LARGE:,}",
        columns,
        rows,
        "Observed: mask and observation are copied or written too; the others have no observation.",
    )
    batch = Batch(LARGE)
    sizes = [
        ["state record", GAME.itemsize],
        ["mask", batch.mask[0].nbytes],
        ["observation", batch.observation[0].nbytes],
        ["all three", GAME.itemsize + batch.mask[0].nbytes + batch.observation[0].nbytes],
    ]
    show("Arkeis, memory", ["", "bytes a game"], [[str(words), f"{size:,}"] for words, size in sizes])


TABLES: dict[str, Callable[[int], None]] = {"steps": steps, "playouts": playouts, "copies": copies}


def main(
    only: str = typer.Option("", help=f"One table: {', '.join(TABLES)}. Default: all."),
    runs: int = typer.Option(9, min=1, help="Measurements of each kind; medians are shown, the range in brackets."),
) -> None:
    """Measure how fast games of Arkeis are played."""
    if only and only not in TABLES:
        raise typer.BadParameter(f"unknown table {only!r}; one of {', '.join(TABLES)}", param_hint="--only")
    print(machine())
    print(f"Medians of {runs} runs, lowest to highest in brackets; processor time of one thread.\n")
    for name, table in TABLES.items():
        if only in ("", name):
            table(runs)


if __name__ == "__main__":
    run_script(main)
