"""Rectangular grids: rows and columns of squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonosat.core.errors import PuzzleError
from nonosat.model.grid import MAX_CELLS, FamilyName, Grid
from nonosat.model.nouns import count


@dataclass(frozen=True)
class RectGrid(Grid):
    """A rectangle: rows top to bottom, then columns left to right.

    Args:
        height: number of rows, from 1.
        width: number of columns, from 1.

    Raises:
        PuzzleError: a size is less than 1, or there are more than `MAX_CELLS` cells.
    """

    height: int
    width: int
    kind: ClassVar[str] = "rect"
    family_names: ClassVar[tuple[FamilyName, ...]] = (FamilyName("row", "r"), FamilyName("column", "c"))

    def __post_init__(self) -> None:
        sizes = f"{count(self.height, 'row')} and {count(self.width, 'column')}"
        if self.height < 1 or self.width < 1:
            raise PuzzleError(f"grid of {sizes}, expected at least 1 of each")
        if self.height * self.width > MAX_CELLS:
            raise PuzzleError(f"grid of {sizes}, expected at most {MAX_CELLS:,} cells")

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


#: The grid of a header.
of_sizes = RectGrid
