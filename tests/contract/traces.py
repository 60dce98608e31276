"""What is compared byte for byte."""

from __future__ import annotations

import hashlib

import numpy as np

from arnak_env import Batch

from .players import Uniform


def raw(games: np.ndarray) -> np.ndarray:
    """Return the bytes of game records, shape ``(games, itemsize)``.

    Compare these, not slices of the records: numpy copies records field by field, which leaves the gaps undefined.
    """
    return np.ascontiguousarray(games).view(np.uint8).reshape(len(games), -1)


def everything(batch: Batch) -> tuple[bytes, ...]:
    """Return all that a step could change."""
    return (batch.games.tobytes(), batch.mask.tobytes(), batch.observation.tobytes(), batch.player.tobytes())


class Trace:
    """A fingerprint of everything that every game of a batch went through."""

    def __init__(self, games: int) -> None:
        self.digests = [hashlib.blake2b(digest_size=16) for _ in range(games)]
        self.decisions = np.full(games, -1)

    def add(self, batch: Batch) -> None:
        """Take in the present state of every game that went on, with mask, observation, deciding player and scores."""
        scores = batch.scores()
        went_on = np.flatnonzero(batch.games["decisions"] != self.decisions)
        self.decisions = batch.games["decisions"].copy()
        for i in went_on:
            digest = self.digests[i]
            for part in (batch.games[i], batch.mask[i], batch.observation[i], batch.player[i], scores[i]):
                digest.update(part.tobytes())

    def words(self) -> list[str]:
        return [digest.hexdigest() for digest in self.digests]


def play_and_trace(batch: Batch, player: Uniform, steps: int = 5000) -> list[str]:
    """Play all games to the end (or for some steps); return the fingerprint of each."""
    trace = Trace(len(batch))
    trace.add(batch)
    for _ in range(steps):
        if batch.over.all():
            break
        batch.step(player(batch), illegal="ignore")
        trace.add(batch)
    return trace.words()
