"""The number of solutions and the solution map of puzzles with several solutions, and how long both take.

    python benchmarks/counting.py [--timeout SECONDS] [--quick] [FILE...]

The puzzles are those of `puzzles/` and of further sets (see `puzzle_sets`) that have several solutions. `solve` is the
time of a search for a second solution, which tells that there are several; `map` and `count` are beyond that. A number
of solutions that is not exact is a proved lower bound.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from common import Cell, machine, progress, table, timed
from puzzle_sets import own, shared_folder

from nonosat import Puzzle, load, solve
from nonosat.analysis.count import count
from nonosat.analysis.solution_map import map_solutions

#: Further puzzles with several solutions, by their paths in the folder of further sets.
FURTHER = (
    *("fau/shapes-1.clues", "fau/trees-1.clues", "gchq/gchq2015.clues", "large/colblob-5-100x100x5.clues"),
    *("large/huge-2-100x100.clues", *(f"hard/rand40-00{number}.clues" for number in range(10))),
    *(f"hard/rand50-00{number}.clues" for number in range(5)),
    *("bompol/phantom.px", "hard/random2-030.clues"),
)


def cases(files: Sequence[str], quick: bool) -> Iterator[tuple[str, Puzzle]]:
    """The names of the puzzles, and the puzzles."""
    if files:
        yield from ((Path(file).stem, load(file)) for file in files)
        return
    yield from ((entry.name, entry.load()) for entry in own())
    if not quick:
        paths = (shared_folder() / name for name in FURTHER)
        yield from ((path.stem, load(path)) for path in paths if path.exists())


def row(name: str, puzzle: Puzzle, timeout: float) -> list[Cell] | None:
    """One puzzle in the table; None if it has not several solutions."""
    seconds, result = timed(solve, puzzle, unique=True, timeout=timeout)
    if result.unique is not False:
        return None
    map_seconds, found = timed(map_solutions, result, timeout=timeout)
    count_seconds, number = timed(count, found, timeout=timeout)
    state = result.state
    return [
        name,
        puzzle.grid.header,
        state.n_open if state is not None else None,
        len(found.differing),
        "yes" if found.is_complete else f"{len(found.unproved)} open",
        len(number.components),
        f"{'' if number.is_exact else 'at least '}{number.at_least:,}",
        ", ".join(sorted({part.method for part in number.components})),
        seconds,
        map_seconds,
        count_seconds,
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="puzzles, instead of the usual ones")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each step (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="the puzzles of puzzles/ only")
    options = parser.parse_args()
    print(f"{machine()}\n", flush=True)
    found = list(cases(options.files, options.quick))
    rows = []
    for number, (name, puzzle) in enumerate(found):
        progress(number, len(found), name)
        several = row(name, puzzle, options.timeout)
        if several is not None:
            rows.append(several)
    progress(len(found), len(found), "done")
    head = [
        "puzzle",
        "grid",
        "open",
        "differ",
        "proved",
        "components",
        "solutions",
        "by",
        "solve s",
        "map s",
        "count s",
    ]
    print(table(head, rows))


if __name__ == "__main__":
    sys.exit(main())
