"""Compiled loops of `agents.networks`: products that skip zeros, and distributions over the legal actions only.

All arrays are float32 unless said otherwise and contiguous. The functions fill arrays that the caller has made.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np


def _kernel(function: Callable[..., Any]) -> Any:
    """Compile a function, and keep the code for the next process where a folder can be written."""
    options: dict[str, Any] = {"nogil": True, "fastmath": {"contract", "reassoc"}}
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # neither this folder nor the user's cache can be written
        return numba.njit(**options)(function)


@_kernel
def product(inputs, columns, bias, outputs):
    """Fill ``outputs (n, out)`` with ``inputs (n, in) @ columns (in, out) + bias``."""
    for row in range(inputs.shape[0]):
        outputs[row, :] = bias
        for column in range(inputs.shape[1]):
            value = inputs[row, column]
            if value != 0:
                for k in range(outputs.shape[1]):
                    outputs[row, k] += value * columns[column, k]


@_kernel
def product_gradient(inputs, outputs, columns):
    """Add ``inputs.T @ outputs`` to ``columns (in, out)``."""
    for row in range(inputs.shape[0]):
        for column in range(inputs.shape[1]):
            value = inputs[row, column]
            if value != 0:
                for k in range(outputs.shape[1]):
                    columns[column, k] += value * outputs[row, k]


@_kernel
def product_of_levels(observations, first, level, exact, columns, bias, outputs):
    """Fill ``outputs (n, out)`` as `product` with the inputs (0 or 1) that raw observations become, see `levels`."""
    for row in range(observations.shape[0]):
        outputs[row, :] = bias
        for column in range(observations.shape[1]):
            value = observations[row, column]
            if value != 0:
                for place in range(first[column], first[column + 1]):
                    if level[place] > value:
                        break
                    if exact[column] and level[place] < value:
                        continue
                    for k in range(outputs.shape[1]):
                        outputs[row, k] += columns[place, k]


@_kernel
def gradient_of_levels(observations, first, level, exact, outputs, columns):
    """Add to ``columns (inputs, out)`` as `product_gradient` with the inputs that raw observations become."""
    for row in range(observations.shape[0]):
        for column in range(observations.shape[1]):
            value = observations[row, column]
            if value != 0:
                for place in range(first[column], first[column + 1]):
                    if level[place] > value:
                        break
                    if exact[column] and level[place] < value:
                        continue
                    for k in range(outputs.shape[1]):
                        columns[place, k] += outputs[row, k]


@_kernel
def log_probabilities(hidden, weight, bias, legal, logs):
    """Fill ``logs (n, most legal actions)`` with log-probabilities of the legal actions, packed to the left."""
    for row in range(hidden.shape[0]):
        count = 0
        highest = np.float32(-np.inf)
        for action in range(legal.shape[1]):
            if legal[row, action]:
                total = bias[action]
                for k in range(hidden.shape[1]):
                    total += hidden[row, k] * weight[action, k]
                logs[row, count] = total
                highest = max(highest, total)
                count += 1
        total = np.float32(0)
        for i in range(count):
            total += np.float32(math.exp(logs[row, i] - highest))
        normal = highest + np.float32(math.log(total))
        for i in range(count):
            logs[row, i] -= normal


@_kernel
def draw_actions(legal, logs, draws, actions, chosen):
    """Draw an action for each row by a number from 0 to 1; a number above 1 takes the likeliest action."""
    for row in range(legal.shape[0]):
        place = 0
        passed = np.float32(0)
        found = False
        for action in range(legal.shape[1]):
            if not legal[row, action]:
                continue
            log = logs[row, place]
            if draws[row] > 1:
                if place == 0 or log > chosen[row]:
                    actions[row] = action
                    chosen[row] = log
            elif not found:
                # The last legal action keeps the row when rounding leaves the sum below the number.
                actions[row] = action
                chosen[row] = log
                passed += np.float32(math.exp(log))
                found = draws[row] < passed
            place += 1


@_kernel
def chosen_and_entropy(legal, logs, actions, chosen, entropy):
    """Fill the log-probability of each row's action (int64) and the entropy of its distribution."""
    for row in range(legal.shape[0]):
        place = 0
        total = np.float32(0)
        for action in range(legal.shape[1]):
            if legal[row, action]:
                log = logs[row, place]
                total -= np.float32(math.exp(log)) * log
                if action == actions[row]:
                    chosen[row] = log
                place += 1
        entropy[row] = total


@_kernel
def actions_gradient(
    hidden, weight, legal, logs, actions, entropy, by_chosen, by_entropy, for_hidden, for_weight, for_bias
):
    """Add the gradients of ``chosen`` and ``entropy`` by the hidden layer and the last layer's weight and bias."""
    for row in range(legal.shape[0]):
        place = 0
        for action in range(legal.shape[1]):
            if not legal[row, action]:
                continue
            log = logs[row, place]
            share = np.float32(math.exp(log))
            place += 1
            slope = -by_chosen[row] * share - by_entropy[row] * share * (log + entropy[row])
            if action == actions[row]:
                slope += by_chosen[row]
            for_bias[action] += slope
            for k in range(hidden.shape[1]):
                for_hidden[row, k] += slope * weight[action, k]
                for_weight[action, k] += slope * hidden[row, k]
