"""Random pictures: noise, or connected regions, with any symmetry of the grid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from nonosat.model.grid import Grid

#: What pictures are like, by name, with how often noise may be smoothed; the more often, the larger the regions.
STYLES = {"noise": (0,), "picture": (1, 2)}
#: How often the noise is smoothed that decides where which colour is.
_TINT_ROUNDS = 4


def random_cells(
    rng: random.Random, grid: Grid, orbits: Sequence[Sequence[int]], n_colors: int, density: float, style: str
) -> list[int]:
    """The colours of the cells of a random picture, 0 for background.

    Args:
        rng: the source of randomness.
        grid: the cells.
        orbits: the cells that have the same colour, since the picture is symmetric.
        n_colors: how many colours there are beside the background.
        density: the share of the cells that are coloured, about, 0 to 1.
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


def neighbours(grid: Grid) -> list[list[int]]:
    """For each cell the cells beside it on the lines through it."""
    found: list[list[int]] = [[] for _ in range(grid.n_cells)]
    for index in range(grid.n_lines):
        line = grid.line(index)
        for one, other in pairwise(line):
            found[one].append(other)
            found[other].append(one)
    return found


def _field(rng: random.Random, grid: Grid, orbits: Sequence[Sequence[int]], rounds: int) -> list[float]:
    """Random values of the cells, equal on each orbit, each replaced so often by the mean of it and its neighbours."""
    values = [0.0] * grid.n_cells
    for orbit in orbits:
        value = rng.random()
        for cell in orbit:
            values[cell] = value
    beside = neighbours(grid) if rounds else []
    for _ in range(rounds):
        means = values[:]
        for orbit in orbits:
            first = orbit[0]  # for all of them, since a sum of floats depends on the order
            value = (values[first] + sum([values[cell] for cell in beside[first]])) / (1 + len(beside[first]))
            for cell in orbit:
                means[cell] = value
        values = means
    return values
