"""Small commands: `scenario`, `warm-up`."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from arnak_env.cli.errors import fail, plain_errors


def scenario(
    files: list[Path] = typer.Argument(help="Scenario files (TOML) or folders of them."),
    show_legal: bool = typer.Option(False, "--show-legal", help="Also show what can be done at the end of each."),
    facts: Path | None = typer.Option(None, "--content", help="TOML file with corrections of the printed facts."),
) -> None:
    """Run scenario files.

    Each sets up a position and takes actions in words; what differs from the expected outcome is printed. The exit code
    is 0 when all is as expected and 1 when not.
    """
    with plain_errors():
        for path in files:
            if not path.exists():
                raise ValueError(f"no such scenario file or folder: {path}")
        from arnak_env.arnak.content import load_content
        from arnak_env.arnak.scenario import format_report, run_files

        printed = load_content(facts)
    results = run_files(files, printed)
    if not results:
        fail(f"no scenario in {', '.join(map(str, files))}")
    typer.echo(format_report(results, show_legal))
    raise typer.Exit(0 if all(result.passed for result in results) else 1)


def warm_up() -> None:
    """Compile the rules now, so that the first game, or several at once, need not wait."""
    start = time.perf_counter()
    from arnak_env import Batch
    from arnak_env.arnak.opcodes import BOARDS
    from arnak_env.core.compile import COMPILE_TIME

    typer.echo(f"Preparing the compiled rules; the first time takes {COMPILE_TIME} ...")

    for players in (1, 2):
        batch = Batch(len(BOARDS), board=list(BOARDS), num_players=players, seed=0)
        batch.step(batch.sample_actions())
        batch.playout()
    typer.echo(f"the rules are compiled and ready ({time.perf_counter() - start:.1f} s)")
