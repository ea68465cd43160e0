"""The progress of a search: a line for each step, and a live line on a terminal with the time and the current step.

A timer signal draws the live line, not a thread, since processes are forked meanwhile. While a solver runs in this
process, the signal waits, and the line is not updated.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from nonosat.cli.option_words import print_line
from nonosat.core.system import this_system

if TYPE_CHECKING:
    from nonosat.cli.status_line import StatusLine

#: Seconds before the live line appears, since most puzzles are solved by then, and between two updates.
_DELAY, _PERIOD = 0.5, 0.1

_WHEEL = "|/-\\"


class ProgressLog:
    """Logs the progress of a search on standard error; the live line is there between entering and leaving it."""

    def __init__(self, name: str, began: float, verbose: bool, live: bool) -> None:
        """
        Args:
            name: of the puzzle.
            began: reading of `time.monotonic` from which seconds are counted.
            verbose: print each sentence as a line.
            live: show a live line where there is a terminal that can erase it.
        """
        self.name, self.began, self.verbose = name, began, verbose
        self._doing = "line propagation"
        self._updates = 0
        self._is_hidden = False
        self._line: StatusLine | None = None
        # The alarm of the time limit is needed beside that of the line, which not all systems have.
        if live and sys.stderr.isatty() and this_system().has_timer_signal:
            from nonosat.cli.status_line import StatusLine

            line = StatusLine()
            self._line = line if line.is_wanted else None

    def __enter__(self) -> None:
        self._stack = ExitStack()
        if self._line:
            from nonosat.core.alarms import alarm

            self._stack.callback(self._line.erase)
            self._stack.enter_context(alarm(self._draw, _DELAY, _PERIOD))

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Within the block there is no live line, so that others can be printed."""
        self._is_hidden = True
        if self._line:
            self._line.erase()
        try:
            yield
        finally:
            self._is_hidden = False

    def write(self, sentence: str) -> None:
        """Log one sentence."""
        self._doing = sentence
        if not self.verbose:
            return
        line = f"{self.name}: {time.monotonic() - self.began:.2f} s: {sentence}"
        if self._line:
            self._line.print_line(line)  # the next update draws the live line below
        else:
            print_line(line, sys.stderr)

    def _draw(self) -> None:
        if self._line and not self._is_hidden:
            self._updates += 1
            wheel, seconds = _WHEEL[self._updates % len(_WHEEL)], time.monotonic() - self.began
            self._line.draw(f"{wheel} {self.name}: {seconds:.0f} s, {self._doing}")
