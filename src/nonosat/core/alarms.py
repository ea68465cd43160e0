"""Alarms: a function that is called in the main thread after some time, in the middle of other code.

Python calls it between two instructions. While a function in C runs, such as a solver, the alarm waits.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from types import FrameType

from nonosat.core.capabilities import this_system


def alarm(ring: Callable[[], None], after: float, period: float) -> AbstractContextManager[None]:
    """A context in the main thread in which `ring`, which may raise, is called again and again.

    Where the system has no timer signal, alarms cannot be nested.

    Args:
        after: seconds until the first call, more than 0.
        period: seconds between further calls.
    """
    if not this_system().has_timer_signal:
        return thread_alarm(ring, after, period)
    from nonosat.core.unix import timer_alarm

    return timer_alarm(ring, after, period)


@contextlib.contextmanager
def thread_alarm(ring: Callable[[], None], after: float, period: float) -> Iterator[None]:
    """An `alarm` (`ring`, `after`, `period`) by a thread that interrupts the main thread as Ctrl-C does."""
    import _thread
    import threading

    is_due = False
    left = threading.Event()

    def keep_time() -> None:
        nonlocal is_due
        seconds = after
        while not left.wait(seconds):
            is_due = True
            _thread.interrupt_main()
            seconds = period

    def answer(number: int, frame: FrameType | None) -> None:
        nonlocal is_due
        if is_due:
            is_due = False
            ring()
        elif callable(before):
            before(number, frame)

    thread = threading.Thread(target=keep_time, daemon=True)
    before = signal.signal(signal.SIGINT, answer)
    thread.start()
    try:
        yield
    finally:
        left.set()
        thread.join()
        try:
            signal.signal(signal.SIGINT, before)  # answers an alarm that is due first
        except BaseException:
            signal.signal(signal.SIGINT, before)
            raise
