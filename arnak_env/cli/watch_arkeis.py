"""`arnak replay` for a recorded game of Arkeis."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arnak_env.cli.errors import fail, plain_errors
from arnak_env.cli.terminal import say, width

if TYPE_CHECKING:
    from arnak_env.arkeis.batch import Batch
    from arnak_env.core.replay import Replay


def watch_arkeis(recording: Replay, file: Path, step: bool, last: bool, seat: int | None) -> None:
    """Show a recorded game; it is checked that it ends as recorded.

    The table is shown at the start of each episode, at the camp and at the end.

    Args:
        recording: the replay.
        file: where it comes from.
        step: show the table before each action and wait for the return key.
        last: show the table at the end only.
        seat: the seat whose Explorer comes first, from 1; None: seat order.
    """
    with plain_errors():
        from arnak_env.arkeis.actions import action_number
        from arnak_env.arkeis.replays import play_through, start
        from arnak_env.arkeis.telling import following, opening

        batch = start(recording, str(file))
        count = int(batch.games["players"][0])
        if seat is not None and not 1 <= seat <= count:
            raise ValueError(f"unknown seat {seat}; seats of {file}: {', '.join(map(str, range(1, count + 1)))}")
    from arnak_env.arkeis.words import Scene
    from arnak_env.cli.play_arkeis import show_events, show_result

    viewer = None if seat is None else seat - 1
    show_events(opening(batch))
    shown: tuple[int, ...] = ()
    try:
        for number, words, _ in play_through(recording, batch, str(file)):
            now = (int(batch.games["stage"][0]), int(batch.games["slot"][0]))
            if step or (now != shown and not last):
                shown = now
                _show_table(batch, viewer)
            scene = Scene(batch.games[0], batch.content)
            say(f"{number:4}. {scene.explorer(scene.deciding())}: {words}", further=6)
            show_events(following(batch, action_number(words)))
            if step:
                input("(return) ")
    except ValueError as error:
        fail(str(error))
    except EOFError:
        raise typer.Exit from None
    _show_table(batch, viewer)
    show_result(Scene(batch.games[0], batch.content), batch)


def _show_table(batch: Batch, viewer: int | None) -> None:
    from arnak_env.render.arkeis import render_game

    seat = viewer if viewer is not None and viewer < int(batch.games["players"][0]) else None
    typer.echo(f"\n{render_game(batch.games[0], batch.content, seat, width())}\n")
