"""The registry of layouts: one for each kind of grid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonosat.drawing.hex_layout import HexLayout
from nonosat.drawing.layout import Layout
from nonosat.drawing.rect_layout import RectLayout
from nonosat.drawing.tri_layout import TriLayout
from nonosat.errors import UsageError
from nonosat.model.grid import Grid

#: The class of the layout, called with a grid, by the kind of grid; the keys are those of `model.grid_kinds.GRIDS`.
LAYOUTS: dict[str, Callable[[Any], Layout]] = {"rect": RectLayout, "hex": HexLayout, "tri": TriLayout}


def layout_of(grid: Grid) -> Layout:
    """The layout for a grid.

    Raises:
        UsageError: there is none for this kind of grid.
    """
    if grid.kind not in LAYOUTS:
        raise UsageError(f"no drawing of grids of kind {grid.kind!r}, expected one of {', '.join(LAYOUTS)}")
    return LAYOUTS[grid.kind](grid)
