"""The command `arnak`. Each command imports what it needs when it runs, so that `arnak --help` answers at once."""

from __future__ import annotations

import typer

from arnak_env.cli import bench, play, rating, tools, training

app = typer.Typer(
    name="arnak",
    help="Lost Ruins of Arnak for research: rate the solo rival, play, train, and check rulings. Unofficial.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("rate-rival")(rating.rate_rival)
app.command("train")(training.train)
app.command("play")(play.play)
app.command("replay")(play.replay)
app.command("scenario")(tools.scenario)
app.command("content")(tools.content)
app.command("bench")(bench.bench)
app.command("warm-up")(tools.warm_up)


@app.callback(invoke_without_command=True)
def main(version: bool = typer.Option(False, "--version", help="Show the version and exit.")) -> None:
    """Lost Ruins of Arnak for research: rate the solo rival, play, train, and check rulings. Unofficial."""
    if version:
        from arnak_env import __version__

        typer.echo(f"arnak_env {__version__}")
        raise typer.Exit


if __name__ == "__main__":
    app()
