"""Random puzzles of triangles: their numbers of solutions against a model that knows nothing of nonosat's encodings.

Usage: python tests/stress_triangles.py [--puzzles 200] [--size 5] [--seed 1]

The model says of each cell of each line in which block or gap it is, without line solving or any other conclusion
before; a SAT solver lists its models up to a limit. Exits with 1 if a number differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from oracle import random_puzzle
from pysat.solvers import Solver

import nonosat
from nonosat.core.errors import PuzzleError
from nonosat.formats import FORMATS
from nonosat.model.clue import Clue
from nonosat.model.puzzle import Puzzle
from nonosat.model.tri_grid import TriGrid

#: More solutions are not listed.
MOST = 200


class State(NamedTuple):
    """What a cell of a line is.

    Attributes:
        color: of the cell, 0 in a gap.
        block: number of the block, or of the blocks before the gap.
        cell: number of the cell in its block.
        can_begin: whether the first cell of a line may be this.
        to_come: whether cells of blocks must follow.
    """

    color: int
    block: int
    cell: int
    can_begin: bool
    to_come: bool


def successors(clue: Clue, n_colors: int) -> dict[State, list[State]]:
    """What the cells of a line may be, each with what may follow."""
    last = len(clue)
    gaps = [State(0, number, 0, number == 0, number < last) for number in range(last + 1)]
    blocks = [
        {
            color: [
                State(color, number, cell, (number, cell) == (0, 0), (number, cell) != (last - 1, length - 1))
                for cell in range(length)
            ]
            for color in ([known] if known else range(1, n_colors + 1))
        }
        for number, (length, known) in enumerate(clue)
    ]
    found: dict[State, list[State]] = {}
    for number, gap in enumerate(gaps):
        found[gap] = [gap, *(cells[0] for cells in (blocks[number].values() if number < last else ()))]
    for number, colored in enumerate(blocks):
        for color, cells in colored.items():
            for one, other in pairwise(cells):
                found[one] = [other]
            found[cells[-1]] = [gaps[number + 1]]
            if number + 1 < last:
                found[cells[-1]] += [others[0] for each, others in blocks[number + 1].items() if each != color]
    return found


def number_of_models(puzzle: Puzzle, most: int = MOST) -> int:
    """How many solutions a puzzle has, at most so many."""
    n, grid = puzzle.n_colors + 1, puzzle.grid
    with Solver("cadical153") as solver:
        for cell in range(grid.n_cells):
            solver.add_clause([cell * n + color + 1 for color in range(n)])
            for color in range(n):
                for other in range(color):
                    solver.add_clause([-(cell * n + color + 1), -(cell * n + other + 1)])
        for cell, color in puzzle.givens:
            solver.add_clause([cell * n + color + 1])
        used = grid.n_cells * n
        for index, clue in enumerate(puzzle.clues):
            cells, following = grid.line(index), successors(clue, puzzle.n_colors)
            states = list(following)
            variables = [
                {state: used + position * len(states) + number + 1 for number, state in enumerate(states)}
                for position in range(len(cells))
            ]
            used += len(cells) * len(states)
            for position, cell in enumerate(cells):
                here = variables[position]
                solver.add_clause(list(here.values()))
                for state, variable in here.items():
                    solver.add_clause([-variable, cell * n + state.color + 1])
                    if position + 1 < len(cells):
                        after = variables[position + 1]
                        solver.add_clause([-variable, *(after[each] for each in following[state])])
                    elif state.to_come:
                        solver.add_clause([-variable])
                    if position == 0 and not state.can_begin:
                        solver.add_clause([-variable])
        found = 0
        while found < most and solver.solve():
            found += 1
            model = solver.get_model() or []
            solver.add_clause([-literal for literal in model[: grid.n_cells * n] if literal > 0])
    return found


def spoilt(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """The puzzle with two clues of one family exchanged, so that it may have no solution."""
    clues = list(puzzle.clues)
    one, other = rng.sample(rng.choice(puzzle.grid.families), 2)
    clues[one], clues[other] = clues[other], clues[one]
    try:
        return Puzzle(puzzle.grid, puzzle.palette, tuple(clues), puzzle.givens)
    except PuzzleError:
        return puzzle


def main() -> int:
    """Compare, and print a line; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--puzzles", type=int, default=200, help="how many (default 200)")
    parser.add_argument("--size", type=int, default=5, help="triangles along each side (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other puzzles")
    arguments = parser.parse_args()
    start, wrong, seen = time.monotonic(), 0, Counter[str]()
    rng, grid = random.Random(arguments.seed), TriGrid((arguments.size,) * 6)
    for _ in range(arguments.puzzles):
        puzzle, _ = random_puzzle(
            rng,
            grid,
            rng.randint(1, 3),
            unknown=rng.choice([0.0, 0.0, 0.3]),
            givens=rng.choice([0, 0, 2]),
            density=rng.choice([0.2, 0.3, 0.5, 0.7]),
        )
        if rng.random() < 0.2:
            puzzle = spoilt(rng, puzzle)
        expected = number_of_models(puzzle)
        number = 0
        if nonosat.solve(puzzle).picture is not None:
            number = min(MOST, nonosat.count(puzzle).at_least)
        seen[("none", "unique", "several")[min(2, expected)]] += 1
        if number != expected:
            wrong += 1
            print(f"{number} solutions, expected {expected}\n{FORMATS['clues'].write(puzzle)}", file=sys.stderr)
    kinds = ", ".join(f"{count} {name}" for name, count in sorted(seen.items()))
    seconds = time.monotonic() - start
    print(f"{arguments.puzzles} puzzles of {grid.header}, {kinds}, {wrong} wrong, {seconds:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
