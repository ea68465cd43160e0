"""Alarms: a function that is called in the main thread after some time, in the middle of other code.

Python calls it between two instructions. While a function in C runs, such as a solver, the alarm waits.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from nonosat.system.system_capabilities import this_system


def alarm(ring: Callable[[], None], after: float, period: float) -> AbstractContextManager[None]:
    """A context in which a function is called after some time, and then again and again.

    Only for the main thread. Where the system has no timer signal, alarms cannot be nested.

    Args:
        ring: the function; it may raise.
        after: seconds until the first call, more than 0.
        period: seconds between further calls.
    """
    if this_system().has_timer_signal:
        from nonosat.system.unix.unix_signals import TimerSignalAlarm

        return TimerSignalAlarm(ring, after, period)
    from nonosat.system.thread_alarm import ThreadAlarm

    return ThreadAlarm(ring, after, period)
