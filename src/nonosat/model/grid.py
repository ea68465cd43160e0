"""Grids: numbered cells on ordered lines, and the names that a person uses for lines and cells.

All stages see a grid as lines of cell numbers, so every topology shares every stage. The kinds of grids are listed in
`model.grid_kinds`; `drawing.layout` says where cells lie on paper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from nonosat.core.errors import UsageError

#: Larger grids are refused when they are made: the pictures alone would fill the memory of an ordinary machine.
MAX_CELLS = 16_000_000

_Value = TypeVar("_Value")


class FamilyName(NamedTuple):
    """The name of a line before its number: `row`; and a label, one letter that no other family of a grid has: `r`."""

    name: str
    label: str


class Grid(Protocol):
    """Cells 0..n_cells-1 and lines 0..n_lines-1, grouped into families.

    Every cell lies on exactly one line of every family. Family 0 holds the rows, top to bottom, and the cells are
    numbered along them. Grids of the same kind and size are equal, and have the same hash.
    """

    #: First word of the header; the key in `GRIDS`.
    kind: ClassVar[str]
    #: The names of the lines of each family, in the order of `families`.
    family_names: ClassVar[tuple[FamilyName, ...]]

    @property
    def n_cells(self) -> int:
        """Number of cells, at most `MAX_CELLS`."""

    @property
    def n_lines(self) -> int:
        """Number of lines of all families."""

    @property
    def families(self) -> tuple[range, ...]:
        """The line numbers of each family, one range after the other."""

    @property
    def header(self) -> str:
        """The grid as the first line of a clue file: its kind and its sizes, separated by blanks."""

    def line(self, index: int) -> Sequence[int]:
        """Cell numbers of one line, in the reading order of its clue."""


def along(values: Sequence[_Value], line: Sequence[int]) -> Sequence[_Value]:
    """The values of the cells of a line, of `values` for all cells of a grid."""
    # A slice is faster, but cannot end before the first cell, as a range that goes down may.
    if isinstance(line, range) and line.step > 0:
        return values[line.start : line.stop : line.step]
    return [values[cell] for cell in line]


def neighbors_of(grid: Grid) -> list[list[int]]:
    """For each cell of a grid, the cells before and after it on its lines."""
    neighbors: list[list[int]] = [[] for _ in range(grid.n_cells)]
    for index in range(grid.n_lines):
        for one, other in pairwise(grid.line(index)):
            neighbors[one].append(other)
            neighbors[other].append(one)
    return neighbors


def line_name(grid: Grid, index: int) -> str:
    """Name of the line with this `index`, counted from 1 within its family: `row 3`."""
    family, number = _family_and_number(grid, index)
    return f"{family.name} {number}"


def line_label(grid: Grid, index: int) -> str:
    """Short name of the line with this `index`, counted from 1 within its family: `r3`."""
    family, number = _family_and_number(grid, index)
    return f"{family.label}{number}"


def find_line(grid: Grid, label: str) -> int:
    """The line that has a short name; inverse of `line_label`.

    Raises:
        UsageError: the grid has no such line.
    """
    named = list(zip((family.label for family in grid.family_names), grid.families, strict=True))
    for letter, family in named:
        match = re.fullmatch(rf"{letter}([1-9][0-9]{{0,8}})", label)
        if match and int(match[1]) <= len(family):
            return family.start + int(match[1]) - 1
    known = " or ".join(f"{letter}1 to {letter}{len(family)}" for letter, family in named)
    raise UsageError(f"line {label!r}, expected {known}")


def cell_place(grid: Grid, cell: int) -> tuple[int, int]:
    """The row of a cell and its position in the row, both counted from 1."""
    for number, row in enumerate(grid.families[0], 1):
        line = grid.line(row)
        if cell <= line[-1]:
            return number, cell - line[0] + 1
    raise IndexError(cell)


def cell_name(grid: Grid, cell: int) -> str:
    """Name of a cell: `row 3, cell 5`."""
    return "row {}, cell {}".format(*cell_place(grid, cell))


def named_cells(grid: Grid, cells: Sequence[int]) -> str:
    """The names of the first eight cells, and the number of the others: `row 3, cell 5; row 3, cell 6; and 4 more`."""
    names = [cell_name(grid, cell) for cell in cells[:8]]
    return "; ".join([*names, f"and {len(cells) - 8} more"] if len(cells) > 8 else names)


def _family_and_number(grid: Grid, index: int) -> tuple[FamilyName, int]:
    """The family of a line, and the number of the line within it, from 1."""
    for name, family in zip(grid.family_names, grid.families, strict=True):
        if index in family:
            return name, index - family.start + 1
    raise IndexError(index)
