"""Same seed, same game: in another process, in another kind of environment, game after game."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
from env_play import play_episode

SOLO = "arnak_env/ArnakSolo-v0"


def trace_hash(seed: int) -> str:
    """Play two episodes and return a hash of everything they returned."""
    env = gymnasium.make(SOLO, board="snake", difficulty=3, reward="potential")
    digest = hashlib.sha256()
    rng = np.random.default_rng(seed)
    for reset_seed in (seed, None):
        for step in play_episode(env, rng, seed=reset_seed):
            digest.update(step[0].tobytes())
            digest.update(step[-1]["action_mask"].tobytes())
            digest.update(repr(step[1:4]).encode() if len(step) == 5 else b"reset")
    return digest.hexdigest()


def test_same_in_another_process() -> None:
    """Trap 28: equal traces in another process; different seeds differ."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nimport arnak_env, test_seeding\n"
    code += "print(*[test_seeding.trace_hash(seed) for seed in (7, 8)])"
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert other == [trace_hash(7), trace_hash(8)]
    assert other[0] != other[1]


def test_fifty_seeds_to_the_end() -> None:
    """Trap 29: determinism is checked over whole games, not over one step."""
    assert [trace_hash(seed) for seed in range(50)] == [trace_hash(seed) for seed in range(50)]


def test_starts_are_distinct() -> None:
    """Trap 30: n seeds are n different starts, and so are n episodes of one seed."""
    env = gymnasium.make(SOLO)
    starts = {env.reset(seed=seed)[0].tobytes() for seed in range(100)}
    episodes = {env.reset(seed=0)[0].tobytes()} | {env.reset()[0].tobytes() for _ in range(99)}
    assert len(starts) > 90  # the first view may coincide; the games behind it do not
    assert len(episodes) > 90
    games = set()
    for seed in range(100):
        env.reset(seed=seed)
        games.add(env.unwrapped.batch.games["item_deck"].tobytes())
    assert len(games) == 100


def test_numpy_seeds() -> None:
    env = gymnasium.make(SOLO).unwrapped
    assert np.array_equal(env.reset(seed=3)[0], env.reset(seed=int(np.int64(3)))[0])
