"""How fast the search agent is: weighted play-outs, simulations and decisions, in processor time of one thread.

Run with ``python -m benchmarks.search``.
"""

from __future__ import annotations

import time

import numpy as np
import typer

from agents.search import SearchAgent
from agents.search_settings import SearchSettings
from agents.search_weights import read_weights
from arnak_env import Batch
from arnak_env.arnak.opcodes import BOARDS
from benchmarks.measure import Figure, machine, run_script, show, spoken

GAMES = 1024
PLAYERS = (1, 2, 4)
BUDGETS = (100, 500, 2000)
_MIDDLE = 3  # rounds that are played before positions of the middle of the game


def playouts(runs: int) -> None:
    """Whole games by random and by weighted actions, from the start."""
    rows: list[list[str] | None] = []
    for players in PLAYERS:
        rows.append(None)
        for board in BOARDS:
            cells = []
            for weights in (None, read_weights()):
                batch = Batch(GAMES, board=board, num_players=players, observe=False)
                values = []
                for run in range(runs + 1):
                    batch.reset(seed=run)
                    start = time.thread_time()
                    batch.playout(seed=run, weights=weights)
                    if run:  # the first one warms up
                        values.append(GAMES / (time.thread_time() - start))
                cells.append(spoken(Figure(tuple(values)), ",.0f"))
            rows.append([f"{players} player{'s' if players > 1 else ''}, {board}", *cells])
    show(f"Play-outs from the start, batch {GAMES:,}", ["whole games/s", "all actions alike", "by weights"], rows)


def decisions(runs: int) -> None:
    """Simulations of the search agent at the start and in the middle of solo games, one game at a time."""
    rows: list[list[str] | None] = []
    for until, where in ((0, "at the start"), (_MIDDLE - 1, f"at the start of round {_MIDDLE}")):
        batch = Batch(runs + 1, difficulty=5, seed=1, observe=False)
        if until:
            batch.playout(seed=1, weights=read_weights(), until=until)
        for budget in BUDGETS:
            agent = SearchAgent(settings=SearchSettings(simulations=budget))
            values = []
            for run in range(runs + 1):
                start = time.thread_time()
                agent.search(batch, np.array([run]))
                if run:
                    values.append(time.thread_time() - start)
            spent = Figure(tuple(values))
            speed = Figure(tuple(budget / value for value in values))
            rows.append([f"{budget:,} simulations, {where}", spoken(spent.times(1e3), ".1f"), spoken(speed, ",.0f")])
    show("Solo games against level 5, bird", ["one decision", "milliseconds", "simulations/s"], rows)


def main(runs: int = typer.Option(9, min=1, help="Measurements of each figure.")) -> None:
    """Measure the search agent."""
    print(machine())
    print(f"Medians of {runs} runs, lowest to highest in brackets; processor time of one thread.\n")
    playouts(runs)
    decisions(runs)


if __name__ == "__main__":
    run_script(main)
