"""The layout of hexagonal grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from nonosat.drawing.layout import GUIDE_EVERY, Entry, Lane, Rule
from nonosat.drawing.outline import Point, Side
from nonosat.drawing.slanted_layout import SlantedLayout, bent_lane

if TYPE_CHECKING:
    from nonosat.model.hex_grid import HexGrid

#: Half the width of a cell, and half the length of a side, in units.
_W, _H = 26, 15


class HexLayout(SlantedLayout):
    """Pointy-top hexagons with sides of 30 units, shifted by half a cell from row to row."""

    grid: HexGrid
    #: The step from a cell to the one before it on its line.
    outward = (-2 * _W, 0), (_W, 3 * _H), (_W, -3 * _H)
    #: Clockwise from the top.
    chip = (0, -2 * _H), (_W, -_H), (_W, _H), (0, 2 * _H), (-_W, _H), (-_W, -_H)

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
        if dy and y == (2 * _H if upward else height - 2 * _H):
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
                    yield Rule(right, tone, False)
                for side, other in ((lower_left, before), (lower_right, after)):
                    zigzag.append((tone if other >= 0 and tones[other] == tone else -1, side[::-1]))
            for tone, parts in groupby(zigzag, key=lambda part: part[0]):
                if tone >= 0:
                    piece = [side for _, side in parts]
                    yield Rule([piece[0][0], *(end for _, end in piece)], tone, False)

    @cached_property
    def _centers(self) -> list[Point]:
        n = 2 * self.grid.size - 1
        lengths = (len(self.grid.line(row)) for row in self.grid.families[0])
        return [
            ((n - length + 1 + 2 * position) * _W, (3 * row + 2) * _H)
            for row, length in enumerate(lengths)
            for position in range(length)
        ]
