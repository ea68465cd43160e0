"""The check of a picture against the clues: finds what is wrong, says it, and lets nothing wrong through."""

from __future__ import annotations

import random

import pytest
import snapshot
from oracle import palette, random_cells, random_grid, random_puzzle, solves

from nonosat.core.errors import SolverError
from nonosat.formats import loads
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check, verified


def puzzle(text: str) -> Puzzle:
    return loads(text.replace(" / ", "\n"))


TWO = "rect 2 2 / #ffffff #000000 #ff0000 / 1a 1b / 1? / 1a 1? / 1b / given 1 1 a / given 2 2 -"

#: Pictures with the lines and cells that are wrong in each.
PICTURES = [
    ((1, 2, 2, 0), [], []),
    ((1, 2, 1, 0), [2], []),
    ((1, 1, 2, 0), [0, 3], []),
    ((0, 0, 0, 0), [0, 1, 2, 3], [0]),
    ((1, 2, 2, 2), [1, 3], [3]),
    ((2, 2, 2, 0), [0, 2], [0]),
    ((0, 2, 2, 2), [0, 1, 2, 3], [0, 3]),
]


def test_what_is_wrong() -> None:
    told = []
    for cells, lines, wrong_cells in PICTURES:
        picture = Picture(RectGrid(2, 2), cells)
        violations = check(puzzle(TWO), picture)
        assert [each.line for each in violations if each.cell is None] == lines
        assert [each.cell for each in violations if each.line is None] == wrong_cells
        told += [f"{cells}: {each.message}" for each in violations]
        if not violations:
            assert verified(puzzle(TWO), picture) is picture
            continue
        with pytest.raises(SolverError) as caught:
            verified(puzzle(TWO), picture)
        assert violations[0].message in str(caught.value)
        told.append(f"{cells}: {caught.value}")
    snapshot.compare("model/verifier", "wrong pictures", "\n".join(told))


def test_an_unknown_color_is_one_color() -> None:
    """`2?` is no two neighbours of different colours, and `1? 1?` no two of the same."""
    two = "rect 1 2 / #ffffff #000000 #ff0000 / {} / 1? / 1?"
    grid = RectGrid(1, 2)
    for clue, right, wrong in (("2?", [(1, 1), (2, 2)], [(1, 2), (2, 1)]), ("1? 1?", [(1, 2), (2, 1)], [(1, 1)])):
        for cells in right:
            assert check(puzzle(two.format(clue)), Picture(grid, cells)) == []
        for cells in wrong:
            assert len(check(puzzle(two.format(clue)), Picture(grid, cells))) == 1


def test_another_grid() -> None:
    picture = Picture(HexGrid(2), (0,) * 7)
    (violation,) = check(puzzle(TWO), picture)
    assert (violation.line, violation.cell) == (None, None)
    with pytest.raises(SolverError, match=r"hex 2.*rect 2 2"):
        verified(puzzle(TWO), picture)


def test_hexagonal_lines_are_named() -> None:
    empty = puzzle("hex 2 / #ffffff #000000")
    violations = check(empty, Picture(HexGrid(2), (0, 0, 0, 0, 1, 0, 0)))
    assert [each.message.split(":")[0] for each in violations] == ["row 2", "up-left line 3", "down-left line 1"]


@pytest.mark.parametrize("n_colors", [1, 2, 4])
def test_against_the_rules(n_colors: int) -> None:
    """Random pictures, and pictures with one or two cells changed, for random puzzles."""
    rng = random.Random(n_colors)
    verdicts = []
    for _ in range(200):
        asked, picture = random_puzzle(
            rng,
            random_grid(rng, 20, 3),
            n_colors,
            unknown=rng.choice([0, 0.5]),
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice([0, 1]),
        )
        assert check(asked, picture) == []
        cells = list(picture.cells)
        for cell in rng.choices(range(len(cells)), k=rng.choice([1, 2, 4])):
            cells[cell] = rng.randint(0, n_colors)
        for other in (tuple(cells), random_cells(rng, picture.grid, n_colors)):
            verdict = solves(asked, other)
            assert (not check(asked, Picture(asked.grid, other))) == verdict
            verdicts.append(verdict)
    assert 10 < sum(verdicts) < len(verdicts) - 100
    assert asked.palette == palette(n_colors)
