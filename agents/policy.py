"""A trained network in numpy: dense layers, so that a trained agent plays without torch."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.levels import Levels
from arnak_env.core.files import write_whole

Floats = NDArray[np.float32]
PARTS = ("trunk", "policy", "value")
_LEVELS = ("first", "level", "exact")
_BLOCK = 8  # rows of each matrix product; a fixed number, so that a row never depends on how many others there are

ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {
    "none": lambda units: units,
    "relu": lambda units: np.maximum(units, np.float32(0)),
    "tanh": np.tanh,
}


@dataclass(frozen=True)
class Layer:
    """A dense layer.

    Attributes:
        weight: float32 ``(inputs, outputs)``.
        bias: float32 ``(outputs,)``.
        activation: one of `ACTIVATIONS`.
    """

    weight: Floats
    bias: Floats
    activation: str

    def __call__(self, units: Floats) -> Floats:
        """Return the outputs of blocks of rows, ``(blocks, rows, outputs)``."""
        return ACTIVATIONS[self.activation](units @ self.weight + self.bias)


class Policy:
    """Policy and value network over shared layers.

    Args:
        trunk: layers that both share; may be empty.
        policy: layers from there to one number per action.
        value: layers from there to one number.
        levels: the inputs that raw observations become; None: the observations are the inputs.

    Raises:
        ValueError: when layers do not fit together.
    """

    def __init__(
        self, trunk: list[Layer], policy: list[Layer], value: list[Layer], levels: Levels | None = None
    ) -> None:
        for head, name in ((policy, "policy"), (value, "value")):
            _check_chain([*trunk, *head], name)
        if value[-1].weight.shape[1] != 1:
            raise ValueError(f"the value network must end in one number, not {value[-1].weight.shape[1]}")
        inputs = [*trunk, *policy][0].weight.shape[0]
        if levels is not None and (not trunk or levels.inputs != inputs):
            raise ValueError(f"observations become {levels.inputs} inputs, the network has {inputs}")
        self.trunk, self.policy, self.value, self.levels = trunk, policy, value, levels

    @property
    def inputs(self) -> int:
        """Entries of an observation."""
        if self.levels is not None:
            return self.levels.columns
        return int([*self.trunk, *self.policy][0].weight.shape[0])

    @property
    def actions(self) -> int:
        """Number of actions."""
        return int(self.policy[-1].weight.shape[1])

    def logits(self, observations: NDArray[np.generic]) -> Floats:
        """Return the preference for each action, float32 ``(n, actions)``, from observations ``(n, inputs)``."""
        return self._forward(observations, [*self.trunk, *self.policy])

    def values(self, observations: NDArray[np.generic]) -> Floats:
        """Return the expected return, float32 ``(n,)``, from observations ``(n, inputs)``."""
        return self._forward(observations, [*self.trunk, *self.value])[:, 0]

    def choose(self, observations: NDArray[np.generic], masks: NDArray[np.generic]) -> NDArray[np.int64]:
        """Return the best legal action of each row, int64 ``(n,)``; `masks` ``(n, actions)`` is not 0 where legal."""
        return np.where(masks != 0, self.logits(observations), -np.inf).argmax(axis=1).astype(np.int64)

    def _forward(self, observations: NDArray[np.generic], layers: list[Layer]) -> Floats:
        from agents.sparse_kernels import product, product_of_levels

        n = len(observations)
        if not n:
            return np.zeros((0, layers[-1].weight.shape[1]), np.float32)
        blocks = -(-n // _BLOCK)
        first, *others = layers
        sums = np.zeros((blocks * _BLOCK, first.weight.shape[1]), np.float32)
        # Few columns of an observation are not zero; this product skips the others.
        seen, levels = np.ascontiguousarray(observations, np.float32), self.levels
        if levels is None:
            product(seen, first.weight, first.bias, sums[:n])
        else:
            product_of_levels(seen, levels.first, levels.level, levels.exact, first.weight, first.bias, sums[:n])
        units: Any = ACTIVATIONS[first.activation](sums).reshape(blocks, _BLOCK, -1)
        for layer in others:
            units = layer(units)
        result: Floats = units.reshape(blocks * _BLOCK, -1)[:n]
        return result

    # --- files -------------------------------------------------------------------------------------------------------
    def save(self, path: Path, *, half: bool = True) -> None:
        """Write the network to a file (npz without pickles).

        Args:
            path: the file; it is replaced in one step.
            half: weights in float16, half the size; they are rounded to three digits.

        Raises:
            OSError: when it cannot be written.
            ValueError: when a weight is no finite number in that form.
        """
        import io

        kind = np.float16 if half else np.float32
        arrays: dict[str, np.ndarray] = {}
        if self.levels is not None:
            arrays |= {f"levels_{name}": getattr(self.levels, name) for name in _LEVELS}
        for part in PARTS:
            layers: list[Layer] = getattr(self, part)
            arrays[f"{part}_activations"] = np.array([layer.activation for layer in layers], "U8")
            for number, layer in enumerate(layers):
                arrays[f"{part}_{number}_weight"] = layer.weight.astype(kind)
                arrays[f"{part}_{number}_bias"] = layer.bias
        if not all(np.isfinite(array).all() for array in arrays.values() if array.dtype.kind == "f"):
            raise ValueError(
                f"the network has weights that are no finite {np.dtype(kind)}; it cannot be saved in {path}"
            )
        data = io.BytesIO()
        np.savez_compressed(data, **arrays)  # type: ignore[arg-type]
        write_whole(path, data.getvalue())

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Return the network of a file written by `save`.

        Raises:
            OSError: when it cannot be read.
            ValueError: naming the file when it holds no such network.
        """
        try:
            with np.load(path, allow_pickle=False) as arrays:
                parts = {part: _layers(arrays, part) for part in PARTS}
                levels = None
                if "levels_first" in arrays:
                    levels = Levels(**{name: arrays[f"levels_{name}"] for name in _LEVELS})
            return cls(**parts, levels=levels)
        except (KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path} holds no policy network: {error}") from None


def _layers(arrays: np.lib.npyio.NpzFile, part: str) -> list[Layer]:
    layers = []
    for number, activation in enumerate(arrays[f"{part}_activations"].tolist()):
        if activation not in ACTIVATIONS:
            raise ValueError(f"unknown activation {activation!r}; one of {', '.join(ACTIVATIONS)}")
        weight, bias = (arrays[f"{part}_{number}_{name}"].astype(np.float32) for name in ("weight", "bias"))
        layers.append(Layer(weight, bias, activation))
    return layers


def _check_chain(layers: list[Layer], name: str) -> None:
    if not layers:
        raise ValueError(f"the {name} network has no layer")
    for layer in layers:
        if layer.weight.ndim != 2 or layer.bias.shape != layer.weight.shape[1:]:
            raise ValueError(f"a layer of the {name} network has weights {layer.weight.shape}, bias {layer.bias.shape}")
    for before, after in zip(layers, layers[1:], strict=False):
        if before.weight.shape[1] != after.weight.shape[0]:
            given, wanted = before.weight.shape[1], after.weight.shape[0]
            raise ValueError(f"layers of the {name} network do not fit: {given} outputs, {wanted} inputs")
