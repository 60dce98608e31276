"""`arnak train`: train an agent from a configuration file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from arnak_env.cli.errors import fail, interrupted, plain_errors


def train(
    config: Path = typer.Argument(help="Configuration file, for example configs/solo_quick.yaml."),
    changes: list[str] = typer.Argument(
        None,
        metavar="[KEY=VALUE]...",
        help="Entries instead of those in the file, for example ppo.learning_rate=1e-4 'environment.boards=[bird]'.",
        show_default=False,
    ),
    quick: bool = typer.Option(
        False, "--quick", help="A try of less than two minutes, in a folder of its own ending in _quick."
    ),
    out: Path | None = typer.Option(None, help="Folder for the model, instead of the one in the file."),
    seed: int | None = typer.Option(None, help="Seed, instead of the one in the file."),
    seconds: float | None = typer.Option(None, help="Time limit in seconds, instead of the one in the file."),
    resume: bool = typer.Option(False, "--resume", help="Go on with the training in that folder."),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the training in that folder."),
) -> None:
    """Train sb3-contrib's MaskablePPO; the model then plays as agent ppo:PATH.

    Ctrl-C ends the training and keeps the model. The same command with --resume goes on exactly where it was, also
    after a crash: then from the last checkpoint.
    """
    with plain_errors():
        from agents.training.reading import read_config

        if resume and overwrite:
            raise ValueError("--resume and --overwrite exclude each other")
        configuration = read_config(config, changes or (), quick=quick, out=out, seed=seed, seconds=seconds)
        from agents.arena.rating import Stopped
        from agents.training.run import Training, TrainingDiverged
        from agents.training.teacher import DamagedGames

        training = Training(configuration, overwrite=overwrite, resume=resume)
    folder = configuration.out
    try:
        with training:
            record = training.run()
    except TrainingDiverged as diverged:
        fail(str(diverged), code=1)
    except Stopped as stopped:
        instead = " in place of --overwrite" if overwrite else ""
        interrupted(
            f"stopped before the training itself began; what the teacher has played ({stopped.finished:,} of "
            f"{stopped.total:,} games) is kept. The same command with --resume{instead} goes on from there."
        )
    except (OSError, DamagedGames) as error:
        lines = [f"the training in {folder} ended: {error}", *getattr(error, "__notes__", [])]
        if isinstance(error, OSError) and (folder / "checkpoint.pt").is_file():
            instead = " in place of --overwrite" if overwrite else ""
            lines.append(
                f"when that is mended, such as room made on a full disk, the same command with --resume{instead} goes "
                "on from the last checkpoint, which is kept"
            )
        fail("; ".join(lines))
    if record.ended == "interrupted":
        instead = " in place of --overwrite" if overwrite else ""
        interrupted(
            f"stopped after {record.steps:,} decisions; the model is saved in {folder} and plays as ppo:{folder}. "
            f"The same command with --resume{instead} goes on from there."
        )
    _tell(folder, configuration)
    if not record.updates:
        typer.echo(
            "The time was up before the first update, so the network has learned nothing yet; go on with --resume."
        )


def _tell(folder: Path, configuration: Any) -> None:
    """Say where the model is, how well it plays and how to go on."""
    from agents.model_files import CARD, MODEL, read_description
    from agents.training.run import BEST, LOGS

    typer.echo(f"model:         {folder / MODEL}")
    if (folder / BEST / MODEL).is_file():
        typer.echo(f"best model:    {folder / BEST / MODEL}")
    typer.echo(f"card:          {folder / CARD}")
    if configuration.tensorboard:
        typer.echo(f"logs:          tensorboard --logdir {folder / LOGS}")
    evaluation = read_description(folder / MODEL).evaluation
    if evaluation is not None:
        result = evaluation.last[0]
        rate, score = result.win_rate, result.score
        against = f" against {result.opponent}" if result.opponent else ""
        low, high = 100 * (rate.low or 0.0), 100 * (rate.high or 1.0)
        typer.echo(
            f"evaluation:    won {100 * rate.value:.1f} % [{low:.1f}, {high:.1f}] of {result.games} games{against}, "
            f"{score.value:.1f} points on average"
        )
    from agents.training.card import try_command

    typer.echo(f"try it with:   {try_command(f'ppo:{folder}', configuration.environment)}")
