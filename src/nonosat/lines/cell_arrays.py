"""The possible colours of all cells as arrays, for searches that look at whole grids.

They stand apart from `compiled_state`, whose kernels load numba.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import Grid


def color_planes(state: PropagationState) -> npt.NDArray[np.bool_]:
    """True where a colour is possible for a cell of a state [1 + colours, cells]."""
    grid = state.puzzle.grid
    places, n_bytes = _places(grid)  # type: ignore[arg-type]
    rows = len(grid.families[0])
    planes = []
    for masks in state.masks:
        text = b"".join([mask.to_bytes(n_bytes, "little") for mask in masks[:rows]])
        planes.append(np.unpackbits(np.frombuffer(text, dtype=np.uint8), bitorder="little").take(places))
    return np.stack(planes).view(np.bool_)


def color_bits(state: PropagationState) -> npt.NDArray[Any]:
    """Integers whose bit c is 1 if the cell of a state may have colour c [cells]."""
    bits = np.zeros(state.puzzle.grid.n_cells, dtype=np.min_scalar_type(1 << len(state.masks) - 1))
    for color, plane in enumerate(color_planes(state)):
        bits |= plane.astype(bits.dtype) << bits.dtype.type(color)
    return bits


@lru_cache(maxsize=4)
def _places(grid: Grid) -> tuple[npt.NDArray[np.intp], int]:
    """The bit of each cell in the rows of a grid, each filled up to whole bytes [cells]; and the bytes of a row."""
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    n_bytes = max(lengths) // 8 + 1
    return np.concatenate([8 * n_bytes * row + np.arange(length) for row, length in enumerate(lengths)]), n_bytes
