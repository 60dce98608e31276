"""Recording games of Lost Ruins of Arnak and playing recordings through, see `arnak_env.core.replay`."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator
from typing import Any

from arnak_env.arnak.actions import SCHEMA, parse_action
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import GameConfig
from arnak_env.arnak.content import load_content
from arnak_env.core.replay import Replay


def fingerprint() -> dict[str, Any]:
    """Return the marks of the action numbers and printed facts in use."""
    return {"actions": SCHEMA, "content": load_content().fingerprint}


def new_replay(game: dict[str, Any], seed: int, players: list[str]) -> Replay:
    """Return the replay of a game that is about to start."""
    return Replay(game=game, seed=seed, players=players, fingerprint=fingerprint())


def final_state(batch: Batch) -> dict[str, Any]:
    """Return what a replay keeps of the end of the recording: scores, whether the game is over, a checksum."""
    return {
        "over": bool(batch.over[0]),
        "scores": [int(score) for score in batch.scores()[0]],
        "checksum": hashlib.sha256(batch.games[0].tobytes()).hexdigest()[:16],
    }


def start(replay: Replay, what: str = "the replay") -> Batch:
    """Return the game of a replay at its first decision.

    Raises:
        ValueError: when it was recorded with other rules or facts, or its set-up is not valid.
    """
    replay.check(fingerprint(), what)
    known = {field.name for field in dataclasses.fields(GameConfig)}
    unknown = set(replay.game) - known
    if unknown:
        raise ValueError(f"{what} is damaged: unknown game settings {sorted(unknown)}; known: {sorted(known)}")
    try:
        return Batch(1, **replay.game, seed=replay.seed)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{what} is damaged: {error}") from None


def play_through(replay: Replay, batch: Batch, what: str = "the replay") -> Iterator[tuple[int, str, int]]:
    """Play a recording on the batch that `start` returned; yields number, words and seat of each action before it.

    Raises:
        ValueError: naming the entry, when an action is unknown or not allowed, or the end is not the recorded one.
    """
    for number, words in enumerate(replay, start=1):
        try:
            action = parse_action(words)
        except ValueError as error:
            raise ValueError(f"{what}, action {number}: {error}") from None
        if batch.over[0]:
            raise ValueError(f"{what}, action {number}: {words!r} comes after the end of the game")
        if not batch.mask[0, action]:
            raise ValueError(f"{what}, action {number}: {words!r} is not allowed here: {batch.why_illegal(0, action)}")
        yield number, words, int(batch.player[0])
        batch.step([action])
    if replay.final is not None and final_state(batch) != replay.final:
        raise ValueError(f"{what} does not reproduce its game: it ends in another state than the recorded one")
