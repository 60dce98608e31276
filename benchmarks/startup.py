"""How long it takes until the first step of either game: imports, compiled code from the cache, cold compilation.

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

FIRST_STEPS = {
    "Arnak": "import arnak_env; batch = arnak_env.Batch(1); batch.step(batch.sample_actions())",
    "Arkeis": "from arnak_env.arkeis.batch import Batch; batch = Batch(1); batch.step(batch.sample_actions())",
}
_GYMNASIUM = (
    "import gymnasium, arnak_env; environment = gymnasium.make('arnak_env/{}'); "
    "_, info = environment.reset(seed=0); environment.step(int(info['action_mask'].argmax()))"
)
FIRST_GYMNASIUM_STEPS = {"Arnak": _GYMNASIUM.format("ArnakSolo-v0"), "Arkeis": _GYMNASIUM.format("ArkeisEpisode-v0")}
PROGRAMS = {
    "python -c pass": "pass",
    "import numpy": "import numpy",
    "import numba": "import numba",
    "import arnak_env": "import arnak_env",
    **{f"{game}: first step of a Batch": program for game, program in FIRST_STEPS.items()},
    **{f"{game}: first step through gymnasium.make": program for game, program in FIRST_GYMNASIUM_STEPS.items()},
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
    cold_runs: int = typer.Option(1, min=0, help="Cold compilations of each game; one takes most of a minute."),
) -> None:
    """Measure imports, warm and cold start."""
    print(machine())
    print("Every line is a fresh interpreter. Medians, lowest to highest in brackets.\n")
    for program in FIRST_GYMNASIUM_STEPS.values():
        run_program(program)  # the cache is warm from here on
    values: dict[str, list[tuple[float, float]]] = {name: [] for name in PROGRAMS}
    for _ in range(runs):
        for name, program in PROGRAMS.items():
            values[name].append(run_program(program))
    rows = [_row(name, pairs) for name, pairs in values.items()]
    cold: dict[str, list[tuple[float, float]]] = {}
    for _ in range(cold_runs):
        for game, program in FIRST_STEPS.items():
            with tempfile.TemporaryDirectory(prefix="arnak_env-cold-") as cache:
                cold.setdefault(game, []).append(run_program(program, cache))
    rows += [_row(f"{game}: first step of a Batch, nothing compiled yet", pairs) for game, pairs in cold.items()]
    show("Start", ["", "seconds", "processor seconds"], rows)


def _row(name: str, pairs: list[tuple[float, float]]) -> list[str]:
    wall, processor = (Figure(tuple(values)) for values in zip(*pairs, strict=True))
    return [name, spoken(wall, ".2f"), spoken(processor, ".2f")]


if __name__ == "__main__":
    run_script(main)
