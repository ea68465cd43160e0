"""Puzzles of random cells: the same size, colours and seed give the same puzzle everywhere."""

from __future__ import annotations

import random
from collections.abc import Sequence

from nonosat.model.clue import ANY_COLOR, Block
from nonosat.model.grid import Grid, neighbors_of
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of

#: The palette of generated puzzles: background first, at most five colours besides it.
COLORS = ("#ffffff", "#222222", "#cc2222", "#2255cc", "#22aa44", "#ddaa00")
#: From styles of pictures to the possible numbers of times that noise is smoothed; more smoothing, larger regions.
STYLES = {"noise": (0,), "picture": (1, 2)}
#: Number of times that the noise which places the colours is smoothed.
_TINT_ROUNDS = 4


def palette(n_colors: int) -> Palette:
    """The first colours of `COLORS`: the background and `n_colors` others, 1 to 5."""
    return Palette(COLORS[: n_colors + 1])


def random_puzzle(grid: Grid, n_colors: int = 1, seed: int = 1, density: float = 0.5, unknown: float = 0.0) -> Puzzle:
    """A puzzle made from independent random cells, all colours being equally likely.

    Args:
        n_colors: number of colours besides the background, 1 to 5.
        seed: equal seeds give equal puzzles.
        density: probability that a cell is coloured, 0 to 1.
        unknown: probability that a block is `?`, 0 to 1.
    """
    rng = random.Random(f"random {grid.header} {n_colors} {seed}")
    cells = (rng.randint(1, n_colors) if rng.random() < density else 0 for _ in range(grid.n_cells))
    puzzle = puzzle_of(Picture(grid, tuple(cells)), palette(n_colors))
    clues = (
        tuple(Block(length, ANY_COLOR if rng.random() < unknown else color) for length, color in clue)
        for clue in puzzle.clues
    )
    return Puzzle(grid, puzzle.palette, tuple(clues)) if unknown else puzzle


def random_cells(
    rng: random.Random, grid: Grid, orbits: Sequence[Sequence[int]], n_colors: int, density: float, style: str
) -> list[int]:
    """The colours of the cells of a random picture, 0 for background.

    Args:
        orbits: sets of cells that have the same colour, since the picture is symmetric.
        n_colors: number of colours besides the background.
        density: approximate share of coloured cells, 0 to 1.
        style: a key of `STYLES`.
    """
    rounds = rng.choice(STYLES[style])
    shape = _field(rng, grid, orbits, rounds)
    ranks = sorted(range(grid.n_cells), key=shape.__getitem__)
    limit = shape[ranks[min(grid.n_cells - 1, round((1 - density) * grid.n_cells))]]
    tint = _field(rng, grid, orbits, _TINT_ROUNDS if rounds else 0)
    steps = sorted(tint)
    limits = [steps[number * grid.n_cells // n_colors] for number in range(1, n_colors)]
    return [
        1 + sum(tint[cell] >= each for each in limits) if shape[cell] >= limit else 0 for cell in range(grid.n_cells)
    ]


def _field(rng: random.Random, grid: Grid, orbits: Sequence[Sequence[int]], rounds: int) -> list[float]:
    """Random values of the cells, equal on each orbit; in each round they become means of neighbouring values."""
    values = [0.0] * grid.n_cells
    for orbit in orbits:
        value = rng.random()
        for cell in orbit:
            values[cell] = value
    beside = neighbors_of(grid) if rounds else []
    for _ in range(rounds):
        means = values[:]
        for orbit in orbits:
            first = orbit[0]  # for all of them, since a sum of floats depends on the order
            value = (values[first] + sum([values[cell] for cell in beside[first]])) / (1 + len(beside[first]))
            for cell in orbit:
                means[cell] = value
        values = means
    return values
