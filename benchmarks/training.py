"""How quickly `arnak train` learns, and where the time goes: games, masks, network in play, learning, bookkeeping.

Run with ``python -m benchmarks.training`` (needs the extra ``train``). It trains from a configuration of `configs/` for
a few updates, without evaluations, in a folder that is removed afterwards.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typer

from benchmarks.measure import Figure, installed, machine, run_script, show, spoken

CONFIG = Path(__file__).parents[1] / "configs" / "solo_all_boards.yaml"
WARM_UP = 1  # updates that are not measured: compilation, first touch of memory


class Clock:
    """Adds up the processor time that this thread spends in a function.

    On an idle machine that is the time on the wall; on a busy one it leaves out waiting.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._inside = 0

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with its time counted; what it calls of the same clock counts once."""

        def timed(*arguments: Any, **named: Any) -> Any:
            start = time.thread_time()
            self._inside += 1
            try:
                return function(*arguments, **named)
            finally:
                self._inside -= 1
                if not self._inside:
                    self.seconds += time.thread_time() - start

        return timed


def measured(training: Any) -> list[dict[str, float]]:
    """Train and return, for each update, seconds by part and decisions; the first ones are left out."""
    from sb3_contrib.ppo_mask import ppo_mask

    from agents.training.environments import ResumableMonitor
    from agents.training.watch import Watch

    clocks = {name: Clock() for name in ("step", "masks", "learning", "bookkeeping")}
    parts = {
        "step": (ResumableMonitor, "step_wait"),
        "masks": (ppo_mask, "get_action_masks"),
        "learning": (ppo_mask.MaskablePPO, "train"),
    }
    rows: list[dict[str, float]] = []
    before: dict[str, float] = {}
    begin = clocks["bookkeeping"].around(Watch._on_rollout_start)

    def rollout_start(watch: Watch) -> None:
        begin(watch)
        now = {name: clock.seconds for name, clock in clocks.items()}
        now |= {"wall": time.perf_counter(), "thread": time.thread_time(), "decisions": float(watch.num_timesteps)}
        if before:
            rows.append({name: now[name] - before[name] for name in now})
        before.update(now)

    with ExitStack() as patches:
        for name, (owner, method) in parts.items():
            timed = clocks[name].around(getattr(owner, method))
            patches.enter_context(patch.object(owner, method, timed))
        patches.enter_context(patch.object(Watch, "_on_rollout_start", rollout_start))
        # The one checkpoint at the beginning falls into an update that is left out.
        patches.enter_context(
            patch.object(Watch, "_on_rollout_end", clocks["bookkeeping"].around(Watch._on_rollout_end))
        )
        training.run()
    return rows[WARM_UP:]


def main(
    config: Path = typer.Option(CONFIG, help="The configuration."),
    threads: int = typer.Option(2, min=1, help="Threads of torch."),
    updates: int = typer.Option(8, min=2, help="Updates that are measured."),
    num_envs: int = typer.Option(0, min=0, help="Games side by side; 0: as in the configuration."),
    batch_size: int = typer.Option(1024, min=2, help="Decisions in one step of the optimizer."),
    epochs: int = typer.Option(4, min=1, help="How often the learner goes over each decision."),
) -> None:
    """Measure the throughput of a training and its parts."""
    from agents.training.reading import read_config
    from agents.training.run import Training

    changes = [
        f"threads={threads}",
        "evaluation.every=null",
        "evaluation.final_games=0",
        "tensorboard=false",
        "imitation=null",
    ]
    changes += [f"ppo.batch_size={batch_size}", f"ppo.n_epochs={epochs}"]
    changes += [f"environment.num_envs={num_envs}"] if num_envs else []
    asked: Any = read_config(config, changes)
    steps = asked.environment.num_envs * asked.ppo.n_steps * (WARM_UP + updates + 1)
    with tempfile.TemporaryDirectory() as folder:
        asked = asked.model_copy(update={"out": Path(folder), "steps": steps, "seconds": None})
        with Training(asked) as training:
            rows = measured(training)
    print(f"{machine()}, torch {installed('torch')}, stable-baselines3 {installed('stable-baselines3')}")
    ppo = asked.ppo
    layers = f"{'x'.join(map(str, ppo.shared_layers)) or 'none'} shared, {'x'.join(map(str, ppo.layers))} each"
    wall = Figure(tuple(row["decisions"] / row["wall"] for row in rows))
    busy = Figure(tuple(row["decisions"] / row["thread"] for row in rows))
    table = [
        ("decisions/s on the wall", spoken(wall)),
        ("decisions/s of processor time of the main thread", spoken(busy)),
    ]
    names = {"step": "games: env.step", "masks": "masks", "learning": "learning", "bookkeeping": "state for --resume"}
    for name, words in names.items():
        share = Figure(tuple(100 * row[name] / row["thread"] for row in rows))
        table.append((f"{words}, % of that time", spoken(share, ".1f")))
    games = Figure(tuple(100 * (row["step"] + row["masks"]) / row["thread"] for row in rows))
    table.append(("games and masks together, %", spoken(games, ".1f")))
    show(
        f"{config.name}: {asked.environment.num_envs} games x {ppo.n_steps} decisions, batch {ppo.batch_size}, "
        f"{ppo.n_epochs} epochs, layers {layers}, {threads} threads",
        ("what", "median of the updates (lowest to highest)"),
        table,
        "The rest is the network choosing actions. A busy machine lowers the first line; the others hardly.",
    )


if __name__ == "__main__":
    run_script(main)
