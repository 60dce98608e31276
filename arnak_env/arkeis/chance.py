"""Random numbers inside a game: counter-based, one named stream for each purpose.

A number depends only on the game's key, the stream and how many numbers the stream has given, so a game is the same
in every batch, process and thread. Seeds are hashed: neighbouring seeds share nothing.
"""

import numpy as np

from arnak_env.arkeis.compiled import kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel("u:u")
def mix(x):
    """Scramble 64 bits (the finaliser of SplitMix64)."""
    x = x + _GOLDEN
    x = (x ^ (x >> _S30)) * _FIRST
    x = (x ^ (x >> _S27)) * _SECOND
    return x ^ (x >> _S31)


@kernel("uu:u")
def hash_seed(seed, game_number):
    """Return the key of the `game_number`-th game after a reset with `seed`."""
    return mix(mix(seed) ^ mix(game_number + _GOLDEN))


@kernel("Gii:i")
def random_below(g, stream, n):
    """Return a uniform integer in ``range(n)`` from one of the game's streams."""
    count = g.counter[stream]
    g.counter[stream] = count + 1
    bits = mix(g.seed ^ mix((np.uint64(stream) << _S32) ^ np.uint64(count)))
    return int(((bits >> _S32) * np.uint64(n)) >> _S32)
