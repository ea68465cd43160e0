"""Random pictures: noise, or connected regions, with any symmetry of the grid."""

from __future__ import annotations

import random
from collections.abc import Sequence

from nonosat.model.grid import Grid, neighbors_of

#: From styles of pictures to the possible numbers of times that noise is smoothed; more smoothing, larger regions.
STYLES = {"noise": (0,), "picture": (1, 2)}
#: Number of times that the noise which places the colours is smoothed.
_TINT_ROUNDS = 4


def random_cells(
    rng: random.Random, grid: Grid, orbits: Sequence[Sequence[int]], n_colors: int, density: float, style: str
) -> list[int]:
    """The colours of the cells of a random picture, 0 for background.

    Args:
        orbits: sets of cells that have the same colour, since the picture is symmetric.
        n_colors: number of colours beside the background.
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
