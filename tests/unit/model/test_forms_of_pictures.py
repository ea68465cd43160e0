"""Pictures in the forms that the functions of the library take, and colours where a caller names none."""

from __future__ import annotations

import pytest

import nonosat
from nonosat.core.errors import InputError, NonosatError, PuzzleError, UsageError
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE, default_palette
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import as_cells, as_picture
from nonosat.model.puzzle import puzzle_of

SQUARE = nonosat.puzzle(rows=[[1], [2]], columns=[[1], [2]])
HEXAGON = puzzle_of(Picture(HexGrid(2), (1, 0, 0, 1, 1, 0, 1)), BLACK_ON_WHITE)


@pytest.mark.parametrize("value", [[0, 1, 1, 1], [[0, 1], [1, 1]], ["-a", "aa"], "-a\naa", [[False, True], (1, 1)]])
def test_whole_pictures(value: object) -> None:
    assert as_picture(SQUARE, value) == Picture(SQUARE.grid, (0, 1, 1, 1))
    assert as_cells(SQUARE, value) == (0, 1, 1, 1)


def test_rows_of_other_grids() -> None:
    wide = nonosat.puzzle(rows=[[2]], columns=[[1], [1], []])
    assert as_picture(wide, [[1, 1, 0]]).cells == (1, 1, 0)
    assert as_picture(HEXAGON, [[1, 0], [0, 1, 1], [0, 1]]).cells == (1, 0, 0, 1, 1, 0, 1)


def test_a_picture_stays_as_it_is() -> None:
    other = Picture(HEXAGON.grid, (0,) * 7)
    assert as_picture(SQUARE, other) is other
    assert as_cells(HEXAGON, other) == other.cells
    with pytest.raises(PuzzleError, match="hex 2"):
        as_cells(SQUARE, other)


@pytest.mark.parametrize("value", [[0, None, 1, None], [[0, None], [1, None]]])
def test_partial_pictures(value: object) -> None:
    assert as_cells(SQUARE, value) == (0, None, 1, None)
    with pytest.raises(PuzzleError, match="2 open"):
        as_picture(SQUARE, value)


@pytest.mark.parametrize(
    ("value", "error", "noun"),
    [
        ([0, 1, 1], PuzzleError, "3 cells"),
        ([[0, 1]], PuzzleError, "1 row"),
        ([[0, 1], [1]], PuzzleError, "row 2"),
        ([[0, 1], [1, 2]], PuzzleError, "row 2, cell 2"),
        ([[0, 1], [-1, 1]], PuzzleError, "row 2, cell 1"),
        ([[0, 1], [1, 0.5]], UsageError, "float"),
        ([[0, 1], 1.5], UsageError, "float"),
        (3.5, UsageError, "float"),
        (object(), UsageError, "object"),
        ("-a\nab", InputError, "b"),
        ("-a", InputError, "1 row"),
    ],
)
def test_what_is_no_picture(value: object, error: type[NonosatError], noun: str) -> None:
    with pytest.raises(error, match=noun):
        as_cells(SQUARE, value)


@pytest.mark.parametrize("n_colors", [1, 2, 11, 12, 40])
def test_default_colors_differ(n_colors: int) -> None:
    palette = default_palette(n_colors)
    assert len({*palette.colors}) == palette.n_colors + 1 == n_colors + 1
    assert (palette == BLACK_ON_WHITE) == (n_colors == 1)
