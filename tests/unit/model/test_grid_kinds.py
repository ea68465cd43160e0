"""Kinds of grids: headers, descriptions and rows stand for the same grid."""

from __future__ import annotations

import pytest

from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import HeaderError, begins_with_header, find_described, grid_of_rows, kind_of, read_header
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

TRI = TriGrid((1, 2, 3, 1, 2, 3))


@pytest.mark.parametrize(
    ("grid", "description", "extent", "columns"),
    [
        (RectGrid(4, 1), "4 rows, 1 column", "4 rows, 1 column", 2),
        (HexGrid(3), "3 cells along each side", "3 cells along each side", 2),
        (HexGrid(1), "1 cell along each side", "1 cell along each side", 2),
        (TRI, None, f"{TRI.n_cells} triangles", 1),
    ],
    ids=str,
)
def test_words(grid: Grid, description: str | None, extent: str, columns: int) -> None:
    kind = kind_of(grid)
    words = kind.describe(grid)
    assert words == (description or words)
    assert kind.extent(grid) == extent
    assert find_described(f"A puzzle of {words}, by me") == grid
    assert kind.columns == columns
    assert read_header(grid.header) == grid
    assert begins_with_header(f" \n{grid.header}")


def test_texts_without_a_grid() -> None:
    assert find_described("4 rows and 5 columns") is None
    assert not begins_with_header("rectangle 4 5")
    assert not begins_with_header("a rect 4 5")


def test_rows() -> None:
    assert grid_of_rows([2, 3, 2]) == HexGrid(2)
    assert grid_of_rows([3, 3]) == TriGrid((1, 1, 1, 1, 1, 1))
    assert grid_of_rows([3, 4]) is None
    assert kind_of(HexGrid(2)).row_indents(HexGrid(2)) == [1, 0, 1]
    # Seven, eight and seven triangles: the last row begins one triangle further to the right.
    assert kind_of(TRI).row_indents(TRI) == [0, 0, 2]


@pytest.mark.parametrize(
    ("text", "word", "noun"),
    [
        ("", 0, "rect"),
        ("cube 3", 0, "'cube'"),
        ("rect 4", 2, "1 word"),
        ("rect 4 5 6", 3, "3 words"),
        ("rect 4 0", 2, "size '0'"),
        ("rect x 5", 1, "size 'x'"),
        ("rect 4 ٣", 2, "size '٣'"),
        ("rect 4 1000000000", 2, "size '1000000000'"),
    ],
)
def test_headers_that_cannot_be(text: str, word: int, noun: str) -> None:
    with pytest.raises(HeaderError) as caught:
        read_header(text)
    assert caught.value.word == word
    assert noun in caught.value.message


def test_sizes_may_begin_with_zeros() -> None:
    assert read_header("rect 0000000000004 05") == RectGrid(4, 5)
