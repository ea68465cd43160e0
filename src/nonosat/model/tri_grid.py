"""Triangular grids: a convex outline of triangular cells with lines in three directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from nonosat.core.errors import PuzzleError
from nonosat.model.grid import MAX_CELLS, FamilyName, Grid

#: The names of the sides of an outline, counter-clockwise from the top left corner.
SIDE_NAMES = ("top left", "bottom left", "bottom", "bottom right", "top right", "top")


class Triangle(NamedTuple):
    """A cell by the three strips of triangles in which it lies.

    Triangles that point up have a - b + c = -1, those that point down a - b + c = 0.

    Attributes:
        a: its row from the top, from 0.
        b: its strip in the direction of a slash, from the left, from 0.
        c: its strip in the direction of a backslash, from the left; the first one that begins at the top side is 0.
    """

    a: int
    b: int
    c: int

    @property
    def points_up(self) -> bool:
        """True if it stands on its level side."""
        return self.a - self.b + self.c < 0


@dataclass(frozen=True)
class TriGrid(Grid):
    r"""A convex outline of triangles: hexagons with sides of any length, even zero, such as trapezoids.

    One line begins at each triangle along the border, so the lengths of the sides are numbers of clues, too. The clues
    follow the border counter-clockwise from the top left corner, each read inward: rows; lines that enter from below
    and run to the upper left; lines that enter from the right and run to the lower left.

           ________
          /\ 1/\ 3/\         sides      top left 2, bottom left 1, bottom 2, bottom right 2, top right 1, top 2
         /0_\/2_\/4_\        rows       0 1 2 3 4, 5 6 7 8 9 10, 11 12 13 14 15
        /\ 6/\ 8/\10/        up-left    12 11 5, 14 13 7 6 0, 15 9 8 2 1, 10 4 3
       /5_\/7_\/9_\/         down-left  4 10 9 15 14, 3 2 8 7 13 12, 1 0 6 5 11
       \11/\13/\15/
        \/12\/14\/

    Two lines of different families have no cell in common, one cell, or two neighbouring cells.

    Args:
        sides: the number of triangles along each side, in the order of `SIDE_NAMES`.

    Raises:
        PuzzleError: there is no such outline, or it has more than `MAX_CELLS` cells.
    """

    sides: tuple[int, ...]
    kind: ClassVar[str] = "tri"
    family_names: ClassVar[tuple[FamilyName, ...]] = (
        FamilyName("row", "r"),
        FamilyName("up-left line", "u"),
        FamilyName("down-left line", "d"),
    )

    def __post_init__(self) -> None:
        header = " ".join(map(str, self.sides))
        if len(self.sides) != len(SIDE_NAMES) or min(self.sides) < 0:
            raise PuzzleError(f"triangular grid with sides {header}, expected six numbers of at least 0")
        # Opposite pairs of sides span the same distance: the lines that enter through one pair leave through the other.
        for i in range(2):
            one, other = (self.sides[i], self.sides[i + 1]), (self.sides[i + 3], self.sides[(i + 4) % 6])
            if sum(one) != sum(other):
                names = [SIDE_NAMES[j] for j in (i, i + 1, i + 3, (i + 4) % 6)]
                raise PuzzleError(
                    f"triangular grid with sides {header}: {names[0]} + {names[1]} = {sum(one)}, "
                    f"expected the same as {names[2]} + {names[3]} = {sum(other)}"
                )
        if not self.n_cells:
            raise PuzzleError(f"triangular grid with sides {header} without cells, expected at least 1")
        if self.n_cells > MAX_CELLS:
            raise PuzzleError(f"triangular grid with sides {header}, expected at most {MAX_CELLS:,} cells")

    @property
    def n_cells(self) -> int:
        # Every second side, made longer, is a side of a large triangle, from whose corners triangles are cut off.
        top_left, bottom_left, _, bottom_right, _, top = self.sides
        return (top + top_left + bottom_left) ** 2 - top**2 - bottom_left**2 - bottom_right**2

    @property
    def n_lines(self) -> int:
        return sum(self.sides)

    @property
    def families(self) -> tuple[range, ...]:
        rows, up_left = sum(self.sides[:2]), sum(self.sides[:4])
        return range(rows), range(rows, up_left), range(up_left, self.n_lines)

    @property
    def header(self) -> str:
        return " ".join(map(str, (self.kind, *self.sides)))

    def line(self, index: int) -> Sequence[int]:
        return self._lines[index]

    @property
    def row_starts(self) -> list[int]:
        """For each row the distance of its first cell from the leftmost cell of all rows, in cells."""
        outermost = min(places.start for places in self._rows)
        return [places.start - outermost for places in self._rows]

    @cached_property
    def triangles(self) -> tuple[Triangle, ...]:
        """The cells by their numbers, row by row."""
        return tuple(
            [
                Triangle(a, (a + place + 1) // 2, (place - a) // 2)
                for a, places in enumerate(self._rows)
                for place in places
            ]
        )

    @cached_property
    def _rows(self) -> list[range]:
        """For each row the sums b + c of its cells; along a row, b and c are raised by turns.

        The outline is the box of all a, of b from 0 to below top right + top, and of c from -top left to below top.
        """
        top_left, bottom_left, _, _, top_right, top = self.sides
        return [
            range(max(-a - 1, a - 2 * top_left), min(2 * (top_right + top) - a - 1, a + 2 * top))
            for a in range(top_left + bottom_left)
        ]

    @cached_property
    def _lines(self) -> tuple[Sequence[int], ...]:
        rows: list[range] = []
        slashes: list[list[int]] = [[] for _ in self.families[2]]
        backslashes: list[list[int]] = [[] for _ in self.families[1]]
        cell = 0
        for a, places in enumerate(self._rows):
            row = range(cell, cell + len(places))
            cell = row.stop
            rows.append(row)
            for number, place in zip(row, places, strict=True):
                backslashes[(place - a) // 2 + self.sides[0]].append(number)
            # Downward along a slash, the right one of two neighbours in a row comes first.
            for number, place in zip(reversed(row), reversed(places), strict=True):
                slashes[(a + place + 1) // 2].append(number)
        upward = (tuple(reversed(line)) for line in backslashes)
        return (*rows, *upward, *(tuple(line) for line in reversed(slashes)))


def of_sizes(*sides: int) -> TriGrid:
    """The outline with these sides, as a header lists them."""
    return TriGrid(sides)


def of_rows(lengths: Sequence[int]) -> TriGrid | None:
    """The outline, symmetric from left to right, whose rows have these numbers of cells; or None.

    Other outlines have the same lengths of rows as their mirror images, and a single row may point up or down.

    Raises:
        PuzzleError: the outline would have more than `MAX_CELLS` cells.
    """
    if len(lengths) < 2 or min(lengths) < 1:
        return None
    # The rows above the bend grow by two cells each, those below shrink by two; the two rows at the bend are equal.
    above = lengths.index(max(lengths)) + 1
    if above == 1 and lengths[1] < lengths[0]:
        above = 0
    below = len(lengths) - above
    top = (lengths[0] - 1) // 2 if above else (lengths[0] + 1) // 2
    bottom = above + top - below
    expected = [2 * top + 1 + 2 * min(row, 2 * above - 1 - row) for row in range(len(lengths))]
    return TriGrid((above, below, bottom, below, above, top)) if bottom >= 0 and list(lengths) == expected else None
