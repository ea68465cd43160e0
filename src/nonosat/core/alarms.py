"""Alarms: a function that is called in the main thread after some time, in the middle of other code.

Python calls it between two instructions. While a function in C runs, such as a solver, the alarm waits.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from nonosat.core.system import this_system

#: The signal of a thread's alarms. Every system has it, and nobody sends it; Ctrl-C would be lost if it came together
#: with an alarm of the same signal. After `abort` in C it still ends the process.
_SIMULATED = signal.SIGABRT


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
    """An `alarm` (`ring`, `after`, `period`) by a thread, which makes Python believe that a signal has come."""
    import _thread
    import threading

    left = threading.Event()

    def keep_time() -> None:
        seconds = after
        while not left.wait(seconds):
            _thread.interrupt_main(_SIMULATED)
            seconds = period

    thread = threading.Thread(target=keep_time, daemon=True)
    before = signal.signal(_SIMULATED, lambda *_: ring())
    thread.start()
    try:
        yield
    finally:
        left.set()
        thread.join()
        try:
            signal.signal(_SIMULATED, before)  # answers an alarm that is due first
        except BaseException:
            signal.signal(_SIMULATED, before)
            raise
