"""The style of a drawing of a puzzle: its ground, its lines and its clues."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.drawing.contrast import WHITE


class Stroke(NamedTuple):
    """A line between cells or around all of them.

    Attributes:
        width: in pixels.
        opacity: from 0 to 1.
    """

    width: float
    opacity: float


class SheetStyle(NamedTuple):
    """The style of a drawing; the default lines are those for screens.

    Attributes:
        background: the colour of cells that belong to no block, as `#rrggbb`.
        ground: the colour around the cells.
        both_ends: clues stand at both ends of the lines.
        letters: chips and givens carry the letter of their colour, and chips are light enough to read it.
        thin: lines between cells; the first on light cells, the second on dark ones.
        strong: lines between groups of cells, in the same order.
        frame: the border of the grid.
    """

    background: str = WHITE
    ground: str = WHITE
    clues: bool = True
    both_ends: bool = False
    letters: bool = False
    thin: tuple[Stroke, Stroke] = (Stroke(0.8, 0.2), Stroke(0.8, 0.24))
    strong: tuple[Stroke, Stroke] = (Stroke(1.4, 0.5), Stroke(1.4, 0.5))
    frame: Stroke = Stroke(1.6, 0.75)
