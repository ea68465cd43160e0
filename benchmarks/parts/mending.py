"""The fewest changes that make puzzles unique: how many, whether that is proved, and how long it takes.

    python benchmarks/parts/mending.py [--timeout SECONDS] [--random N] [--quick]

The puzzles are those of `puzzles/` and of further sets (see `puzzle_sets`) that have several solutions, pictures of
these sets, and random pictures of 15x15 cells, 60 % of them filled. Of a puzzle whose search took longer than the time
limit, the best number and the proved bound are shown. `beyond` is the processor time beyond that of `solve --unique`,
in seconds; the time limit is one of the clock.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from nonosat import GaveUp, Mended, Picture, Puzzle, RectGrid, mend, solve
from nonosat.authoring.tracing import trace
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.puzzle import puzzle_of

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, cpu_timed, machine, options_parser, table, watched
from support.puzzle_sets import further, own

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
HEAD = ["puzzle", "grid", "until", "changes", "at least", "proved", "beyond s"]

#: A name, the puzzle, and the picture that it was made from, if that is known.
Case = tuple[str, Puzzle, Picture | None]


def cases(paths: tuple[str, ...]) -> Iterator[Case]:
    """The puzzles and pictures of these paths that are there."""
    for entry in further(paths):
        if entry.path.suffix == ".png":
            traced = trace(entry.path.read_bytes(), entry.path.name)
            yield entry.name, puzzle_of(traced.picture, traced.palette), traced.picture
        else:
            yield entry.name, entry.load(), None


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


def show(title: str, by: str, unique: list[Case], lines: list[Case], timeout: float) -> None:
    """One table: cases that are to become unique, then cases that lines are to solve."""
    chosen = [(case, "unique") for case in unique] + [(case, "lines") for case in lines]
    rows = [row(case, by, until, timeout) for case, until in watched(chosen, lambda each: each[0][0])]
    print(f"{title}\n\n{table(HEAD, rows)}\n")


def main() -> None:
    parser = options_parser(__doc__)
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds for each (default: %(default)s)")
    parser.add_argument("--random", type=int, default=20, help="random pictures (default: %(default)s)")
    options = parser.parse_args()
    print(f"{machine()}\n", flush=True)
    puzzles = ((entry.name, entry.load(), None) for entry in own())
    several: list[Case] = [case for case in puzzles if solve(case[1], unique=True).unique is False]
    givens, cells, lines, large = (
        [] if options.quick else list(cases(paths)) for paths in (GIVENS, CELLS, LINES, LARGE)
    )
    show("Fewest givens", "givens", several + givens, lines + large, options.timeout)
    cells += random_pictures(1 if options.quick else options.random)
    show("Fewest changed cells", "cells", several + cells, lines, options.timeout)


if __name__ == "__main__":
    main()
