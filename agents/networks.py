"""Networks for stable-baselines3 that its own policies do not offer."""

from __future__ import annotations

from agents.model_files import missing_train_extra

try:
    import torch
    from gymnasium import spaces
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
except ImportError as error:
    raise missing_train_extra(error) from None


class SharedTrunk(BaseFeaturesExtractor):
    """Layers that the policy and the value network share.

    An observation has thousands of columns, so the first layer is nearly all of the work; two networks that share it
    learn about a third faster on a CPU than two whole ones.

    Args:
        observation_space: a flat box.
        layers: units of each layer, each followed by a ReLU.
    """

    def __init__(self, observation_space: spaces.Box, layers: tuple[int, ...] = (256,)) -> None:
        super().__init__(observation_space, layers[-1])
        sizes = (observation_space.shape[0], *layers)
        steps: list[torch.nn.Module] = []
        for before, after in zip(sizes, layers, strict=False):
            steps += [torch.nn.Linear(before, after), torch.nn.ReLU()]
        self.layers = torch.nn.Sequential(*steps)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the features of observations, shape (n, layers[-1])."""
        features: torch.Tensor = self.layers(observations)
        return features
