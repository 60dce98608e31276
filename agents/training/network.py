"""The model that is trained: MaskablePPO with the networks of the configuration."""

from __future__ import annotations

from typing import Any

from agents.model_files import missing_train_extra
from agents.training.config import TrainingConfig
from agents.training.entries import LinearRate, LinearWeight, at_share
from agents.training.evaluation import kind_of
from agents.training.schedules import LearningRate

try:
    from sb3_contrib import MaskablePPO

    from agents.networks import LegalActionPolicy, SharedTrunk
    from agents.training.buffer import FewerCertainDecisions
except ImportError as error:
    raise missing_train_extra(error) from None

_ADAM = {"eps": 1e-5, "fused": True}  # the epsilon of stable-baselines3; all steps of the update in one loop


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
    # The buffer of the package would give a last part of a single decision, whose advantage has no spread: no number.
    one_is_left = config.environment.num_envs * config.ppo.n_steps % config.ppo.batch_size == 1
    if certain < 1 or one_is_left:
        settings |= {"rollout_buffer_class": FewerCertainDecisions, "rollout_buffer_kwargs": {"certain": certain}}
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
