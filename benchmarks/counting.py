"""The number of solutions and the solution map of puzzles with several solutions, and how long both take.

    python benchmarks/counting.py [--timeout SECONDS] [--quick] [--packages] [FILE...]

The puzzles are those of `puzzles/` and of further sets (see `puzzle_sets`) that have several solutions. `solve` is the
time of a search for a second solution, which tells that there are several; `map` and `count` are beyond that. A number
of solutions that is not exact is a proved lower bound.

A second table compares what is built in with the optional packages pyganak (exact) and pyapproxmc (estimates). A
package that is not installed has no numbers there.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from common import Cell, machine, progress, table, timed
from puzzle_sets import own, shared_folder

from nonosat import Deadline, Puzzle, SolveOptions, load, solve_puzzle
from nonosat.analysis.count_estimate import EstimateOptions
from nonosat.analysis.counting import count_of_map
from nonosat.analysis.solution_map import SolutionMap, map_of_result
from nonosat.backends.model_counters import ESTIMATE_PACKAGE, EXACT_PACKAGE, estimated_number, exact_number
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp, SolverError
from nonosat.solving.formulas import encode_open_part

#: Further puzzles with several solutions, by their paths in the folder of further sets.
FURTHER = (
    *("fau/shapes-1.clues", "fau/trees-1.clues", "gchq/gchq2015.clues", "large/colblob-5-100x100x5.clues"),
    *("large/huge-2-100x100.clues", *(f"hard/rand40-00{number}.clues" for number in range(10))),
    *(f"hard/rand50-00{number}.clues" for number in range(5)),
    *("bompol/phantom.px", "hard/random2-030.clues"),
)
#: Of these the names of those that are also counted by the packages.
COMPARED = ("rand50-001", "phantom", "random2-030")


def cases(files: Sequence[str], quick: bool) -> Iterator[tuple[str, Puzzle]]:
    """The names of the puzzles, and the puzzles."""
    if files:
        yield from ((Path(file).stem, load(file)) for file in files)
        return
    yield from ((entry.name, entry.load()) for entry in own())
    if not quick:
        paths = (shared_folder() / name for name in FURTHER)
        yield from ((path.stem, load(path)) for path in paths if path.exists())


def row(name: str, puzzle: Puzzle, timeout: float) -> tuple[list[Cell], SolutionMap] | None:
    """One puzzle in the table and its map; None if it has not several solutions."""
    seconds, result = timed(solve_puzzle, puzzle, SolveOptions(unique=True), deadline=Deadline.after(timeout))
    if result.unique is not False:
        return None
    map_seconds, found = timed(map_of_result, result, Deadline.after(timeout))
    count_seconds, number = timed(count_of_map, found, Deadline.after(timeout))
    state = result.state
    cells: list[Cell] = [
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
    return cells, found


def package_row(counted: Sequence[Cell], found: SolutionMap, timeout: float) -> list[Cell]:
    """One puzzle in the table of the packages; each counts what the map leaves open, as one formula.

    Args:
        counted: the row of the puzzle in the first table.
        found: its map.
        timeout: seconds for each package.
    """
    name, _, _, n_cells, _, n_components, built_in, _, _, _, seconds = counted
    cells: list[Cell] = [name, n_cells, n_components, built_in, seconds]
    state = found.narrowed_state
    if state is None:
        return [*cells, None, None, None, None]
    domains = state.domains()
    formula, n_counted = encode_open_part(found.puzzle, domains), CellVariables(found.puzzle, domains).n_variables
    guarantee = EstimateOptions()
    exact = partial(exact_number, formula, n_counted)
    epsilon, delta = guarantee.for_each_of(1)
    estimate = partial(estimated_number, formula, n_counted, epsilon=epsilon, delta=delta, seed=guarantee.seed)
    for package, call in ((EXACT_PACKAGE, exact), (ESTIMATE_PACKAGE, estimate)):
        cells += counted_by(package, call, timeout)
    return cells


def counted_by(package: str, call: Callable[..., int], timeout: float) -> tuple[Cell, Cell]:
    """The number that a package gives, and its seconds."""
    if importlib.util.find_spec(package) is None:
        return "not installed", None
    try:
        seconds, number = timed(call, deadline=Deadline.after(timeout))
    except GaveUp:
        return f"none in {timeout:g} s", None
    except SolverError as error:
        return f"failed: {error}", None
    return f"{number:,}", seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="puzzles, instead of the usual ones")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each step (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="the puzzles of puzzles/ only")
    parser.add_argument("--packages", action="store_true", help="the table of the packages only")
    options = parser.parse_args()
    print(f"{machine(EXACT_PACKAGE, ESTIMATE_PACKAGE)}\n", flush=True)
    found = list(cases(options.files, options.quick))
    is_each_compared = bool(options.files) or options.quick
    if options.packages and not is_each_compared:
        found = [case for case in found if case[0] in COMPARED]
    rows, compared = [], []
    for number, (name, puzzle) in enumerate(found):
        progress(number, len(found), name)
        several = row(name, puzzle, options.timeout)
        if several is not None:
            rows.append(several[0])
            if is_each_compared or name in COMPARED:
                compared.append(package_row(*several, options.timeout))
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
    if not options.packages:
        print(f"{table(head, rows)}\n")
    heads = ["puzzle", "cells", "components", "built in", "s", EXACT_PACKAGE, "s", ESTIMATE_PACKAGE, "s"]
    print(table(heads, compared))


if __name__ == "__main__":
    sys.exit(main())
