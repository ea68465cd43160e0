"""The layout of triangular grids."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from nonosat.drawing.layout import GUIDE_EVERY, Entry, Lane
from nonosat.drawing.outline import Point, Side, sides_of
from nonosat.drawing.polygon_layout import PolygonLayout

if TYPE_CHECKING:
    from nonosat.model.tri_grid import TriGrid


class TriLayout(PolygonLayout):
    """Triangles with a level side of 60 units.

    A row is 52 units high: 26/15 stands for the root of 3 and is off by less than 0.1 %, so that all corners are whole
    numbers.
    """

    scale = 0.44
    slanted = True
    #: Half of a side, and the height of a row, in units.
    half_side, height = 30, 52

    def __init__(self, grid: TriGrid) -> None:
        super().__init__(grid)
        self.tri = grid

    def polygon(self, cell: int) -> tuple[Point, ...]:
        w, h, triangle = self.half_side, self.height, self.tri.triangles[cell]
        left, top = (triangle.b + triangle.c - self._leftmost) * w, triangle.a * h
        if triangle.points_up:
            return (left, top + h), (left + w, top), (left + 2 * w, top + h)
        return (left, top), (left + 2 * w, top), (left + w, top + h)

    @property
    def chip(self) -> tuple[Point, ...]:
        """A hexagon: it touches those of the lines on either side."""
        w, h = self.half_side // 2, self.height // 2
        return (-2 * w, 0), (-w, -h), (w, -h), (2 * w, 0), (w, h), (-w, h)

    def entry(self, line: int) -> Entry:
        step = self._outward[self._family(line)]
        (ax, ay), (bx, by) = self._open_side(self.grid.line(line)[0], step)
        return Entry(((ax + bx + step[0]) / 2, (ay + by + step[1]) / 2), step)

    @property
    def end_chip(self) -> tuple[Point, ...]:
        """Low and wide: at each triangle along the border two lines begin or end."""
        return (-24, -10), (24, -10), (24, 10), (-24, 10)

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        """Two lanes for each triangle along the border, at right angles to the border.

        Straight continuations of the lines would cross each other.
        """
        cells = self.grid.line(line)
        dx, dy = self._outward[self._family(line)]
        return self._lane(cells[0], (dx, dy)), self._lane(cells[-1], (-dx, -dy))

    @property
    def guide_offsets(self) -> tuple[int, int, int]:
        """Rows and up-left lines are grouped from the first clue on; the first group of down-left lines may be shorter.

        So guide lines of all three directions meet in the same places, and divide the grid into triangles.
        """
        top_left, down_left = self.tri.sides[0], len(self.grid.families[2])
        # Three lines between cells, with the strips a, b and c behind them, meet in a point if a - b + c = 0. For guide
        # lines, a and c + top_left are multiples of five, and so is down_left - b together with the offset.
        return 0, 0, -(top_left + down_left) % GUIDE_EVERY

    def _lane(self, cell: int, outward: Point) -> Lane:
        """The lane of a line that leaves the grid from a cell on its border in a direction."""
        dx, dy = outward
        (ax, ay), (bx, by) = self._open_side(cell, outward)
        # Sides run clockwise around the cell, with the outside on their left hand.
        along = 1 if dx * (bx - ax) + dy * (by - ay) > 0 else -1
        border = ((ax + bx) / 2 + along * (bx - ax) / 4, (ay + by) / 2 + along * (by - ay) / 4)
        if ay == by:
            # At the top and at the bottom chips are wider than half a side, so every second one stands farther out.
            step, first = (0, -40 if bx > ax else 40), 0.95 if dx > 0 else 0.45
        else:
            step, first = (35 if by > ay else -35, -20 if bx > ax else 20), 0.55
        return Lane(border, (border[0] + first * step[0], border[1] + first * step[1]), step)

    def _open_side(self, cell: int, outward: Point) -> Side:
        """The side of a cell on the border through which a line leaves the grid in a direction."""
        dx, dy = outward

        def distance(side: Side) -> int:
            (ax, ay), (bx, by) = side
            return dx * (ax + bx) + dy * (ay + by)

        return max(sides_of(self.polygon(cell)), key=distance)

    def _family(self, line: int) -> int:
        """The number of the family of a line."""
        return next(number for number, family in enumerate(self.grid.families) if line in family)

    @property
    def _outward(self) -> tuple[Point, ...]:
        """The step from the first cell of a line out of the grid, a whole side long, for each family of lines."""
        w, h = self.half_side, self.height
        return (-2 * w, 0), (w, h), (w, -h)

    @cached_property
    def _leftmost(self) -> int:
        """The least place of a cell in its row, in half sides."""
        return min(b + c for _, b, c in self.tri.triangles)
