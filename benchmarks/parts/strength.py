"""How much of what line solving finds does unit propagation find, in each encoding?

    python benchmarks/parts/strength.py [--encodings A,B,...] [--size N] [--cases N] [--quick]

Pairs of rows of random cells in one or two colours, the second coloured where the first is not, so that the columns
tell only that. Of a random share of the cells the colour is given. `all found` are the cases in which unit propagation
decides every cell that line solving decides, `cells` the share of all these cells that it decides.
Cases in which lines find nothing beside the given cells are left out. A dash stands for an encoding that refuses lines
of this length.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

from nonosat.core.errors import TooLarge
from nonosat.core.tables import Percent
from nonosat.encodings import ENCODINGS
from nonosat.lines.fixpoint import propagate
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.random_puzzles import palette
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.compare import n_open_cells
from nonosat.solving.formulas import encode

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, options_parser, table


def case(rng: random.Random, size: int, n_colors: int) -> Puzzle | None:
    """Two rows with given cells; None if lines find nothing, or nothing is left to find."""
    above = [rng.randint(1, n_colors) * (rng.random() < 0.5) for _ in range(size)]
    below = [0 if color else rng.randint(1, n_colors) for color in above]
    picture = Picture(RectGrid(2, size), (*above, *below))
    puzzle = puzzle_of(picture, palette(n_colors))
    share = rng.random() / 2
    givens = tuple(ColoredCell(cell, picture.cells[cell]) for cell in range(size) if rng.random() < share)
    asked = replace(puzzle, givens=givens)
    domains = propagate(asked)
    assert domains is not None
    return asked if domains.n_open < 2 * size - 2 * len(givens) else None


def rows(encodings: list[str], size: int, cases: int, n_colors: int) -> list[list[Cell]]:
    rng = random.Random(f"strength {size} {n_colors}")
    puzzles: list[Puzzle] = []
    while len(puzzles) < cases:
        puzzle = case(rng, size, n_colors)
        if puzzle:
            puzzles.append(puzzle)
    found: list[list[Cell]] = []
    for encoding in encodings:
        try:
            found.append([n_colors, encoding, *shares(encoding, puzzles)])
        except TooLarge:
            found.append([n_colors, encoding, None, None])
    return found


def shares(encoding: str, puzzles: list[Puzzle]) -> tuple[Percent, Percent]:
    """The share of the puzzles in which unit propagation finds all, and that of the cells which it decides."""
    found_all = decided = by_lines = 0
    for puzzle in puzzles:
        domains = propagate(puzzle)
        assert domains is not None
        n_given = 2 * len(puzzle.givens)
        lines = puzzle.grid.n_cells - n_given - domains.n_open
        units = puzzle.grid.n_cells - n_given - n_open_cells(encode(puzzle, encoding=encoding), puzzle.n_colors)
        found_all += units == lines
        decided, by_lines = decided + units, by_lines + lines
    return Percent(found_all / len(puzzles)), Percent(decided / by_lines)


def main() -> None:
    parser = options_parser(__doc__, "a few short lines, to see that it works")
    parser.add_argument("--encodings", default=",".join(ENCODINGS), help="default: all")
    parser.add_argument("--size", type=int, default=20, help="cells of a line (default: %(default)s)")
    parser.add_argument("--cases", type=int, default=500, help="for each number of colours (default: %(default)s)")
    options = parser.parse_args()
    if options.quick:
        options.size, options.cases = 8, 10
    print(machine() + "\n", flush=True)
    encodings = options.encodings.split(",")
    found = [row for n_colors in (1, 2) for row in rows(encodings, options.size, options.cases, n_colors)]
    print(table(["colours", "encoding", "all found %", "cells %"], found))


if __name__ == "__main__":
    main()
