"""Layouts: the geometry of a grid on paper, for drawings: cells, clues, and the lines between cells.

SVG drawings use a layout and nothing else about a kind of grid. Pictures made of text have none: they take the rows
from the grid and where these begin from `model.grid_kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from nonosat.drawing.outline import Point, Side


class Entry(NamedTuple):
    """Where a clue stands: at places in a row that leads away from the border of the grid, the last block nearest.

    Attributes:
        nearest: the centre of the place next to the border; half a step before it is the border.
        step: from one place to the next one, away from the grid.
    """

    nearest: tuple[float, float]
    step: Point


class Lane(NamedTuple):
    """A row of places for the blocks of a clue, at either end of a line.

    Attributes:
        border: the point on the border of the grid where the line enters or leaves.
        nearest: the centre of the place next to the border.
        step: from one place to the next one, away from the grid.
    """

    border: tuple[float, float]
    nearest: tuple[float, float]
    step: Point


class Rule(NamedTuple):
    """A part of a line between cells.

    Attributes:
        corners: the ends, and the corners between them.
        tone: of the cells on both sides.
        strong: whether it is a guide line that helps counting cells.
    """

    corners: Sequence[Point]
    tone: int
    strong: bool


class Layout(Protocol):
    """Geometry of one grid: x to the right, y downward, the upper left corner of the bounding box is (0, 0).

    All corners of cells are whole numbers, so that sides of neighbours are exactly equal and drawings are short. Cells
    do not overlap, and neighbours share whole sides. Any number of cells may meet in a corner.
    `drawing.polygon_layout.PolygonLayout` derives most of this from the polygons of the cells.
    """

    #: Pixels per unit of length at the natural size.
    scale: float
    #: Whether lines enter the grid at other than right angles; their clues are then joined to their lines.
    slanted: bool

    @property
    def size(self) -> Point:
        """Width and height of all cells together, in units."""
        ...

    @property
    def chip(self) -> Sequence[tuple[float, float]]:
        """Corners, around (0, 0), of the place that one block of a clue has in the margin; clockwise, in units."""
        ...

    def center(self, cell: int) -> tuple[float, float]:
        """Centre of a cell."""
        ...

    def polygon(self, cell: int) -> Sequence[Point]:
        """Corners of a cell, clockwise on paper."""
        ...

    def entry(self, line: int) -> Entry:
        """Where the clue of a line stands."""
        ...

    @property
    def end_chip(self) -> Sequence[tuple[float, float]]:
        """Corners of the place of a block where clues stand at both ends of the lines, where there may be less room."""
        return self.chip

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        """Where the clue of a line stands at the beginning and at the end of the line, if it stands at both."""
        ...

    @property
    def guide_offsets(self) -> Sequence[int]:
        """For each family by how many lines its first group between guide lines is shorter than five; () for none."""
        return ()

    def guides(self) -> Iterator[Sequence[Point]]:
        """The guide lines that help counting on paper: they separate groups of five lines of each family.

        Yields:
            Corners from one end to the other, in units.
        """
        ...

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        """For each colour above 0, the sides between its cells and anything else, each clockwise around its cell.

        Args:
            colors: one number per cell.
        """
        ...

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        """The lines between cells of equal tone, each side once and in pieces as long as possible.

        Args:
            tones: 0 or 1 per cell. Where two tones meet there is no need of a line.
        """
        ...
