"""Networks for stable-baselines3 that are quick on a CPU, because they skip what is zero or forbidden.

An observation has thousands of columns of which a few in a hundred are not zero, and of hundreds of actions about ten
are legal. The stock networks multiply all of them. These give the same numbers (`tests/agents/test_networks.py`) in a
fraction of the time: the first layer visits the columns that are not zero, the last one the legal actions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from agents import sparse_kernels as kernels
from agents.levels import Levels, higher_levels
from agents.model_files import missing_train_extra

try:
    import torch
    from gymnasium import spaces
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
except ImportError as error:
    raise missing_train_extra(error) from None


class _SparseProduct(torch.autograd.Function):
    """The linear function of inputs that are mostly zero; the inputs themselves get no gradient."""

    @staticmethod
    def forward(context: Any, inputs: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        outputs = torch.empty((len(inputs), len(weight)))
        kernels.product(inputs.numpy(), weight.t().numpy(), bias.numpy(), outputs.numpy())
        context.save_for_backward(inputs, weight)
        return outputs

    @staticmethod
    def backward(context: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor, torch.Tensor]:
        inputs, weight = context.saved_tensors
        outputs = gradients[0].contiguous()
        columns = torch.zeros(weight.t().shape)
        kernels.product_gradient(inputs.numpy(), outputs.numpy(), columns.numpy())
        return None, columns.t(), outputs.sum(0)


class SparseLinear(torch.nn.Module):
    """A linear layer for inputs that are mostly zero; the same numbers as `torch.nn.Linear`, on the CPU only.

    Attributes:
        weight: float32 ``(outputs, inputs)``, stored by columns, so that those of a column that is not zero lie side
            by side.
        bias: float32 ``(outputs,)``.
    """

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(inputs, outputs).t())
        self.bias = torch.nn.Parameter(torch.zeros(outputs))
        torch.nn.init.orthogonal_(self.weight, math.sqrt(2.0))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the layer's output for float32 inputs of shape ``(n, inputs)``."""
        outputs: torch.Tensor = _SparseProduct.apply(inputs.contiguous(), self.weight, self.bias)
        return outputs


class _LevelsProduct(torch.autograd.Function):
    """The linear function of the levels that raw observations have reached; observations get no gradient."""

    @staticmethod
    def forward(
        context: Any,
        seen: torch.Tensor,
        first: torch.Tensor,
        level: torch.Tensor,
        exact: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor,
    ) -> torch.Tensor:
        outputs = torch.empty((len(seen), len(weight)))
        parts = (each.numpy() for each in (seen, first, level, exact, weight.t(), bias, outputs))
        kernels.product_of_levels(*parts)
        context.save_for_backward(seen, first, level, exact, weight)
        return outputs

    @staticmethod
    def backward(context: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        *seen, weight = context.saved_tensors
        outputs = gradients[0].contiguous()
        columns = torch.zeros(weight.t().shape)
        kernels.gradient_of_levels(*(each.numpy() for each in (*seen, outputs, columns)))
        return None, None, None, None, columns.t(), outputs.sum(0)


class LevelsLinear(SparseLinear):
    """A linear layer for raw observations, whose amounts enter as levels, see `agents.levels`; on the CPU only.

    At the start an amount weighs the same however large it is; what more of it brings is learned.

    Args:
        levels: what each column becomes.
        outputs: units of the layer.

    Attributes:
        weight: float32 ``(outputs, inputs)``, stored by inputs.
        bias: float32 ``(outputs,)``.
    """

    first: torch.Tensor
    level: torch.Tensor
    exact: torch.Tensor

    def __init__(self, levels: Levels, outputs: int) -> None:
        super().__init__(levels.inputs, outputs)
        self.register_buffer("first", torch.from_numpy(levels.first))
        self.register_buffer("level", torch.from_numpy(levels.level))
        self.register_buffer("exact", torch.from_numpy(levels.exact))
        with torch.no_grad():
            self.weight[:, torch.from_numpy(higher_levels(levels))] = 0

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the layer's output for float32 raw observations of shape ``(n, columns)``."""
        outputs: torch.Tensor = _LevelsProduct.apply(
            inputs.contiguous(), self.first, self.level, self.exact, self.weight, self.bias
        )
        return outputs


class SharedTrunk(BaseFeaturesExtractor):
    """Layers that the policy and the value network share; the first one skips columns that are zero.

    Args:
        observation_space: a flat box.
        layers: units of each layer, each followed by a ReLU.
        exact: None: the first layer takes the observations as they are. A bool for each column: it takes raw
            observations by their levels, see `agents.levels`; true for columns that say which thing it is.
    """

    def __init__(
        self, observation_space: spaces.Box, layers: tuple[int, ...] = (256,), exact: Sequence[bool] | None = None
    ) -> None:
        super().__init__(observation_space, layers[-1])
        if exact is None:
            entrance: SparseLinear = SparseLinear(observation_space.shape[0], layers[0])
        else:
            highest = observation_space.high.astype(np.uint8)
            entrance = LevelsLinear(Levels.of(highest, np.array(exact, bool)), layers[0])
        steps: list[torch.nn.Module] = [entrance, torch.nn.ReLU()]
        for before, after in zip(layers, layers[1:], strict=False):
            steps += [torch.nn.Linear(before, after), torch.nn.ReLU()]
        self.layers = torch.nn.Sequential(*steps)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the features of observations, float32 ``(n, layers[-1])``."""
        features: torch.Tensor = self.layers(observations)
        return features


class _LegalActions(torch.autograd.Function):
    """Log-probability of actions and entropy of a masked categorical distribution, from the last hidden layer."""

    @staticmethod
    def forward(
        context: Any,
        hidden: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor,
        legal: torch.Tensor,
        actions: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        logs = _log_probabilities(hidden, weight, bias, legal)
        chosen, entropy = torch.empty(len(hidden)), torch.empty(len(hidden))
        kernels.chosen_and_entropy(legal.numpy(), logs, actions.numpy(), chosen.numpy(), entropy.numpy())
        context.save_for_backward(hidden, weight, legal, actions, entropy, torch.from_numpy(logs))
        return chosen, entropy

    @staticmethod
    def backward(context: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        hidden, weight, legal, actions, entropy, logs = context.saved_tensors
        by_chosen, by_entropy = (gradient.contiguous() for gradient in gradients)
        for_hidden = torch.zeros(hidden.shape)
        for_weight = torch.zeros(weight.shape)
        for_bias = torch.zeros(len(weight))
        kernels.actions_gradient(
            *(each.numpy() for each in (hidden, weight, legal, logs, actions, entropy, by_chosen, by_entropy)),
            *(each.numpy() for each in (for_hidden, for_weight, for_bias)),
        )
        return for_hidden, for_weight, for_bias, None, None


def _log_probabilities(
    hidden: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, legal: torch.Tensor
) -> np.ndarray:
    """Return the log-probabilities of the legal actions, packed to the left in the order of their numbers."""
    counts = legal.sum(1)
    logs = np.zeros((len(hidden), max(1, int(counts.max()))), np.float32)
    kernels.log_probabilities(hidden.numpy(), weight.numpy(), bias.numpy(), legal.numpy(), logs)
    return logs


class LegalActionPolicy(MaskableActorCriticPolicy):
    """The policy of MaskablePPO, which works out the legal actions only; the same numbers as its parent class.

    For a `Discrete` action space, on the CPU, always with masks in which at least one action is legal.
    """

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return actions, values ``(n, 1)`` and log-probabilities of the actions, as the parent class."""
        if action_masks is None:
            return super().forward(obs, deterministic, action_masks)
        hidden, for_value = self.mlp_extractor(self.extract_features(obs))
        legal = _as_legal(action_masks, len(hidden))
        logs = _log_probabilities(
            hidden.detach(), self.action_net.weight.detach(), self.action_net.bias.detach(), legal
        )
        actions = torch.empty(len(hidden), dtype=torch.int64)
        chosen = torch.empty(len(hidden))
        # Numbers above 1 find the likeliest action instead of drawing one.
        draws = torch.full((len(hidden),), 2.0) if deterministic else torch.rand(len(hidden))
        kernels.draw_actions(legal.numpy(), logs, draws.numpy(), actions.numpy(), chosen.numpy())
        return actions, self.value_net(for_value), chosen

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return values ``(n, 1)``, log-probabilities and entropies ``(n,)``, as the parent class."""
        if action_masks is None:
            values, chosen, entropy = super().evaluate_actions(obs, actions, action_masks)
            assert entropy is not None
            return values, chosen, entropy
        hidden, for_value = self.mlp_extractor(self.extract_features(obs))
        legal = _as_legal(action_masks, len(hidden))
        chosen, entropy = _LegalActions.apply(
            hidden.contiguous(), self.action_net.weight, self.action_net.bias, legal, actions.long().contiguous()
        )
        return self.value_net(for_value), chosen, entropy


def _as_legal(masks: np.ndarray | torch.Tensor, count: int) -> torch.Tensor:
    legal = torch.as_tensor(masks).reshape(count, -1)
    return (legal if legal.dtype == torch.bool else legal != 0).contiguous()
