"""`arnak train`: train an agent from a configuration file."""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli.errors import plain_errors


def train(
    config: Path = typer.Argument(help="Configuration file, for example configs/solo_quick.yaml."),
    out: Path | None = typer.Option(None, help="Folder for the model, instead of the one in the file."),
    seed: int | None = typer.Option(None, help="Seed, instead of the one in the file."),
    seconds: float | None = typer.Option(None, help="Time limit in seconds, instead of the one in the file."),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the model in that folder."),
) -> None:
    """Train sb3-contrib's MaskablePPO on the solo game; the model then plays as agent ppo:PATH."""
    with plain_errors():
        from agents.training_config import read_config

        configuration = read_config(config, out=out, seed=seed, seconds=seconds)
        from agents.model_files import MODEL
        from agents.train_ppo import Training

        training = Training(configuration, overwrite=overwrite)
    folder = training.run()
    typer.echo(f"model:         {folder / MODEL}")
    typer.echo(f"rate it with:  arnak rate-rival --agents random,greedy,ppo:{folder}")
