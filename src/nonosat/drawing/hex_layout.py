"""The layout of hexagonal grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from nonosat.drawing.layout import GUIDE_EVERY, Entry, Lane, Layout, Rule, guide_sides
from nonosat.drawing.outline import Point, Side

if TYPE_CHECKING:
    from nonosat.model.hex_grid import HexGrid


class HexLayout(Layout):
    """Pointy-top hexagons with sides of 30 units, shifted by half a cell from row to row.

    Half a cell is 26 units wide: 26/15 stands for the root of 3 and is off by less than 0.1 %, so that all corners are
    whole numbers.
    """

    scale = 0.44
    slanted = True
    #: Half the width of a cell, and half the length of a side, in units.
    half_width, half_side = 26, 15

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid

    @property
    def size(self) -> Point:
        n = 2 * self.grid.size - 1
        return 2 * n * self.half_width, (3 * n + 1) * self.half_side

    def center(self, cell: int) -> Point:
        return self._centers[cell]

    def polygon(self, cell: int) -> tuple[Point, ...]:
        x, y = self._centers[cell]
        return tuple((x + dx, y + dy) for dx, dy in self._corners)

    def entry(self, line: int) -> Entry:
        x, y = self.center(self.grid.line(line)[0])
        dx, dy = self._outward[line // len(self.grid.families[0])]
        return Entry((x + dx, y + dy), (dx, dy))

    @property
    def end_chip(self) -> tuple[Point, ...]:
        """Low and wide: at each side of the hexagon lines of two directions end, so two clues share a cell's width."""
        return (-24, -10), (24, -10), (24, 10), (-24, 10)

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        """Two lanes for each cell of a side of the hexagon, at right angles to that side.

        Straight continuations of the lines would cross each other. Instead each lane begins at the side of the cell
        through which its line leaves the grid.
        """
        cells = self.grid.line(line)
        dx, dy = self._outward[line // len(self.grid.families[0])]
        return self._lane(cells[0], dx, dy), self._lane(cells[-1], -dx, -dy)

    def _lane(self, cell: int, dx: int, dy: int) -> Lane:
        """The lane of a line that leaves the grid from a cell on its border.

        Args:
            dx, dy: from the cell to the place outside where the next cell of the line would be.
        """
        x, y = self._centers[cell]
        border = (x + dx / 2, y + dy / 2)
        middle = self.size[1] // 2
        upward = y < middle or (y == middle and dy <= 0)
        if dy and y == (2 * self.half_side if upward else self.size[1] - 2 * self.half_side):
            # At the top and at the bottom chips are wider than half a cell, so every second one stands farther out.
            step = (0, -40 if upward else 40)
            first = 0.8 if dx > 0 else 0.3
        else:
            step = (35 if dx > 0 else -35, -20 if upward else 20)
            first = 0.55
        return Lane(border, (border[0] + first * step[0], border[1] + first * step[1]), step)

    def guides(self) -> Iterator[Sequence[Point]]:
        """Zigzags between groups of five lines of each direction, which divide the grid into triangles.

        Along any line, every fifth cell begins a new group of either of the two other directions. Rows and up-left
        lines are grouped from the first clue on. The first group of down-left lines is shorter, so that zigzags of all
        three directions meet in the same places; otherwise they would cut small pieces off the triangles.
        """
        return guide_sides(self.grid, self.polygon, self.guide_offsets)

    @property
    def guide_offsets(self) -> tuple[int, int, int]:
        # The numbers of the three lines through a cell, from 0, add up to 3 * (size - 1). The numbers within their
        # groups of five have the same sum plus the offset, modulo 5. If the remainder is 3, each piece between guide
        # lines has the sum 3 or 8, and so 10 or 15 cells: a triangle. With other remainders some pieces are small.
        return 0, 0, (3 - 3 * (self.grid.size - 1)) % GUIDE_EVERY

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        sides: dict[int, list[Side]] = {}
        spread = self._spread(colors, 0)
        # Neighbours across the side that begins at each corner.
        stride = self._stride
        neighbors = list(zip((1 - stride, 1, stride, stride - 1, -1, -stride), self._sides, strict=True))
        for color, place, (x, y) in zip(colors, self._places, self._centers, strict=True):
            if color:
                for offset, ((ax, ay), (bx, by)) in neighbors:
                    if spread[place + offset] != color:
                        sides.setdefault(color, []).append(((x + ax, y + ay), (x + bx, y + by)))
        return sides

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        spread = self._spread(tones, -1)
        w, h, below = self.half_width, self.half_side, self._stride
        cell = 0
        for row in self.grid.families[0]:
            n = len(self.grid.line(row))
            zigzag: list[tuple[int, Side]] = []
            for tone, place, (x, y) in zip(
                tones[cell : cell + n], self._places[cell : cell + n], self._centers[cell : cell + n], strict=True
            ):
                if spread[place + 1] == tone:
                    yield Rule(((x + w, y - h), (x + w, y + h)), tone, False)
                left, right = spread[place + below - 1], spread[place + below]
                zigzag.append((tone if left == tone else -1, ((x - w, y + h), (x, y + 2 * h))))
                zigzag.append((tone if right == tone else -1, ((x, y + 2 * h), (x + w, y + h))))
            for tone, parts in groupby(zigzag, key=lambda part: part[0]):
                if tone >= 0:
                    piece = [side for _, side in parts]
                    yield Rule([piece[0][0], *(end for _, end in piece)], tone, False)
            cell += n

    @property
    def chip(self) -> tuple[Point, ...]:
        return self._corners

    @property
    def _corners(self) -> tuple[Point, ...]:
        """Corners of a cell around its centre, clockwise from the top."""
        w, h = self.half_width, self.half_side
        return (0, -2 * h), (w, -h), (w, h), (0, 2 * h), (-w, h), (-w, -h)

    @property
    def _sides(self) -> tuple[Side, ...]:
        corners = self._corners
        return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))

    @property
    def _outward(self) -> tuple[Point, ...]:
        """The step from a cell to the one before it on its line, for each family of lines."""
        w, h = self.half_width, self.half_side
        return (-2 * w, 0), (w, 3 * h), (w, -3 * h)

    @cached_property
    def _centers(self) -> list[Point]:
        w, h, n = self.half_width, self.half_side, 2 * self.grid.size - 1
        lengths = (len(self.grid.line(row)) for row in self.grid.families[0])
        return [
            ((n - length + 1 + 2 * position) * w, (3 * row + 2) * h)
            for row, length in enumerate(lengths)
            for position in range(length)
        ]

    @property
    def _stride(self) -> int:
        return 2 * self.grid.size + 1

    @cached_property
    def _places(self) -> list[int]:
        """The index of each cell in a slanted table with an empty margin.

        Neighbours have fixed offsets in it: 1 to the right, `_stride` to the lower right.
        """
        far, stride = self.grid.size - 1, self._stride
        return [
            (y + far + 1) * stride + q + far + 1
            for y in range(-far, far + 1)
            for q in range(max(-far, -far - y), min(far, far - y) + 1)
        ]

    def _spread(self, values: Iterable[int], empty: int) -> list[int]:
        """The values of all cells in the slanted table, with `empty` in places without a cell."""
        table = [empty] * self._stride**2
        for place, value in zip(self._places, values, strict=True):
            table[place] = value
        return table
