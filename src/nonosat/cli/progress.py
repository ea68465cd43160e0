"""The progress of a search: a line for each step, and a live line on a terminal with the time and the current step.

A daemon thread draws the live line, without the buffers of Python, whose locks it might hold in a process that is
forked meanwhile. While a call into C keeps the lock of the interpreter, the line is not updated.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nonosat.cli.option_words import print_line

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
        self._line: StatusLine | None = None
        self._is_over = threading.Event()
        #: Held while something is printed.
        self._printing = threading.RLock()
        if live and sys.stderr.isatty():
            from nonosat.cli.status_line import StatusLine

            line = StatusLine()
            self._line = line if line.is_wanted else None

    def __enter__(self) -> None:
        if self._line:
            self._thread = threading.Thread(target=self._keep_drawing, args=(self._line,), daemon=True)
            self._thread.start()

    def __exit__(self, *error: object) -> None:
        if self._line:
            self._is_over.set()
            self._thread.join()
            self._line.erase()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Within the block there is no live line, so that others can be printed."""
        with self._printing:
            if self._line:
                self._line.erase()
            yield

    def write(self, sentence: str) -> None:
        """Log one sentence."""
        self._doing = sentence
        if not self.verbose:
            return
        line = f"{self.name}: {time.monotonic() - self.began:.2f} s: {sentence}"
        if self._line:
            with self._printing:
                self._line.print_line(line)  # the next update draws the live line below
        else:
            print_line(line, sys.stderr)

    def _keep_drawing(self, line: StatusLine) -> None:
        seconds = _DELAY
        while not self._is_over.wait(seconds):
            seconds = _PERIOD
            self._updates += 1
            wheel, passed = _WHEEL[self._updates % len(_WHEEL)], time.monotonic() - self.began
            with self._printing:
                line.draw(f"{wheel} {self.name}: {passed:.0f} s, {self._doing}")
