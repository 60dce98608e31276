"""How long it takes until the first step: imports, compiled code from the cache, and a cold compilation.

Run with ``python -m benchmarks.startup``. The cold compilation gets a cache folder of its own and leaves the usual one
alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import typer

from benchmarks.measure import Figure, machine, run_script, show, spoken

FIRST_STEP = "import arnak_env; batch = arnak_env.Batch(1); batch.step(batch.sample_actions())"
FIRST_GYMNASIUM_STEP = (
    "import gymnasium, arnak_env; environment = gymnasium.make('arnak_env/ArnakSolo-v0'); "
    "environment.reset(seed=0); environment.step(0)"
)
PROGRAMS = {
    "python -c pass": "pass",
    "import numpy": "import numpy",
    "import numba": "import numba",
    "import arnak_env": "import arnak_env",
    "first step of a Batch": FIRST_STEP,
    "first step through gymnasium.make": FIRST_GYMNASIUM_STEP,
}


def run_program(program: str, cache: str | None = None) -> tuple[float, float]:
    """Run a program in a fresh interpreter; return its seconds on the wall and of the processor."""
    environment = dict(os.environ)
    if cache is not None:
        environment["ARNAK_CACHE_DIR"] = cache
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, processor


def main(
    runs: int = typer.Option(7, min=1, help="Fresh interpreters for each line."),
    cold_runs: int = typer.Option(1, min=0, help="Cold compilations; each takes most of a minute."),
) -> None:
    """Measure imports, warm and cold start."""
    print(machine())
    print("Every line is a fresh interpreter. Medians, lowest to highest in brackets.\n")
    run_program(FIRST_GYMNASIUM_STEP)  # the cache is warm from here on
    values: dict[str, list[tuple[float, float]]] = {name: [] for name in PROGRAMS}
    for _ in range(runs):
        for name, program in PROGRAMS.items():
            values[name].append(run_program(program))
    rows = [_row(name, pairs) for name, pairs in values.items()]
    cold = []
    for _ in range(cold_runs):
        with tempfile.TemporaryDirectory(prefix="arnak_env-cold-") as cache:
            cold.append(run_program(FIRST_STEP, cache))
    if cold:
        rows.append(_row("first step of a Batch, nothing compiled yet", cold))
    show("Start", ["", "seconds", "processor seconds"], rows)


def _row(name: str, pairs: list[tuple[float, float]]) -> list[str]:
    wall, processor = (Figure(tuple(values)) for values in zip(*pairs, strict=True))
    return [name, spoken(wall, ".2f"), spoken(processor, ".2f")]


if __name__ == "__main__":
    run_script(main)
