"""Sizes of the formulas that each encoding makes, and how fast they are built and written.

    python benchmarks/formulas.py [--sizes N,N,...] [--timeout SECONDS] [--runs N] [--quick]

Squares of each size from two families: random cells, and pictures in three colours. `complete` is the formula that is
written to a file, `residual` the one that is solved after single lines have been looked at. An encoding that takes
longer than the limit is not tried on larger puzzles of the same kind.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import BinaryIO, cast

from common import Cell, machine, median, table, timed
from families import picture
from worker import Worker

from nonosat.cnf.dimacs import write_dimacs
from nonosat.core.errors import TooLarge
from nonosat.encodings import ENCODINGS, find_encoding
from nonosat.lines.domains import initial_domains
from nonosat.lines.fixpoint import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid

KINDS: dict[str, Callable[[int], Puzzle]] = {
    "random": lambda size: random_puzzle(RectGrid(size, size)),
    "picture c3": lambda size: picture(RectGrid(size, size), 3),
}

#: Variables, clauses, literals, bytes, seconds to build, seconds to write.
Measures = tuple[int, int, int, int, float, float]


class Counter:
    """As much of a file as `write_dimacs` needs, which remembers no more than how much was written."""

    def __init__(self) -> None:
        self.n_bytes = 0

    def write(self, data: bytes) -> None:
        self.n_bytes += len(data)


def measure(kind: str, size: int, encoding: str, residual: bool, runs: int) -> Measures | None:
    """Build and write one formula several times; called in the process of a `Worker`. None if it is too large."""
    puzzle = KINDS[kind](size)
    encoder = find_encoding(encoding)
    build_times, write_times = [], []
    for _ in range(runs):
        # Domains are worked out anew: what encoders ask of them is part of building.
        domains = propagate(puzzle) if residual else initial_domains(puzzle)
        assert domains is not None  # the puzzle comes from a picture
        try:
            build_time, formula = timed(encoder.encode, puzzle, domains, residual=residual)
        except TooLarge:
            return None
        file = Counter()
        write_time, _ = timed(write_dimacs, formula, cast(BinaryIO, file))
        build_times.append(build_time)
        write_times.append(write_time)
    sizes = (formula.n_vars, formula.n_clauses, formula.n_literals, file.n_bytes)
    return *sizes, median(build_times), median(write_times)


def rows(sizes: list[int], timeout: float, runs: int) -> list[list[Cell]]:
    found: list[list[Cell]] = []
    with Worker() as worker:
        for encoding in ENCODINGS:
            worker.call(measure, "random", 20, encoding, True, 1)  # imports what is imported when it is first used
        for kind in KINDS:
            for encoding in ENCODINGS:
                for residual in (False, True):
                    for size in sizes:
                        head: list[Cell] = [kind, f"{size}x{size}", encoding, "residual" if residual else "complete"]
                        got = worker.call(measure, kind, size, encoding, residual, runs, limit=timeout * runs)
                        if got is None:
                            found.append([*head, *[None] * 7])
                            break
                        rate = round(got[1] / (got[4] + got[5]), -3) if got[1] else None
                        found.append([*head, *got, None if rate is None else int(rate)])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", default="10,25,50,100", help="cells to a side (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run (default: %(default)g)")
    parser.add_argument("--runs", type=int, default=3, help="runs for each median (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="one run of size 10, to see that it works")
    options = parser.parse_args()
    if options.quick:
        options.sizes, options.runs = "10", 1
    print(machine() + "\n", flush=True)
    head = ["puzzle", "size", "encoding", "formula", "variables", "clauses", "literals", "bytes"]
    head += ["build s", "write s", "clauses per s"]
    print(table(head, rows([int(size) for size in options.sizes.split(",")], options.timeout, options.runs)))


if __name__ == "__main__":
    main()
