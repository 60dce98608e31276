"""The configuration of a training run: a YAML file, checked before anything starts. Needs no torch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

Positive = Annotated[int, Field(ge=1)]
Rate = Annotated[float, Field(gt=0.0)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class EnvironmentConfig(_Strict):
    """The games to train on; boards, difficulties and objectives are spread over the environments in turn."""

    boards: list[Literal["bird", "snake"]] = ["bird", "snake"]
    difficulties: list[Annotated[int, Field(ge=0, le=10)]] = [0]
    objectives: list[Literal[0, 2, 3, 4]] = [0]
    first_objective_worth_four: bool = False
    switches: list[str] = []
    reward: Literal["win", "score", "potential"] = "potential"
    observation: Literal["scaled", "raw"] = "scaled"
    num_envs: Positive = 64

    @field_validator("boards", "difficulties", "objectives")
    @classmethod
    def _not_empty(cls, value: list[Any]) -> list[Any]:
        if not value:
            raise ValueError("the list is empty")
        return value

    @field_validator("first_objective_worth_four")
    @classmethod
    def _needs_objectives(cls, value: bool, others: ValidationInfo) -> bool:
        if value and not any(others.data.get("objectives", [1])):
            raise ValueError("without objectives none can be worth more; add some to 'objectives'")
        return value


class PPOConfig(_Strict):
    """Arguments of sb3-contrib's MaskablePPO, by its own names; `layers` are the hidden layers of both networks."""

    learning_rate: Rate = 3e-4
    n_steps: Positive = 128
    batch_size: Positive = 1024
    n_epochs: Positive = 4
    gamma: Share = 1.0
    gae_lambda: Share = 0.95
    clip_range: Rate = 0.2
    ent_coef: Annotated[float, Field(ge=0.0)] = 0.01
    vf_coef: Annotated[float, Field(ge=0.0)] = 0.5
    max_grad_norm: Rate = 0.5
    target_kl: Rate | None = None
    layers: list[Positive] = [256, 256]


class TrainingConfig(_Strict):
    """A whole training run. It ends at `seconds` or `steps`, whichever comes first; at least one is needed."""

    name: str
    out: Path
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    steps: Positive | None = None
    seconds: Rate | None = None
    threads: Positive = 1
    environment: EnvironmentConfig = EnvironmentConfig()
    ppo: PPOConfig = PPOConfig()


def read_config(path: str | Path, **changes: Any) -> TrainingConfig:
    """Read and check a configuration file.

    Args:
        path: the YAML file.
        **changes: entries that replace those of the file; None leaves the file's entry.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: naming the file and every wrong or unknown entry, with the right ones.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"no such configuration file: {path}")
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not valid YAML: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{path} must hold entries such as 'name: ...'; it holds {type(content).__name__}")
    content.update({name: value for name, value in changes.items() if value is not None})
    try:
        config = TrainingConfig.model_validate(content)
    except ValidationError as error:
        raise ValueError(f"{path}:\n" + "\n".join(_line(problem) for problem in error.errors())) from None
    if config.steps is None and config.seconds is None:
        raise ValueError(f"{path}: give 'steps' or 'seconds' (or both), so that the training ends")
    return config


def _line(problem: Any) -> str:
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"    unknown entry {where!r}; entries there: {', '.join(_entries(problem['loc'][:-1]))}"
    return f"    {where}: {problem['msg']} (found {problem['input']!r})"


def _entries(where: tuple[str | int, ...]) -> list[str]:
    model: Any = TrainingConfig
    for part in where:
        model = model.model_fields[part].annotation
    return list(model.model_fields)
