"""All pictures of small grids: the numbers of solutions of their clues add up, and as many as known are unique."""

from __future__ import annotations

import pytest
from oracle import all_puzzles

import nonosat
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid


@pytest.mark.parametrize(
    ("height", "width", "unique"),
    # Pictures that are the only solution of their clues, OEIS A242876 and A384764.
    [(1, 1, 2), (1, 2, 4), (1, 4, 16), (2, 2, 14), (2, 3, 52), pytest.param(3, 3, 384, marks=pytest.mark.slow)],
)
def test_as_many_pictures_are_unique_as_known(height: int, width: int, unique: int) -> None:
    assert count_unique(RectGrid(height, width), 1) == unique


@pytest.mark.parametrize(("grid", "n_colors"), [(HexGrid(1), 2), (HexGrid(2), 1), (RectGrid(2, 2), 2)], ids=str)
def test_counts_add_up(grid: Grid, n_colors: int) -> None:
    count_unique(grid, n_colors)


def count_unique(grid: Grid, n_colors: int) -> int:
    """How many pictures are the only solution of their clues; the number of solutions of every puzzle is checked."""
    unique = 0
    for puzzle, pictures in all_puzzles(grid, n_colors):
        found = nonosat.count(puzzle)
        assert (found.at_least, found.is_exact) == (len(pictures), True)
        assert found.map.is_unique is (len(pictures) == 1)
        unique += found.map.is_unique
    return unique
