"""Puzzles of random cells: the same size, colours and seed give the same puzzle everywhere."""

from __future__ import annotations

import random

from nonosat.model.clue import UNKNOWN, Block
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of

#: The palette of generated puzzles: background first, at most five colours beside it.
COLORS = ("#ffffff", "#222222", "#cc2222", "#2255cc", "#22aa44", "#ddaa00")


def palette(n_colors: int) -> Palette:
    """The first colours of `COLORS`: the background and `n_colors` others, 1 to 5."""
    return Palette(COLORS[: n_colors + 1])


def random_puzzle(grid: Grid, n_colors: int = 1, seed: int = 1, density: float = 0.5, unknown: float = 0.0) -> Puzzle:
    """A puzzle made from independent random cells, all colours being equally likely.

    Args:
        n_colors: the number of colours beside the background, 1 to 5.
        seed: equal seeds give equal puzzles.
        density: the probability that a cell is coloured, 0 to 1.
        unknown: the probability that a block is `?`, 0 to 1.
    """
    rng = random.Random(f"random {grid.header} {n_colors} {seed}")
    cells = (rng.randint(1, n_colors) if rng.random() < density else 0 for _ in range(grid.n_cells))
    puzzle = puzzle_of(Picture(grid, tuple(cells)), palette(n_colors))
    clues = (
        tuple(Block(length, UNKNOWN if rng.random() < unknown else color) for length, color in clue)
        for clue in puzzle.clues
    )
    return Puzzle(grid, puzzle.palette, tuple(clues)) if unknown else puzzle
