"""The work of `nonosat solve` on a puzzle: a protocol, which only type checkers need."""

from __future__ import annotations

from typing import Protocol

from nonosat.cli.puzzle_entries import PuzzleEntry
from nonosat.errors import NonosatError
from nonosat.formats import Sheet
from nonosat.system.deadline import Deadline


class PuzzleRun(Protocol):
    """The work on a puzzle."""

    def solve(self, sheet: Sheet, file: str, deadline: Deadline, began: float) -> int:
        """Solve a puzzle, write its files and print what was found; the exit code.

        Args:
            sheet: the puzzle.
            file: the argument that names its file.
            deadline: when to end.
            began: reading of `time.monotonic` when the work on it began.
        """
        ...

    def print_failure(self, entry: PuzzleEntry, error: NonosatError) -> None:
        """Print the record of a puzzle that ended with an error, if records are asked for.

        Args:
            entry: the puzzle, or what could not be read.
            error: that ended it.
        """
        ...
