"""Options that commands which play many games have in common."""

from __future__ import annotations

import typer

_NAMES = (
    "random, greedy, search or search:SETTINGS, a trained agent by name, lookahead:NETWORK, ppo:PATH, FILE.py:CLASS"
)
AGENTS = typer.Option("random,greedy", help=f"Agents, with commas: {_NAMES}.")
SEED = typer.Option(0, help="Same seed, same games, same tables.")
RESUME = typer.Option(False, "--resume", help="Go on with the games in that folder.")
OVERWRITE = typer.Option(False, "--overwrite", help="Remove the results in that folder first.")
COMPONENTS = typer.Option(
    None,
    "--expansion-components/--no-expansion-components",
    help="With the sites, guardians, assistants, idols and bonus tiles of Twisted Paths; "
    "when left out on spider and owl only.",
    show_default=False,
)
CONTENT = typer.Option(None, help="TOML file with corrections of the printed facts.")
SWITCHES = typer.Option("", help="Rule variants to switch on, with commas.")
BATCH_SIZE = typer.Option(0, help="Games played side by side; changes the speed only (0: default).")
WORKERS = typer.Option(
    "1", help="Who plays: a number of processes on this machine, or ray; changes the speed only, not the table."
)
ADDRESS = typer.Option(
    None,
    help="With --workers ray: auto for the Ray cluster of this machine, or HOST:PORT. "
    "When left out, Ray is started here and ended again.",
    show_default=False,
)
