"""Recording games of Lost Ruins of Arnak and playing recordings through, see `arnak_env.core.replay`."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator
from typing import Any

from arnak_env.arnak.actions import SCHEMA, parse_action
from arnak_env.arnak.batch import Batch
from arnak_env.arnak.config import GameConfig
from arnak_env.arnak.content import Content, ContentError, amend_content, load_content
from arnak_env.arnak.saves import layout_fingerprint
from arnak_env.core.replay import Replay


def fingerprint(content: Content | None = None) -> dict[str, Any]:
    """Return the marks of the action numbers, the game record and the printed facts in use.

    Args:
        content: the facts; None: those of this package.
    """
    return {"actions": SCHEMA, "record": layout_fingerprint(), "content": load_content(content).fingerprint}


def new_replay(game: dict[str, Any], seed: int, players: list[str], content: Content | None = None) -> Replay:
    """Return the replay of a game that is about to start.

    Args:
        game: arguments of `Batch` that set it up, as in `GameConfig`.
        seed: its seed.
        players: who sits where, for the reader.
        content: the facts it is played with, when they are not those of this package; what differs is recorded.
    """
    corrections = {} if content is None else corrected_entries(content)
    return Replay(game=game, seed=seed, players=players, content=corrections, fingerprint=fingerprint(content))


def corrected_entries(content: Content) -> dict[str, list[dict[str, Any]]]:
    """Return the fields in which a content differs from that of this package, in the shape of an override file."""
    printed = load_content().entries
    found: dict[str, list[dict[str, Any]]] = {}
    for kind, entries in content.entries.items():
        for entry, fields in entries.items():
            ours = printed[kind][entry]
            other = {name: value for name, value in fields.items() if name not in ours or ours[name] != value}
            if other:
                found.setdefault(kind, []).append({"id": entry, **other})
    return found


def recorded_content(replay: Replay, what: str = "the replay") -> Content:
    """Return the facts that a replay was recorded with.

    Raises:
        ValueError: when its corrections do not fit the facts of this package.
    """
    if not replay.content:
        return load_content()
    try:
        return amend_content(load_content(), replay.content, what)
    except ContentError as error:
        raise ValueError(f"the corrections of printed facts in {what} cannot be used: {error}") from None


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
    content = recorded_content(replay, what)
    replay.check(fingerprint(content), what)
    known = {field.name for field in dataclasses.fields(GameConfig)}
    unknown = set(replay.game) - known
    if unknown:
        raise ValueError(f"{what} is damaged: unknown game settings {sorted(unknown)}; known: {sorted(known)}")
    try:
        return Batch(1, **replay.game, seed=replay.seed, content=content)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{what} is damaged: {error}") from None


def play_through(replay: Replay, batch: Batch, what: str = "the replay") -> Iterator[tuple[int, str, int]]:
    """Play a recording on the batch that `start` returned; yields number, words and seat of each action before it.

    Raises:
        ValueError: naming the entry, when an action is unknown or not allowed, or the end is not the recorded one.
    """
    for number, words in enumerate(replay, start=1):
        try:
            action = parse_action(words, int(batch.games["board"][0]))
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
