"""Where a trained agent lies on disk, and what lies beside it.

A model folder holds ``model.zip`` (weights and settings, in the format of stable-baselines3), ``model.json`` (the
configuration it was trained with and how that went) and ``card.md`` (the same for people). Importing this module needs
no torch.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.checked import checked
from agents.folders import read_text
from agents.model_scope import scope_of
from agents.policy_files import CARD as CARD
from agents.policy_files import DESCRIPTION as DESCRIPTION
from agents.policy_files import POLICY
from agents.training.config import TrainingConfig
from agents.training.records import CurvePoint, FinalEvaluation, ImitationRecord, Machine, TrainingRecord
from arnak_env.core.extras import TRAIN_INSTALL_LINE
from arnak_env.core.files import write_whole

MODEL = "model.zip"


class MissingExtra(ImportError):
    """A package of an optional extra is missing; the message holds the line that installs it."""


def missing_train_extra(error: ImportError) -> MissingExtra:
    """Return the error for a missing extra ``train``."""
    return MissingExtra(
        f"training and trained agents need the extra 'train' ({error.name or error} is not installed); "
        "install it with:\n"
        f"    {TRAIN_INSTALL_LINE}"
    )


class ModelDescription(BaseModel):
    """What ``model.json`` says of the model beside it."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)

    algorithm: Literal["MaskablePPO"] = Field(description="the algorithm")
    game: Literal["arnak", "arkeis"] = Field("arnak", description="the game it plays")
    actions: int = Field(description="version of the action numbers")
    observation_size: int = Field(description="length of an observation row")
    content: str = Field(description="fingerprint of the printed facts, corrections included")
    configuration: TrainingConfig = Field(description="the configuration it was trained with")
    training: TrainingRecord = Field(description="how the training went")
    imitation: ImitationRecord | None = Field(None, description="how well it imitated its teacher at the beginning")
    curve: list[CurvePoint] = Field([], description="the learning curve: evaluations during the training")
    evaluation: FinalEvaluation | None = Field(
        None, description="the evaluation at the end; null when the training did not finish"
    )
    machine: Machine | None = Field(None, description="the machine it was trained on")
    versions: dict[str, str] = Field(description="versions of Python and of the packages")
    sha256: str = Field(description="checksum of `model.zip`")


def find_model(path: str | Path) -> Path:
    """Return the model file for a path that names it or its folder.

    Raises:
        ValueError: when the path is empty.
        FileNotFoundError: naming the path and what was looked for.
    """
    if not str(path).strip():
        raise ValueError(
            "no model is named; write ppo:PATH with the path of a model or of its folder, such as ppo:runs/solo_quick"
        )
    given = Path(path)
    for candidate in (given / MODEL, given / POLICY, given, given.parent / f"{given.name}.zip"):
        if candidate.is_file():
            return candidate
    raise FileNotFoundError(
        f"no trained agent at {str(path)!r}: neither a model file nor a folder with {MODEL} or {POLICY}"
    )


def load_model(path: Path, environment: Any = None) -> Any:
    """Return a MaskablePPO model, ready to go on training when an environment is given.

    Raises:
        ValueError: when it cannot be loaded, with the versions that differ from those it was saved with.
        MissingExtra: when the extra ``train`` is not installed.
    """
    from agents.arena.configuration import versions

    try:
        from sb3_contrib import MaskablePPO
    except ImportError as error:
        raise missing_train_extra(error) from None
    try:
        return MaskablePPO.load(path, env=environment, device="cpu")
    except Exception as error:  # many kinds, from the archive, the pickles in it and torch
        saved, here = read_description(path).versions, versions(learning=True)
        others = [f"{name} {saved[name]}, here {here.get(name)}" for name in saved if saved[name] != here.get(name)]
        hint = f" (saved with {'; '.join(others)})" if others else ""
        raise ValueError(f"{path} cannot be loaded as a MaskablePPO model{hint}: {error}") from error


def read_description(model: Path) -> ModelDescription:
    """Return what was written beside the model when it was trained.

    Raises:
        FileNotFoundError: when the description is missing.
        ValueError: naming the file and the entry when it is damaged, or when it describes another model.
    """
    path = model.with_name(DESCRIPTION)
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; it says how the model {model.name} sees the game")
    description = _description_in(path)
    digest = sha256(model)
    if description.sha256 != digest:
        # A process that is killed between putting model and description in place leaves the latter as a draft.
        later = draft_of(path)
        if not later.is_file() or (description := _description_in(later)).sha256 != digest:
            raise ValueError(f"{model} is not the model that {path} describes: its checksum (sha256) is another one")
    return description


def _description_in(path: Path) -> ModelDescription:
    try:
        content = json.loads(read_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{path} is damaged: it holds {type(content).__name__} instead of entries")
    description = checked(ModelDescription, content, f"{path} does not describe a model")
    played = scope_of(description.configuration).game
    if description.game != played:
        raise ValueError(
            f"{path} is damaged: its game is {description.game!r}, but it was trained for games of {played!r}"
        )
    return description


def write_description(model: Path, draft: Path, description: ModelDescription) -> None:
    """Put a model that was written to a draft in place, and its description beside it.

    A crash leaves both as they were, or the new model with its description, which `read_description` finds.

    Raises:
        OSError: when the description cannot be written; both are as they were.
    """
    path = model.with_name(DESCRIPTION)
    late = draft_of(path)
    try:
        write_whole(late, described(description).encode())
        os.replace(draft, model)
    except BaseException:
        late.unlink(missing_ok=True)
        raise
    os.replace(late, path)


def described(description: ModelDescription) -> str:
    """Return a description as it is written."""
    return json.dumps(description.model_dump(mode="json"), indent=2) + "\n"


def draft_of(path: Path) -> Path:
    """Return the name under which a file is written at first; the ending stays, as stable-baselines3 wants it."""
    return path.with_name(f"{path.stem}.draft{path.suffix}")


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
