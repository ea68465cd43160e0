"""Layouts: the geometry of a grid on paper, for drawings: cells, clues, and the lines between cells.

SVG drawings use a layout and nothing else about a kind of grid. Pictures made of text have no layout.

A region is drawn by its outline alone. Cells drawn one by one would show hairlines where they touch, because a
renderer blends each of them with the ground at their common side.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import gcd
from typing import Any, NamedTuple, TypeAlias

#: A corner of cells, x to the right and y downward, in units of the layout.
Point = tuple[int, int]

#: A side from one corner to another, with the region on its right hand when y points downward.
Side = tuple[Point, Point]

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
    """A row of places as `Entry`, at either end of a line; `border` is the point where the line meets the border."""

    border: tuple[float, float]
    nearest: tuple[float, float]
    step: Point


#: A part of a line between cells: its corners from one end to the other, the tone of the cells on both sides, and
#: whether it is a guide line, which helps counting cells. (A plain tuple, since a drawing takes a million.)
Rule: TypeAlias = tuple[Sequence[Point], int, bool]


class Layout(ABC):
    """Geometry of one grid: x to the right, y downward, the upper left corner of the bounding box is (0, 0).

    A subclass gives the corners of the cells and the places of the clues. All else follows from the sides that cells
    share, in a time proportional to the number of cells; for many cells that are alike, methods of its own can be
    faster. All corners of cells are whole numbers, so that sides of neighbours are exactly equal and drawings are
    short. Cells do not overlap, and neighbours share whole sides. Any number of cells may meet in a corner.

    Attributes:
        scale: pixels per unit of length at the natural size.
        slanted: lines enter the grid at other than right angles; their clues are then joined to their lines.
        chip: corners, around (0, 0), of the place that one block of a clue has in the margin; clockwise, in units.
    """

    scale: float
    slanted: bool = True
    chip: Sequence[tuple[float, float]]

    def __init__(self, grid: Any) -> None:
        self.grid = grid

    @abstractmethod
    def polygon(self, cell: int) -> Sequence[Point]:
        """Corners of a cell, clockwise on paper."""

    @abstractmethod
    def entry(self, line: int) -> Entry:
        """The place of the clue of a line."""

    @cached_property
    def size(self) -> Point:
        """Width and height of all cells together, in units."""
        corners = [corner for cell in range(self.grid.n_cells) for corner in self.polygon(cell)]
        return max(x for x, _ in corners), max(y for _, y in corners)

    def center(self, cell: int) -> tuple[float, float]:
        """Centre of a cell."""
        corners = self.polygon(cell)
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    @property
    def end_chip(self) -> Sequence[tuple[float, float]]:
        """Corners of the place of a block where clues stand at both ends of the lines, where there may be less room."""
        return self.chip

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        """The places of the clue of a line at its beginning and at its end; by default they continue it straight."""
        (x, y), (dx, dy) = self.entry(line)
        begin = Lane((x - dx / 2, y - dy / 2), (x, y), (dx, dy))
        # The line leaves through the side of its last cell that lies farthest in its direction.
        last = self.polygon(self.grid.line(line)[-1])
        middles = (((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in sides_of(last))
        x, y = min(middles, key=lambda point: point[0] * dx + point[1] * dy)
        return begin, Lane((x, y), (x - dx / 2, y - dy / 2), (-dx, -dy))

    @property
    def guide_offsets(self) -> Sequence[int]:
        """The number of lines that the first group between guide lines lacks, for each family; () for all 0."""
        return ()

    def guides(self) -> Iterator[Sequence[Point]]:
        """The guide lines, by their corners: they separate groups of five lines of each family, to help counting."""
        # A family of up to five lines is one group.
        grid = self.grid
        groups = [[0] * len(grid.families) for _ in range(grid.n_cells)]
        offsets = self.guide_offsets or [0] * len(grid.families)
        for number, (family, offset) in enumerate(zip(grid.families, offsets, strict=True)):
            for line in family if len(family) > GUIDE_EVERY else ():
                for cell in grid.line(line):
                    groups[cell][number] = (line - family.start + offset) // GUIDE_EVERY
        for cell, sides in enumerate(self.sides):
            for side, other in sides:
                if 0 <= other < cell and groups[cell] != groups[other]:
                    yield side

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        """The sides between the cells of each of the `colors` above 0 and anything else, clockwise around each cell."""
        values = [*colors, -1]
        borders: dict[int, list[Side]] = {}
        for color, sides in zip(colors, self.sides, strict=True):
            if color:
                outer = [side for side, other in sides if values[other] != color]
                borders.setdefault(color, []).extend(outer)
        return borders

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        """The lines between cells of equal tone, 0 or 1 in `tones`, each side once and in pieces as long as can be."""
        shared = [
            ((tones[cell], *_line_through(side)), min(side), max(side))
            for cell, sides in enumerate(self.sides)
            for side, other in sides
            if cell < other and tones[cell] == tones[other]
        ]
        # Sides of one line follow each other after sorting; those that touch become one piece.
        shared.sort()
        pieces: list[tuple[tuple[int, ...], Point, Point]] = []
        for line, begin, end in shared:
            if pieces and pieces[-1][0] == line and pieces[-1][2] == begin:
                begin = pieces.pop()[1]
            pieces.append((line, begin, end))
        for (tone, *_), begin, end in pieces:
            yield (begin, end), tone, False

    @cached_property
    def sides(self) -> list[list[tuple[Side, int]]]:
        """The sides of each cell, clockwise, each with the cell beyond it; -1 outside of the grid."""
        around = [list(sides_of(self.polygon(cell))) for cell in range(self.grid.n_cells)]
        cells = {side: cell for cell, sides in enumerate(around) for side in sides}
        return [[(side, cells.get(side[::-1], -1)) for side in sides] for sides in around]


def sides_of(polygon: Sequence[Point]) -> Iterator[Side]:
    """The sides of a polygon, each from one corner to the next."""
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def loops(sides: Iterable[Side]) -> list[list[Point]]:
    """The closed loops that the sides of a region form, each by its corners in order.

    Around the region itself they run clockwise on paper, around its holes counter-clockwise. In a corner where several
    parts of the region touch, a loop may continue with any side that begins there. All loops together surround each
    point of the region once, and no other point, whichever side is taken. As many `sides` begin in each corner as end
    in it.
    """
    ahead: dict[Point, Point] = {}
    # In corners where several parts of the region touch, all sides but the first that begin there.
    others: dict[Point, list[Point]] = {}
    for begin, end in sides:
        if begin in ahead:
            others.setdefault(begin, []).append(end)
        else:
            ahead[begin] = end

    def take_other(corner: Point) -> Point:
        ends = others[corner]
        end = ends.pop()
        if not ends:
            del others[corner]
        return end

    found = []
    while ahead:
        first, corner = ahead.popitem()
        if first in others:
            ahead[first] = take_other(first)
        loop = [first]
        while corner != first:
            loop.append(corner)
            corner = take_other(corner) if corner in others else ahead.pop(corner)
        found.append(loop)
    return found


def cells_outline(polygons: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The closed loops around a few cells, given by their corners, in a time independent of the size of the grid."""
    sides = {side for polygon in polygons for side in sides_of(polygon)}
    return [_without_flat_corners(loop) for loop in loops(sorted(s for s in sides if s[::-1] not in sides))]


def _without_flat_corners(loop: Sequence[Point]) -> list[Point]:
    """A loop without the corners in which it goes straight on."""
    corners = zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False)
    return [at for (px, py), at, (nx, ny) in corners if (at[0] - px) * (ny - at[1]) != (at[1] - py) * (nx - at[0])]


def loops_data(chains: Iterable[Sequence[Point]]) -> str:
    """Closed loops as SVG path data. The last side of each loop is drawn by the command that closes it."""
    return "".join(_chain_data(chain) + "z" for chain in chains)


def lines_data(chains: Iterable[Sequence[Point]]) -> str:
    """Open lines as SVG path data, each from its first corner to its last."""
    return "".join(map(_chain_data, chains))


def _chain_data(chain: Sequence[Point]) -> str:
    """Path data with steps relative to the point before, which are the shortest."""
    x, y = chain[0]
    if len(chain) == 2:  # most lines between cells
        next_x, next_y = chain[1]
        if y == next_y:
            return f"M{x} {y}h{next_x - x}"
        if x == next_x:
            return f"M{x} {y}v{next_y - y}"
    parts = [f"M{x} {y}"]
    slanted = False
    for next_x, next_y in chain[1:]:
        dx, dy = next_x - x, next_y - y
        x, y = next_x, next_y
        if not dy:
            parts.append(f"h{dx}")
            slanted = False
        elif not dx:
            parts.append(f"v{dy}")
            slanted = False
        else:
            # A repeated command needs no letter, and a number with a minus sign no blank before it.
            lead = "l" if not slanted else "" if dx < 0 else " "
            parts.append(f"{lead}{dx}{dy}" if dy < 0 else f"{lead}{dx} {dy}")
            slanted = True
    return "".join(parts)


def _line_through(side: Side) -> tuple[int, int, int]:
    """A key of the straight line on which a side lies, the same for both directions of the side."""
    (ax, ay), (bx, by) = sorted(side)
    n = gcd(bx - ax, by - ay)
    dx, dy = (bx - ax) // n, (by - ay) // n
    return dx, dy, ax * dy - ay * dx
