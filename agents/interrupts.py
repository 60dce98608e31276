"""Ctrl-C as a polite request, for work that wants to keep what it has done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Turn Ctrl-C into a polite request: yields a function that tells whether it was pressed.

    A second Ctrl-C interrupts at once, as usual. Outside the main thread nothing changes.
    """
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: object) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
