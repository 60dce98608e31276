"""Exported networks on disk and the baselines that come with the package. Needs no torch.

A folder holds ``policy.npz`` (the network, see `agents.policy`), ``model.json`` (what it plays and how it was trained)
and ``card.md`` (the same for people). Folders in ``agents/models`` are baselines: their names are names of agents.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.checked import checked
from agents.folders import read_text
from agents.model_scope import Scope
from agents.policy import Policy

POLICY = "policy.npz"
DESCRIPTION = "model.json"
CARD = "card.md"
FOLDER = Path(__file__).parent / "models"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class PolicyDescription(BaseModel):
    """What ``model.json`` says of an exported network."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)

    format: Literal["policy"] = Field(description="that this is an exported network")
    plays: Scope = Field(description="the games it was trained for")
    actions: int = Field(description="version of the action numbers")
    observation: Literal["scaled", "raw"] = Field(description="form of the observations")
    observation_size: int = Field(description="length of an observation row")
    content: str = Field(description="fingerprint of the printed facts, corrections included")
    network: str = Field(description="sizes of the layers in words")
    numbers: Literal["float16", "float32"] = Field(description="kind of the weights in the file")
    training: dict[str, Any] = Field(description="how the training went")
    configuration: dict[str, Any] = Field(description="the configuration it was trained with")
    versions: dict[str, str] = Field(description="versions of Python and of the packages it was trained with")
    source_sha256: str = Field(description="checksum of the trained model it was exported from")
    sha256: str = Field(description="checksum of `policy.npz`")


def read_policy(file: Path) -> tuple[Policy, PolicyDescription]:
    """Return an exported network and what is said of it.

    Raises:
        FileNotFoundError: when the description is missing.
        ValueError: naming the file when one of both is damaged, or they do not belong together.
    """
    from agents.model_files import sha256

    description = read_description(file.with_name(DESCRIPTION))
    if description.sha256 != sha256(file):
        raise ValueError(
            f"{file} is not the network that {DESCRIPTION} describes: its checksum (sha256) is another one"
        )
    return Policy.load(file), description


def read_description(path: Path) -> PolicyDescription:
    """Return what a ``model.json`` says of an exported network.

    Raises:
        FileNotFoundError: when there is no such file.
        ValueError: naming the file and the entry that is wrong.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; it says which games the network {POLICY} plays")
    try:
        content = json.loads(read_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{path} is damaged: it holds {type(content).__name__} instead of entries")
    return checked(PolicyDescription, content, f"{path} does not describe an exported network")


# --- baselines -------------------------------------------------------------------------------------------------------
def check_baseline_name(name: str) -> None:
    """Refuse a name that `agents.load` could not tell from others.

    Raises:
        ValueError: with what a name is.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a model; lower-case letters, digits and hyphens, such as 'table-2'")


def baselines() -> dict[str, str]:
    """Return the game of each baseline by its name, in alphabetical order."""
    return dict(_baselines_in(FOLDER))


@functools.cache
def _baselines_in(folder: Path) -> dict[str, str]:
    files = sorted(folder.glob(f"*/{POLICY}"))
    return {file.parent.name: read_description(file.with_name(DESCRIPTION)).plays.game for file in files}


def baseline_file(name: str) -> Path:
    """Return the network of a baseline."""
    return FOLDER / name / POLICY
