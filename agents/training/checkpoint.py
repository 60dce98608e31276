"""Everything that a killed training needs to go on exactly where it was, in one file.

The file holds tensors, numbers, texts and lists only and is read as such, so that reading it runs no code.
"""

from __future__ import annotations

import io
import os
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from agents.model_files import DESCRIPTION, MODEL, draft_of, missing_train_extra, read_description
from arnak_env.core.files import write_whole

try:
    import torch
except ImportError as error:
    raise missing_train_extra(error) from None

CHECKPOINT = "checkpoint.pt"
VERSION = 3
_FROM_MODEL = (
    "begin again with --overwrite, or train on from its weights alone: another --out, and start_from with this folder"
)


def write_tensors(path: Path, content: Any) -> None:
    """Write what `torch.save` can, whole or not at all.

    Raises:
        OSError: when it cannot be written; the file is as it was.
    """
    data = io.BytesIO()
    torch.save(content, data)
    write_whole(path, data.getvalue())


def read_tensors(path: Path) -> Any:
    """Return what `write_tensors` has written.

    Raises:
        ValueError: naming the file, when it is damaged.
        OSError: when it cannot be read.
    """
    data = path.read_bytes()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            broken = archive.testzip()  # torch itself does not compare checksums
        if broken is not None:
            raise ValueError(f"the checksum of {broken} is wrong")
        return torch.load(io.BytesIO(data), weights_only=True, map_location="cpu")
    except Exception as error:  # of many kinds
        raise ValueError(f"{path} is damaged: {error}") from None


def write_checkpoint(folder: Path, content: dict[str, Any]) -> None:
    """Write the checkpoint of a folder; OSError when it cannot be written."""
    write_tensors(folder / CHECKPOINT, {"version": VERSION, **content})


def read_checkpoint(folder: Path) -> dict[str, Any]:
    """Return the checkpoint of a folder.

    Raises:
        FileNotFoundError: when there is none.
        ValueError: when it is damaged, or of another version.
    """
    path = folder / CHECKPOINT
    if not path.is_file():
        if (folder / MODEL).exists():
            raise FileNotFoundError(
                f"{folder} holds a model, but no checkpoint to go on with ({CHECKPOINT} is missing); {_FROM_MODEL}"
            )
        raise FileNotFoundError(
            f"{folder} holds no model to go on with ({CHECKPOINT} is missing); leave out --resume to begin one"
        )
    try:
        content: Any = read_tensors(path)
    except ValueError as error:
        raise ValueError(f"{error}; {_FROM_MODEL}") from None
    if not isinstance(content, dict) or content.get("version") != VERSION:
        raise ValueError(f"{path} is no checkpoint of this version of the program; {_FROM_MODEL}")
    return content


def what_changed(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return in words what is no longer as it was when a checkpoint was written, and may change how its training goes.

    Args:
        before: the checkpoint.
        now: the fingerprint of the rules as ``"rules"``, and ``"versions"`` by package, as they are now.
    """
    old, new = ({"fingerprint of the rules": state["rules"], **state["versions"]} for state in (before, now))
    return [
        f"{name}: {old.get(name, 'not there')} before, {new[name]} now" for name in new if old.get(name) != new[name]
    ]


# --- random numbers ---------------------------------------------------------------------------------------------------
def random_state() -> dict[str, Any]:
    """Return the states of all random numbers that a training draws from."""
    kind, keys, *rest = np.random.get_state(legacy=True)  # noqa: NPY002 - those stable-baselines3 draws from
    return {
        "torch": torch.get_rng_state(),
        "numpy": [str(kind), np.asarray(keys).tolist(), *rest],
        "python": random.getstate(),
    }


def set_random_state(state: dict[str, Any]) -> None:
    """Go on with the random numbers of `random_state`."""
    torch.set_rng_state(state["torch"])
    kind, keys, *rest = state["numpy"]
    np.random.set_state((kind, np.array(keys, np.uint32), *rest))  # noqa: NPY002
    version, numbers, gauss = state["python"]
    random.setstate((version, tuple(numbers), gauss))


# --- models -----------------------------------------------------------------------------------------------------------
def remove_leftovers(folder: Path) -> None:
    """Finish or remove what a process that was killed while writing has left; only the one writer of a folder may."""
    model = folder / MODEL
    late = draft_of(folder / DESCRIPTION)
    if late.is_file() and model.is_file():
        try:
            known = read_description(model)
        except (ValueError, OSError):
            known = None
        if known is not None and f'"{known.sha256}"' in late.read_text(encoding="utf-8"):
            late.replace(folder / DESCRIPTION)
    for pattern in ("*.draft", "*.draft.*", ".*.part"):
        for path in folder.glob(pattern):
            path.unlink(missing_ok=True)


def write_draft(model: Any, path: Path) -> Path:
    """Write a model of stable-baselines3 beside its place, without the games it was playing; return where.

    Raises:
        OSError: when it cannot be written; nothing is left then.
    """
    draft = draft_of(path)
    try:
        model.save(draft, exclude=["_last_obs", "_last_episode_starts", "ep_info_buffer", "ep_success_buffer"])
        with draft.open("rb+") as handle:
            os.fsync(handle.fileno())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft
