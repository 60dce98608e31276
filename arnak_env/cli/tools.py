"""Small commands: `scenario`, `content`, `warm-up`."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from arnak_env.cli.errors import plain_errors


def scenario(files: list[Path] = typer.Argument(help="Scenario files (TOML) or folders of them.")) -> None:
    """Run scenario files: set up each position, take its actions, print what differs from the expected outcome."""
    with plain_errors():
        from arnak_env.arnak.scenario import run_files

        found: list[Path] = []
        for path in files:
            if path.is_dir():
                inside = sorted(path.rglob("*.toml"))
                if not inside:
                    raise ValueError(f"no scenario file (*.toml) in the folder {path}")
                found.extend(inside)
            elif path.is_file():
                found.append(path)
            else:
                raise ValueError(f"no such scenario file: {path}")
        code = run_files(found)
    raise typer.Exit(code)


def content(
    authored: bool = typer.Option(False, "--authored", help="Only entries that are not read from the printed game."),
) -> None:
    """List the printed facts in use that are less than certain, with where they come from."""
    with plain_errors():
        from arnak_env.arnak.content import fingerprint

        typer.echo(f"content {fingerprint()}")


def warm_up() -> None:
    """Compile the rules now, so that the first game, or several at once, need not wait."""
    start = time.perf_counter()
    from arnak_env import Batch

    for players in (1, 2):
        batch = Batch(2, board=["bird", "snake"], num_players=players, seed=0)
        batch.step(batch.sample_actions())
        batch.playout()
    typer.echo(f"the rules are compiled and ready ({time.perf_counter() - start:.1f} s)")
