"""All 65,536 pictures of 4x4 cells: the solutions of their clues are counted, and 52,362 pictures are unique.

Usage: python tests/stress_unique.py

The number of solutions of every puzzle is compared with the number of pictures that have its clues. How many pictures
are the only solution of their clues is known: OEIS A242876. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import sys
import time

from oracle import all_puzzles

import nonosat
from nonosat.model.rect_grid import RectGrid

#: Pictures of 4x4 cells that are the only solution of their clues.
UNIQUE = 52_362


def main() -> int:
    """Count, and print a line; the exit code."""
    start, n_puzzles, unique, wrong = time.monotonic(), 0, 0, 0
    for puzzle, pictures in all_puzzles(RectGrid(4, 4)):
        found = nonosat.count(puzzle)
        n_puzzles += 1
        unique += found.map.is_unique
        wrong += (found.at_least, found.is_exact) != (len(pictures), True)
    seconds = time.monotonic() - start
    print(f"4x4: {n_puzzles:,} puzzles, {unique:,} unique pictures, {wrong} wrong numbers, {seconds:.0f} s")
    return int(unique != UNIQUE or wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
