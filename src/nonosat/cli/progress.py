"""A status line on a terminal while a puzzle is being solved: the time, and the current step.

A timer signal draws it, not a thread, since processes are forked meanwhile. While a solver runs in this process, the
signal waits, and the line is not updated. A process has one such timer, so an alarm that was set before, for a time
limit, is raised from here until the line is removed.
"""

from __future__ import annotations

import math
import signal
import time
from types import FrameType

from nonosat.cli.status_line import StatusLine

#: Seconds before the line appears, since most puzzles are solved by then, and between two updates.
_DELAY, _PERIOD = 0.5, 0.1

_WHEEL = "|/-\\"


def is_wanted() -> bool:
    """Whether standard error is a terminal that can erase a line, and the system has timers."""
    return StatusLine().is_wanted and hasattr(signal, "setitimer")


class Progress:
    """The status line of one puzzle, shown between entering the `with` block and leaving it.

    Attributes:
        name: of the puzzle.
        doing: the current step.
        start: reading of `time.monotonic` when the work began.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.doing = "line propagation"
        self.start = time.monotonic()
        self._updates = 0
        self._line = StatusLine()

    def __enter__(self) -> Progress:
        self._before = signal.signal(signal.SIGALRM, self._tick)
        left, self._interval = signal.setitimer(signal.ITIMER_REAL, _DELAY, _PERIOD)
        self._alarm = time.monotonic() + left if left else math.inf
        return self

    def __exit__(self, *error: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        if self._alarm < math.inf:
            signal.setitimer(signal.ITIMER_REAL, max(1e-3, self._alarm - time.monotonic()), self._interval)
        self._line.erase()

    def print_line(self, line: str) -> None:
        """Print a line in place of the status line; the next update draws it below."""
        self._line.print_line(line)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        self._draw()
        if time.monotonic() >= self._alarm and callable(self._before):
            self._alarm = self._alarm + self._interval if self._interval else math.inf
            self._before(number, frame)

    def _draw(self) -> None:
        self._updates += 1
        wheel, seconds = _WHEEL[self._updates % len(_WHEEL)], time.monotonic() - self.start
        self._line.draw(f"{wheel} {self.name}: {seconds:.0f} s, {self.doing}")
