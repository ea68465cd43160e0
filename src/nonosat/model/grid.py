"""Grids: numbered cells and families of ordered lines of cells, nothing else.

All of the solver sees a grid as lines of cell numbers, so every topology shares every stage. Where cells lie on paper
is the business of `drawing.layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Protocol

from nonosat.errors import PuzzleError

#: Larger grids are refused when they are made: the pictures alone would fill the memory of an ordinary machine.
MAX_CELLS = 16_000_000


class Grid(Protocol):
    """Cells 0..n_cells-1 and lines 0..n_lines-1, grouped into families.

    Every cell lies on exactly one line of every family. Family 0 holds the rows, top to bottom, and the cells are
    numbered along them.
    """

    kind: ClassVar[str]

    @property
    def n_cells(self) -> int: ...

    @property
    def n_lines(self) -> int: ...

    @property
    def families(self) -> tuple[range, ...]:
        """The line numbers of each family."""
        ...

    @property
    def family_names(self) -> tuple[str, ...]:
        """What a person calls one line of each family."""
        ...

    @property
    def header(self) -> str:
        """The grid as the first line of a clue file."""
        ...

    def line(self, index: int) -> Sequence[int]:
        """Cell numbers of one line, in reading order of its clue."""
        ...


def line_name(grid: Grid, index: int) -> str:
    """What a person calls a line, counted from 1 within its family: `row 3`."""
    for name, family in zip(grid.family_names, grid.families, strict=True):
        if index in family:
            return f"{name} {index - family.start + 1}"
    raise IndexError(index)


def cell_place(grid: Grid, cell: int) -> tuple[int, int]:
    """The row of a cell and its position in the row, both counted from 1 as givens are."""
    for number, row in enumerate(grid.families[0], 1):
        line = grid.line(row)
        if cell <= line[-1]:
            return number, cell - line[0] + 1
    raise IndexError(cell)


def cell_name(grid: Grid, cell: int) -> str:
    """What a person calls a cell: `row 3, cell 5`."""
    return "row {}, cell {}".format(*cell_place(grid, cell))


def named_cells(grid: Grid, cells: Sequence[int], most: int = 8) -> str:
    """The names of cells, and how many more there are: `row 3, cell 5; row 3, cell 6; and 4 more`."""
    names = [cell_name(grid, cell) for cell in cells[:most]]
    return "; ".join([*names, f"and {len(cells) - most} more"] if len(cells) > most else names)


@dataclass(frozen=True)
class RectGrid:
    """A rectangle: rows top to bottom, then columns left to right."""

    height: int
    width: int
    kind: ClassVar[str] = "rect"
    family_names: ClassVar[tuple[str, ...]] = ("row", "column")

    def __post_init__(self) -> None:
        if self.height < 1 or self.width < 1:
            raise PuzzleError(f"grid of {self.height} x {self.width} cells, expected at least 1 x 1")
        if self.height * self.width > MAX_CELLS:
            raise PuzzleError(f"grid of {self.height} x {self.width} cells, expected at most {MAX_CELLS:,} cells")

    @property
    def n_cells(self) -> int:
        return self.height * self.width

    @property
    def n_lines(self) -> int:
        return self.height + self.width

    @property
    def families(self) -> tuple[range, ...]:
        return range(self.height), range(self.height, self.height + self.width)

    @property
    def header(self) -> str:
        return f"rect {self.height} {self.width}"

    def line(self, index: int) -> range:
        if index < self.height:
            return range(index * self.width, (index + 1) * self.width)
        return range(index - self.height, self.n_cells, self.width)


@dataclass(frozen=True)
class HexGrid:
    """A hexagon of hexagons with `size` cells along each side; rows of pointy-top cells.

    The clues walk counter-clockwise around the border from the top left corner, each read inward: rows; lines that
    enter from below and run to the upper left; lines that enter from the right and run to the lower left.
    """

    size: int
    kind: ClassVar[str] = "hex"
    family_names: ClassVar[tuple[str, ...]] = ("row", "up-left line", "down-left line")

    def __post_init__(self) -> None:
        if self.size < 1:
            raise PuzzleError(f"hexagonal grid of size {self.size}, expected at least 1")
        if 3 * self.size * (self.size - 1) + 1 > MAX_CELLS:
            raise PuzzleError(f"hexagonal grid of size {self.size}, expected at most {MAX_CELLS:,} cells")

    @property
    def n_cells(self) -> int:
        return 3 * self.size * (self.size - 1) + 1

    @property
    def n_lines(self) -> int:
        return 3 * (2 * self.size - 1)

    @property
    def families(self) -> tuple[range, ...]:
        n = 2 * self.size - 1
        return range(n), range(n, 2 * n), range(2 * n, 3 * n)

    @property
    def header(self) -> str:
        return f"hex {self.size}"

    def line(self, index: int) -> tuple[int, ...]:
        return self._lines[index]

    @cached_property
    def _lines(self) -> tuple[tuple[int, ...], ...]:
        # Axial coordinates: y counts rows downward from the middle one, q runs along a row; a third coordinate q + y
        # is constant along the lines that run to the lower left.
        far = self.size - 1
        rows: list[list[int]] = []
        by_q: dict[int, list[int]] = {q: [] for q in range(-far, far + 1)}
        by_sum: dict[int, list[int]] = {d: [] for d in range(far, -far - 1, -1)}
        cell = 0
        for y in range(-far, far + 1):
            row = []
            for q in range(max(-far, -far - y), min(far, far - y) + 1):
                row.append(cell)
                by_q[q].append(cell)
                by_sum[q + y].append(cell)
                cell += 1
            rows.append(row)
        return (
            *(tuple(row) for row in rows),
            *(tuple(reversed(cells)) for cells in by_q.values()),  # read with y falling
            *(tuple(cells) for cells in by_sum.values()),  # read with y rising
        )
