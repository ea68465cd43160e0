"""The cells of a grid for a probing search with compiled line solving: states and sets of cells as arrays of numpy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from nonosat.lines.compiled_state import CompiledState
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.solving.cell_neighbours import cells_beside
from nonosat.solving.portfolio.probing_cells import REACH, Candidate, ProbingCells

#: For each cell whether it is in the set; one more entry, for places beyond the end of a line, is always False.
CellArray = np.ndarray[Any, np.dtype[np.bool_]]


class ArrayCells(ProbingCells[CompiledState, CellArray]):
    """Sets of cells as arrays [cells + 1]."""

    def __init__(self, grid: Grid, n_colors: int) -> None:
        self.n_lines, self.n_colors = grid.n_lines, n_colors
        self._n_cells = grid.n_cells
        self._beside = cells_beside(grid)
        #: The distance of each cell from the ends of its lines, summed up.
        self._distance = np.zeros(grid.n_cells, dtype=np.int64)
        for index in range(grid.n_lines):
            line = list(grid.line(index))
            positions = np.arange(len(line))
            self._distance[line] += np.minimum(positions, positions[::-1])

    def none(self) -> CellArray:
        return np.zeros(self._n_cells + 1, dtype=np.bool_)

    def undecided(self, state: CompiledState) -> CellArray:
        cells = self.none()
        possible = state.possible
        cells[:-1] = possible & (possible - np.uint8(1))
        return cells

    def count(self, cells: CellArray) -> int:
        return int(np.count_nonzero(cells))

    def contains(self, cells: CellArray, cell: int) -> bool:
        return bool(cells[cell])

    def first(self, cells: CellArray) -> int:
        return int(np.argmax(cells))

    def discard(self, cells: CellArray, others: Iterable[int]) -> None:
        cells[list(others)] = False

    def add_decided(self, found: list[CellArray], below: CompiledState, above: CompiledState) -> None:  # noqa: ARG002
        for color, cells in enumerate(found):
            cells[:-1] |= below.possible == 1 << color

    def near(self, is_open: CellArray, before: CellArray) -> set[int]:
        cells = np.flatnonzero(is_open != before)
        for _ in range(REACH):
            beside = self._beside[cells].ravel()
            cells = np.unique(np.concatenate((cells, beside[beside < self._n_cells])))
        return set(cells[is_open[cells]].tolist())

    def candidates(self, is_open: CellArray, cells: Iterable[int] | None = None) -> list[Candidate]:
        chosen = np.flatnonzero(is_open) if cells is None else np.array(list(cells), dtype=np.int64)
        neighbors = np.count_nonzero(~is_open[self._beside[chosen]], axis=1)
        chosen, neighbors = chosen[neighbors > 0], neighbors[neighbors > 0]
        return list(zip((-neighbors).tolist(), self._distance[chosen].tolist(), chosen.tolist(), strict=True))

    def picture(self, state: CompiledState) -> Picture:
        return state.picture()
