"""The command `arnak`. Each command imports what it needs when it runs, so that `arnak --help` answers at once."""

from __future__ import annotations

import difflib
from typing import Any

import typer
from typer.core import TyperGroup

from arnak_env.cli import (
    analysis,
    bench,
    check_episode,
    content,
    episode_rating,
    export,
    play,
    rating,
    results,
    scenario,
    tools,
    tournament,
    training,
    watch,
)
from arnak_env.cli.errors import interrupted


class Commands(TyperGroup):
    """The commands, with two answers that are the same for all of them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command; an unknown one is refused with the list of those there are."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            near = ", ".join(difflib.get_close_matches(args[0], known, n=2))
            ctx.fail(f"unknown command {args[0]!r}" + (f" (closest: {near})" if near else "") + f"; {_listed(known)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; one that Ctrl-C ends before it can say something itself ends with a message."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            interrupted("Interrupted.")


def _listed(known: list[str]) -> str:
    return f"commands are: {', '.join(known)}"


app = typer.Typer(
    name="arnak",
    cls=Commands,
    help="Lost Ruins of Arnak for research: rate the solo rival, play, train, and check rulings. Unofficial.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("rate-rival", short_help="Rate the solo rival with agents: table, plot, intervals.")(rating.rate_rival)
app.command("rate-episode", short_help="Rate episodes of Arkeis with agents: table, plot, intervals.")(
    episode_rating.rate_episode
)
app.command("analyse", short_help="Analyse what cards, assistants, research and rival tiles do to the margin.")(
    analysis.analyse
)
app.command("tournament", short_help="Let agents play each other: ratings, cross-table, intervals.")(
    tournament.tournament
)
app.command("results", short_help="Measure all that the page of results shows, and write it.")(results.results)
app.command("promote", short_help="Decide whether an agent beats another one.")(tournament.promote)
app.command("check-episode", short_help="Check an episode of Arkeis, play it, print its map.")(
    check_episode.check_episode
)
app.command("train", short_help="Train an agent with MaskablePPO.")(training.train)
app.command("export-model", short_help="Write a trained model as a small folder that plays without torch.")(
    export.export_model
)
app.command("play", short_help="Play in the terminal.")(play.play)
app.command("replay", short_help="Watch a recorded game.")(watch.replay)
app.command("scenario", short_help="Check rulings: run scenario files.")(scenario.scenario)
app.command("content", short_help="Say what a component does; list the facts that are not certain.")(content.content)
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
