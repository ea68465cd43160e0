"""The progress of a search: a line for each step, and a live line on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nonosat.cli.option_words import print_line
from nonosat.model.nouns import count

if TYPE_CHECKING:
    from nonosat.cli.progress import Progress
    from nonosat.solving.result import Result


class ProgressLog:
    """Logs the progress of a search on standard error.

    Leaving its `with` block removes the live line.
    """

    def __init__(self, name: str, began: float, verbose: bool, live: bool) -> None:
        """
        Args:
            name: of the puzzle.
            began: reading of `time.monotonic` from which seconds are counted.
            verbose: whether each sentence is printed as a line.
            live: whether a live line is wanted, where there is a terminal.
        """
        self.name, self.began, self.verbose = name, began, verbose
        self.progress: Progress | None = None
        if live and sys.stderr.isatty():
            from nonosat.cli.progress import Progress, is_wanted

            self.progress = Progress(name) if is_wanted() else None

    def __enter__(self) -> None:
        if self.progress:
            self.progress.__enter__()

    def __exit__(self, *error: object) -> None:
        if self.progress:
            self.progress.__exit__()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Within the block there is no live line, so that others can be printed."""
        if self.progress:
            self.progress.hide(True)
        try:
            yield
        finally:
            if self.progress:
                self.progress.hide(False)

    def write(self, sentence: str) -> None:
        """Log one sentence."""
        if self.progress:
            self.progress.doing = sentence
        if not self.verbose:
            return
        line = f"{self.name}: {time.monotonic() - self.began:.2f} s: {sentence}"
        if self.progress:
            self.progress.print_line(line)
        else:
            print_line(line, sys.stderr)


def print_missing_programs() -> None:
    """Print on standard error which optional solver programs are not installed, and how to get them."""
    from nonosat.backends import BACKENDS
    from nonosat.backends.program_backend import SolverProgram

    programs = (backend for backend in BACKENDS.values() if isinstance(backend, SolverProgram))
    missing = [f"{program.name} ({program.get})" for program in programs if program.executable() is None]
    if missing:
        print(f"nonosat: optional solvers that are not installed: {', '.join(missing)}", file=sys.stderr)


def print_sizes(name: str, result: Result, seconds: float) -> None:
    """Print on standard error the size of a puzzle and its formula, what solved it and how long that took.

    Args:
        name: of the puzzle.
        result: what was found.
        seconds: that reading, solving and writing took.
    """
    parts = [f"{result.puzzle.grid.header}, {count(result.puzzle.n_blocks, 'block')}"]
    if result.formula:
        parts.append(f"{count(result.formula.n_vars, 'variable')}, {count(result.formula.n_clauses, 'clause')}")
    parts += [result.solver or "no solver needed", f"{seconds:.3f} s"]
    print_line(f"{name}: {'; '.join(parts)}", sys.stderr)
