"""The progress of a batch, as a bar on a terminal."""

from __future__ import annotations

import time

from nonosat.batch.record import PuzzleRecord
from nonosat.cli.status_line import StatusLine

#: Seconds between two updates of the bar.
_PERIOD = 0.1


class ProgressBar:
    """A bar on standard error with rate and remaining time, or nothing if that is not a terminal.

    Attributes:
        is_shown: whether there is a bar.
    """

    def __init__(self, total: int, *, enabled: bool = True) -> None:
        """
        Args:
            total: number of puzzles.
            enabled: whether to show a bar on a terminal.
        """
        self._line = StatusLine()
        self.is_shown = enabled and self._line.is_wanted
        self._total = total
        self._done = self._errors = self._new = 0
        self._start = self._last_update = time.monotonic()

    def __enter__(self) -> ProgressBar:
        self._update()
        return self

    def __exit__(self, *error: object) -> None:
        self._update()
        self.erase()

    def advance(self, record: PuzzleRecord, is_new: bool) -> None:
        """Count one more puzzle.

        Args:
            record: of the puzzle.
            is_new: whether this run has solved it.
        """
        self._done += 1
        self._new += is_new
        self._errors += record.error is not None
        if time.monotonic() - self._last_update >= _PERIOD:
            self._update()

    def erase(self) -> None:
        """Erase the bar before a line is printed; the next update draws it below that line."""
        self._line.erase()

    def _update(self) -> None:
        self._last_update = time.monotonic()
        if self.is_shown:
            self._line.draw_bar(self._done, self._total, f"{self._done:,}/{self._total:,}{self._remarks()}")

    def _remarks(self) -> str:
        """The remaining time, the rate, and how many puzzles have no answer, as far as they are known."""
        errors = f", {self._errors:,} without an answer" if self._errors else ""
        if not self._new:
            return errors
        rate = self._new / max(time.monotonic() - self._start, 0.001)
        minutes, seconds = divmod(round((self._total - self._done) / rate), 60)
        hours, minutes = divmod(minutes, 60)
        return f", {hours}:{minutes:02}:{seconds:02} left, {rate:,.1f}/s{errors}"
