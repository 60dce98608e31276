"""The main job end to end: ``arnak rate-rival`` with random agents, 1,000 games in each cell.

Once the boards and levels of the base game (12 cells), once all boards and levels with and without objectives (88).

Run with ``python -m benchmarks.rating``. Imports, results on disk, table and plot are part of the time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import typer

from benchmarks.measure import Figure, machine, run_script, show, spoken

JOBS: dict[str, tuple[int, tuple[str, ...]]] = {  # cells, options
    "base game": (12, ("--boards", "bird,snake", "--difficulties", "0-5")),
    "everything": (88, ("--boards", "all", "--difficulties", "0-10", "--objectives", "0,3")),
}


def rate(job: str, agents: str, games: int) -> tuple[float, float]:
    """Run one rating in a fresh process; return its seconds on the wall and of the processor."""
    with tempfile.TemporaryDirectory(prefix="arnak_env-rating-") as folder:
        words = ["rate-rival", *JOBS[job][1], "--agents", agents]
        words += ["--games", str(games), "--seed", "1", "--out", str(Path(folder) / "rating")]
        before, start = os.times(), time.perf_counter()
        done = subprocess.run([sys.executable, "-m", "arnak_env.cli", *words], capture_output=True, text=True)
        wall, after = time.perf_counter() - start, os.times()
    if done.returncode:
        raise RuntimeError(f"arnak {' '.join(words)} failed:\n{done.stderr}")
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, processor


def main(
    agents: str = typer.Option("random", help="Agents, with commas; each is timed by itself."),
    games: int = typer.Option(1000, min=1, help="Games in each cell."),
    runs: int = typer.Option(3, min=1, help="Ratings of each agent."),
) -> None:
    """Measure a whole rating of the rival."""
    print(machine())
    print("Medians, lowest to highest in brackets.\n")
    rate("base game", "random", 1)  # compiles if need be
    rows = []
    for job, (cells, _) in JOBS.items():
        for agent in agents.split(","):
            times = [rate(job, agent, games) for _ in range(runs)]
            wall, processor = (Figure(values) for values in zip(*times, strict=True))
            speed = Figure(tuple(cells * games / seconds for seconds in processor.values))
            words = f"{job}, {cells} cells, {agent}"
            rows.append([words, spoken(wall, ".1f"), spoken(processor, ".1f"), spoken(speed)])
    title = f"arnak rate-rival, {games:,} games in each cell, compiled before"
    show(title, ["", "seconds", "processor seconds", "games per processor second"], rows)


if __name__ == "__main__":
    run_script(main)
