"""Ours beside other game environments: open_spiel's gin rummy, envpool's backgammon, catanatron's Catan.

Run with ``python -m benchmarks.peers --folder DIR``. Each of them is installed from the package index into an
environment of its own under that folder (kept for the next time; without the option a temporary folder is used). What
cannot be installed here is left out with the reason. Different games are compared, so the ratios say how cheap a
decision is, not whose code is better.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

import typer

from benchmarks.measure import Figure, machine, run_script, show, spoken

PROGRAMS = Path(__file__).with_name("peer_programs")
OURS = "arnak_solo.py"
INSTALLATION_LIMIT = 1200  # seconds


@dataclass(frozen=True)
class Peer:
    """Another system.

    Attributes:
        words: what it is called in the table.
        package: name on the package index.
        requirement: what is installed.
        program: file in `peer_programs`.
        sizes: numbers of games side by side to measure.
    """

    words: str
    package: str
    requirement: str
    program: str
    sizes: tuple[int, ...] = (1,)


PEERS = {
    "open_spiel": Peer("open_spiel, gin rummy", "open_spiel", "open_spiel>=1.6", "open_spiel_gin_rummy.py"),
    "envpool": Peer("envpool, backgammon", "envpool", "envpool>=1.2.5", "envpool_backgammon.py", (1, 1024)),
    "catanatron": Peer("catanatron, gymnasium", "catanatron_gym", "catanatron_gym==4.0.0", "catanatron_gym_env.py"),
}


_CLOCK = (
    "Processor time of step, observation, mask and the start of the next game; choosing actions is left out. "
    "Ratios are of decisions per second. Seen: numbers in an observation."
)
NOTES = {  # below the table of each number of games
    1: _CLOCK,
    1024: f"{_CLOCK} Games restart inside the step after their end, which is no decision. Ours is the row 'uniform "
    "random play' of python -m benchmarks.throughput --only vector; play that avoids passing, the other rows there, "
    "has richer positions and longer games. Compare figures of one table only: whatever else runs takes caches.",
}


class Unavailable(Exception):
    """A peer cannot be measured here."""


def install(peer: Peer, folder: Path) -> Path:
    """Return the interpreter of the peer's own environment, made first if need be.

    Raises:
        Unavailable: when it cannot be installed.
    """
    place = folder / peer.package
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    finished = place / "installed"
    if finished.exists():
        return python
    print(f"installing {peer.requirement} into {place}", file=sys.stderr)
    try:
        venv.create(place, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", peer.requirement],
            check=True,
            capture_output=True,
            text=True,
            timeout=INSTALLATION_LIMIT,
        )
    except subprocess.CalledProcessError as error:
        errors = [line for line in (error.stderr or "").splitlines() if line.startswith("ERROR")]
        raise Unavailable(errors[-1] if errors else f"pip ended with code {error.returncode}") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"not installed after {INSTALLATION_LIMIT} s") from None
    finished.touch()
    return python


def installed_version(python: Path, package: str) -> str:
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True).stdout.strip()


def measure(python: Path | str, program: str, size: int, seconds: float) -> dict[str, float]:
    """Run one program in a process of its own."""
    environment = dict(os.environ, OMP_NUM_THREADS="1")
    done = subprocess.run(
        [str(python), str(PROGRAMS / program), str(size), str(seconds)],
        capture_output=True,
        text=True,
        env=environment,
    )
    if done.returncode:
        raise Unavailable((done.stderr.strip().splitlines() or ["it ended without a word"])[-1])
    return json.loads(done.stdout.splitlines()[-1])


def main(
    folder: Path | None = typer.Option(None, help="Where the peers are installed and kept; default: a temporary one."),
    only: str = typer.Option("", help=f"Peers, with commas: {', '.join(PEERS)}. Default: all."),
    runs: int = typer.Option(3, min=1, help="Processes of each system."),
    seconds: float = typer.Option(5.0, min=0.1, help="Time to play in each process."),
) -> None:
    """Measure ours beside other game environments."""
    chosen = only.split(",") if only else list(PEERS)
    for name in chosen:
        if name not in PEERS:
            raise typer.BadParameter(f"unknown peer {name!r}; one of {', '.join(PEERS)}", param_hint="--only")
    print(machine())
    print(f"Medians of {runs} runs, one process for each system and run, taken in turns.\n", flush=True)
    measure(sys.executable, OURS, 1, 0.1)  # compiles if need be
    if folder is not None:
        _compare([PEERS[name] for name in chosen], folder.resolve(), runs, seconds)
        return
    with tempfile.TemporaryDirectory(prefix="arnak_env-peers-") as place:
        _compare([PEERS[name] for name in chosen], Path(place), runs, seconds)


def _compare(peers: list[Peer], folder: Path, runs: int, seconds: float) -> None:
    pythons: dict[Peer, Path] = {}
    versions: dict[Peer, str] = {}
    for peer in peers:
        try:
            pythons[peer] = install(peer, folder)
            measure(pythons[peer], peer.program, 1, 0.1)
            versions[peer] = installed_version(pythons[peer], peer.package)
        except Unavailable as reason:
            pythons.pop(peer, None)
            print(f"{peer.words}: left out, {reason}")
    for size in NOTES:
        beside = [peer for peer in pythons if size in peer.sizes]
        if beside:
            _table(beside, pythons, versions, size, runs, seconds)


def _table(
    peers: list[Peer], pythons: dict[Peer, Path], versions: dict[Peer, str], size: int, runs: int, seconds: float
) -> None:
    ours: list[dict[str, float]] = []
    theirs: dict[Peer, list[dict[str, float]]] = {peer: [] for peer in peers}
    for _ in range(runs):
        ours.append(measure(sys.executable, OURS, size, seconds))
        for peer in peers:
            theirs[peer].append(measure(pythons[peer], peer.program, size, seconds))
    rows = [_row("ours, solo game", ours, ours)]
    rows += [_row(f"{peer.words} {versions[peer]}", results, ours) for peer, results in theirs.items()]
    show(
        f"{size:,} game{'s' if size > 1 else ''} at a time, uniform random play",
        ["", "actions, seen", "1000 decisions/s", "decisions/game", "games/s", "ours / theirs"],
        rows,
        NOTES[size],
    )


def _row(words: str, results: list[dict[str, float]], ours: list[dict[str, float]]) -> list[str]:
    decisions = Figure(tuple(result["decisions_per_second"] for result in results))
    games = Figure(tuple(result["games_per_second"] for result in results))
    pairs = zip(ours, results, strict=True)
    ratio = Figure(tuple(our["decisions_per_second"] / their["decisions_per_second"] for our, their in pairs))
    shape = f"{results[0]['actions']:.0f}, {results[0]['observation']:.0f}"
    length = f"{decisions.median / games.median:,.0f}"
    speed = spoken(decisions.times(1e-3), ",.1f" if decisions.median < 1e5 else ",.0f")
    return [words, shape, speed, length, f"{games.median:,.0f}", spoken(ratio, ".1f")]


if __name__ == "__main__":
    run_script(main)
