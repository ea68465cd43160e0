"""The cells that a probing search probes, and their order: sets of cells as arrays of numpy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nonosat.lines.cell_arrays import color_bits
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import Grid
from nonosat.solving.cell_neighbors import cells_beside

if TYPE_CHECKING:
    from nonosat.lines.compiled_state import CompiledState

    #: The cells of a puzzle during line solving.
    State = PropagationState | CompiledState

#: The steps from a decided cell, along the lines through it, within which cells are probed again.
_REACH = 2

#: For each cell whether it is in the set; one more entry, for places beyond the end of a line, is always False.
Cells = npt.NDArray[np.bool_]

#: A cell to probe: minus the number of decided neighbours, its distance from the ends of its lines, and the cell.
Candidate = tuple[int, int, int]


class ProbingCells:
    """The cells of a grid, as a probing search sees them; `n_colors` includes the background."""

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

    def none(self) -> Cells:
        """An empty set."""
        return np.zeros(self._n_cells + 1, dtype=np.bool_)

    def open(self, state: State) -> Cells:
        """The open cells of a state."""
        return self.undecided(self.possible(state))

    def possible(self, state: State) -> npt.NDArray[Any]:
        """Integers whose bit c is 1 if the cell of a state may have colour c [cells]."""
        return color_bits(state) if isinstance(state, PropagationState) else state.possible

    def undecided(self, possible: npt.NDArray[Any]) -> Cells:
        """The open cells: those with more than one `possible` colour."""
        cells = self.none()
        cells[:-1] = possible & (possible - possible.dtype.type(1))
        return cells

    def add_decided(self, found: list[Cells], possible: npt.NDArray[Any]) -> None:
        """Add the cells with one `possible` colour to the set of that colour in `found`, which is changed in place."""
        for color, cells in enumerate(found):
            cells[:-1] |= possible == 1 << color

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
