"""Where a trained agent lies on disk, and what lies beside it.

A model folder holds ``model.zip`` (weights and settings, in the format of stable-baselines3) and ``model.json``
(the configuration it was trained with). This module needs no torch.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from arnak_env.core.extras import TRAIN_INSTALL_LINE

MODEL = "model.zip"
DESCRIPTION = "model.json"


class MissingExtra(ImportError):
    """A package of an optional extra is missing; the message holds the line that installs it."""


def missing_train_extra(error: ImportError) -> MissingExtra:
    """Return the error for a missing extra ``train``."""
    return MissingExtra(
        f"training and trained agents need the extra 'train' ({error.name or error} is not installed); "
        "install it with:\n"
        f"    {TRAIN_INSTALL_LINE}"
    )


def find_model(path: str | Path) -> Path:
    """Return the model file for a path that names it or its folder.

    Raises:
        FileNotFoundError: naming the path and what was looked for.
    """
    if not str(path).strip():
        raise ValueError(
            "no model is named; write ppo:PATH with the path of a model or of its folder, such as ppo:runs/solo_quick"
        )
    given = Path(path)
    for candidate in (given / MODEL, given, given.with_name(f"{given.name}.zip") if given.name else given):
        if candidate.is_file():
            return candidate
    raise FileNotFoundError(f"no trained agent at {str(path)!r}: neither a model file nor a folder with {MODEL}")


def read_description(model: Path) -> dict[str, Any]:
    """Return what was written beside the model when it was trained.

    Raises:
        FileNotFoundError: when the description is missing.
        ValueError: when it is damaged.
    """
    path = model.with_name(DESCRIPTION)
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; it says how the model {model.name} sees the game")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    if not isinstance(content, dict) or "environment" not in content:
        raise ValueError(f"{path} is damaged: it has no entry 'environment'")
    return content


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
