"""Files that are whole, whatever happens while they are written."""

from __future__ import annotations

import os
from pathlib import Path


def name_file(error: OSError, path: Path) -> None:
    """Add the file to an error that names none, as those of a full disk, which come while data is written."""
    if error.filename is None:
        error.filename = str(path)


def write_whole(path: str | Path, data: bytes) -> Path:
    """Write a file and return its path; folders are created.

    The file is replaced in one step, so whatever happens it holds all of the data, or what it held before.

    Raises:
        OSError: naming the file, when it cannot be written.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        name_file(error, path)
        raise
    finally:
        part.unlink(missing_ok=True)
    return path
