"""Signals: blocking SIGINT, stopping and continuing processes, ending a group of them, and timers."""

from __future__ import annotations

import math
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import FrameType

if sys.platform == "win32":
    raise ImportError("there are no such calls here")


class SigintMask(AbstractContextManager[None]):
    """A context in which SIGINT is blocked in this thread, and for ever in processes and threads that it starts."""

    def __enter__(self) -> None:
        self._before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def __exit__(self, *_: object) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, self._before)


def suspend(pid: int) -> None:
    """Stop a process where it is, until `resume`."""
    os.kill(pid, signal.SIGSTOP)


def resume(pid: int) -> None:
    """Let a suspended process continue."""
    os.kill(pid, signal.SIGCONT)


def kill_process_group(leader: int) -> None:
    """Kill the process that leads a group, and all others of the group."""
    os.killpg(leader, signal.SIGKILL)


class TimerSignalAlarm(AbstractContextManager[None]):
    """An alarm by the one timer signal that a process has.

    If there is an outer alarm, this one rings it, too, until it ends.
    """

    def __init__(self, ring: Callable[[], None], after: float, period: float) -> None:
        """An alarm; for `ring`, `after` and `period` see `alarms.alarm`."""
        self._ring, self._after, self._period = ring, after, period

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGALRM, self._answer)
        left, self._outer_period = signal.setitimer(signal.ITIMER_REAL, self._after, self._period)
        self._outer = time.monotonic() + left if left else math.inf

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        if self._outer < math.inf:
            left = max(1e-3, self._outer - time.monotonic())
            signal.setitimer(signal.ITIMER_REAL, left, self._outer_period)

    def _answer(self, number: int, frame: FrameType | None) -> None:
        self._ring()
        if time.monotonic() >= self._outer and callable(self._before):
            self._outer = self._outer + self._outer_period if self._outer_period else math.inf
            self._before(number, frame)
