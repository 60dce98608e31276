"""From a model of stable-baselines3 to a network in numpy, and to a folder that plays without torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from agents.folders import make_writable, write_text
from agents.levels import Levels
from agents.model_files import find_model, load_model, missing_train_extra, read_description, sha256
from agents.model_scope import scope_of
from agents.networks import LevelsLinear, SparseLinear
from agents.policy import Layer, Policy
from agents.policy_files import CARD, DESCRIPTION, FOLDER, POLICY, PolicyDescription, check_baseline_name
from agents.ppo import check_release
from agents.training.card import card

try:
    from torch import nn
except ImportError as error:
    raise missing_train_extra(error) from None

_ACTIVATIONS = {nn.ReLU: "relu", nn.Tanh: "tanh", nn.Identity: "none"}
_WITHOUT_EFFECT = (nn.Flatten, nn.Dropout, nn.Sequential)  # on flat rows, when playing, when empty


def policy_of(model: Any) -> Policy:
    """Return the network of a model (MaskablePPO or PPO with a policy of dense layers).

    Raises:
        ValueError: when it has parts of another kind.
    """
    network = model.policy
    if not network.share_features_extractor:
        raise ValueError("a policy whose two networks have features extractors of their own cannot be exported")
    return Policy(
        _layers(network.features_extractor),
        [*_layers(network.mlp_extractor.policy_net), *_layers(network.action_net)],
        [*_layers(network.mlp_extractor.value_net), *_layers(network.value_net)],
        _levels(network.features_extractor),
    )


def _levels(module: Any) -> Levels | None:
    """Return the inputs that raw observations become, where the first layer is of that kind."""
    for part in module.modules():
        if isinstance(part, LevelsLinear):
            return Levels(*(array.detach().cpu().numpy() for array in (part.first, part.level, part.exact)))
    return None


def _layers(module: Any) -> list[Layer]:
    """Return the dense layers of a module in their order."""
    layers: list[Layer] = []
    for part in module.modules():
        if isinstance(part, nn.Linear | SparseLinear):
            weight = part.weight.detach().cpu().numpy().T.astype(np.float32)
            bias = np.zeros(weight.shape[1]) if part.bias is None else part.bias.detach().cpu().numpy()
            layers.append(Layer(np.ascontiguousarray(weight), bias.astype(np.float32), "none"))
        elif type(part) in _ACTIVATIONS:
            if not layers or layers[-1].activation != "none":
                raise ValueError(f"a {type(part).__name__} that follows no dense layer cannot be exported")
            layers[-1] = Layer(layers[-1].weight, layers[-1].bias, _ACTIVATIONS[type(part)])
        elif not isinstance(part, _WITHOUT_EFFECT) and not list(part.children()):
            raise ValueError(f"a network with {type(part).__name__} cannot be exported; dense layers can")
    return layers


def export(model: str | Path, folder: Path, *, half: bool = True, overwrite: bool = False) -> PolicyDescription:
    """Write a trained model as a folder that plays without torch.

    Args:
        model: a model file saved by `arnak train`, or its folder.
        folder: where to; its name must be fit for `agents.load` should it become a baseline.
        half: weights in float16, half the size.
        overwrite: replace the network that is there.

    Returns:
        what was written to its ``model.json``.

    Raises:
        FileNotFoundError: when there is no such model.
        FileExistsError: when the folder holds a network and `overwrite` is not given.
        ValueError: when the model is damaged or of another release, or its network is no chain of dense layers.
        OSError: when it cannot be written.
    """
    check_baseline_name(folder.name)
    source = find_model(model)
    if source.name == POLICY:
        raise ValueError(f"{source} is an exported network already")
    description = read_description(source)
    plays = scope_of(description.configuration)
    check_release(source, plays, None, description.actions, description.observation_size)
    policy = policy_of(load_model(source))
    if (folder / POLICY).exists() and not overwrite:
        raise FileExistsError(f"{folder} already holds a network; replace it with --overwrite, or name another folder")
    make_writable(folder)
    policy.save(folder / POLICY, half=half)
    written = PolicyDescription(
        format="policy",
        plays=plays,
        actions=description.actions,
        observation=description.configuration.environment.observation,
        observation_size=description.observation_size,
        content=description.content,
        network=_words(policy),
        numbers="float16" if half else "float32",
        training=description.training.model_dump(mode="json"),
        configuration=description.configuration.model_dump(mode="json", exclude={"out"}),  # a place, not a setting
        versions=description.versions,
        source_sha256=description.sha256,
        sha256=sha256(folder / POLICY),
    )
    write_text(folder / DESCRIPTION, json.dumps(written.model_dump(mode="json"), indent=2) + "\n")
    baseline = folder.resolve().parent == FOLDER.resolve()
    write_text(folder / CARD, card(folder, description, folder.name if baseline else f"ppo:{folder.as_posix()}"))
    return written


def _words(policy: Policy) -> str:
    def sizes(layers: list[Layer]) -> str:
        return " - ".join(str(layer.weight.shape[1]) for layer in layers)

    shared = f"{policy.inputs} - {sizes(policy.trunk)}" if policy.trunk else str(policy.inputs)
    return f"{shared}; policy {sizes(policy.policy)}; value {sizes(policy.value)}"
