"""What `nonosat solve` tells on the way: what is tried and what comes of it."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonosat.cli.progress import Progress
    from nonosat.solving.pipeline import Result


class Story:
    """What is tried and what comes of it: a line for each with --verbose, and one live line on a terminal."""

    def __init__(self, name: str, began: float, verbose: bool, live: bool) -> None:
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

    def tell(self, sentence: str) -> None:
        if self.progress:
            self.progress.doing = sentence
            if self.verbose:
                self.progress.erase()
        if self.verbose:
            seconds = time.monotonic() - self.began
            print(f"{self.name}: {seconds:.2f} s: {sentence}", file=sys.stderr, flush=True)


def tell_sizes(name: str, result: Result, seconds: float) -> None:
    """With --verbose, in the end: how large the puzzle and its formula are, what solved it and how long it took."""
    parts = [f"{result.puzzle.grid.header}, {result.puzzle.n_blocks} blocks"]
    if result.formula:
        parts.append(f"{result.formula.n_vars} variables, {result.formula.n_clauses} clauses")
    parts += [result.solver or "no solver needed", f"{seconds:.3f} s"]
    print(f"{name}: {'; '.join(parts)}", file=sys.stderr)
