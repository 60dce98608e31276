"""The model that is trained: MaskablePPO with the networks of the configuration, and weights to start from."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

from agents.model_files import DESCRIPTION, MODEL, find_model, missing_train_extra, read_description
from agents.model_scope import scope_of
from agents.policy_files import POLICY
from agents.ppo import action_count, check_release
from agents.training.config import TrainingConfig
from agents.training.entries import LinearRate, LinearWeight, at_share
from agents.training.evaluation import kind_of
from agents.training.schedules import LearningRate

try:
    import torch
    from sb3_contrib import MaskablePPO

    from agents.networks import LegalActionPolicy, SharedTrunk
    from agents.training.buffer import UncertainFirst
except ImportError as error:
    raise missing_train_extra(error) from None

_WEIGHTS = "policy.pth"  # in a model of stable-baselines3
_ADAM = {"eps": 1e-5, "fused": True}  # the epsilon of stable-baselines3; all steps of the update in one loop
_SHARED = re.compile(r"((?:pi_|vf_)?features_extractor\.layers\.[1-9]\d*)\.(weight|bias)")  # but for the first layer


def new_model(config: TrainingConfig, environment: Any) -> Any:
    """Return an untrained model.

    Args:
        config: the configuration.
        environment: the games, a `VecEnv`.
    """
    settings = config.ppo.model_dump()
    shared, layers, levels, certain = (
        settings.pop(entry) for entry in ("shared_layers", "layers", "levels", "certain")
    )
    networks: dict[str, Any] = {"net_arch": layers, "optimizer_kwargs": _ADAM}
    if shared:
        trunk: dict[str, Any] = {"layers": tuple(shared)}
        if levels:
            trunk["exact"] = tuple(kind_of(config.environment).forms.identifies.tolist())
        networks |= {"features_extractor_class": SharedTrunk, "features_extractor_kwargs": trunk}
    rate, entropy = config.rates
    settings["learning_rate"] = LearningRate(rate) if isinstance(rate, LinearRate) else rate
    settings["ent_coef"] = at_share(entropy, 0.0)
    if certain < 1:
        settings |= {"rollout_buffer_class": UncertainFirst, "rollout_buffer_kwargs": {"certain": certain}}
    return MaskablePPO(
        LegalActionPolicy, environment, seed=config.seed, device="cpu", verbose=0, policy_kwargs=networks, **settings
    )


def follow_schedules(model: Any, config: TrainingConfig, share: float) -> None:
    """Set what changes in the course of a training to its value after a share (0 to 1) of it."""
    _, entropy = config.rates
    if isinstance(entropy, LinearWeight):
        model.ent_coef = at_share(entropy, share)
    if isinstance(model.learning_rate, LearningRate):
        model.learning_rate.share = share
    shaping = model.get_env().shaping  # of a `ResumableMonitor`
    if shaping is not None:
        shaping.share = share


def start_from(model: Any, source: Path, form: str) -> None:
    """Take over the weights of a trained model; shared layers that it lacks begin as if they were not there.

    Only the weights are read, as numbers, so nothing in the file is run.

    Args:
        model: the new model.
        source: a model of stable-baselines3 or its folder.
        form: the form of the observations that the new model sees.

    Raises:
        FileNotFoundError: when there is none; the message says how to come by it.
        ValueError: when it is damaged, was trained with other action numbers or observations, or has layers of other
            sizes; the message lists them.
    """
    try:
        path = find_model(source)
    except FileNotFoundError as error:
        raise FileNotFoundError(
            f"start_from: {error}; train the configuration that writes it first, or begin from nothing with "
            "start_from=null"
        ) from None
    if path.name == POLICY:
        raise ValueError(
            f"start_from: {path} is an exported network, which plays but cannot be trained further; name the folder of "
            f"a training, with its {MODEL}"
        )
    _check_described(path, form, model.action_space.n)
    try:
        with zipfile.ZipFile(path) as archive:
            weights = torch.load(io.BytesIO(archive.read(_WEIGHTS)), weights_only=True, map_location="cpu")
    except Exception as error:  # many kinds, from the archive and torch
        raise ValueError(f"start_from: {path} is no model of stable-baselines3: {error}") from None
    needed = model.policy.state_dict()
    weights |= _further_shared_layers(weights, needed)
    lines = [
        f"    {name}: {_shape(weights.get(name))} there, {_shape(needed.get(name))} here"
        for name in sorted(needed.keys() | weights.keys())
        if _shape(weights.get(name)) != _shape(needed.get(name))
    ]
    if lines:
        raise ValueError(
            f"start_from: {path} has other layers than this configuration; set ppo.shared_layers and ppo.layers as "
            "they were there, and note that another game has other observations and actions:\n" + "\n".join(lines)
        )
    model.policy.load_state_dict(weights)


def _further_shared_layers(weights: dict[str, Any], needed: dict[str, Any]) -> dict[str, Any]:
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


def _check_described(path: Path, form: str, actions: int) -> None:
    """Refuse a model of another release, as far as a description says so; a bare file of weights has none."""
    if path.name != MODEL or not path.with_name(DESCRIPTION).is_file():
        return
    described = read_description(path)
    try:
        scope = scope_of(described.configuration)
        check_release(path, scope, None, described.actions, described.observation_size)
    except ValueError as error:
        raise ValueError(f"start_from: {error}") from None
    if action_count(scope.game) != actions:
        raise ValueError(f"start_from: {path} was trained for {scope.words()}, which is another game than here")
    other = described.configuration.environment.observation
    if other != form:
        raise ValueError(
            f"start_from: {path} was trained with environment.observation: {other}, this configuration has {form}"
        )


def _shape(values: Any) -> str:
    return "nothing" if values is None else "x".join(map(str, values.shape)) or "1"
