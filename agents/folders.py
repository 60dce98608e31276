"""Folders that results are written to: checked before the work starts, and used by one process at a time."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from arnak_env.core.files import name_file

LOCK = ".lock"


class FolderInUse(OSError):
    """Another process writes to the folder."""


def make_writable(folder: Path) -> None:
    """Create a folder, and find out now rather than after hours of work whether files can be written there.

    Raises:
        OSError: naming the folder and the reason.
    """
    try:
        for place in (folder, *folder.parents):
            if place.is_dir():
                break
            if place.exists():
                raise FileExistsError(f"{place} is a file, so results cannot be written to {folder}; name a folder")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        if error.strerror is None:  # the message above
            raise
        raise OSError(f"results cannot be written to {folder}: {error.strerror}; name another folder") from None


class OneWriter:
    """Keeps a folder for this process; the system gives it free when the process ends, however it ends.

    Raises:
        FolderInUse: when another process, or another part of this one, holds the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._lock = FileLock(folder / LOCK, timeout=0)
        try:
            self._lock.acquire()
        except Timeout:
            raise FolderInUse(
                f"another process is writing to {folder}; wait until it has ended, or name another folder with --out"
            ) from None
        except NotImplementedError:
            pass  # this file system knows no locks (some shared ones do not); unguarded is better than not at all

    def release(self) -> None:
        """Give the folder free."""
        self._lock.release()

    def withdraw(self) -> None:
        """Give the folder free, and remove it when nothing was written there."""
        self.release()
        folder = Path(self._lock.lock_file).parent
        with suppress(OSError):
            if [path.name for path in folder.iterdir()] == [LOCK]:
                (folder / LOCK).unlink()
                folder.rmdir()


def write_text(path: Path, text: str) -> None:
    """Write a file in one go: a crash leaves the old one or the new one.

    Raises:
        OSError: naming the file, when it cannot be written; it is as it was.
    """
    draft = path.with_name(path.name + ".draft")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as handle:
            handle.write(text)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        name_file(error, path)
        raise


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        ValueError: naming the file and the line that is no UTF-8.
    """
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")  # editors on Windows put a mark in front
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{path}, line {line}: the file is damaged or no text file (it is not UTF-8)") from None
