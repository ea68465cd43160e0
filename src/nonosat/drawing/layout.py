"""Layouts: where the cells and clues of each kind of grid lie on paper.

All corners of cells are whole numbers, so that sides of neighbours are exactly equal and drawings are short. A new kind
of grid is one class here and one line in `LAYOUTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from nonosat.drawing.outline import Point, Side
from nonosat.errors import UsageError
from nonosat.model.grid import Grid, HexGrid, RectGrid
from nonosat.model.nouns import count


class Entry(NamedTuple):
    """Where a clue stands: the place next to the border, as the centre of a cell that would follow there outside the
    grid, and the step from one place to the next one outward. Clues are read inward, so the last block is nearest.
    """

    nearest: tuple[float, float]
    step: Point


class Rule(NamedTuple):
    """A part of a line between cells: its corners, the tone that the cells on both sides have, and whether it is a
    line that helps counting.
    """

    corners: Sequence[Point]
    tone: int
    strong: bool


class Layout(Protocol):
    """Geometry of one grid; x to the right, y downward, the upper left corner of the bounding box is (0, 0)."""

    #: Pixels per unit of length at the natural size.
    scale: float
    #: Width and height of all cells together, in units.
    size: Point
    #: Whether lines enter the grid at other than right angles.
    slanted: bool

    @property
    def words(self) -> str:
        """The size of the grid for a person."""
        ...

    def center(self, cell: int) -> tuple[float, float]:
        """Centre of a cell."""
        ...

    def polygon(self, cell: int) -> tuple[Point, ...]:
        """Corners of a cell, clockwise."""
        ...

    def entry(self, line: int) -> Entry:
        """Where the clue of a line stands."""
        ...

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        """For each colour above 0, the sides between its cells and anything else.

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


def layout_of(grid: Grid) -> Layout:
    """The layout for a grid.

    Raises:
        UsageError: there is none for this kind of grid.
    """
    if grid.kind not in LAYOUTS:
        raise UsageError(f"no drawing of grids of kind {grid.kind!r}, expected one of {', '.join(LAYOUTS)}")
    return LAYOUTS[grid.kind](grid)


class RectLayout:
    """Unit squares. Works on runs of cells and whole rows, for pictures of a million cells."""

    scale = 20.0
    slanted = False
    strong_every = 5

    def __init__(self, grid: RectGrid) -> None:
        self.grid = grid
        self.size = grid.width, grid.height

    @property
    def words(self) -> str:
        return f"{count(self.grid.height, 'row')}, {count(self.grid.width, 'column')}"

    def center(self, cell: int) -> tuple[float, float]:
        y, x = divmod(cell, self.grid.width)
        return x + 0.5, y + 0.5

    def polygon(self, cell: int) -> tuple[Point, ...]:
        y, x = divmod(cell, self.grid.width)
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)

    def entry(self, line: int) -> Entry:
        if line < self.grid.height:
            return Entry((-0.5, line + 0.5), (-1, 0))
        return Entry((line - self.grid.height + 0.5, -0.5), (0, -1))

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        sides: dict[int, list[Side]] = {}
        height, width = self.grid.height, self.grid.width
        outside = [0] * max(height, width)
        rows = [outside[:width], *(colors[i * width : (i + 1) * width] for i in range(height)), outside[:width]]
        for y in range(height + 1):
            for start, end, color in _runs(rows[y + 1], rows[y]):
                sides.setdefault(color, []).append(((start, y), (end, y)))
            for start, end, color in _runs(rows[y], rows[y + 1]):
                sides.setdefault(color, []).append(((end, y), (start, y)))
        columns = [outside[:height], *(colors[i::width] for i in range(width)), outside[:height]]
        for x in range(width + 1):
            for start, end, color in _runs(columns[x], columns[x + 1]):
                sides.setdefault(color, []).append(((x, start), (x, end)))
            for start, end, color in _runs(columns[x + 1], columns[x]):
                sides.setdefault(color, []).append(((x, end), (x, start)))
        return sides

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        height, width = self.grid.height, self.grid.width
        rows = [bytes(tones[i * width : (i + 1) * width]) for i in range(height)]
        for y in range(1, height):
            for start, end, tone in _equal_runs(rows[y - 1], rows[y]):
                yield Rule(((start, y), (end, y)), tone, y % self.strong_every == 0)
        columns = [bytes(tones[i::width]) for i in range(width)]
        for x in range(1, width):
            for start, end, tone in _equal_runs(columns[x - 1], columns[x]):
                yield Rule(((x, start), (x, end)), tone, x % self.strong_every == 0)


def _runs(here: Sequence[int], there: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Start, end and colour of the runs of one colour above 0 in one row that differ from the row beside it."""
    if here == there:
        return
    position = 0
    for color, run in groupby([a if a != b else 0 for a, b in zip(here, there, strict=True)]):
        start = position
        position += len(list(run))
        if color:
            yield start, position, color


def _equal_runs(one: bytes, other: bytes) -> Iterator[tuple[int, int, int]]:
    """Start, end and tone of the runs where two rows of tones 0 and 1 agree."""
    # The sum of two rows as large numbers is the row of the sums: 0 and 2 where they agree, and nothing carries over.
    sums = (int.from_bytes(one, "big") + int.from_bytes(other, "big")).to_bytes(len(one), "big")
    position = 0
    for total, run in groupby(sums):
        start = position
        position += len(list(run))
        if total != 1:
            yield start, position, total // 2


class HexLayout:
    """Pointy-top hexagons with sides of 30 units, shifted by half a cell from row to row.

    Half a cell is 26 units wide: 26/15 stands for the root of 3 and is off by less than 0.1 %, so that all corners are
    whole numbers.
    """

    scale = 0.44
    slanted = True
    half_width, half_side = 26, 15

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        n = 2 * grid.size - 1
        self.size = 2 * n * self.half_width, (3 * n + 1) * self.half_side

    @property
    def words(self) -> str:
        return f"{count(self.grid.size, 'cell')} along each side"

    def center(self, cell: int) -> Point:
        return self._centers[cell]

    def polygon(self, cell: int) -> tuple[Point, ...]:
        x, y = self._centers[cell]
        return tuple((x + dx, y + dy) for dx, dy in self._corners)

    def entry(self, line: int) -> Entry:
        x, y = self.center(self.grid.line(line)[0])
        dx, dy = self._outward[line // len(self.grid.families[0])]
        return Entry((x + dx, y + dy), (dx, dy))

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
        """For each family of lines the step from a cell to the one before it on its line."""
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
        """Where each cell stands in a slanted table with an empty margin, in which neighbours lie at fixed offsets:
        1 to the right, `_stride` to the lower right.
        """
        far, stride = self.grid.size - 1, self._stride
        return [
            (y + far + 1) * stride + q + far + 1
            for y in range(-far, far + 1)
            for q in range(max(-far, -far - y), min(far, far - y) + 1)
        ]

    def _spread(self, values: Iterable[int], empty: int) -> list[int]:
        table = [empty] * self._stride**2
        for place, value in zip(self._places, values, strict=True):
            table[place] = value
        return table


LAYOUTS: dict[str, Callable[[Any], Layout]] = {RectGrid.kind: RectLayout, HexGrid.kind: HexLayout}
