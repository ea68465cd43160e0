"""The number of solutions and the solution map of puzzles with several solutions, and how long both take.

    python benchmarks/parts/counting.py [--timeout SECONDS] [--quick] [FILE...]

The puzzles are those of `puzzles/` and of further sets (see `puzzle_sets`) that have several solutions. `solve` is the
time of a search for a second solution, which tells that there are several; `map` and `count` are beyond that. A number
of solutions that is not exact is a proved lower bound.
"""

from __future__ import annotations

import sys
from pathlib import Path

from nonosat import solve
from nonosat.analysis.count import count
from nonosat.analysis.solution_map import map_solutions

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, options_parser, table, timed, watched
from support.puzzle_sets import Entry, further, given, own

#: Further puzzles with several solutions, by their paths in the folder of further sets.
FURTHER = (
    *("fau/shapes-1.clues", "fau/trees-1.clues", "gchq/gchq2015.clues", "large/colblob-5-100x100x5.clues"),
    *("large/huge-2-100x100.clues", *(f"hard/rand40-00{number}.clues" for number in range(10))),
    *(f"hard/rand50-00{number}.clues" for number in range(5)),
    *("bompol/phantom.px", "hard/random2-030.clues"),
)
HEAD = ["puzzle", "grid", "open", "differ", "proved", "components", "solutions", "by", "solve s", "map s", "count s"]


def row(entry: Entry, timeout: float) -> list[Cell] | None:
    """One puzzle in the table; None if it has not several solutions."""
    puzzle = entry.load()
    seconds, result = timed(solve, puzzle, unique=True, timeout=timeout)
    if result.unique is not False:
        return None
    map_seconds, found = timed(map_solutions, result, timeout=timeout)
    count_seconds, number = timed(count, found, timeout=timeout)
    n_open = result.state.n_open if result.state is not None else None
    proved = "yes" if found.is_complete else f"{len(found.unproved)} open"
    solutions = f"{'' if number.is_exact else 'at least '}{number.at_least:,}"
    methods = ", ".join(sorted({part.method for part in number.components}))
    counts = (n_open, len(found.differing), proved, len(number.components), solutions, methods)
    return [entry.name, puzzle.grid.header, *counts, seconds, map_seconds, count_seconds]


def main() -> None:
    parser = options_parser(__doc__, "the puzzles of puzzles/ only")
    parser.add_argument("files", nargs="*", metavar="FILE", help="puzzles, instead of the usual ones")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each step (default: %(default)s)")
    options = parser.parse_args()
    print(f"{machine()}\n", flush=True)
    entries = given(options.files) or own() + ([] if options.quick else further(FURTHER))
    rows = (row(entry, options.timeout) for entry in watched(entries, lambda entry: entry.name))
    print(table(HEAD, [cells for cells in rows if cells is not None]))


if __name__ == "__main__":
    main()
