"""The command `arnak`. Each command imports what it needs when it runs, so that `arnak --help` answers at once."""

from __future__ import annotations

import typer

from arnak_env.cli import bench, play, rating, tools, training, watch

app = typer.Typer(
    name="arnak",
    help="Lost Ruins of Arnak for research: rate the solo rival, play, train, and check rulings. Unofficial.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("rate-rival", short_help="Rate the solo rival with agents: table, plot, intervals.")(rating.rate_rival)
app.command("train", short_help="Train an agent on the solo game.")(training.train)
app.command("play", short_help="Play in the terminal.")(play.play)
app.command("replay", short_help="Watch a recorded game.")(watch.replay)
app.command("scenario", short_help="Check rulings: run scenario files.")(tools.scenario)
app.command("content", short_help="List the printed facts that are not certain.")(tools.content)
app.command("bench", short_help="Measure the speed of the rules.")(bench.bench)
app.command("warm-up", short_help="Compile the rules now.")(tools.warm_up)


@app.callback(invoke_without_command=True)
def main(version: bool = typer.Option(False, "--version", help="Show the version and exit.")) -> None:
    """Lost Ruins of Arnak for research: rate the solo rival, play, train, and check rulings. Unofficial."""
    if version:
        from arnak_env import __version__

        typer.echo(f"arnak_env {__version__}")
        raise typer.Exit


if __name__ == "__main__":
    app()
