"""Every step of many explanations is checked by SAT: random puzzles, and the puzzles of further sets.

Usage: python tests/stress_explaining.py [SECONDS]

Each puzzle has at most so many seconds, 20 by default; the steps that were found by then are checked. For tiny puzzles,
all of which have blocks of unknown length, the cells that are decided are compared with all solutions by brute force.
Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import random
import sys
import time

from oracle import TooMany, brute_force, random_puzzle
from step_checker import check_walkthrough
from test_shared import EXPECTED, FOLDER

from nonosat import HexGrid, NoSolution, Puzzle, RectGrid, explain, load


def is_right(name: str, puzzle: Puzzle, seconds: float) -> bool:
    """Explain and check a puzzle; print what is wrong."""
    try:
        check_walkthrough(explain(puzzle, timeout=seconds))
    except NoSolution:
        return True
    except AssertionError as error:
        print(f"{name}: {error}")
        return False
    return True


def is_complete(name: str, puzzle: Puzzle) -> bool:
    """Explain and check a tiny puzzle that has a solution, as far as its solutions agree; print what is wrong."""
    try:
        solutions = brute_force(puzzle, 20_000)
    except TooMany:
        return is_right(name, puzzle, 20.0)
    try:
        possible = check_walkthrough(explain(puzzle))
    except AssertionError as error:
        print(f"{name}: {error}")
        return False
    if possible != [tuple(sorted(set(colors))) for colors in zip(*solutions, strict=True)]:
        print(f"{name}: the steps do not lead as far as the solutions agree")
        return False
    return True


def tiny_puzzle(seed: int) -> Puzzle:
    """A puzzle with blocks of unknown length, perhaps also of unknown colour."""
    rng = random.Random(seed)
    grid = HexGrid(rng.randint(1, 3)) if rng.random() < 0.3 else RectGrid(rng.randint(1, 6), rng.randint(1, 6))
    unknown, hidden = rng.choice([0.0, 0.3]), rng.choice([0.2, 0.5, 0.8])
    density, n_givens = rng.choice([0.4, 0.6, 0.75]), rng.choice([0, 0, 1])
    n_colors = rng.choice([1, 1, 2, 3])
    puzzle, _ = random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=hidden, givens=n_givens, density=density)
    return puzzle


def main() -> int:
    """Check, and print a line; the exit code."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    start, n_puzzles, wrong = time.monotonic(), 0, 0
    for seed in range(3_000):
        n_puzzles += 1
        wrong += not is_complete(f"tiny puzzle {seed}", tiny_puzzle(seed))
    for seed in range(2_000):
        rng = random.Random(seed)
        grid = HexGrid(rng.randint(2, 4)) if rng.random() < 0.3 else RectGrid(rng.randint(2, 9), rng.randint(2, 9))
        unknown = rng.choice([0.0, 0.3])
        puzzle, _ = random_puzzle(
            rng, grid, rng.randint(1, 3), unknown=unknown, hidden=rng.choice([0.0, 0.3]), givens=rng.choice([0, 1, 3])
        )
        n_puzzles += 1
        wrong += not is_right(f"seed {seed}", puzzle, seconds)
    for name, verdict in EXPECTED.items():
        if verdict != "unknown":
            n_puzzles += 1
            wrong += not is_right(name, load(FOLDER / name), seconds)
    print(f"{n_puzzles:,} explanations, {wrong} wrong, {time.monotonic() - start:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
