"""One live line on a terminal while a puzzle is worked on: how long, and what is being tried.

It is drawn by a timer signal in the only thread there is, since processes are forked while it is there. A solver that
runs in this process holds the signal up; the line then waits, and nothing else does. There is one such timer for a
process, so an alarm that was set before, for a limit of time, rings from here until the line is gone.
"""

from __future__ import annotations

import math
import os
import shutil
import signal
import sys
import time
from types import FrameType

from nonosat.errors import printable

#: Seconds before the line appears, since most puzzles are done by then, and between two looks of it.
_DELAY, _PERIOD = 0.5, 0.1

_WHEEL = "|/-\\"
_ERASE = "\r\x1b[K"


def is_wanted() -> bool:
    """Whether standard error is a terminal that can erase a line, and timers are to be had."""
    return sys.stderr.isatty() and os.environ.get("TERM", "") not in ("", "dumb") and hasattr(signal, "setitimer")


class Progress:
    """The live line of one puzzle, there between entering the `with` block and leaving it."""

    def __init__(self, name: str) -> None:
        self.name = printable(name)
        self.doing = "drawing the conclusions of single lines"
        self.began = time.monotonic()
        self._looks = 0
        self._shown = False

    def __enter__(self) -> Progress:
        self._before = signal.signal(signal.SIGALRM, self._tick)
        left, self._interval = signal.setitimer(signal.ITIMER_REAL, _DELAY, _PERIOD)
        self._rings = time.monotonic() + left if left else math.inf
        return self

    def __exit__(self, *error: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        if self._rings < math.inf:
            signal.setitimer(signal.ITIMER_REAL, max(1e-3, self._rings - time.monotonic()), self._interval)
        self.erase()

    def erase(self) -> None:
        """Leave the line to others; it comes back by itself."""
        if self._shown:
            self._shown = False
            print(_ERASE, end="", file=sys.stderr, flush=True)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        self._draw()
        if time.monotonic() >= self._rings and callable(self._before):
            self._rings = self._rings + self._interval if self._interval else math.inf
            self._before(number, frame)

    def _draw(self) -> None:
        self._looks += 1
        line = f"{_WHEEL[self._looks % len(_WHEEL)]} {self.name}: {time.monotonic() - self.began:.0f} s, {self.doing}"
        width = shutil.get_terminal_size().columns - 1
        self._shown = True
        # Written past the buffer of `sys.stderr`, which may be in use where the signal struck.
        os.write(sys.stderr.fileno(), f"{_ERASE}{line[:width]}".encode(errors="replace"))
