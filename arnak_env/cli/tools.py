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


def warm_up(
    games: list[str] | None = typer.Argument(None, help="Games to prepare: arnak, arkeis. Without: arnak."),
) -> None:
    """Compile the rules of a game now, so that the first game, or several at once, need not wait."""
    from arnak_env.core.arguments import one_of
    from arnak_env.core.compile import COMPILE_TIME

    with plain_errors():
        chosen = [one_of("game", game, tuple(_WARM)) for game in games or ["arnak"]]
    for game in chosen:
        start = time.perf_counter()
        typer.echo(f"Preparing the compiled rules of {game}; the first time takes {COMPILE_TIME} ...")
        _WARM[game]()
        typer.echo(f"the rules of {game} are compiled and ready ({time.perf_counter() - start:.1f} s)")


def _warm_arnak() -> None:
    from arnak_env import Batch
    from arnak_env.arnak.opcodes import BOARDS

    for players in (1, 2):
        batch = Batch(len(BOARDS), board=list(BOARDS), num_players=players, seed=0)
        batch.step(batch.sample_actions())
        batch.playout()


def _warm_arkeis() -> None:
    from arnak_env.arkeis.batch import Batch

    batch = Batch(1, mode="campaign", explorers=("rebecca", "franck"), seed=0)
    batch.step(batch.sample_actions())
    batch.playout()


_WARM = {"arnak": _warm_arnak, "arkeis": _warm_arkeis}
