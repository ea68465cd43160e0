"""Where the time of one solver goes: building the formula, loading it, a first solution, a second one.

    python benchmarks/phases.py [--encodings a,b] [--solver NAME] [--quick] [FILE...]

Each puzzle is propagated, what is left is encoded as a residual formula, and the solver works in this process, without
a limit of time. One run each.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from time import perf_counter

from common import ROOT, Cell, machine, table
from puzzle_sets import Entry, given, own

from nonosat.encodings import find_encoding
from nonosat.lines.fixpoint import propagate
from nonosat.solvers import BACKENDS, DEFAULT_SOLVER
from nonosat.solving.solution_session import SolutionEnumerator

HEAD = ["puzzle", "encoding", "variables", "clauses", "build s", "load s", "first s", "second s", "sum s"]


def row(entry: Entry, encoding: str, solver: str) -> list[Cell] | None:
    """The phases of one puzzle; None where lines leave nothing open."""
    puzzle = entry.load()
    domains = propagate(puzzle)
    if domains is None or not domains.n_open:
        return None
    clock = [perf_counter()]
    formula = find_encoding(encoding).encode(puzzle, domains, residual=True)
    clock.append(perf_counter())
    with SolutionEnumerator(puzzle, formula, BACKENDS[solver], domains=domains) as pictures:
        clock.append(perf_counter())
        for _ in range(2):
            pictures.next()
            clock.append(perf_counter())
    times = [after - before for before, after in pairwise(clock)]
    return [entry.name, encoding, formula.n_vars, formula.n_clauses, *times, sum(times)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles instead of those of puzzles/")
    parser.add_argument("--encodings", default="order", help="names, separated by commas (default: %(default)s)")
    parser.add_argument("--solver", default=DEFAULT_SOLVER, help="a solver in process (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="one small puzzle, to see that it works")
    options = parser.parse_args()
    if options.quick:
        options.files = [str(ROOT / "puzzles" / "checkerboard.clues")]
    entries = given(options.files) if options.files else own()
    print(machine() + "\n", flush=True)
    rows = [row(entry, encoding, options.solver) for entry in entries for encoding in options.encodings.split(",")]
    print(table(HEAD, [cells for cells in rows if cells is not None]))


if __name__ == "__main__":
    main()
