"""The fewest changes that make puzzles unique: how many, whether that is proved, and how long it takes.

    python benchmarks/mending.py [--timeout SECONDS] [--random N] [--quick]

The puzzles are those of `puzzles/` and of further sets (see `puzzle_sets`) that have several solutions, pictures of
these sets, and random pictures of 15x15 cells, 60 % of them filled. Of a puzzle whose search took longer than the time
limit, the best number and the proved bound are shown. `beyond` is the processor time beyond that of `solve --unique`,
in seconds; the time limit is one of the clock.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from common import Cell, cpu_timed, machine, progress, table
from puzzle_sets import own, shared_folder

from nonosat import GaveUp, Mended, Picture, Puzzle, RectGrid, load, mend, solve
from nonosat.authoring.tracing import trace
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.puzzle import puzzle_of

#: Further puzzles with several solutions, by their paths in the folder of further sets.
GIVENS = (
    *("fau/shapes-1.clues", "fau/trees-1.clues", "gchq/gchq2015.clues", "hard/rand40-000.clues"),
    *("hard/rand50-000.clues", "large/huge-2-100x100.clues"),
)
CELLS = ("fau/shapes-1.clues", "fau/trees-1.clues", "pictures/telephone_recevier.png")
#: A picture that is unique, but that lines do not solve.
LINES = ("pictures/shirt_and_tie_no_button.png",)
#: Puzzles of which lines leave nearly all cells open.
LARGE = ("survey/webpbn-00065-mum.clues", "survey/pbn_merka.clues", "hard/rand40-000.clues", "hard/rand50-000.clues")

#: A name, the puzzle, and the picture that it was made from, if that is known.
Case = tuple[str, Puzzle, Picture | None]


def further(names: tuple[str, ...]) -> Iterator[Case]:
    """The puzzles and pictures of these names that are there."""
    for path in (shared_folder() / name for name in names):
        if path.exists() and path.suffix == ".png":
            traced = trace(path.read_bytes(), path.name)
            yield path.stem, puzzle_of(traced.picture, traced.palette), traced.picture
        elif path.exists():
            yield path.stem, load(path), None


def with_several_solutions() -> Iterator[Case]:
    """The puzzles of `puzzles/` that have them."""
    for entry in own():
        puzzle = entry.load()
        if solve(puzzle, unique=True).unique is False:
            yield entry.name, puzzle, None


def random_pictures(number: int) -> Iterator[Case]:
    """So many random pictures that are not unique."""
    seed = 0
    while number:
        seed += 1
        rng = random.Random(seed)
        picture = Picture(RectGrid(15, 15), tuple(int(rng.random() < 0.6) for _ in range(225)))
        puzzle = puzzle_of(picture, BLACK_ON_WHITE)
        if solve(puzzle, unique=True).unique is False:
            number -= 1
            yield f"random {seed}", puzzle, picture


def row(case: Case, by: str, until: str, timeout: float) -> list[Cell]:
    """One puzzle in the table."""
    name, puzzle, _ = case
    alone, _ = cpu_timed(solve, puzzle, unique=True)
    seconds, mended = cpu_timed(_mended, case, by, until, timeout)
    beyond = max(0.0, seconds - alone)
    if isinstance(mended, GaveUp):
        return [name, puzzle.grid.header, until, None, str(mended), "no", beyond]
    proved = "yes" if mended.is_fewest else "no"
    return [name, puzzle.grid.header, until, mended.n_changes, mended.at_least, proved, beyond]


def _mended(case: Case, by: str, until: str, timeout: float) -> Mended | GaveUp:
    _, puzzle, picture = case
    try:
        return mend(puzzle, by=by, until=until, goal=picture, timeout=timeout)
    except GaveUp as error:
        return error


def show(title: str, cases: list[tuple[Case, str]], by: str, timeout: float) -> None:
    """One table."""
    rows = []
    for number, (case, until) in enumerate(cases):
        progress(number, len(cases), case[0])
        rows.append(row(case, by, until, timeout))
    progress(len(cases), len(cases), title)
    print(f"{title}\n\n{table(['puzzle', 'grid', 'until', 'changes', 'at least', 'proved', 'beyond s'], rows)}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds for each (default: %(default)s)")
    parser.add_argument("--random", type=int, default=20, help="random pictures (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="few puzzles, to see that it works")
    options = parser.parse_args()
    print(f"{machine()}\n", flush=True)
    several = list(with_several_solutions())
    n_random = 1 if options.quick else options.random
    givens = several if options.quick else [*several, *further(GIVENS)]
    cells = several if options.quick else [*several, *further(CELLS)]
    lines = [] if options.quick else [*further(LINES)]
    large = [] if options.quick else [*further(LARGE)]
    show(
        "Fewest givens",
        [(case, "unique") for case in givens] + [(case, "lines") for case in (*lines, *large)],
        "givens",
        options.timeout,
    )
    changed = [(case, "unique") for case in [*cells, *random_pictures(n_random)]]
    show("Fewest changed cells", changed + [(case, "lines") for case in lines], "cells", options.timeout)


if __name__ == "__main__":
    sys.exit(main())
