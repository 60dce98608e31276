"""The weights that a training starts from: those of another training, of an exported network or of a baseline."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

import agents
from agents.model_files import DESCRIPTION, MODEL, find_model, missing_train_extra, read_description
from agents.model_scope import Scope, scope_of
from agents.policy import Layer, Policy
from agents.policy_files import POLICY, baseline_file, read_policy
from agents.ppo import action_count, check_release

try:
    import torch
except ImportError as error:
    raise missing_train_extra(error) from None

_WEIGHTS = "policy.pth"  # in a model of stable-baselines3
_TRUNKS = ("features_extractor", "pi_features_extractor", "vf_features_extractor")  # three names of the same layers
_SHARED = re.compile(r"((?:pi_|vf_)?features_extractor\.layers\.[1-9]\d*)\.(weight|bias)")  # but for the first layer
_LEVELS = ("first", "level", "exact")  # of `Levels`, and the buffers of a layer of levels
_ACTIVATIONS = {"trunk": "relu", "policy": "tanh", "value": "tanh"}  # behind all but the last layer of both heads

Tensors = dict[str, Any]


def start_from(model: Any, source: Path, form: str) -> Path:
    """Take over the weights of a trained network; shared layers that it lacks begin as if they were not there.

    Only the weights are read, as numbers, so nothing in the file is run.

    Args:
        model: the new model.
        source: a model of stable-baselines3, an exported network, the folder of either, or the name of a baseline.
        form: the form of the observations that the new model sees.

    Returns:
        the file they come from.

    Raises:
        FileNotFoundError: when there is none; the message says how to come by it.
        ValueError: when it is damaged, was trained with other action numbers or observations, or has layers of other
            sizes; the message lists them.
    """
    path = _found(source)
    weights = _of_exported(path, form, model) if path.name == POLICY else _of_trained(path, form, model)
    needed = model.policy.state_dict()
    weights |= _further_shared_layers(weights, needed)
    lines = [
        f"    {name}: {_shape(weights.get(name))} there, {_shape(needed.get(name))} here"
        for name in sorted(needed.keys() | weights.keys())
        if _shape(weights.get(name)) != _shape(needed.get(name)) and not name.startswith(_TRUNKS[1:])
    ]
    if lines:
        raise ValueError(
            f"start_from: {path} has other layers than this configuration; set ppo.levels, ppo.shared_layers and "
            "ppo.layers as they were there (only ppo.shared_layers may go on, with layers as large as its last one), "
            "and note that another game has other observations and actions:\n" + "\n".join(lines)
        )
    model.policy.load_state_dict(weights)
    return path


def _found(source: Path) -> Path:
    """Return the file of a model; what lies at a path comes before a baseline of that name."""
    try:
        return find_model(source)
    except FileNotFoundError as error:
        if str(source) in agents.BASELINES and not source.exists():
            return baseline_file(str(source))
        raise FileNotFoundError(
            f"start_from: {error}; train the configuration that writes it first, name a baseline "
            f"({', '.join(agents.BASELINES)}), or begin from nothing with start_from=null"
        ) from None


def _of_trained(path: Path, form: str, model: Any) -> Tensors:
    """Return the weights of a model of stable-baselines3; a bare file of weights has no description to be checked."""
    if path.name == MODEL and path.with_name(DESCRIPTION).is_file():
        described = read_description(path)
        _check(
            path,
            scope_of(described.configuration),
            described.actions,
            described.observation_size,
            (described.configuration.environment.observation, form),
            model,
        )
    try:
        with zipfile.ZipFile(path) as archive:
            weights: Tensors = torch.load(io.BytesIO(archive.read(_WEIGHTS)), weights_only=True, map_location="cpu")
    except Exception as error:  # many kinds, from the archive and torch
        raise ValueError(f"start_from: {path} is no model of stable-baselines3: {error}") from None
    return weights


def _of_exported(path: Path, form: str, model: Any) -> Tensors:
    """Return the weights of an exported network by the names that they have in a model."""
    try:
        network, described = read_policy(path)
    except (FileNotFoundError, ValueError) as error:
        raise type(error)(f"start_from: {error}") from None
    _check(
        path,
        described.plays,
        described.actions,
        described.observation_size,
        (described.observation, form),
        model,
    )
    _check_activations(path, network)
    weights: Tensors = {}
    for trunk in _TRUNKS:
        for number, layer in enumerate(network.trunk):
            weights |= _named(f"{trunk}.layers.{2 * number}", layer)
        if network.levels is not None:
            weights |= {f"{trunk}.layers.0.{name}": _tensor(getattr(network.levels, name)) for name in _LEVELS}
    for head, last in (("policy", "action_net"), ("value", "value_net")):
        *hidden, end = getattr(network, head)
        for number, layer in enumerate(hidden):
            weights |= _named(f"mlp_extractor.{head}_net.{2 * number}", layer)
        weights |= _named(last, end)
    return weights


def _check_activations(path: Path, network: Policy) -> None:
    """Refuse a network between whose layers other functions lie than between those of a new model."""
    for part, function in _ACTIVATIONS.items():
        layers: list[Layer] = getattr(network, part)
        asked = [function] * len(layers) if part == "trunk" else [function] * (len(layers) - 1) + ["none"]
        found = [layer.activation for layer in layers]
        if found != asked:
            raise ValueError(
                f"start_from: {path} has the activations {', '.join(found)} in its part {part!r}; a network that is "
                f"trained here has {', '.join(asked)}"
            )


def _named(name: str, layer: Layer) -> Tensors:
    return {f"{name}.weight": _tensor(layer.weight.T), f"{name}.bias": _tensor(layer.bias)}


def _tensor(numbers: np.ndarray) -> Any:
    return torch.from_numpy(np.ascontiguousarray(numbers))


def _further_shared_layers(weights: Tensors, needed: Tensors) -> Tensors:
    """Return weights for shared layers that the other network lacks: the identity, which changes nothing at first.

    Their units are behind a ReLU and so not negative, and another ReLU leaves them as they are.
    """
    found = {}
    for name, tensor in needed.items():
        match = _SHARED.fullmatch(name)
        if match is not None and name not in weights:
            square = needed[f"{match[1]}.weight"].shape
            if square[0] == square[1]:
                found[name] = torch.eye(square[0]) if match[2] == "weight" else torch.zeros_like(tensor)
    return found


def _check(path: Path, scope: Scope, actions: int, size: int, forms: tuple[str, str], model: Any) -> None:
    """Refuse a network of another release, another game, or another form of observations (there, and here)."""
    try:
        check_release(path, scope, None, actions, size)
    except ValueError as error:
        raise ValueError(f"start_from: {error}") from None
    if action_count(scope.game) != model.action_space.n:
        raise ValueError(f"start_from: {path} was trained for {scope.words()}, which is another game than here")
    there, here = forms
    if there != here:
        raise ValueError(
            f"start_from: {path} was trained with environment.observation: {there}, this configuration has {here}"
        )


def _shape(values: Any) -> str:
    return "nothing" if values is None else "x".join(map(str, values.shape)) or "1"
