"""`arnak train`: train an agent from a configuration file."""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli.errors import fail, interrupted, plain_errors


def train(
    config: Path = typer.Argument(help="Configuration file, for example configs/solo_quick.yaml."),
    out: Path | None = typer.Option(None, help="Folder for the model, instead of the one in the file."),
    seed: int | None = typer.Option(None, help="Seed, instead of the one in the file."),
    seconds: float | None = typer.Option(None, help="Time limit in seconds, instead of the one in the file."),
    resume: bool = typer.Option(False, "--resume", help="Go on with the model in that folder."),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the model in that folder."),
) -> None:
    """Train sb3-contrib's MaskablePPO on the solo game; the model then plays as agent ppo:PATH.

    Ctrl-C ends the training and keeps the model; the same command with --resume goes on.
    """
    with plain_errors():
        from agents.training_config import read_config

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        configuration = read_config(config, out=out, seed=seed, seconds=seconds)
        from agents.model_files import MODEL
        from agents.train_ppo import Training, TrainingDiverged

        training = Training(configuration, overwrite=overwrite, resume=resume)
    folder = configuration.out
    try:
        with training:
            record = training.run()
    except TrainingDiverged as diverged:
        fail(str(diverged), code=1)
    except OSError as error:
        fail(f"the model could not be saved in {folder}: {error}")
    if record.ended == "interrupted":
        interrupted(
            f"stopped after {record.steps:,} decisions; the model is saved in {folder} and plays as ppo:{folder}. "
            "The same command with --resume goes on from there."
        )
    typer.echo(f"model:         {folder / MODEL}")
    typer.echo(f"rate it with:  arnak rate-rival --agents random,greedy,ppo:{folder}")
