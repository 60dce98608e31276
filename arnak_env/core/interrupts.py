"""Ctrl-C during work that spends seconds inside a compiler.

Python runs signal handlers between two steps of its own, so while LLVM works Ctrl-C shows no effect; and an exception
raised inside a callback of llvmlite is printed and dropped. So a thread answers at once, and a Ctrl-C that was dropped
is raised again before the next function.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import Any

_CALLBACKS = ("_raw_object_cache_notify", "_raw_object_cache_getbuffer")  # of llvmlite's execution engine


class Interrupts:
    """While this context is open, Ctrl-C is answered at once and never lost.

    Only the main thread can handle signals; in another thread the context does nothing.
    """

    def __init__(self, answer: str) -> None:
        """`answer` is written to standard error at the first Ctrl-C."""
        self.answer = answer
        self.pending = False
        self._open = False

    def __enter__(self) -> Interrupts:
        self.pending = False
        if threading.current_thread() is not threading.main_thread():
            return self
        self._open = True
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self._before: Any = signal.signal(signal.SIGINT, self._handle)
        self._wakeup = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self._open:
            self._open = False
            signal.set_wakeup_fd(self._wakeup)
            signal.signal(signal.SIGINT, self._before)
            os.close(self._write)  # ends the thread
            self._thread.join()
            os.close(self._read)
        if kind is None:
            self.check()

    def check(self) -> None:
        """Raise KeyboardInterrupt when a Ctrl-C has not had its effect yet."""
        if self.pending:
            self.pending = False
            raise KeyboardInterrupt

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.pending = True
        while frame is not None:
            if frame.f_code.co_name in _CALLBACKS:
                return
            frame = frame.f_back
        self.check()

    def _watch(self) -> None:
        """Answer the first signal; the wakeup descriptor gets the number of every signal as one byte."""
        answered = False
        while numbers := os.read(self._read, 64):
            if signal.SIGINT in numbers and not answered:
                answered = True
                print(self.answer, file=sys.stderr, flush=True)
