"""Guide lines between groups of five lines, which help counting cells on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nonosat.drawing.outline import Point, Side, sides_of
from nonosat.model.grid import Grid

#: Lines from one guide line to the next.
GUIDE_EVERY = 5


def guide_sides(grid: Grid, polygon: Callable[[int], Sequence[Point]], offsets: Sequence[int] = ()) -> Iterator[Side]:
    """The sides between cells that belong to different groups of five lines of some family, each side once.

    A family of up to five lines is one group.

    Args:
        grid: the grid.
        polygon: the corners of a cell, clockwise; neighbours share whole sides.
        offsets: for each family by how many lines its first group is shorter than five, from 0 to 4; by default by
            none, so that there is a guide line after every fifth clue.
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
