"""Random small puzzles that line solving leaves open, for what searches have to do."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import cycle, islice

from oracle import Cells, brute_force, random_puzzle

from nonosat.core.errors import PuzzleError
from nonosat.lines.fixpoint import propagate
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

GRIDS = (RectGrid(4, 4), RectGrid(3, 5), HexGrid(2), RectGrid(5, 4))


@cache
def open_puzzles(count: int, seed: int, grids: tuple[Grid, ...] = GRIDS) -> tuple[tuple[Puzzle, list[Cells]], ...]:
    """So many small puzzles of one or two colours, each with all its solutions, ascending.

    One has no solution, the next one has one, the next one has several, and so on. Some have `?` or hidden numbers.
    """
    return tuple(islice(_endless(random.Random(seed), grids), count))


def _endless(rng: random.Random, grids: Sequence[Grid]) -> Iterator[tuple[Puzzle, list[Cells]]]:
    waiting: list[deque[tuple[Puzzle, list[Cells]]]] = [deque(), deque(), deque()]
    for kind in cycle(range(3)):
        while not waiting[kind]:
            puzzle = _open_puzzle(rng, grids)
            solutions = sorted(brute_force(puzzle))
            waiting[min(len(solutions), 2)].append((puzzle, solutions))
        yield waiting[kind].popleft()


def _open_puzzle(rng: random.Random, grids: Sequence[Grid]) -> Puzzle:
    """A puzzle that lines leave open; most have their rows exchanged, which are other clues with the same totals."""
    while True:
        grid, n_colors = rng.choice(grids), rng.choice([1, 2])
        unknown, hidden = rng.choice([0.0, 0.0, 0.4]), rng.choice([0.0, 0.0, 0.0, 0.5])
        puzzle, _ = random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=hidden)
        if rng.random() < 0.8:
            puzzle = with_rows_exchanged(puzzle, rng)
        domains = propagate(puzzle)
        if domains is not None and domains.n_open:
            return puzzle


def with_rows_exchanged(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with the clues of its rows in another order, or as it is where a clue is too long for another row."""
    rows = list(puzzle.clues[: len(puzzle.grid.families[0])])
    rng.shuffle(rows)
    with suppress(PuzzleError):
        return Puzzle(puzzle.grid, puzzle.palette, (*rows, *puzzle.clues[len(rows) :]))
    return puzzle
