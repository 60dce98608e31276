"""Is one commit slower than another? Both are measured in turns, so that only their ratio counts.

Run with ``python -m benchmarks.regression BASE [HEAD]``. Each commit is checked out into a git worktree of its own and
gets one long-lived process; the two take turns measurement by measurement, so that whatever else the machine does hits
both alike.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

import typer

from benchmarks.measure import machine, run_script, show

ROOT = Path(__file__).resolve().parents[1]
WORKER = Path(__file__).with_name("regression_worker.py")
NOTEWORTHY = 0.05


class Failed(Exception):
    """A commit cannot do what is measured."""


class Commit:
    """A commit in a worktree, with a process that measures it on request.

    Args:
        side: base or head.
        name: anything git understands as a commit.
        folder: where its worktree goes.
    """

    def __init__(self, side: str, name: str, folder: Path) -> None:
        self.side, self.name = side, name
        self._folder = folder
        self._git("worktree", "add", "--detach", "--quiet", str(folder), name)
        self.title = self._git("log", "-1", "--format=%h %s", name)
        compiled = str(folder.parent / "compiled")  # the usual cache folder stays as it is
        environment = dict(os.environ, PYTHONPATH=str(folder), PYTHONSAFEPATH="1", ARNAK_CACHE_DIR=compiled)
        self._process = subprocess.Popen(
            [sys.executable, str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=folder,
        )

    def wait(self) -> list[str]:
        """Wait until the process has compiled the rules; return the names of the measurements."""
        greeting = json.loads(self._answer())
        if not Path(greeting["package"]).is_relative_to(self._folder):
            raise RuntimeError(f"{self.name}: measured {greeting['package']} instead of the worktree {self._folder}")
        return greeting["measurements"]

    def measure(self, measurement: str) -> float:
        """Return seconds for one of what is measured.

        Raises:
            Failed: where this commit cannot do it.
        """
        assert self._process.stdin is not None
        self._process.stdin.write(measurement + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._answer())
        if "failure" in answer:
            raise Failed(f"{self.side}: {answer['failure']}")
        return float(answer["seconds"])

    def __enter__(self) -> Commit:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._git("worktree", "remove", "--force", str(self._folder))

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name}: the measuring process ended with code {self._process.wait()}")
        return line

    @staticmethod
    def _git(*words: str) -> str:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
        if done.returncode:
            raise typer.BadParameter(done.stderr.strip())
        return done.stdout.strip()


def main(
    base: str = typer.Argument(help="The commit to compare with."),
    head: str = typer.Argument("HEAD", help="The commit in question."),
    rounds: int = typer.Option(15, min=3, help="Pairs of measurements of each kind."),
    limit: float = typer.Option(0.0, help="Exit with code 1 when anything takes more than this many times as long."),
) -> None:
    """Compare the speed of two commits."""
    with tempfile.TemporaryDirectory(prefix="arnak_env-regression-") as place:
        folder = Path(place).resolve()
        with Commit("base", base, folder / "base") as before, Commit("head", head, folder / "head") as after:
            print(machine())
            print(f"base: {before.title}\nhead: {after.title}")
            print(f"Medians of {rounds} pairs taken in turns; processor time of one thread.\n", flush=True)
            before.wait()
            rows, worst = _compare(before, after, after.wait(), rounds)
    show("head against base", ["", "base, ns", "head, ns", "head / base", "middle half", ""], rows)
    if limit and worst > limit:
        print(f"slower than {limit:.2f} times base: {worst:.2f}")
        raise typer.Exit(1)


def _compare(before: Commit, after: Commit, measurements: list[str], rounds: int) -> tuple[list[list[str]], float]:
    rows, worst = [], 0.0
    for measurement in measurements:
        try:
            pairs = _pairs(before, after, measurement, rounds)
        except Failed as failure:
            rows.append([measurement, "-", "-", "-", "-", str(failure)])
            continue
        ratios = [head / base for base, head in pairs]
        ratio = statistics.median(ratios)
        low, _, high = statistics.quantiles(ratios, n=4)
        worst = max(worst, ratio)
        word = "slower" if low > 1 and ratio > 1 + NOTEWORTHY else ""
        word = "faster" if high < 1 and ratio < 1 - NOTEWORTHY else word
        base_time, head_time = (statistics.median(pair[side] for pair in pairs) * 1e9 for side in (0, 1))
        middle = f"{low:.2f} to {high:.2f}"
        rows.append([measurement, f"{base_time:,.0f}", f"{head_time:,.0f}", f"{ratio:.2f}", middle, word])
    return rows, worst


def _pairs(before: Commit, after: Commit, measurement: str, rounds: int) -> list[tuple[float, float]]:
    """Measure both in turns, each going first every other time."""
    for commit in (before, after):
        commit.measure(measurement)  # warms up
    pairs = []
    for turn in range(rounds):
        order = (before, after) if turn % 2 else (after, before)
        values = {commit.side: commit.measure(measurement) for commit in order}
        pairs.append((values["base"], values["head"]))
    return pairs


if __name__ == "__main__":
    run_script(main)
