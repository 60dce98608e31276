"""Logs for TensorBoard. They are for people to watch, so a training outlives a disk that takes no more of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents.model_files import missing_train_extra

try:
    from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
except ImportError as error:
    raise missing_train_extra(error) from None


class _Forgiving(KVWriter):
    """Writes logs as long as that works; the first error is told, and nothing more is written."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self._say = say
        self._format: TensorBoardOutputFormat | None = None
        self._hook = threading.excepthook
        threading.excepthook = self._in_thread
        try:
            self._format = TensorBoardOutputFormat(str(folder))
        except OSError as error:
            self._give_up(error)

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Write numbers, see `KVWriter.write`."""
        if self._format is None:
            return
        try:
            self._format.write(key_values, key_excluded, step)
        except OSError as error:
            self._give_up(error)

    def close(self) -> None:
        """Close the file."""
        threading.excepthook = self._hook
        if self._format is None:
            return
        try:
            self._format.close()
        except OSError as error:
            self._give_up(error)

    def _in_thread(self, failed: threading.ExceptHookArgs) -> None:
        """Leave out the traceback of the thread that writes for TensorBoard; `write` meets the same error."""
        if not (isinstance(failed.exc_value, OSError) and type(failed.thread).__module__.startswith("tensorboard.")):
            self._hook(failed)

    def _give_up(self, error: OSError) -> None:
        self._format = None
        self._say(f"The logs for TensorBoard could not be written: {error}; the training goes on without them.")


def logger_for(folder: Path, tensorboard: bool, say: Callable[[str], None]) -> Logger:
    """Return what stable-baselines3 writes its numbers to.

    Args:
        folder: for the logs.
        tensorboard: whether there are to be any.
        say: is told when they cannot be written.
    """
    return Logger(str(folder), [_Forgiving(folder, say)] if tensorboard else [])
