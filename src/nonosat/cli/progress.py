"""A status line on a terminal while a puzzle is being solved: the time, and the current step.

A timer signal draws it, not a thread, since processes are forked meanwhile. While a solver runs in this process, the
signal waits, and the line is not updated.
"""

from __future__ import annotations

import os
import shutil
import sys
import time

from nonosat.errors import printable
from nonosat.system.alarms import alarm
from nonosat.system.system_capabilities import this_system

#: Seconds before the line appears, since most puzzles are solved by then, and between two updates.
_DELAY, _PERIOD = 0.5, 0.1

_WHEEL = "|/-\\"
_ERASE = "\r\x1b[K"


def is_wanted() -> bool:
    """Whether standard error is a terminal that can erase a line, and the system has timers."""
    if not this_system().has_timer_signal:  # the alarm of the time limit is needed beside that of the line
        return False
    return sys.stderr.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


class Progress:
    """The status line of one puzzle, shown between entering the `with` block and leaving it.

    Attributes:
        name: of the puzzle.
        doing: the current step.
        start: reading of `time.monotonic` when the work began.
    """

    def __init__(self, name: str) -> None:
        self.name = printable(name)
        self.doing = "line propagation"
        self.start = time.monotonic()
        self._updates = 0
        self._shown = False
        self._alarm = alarm(self._draw, _DELAY, _PERIOD)

    def __enter__(self) -> Progress:
        self._alarm.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._alarm.__exit__(None, None, None)
        self.erase()

    def erase(self) -> None:
        """Erase the line, so that others can print; the next update draws it again."""
        if self._shown:
            self._shown = False
            print(_ERASE, end="", file=sys.stderr, flush=True)

    def _draw(self) -> None:
        self._updates += 1
        line = f"{_WHEEL[self._updates % len(_WHEEL)]} {self.name}: {time.monotonic() - self.start:.0f} s, {self.doing}"
        width = shutil.get_terminal_size().columns - 1
        self._shown = True
        # Written without the buffer of `sys.stderr`, which may be in use where the signal interrupts.
        os.write(sys.stderr.fileno(), f"{_ERASE}{line[:width]}".encode(sys.stderr.encoding, "replace"))
