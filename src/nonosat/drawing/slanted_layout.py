"""The layouts of hexagons and triangles, whose lines meet the border at other than right angles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from nonosat.drawing.layout import GUIDE_EVERY, Entry, Lane, Layout, Point, Rule, Side, sides_of

if TYPE_CHECKING:
    from nonosat.model.hex_grid import HexGrid
    from nonosat.model.tri_grid import TriGrid


class SlantedLayout(Layout):
    """Cells of lines of three directions.

    26/15 stands for the root of 3 and is off by less than 0.1 %, so that all corners are whole numbers.

    Attributes:
        outward: the step out of the grid from the first cell of a line, for each family of lines.
    """

    scale = 0.44
    #: Low and wide: where a cell at the border begins or ends two lines, two clues share its width.
    end_chip = (-24, -10), (24, -10), (24, 10), (-24, 10)
    outward: tuple[Point, ...]

    def outward_step(self, line: int) -> Point:
        """The step out of the grid from the first cell of a line."""
        return next(step for step, family in zip(self.outward, self.grid.families, strict=True) if line in family)

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        """Lanes at right angles to the border, since straight continuations of the lines would cross each other."""
        cells = self.grid.line(line)
        dx, dy = self.outward_step(line)
        return self.lane(cells[0], (dx, dy)), self.lane(cells[-1], (-dx, -dy))

    @abstractmethod
    def lane(self, cell: int, outward: Point) -> Lane:
        """The lane of a line that leaves the grid from a cell on its border in a direction."""


def bent_lane(border: tuple[float, float], right: int, down: int, first: float) -> Lane:
    """A lane at right angles to one of the six sides of a grid.

    Args:
        right: 1 on the right of the grid, -1 on its left, 0 at a level side.
        down: 1 below the grid, -1 above.
        first: the distance of the nearest place from the border, in steps.
    """
    dx, dy = (35 * right, 20 * down) if right else (0, 40 * down)
    return Lane(border, (border[0] + first * dx, border[1] + first * dy), (dx, dy))


#: Half the width of a cell, and half the length of a side, in units.
_HEX_W, _HEX_H = 26, 15


class HexLayout(SlantedLayout):
    """Pointy-top hexagons with sides of 30 units, shifted by half a cell from row to row."""

    grid: HexGrid
    #: The step from a cell to the one before it on its line.
    outward = (-2 * _HEX_W, 0), (_HEX_W, 3 * _HEX_H), (_HEX_W, -3 * _HEX_H)
    #: Clockwise from the top.
    chip = (0, -2 * _HEX_H), (_HEX_W, -_HEX_H), (_HEX_W, _HEX_H), (0, 2 * _HEX_H), (-_HEX_W, _HEX_H), (-_HEX_W, -_HEX_H)

    def center(self, cell: int) -> Point:
        return self._centers[cell]

    def polygon(self, cell: int) -> tuple[Point, ...]:
        x, y = self._centers[cell]
        return tuple((x + dx, y + dy) for dx, dy in self.chip)

    def entry(self, line: int) -> Entry:
        x, y = self.center(self.grid.line(line)[0])
        dx, dy = self.outward_step(line)
        return Entry((x + dx, y + dy), (dx, dy))

    def lane(self, cell: int, outward: Point) -> Lane:
        """One of two lanes for each cell of a side of the hexagon.

        It begins at the side of the cell through which its line leaves the grid.
        """
        (x, y), (dx, dy), height = self._centers[cell], outward, self.size[1]
        border = (x + dx / 2, y + dy / 2)
        upward = y < height // 2 or (y == height // 2 and dy <= 0)
        down = -1 if upward else 1
        if dy and y == (2 * _HEX_H if upward else height - 2 * _HEX_H):
            # At the top and at the bottom chips are wider than half a cell, so every second one stands farther out.
            return bent_lane(border, 0, down, 0.8 if dx > 0 else 0.3)
        return bent_lane(border, 1 if dx > 0 else -1, down, 0.55)

    @property
    def guide_offsets(self) -> tuple[int, int, int]:
        """Rows and up-left lines are grouped from the first clue on; the first group of down-left lines is shorter.

        Guide lines are zigzags. So those of all three directions meet in the same places and divide the grid into
        triangles; otherwise they would cut small pieces off the triangles. Along any line, every fifth cell begins a
        new group of either of the two other directions.
        """
        # The numbers of the three lines through a cell, from 0, add up to 3 * (size - 1). The numbers within their
        # groups of five have the same sum plus the offset, modulo 5. If the remainder is 3, each piece between guide
        # lines has the sum 3 or 8, and so 10 or 15 cells: a triangle. With other remainders some pieces are small.
        return 0, 0, (3 - 3 * (self.grid.size - 1)) % GUIDE_EVERY

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        """The sides on the right of the cells of each row, and then zigzags below them."""
        for row in self.grid.families[0]:
            zigzag: list[tuple[int, Side]] = []
            for cell in self.grid.line(row):
                tone = tones[cell]
                _, (right, next_cell), (lower_right, after), (lower_left, before), *_ = self.sides[cell]
                if next_cell >= 0 and tones[next_cell] == tone:
                    yield right, tone, False
                for side, other in ((lower_left, before), (lower_right, after)):
                    zigzag.append((tone if other >= 0 and tones[other] == tone else -1, side[::-1]))
            for tone, parts in groupby(zigzag, key=lambda part: part[0]):
                if tone >= 0:
                    piece = [side for _, side in parts]
                    yield [piece[0][0], *(end for _, end in piece)], tone, False

    @cached_property
    def _centers(self) -> list[Point]:
        n = 2 * self.grid.size - 1
        lengths = (len(self.grid.line(row)) for row in self.grid.families[0])
        return [
            ((n - length + 1 + 2 * position) * _HEX_W, (3 * row + 2) * _HEX_H)
            for row, length in enumerate(lengths)
            for position in range(length)
        ]


#: Half of a side, and the height of a row, in units.
_TRI_W, _TRI_H = 30, 52


class TriLayout(SlantedLayout):
    """Triangles with a level side of 60 units."""

    grid: TriGrid
    #: A whole side long.
    outward = (-2 * _TRI_W, 0), (_TRI_W, _TRI_H), (_TRI_W, -_TRI_H)
    #: A hexagon: it touches those of the lines on either side.
    chip = (
        (-_TRI_W, 0),
        (-_TRI_W // 2, -_TRI_H // 2),
        (_TRI_W // 2, -_TRI_H // 2),
        (_TRI_W, 0),
        (_TRI_W // 2, _TRI_H // 2),
        (-_TRI_W // 2, _TRI_H // 2),
    )

    def polygon(self, cell: int) -> tuple[Point, ...]:
        triangle = self.grid.triangles[cell]
        left, top = (triangle.b + triangle.c - self._leftmost) * _TRI_W, triangle.a * _TRI_H
        if triangle.points_up:
            return (left, top + _TRI_H), (left + _TRI_W, top), (left + 2 * _TRI_W, top + _TRI_H)
        return (left, top), (left + 2 * _TRI_W, top), (left + _TRI_W, top + _TRI_H)

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
