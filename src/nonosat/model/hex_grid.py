"""Hexagonal grids: a hexagon of hexagonal cells with lines in three directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from nonosat.core.errors import PuzzleError
from nonosat.model.grid import MAX_CELLS, FamilyName, Grid


@dataclass(frozen=True)
class HexGrid(Grid):
    """A hexagon of hexagons; rows of pointy-top cells.

    The clues follow the border counter-clockwise from the top left corner, each read inward: rows; lines that enter
    from below and run to the upper left; lines that enter from the right and run to the lower left.

          0 1         rows       0 1, 2 3 4, 5 6
         2 3 4        up-left    5 2, 6 3 0, 4 1
          5 6         down-left  4 6, 1 3 5, 0 2

    Args:
        size: number of cells along each side of the hexagon, from 1.

    Raises:
        PuzzleError: the size is less than 1, or there are more than `MAX_CELLS` cells.
    """

    size: int
    kind: ClassVar[str] = "hex"
    family_names: ClassVar[tuple[FamilyName, ...]] = (
        FamilyName("row", "r"),
        FamilyName("up-left line", "u"),
        FamilyName("down-left line", "d"),
    )

    def __post_init__(self) -> None:
        if self.size < 1:
            raise PuzzleError(f"hexagonal grid of size {self.size}, expected at least 1")
        if self.n_cells > MAX_CELLS:
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
        values = range(-far, far + 1)
        by_y, by_q, by_sum = ({value: list[int]() for value in values} for _ in range(3))
        places = [(q, y) for y in values for q in range(max(-far, -far - y), min(far, far - y) + 1)]
        for cell, (q, y) in enumerate(places):
            by_y[y].append(cell)
            by_q[q].append(cell)
            by_sum[q + y].append(cell)
        return (
            *map(tuple, by_y.values()),
            *(tuple(reversed(cells)) for cells in by_q.values()),  # read with y falling
            *map(tuple, reversed(by_sum.values())),  # read with y rising
        )


#: The grid of a header.
of_sizes = HexGrid


def of_rows(lengths: Sequence[int]) -> HexGrid | None:
    """The hexagon whose rows have these numbers of cells: n, n+1, ..., 2n-1, ..., n; or None.

    Raises:
        PuzzleError: the hexagon would have more than `MAX_CELLS` cells.
    """
    size = lengths[0] if lengths else 0
    if size < 1 or list(lengths) != [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]:
        return None
    return HexGrid(size)
