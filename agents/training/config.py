"""The configuration of a training run, checked before anything starts. Needs no torch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, field_serializer, model_validator

from agents.checked import Strict
from agents.training.entries import (
    LinearRate,
    LinearWeight,
    Positive,
    Rate,
    RateSchedule,
    Share,
    Weight,
    WeightSchedule,
    printable,
    without_repeats,
)
from agents.training.games import AnyEnvironment, SoloEnvironment

_Layer = Annotated[int, Field(ge=1, le=2**14)]


class PPOConfig(Strict):
    """Arguments of sb3-contrib's MaskablePPO, by its own names, and the size of the networks."""

    learning_rate: RateSchedule = Field(
        3e-4, description="step size of the optimizer; a number, or `{start: ..., end: ...}`"
    )
    n_steps: Annotated[int, Field(ge=1, le=2**16)] = Field(128, description="decisions of each game between updates")
    batch_size: Annotated[int, Field(ge=2)] = Field(1024, description="decisions in one step of the optimizer")
    n_epochs: Annotated[int, Field(ge=1, le=1000)] = Field(4, description="passes over the decisions at each update")
    gamma: Share = Field(1.0, description="discount of later rewards")
    gae_lambda: Share = Field(0.95, description="trade-off of bias and variance of the advantages")
    clip_range: Rate = Field(0.2, description="how far one update may move the policy")
    ent_coef: WeightSchedule = Field(
        0.01, description="weight of the entropy in the loss; a number, or `{start: ..., end: ...}`"
    )
    vf_coef: Weight = Field(0.5, description="weight of the value function in the loss")
    max_grad_norm: Rate = Field(0.5, description="longest gradient")
    target_kl: Rate | None = Field(None, description="end an update early beyond this divergence")
    certain: Annotated[float, Field(gt=0.0, le=1.0)] = Field(
        1.0,
        description="share of the decisions it learns from among those it was certain of (probability 0.99 and more), "
        "drawn anew for each pass; below 1 training is quicker, as a good network is certain of two decisions in three",
    )
    shared_layers: list[_Layer] = Field(
        [],
        description="first hidden layers, which policy and value network share: as the first layer is most of the "
        "work, sharing it makes training a third quicker",
    )
    levels: bool = Field(
        False,
        description="amounts enter the first layer as the levels they have reached (1 or more, 2 or more, ...) instead "
        "of as one number, so that a card or a coin more makes a difference; needs `environment.observation: raw` and "
        "`shared_layers`",
    )
    layers: list[_Layer] = Field(
        [256, 256], description="hidden layers of the policy and of the value network, after the shared ones"
    )


class ImitationConfig(Strict):
    """A teacher that the network imitates before it learns by reward."""

    teacher: str = Field(description="an [agent](agents.md), such as `search:simulations=400`")
    games: Positive = Field(1000, description="games the teacher plays, spread over the kinds of games")
    seed: Annotated[int, Field(ge=0, lt=2**31)] = Field(10_000_000, description="seed of the first of these games")
    epochs: Annotated[int, Field(ge=1, le=1000)] = Field(10, description="times the network goes through all decisions")
    learning_rate: Rate = Field(1e-3, description="step size of the optimizer")
    batch_size: Annotated[int, Field(ge=2)] = Field(1024, description="decisions in one step of the optimizer")
    value_weight: Weight = Field(
        1.0,
        description="weight of the value function in the loss; it learns the game's own rewards to the end, neither "
        "discounted nor with what `shaping` adds",
    )


class EvaluationConfig(Strict):
    """Games on seeds of their own, played without exploring; they make the learning curve and choose the best model."""

    every: Positive | None = Field(50, description="updates between two evaluations; nothing: only at the end")
    games: Annotated[int, Field(ge=2, le=10**6)] = Field(
        200, description="games of each evaluation (against each of `opponents`)"
    )
    final_games: Annotated[int, Field(ge=0, le=10**6)] = Field(
        400,
        description="games of the last and of the best model at the end of the training, on further seeds, as the best "
        "was chosen by the others; 0: none",
    )
    seed: Annotated[int, Field(ge=0, lt=2**31)] = Field(
        1_000_000_007, description="seed of these games; training has others"
    )
    opponents: Annotated[list[str], AfterValidator(without_repeats)] = Field(
        ["greedy"], min_length=1, description="tables: agents that are played against, one after the other"
    )


class CheckpointConfig(Strict):
    """When everything that `--resume` needs is written, beside the end of the training. Whichever comes first."""

    minutes: Rate | None = Field(5.0, description="minutes between two checkpoints; nothing: not by time")
    updates: Positive | None = Field(None, description="updates between two checkpoints; nothing: not by updates")


class TrainingConfig(Strict):
    """A whole training run. It ends at `seconds` or `steps`, whichever comes first; at least one is needed."""

    name: Annotated[str, AfterValidator(printable)] = Field(description="shown beside the progress bar")
    out: Annotated[Path, Field(strict=False)] = Field(description="folder for the model")
    seed: Annotated[int, Field(ge=0, lt=2**31)] = Field(0, description="same seed and `steps`: same model")
    steps: Annotated[int, Field(ge=1, le=2**40)] | None = Field(None, description="decisions to train for")
    seconds: Rate | None = Field(None, description="time to train for")
    threads: Annotated[int, Field(ge=1, le=1024)] = Field(
        1, description="threads of torch; more only help on an otherwise idle machine"
    )
    start_from: Annotated[Path, Field(strict=False)] | None = Field(
        None,
        description="whose weights the network starts with; everything else begins anew: a trained model "
        "(`model.zip`), an exported network (`policy.npz`), the folder of either, or a baseline such as "
        "`solo-all-boards`. Its layers, observations and actions must be the same; more `shared_layers` of one size "
        "behind its own begin as if they were not there",
    )
    imitation: ImitationConfig | None = Field(None, description="a teacher to begin with")
    tensorboard: bool = Field(True, description="write logs for TensorBoard to the folder `tensorboard`")
    environment: AnyEnvironment = Field(default_factory=lambda: SoloEnvironment(), description="the games")
    ppo: PPOConfig = Field(default_factory=PPOConfig, description="the algorithm")
    evaluation: EvaluationConfig = Field(default_factory=EvaluationConfig, description="how progress is measured")
    checkpoint: CheckpointConfig = Field(default_factory=CheckpointConfig, description="what a crash may cost")

    @field_serializer("out", "start_from")
    def _written(self, value: Path | None) -> str | None:
        return None if value is None else str(value)

    @model_validator(mode="after")
    def _begins_in_one_way(self) -> TrainingConfig:
        if self.start_from is not None and self.imitation is not None:
            raise ValueError("start_from and imitation are two ways to begin; leave one of them out")
        return self

    @model_validator(mode="after")
    def _levels_have_a_layer(self) -> TrainingConfig:
        if self.ppo.levels and (self.environment.observation != "raw" or not self.ppo.shared_layers):
            raise ValueError("ppo.levels needs environment.observation: raw, and at least one of ppo.shared_layers")
        return self

    @model_validator(mode="after")
    def _fits_together(self) -> TrainingConfig:
        if self.environment.num_envs * self.ppo.n_steps < 2:
            raise ValueError("an update needs two decisions; raise environment.num_envs or ppo.n_steps")
        kinds = len(self.environment.kinds())
        for entry, games in (("games", self.evaluation.games), ("final_games", self.evaluation.final_games)):
            if 0 < games < kinds and (entry != "games" or self.evaluation.every is not None):
                raise ValueError(
                    f"evaluation.{entry} is {games}, but the environment has {kinds} kinds of games, which are all to "
                    f"be played; raise it to {kinds} or more"
                )
        return self

    @property
    def rates(self) -> tuple[float | LinearRate, float | LinearWeight]:
        """Learning rate and entropy weight, each a number or a schedule."""
        return self.ppo.learning_rate, self.ppo.ent_coef

    def as_written(self) -> dict[str, Any]:
        """Return the configuration as plain entries, for JSON and YAML."""
        return self.model_dump(mode="json")
