"""Generated puzzles are the same everywhere, and are what their family says."""

from __future__ import annotations

import pytest
from support.families import FAMILIES, dominoes, picture, stripes, wedges

from nonosat.core.errors import UsageError
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import clue_text
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.solve import solve


@pytest.mark.parametrize("name", ["random", "picture", "stripes", "wedges", "dominoes"])
def test_family_is_the_same_every_time_for_the_same_seed(name):
    make = FAMILIES[name]
    assert make(13, 1) == make(13, 1)
    assert make(13, 1).grid == RectGrid(13, 13)
    assert (make(13, 1) != make(13, 2)) == (name in ("random", "picture"))


@pytest.mark.parametrize(("name", "size"), [("stripes", 16), ("stripes", 21), ("wedges", 12), ("dominoes", 13)])
def test_hard_family_has_one_solution_that_lines_do_not_find(name, size):
    puzzle = FAMILIES[name](size, 1)
    assert propagate(puzzle).n_open > size
    assert solve(puzzle, unique=True).unique is True


def rows_of(puzzle: Puzzle) -> list[str]:
    return [clue_text(puzzle.clues[row]) for row in puzzle.grid.families[0]]


def test_hard_families_look_as_described():
    assert rows_of(wedges(6)) == ["3a", "1a", "1a 3a", "1a", "1a 2a", "1a"]
    assert rows_of(dominoes(7)) == ["3a", "1a", "3a 1a", "1a", "3a 1a", "1a", "1a"]
    assert rows_of(stripes(7)) == ["1a 2a", "3a", "3a", "3a", "2a 1a", "3a", "3a"]


def test_columns_of_lines_have_one_cell():
    puzzle = FAMILIES["lines"](30, 2)
    assert puzzle.grid == RectGrid(2, 30)
    assert {clue_text(puzzle.clues[column]) for column in puzzle.grid.families[1]} == {"1a"}
    cells = [length for row in puzzle.grid.families[0] for length, _ in puzzle.clues[row]]
    assert sum(cells) == 30


def test_dominoes_have_odd_sizes():
    with pytest.raises(UsageError, match="odd"):
        dominoes(4)


@pytest.mark.parametrize("grid", [RectGrid(40, 60), HexGrid(20), RectGrid(1, 1)], ids=str)
@pytest.mark.parametrize("n_colors", [1, 3, 5])
def test_picture_is_half_coloured_in_regions(grid, n_colors):
    puzzle = picture(grid, n_colors)
    assert puzzle.n_colors == n_colors
    lengths = [length for row in grid.families[0] for length, _ in puzzle.clues[row]]
    assert sum(lengths) == pytest.approx(grid.n_cells / 2, abs=1)
    if grid.n_cells > 1:
        assert sum(lengths) / len(lengths) > 3  # random cells make blocks of two at most


def test_random_puzzle_has_its_density_and_colours():
    puzzle = random_puzzle(RectGrid(50, 50), 3, density=0.3)
    lengths, colors = zip(*(block for row in puzzle.grid.families[0] for block in puzzle.clues[row]), strict=True)
    assert sum(lengths) == pytest.approx(750, abs=100)
    assert set(colors) == {1, 2, 3}


def test_random_puzzle_has_its_share_of_unknown_colours():
    known = [block for clue in random_puzzle(RectGrid(40, 40), 3).clues for block in clue]
    asked = [block for clue in random_puzzle(RectGrid(40, 40), 3, unknown=0.3).clues for block in clue]
    assert [block.length for block in asked] == [block.length for block in known]
    assert sum(block.color == 0 for block in asked) / len(asked) == pytest.approx(0.3, abs=0.05)
