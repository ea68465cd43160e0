"""One live line on a terminal while a puzzle is worked on: how long, and what is being tried.

It is drawn by a timer signal in the only thread there is, since processes are forked while it is there. A solver that
runs in this process holds the signal up; the line then waits, and nothing else does.
"""

from __future__ import annotations

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
    return (
        sys.stderr.isatty()
        and os.environ.get("TERM", "") not in ("", "dumb")
        and hasattr(signal, "setitimer")
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    )


class Progress:
    """The live line of one puzzle, there between entering the `with` block and leaving it."""

    def __init__(self, name: str) -> None:
        self.name = printable(name)
        self.doing = "drawing the conclusions of single lines"
        self.began = time.monotonic()
        self._looks = 0
        self._shown = False

    def __enter__(self) -> Progress:
        signal.signal(signal.SIGALRM, self._draw)
        signal.setitimer(signal.ITIMER_REAL, _DELAY, _PERIOD)
        return self

    def __exit__(self, *error: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        self.erase()

    def erase(self) -> None:
        """Leave the line to others; it comes back by itself."""
        if self._shown:
            self._shown = False
            print(_ERASE, end="", file=sys.stderr, flush=True)

    def _draw(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._looks += 1
        line = f"{_WHEEL[self._looks % len(_WHEEL)]} {self.name}: {time.monotonic() - self.began:.0f} s, {self.doing}"
        width = shutil.get_terminal_size().columns - 1
        self._shown = True
        # Written past the buffer of `sys.stderr`, which may be in use where the signal struck.
        os.write(sys.stderr.fileno(), f"{_ERASE}{line[:width]}".encode(errors="replace"))
