"""How fast games of Lost Ruins of Arnak are played: the batch, play-outs, environments, copies, threads, and memory.

Run with ``python -m benchmarks.throughput``; ``--only NAME`` measures one table.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import typer
from pettingzoo import AECEnv

import arnak_env  # noqa: F401  registers the environments
from arnak_env import Batch, arnak_v0
from arnak_env.arnak.opcodes import BOARDS
from arnak_env.arnak.state import GAME
from benchmarks.measure import (
    Figure,
    Stopwatch,
    machine,
    playout_rates,
    reset_finished,
    run_script,
    sample_without_passing,
    seconds_per_decision,
    show,
    spoken,
    spread_over_the_game,
    timed,
)

PLAYERS = (1, 2, 4)
SIZES = (1, 64, 1024, 8192)
LARGE = 1024
MASK_ONLY = "refresh, observe=False: only the mask"


def called(players: int) -> str:
    return "solo" if players == 1 else f"{players} players"


def positions(size: int, players: int, board: str, observe: bool = True, num_threads: int = 1) -> Batch:
    """Return a batch of positions from the whole course of play without early passing."""
    batch = Batch(size, board=board, num_players=players, observe=observe, num_threads=num_threads)
    spread_over_the_game(batch)
    return batch


def steps(runs: int) -> None:
    """Decisions per second with mask and observation, by board, players and batch."""
    rows: list[list[str] | None] = []
    for players in PLAYERS:
        rows.append(None)
        for board in BOARDS:
            cells = []
            for size in SIZES:
                figure = seconds_per_decision(positions(size, players, board), runs, sample_without_passing)
                cells.append(spoken(figure.per_second().times(1e-3)))
            rows.append([f"{called(players)}, {board}", *cells])
    columns = ["1000 decisions/s", *(f"batch {size:,}" for size in SIZES)]
    show(
        "Batch.step: rules, mask and observation, one thread, positions of play that avoids passing",
        columns,
        rows,
        "The time of step alone: choosing actions and resets are left out.",
    )


def parts(runs: int) -> None:
    """What the time of a step goes into, batch 1,024: in full on one board, in short on all of them."""
    columns = [_parts(players, "bird", runs) for players in PLAYERS]
    rows = [[name, *(spoken(figures[name].times(1e9)) for figures in columns)] for name in columns[0]]
    show(f"What a step consists of, bird, batch {LARGE:,}", ["ns a game", *map(called, PLAYERS)], rows)
    names = ("step", "step, observe=False", MASK_ONLY, "observe, into a new array")
    boards = {board: _parts(1, board, runs) for board in BOARDS}
    rows = [[board, *(spoken(figures[name].times(1e9)) for name in names)] for board, figures in boards.items()]
    show(f"The same by board, solo, batch {LARGE:,}", ["ns a game", *names], rows)


def _parts(players: int, board: str, runs: int) -> dict[str, Figure]:
    """Return the seconds that the parts of a step take."""
    seen = positions(LARGE, players, board)
    blind = positions(LARGE, players, board, observe=False)
    uniform = positions(LARGE, players, board)
    viewers = np.zeros(LARGE, np.int64)
    return {
        "step": seconds_per_decision(seen, runs, sample_without_passing),
        "step, observe=False": seconds_per_decision(blind, runs, sample_without_passing),
        "step, uniform random play": seconds_per_decision(uniform, runs, Batch.sample_actions),
        MASK_ONLY: timed(blind.refresh, LARGE, runs),
        "observe, into a new array": timed(lambda: seen.observe(viewers), LARGE, runs),
        "sample_actions": timed(seen.sample_actions, LARGE, runs),
    }


def playouts(runs: int) -> None:
    """Random play-outs inside the compiled code."""
    rows: list[list[str] | None] = []
    for players in PLAYERS:
        rows.append(None)
        for board in BOARDS:
            fresh = Batch(LARGE, board=board, num_players=players, observe=False)
            middle = positions(LARGE, players, board, observe=False)
            decisions, games, from_middle = playout_rates(fresh, middle, runs)
            figures = (decisions.times(1e-3), games, from_middle.times(1e-3))
            rows.append([f"{called(players)}, {board}", *map(spoken, figures)])
    columns = ["", "1000 decisions/s", "whole games/s", "from mid-game positions, 1000 decisions/s"]
    show(f"Batch.playout: uniform random play to the end, no observation, batch {LARGE:,}, one thread", columns, rows)


def games_of(environment: Any) -> Batch:
    """Return the batch that an environment plays on."""
    return environment.unwrapped.batch


def vector_environment(runs: int) -> None:
    """The native vector environment over the core, batch 1,024."""
    core = positions(LARGE, 1, "bird")
    copying, sharing = (
        gymnasium.make_vec("arnak_env/ArnakSolo-v0", num_envs=LARGE, board="bird", copy=copy) for copy in (True, False)
    )
    uniform = gymnasium.make_vec("arnak_env/ArnakSolo-v0", num_envs=LARGE, board="bird")
    for environment in (copying, sharing, uniform):
        environment.reset(seed=0)
    batches = {environment: games_of(environment) for environment in (copying, sharing, uniform)}
    for batch in batches.values():
        batch.games[:] = core.games
        batch.refresh()
    for _ in range(200):  # until restarts are as frequent as in the long run
        uniform.step(batches[uniform].sample_actions())
    calls = 24
    seconds: dict[str, list[float]] = {"core": [], "copy": [], "share": [], "uniform": []}
    watch = Stopwatch()

    def play(
        name: str,
        batch: Batch,
        step: Callable[[np.ndarray], object],
        choose: Callable[[Batch], np.ndarray] = sample_without_passing,
    ) -> None:
        watch.reset()
        decisions = 0
        for _ in range(calls):
            actions = choose(batch)
            decisions += LARGE - int(batch.over.sum())  # a game that is over only starts the next one
            watch.start()
            step(actions)
            watch.stop()
        seconds[name].append(watch.seconds / decisions)

    def core_step(actions: np.ndarray) -> None:
        core.step(actions, illegal="ignore")
        reset_finished(core)

    for _ in range(runs + 1):
        play("core", core, core_step)
        play("copy", batches[copying], copying.step)
        play("share", batches[sharing], sharing.step)
        play("uniform", batches[uniform], uniform.step, Batch.sample_actions)
    figures = {name: Figure(tuple(values[1:])) for name, values in seconds.items()}
    rows = []
    for name, words in (
        ("core", "Batch.step and reset of finished games"),
        ("copy", "vector environment, fresh arrays"),
        ("share", "vector environment, copy=False"),
        ("uniform", "vector environment, fresh arrays, uniform random play"),
    ):
        ratios = Figure(tuple(a / b for a, b in zip(figures[name].values, figures["core"].values, strict=True)))
        rows.append([words, spoken(figures[name].times(1e9)), spoken(ratios, ".2f")])
    show(
        f"make_vec against the core, solo, bird, batch {LARGE:,}, NEXT_STEP resets",
        ["", "ns a decision", "ratio"],
        rows,
        "Taken in turns in one process. Closing infos and the start of the next game are part of the time; a step that "
        "only starts a game is no decision. Uniform random play passes early, so its games are short and start often.",
    )


def one_game_at_a_time(runs: int) -> None:
    """Gymnasium and PettingZoo with a single game, and the batch of one."""
    rows = [["Batch(1).step, solo", *_single(_batch_of_one(), runs)]]
    solo = gymnasium.make("arnak_env/ArnakSolo-v0")
    rows.append(["gymnasium.make(...).step", *_single(_gymnasium_step(solo), runs)])
    rows.append(["the same without wrappers", *_single(_gymnasium_step(solo.unwrapped), runs)])
    for words, environment in (
        ("PettingZoo env(), 2 players: last and step", arnak_v0.env(num_players=2)),
        ("PettingZoo raw_env(), 2 players: last and step", arnak_v0.raw_env(num_players=2)),
    ):
        rows.append([words, *_single(_pettingzoo_step(environment), runs)])
    show(
        "One game at a time, us a decision",
        ["", "median decision", "mean, ends of games included", "reset"],
        rows,
        "The median is taken over single calls on the wall clock, the mean over whole games of processor time.",
    )


Player = Callable[[Stopwatch, list[int]], bool]


def _single(game: tuple[Player, Callable[[], object]], runs: int) -> list[str]:
    play, reset = game
    watch = Stopwatch()
    means: list[float] = []
    calls: list[int] = []
    resets: list[int] = []
    reset()
    for run in range(runs + 1):
        watch.reset()
        decisions = 0
        while decisions < 1500:
            over = play(watch, calls)
            decisions += 1
            if over:
                start = time.perf_counter_ns()
                reset()
                resets.append(time.perf_counter_ns() - start)
        if run:
            means.append(watch.seconds / decisions * 1e6)
    mean = spoken(Figure(tuple(means)), ".1f")
    return [f"{statistics.median(calls) / 1e3:.1f}", mean, f"{statistics.median(resets) / 1e3:.1f}"]


def _clocked(watch: Stopwatch, calls: list[int], work: Callable[[], object]) -> None:
    start = time.perf_counter_ns()
    watch.start()
    work()
    watch.stop()
    # The watch reads its clock inside the interval on the wall; that is taken off again.
    calls.append(int(time.perf_counter_ns() - start - watch.reading))


def _batch_of_one() -> tuple[Player, Callable[[], object]]:
    batch = Batch(1)

    def play(watch: Stopwatch, calls: list[int]) -> bool:
        actions = sample_without_passing(batch)
        _clocked(watch, calls, lambda: batch.step(actions))
        return bool(batch.over[0])

    return play, batch.reset


def _gymnasium_step(environment: gymnasium.Env) -> tuple[Player, Callable[[], object]]:
    def play(watch: Stopwatch, calls: list[int]) -> bool:
        action = int(sample_without_passing(games_of(environment))[0])
        _clocked(watch, calls, lambda: environment.step(action))
        return bool(games_of(environment).over[0])

    return play, environment.reset


def _pettingzoo_step(environment: AECEnv) -> tuple[Player, Callable[[], object]]:
    batch = games_of(environment)

    def play(watch: Stopwatch, calls: list[int]) -> bool:
        action = int(sample_without_passing(batch)[0])

        def decide() -> None:
            environment.last()
            environment.step(action)

        _clocked(watch, calls, decide)
        return bool(batch.over[0])

    return play, environment.reset


def copies(runs: int) -> None:
    """Clone and save; reset, determinize and scores by board; the size of a game."""
    batch, blind = Batch(LARGE), Batch(LARGE, observe=False)
    four = np.repeat(np.arange(LARGE), 4)
    one = Batch(1, observe=False)
    figures = [
        ("clone, four copies of each game, no observation", timed(lambda: blind.clone(four), len(four), runs)),
        ("clone, no observation", timed(blind.clone, LARGE, runs)),
        ("clone, mask and observation", timed(batch.clone, LARGE, runs)),
        ("clone of a batch of one", timed(one.clone, 1, runs)),
        ("save", timed(batch.save, LARGE, runs)),
    ]
    show(
        f"Copies, solo, bird, batch {LARGE:,}",
        ["", "ns a game"],
        [[words, spoken(figure.times(1e9))] for words, figure in figures],
    )
    by_board(runs)
    whole = GAME.itemsize + batch.mask[0].nbytes + batch.observation[0].nbytes
    sizes = [
        ["state record", GAME.itemsize],
        ["mask", batch.mask[0].nbytes],
        ["observation", batch.observation[0].nbytes],
        ["all three", whole],
        ["save, in a batch of 1,024", len(batch.save()) // LARGE],
    ]
    show("Memory, the same on every board", ["", "bytes a game"], [[words, f"{size:,}"] for words, size in sizes])


def by_board(runs: int) -> None:
    """Set-up, determinize and scores on each board."""
    rows = []
    for board in BOARDS:
        batch, blind = Batch(LARGE, board=board), Batch(LARGE, board=board, observe=False)
        figures = (
            timed(batch.reset, LARGE, runs),
            timed(lambda: blind.determinize(seed=1), LARGE, runs),  # noqa: B023  called at once
            timed(batch.scores, LARGE, runs),
        )
        rows.append([board, *(spoken(figure.times(1e9)) for figure in figures)])
    columns = ["ns a game", "reset, mask and observation", "determinize, no observation", "scores"]
    show(f"Set-up, solo, batch {LARGE:,}", columns, rows)


def threads(runs: int) -> None:
    """One thread against two, on the wall clock."""
    rows = []
    for size in (LARGE, 8192):
        batches = {count: positions(size, 1, "bird", num_threads=count) for count in (1, 2)}
        values: dict[int, list[float]] = {1: [], 2: []}
        calls = 16
        for _ in range(runs):
            for count, batch in batches.items():
                spent = 0
                for _ in range(calls):
                    actions = sample_without_passing(batch)
                    start = time.perf_counter_ns()
                    batch.step(actions)
                    spent += time.perf_counter_ns() - start
                    reset_finished(batch)
                values[count].append(spent * 1e-9 / (calls * size))
        gain = Figure(tuple(one / two for one, two in zip(values[1], values[2], strict=True)))
        figures = [Figure(tuple(values[count])).per_second().times(1e-3) for count in (1, 2)]
        rows.append([f"batch {size:,}", *map(spoken, figures), spoken(gain, ".2f")])
    show(
        "Threads, solo, bird, wall clock",
        ["", "1 thread, 1000 decisions/s", "2 threads, 1000 decisions/s", "gain"],
        rows,
        "Worth anything only while a second core is idle.",
    )


TABLES: dict[str, Callable[[int], None]] = {
    "steps": steps,
    "parts": parts,
    "playouts": playouts,
    "vector": vector_environment,
    "single": one_game_at_a_time,
    "copies": copies,
    "threads": threads,
}


def main(
    only: str = typer.Option("", help=f"One table: {', '.join(TABLES)}. Default: all."),
    runs: int = typer.Option(9, min=1, help="Measurements of each kind; medians are shown, the range in brackets."),
) -> None:
    """Measure how fast games are played."""
    if only and only not in TABLES:
        raise typer.BadParameter(f"unknown table {only!r}; one of {', '.join(TABLES)}", param_hint="--only")
    print(machine())
    print(f"Medians of {runs} runs, lowest to highest in brackets; processor time of one thread unless noted.\n")
    for name, table in TABLES.items():
        if only in ("", name):
            table(runs)


if __name__ == "__main__":
    run_script(main)
