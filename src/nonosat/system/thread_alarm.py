"""An alarm where the system has no timer signal: a thread keeps the time."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import FrameType


class ThreadAlarm(AbstractContextManager[None]):
    """An alarm by a thread, which interrupts the main thread as Ctrl-C does."""

    def __init__(self, ring: Callable[[], None], after: float, period: float) -> None:
        """An alarm; for `ring`, `after` and `period` see `alarms.alarm`."""
        self._ring, self._after, self._period = ring, after, period
        self._is_due = False
        self._left = threading.Event()
        self._thread = threading.Thread(target=self._keep_time, daemon=True)

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGINT, self._answer)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._thread.join()
        try:
            signal.signal(signal.SIGINT, self._before)  # answers an alarm that is due first
        except BaseException:
            signal.signal(signal.SIGINT, self._before)
            raise

    def _keep_time(self) -> None:
        """In the thread: interrupt the main thread again and again."""
        seconds = self._after
        while not self._left.wait(seconds):
            self._is_due = True
            _thread.interrupt_main()
            seconds = self._period

    def _answer(self, number: int, frame: FrameType | None) -> None:
        """In the main thread: ring if the alarm is due, else call the handler of Ctrl-C from before."""
        if self._is_due:
            self._is_due = False
            self._ring()
        elif callable(self._before):
            self._before(number, frame)
