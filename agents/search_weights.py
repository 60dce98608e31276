"""The weights that play-outs of the search agent draw actions from, and the file they are kept in.

`agents.tune_rollouts` makes the file. The one that comes with the package is the second of two fits: first to 1,024
games of the greedy agent, then, with those weights, to 256 games of the search agent with 128 simulations. It holds
logarithms in steps of 0.06, one byte each, which compresses well and is far finer than the fit is sure of.
"""

from __future__ import annotations

import functools
import io
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arnak_env.arnak import opcodes as o
from arnak_env.arnak.actions import ACTIONS, SCHEMA
from arnak_env.core.files import write_whole

ROLLOUTS = Path(__file__).with_name("search_rollouts.npz")
_STEP = 0.06
_SHAPE = (len(o.BOARDS) * o.WEIGHT_ROWS, ACTIONS)


def kinds(games: np.ndarray) -> NDArray[np.int64]:
    """Return the row of the weights that counts in each game, as the kernel `play_out` finds it."""
    top = np.maximum(games["frames"].astype(np.int64) - 1, 0)
    operation = games["frame"][np.arange(len(games)), top, o.F_OP].astype(np.int64)
    turn = 2 * (games["round_number"].astype(np.int64) - 1) + games["main_done"]
    kind = np.where(operation == o.OP_TURN, turn, o.TURN_ROWS + operation)
    return games["board"].astype(np.int64) * o.WEIGHT_ROWS + kind


def write_weights(path: Path, weights: NDArray[np.float32]) -> None:
    """Write weights, float32 ``(boards * WEIGHT_ROWS, ACTIONS)``, each above 0 and at most 1."""
    steps = np.clip(np.round(-np.log(weights) / _STEP), 0, 255).astype(np.uint8)
    data = io.BytesIO()
    np.savez_compressed(data, steps=steps, schema=np.int64(SCHEMA))
    write_whole(path, data.getvalue())


@functools.lru_cache(maxsize=4)
def read_weights(path: Path = ROLLOUTS) -> NDArray[np.float32]:
    """Return the weights of a file, float32 ``(boards * WEIGHT_ROWS, ACTIONS)``; not to be changed.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: when it is damaged, or was made for other action numbers.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            steps, schema = file["steps"], int(file["schema"])
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} holds no weights of play-outs: {error}") from None
    if schema != SCHEMA or steps.shape != _SHAPE or steps.dtype != np.uint8:
        raise ValueError(
            f"{path} was made for other actions (schema {schema}, shape {steps.shape}; here {SCHEMA}, {_SHAPE}); "
            "make it again: python -m agents.tune_rollouts"
        )
    weights: NDArray[np.float32] = np.exp(-_STEP * steps.astype(np.float32))
    return weights
