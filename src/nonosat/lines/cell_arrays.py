"""The possible colours of all cells as arrays, for searches that look at whole grids."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nonosat.lines.fixpoint import PropagationState

#: Sets of cells as bits, those of the first eight cells in the first byte, that of cell 0 lowest [..., cells / 8].
PackedCells = npt.NDArray[np.uint8]


def packed_planes(state: PropagationState) -> PackedCells:
    """For each colour the cells of a state that may have it [1 + colours, cells / 8]; read only."""
    return np.frombuffer(state.cells.sets(), dtype=np.uint8).reshape(state.puzzle.n_colors + 1, -1)


def unpacked(cells: PackedCells, n_cells: int) -> npt.NDArray[np.bool_]:
    """True for the cells in sets, of the first `n_cells` [..., cells]."""
    return np.unpackbits(cells, axis=-1, count=n_cells, bitorder="little").view(np.bool_)


def color_planes(state: PropagationState) -> npt.NDArray[np.bool_]:
    """True where a colour is possible for a cell of a state [1 + colours, cells]."""
    return unpacked(packed_planes(state), state.puzzle.grid.n_cells)
