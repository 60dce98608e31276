"""`arnak replay`: a recorded game in the terminal, with the view of one seat."""

from __future__ import annotations

from pathlib import Path

import typer

from arnak_env.cli.errors import fail, plain_errors
from arnak_env.cli.scores import show_scores
from arnak_env.cli.terminal import corrections, say, width


def replay(
    file: Path = typer.Argument(help="A replay saved by `arnak play`."),
    step: bool = typer.Option(False, "--step", help="Show the table before each action and wait for the return key."),
    last: bool = typer.Option(False, "--last", help="Show the table at the end only."),
    seat: int | None = typer.Option(
        None, help="Whose view to show, from 1; the first one when left out. Arkeis: whose Explorer comes first."
    ),
) -> None:
    """Watch a recorded game of either game; it is checked that it ends as recorded.

    The table is shown at the start of each round and at the end. What the seat could not know during the game is not
    shown.
    """
    with plain_errors():
        from arnak_env.core.replay import Replay

        recording = Replay.load(file)
    if recording.fingerprint.get("game") == "arkeis":
        from arnak_env.cli.watch_arkeis import watch_arkeis

        watch_arkeis(recording, file, step, last, seat)
        return
    with plain_errors():
        from arnak_env.arnak.actions import parse_action
        from arnak_env.arnak.replays import play_through, start
        from arnak_env.arnak.telling import following, opening, seen_by
        from arnak_env.render.text import render_game

        seat = 1 if seat is None else seat
        batch = start(recording, str(file))
        count = int(batch.games["players"][0])
        if not 1 <= seat <= count:
            raise ValueError(f"unknown seat {seat}; seats of {file}: {', '.join(map(str, range(1, count + 1)))}")
    viewer = seat - 1
    if recording.players:
        say(", ".join(f"player {number}: {name}" for number, name in enumerate(recording.players, 1)))
    if recording.content:
        say(f"Played with corrections of the printed facts: {corrections(recording.content)}.")
    for event in opening(batch):
        say(f"{event.kind} {event.words}", indent=6)
    board = int(batch.games["board"][0])
    shown = 0  # the round whose start was shown
    try:
        for number, words, player in play_through(recording, batch, str(file)):
            action = parse_action(words, board)
            begun = int(batch.games["round_number"][0])
            if step or (begun != shown and not last):
                shown = begun
                typer.echo(f"\n{render_game(batch.games[0], batch.content, viewer, width=width())}\n")
            say(f"{number:4}. player {player + 1}: {seen_by(batch, action, viewer)}", further=6)
            for event in following(batch, action, viewer):
                if event.kind == "forced":
                    say(f"player {event.seat + 1}: ({event.words})", indent=6)
                else:
                    named = event.kind in ("rival", "objective")
                    say(f"{event.kind} {event.words}" if named else event.words, indent=6)
            if step:
                input("(return) ")
    except ValueError as error:
        fail(str(error))
    except EOFError:
        raise typer.Exit from None
    typer.echo(f"\n{render_game(batch.games[0], batch.content, viewer, width=width())}\n")
    show_scores(batch)
