"""The layout of triangular grids."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from nonosat.drawing.layout import GUIDE_EVERY, Entry, Lane
from nonosat.drawing.outline import Point, Side, sides_of
from nonosat.drawing.slanted_layout import SlantedLayout, bent_lane

if TYPE_CHECKING:
    from nonosat.model.tri_grid import TriGrid

#: Half of a side, and the height of a row, in units.
_W, _H = 30, 52


class TriLayout(SlantedLayout):
    """Triangles with a level side of 60 units."""

    grid: TriGrid
    #: A whole side long.
    outward = (-2 * _W, 0), (_W, _H), (_W, -_H)
    #: A hexagon: it touches those of the lines on either side.
    chip = (-_W, 0), (-_W // 2, -_H // 2), (_W // 2, -_H // 2), (_W, 0), (_W // 2, _H // 2), (-_W // 2, _H // 2)

    def polygon(self, cell: int) -> tuple[Point, ...]:
        triangle = self.grid.triangles[cell]
        left, top = (triangle.b + triangle.c - self._leftmost) * _W, triangle.a * _H
        if triangle.points_up:
            return (left, top + _H), (left + _W, top), (left + 2 * _W, top + _H)
        return (left, top), (left + 2 * _W, top), (left + _W, top + _H)

    def entry(self, line: int) -> Entry:
        step = self.outward_step(line)
        (ax, ay), (bx, by) = self._open_side(self.grid.line(line)[0], step)
        return Entry(((ax + bx + step[0]) / 2, (ay + by + step[1]) / 2), step)

    @property
    def guide_offsets(self) -> tuple[int, int, int]:
        """Rows and up-left lines are grouped from the first clue on; the first group of down-left lines may be shorter.

        So guide lines of all three directions meet in the same places, and divide the grid into triangles.
        """
        top_left, down_left = self.grid.sides[0], len(self.grid.families[2])
        # Three lines between cells, with the strips a, b and c behind them, meet in a point if a - b + c = 0. For guide
        # lines, a and c + top_left are multiples of five, and so is down_left - b together with the offset.
        return 0, 0, -(top_left + down_left) % GUIDE_EVERY

    def lane(self, cell: int, outward: Point) -> Lane:
        """One of two lanes for each triangle along the border."""
        dx, dy = outward
        (ax, ay), (bx, by) = self._open_side(cell, outward)
        # Sides run clockwise around the cell, with the outside on their left hand.
        along = 1 if dx * (bx - ax) + dy * (by - ay) > 0 else -1
        border = ((ax + bx) / 2 + along * (bx - ax) / 4, (ay + by) / 2 + along * (by - ay) / 4)
        down = -1 if bx > ax else 1
        if ay == by:
            # At the top and at the bottom chips are wider than half a side, so every second one stands farther out.
            return bent_lane(border, 0, down, 0.95 if dx > 0 else 0.45)
        return bent_lane(border, 1 if by > ay else -1, down, 0.55)

    def _open_side(self, cell: int, outward: Point) -> Side:
        """The side of a cell on the border through which a line leaves the grid in a direction."""
        dx, dy = outward

        def distance(side: Side) -> int:
            (ax, ay), (bx, by) = side
            return dx * (ax + bx) + dy * (ay + by)

        return max(sides_of(self.polygon(cell)), key=distance)

    @cached_property
    def _leftmost(self) -> int:
        """The least place of a cell in its row, in half sides."""
        return min(b + c for _, b, c in self.grid.triangles)
