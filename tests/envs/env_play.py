"""Helpers of the environment tests: random legal players and comparisons that look at every field."""

from __future__ import annotations

from typing import Any

import numpy as np


def random_legal(rng: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    """Return one random legal action per row of masks."""
    return (rng.random(masks.shape) * masks.astype(bool)).argmax(-1)


def last_legal(masks: np.ndarray) -> np.ndarray:
    """Return the legal action with the highest number per row of masks: a plain rule that plays real games."""
    return masks.shape[-1] - 1 - masks[..., ::-1].astype(bool).argmax(-1)


def difference(first: Any, second: Any, path: str = "") -> str:
    """Return where two results differ in value, type, dtype or shape; empty when they are the same."""
    if isinstance(first, dict) and isinstance(second, dict):
        if first.keys() != second.keys():
            return f"{path}: keys {sorted(first)} and {sorted(second)}"
        return next((d for key in first if (d := difference(first[key], second[key], f"{path}/{key}"))), "")
    if isinstance(first, (list, tuple)) and type(first) is type(second):
        if len(first) != len(second):
            return f"{path}: {len(first)} and {len(second)} entries"
        pairs = enumerate(zip(first, second, strict=True))
        return next((d for i, (a, b) in pairs if (d := difference(a, b, f"{path}[{i}]"))), "")
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        if first.dtype != second.dtype or first.shape != second.shape:
            return f"{path}: {first.dtype} {first.shape} and {second.dtype} {second.shape}"
        if first.dtype == object:
            return difference(first.tolist(), second.tolist(), path)
        return "" if np.array_equal(first, second) else f"{path}: {first!r} and {second!r}"
    if type(first) is not type(second):
        return f"{path}: {type(first).__name__} and {type(second).__name__}"
    return "" if first == second else f"{path}: {first!r} and {second!r}"


def arrays_in(data: Any) -> list[np.ndarray]:
    """Return every numeric array inside nested dicts, lists, tuples and object arrays."""
    if isinstance(data, dict):
        return [array for value in data.values() for array in arrays_in(value)]
    if isinstance(data, (list, tuple)):
        return [array for value in data for array in arrays_in(value)]
    if isinstance(data, np.ndarray):
        return arrays_in(data.tolist()) if data.dtype == object else [data]
    return []


def play_episode(env: Any, rng: np.random.Generator, seed: int | None = None, **reset: Any) -> list[tuple[Any, ...]]:
    """Play one episode of a single environment with random legal actions; return all it gave."""
    observation, info = env.reset(seed=seed, **reset)
    trace: list[tuple[Any, ...]] = [(observation, info)]
    done = False
    while not done:
        result = env.step(int(random_legal(rng, info["action_mask"])))
        trace.append(result)
        info, done = result[4], result[2] or result[3]
    return trace
