"""The lines that `nonosat batch` prints, and its progress as a bar on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Generic, TypeVar

from nonosat.batch.duplicates import Duplicates
from nonosat.batch.record import PuzzleRecord
from nonosat.batch.runner import FinishedPuzzle
from nonosat.batch.summary import Summary
from nonosat.cli.asking import Show
from nonosat.cli.duplicate_list import print_duplicates
from nonosat.cli.option_words import in_options, print_line, print_note
from nonosat.cli.status_line import StatusLine
from nonosat.model.nouns import count

#: Seconds between two updates of the bar.
_PERIOD = 0.1


class BatchReport:
    """A bar, a line for each puzzle in the order of the input, and a summary.

    The bar is there between entering the `with` block and leaving it, if standard error is a terminal. If an error ends
    the block, the last line says how far the batch has come.
    """

    def __init__(self, total: int, show: Show, *, fail_fast: bool, duplicates: Duplicates | None = None) -> None:
        """
        Args:
            total: number of puzzles.
            fail_fast: report nothing after the first puzzle that is not solved.
            duplicates: gets all puzzles, and is printed below the summary.
        """
        self.total, self.show, self.fail_fast = total, show, fail_fast
        self.summary, self.duplicates = Summary(), duplicates
        self.n_solved = self.n_earlier = self._n_errors = 0
        self._line = StatusLine()
        self._has_bar = self._line.is_wanted and not show.quiet
        self._in_order: Reorderer[FinishedPuzzle] = Reorderer()
        self._start = self._last_update = time.monotonic()

    def __enter__(self) -> None:
        self._update()

    def __exit__(self, kind: object, *error: object) -> None:
        self._update()
        self._line.erase()
        if kind is not None:
            total = count(self.total, "puzzle", separators=True)
            verb = "is" if self.total == 1 else "are"
            text = f"nonosat: {self._n_done:,} of {total} {verb} done; continue with --resume"
            print(text, file=sys.stderr)

    @property
    def _n_done(self) -> int:
        return self.n_solved + self.n_earlier

    def add(self, done: FinishedPuzzle) -> None:
        """Report a puzzle, now or when those before it are finished; with `fail_fast` a failed one is the last."""
        if done.is_new:
            self.n_solved += 1
        else:
            self.n_earlier += 1
        self._n_errors += done.record.error is not None
        if time.monotonic() - self._last_update >= _PERIOD:
            self._update()
        for ready in self._in_order.add(done.position, done):
            self.summary.add(ready.record)
            if self.duplicates is not None:
                self.duplicates.add(ready.record.name, ready.record.digest, ready.record.shape_digest)
            if ready.is_new:
                self._show(ready.record)
            if self.fail_fast and ready.record.exit:
                self._in_order.stop()

    def _show(self, record: PuzzleRecord) -> None:
        """Print a line about a puzzle, unless standard output is the terminal of the bar."""
        if record.error is not None:
            self._line.erase()
            print(in_options(record.sentence), file=sys.stderr)
        for remark in () if self.show.quiet else record.remarks:
            self._line.erase()
            print_note(record.name, remark)
        if self.show.quiet or (self._has_bar and sys.stdout.isatty()):
            return
        if self.show.as_json:
            print(record.json())
        elif record.error is None:
            print(record.sentence)

    def _update(self) -> None:
        """Draw the bar with the remaining time, the rate, and how many puzzles have no answer, as far as known."""
        self._last_update = time.monotonic()
        if not self._has_bar:
            return
        remarks = f", {self._n_errors:,} without an answer" if self._n_errors else ""
        if self.n_solved:
            rate = self.n_solved / max(time.monotonic() - self._start, 0.001)
            minutes, seconds = divmod(round((self.total - self._n_done) / rate), 60)
            hours, minutes = divmod(minutes, 60)
            remarks = f", {hours}:{minutes:02}:{seconds:02} left, {rate:,.1f}/s{remarks}"
        self._line.draw_bar(self._n_done, self.total, f"{self._n_done:,}/{self.total:,}{remarks}")

    def print_summary(self) -> None:
        """Print the tables and the duplicates, and on standard error what has no result, and the rate."""
        if not self.show.as_json:
            sys.stdout.write(self.summary.tables())
            if self.duplicates is not None:
                print()
                print_duplicates(self.duplicates)
        sys.stdout.flush()
        sys.stderr.write(in_options(self.summary.reason_table()))
        if sentence := self.summary.broken_sentence():
            print_line(f"nonosat: {sentence}", sys.stderr)
        seconds = time.monotonic() - self._start
        puzzles = count(self.n_solved, "puzzle", separators=True)
        earlier = f"; {self.n_earlier:,} were done before" if self.n_earlier else ""
        rate = f"{self.n_solved / seconds:,.1f} a second" if seconds else ""
        print(f"nonosat: {puzzles} in {seconds:,.1f} s, {rate}{earlier}", file=sys.stderr)


T = TypeVar("T")


class Reorderer(Generic[T]):
    """A buffer that takes items in any order and releases them in the order of their numbers, from 0."""

    def __init__(self) -> None:
        self._waiting: dict[int, T] = {}
        self._next: int | None = 0

    def add(self, index: int, item: T) -> Iterator[T]:
        """Take one more item, and yield the items that are next in order, as far as they have come.

        Args:
            index: its number, from 0; each number comes once.
        """
        self._waiting[index] = item
        while self._next is not None and self._next in self._waiting:
            following = self._waiting.pop(self._next)
            self._next += 1
            yield following

    def stop(self) -> None:
        """Release no further items."""
        self._next = None
