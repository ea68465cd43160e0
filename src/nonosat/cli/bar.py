"""How far a long run is: a bar on a terminal; and results that finish in any order, told in one."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import click

from nonosat.batch.record import Record

T = TypeVar("T")

#: Seconds between two drawings of the bar; more often nobody can read it.
_PAUSE = 0.1


class Bar:
    """A bar on standard error with rate and remaining time; nothing where that is no terminal.

    It is click's, which is there anyway; what click does not tell, the rate and what went wrong, stands behind it.
    """

    def __init__(self, total: int, *, wanted: bool = True) -> None:
        """
        Args:
            total: how many puzzles there are.
            wanted: whether there is to be a bar at all.
        """
        self.is_shown = wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._errors = self._fresh = self._waiting = 0
        self._began = self._drawn = time.monotonic()
        self._bar: Any = click.progressbar(
            length=total,
            show_pos=True,
            show_eta=True,
            item_show_func=lambda _: self._told(),
            file=sys.stderr,
            hidden=not self.is_shown,
        )

    def __enter__(self) -> Bar:
        self._bar.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        if self.is_shown:
            self._draw()
        self._bar.__exit__(None, None, None)

    def advance(self, record: Record, is_new: bool) -> None:
        """One more puzzle is done."""
        self._waiting += 1
        self._fresh += is_new
        self._errors += record.error is not None
        if self.is_shown and time.monotonic() - self._drawn >= _PAUSE:
            self._draw()

    def erase(self) -> None:
        """Make room for a line; the bar comes back below it."""
        if self.is_shown:
            click.echo("\r\x1b[K", nl=False, err=True)

    def _draw(self) -> None:
        self._bar.update(self._waiting, current_item=self._fresh)
        self._waiting, self._drawn = 0, time.monotonic()

    def _told(self) -> str:
        rate = self._fresh / max(time.monotonic() - self._began, 0.001)
        return f"{rate:,.1f}/s" + (f", {self._errors:,} without an answer" if self._errors else "")


class InOrder(Generic[T]):
    """Things with numbers from 0, which come in any order and leave in that of the numbers."""

    def __init__(self) -> None:
        self._waiting: dict[int, T] = {}
        self._next: int | None = 0

    def add(self, index: int, thing: T) -> Iterator[T]:
        """Take one more; the things whose turn it is now."""
        self._waiting[index] = thing
        while self._next is not None and self._next in self._waiting:
            following = self._waiting.pop(self._next)
            self._next += 1
            yield following

    def stop(self) -> None:
        """Let nothing else leave."""
        self._next = None
