"""Puzzles of random cells are the same everywhere, and as dense, coloured and symmetric as asked for."""

from __future__ import annotations

import random

import pytest

from nonosat.model.clue import clue_text
from nonosat.model.random_puzzles import COLORS, STYLES, palette, random_cells, random_puzzle
from nonosat.model.rect_grid import RectGrid

GRID = RectGrid(6, 6)
#: Cells that are mirror images of each other.
MIRRORED = [(cell, cell + 5 - 2 * (cell % 6)) for cell in range(36) if cell % 6 < 3]


def drawn(style: str, n_colors: int = 3, density: float = 0.5, orbits=None, seed: int = 1) -> str:
    orbits = orbits or [(cell,) for cell in range(36)]
    cells = random_cells(random.Random(seed), GRID, orbits, n_colors, density, style)
    return "".join("-abcde"[color] for color in cells)


def test_the_same_puzzles_everywhere() -> None:
    plain, colored = random_puzzle(RectGrid(3, 4)), random_puzzle(RectGrid(3, 4), 3, 7, 0.8, 0.5)
    assert list(map(clue_text, plain.clues)) == ["2a", "2a", "3a", "2a", "3a", "1a 1a", "(empty)"]
    assert list(map(clue_text, colored.clues)) == [
        *("2? 1c 1?", "1c 1b", "1c 1b 1a"),
        *("1a 1?", "1? 1c 1b", "1? 1b", "1a 1?"),
    ]
    assert (plain.palette, colored.palette) == (palette(1), palette(3))
    assert palette(5).colors == COLORS


def test_the_same_pictures_everywhere() -> None:
    assert drawn("noise") == "-c--b----b-bca-c----b-abac-ba--acab-"
    assert drawn("picture") == "c----b----c---b------bb-aaabaaaaaaaa"
    assert drawn("picture", 2, 0.7, MIRRORED) == "aa--aaaaaaaa--aa--bbbbbbbb--bbbb--bb"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("density", [0.0, 0.25, 0.5, 1.0])
def test_density(style: str, density: float) -> None:
    """The cell at the limit is coloured, too."""
    n_colored = 36 - drawn(style, density=density).count("-")
    assert n_colored == max(1, round(36 * density))


def test_colors_are_equally_frequent() -> None:
    for n_colors in range(1, 6):
        cells = drawn("noise", n_colors, density=1.0)
        assert {cells.count(letter) for letter in "abcde"[:n_colors]} <= {36 // n_colors, 36 // n_colors + 1}
        assert set(cells) == set("abcde"[:n_colors])
