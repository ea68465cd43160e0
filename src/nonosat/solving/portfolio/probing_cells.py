"""The cells that a probing search probes, and their order: sets of cells as arrays of numpy."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from nonosat.lines.cell_arrays import PackedCells, packed_planes, unpacked
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.solving.cell_neighbors import cells_beside

#: The steps from a decided cell, along the lines through it, within which cells are probed again.
_REACH = 2

#: For each cell whether it is in the set; one more entry, for places beyond the end of a line, is always False.
Cells = npt.NDArray[np.bool_]

#: A cell to probe: minus the number of decided neighbours, its distance from the ends of its lines, and the cell.
Candidate = tuple[int, int, int]


class ProbingCells:
    """The cells of a grid, as a probing search sees them."""

    def __init__(self, grid: Grid) -> None:
        self.n_lines = grid.n_lines
        self._n_cells = grid.n_cells
        self._beside = cells_beside(grid)
        #: The distance of each cell from the ends of its lines, summed up.
        self._distance = np.zeros(grid.n_cells, dtype=np.int64)
        for index in range(grid.n_lines):
            line = list(grid.line(index))
            positions = np.arange(len(line))
            self._distance[line] += np.minimum(positions, positions[::-1])

    def none(self) -> Cells:
        """An empty set."""
        return np.zeros(self._n_cells + 1, dtype=np.bool_)

    def open(self, state: PropagationState) -> Cells:
        """The open cells of a state."""
        cells = self.none()
        cells[:-1] = unpacked(_undecided(packed_planes(state)), self._n_cells)
        return cells

    def near(self, is_open: Cells, before: Cells) -> set[int]:
        """The open cells that are near cells which have been decided since the open ones were `before`."""
        cells = np.flatnonzero(is_open != before)
        for _ in range(_REACH):
            beside = self._beside[cells].ravel()
            cells = np.unique(np.concatenate((cells, beside[beside < self._n_cells])))
        return set(cells[is_open[cells]].tolist())

    def candidates(self, is_open: Cells, cells: Iterable[int] | None = None) -> list[Candidate]:
        """The open cells that are beside a decided one or at the end of a line; if given, only those of `cells`."""
        chosen = np.flatnonzero(is_open) if cells is None else np.array(list(cells), dtype=np.int64)
        neighbors = np.count_nonzero(~is_open[self._beside[chosen]], axis=1)
        chosen, neighbors = chosen[neighbors > 0], neighbors[neighbors > 0]
        return list(zip((-neighbors).tolist(), self._distance[chosen].tolist(), chosen.tolist(), strict=True))


class FoundColors:
    """The cells that have had each colour in some state, as bits: reading all cells of a state would take longer."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._n_cells = puzzle.grid.n_cells
        self._found = np.zeros((puzzle.n_colors + 1, (self._n_cells + 7) // 8), dtype=np.uint8)

    def has(self, cell: int, color: int) -> bool:
        """True if a cell has had a `color`."""
        return bool(self._found[color, cell >> 3] >> (cell & 7) & 1)

    def add(self, state: PropagationState) -> None:
        """Add the cells with one possible colour."""
        planes = packed_planes(state)
        self._found |= planes & ~_undecided(planes)

    def forget(self, cells: Iterable[int]) -> None:
        """Remove all colours of some cells."""
        flags = np.zeros(self._n_cells, dtype=np.bool_)
        flags[list(cells)] = True
        self._found &= ~np.packbits(flags, bitorder="little")


def _undecided(planes: PackedCells) -> PackedCells:
    """The cells with more than one possible colour."""
    once = planes[0].copy()
    twice: PackedCells = np.zeros_like(once)
    for plane in planes[1:]:
        twice |= once & plane
        once |= plane
    return twice
