"""`arnak export-model`: a trained model as a small folder that plays without torch."""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli.errors import plain_errors


def export_model(
    model: Path = typer.Argument(help="Trained model, or its folder, for example runs/solo_quick."),
    folder: Path = typer.Argument(help="Folder to write; its name is the model's, for example models/my-solo."),
    full: bool = typer.Option(False, "--full", help="Weights in float32 instead of float16: twice the size."),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the network in that folder."),
) -> None:
    """Write a trained model as a small folder that plays without torch, as agent ppo:FOLDER.

    The folder holds policy.npz (the network), model.json (what it plays, how it was trained, checksums) and card.md.
    """
    with plain_errors():
        from agents.policy_export import export
        from agents.policy_files import FOLDER as BASELINES
        from agents.policy_files import POLICY

        described = export(model, folder, half=not full, overwrite=overwrite)
        size = (folder / POLICY).stat().st_size
    typer.echo(f"network:       {folder / POLICY} ({size / 1e6:.1f} MB, {described.network})")
    typer.echo(f"plays:         {described.plays.words()}")
    baseline = folder.resolve().parent == BASELINES.resolve()
    typer.echo(f"as agent:      {folder.resolve().name if baseline else f'ppo:{folder}'}")
