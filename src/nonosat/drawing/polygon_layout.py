"""Layouts of any polygons: borders, rules and guides follow from the sides that cells share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import gcd

from nonosat.drawing.layout import Entry, Lane, Layout, Rule, guide_sides, straight_lanes
from nonosat.drawing.outline import Point, Side, sides_of
from nonosat.model.grid import Grid


class PolygonLayout(Layout, ABC):
    """A layout whose cells are polygons of any form; neighbours share whole sides.

    A subclass gives the corners of the cells and the places of the clues. The time for a drawing is proportional to the
    number of cells; for grids of many cells that are alike, a class of its own can be faster.
    """

    scale: float
    slanted: bool = True

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    @property
    @abstractmethod
    def chip(self) -> Sequence[tuple[float, float]]: ...

    @abstractmethod
    def polygon(self, cell: int) -> Sequence[Point]: ...

    @abstractmethod
    def entry(self, line: int) -> Entry: ...

    @cached_property
    def size(self) -> Point:
        corners = [corner for cell in range(self.grid.n_cells) for corner in self.polygon(cell)]
        return max(x for x, _ in corners), max(y for _, y in corners)

    def center(self, cell: int) -> tuple[float, float]:
        corners = self.polygon(cell)
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        borders: dict[int, list[Side]] = {}
        for cell, color in enumerate(colors):
            if color:
                outer = (side for side in sides_of(self.polygon(cell)) if self._color_beyond(side, colors) != color)
                borders.setdefault(color, []).extend(outer)
        return borders

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        shared = [
            ((tones[cell], *_line_through(side)), min(side), max(side))
            for side, cell in self._cells_by_side.items()
            if side < side[::-1] and side[::-1] in self._cells_by_side
            if tones[cell] == tones[self._cells_by_side[side[::-1]]]
        ]
        # Sides of one line follow each other after sorting; those that touch become one piece.
        shared.sort()
        pieces: list[tuple[tuple[int, ...], Point, Point]] = []
        for line, begin, end in shared:
            if pieces and pieces[-1][0] == line and pieces[-1][2] == begin:
                begin = pieces.pop()[1]
            pieces.append((line, begin, end))
        for (tone, *_), begin, end in pieces:
            yield Rule((begin, end), tone, False)

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        return straight_lanes(self, line, self.grid.line(line))

    def guides(self) -> Iterator[Sequence[Point]]:
        return guide_sides(self.grid, self.polygon, self.guide_offsets)

    @cached_property
    def _cells_by_side(self) -> dict[Side, int]:
        """The cell around which each side goes clockwise."""
        return {side: cell for cell in range(self.grid.n_cells) for side in sides_of(self.polygon(cell))}

    def _color_beyond(self, side: Side, colors: Sequence[int]) -> int:
        """The colour of the cell beyond a side, 0 outside of the grid."""
        cell = self._cells_by_side.get(side[::-1])
        return 0 if cell is None else colors[cell]


def _line_through(side: Side) -> tuple[int, int, int]:
    """A key of the straight line on which a side lies, the same for both directions of the side."""
    (ax, ay), (bx, by) = sorted(side)
    n = gcd(bx - ax, by - ay)
    dx, dy = (bx - ax) // n, (by - ay) // n
    return dx, dy, ax * dy - ay * dx
