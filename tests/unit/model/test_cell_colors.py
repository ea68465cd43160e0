"""The colours of cells in the solutions of a puzzle: shares, the likeliest colour, words."""

from __future__ import annotations

import pytest
import snapshot

from nonosat.model.cell_colors import CellColors, percent
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid

PUZZLE = puzzle_of(Picture(RectGrid(1, 5), (0, 1, 2, 0, 1)), Palette(("#ffffff", "#000000", "#ff0000")))
COLORS = CellColors(
    puzzle=PUZZLE,
    possible=((0,), (2,), (0, 1), (0, 1, 2), (1, 2)),
    frequencies={2: {0: 1, 1: 3}, 3: {0: 2, 1: 2}},
    places=((2, 3), (4,)),
)


def test_open_cells() -> None:
    assert COLORS.open_cells == (2, 3, 4)


def test_shares() -> None:
    shares = [[COLORS.share(cell, color) for color in range(3)] for cell in range(5)]
    assert shares == [[1, 0, 0], [0, 0, 1], [0.25, 0.75, 0], [0.5, 0.5, 0], [None, None, None]]


def test_the_likeliest_color() -> None:
    assert [COLORS.likeliest(cell) for cell in range(5)] == [0, 2, 1, 0, None]


def test_words() -> None:
    samples = CellColors(puzzle=PUZZLE, possible=((0, 1),), frequencies={0: {1: 1}}, places=((0,),))
    words = [*(COLORS.division(cell) for cell in range(5)), samples.division(0)]
    snapshot.compare("model/cells", "shares of colours", "\n".join(words))


@pytest.mark.parametrize(
    ("share", "text"), [(0, "1"), (0.014, "1"), (0.016, "2"), (0.5, "50"), (0.994, "99"), (1, "99")]
)
def test_percent(share: float, text: str) -> None:
    assert percent(share) == text
