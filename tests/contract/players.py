"""Random players, vectorised over a batch.

`Uniform` takes any legal action. Most of its games end early, because passing is one of few options at the start of
every round. `Long` rarely passes, ends a turn or declines, and each of its games has a taste of its own for every verb
and every single action, so that together they reach deep and rare positions.

Both need nothing but the state: the choice depends on the game's random key and the number of decisions taken. The
same game is therefore played the same way in every batch, process and thread.
"""

from __future__ import annotations

import numpy as np

from arnak_env import Batch
from arnak_env.arnak import actions as a

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_STYLES = 256


def scramble(x: np.ndarray) -> np.ndarray:
    """Mix the bits of 64-bit numbers."""
    with np.errstate(over="ignore"):
        x = x + _GOLDEN
        x = (x ^ (x >> np.uint64(30))) * _FIRST
        x = (x ^ (x >> np.uint64(27))) * _SECOND
    return x ^ (x >> np.uint64(31))


def fractions(batch: Batch, salt: int) -> np.ndarray:
    """Return a number in [0, 1) for every game, from its key and its number of decisions."""
    salted = batch.games["seed"] ^ scramble(np.asarray([salt], np.uint64))
    bits = scramble(salted ^ scramble(batch.games["decisions"].astype(np.uint64)))
    return (bits >> np.uint64(40)).astype(np.float64) / 2.0**24


class Uniform:
    """Every legal action with the same chance."""

    def __init__(self, salt: int = 0) -> None:
        self.salt = salt

    def weights(self, batch: Batch) -> np.ndarray:
        """Return how much each action is wanted in each game, shape ``(games, ACTIONS)``."""
        return batch.mask.astype(np.float32)

    def __call__(self, batch: Batch) -> np.ndarray:
        """Return one legal action for every game, int64 ``(games,)``."""
        ladder = np.cumsum(self.weights(batch), axis=1, dtype=np.float32)
        wanted = fractions(batch, self.salt).astype(np.float32) * ladder[:, -1]
        # Rounding may put the wanted number on the top of the ladder; the step before it is still a legal one.
        return np.argmax(ladder > np.minimum(wanted, np.nextafter(ladder[:, -1], 0.0))[:, None], axis=1)


class Long(Uniform):
    """Rarely passes, ends turns or declines; every game has its own tastes."""

    def __init__(self, salt: int = 0, patience: float = 0.01) -> None:
        super().__init__(salt)
        rng = np.random.default_rng(20_231_129)
        starts = [*a.FIRST.values(), a.ACTIONS]
        lengths = np.diff(starts)
        # Verbs with many components are not taken more often only because there are many.
        by_verb = np.exp(rng.normal(0, 1.2, (_STYLES, len(lengths)))) / np.sqrt(lengths)
        tastes = np.repeat(by_verb, lengths, axis=1) * np.exp(rng.normal(0, 0.7, (_STYLES, a.ACTIONS)))
        reluctance = np.exp(rng.normal(np.log(patience), 1.0, (_STYLES, 3)))
        for column, action in enumerate((a.A_PASS, a.A_END_TURN, a.A_DECLINE)):
            tastes[:, action] = np.minimum(reluctance[:, column], 1)
        self._tastes = np.maximum(tastes, 1e-4).astype(np.float32)

    def weights(self, batch: Batch) -> np.ndarray:
        styles = scramble(batch.games["seed"] ^ np.uint64(self.salt + 1)) % np.uint64(_STYLES)
        return batch.mask * self._tastes[styles.astype(np.int64)]


def play_on(batch: Batch, player: Uniform, steps: int, again: bool = False) -> int:
    """Play some steps in every game; return the number of decisions taken.

    Args:
        batch: the games.
        player: chooses the actions.
        steps: at most this many in each game.
        again: set finished games up anew.
    """
    taken = 0
    for _ in range(steps):
        over = batch.over
        if over.all() and not again:
            break
        if again and over.any():
            batch.reset(games=over)
        taken += int((batch.player >= 0).sum())
        batch.step(player(batch), illegal="ignore")
    return taken
