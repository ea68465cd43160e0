"""The lines that `nonosat batch` prints."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.option_words import in_options
from nonosat.cli.progress_bar import ProgressBar
from nonosat.model.nouns import count

if TYPE_CHECKING:
    from nonosat.batch.record import PuzzleRecord
    from nonosat.batch.runner import FinishedPuzzle


class RunMode(NamedTuple):
    """The values of the options on which the answers of a batch do not depend.

    Attributes:
        resume: whether to continue an earlier run.
        fail_fast: whether to stop at the first puzzle that is not solved.
        as_json: print the record of each puzzle instead of a line.
        quiet: print nothing but errors.
    """

    resume: bool
    fail_fast: bool
    as_json: bool
    quiet: bool


class BatchReport:
    """A bar, a line for each puzzle in the order of the input, and a summary.

    The bar is there between entering the `with` block and leaving it. If an error ends the block, the last line says
    how far the batch has come.
    """

    def __init__(self, total: int, mode: RunMode) -> None:
        """
        Args:
            total: number of puzzles.
            mode: what to print, and when to stop.
        """
        from nonosat.batch.reorder import Reorderer
        from nonosat.batch.summary import Summary

        self.total, self.mode = total, mode
        self.summary = Summary()
        self.n_solved = self.n_earlier = 0
        self._bar = ProgressBar(total, enabled=not mode.quiet)
        self._in_order: Reorderer[FinishedPuzzle] = Reorderer()
        self._start = time.monotonic()

    def __enter__(self) -> None:
        self._bar.__enter__()

    def __exit__(self, kind: object, *error: object) -> None:
        self._bar.__exit__()
        if kind is not None:
            n_done = self.n_solved + self.n_earlier
            total = count(self.total, "puzzle", separators=True)
            verb = "is" if self.total == 1 else "are"
            text = f"nonosat: {n_done:,} of {total} {verb} done; --resume goes on from there"
            print(text, file=sys.stderr)

    def add(self, done: FinishedPuzzle) -> None:
        """Report a puzzle, now or when those before it are finished; with `fail_fast` a failed one is the last.

        Args:
            done: the puzzle.
        """
        if done.is_new:
            self.n_solved += 1
        else:
            self.n_earlier += 1
        self._bar.advance(done.record, done.is_new)
        for ready in self._in_order.add(done.position, done):
            self.summary.add(ready.record)
            if ready.is_new:
                self._show(ready.record)
            if self.mode.fail_fast and ready.record.exit:
                self._in_order.stop()

    def _show(self, record: PuzzleRecord) -> None:
        """Print a line about a puzzle, unless standard output is the terminal of the bar."""
        if record.error is not None:
            self._bar.erase()
            print(in_options(record.sentence), file=sys.stderr)
        if self.mode.quiet or (self._bar.is_shown and sys.stdout.isatty()):
            return
        if self.mode.as_json:
            print(record.json())
        elif record.error is None:
            print(record.sentence)

    def print_summary(self) -> None:
        """Print the table of verdicts, and the rate on standard error."""
        if not self.mode.as_json:
            sys.stdout.write(self.summary.table())
        seconds = time.monotonic() - self._start
        puzzles = count(self.n_solved, "puzzle", separators=True)
        earlier = f"; {self.n_earlier:,} were done before" if self.n_earlier else ""
        rate = f"{self.n_solved / seconds:,.1f} a second" if seconds else ""
        print(f"nonosat: {puzzles} in {seconds:,.1f} s, {rate}{earlier}", file=sys.stderr)
