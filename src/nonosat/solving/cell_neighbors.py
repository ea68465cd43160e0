"""The cells beside each other along the lines of a grid, as arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nonosat.model.grid import Grid

_Flags = npt.NDArray[np.bool_]
_Numbers = npt.NDArray[np.int64]


def cells_beside(grid: Grid) -> _Numbers:
    """The cells before and after each cell on each line through it [cells, 2 families].

    Beyond the end of a line stands the number of cells of the grid.
    """
    beside = np.full((grid.n_cells, 2 * len(grid.families)), grid.n_cells)
    for number, family in enumerate(grid.families):
        for index in family:
            line = np.array(grid.line(index))
            beside[line[1:], 2 * number] = line[:-1]
            beside[line[:-1], 2 * number + 1] = line[1:]
    return beside


def grown(cells: _Flags, beside: _Numbers) -> _Flags:
    """Some `cells`, and those `beside` one of them, by `cells_beside` [cells]."""
    with_end = np.append(cells, False)
    return np.asarray(cells | with_end[beside].any(axis=1))


def nearest(centers: _Numbers, beside: _Numbers) -> _Numbers:
    """For each cell the index in `centers` of the nearest one, by steps `beside` it; of several the last [cells]."""
    found = np.full(len(beside) + 1, -1)
    found[centers] = np.arange(len(centers))
    while len(others := np.flatnonzero(found[:-1] < 0)):
        found[others] = found[beside[others]].max(axis=1)
    return found[:-1]
