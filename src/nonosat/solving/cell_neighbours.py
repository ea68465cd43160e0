"""The cells beside each other along the lines of a grid, as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from nonosat.model.grid import Grid

#: For each cell whether it is in a set [cells].
_Flags = np.ndarray[Any, np.dtype[np.bool_]]

#: Numbers of cells, or of what there is for each cell.
_Numbers = np.ndarray[Any, np.dtype[np.int64]]


def cells_beside(grid: Grid) -> _Numbers:
    """The cells before and after each cell on each line through it.

    Args:
        grid: the grid.

    Returns:
        Their numbers; beyond the end of a line the number of cells of the grid [cells, 2 families].
    """
    beside = np.full((grid.n_cells, 2 * len(grid.families)), grid.n_cells)
    for number, family in enumerate(grid.families):
        for index in family:
            line = np.array(grid.line(index))
            beside[line[1:], 2 * number] = line[:-1]
            beside[line[:-1], 2 * number + 1] = line[1:]
    return beside


def grown(cells: _Flags, beside: _Numbers) -> _Flags:
    """Some cells, and those beside one of them.

    Args:
        cells: whether each cell is one of them [cells].
        beside: of the grid, as `cells_beside` returns it.
    """
    with_end = np.append(cells, False)
    return np.asarray(cells | with_end[beside].any(axis=1))


def nearest(centers: _Numbers, beside: _Numbers) -> _Numbers:
    """Which of some cells is the nearest to each cell, in steps to cells beside it.

    Args:
        centers: the cells, at least one.
        beside: of the grid, as `cells_beside` returns it.

    Returns:
        For each cell the index of the nearest in `centers`, of those equally near the last [cells].
    """
    found = np.full(len(beside) + 1, -1)
    found[centers] = np.arange(len(centers))
    while len(others := np.flatnonzero(found[:-1] < 0)):
        found[others] = found[beside[others]].max(axis=1)
    return found[:-1]
