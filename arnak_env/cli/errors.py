"""What the user did wrong is told in one message, without a traceback; our own mistakes keep theirs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

WRONG_INPUT = 2
INTERRUPTED = 130


def fail(message: str, code: int = WRONG_INPUT) -> NoReturn:
    """Print an error and leave."""
    typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(code)


def interrupted(message: str) -> NoReturn:
    """Say what Ctrl-C has left behind, which is no error, and leave."""
    typer.echo(message, err=True)
    raise typer.Exit(INTERRUPTED)


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn errors that name a wrong value, file or missing package into a message and exit code 2.

    Ctrl-C, while the rules are compiled for example, ends with exit code 130. Only for the part of a command that reads
    what the user passed in.
    """
    try:
        yield
    except KeyboardInterrupt:
        interrupted("stopped before anything was begun")
    except (ValueError, ImportError, OSError) as error:
        fail(str(error))
