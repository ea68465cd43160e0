"""Layouts: the geometry of a grid on paper, for drawings: cells, clues, and the lines between cells.

SVG drawings use a layout and nothing else about a kind of grid. Pictures made of text have no layout: their rows come
from the grid, and the indents of these from `model.grid_kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from nonosat.drawing.outline import Point, Side, sides_of
from nonosat.model.grid import Grid

#: Lines from one guide line to the next.
GUIDE_EVERY = 5


class Entry(NamedTuple):
    """A row of places for the blocks of a clue that leads away from the border of the grid, the last block nearest.

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
        strong: True for a guide line, which helps counting cells.
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
    #: True if lines enter the grid at other than right angles; their clues are then joined to their lines.
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
        """The place of the clue of a line."""
        ...

    @property
    def end_chip(self) -> Sequence[tuple[float, float]]:
        """Corners of the place of a block where clues stand at both ends of the lines, where there may be less room."""
        return self.chip

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        """The places of the clue of a line at its beginning and at its end, for clues at both ends."""
        ...

    @property
    def guide_offsets(self) -> Sequence[int]:
        """The number of lines by which the first group of each family falls short of five; () for all 0.

        Groups are those between guide lines.
        """
        return ()

    def guides(self) -> Iterator[Sequence[Point]]:
        """The guide lines that help counting on paper: they separate groups of five lines of each family.

        Yields:
            Corners from one end to the other, in units.
        """
        ...

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        """The sides between the cells of each colour above 0 and anything else, each clockwise around its cell.

        Args:
            colors: one number per cell.
        """
        ...

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        """The lines between cells of equal tone, each side once and in pieces as long as possible.

        Args:
            tones: 0 or 1 per cell. Between two tones there is no need of a line.
        """
        ...


def straight_lanes(layout: Layout, line: int, cells: Sequence[int]) -> tuple[Lane, Lane]:
    """Lanes that continue a line straight at both of its ends.

    Args:
        layout: its `entry` is the lane at the beginning.
        line: number of the line.
        cells: of the line.
    """
    (x, y), (dx, dy) = layout.entry(line)
    begin = Lane((x - dx / 2, y - dy / 2), (x, y), (dx, dy))
    # The line leaves through the side of its last cell that lies farthest in its direction.
    middles = (((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in sides_of(layout.polygon(cells[-1])))
    x, y = min(middles, key=lambda point: point[0] * dx + point[1] * dy)
    return begin, Lane((x, y), (x - dx / 2, y - dy / 2), (-dx, -dy))


def guide_sides(grid: Grid, polygon: Callable[[int], Sequence[Point]], offsets: Sequence[int] = ()) -> Iterator[Side]:
    """The sides between cells that belong to different groups of five lines of some family, each side once.

    A family of up to five lines is one group.

    Args:
        polygon: the corners of a cell, clockwise; neighbours share whole sides.
        offsets: as `Layout.guide_offsets`, from 0 to 4; by default there is a guide line after every fifth clue.
    """
    groups = [[0] * len(grid.families) for _ in range(grid.n_cells)]
    for number, (family, offset) in enumerate(zip(grid.families, offsets or [0] * len(grid.families), strict=True)):
        for line in family if len(family) > GUIDE_EVERY else ():
            for cell in grid.line(line):
                groups[cell][number] = (line - family.start + offset) // GUIDE_EVERY
    waiting: dict[Side, int] = {}
    for cell in range(grid.n_cells):
        for begin, end in sides_of(polygon(cell)):
            other = waiting.pop((end, begin), None)
            if other is None:
                waiting[begin, end] = cell
            elif groups[cell] != groups[other]:
                yield begin, end
