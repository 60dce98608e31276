"""`arnak play --resume FILE`: going on with a game from its replay, of either game."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arnak_env.cli.recorded import RecordedGame

if TYPE_CHECKING:
    from arnak_env.core.recordings import Recordings
    from arnak_env.core.replay import Replay

_NO_SETTINGS = ("resume", "game")  # what may stand beside it
_SAVED_BATCH = b"arnak_env games"
YOU = "you"


def resumed_game(context: typer.Context, path: Path) -> RecordedGame:
    """Return the game of a replay after its last action; it goes on in the same file.

    Raises:
        OSError: when there is no such file, or it cannot be read.
        ValueError: when it is no replay, damaged, recorded with other rules or facts, finished, of agents only, or
            cannot be written; and for options that the replay has settled.
    """
    from arnak_env.core.replay import Replay

    _check_options(context, path)
    _check_no_batch(path)
    replay = Replay.load(path)
    arkeis = replay.fingerprint.get("game") == "arkeis"
    _check_game(context, path, "arkeis" if arkeis else "arnak")
    return _arkeis(replay, path) if arkeis else _arnak(replay, path)


def _check_options(context: typer.Context, path: Path) -> None:
    """Refuse options beside it: the replay says what they would say."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is not None and source.name == "COMMANDLINE" and parameter.name not in _NO_SETTINGS:
            raise ValueError(f"{parameter.opts[0]} is settled by {path}; leave it out with --resume")


def _check_game(context: typer.Context, path: Path, recorded: str) -> None:
    source = context.get_parameter_source("game")
    if source is not None and source.name == "COMMANDLINE" and context.params["game"] != recorded:
        raise ValueError(f"{path} is a game of {recorded}, not of {context.params['game']}; leave --game out")


def _check_no_batch(path: Path) -> None:
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(_SAVED_BATCH)) == _SAVED_BATCH:
                raise ValueError(f"{path} is a batch saved by a program, no replay; Batch.load_file reads it")


def _arnak(replay: Replay, path: Path) -> RecordedGame:
    import agents
    from arnak_env import GameConfig
    from arnak_env.arnak.replays import ArnakRecordings
    from arnak_env.cli.play import ArnakGame

    recordings = ArnakRecordings()
    batch = recordings.start(replay, str(path))
    config = GameConfig(**replay.game)
    if YOU not in replay.players or len(replay.players) != config.num_players:
        seats = ", ".join(replay.players) or "unknown"
        raise ValueError(f"{path}: no seat of this game is yours, they are: {seats}; `arnak replay` shows it")
    names = [name for name in replay.players if name != YOU]
    others = [agents.load(name, seed=number) for number, name in enumerate(names)]
    game = ArnakGame(config, replay.seed, replay.players.index(YOU), others, batch.content)
    return _taken_up(game, recordings, replay, path)


def _arkeis(replay: Replay, path: Path) -> RecordedGame:
    from arnak_env.arkeis.replays import ArkeisRecordings
    from arnak_env.cli.play_arkeis import ArkeisGame

    recordings = ArkeisRecordings()
    batch = recordings.start(replay, str(path))
    return _taken_up(ArkeisGame(replay.game, replay.seed, batch.content), recordings, replay, path)


def _taken_up(game: RecordedGame, recordings: Recordings, replay: Replay, path: Path) -> RecordedGame:
    """Bring a game to the end of its replay; what follows is recorded there."""
    game.batch = recordings.start(replay, str(path))
    for _ in recordings.play_through(replay, game.batch, str(path)):
        pass
    if game.batch.over[0]:
        raise ValueError(f"{path} is a finished game; `arnak replay` shows it")
    game.replay, game.path = dataclasses.replace(replay, actions=list(replay.actions)), path
    try:
        game.save()
    except OSError as error:
        raise ValueError(f"{path} cannot be written ({error.strerror}), so the game cannot go on there") from None
    return game
