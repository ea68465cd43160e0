"""The progress of a batch, as a bar on a terminal."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import click

from nonosat.batch.record import PuzzleRecord

#: Seconds between two updates of the bar.
_PERIOD = 0.1


class ProgressBar:
    """A bar on standard error with rate and remaining time, or nothing if that is no terminal.

    The bar is click's. The rate and the number of puzzles without an answer, which click does not show, stand behind
    it.

    Attributes:
        is_shown: whether there is a bar.
    """

    def __init__(self, total: int, *, enabled: bool = True) -> None:
        """
        Args:
            total: number of puzzles.
            enabled: whether to show a bar on a terminal.
        """
        self.is_shown = enabled and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._errors = self._new = self._pending = 0
        self._start = self._last_update = time.monotonic()
        self._bar: Any = click.progressbar(
            length=total,
            show_pos=True,
            show_eta=True,
            item_show_func=lambda _: self._remark(),
            file=sys.stderr,
            hidden=not self.is_shown,
        )

    def __enter__(self) -> ProgressBar:
        self._bar.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        if self.is_shown:
            self._update()
        self._bar.__exit__(None, None, None)

    def advance(self, record: PuzzleRecord, is_new: bool) -> None:
        """Count one more puzzle.

        Args:
            record: of the puzzle.
            is_new: whether this run has solved it.
        """
        self._pending += 1
        self._new += is_new
        self._errors += record.error is not None
        if self.is_shown and time.monotonic() - self._last_update >= _PERIOD:
            self._update()

    def erase(self) -> None:
        """Erase the bar before a line is printed; the next update draws it below that line."""
        if self.is_shown:
            click.echo("\r\x1b[K", nl=False, err=True)

    def _update(self) -> None:
        self._bar.update(self._pending, current_item=self._new)
        self._pending, self._last_update = 0, time.monotonic()

    def _remark(self) -> str:
        rate = self._new / max(time.monotonic() - self._start, 0.001)
        return f"{rate:,.1f}/s" + (f", {self._errors:,} without an answer" if self._errors else "")
