"""The layouts of all kinds of grids, and that of rectangles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from nonosat.core.errors import UsageError
from nonosat.drawing.layout import GUIDE_EVERY, Entry, Layout, Point, Rule, Side
from nonosat.drawing.slanted_layout import HexLayout, TriLayout
from nonosat.model.grid import Grid
from nonosat.model.rect_grid import RectGrid


class RectLayout(Layout):
    """Unit squares, handled in runs of cells and whole rows, for pictures of a million cells."""

    grid: RectGrid
    scale = 20.0
    slanted = False
    chip = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))

    @cached_property
    def size(self) -> Point:
        return self.grid.width, self.grid.height

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

    def guides(self) -> Iterator[Sequence[Point]]:
        width, height = self.size
        for y in range(GUIDE_EVERY, height, GUIDE_EVERY):
            yield (0, y), (width, y)
        for x in range(GUIDE_EVERY, width, GUIDE_EVERY):
            yield (x, 0), (x, height)

    def borders(self, colors: Sequence[int]) -> dict[int, list[Side]]:
        sides: dict[int, list[Side]] = defaultdict(list)
        height, width = self.grid.height, self.grid.width
        outside = [0] * max(height, width)
        rows = [outside[:width], *(colors[i * width : (i + 1) * width] for i in range(height)), outside[:width]]
        for y in range(height + 1):
            for start, end, color in _runs(rows[y + 1], rows[y]):
                sides[color].append(((start, y), (end, y)))
            for start, end, color in _runs(rows[y], rows[y + 1]):
                sides[color].append(((end, y), (start, y)))
        columns = [outside[:height], *(colors[i::width] for i in range(width)), outside[:height]]
        for x in range(width + 1):
            for start, end, color in _runs(columns[x], columns[x + 1]):
                sides[color].append(((x, start), (x, end)))
            for start, end, color in _runs(columns[x + 1], columns[x]):
                sides[color].append(((x, end), (x, start)))
        return sides

    def rules(self, tones: Sequence[int]) -> Iterator[Rule]:
        height, width = self.grid.height, self.grid.width
        rows = [bytes(tones[i * width : (i + 1) * width]) for i in range(height)]
        for y in range(1, height):
            for start, end, tone in _equal_runs(rows[y - 1], rows[y]):
                yield ((start, y), (end, y)), tone, y % GUIDE_EVERY == 0
        columns = [bytes(tones[i::width]) for i in range(width)]
        for x in range(1, width):
            for start, end, tone in _equal_runs(columns[x - 1], columns[x]):
                yield ((x, start), (x, end)), tone, x % GUIDE_EVERY == 0


def _runs(here: Sequence[int], there: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Start, end and colour of the runs of one colour above 0 in one row that differ from the row beside it."""
    if here == there:
        return
    start = last = 0
    for position, (color, other) in enumerate(zip(here, there, strict=True)):
        color = 0 if color == other else color
        if color != last:
            if last:
                yield start, position, last
            start, last = position, color
    if last:
        yield start, len(here), last


def _equal_runs(one: bytes, other: bytes) -> Iterator[tuple[int, int, int]]:
    """Start, end and tone of the runs where two rows of tones 0 and 1 agree."""
    # The sum of two rows as large numbers is the row of the sums: 0 and 2 where they agree, and nothing carries over.
    sums = (int.from_bytes(one, "big") + int.from_bytes(other, "big")).to_bytes(len(one), "big")
    start, last = 0, 1
    for position, total in enumerate(sums):
        if total != last:
            if last != 1:
                yield start, position, last // 2
            start, last = position, total
    if last != 1:
        yield start, len(sums), last // 2


#: The class of the layout, called with a grid, by the kind of grid; the keys are those of `model.grid_kinds.GRIDS`.
LAYOUTS: dict[str, Callable[[Any], Layout]] = {"rect": RectLayout, "hex": HexLayout, "tri": TriLayout}


def layout_of(grid: Grid) -> Layout:
    """The layout for a grid.

    Raises:
        UsageError: there is none for this kind of grid.
    """
    if grid.kind not in LAYOUTS:
        raise UsageError(f"no drawing of grids of kind {grid.kind!r}, expected one of {', '.join(LAYOUTS)}")
    return LAYOUTS[grid.kind](grid)
