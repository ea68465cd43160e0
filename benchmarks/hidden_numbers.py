"""Puzzles with half of their numbers hidden, and how few numbers must be shown.

    python benchmarks/hidden_numbers.py [--timeout SECONDS] [--seed N] [--quick]

The puzzles are unique ones of `puzzles/`, and of further sets (see `puzzle_sets`), of 61 to 1,500 cells. The numbers
of each are hidden in a random order, but for those without which it is not unique, until half of them are. `half s`
is the processor time of `solve --unique` of that puzzle in seconds, `shown s` that with all numbers. `fewest` is the
fewest numbers of `mend --by clues`, `at least` the proved bound, and `mend s` its processor time.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import sys

from common import Cell, cpu_timed, machine, progress, table
from puzzle_sets import Entry, own, shared

from nonosat import HIDDEN, GaveUp, Puzzle, mend, solve

#: The further sets, and how many cells a puzzle may have.
SETS, CELLS = ("easy", "survey"), range(61, 1_501)
#: The puzzles of a quick run.
QUICK = ("cat", "hex-flower")


def is_unique(puzzle: Puzzle, timeout: float) -> bool:
    """Whether a puzzle is shown to be unique within a limit of time."""
    try:
        return bool(solve(puzzle, unique=True, timeout=timeout).unique)
    except GaveUp:
        return False


def half_hidden(puzzle: Puzzle, seed: int) -> Puzzle | None:
    """A unique puzzle with half of the numbers hidden; None if more of them are needed, as far as 10 s can tell."""
    blocks = [(line, number) for line, clue in enumerate(puzzle.clues) for number in range(len(clue))]
    random.Random(seed).shuffle(blocks)
    left = len(blocks) // 2
    for line, number in blocks:
        if not left:
            break
        clues = list(puzzle.clues)
        clue = clues[line]
        clues[line] = (*clue[:number], clue[number]._replace(length=HIDDEN), *clue[number + 1 :])
        fewer = dataclasses.replace(puzzle, clues=tuple(clues))
        if is_unique(fewer, 10):
            puzzle = fewer
            left -= 1
    return None if left else puzzle


def row(entry: Entry, timeout: float, seed: int) -> list[Cell] | None:
    """A row of the table; None if the puzzle is no example."""
    puzzle = entry.load()
    if puzzle.grid.n_cells not in CELLS or not is_unique(puzzle, timeout):
        return None
    half = half_hidden(puzzle, seed)
    shown_seconds, _ = cpu_timed(solve, puzzle, unique=True)
    half_seconds = None if half is None else cpu_timed(solve, half, unique=True)[0]
    try:
        seconds, mended = cpu_timed(mend, puzzle, by="clues", timeout=timeout)
    except GaveUp:
        return [entry.name, puzzle.grid.header, puzzle.n_blocks, None, None, None, shown_seconds, half_seconds]
    numbers = puzzle.n_blocks, mended.n_changes, mended.at_least
    return [entry.name, puzzle.grid.header, *numbers, seconds, shown_seconds, half_seconds]


def main() -> None:
    """Run as the module docstring says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each search (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the order in which numbers are hidden")
    parser.add_argument("--quick", action="store_true", help="two small puzzles, to see that it works")
    options = parser.parse_args()
    print(f"{machine()}\n", flush=True)
    entries = [*own(), *(entry for entry in shared() if entry.folder in SETS)]
    rows = []
    for number, entry in enumerate(entries):
        progress(number, len(entries), entry.name)
        if options.quick and entry.name not in QUICK:
            continue
        if (found := row(entry, options.timeout, options.seed)) is not None:
            rows.append(found)
    progress(len(entries), len(entries), "")
    heads = ["puzzle", "grid", "numbers", "fewest", "at least", "mend s", "shown s", "half s"]
    print(table(heads, rows))


if __name__ == "__main__":
    sys.exit(main())
