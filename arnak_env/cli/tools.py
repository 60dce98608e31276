"""Small commands: `warm-up`."""

from __future__ import annotations

import time

import typer

from arnak_env.cli.errors import plain_errors


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
