"""The configuration of a training run: a YAML file, checked before anything starts. Needs no torch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_serializer, field_validator, model_validator

from agents.checked import Strict, checked
from agents.yaml_files import read_yaml
from arnak_env.arnak.config import HIGHEST_DIFFICULTY, SWITCHES
from arnak_env.arnak.content import load_content
from arnak_env.arnak.opcodes import BOARDS, OBJECTIVES_PER_ROUND

Positive = Annotated[int, Field(ge=1)]
Rate = Annotated[float, Field(gt=0.0)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Weight = Annotated[float, Field(ge=0.0)]


def _dealt(number: int) -> int:
    if number not in OBJECTIVES_PER_ROUND:
        raise ValueError(f"must be one of {', '.join(map(str, OBJECTIVES_PER_ROUND))}")
    return number


def _switch(name: str) -> str:
    if name not in SWITCHES:
        raise ValueError(f"must be one of {', '.join(SWITCHES)}")
    return name


def _printable(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError("must be one line of printable characters")
    return text


class EnvironmentConfig(Strict):
    """The games to train on; boards, difficulties and objectives are spread over the games in turn."""

    boards: list[Literal["bird", "snake", "spider", "owl"]] = Field(
        ["bird", "snake"], min_length=1, description="boards; `all` in place of the list: every board"
    )
    expansion_components: bool | None = Field(
        None, description="with the components of Twisted Paths; left out: on spider and owl only"
    )
    content: Annotated[Path, Field(strict=False)] | None = Field(
        None, description="file with [corrections of the printed facts](content.md)"
    )
    difficulties: list[Annotated[int, Field(ge=0, le=HIGHEST_DIFFICULTY)]] = Field(
        [0], min_length=1, description="difficulty levels of the rival"
    )
    objectives: list[Annotated[int, AfterValidator(_dealt)]] = Field(
        [0], min_length=1, description=f"rival objectives each round: {', '.join(map(str, OBJECTIVES_PER_ROUND))}"
    )
    first_objective_worth_four: bool = Field(False, description="the first of them is worth 4 points")
    switches: list[Annotated[str, AfterValidator(_switch)]] = Field(
        [], description="[rule variants](rules_decisions.md) to switch on"
    )
    reward: Literal["win", "score", "potential"] = Field(
        "potential", description="[what is rewarded](environments/arnak_solo.md#rewards)"
    )
    observation: Literal["scaled", "raw"] = Field(
        "scaled", description="numbers from 0 to 1, or as they are (which networks take badly)"
    )
    num_envs: Annotated[int, Field(ge=1, le=2**16)] = Field(64, description="games played side by side")

    @field_validator("boards", mode="before")
    @classmethod
    def _all_boards(cls, value: Any) -> Any:
        return list(BOARDS) if value == "all" else value

    @field_serializer("content")
    def _written(self, value: Path | None) -> str | None:
        return None if value is None else str(value)

    @model_validator(mode="after")
    def _all_are_played(self) -> EnvironmentConfig:
        kinds = len(self.boards) * len(self.difficulties) * len(self.objectives)
        if self.num_envs < kinds:
            raise ValueError(
                f"the boards, difficulties and objectives make {kinds} kinds of games, of which {self.num_envs} side "
                f"by side would leave some out; raise num_envs to {kinds} or more"
            )
        return self

    @field_validator("first_objective_worth_four")
    @classmethod
    def _needs_objectives(cls, value: bool, others: ValidationInfo) -> bool:
        if value and not any(others.data.get("objectives", [1])):
            raise ValueError("without objectives none can be worth more; add some to 'objectives'")
        return value


class PPOConfig(Strict):
    """Arguments of sb3-contrib's MaskablePPO, by its own names, and the size of the networks."""

    learning_rate: Rate = Field(3e-4, description="step size of the optimizer")
    n_steps: Annotated[int, Field(ge=1, le=2**16)] = Field(128, description="decisions of each game between updates")
    batch_size: Annotated[int, Field(ge=2)] = Field(1024, description="decisions in one step of the optimizer")
    n_epochs: Annotated[int, Field(ge=1, le=1000)] = Field(4, description="passes over the decisions at each update")
    gamma: Share = Field(1.0, description="discount of later rewards")
    gae_lambda: Share = Field(0.95, description="trade-off of bias and variance of the advantages")
    clip_range: Rate = Field(0.2, description="how far one update may move the policy")
    ent_coef: Weight = Field(0.01, description="weight of the entropy in the loss")
    vf_coef: Weight = Field(0.5, description="weight of the value function in the loss")
    max_grad_norm: Rate = Field(0.5, description="longest gradient")
    target_kl: Rate | None = Field(None, description="end an update early beyond this divergence")
    layers: list[Annotated[int, Field(ge=1, le=2**14)]] = Field(
        [256, 256], description="hidden layers of the policy and of the value network"
    )


class TrainingConfig(Strict):
    """A whole training run. It ends at `seconds` or `steps`, whichever comes first; at least one is needed."""

    name: Annotated[str, AfterValidator(_printable)] = Field(description="shown beside the progress bar")
    out: Annotated[Path, Field(strict=False)] = Field(description="folder for the model")
    seed: Annotated[int, Field(ge=0, lt=2**31)] = Field(0, description="same seed and `steps`: same model")
    steps: Annotated[int, Field(ge=1, le=2**40)] | None = Field(None, description="decisions to train for")
    seconds: Rate | None = Field(None, description="time to train for")
    threads: Annotated[int, Field(ge=1, le=1024)] = Field(
        1, description="threads of torch; more only help on an otherwise idle machine"
    )
    environment: EnvironmentConfig = Field(default_factory=EnvironmentConfig, description="the games")
    ppo: PPOConfig = Field(default_factory=PPOConfig, description="the algorithm")

    @model_validator(mode="after")
    def _enough_to_learn_from(self) -> TrainingConfig:
        if self.environment.num_envs * self.ppo.n_steps < 2:
            raise ValueError("an update needs two decisions; raise environment.num_envs or ppo.n_steps")
        return self


def read_config(path: str | Path, **changes: Any) -> TrainingConfig:
    """Read and check a configuration file.

    Args:
        path: the YAML file.
        **changes: entries that replace those of the file, from options of the same name; None leaves the file's entry.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: naming the file and every wrong, unknown or repeated entry, with the right ones.
    """
    path = Path(path)
    given = {name: value for name, value in changes.items() if value is not None}
    content = {**read_yaml(path), **given}

    def place(where: str) -> str:
        return f"--{where}" if where in given else where

    config = checked(TrainingConfig, content, str(path), place)
    if config.steps is None and config.seconds is None:
        raise ValueError(f"{path}: give 'steps' or 'seconds' (or both), so that the training ends")
    try:
        load_content(config.environment.content)
    except (ValueError, OSError) as error:
        raise ValueError(f"{path}: environment.content: {error}") from None
    return config
