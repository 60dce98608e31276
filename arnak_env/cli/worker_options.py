"""The options `--workers` and `--address` of all commands that play many games."""

from __future__ import annotations

import typer

WORKERS = typer.Option(
    "1", help="Who plays: a number of processes on this machine, or ray; changes the speed only, not the table."
)
ADDRESS = typer.Option(
    None,
    help="With --workers ray: auto for the Ray cluster of this machine, or HOST:PORT. "
    "When left out, Ray is started here and ended again.",
    show_default=False,
)
