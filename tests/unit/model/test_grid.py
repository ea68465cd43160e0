"""Grids: which cells lie on which lines, in which order, and what a person calls them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import pytest

from nonosat.core.errors import PuzzleError
from nonosat.formats import loads
from nonosat.model.clue import clue_text
from nonosat.model.grid import MAX_CELLS, FamilyName, Grid, cell_name, line_name, named_cells
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid
from nonosat.solving.solve import solve

GRIDS = [RectGrid(1, 1), RectGrid(1, 6), RectGrid(6, 1), RectGrid(3, 4), *(HexGrid(size) for size in range(1, 7))]


@dataclass(frozen=True)
class UpwardGrid(Grid):
    """Three rows of two cells, and columns that are read upward."""

    kind: ClassVar[str] = "upward"
    family_names: ClassVar[tuple[FamilyName, ...]] = (FamilyName("row", "r"), FamilyName("column", "c"))
    n_cells: ClassVar[int] = 6
    n_lines: ClassVar[int] = 5
    families: ClassVar[tuple[range, ...]] = (range(3), range(3, 5))
    header: ClassVar[str] = "upward"

    def line(self, index: int) -> range:
        return range(2 * index, 2 * index + 2) if index < 3 else range(index + 1, -1, -2)


@pytest.mark.parametrize("propagate", [True, False])
def test_lines_may_be_ranges_that_go_down(propagate: bool) -> None:
    grid = UpwardGrid()
    picture = Picture(grid, (1, 0, 1, 1, 1, 0))
    assert [list(picture.line(index)) for index in (3, 4)] == [[1, 1, 1], [0, 1, 0]]
    puzzle = puzzle_of(picture, BLACK_ON_WHITE)
    assert solve(puzzle, propagate=propagate).picture == picture


def test_lines_of_a_rectangle() -> None:
    grid = RectGrid(2, 3)
    lines = [list(grid.line(index)) for index in range(grid.n_lines)]
    assert lines == [[0, 1, 2], [3, 4, 5], [0, 3], [1, 4], [2, 5]]
    assert grid.families == (range(2), range(2, 5))


def test_lines_of_a_hexagon_of_size_3() -> None:
    grid = HexGrid(3)
    lines = [list(grid.line(index)) for index in range(grid.n_lines)]
    assert lines[:5] == [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18]]
    assert lines[5:10] == [[16, 12, 7], [17, 13, 8, 3], [18, 14, 9, 4, 0], [15, 10, 5, 1], [11, 6, 2]]
    assert lines[10:] == [[11, 15, 18], [6, 10, 14, 17], [2, 5, 9, 13, 16], [1, 4, 8, 12], [0, 3, 7]]


def test_lines_of_a_hexagon_of_size_2() -> None:
    """By hand:  0 1 / 2 3 4 / 5 6."""
    grid = HexGrid(2)
    lines = [list(grid.line(index)) for index in range(grid.n_lines)]
    assert lines == [[0, 1], [2, 3, 4], [5, 6], [5, 2], [6, 3, 0], [4, 1], [4, 6], [1, 3, 5], [0, 2]]


def test_clues_of_an_asymmetric_hexagon() -> None:
    """Every clue by hand; no rotation and no mirror image of the picture has the same ones.

      a b -
     a - b a
    - a a - b
     b - - a
      - b -
    """
    rows = ["ab-", "a-ba", "-aa-b", "b--a", "-b-"]
    cells = tuple("-ab".index(char) for row in rows for char in row)
    picture = Picture(HexGrid(3), cells)
    puzzle = puzzle_of(picture, Palette(("#ffffff", "#000000", "#ff0000")))
    assert [clue_text(clue) for clue in puzzle.clues] == [
        *("1a 1b", "1a 1b 1a", "2a 1b", "1b 1a", "1b"),
        # 16 12 7, 17 13 8 3, 18 14 9 4 0, 15 10 5 1, 11 6 2
        *("1b", "1b 2a", "1a 1a", "1a 2b", "1b 1a"),
        # 11 15 18, 6 10 14 17, 2 5 9 13 16, 1 4 8 12, 0 3 7
        *("1b 1a", "1a 1b", "1b 1a", "1b 1a 1b", "2a"),
    ]
    assert solve(puzzle, unique=True).picture == picture


def test_the_hexagon_of_the_design() -> None:
    puzzle = loads(
        "hex 3\n#ffffff #333333 #999900 #3333ff\n1b 1b\n1b 2a 1b\n1a 1c 1a\n4a\n\n1a\n2a 1b\n1a 1c 1a 1b\n3a\n2b\n1a\n"
        "1b 2a\n1b 1a 1c 1a\n3a\n2b\n"
    )
    result = solve(puzzle, unique=True)
    assert result.unique
    assert result.picture.rows() == [(2, 0, 2), (2, 1, 1, 2), (0, 1, 3, 1, 0), (1, 1, 1, 1), (0, 0, 0)]


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
def test_two_lines_share_at_most_one_cell(grid: Grid) -> None:
    lines = [set(grid.line(index)) for index in range(grid.n_lines)]
    for index, line in enumerate(lines):
        for other in lines[index + 1 :]:
            assert len(line & other) <= 1


@pytest.mark.parametrize("size", range(1, 7))
def test_neighbours_in_a_hexagon(size: int) -> None:
    """Cells that follow each other on a line touch: seen from the middle of the paper, they are one step apart."""
    grid = HexGrid(size)
    place = {}
    for r in grid.families[0]:
        row = grid.line(r)
        for j, cell in enumerate(row):
            place[cell] = (2 * j - (len(row) - 1), r)  # in half cells from the middle
    steps = [(2, 0), (-1, -1), (-1, 1)]  # to the right, the upper left, the lower left
    for family, step in zip(grid.families, steps, strict=True):
        for index in family:
            line = grid.line(index)
            for one, other in pairwise(line):
                assert (place[other][0] - place[one][0], place[other][1] - place[one][1]) == step


@pytest.mark.parametrize("size", range(2, 7))
def test_clues_walk_around_a_hexagon(size: int) -> None:
    """The lines begin at the border, counter-clockwise from the top left corner; corners begin two lines."""
    grid = HexGrid(size)
    begins = [grid.line(index)[0] for index in range(grid.n_lines)]
    rows = [grid.line(row) for row in grid.families[0]]
    left = [row[0] for row in rows]
    right = [row[-1] for row in rows]
    assert begins[: 2 * size - 1] == left
    assert begins[2 * size - 1 : 2 * (2 * size - 1)] == [*rows[-1], *right[size - 1 : -1][::-1]]
    assert begins[2 * (2 * size - 1) :] == [*right[:size][::-1], *rows[0][:-1][::-1]]


def test_names_by_hand() -> None:
    assert line_name(RectGrid(3, 4), 2) == "row 3"
    assert line_name(RectGrid(3, 4), 3) == "column 1"
    assert line_name(HexGrid(2), 3) == "up-left line 1"
    assert line_name(HexGrid(2), 8) == "down-left line 3"
    assert cell_name(HexGrid(2), 4) == "row 2, cell 3"


def test_names_of_some_cells() -> None:
    grid = RectGrid(1, 12)
    names = [f"row 1, cell {number}" for number in range(1, 13)]
    assert named_cells(grid, []) == ""
    assert named_cells(grid, range(8)) == "; ".join(names[:8])
    for number in (9, 12):
        head, _, rest = named_cells(grid, range(number)).rpartition("; ")
        assert head == "; ".join(names[:8])
        assert str(number - 8) in rest


@pytest.mark.parametrize(
    ("kind", "sizes", "noun"),
    [
        (RectGrid, (0, 3), "0 rows"),
        (RectGrid, (3, -1), "-1 columns"),
        (RectGrid, (MAX_CELLS, 2), f"{MAX_CELLS} rows"),
        (HexGrid, (0,), "size 0"),
        (HexGrid, (10**9,), f"size {10**9}"),
    ],
)
def test_grids_that_cannot_be(kind: type, sizes: tuple[int, ...], noun: str) -> None:
    with pytest.raises(PuzzleError, match=noun):
        kind(*sizes)


def test_the_largest_grid() -> None:
    grid = RectGrid(4000, 4000)
    assert grid.n_cells == MAX_CELLS
    assert list(grid.line(4000))[:2] == [0, 4000]
    assert TriGrid((2000, 0, 4000, 2000, 0, 4000)).n_cells == MAX_CELLS
    with pytest.raises(PuzzleError):
        TriGrid((2001, 0, 4000, 2001, 0, 4000))
