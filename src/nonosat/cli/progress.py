"""A status line on a terminal while a puzzle is being solved: the time, and the current step.

A timer signal draws it, not a thread, since processes are forked meanwhile. While a solver runs in this process, the
signal waits, and the line is not updated.
"""

from __future__ import annotations

import time

from nonosat.cli.status_line import StatusLine
from nonosat.system.alarms import alarm
from nonosat.system.system_capabilities import this_system

#: Seconds before the line appears, since most puzzles are solved by then, and between two updates.
_DELAY, _PERIOD = 0.5, 0.1

_WHEEL = "|/-\\"


def is_wanted() -> bool:
    """Tell whether standard error is a terminal that can erase a line, and the system has timers."""
    # The alarm of the time limit is needed beside that of the line.
    return StatusLine().is_wanted and this_system().has_timer_signal


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
        self._is_hidden = False
        self._line = StatusLine()
        self._alarm = alarm(self._draw, _DELAY, _PERIOD)

    def __enter__(self) -> Progress:
        self._alarm.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._alarm.__exit__(None, None, None)
        self._line.erase()

    def print_line(self, line: str) -> None:
        """Print a line in place of the status line; the next update draws it below."""
        self._line.print_line(line)

    def hide(self, is_hidden: bool) -> None:
        """Erase the line until it is to be seen again."""
        self._is_hidden = is_hidden
        self._line.erase()

    def _draw(self) -> None:
        if self._is_hidden:
            return
        self._updates += 1
        wheel, seconds = _WHEEL[self._updates % len(_WHEEL)], time.monotonic() - self.start
        self._line.draw(f"{wheel} {self.name}: {seconds:.0f} s, {self.doing}")
