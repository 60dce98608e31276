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


def make_writable(folder: Path) -> list[Path]:
    """Create a folder, and find out now rather than after hours of work whether files can be written there.

    Returns:
        the folders that were not there before, the innermost first.

    Raises:
        OSError: naming the folder and the reason.
    """
    made = []
    try:
        for place in (folder, *folder.parents):
            if place.is_dir():
                break
            made.append(place)
            if place.exists():
                raise FileExistsError(f"{place} is a file, so results cannot be written to {folder}; name a folder")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return made
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

    def withdraw(self, made: list[Path]) -> None:
        """Give the folder free, and leave it as it was when nothing was written there.

        Args:
            made: the folders that were made for it, the innermost first; only these are removed.
        """
        lock = Path(self._lock.lock_file)
        # While it is held, so that nobody else takes the folder just before it goes.
        with suppress(OSError):
            if [path.name for path in lock.parent.iterdir()] == [LOCK]:
                lock.unlink()
                for folder in made:
                    folder.rmdir()
        self.release()


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
