"""Random puzzles by the thousand through every backend and encoding, with verdicts compared.

Usage: python tests/stress.py [--small N] [--large N] [--seed N]

Small puzzles (rectangles and hexagons, up to three colours, `?`, givens, and clues that are spoilt so that many have no
solution) go through every backend with one encoding, and every encoding with one backend, in turn, and are compared
with brute force: no solution, one, or several, and the solution itself. Large ones, which brute force cannot do, go
through a few backends that must agree. A hint of how to see it again is printed for whatever goes wrong; the same seed
tries the same puzzles. Exits with 1 if anything did.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

import oracle

from nonosat.core.errors import NonosatError, PuzzleError, TooLarge
from nonosat.encodings import ENCODINGS
from nonosat.formats import FORMATS
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid
from nonosat.solvers import BACKENDS, DEFAULT_SOLVER
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

#: What brute force can do in a few milliseconds.
MAX_CELLS = 14
LARGE = ("glucose4", "cadical195", "minisat22")
#: Beside the encodings as they are.
RECIPES = ("pairwise/product+totals+bounds+gaps", "placements/ladder", "automaton+totals+bounds", "order+gaps")


def small_puzzle(rng: random.Random) -> Puzzle:
    """A puzzle that brute force can solve; one in three is spoilt."""
    grid = oracle.random_grid(rng, MAX_CELLS)
    n_colors = rng.randint(1, 3 if grid.n_cells <= 10 else 2)
    unknown = rng.choice((0.0, 0.0, 0.3, 1.0))
    givens = rng.choice((0, 0, 1, min(3, grid.n_cells)))
    density = rng.choice((0.2, 0.5, 0.8))
    puzzle, _ = oracle.random_puzzle(
        rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)), givens=givens, density=density
    )
    return _spoilt(rng, puzzle) if rng.random() < 0.35 else puzzle


def _spoilt(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """Clues of one family dealt out anew: the totals stay as they are, but there may be no solution any more."""
    clues = list(puzzle.clues)
    family = rng.choice(puzzle.grid.families)
    dealt = [clues[index] for index in family]
    rng.shuffle(dealt)
    for index, clue in zip(family, dealt, strict=True):
        clues[index] = tuple(rng.sample(clue, len(clue)))
    try:
        return Puzzle(puzzle.grid, puzzle.palette, tuple(clues), puzzle.givens)
    except PuzzleError:
        return puzzle  # a clue need not fit another line


def large_puzzle(rng: random.Random) -> Puzzle:
    """More than brute force can do, and solved in some milliseconds."""
    size = rng.randint(4, 8)
    grid = rng.choice((RectGrid(rng.randint(8, 20), rng.randint(8, 20)), HexGrid(size), TriGrid((size,) * 6)))
    n_colors = rng.randint(1, 4)
    unknown, density = rng.choice((0.0, 0.3)), rng.choice((0.4, 0.6, 0.75))
    return oracle.random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)), density=density)[
        0
    ]


def verdict(result: Result) -> str:
    if result.picture is None:
        return "none"
    return "unique" if result.unique else "several"


def ways() -> Iterator[tuple[str, str]]:
    """Every backend that is installed with the default encoding, every encoding and some recipes with the default one,
    for ever."""
    present = [name for name, backend in BACKENDS.items() if backend.info().available]
    pairs = [(name, "order") for name in present] + [(DEFAULT_SOLVER, name) for name in (*ENCODINGS, *RECIPES)]
    return itertools.cycle(pairs)


def complaint(puzzle: Puzzle, solver: str, encoding: str, propagate: bool, expected: str) -> str | None:
    """What is wrong with the answer of one way, or None."""
    try:
        result = solve(puzzle, unique=True, solver=solver, encoding=encoding, propagate=propagate)
    except TooLarge:
        return None  # which is right to say, for some encodings
    except NonosatError as error:
        return f"{type(error).__name__}: {error}"
    found = verdict(result)
    return None if found == expected else f"says {found}, expected {expected}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--small", type=int, default=3000, help="puzzles for brute force (default 3000)")
    parser.add_argument("--large", type=int, default=300, help="puzzles on which solvers must agree (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other puzzles")
    arguments = parser.parse_args()
    began, runs, wrong = time.monotonic(), 0, []
    verdicts: Counter[str] = Counter()
    rng, order = random.Random(arguments.seed), ways()
    for _ in range(arguments.small):
        puzzle = small_puzzle(rng)
        solutions = oracle.brute_force(puzzle)
        expected = ("none", "unique", "several")[min(2, len(solutions))]
        verdicts[expected] += 1
        for solver, encoding in itertools.islice(order, 3):
            runs += 1
            propagate = rng.random() < 0.5
            reason = complaint(puzzle, solver, encoding, propagate, expected)
            if reason:
                wrong.append((puzzle, f"{solver}, {encoding}, propagate={propagate}: {reason}"))
    for _ in range(arguments.large):
        puzzle = large_puzzle(rng)
        expected = verdict(solve(puzzle, unique=True))
        verdicts[expected] += 1
        for solver in LARGE:
            runs += 1
            reason = complaint(puzzle, solver, "start", rng.random() < 0.5, expected)
            if reason:
                wrong.append((puzzle, f"{solver}: {reason}"))
    for puzzle, reason in wrong[:5]:
        print(f"{reason}\n{FORMATS['clues'].write(puzzle)}", file=sys.stderr)
    seen = ", ".join(f"{count:,} {name}" for name, count in sorted(verdicts.items()))
    print(f"{arguments.small + arguments.large:,} puzzles ({seen}), {runs:,} runs, {len(wrong)} failures", end="")
    print(f", {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
