"""Second solutions near a first one, against brute force on tiny puzzles."""

from __future__ import annotations

import random

import pytest
from oracle import all_puzzles, brute_force, clues_of, random_puzzle

from nonosat.core.deadline import Deadline
from nonosat.lines.fixpoint import propagated
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check, verified
from nonosat.solving.beliefs.neighbors import neighbor, switches


def confirm(puzzle: Puzzle, solutions: set[tuple[int, ...]]) -> None:
    """On so small a grid a patch is everything, so what there is must be found."""
    for cells in sorted(solutions):
        other = neighbor(propagated(puzzle), Picture(puzzle.grid, cells))
        assert (other is not None) == (len(solutions) > 1)
        if other is not None:
            assert other.cells in solutions - {cells}


@pytest.mark.parametrize("grid", [RectGrid(3, 3), RectGrid(2, 4), HexGrid(2)], ids=str)
def test_every_tiny_puzzle(grid: Grid) -> None:
    for puzzle, solutions in all_puzzles(grid):
        confirm(puzzle, solutions)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("n_colors", [1, 2, 3])
@pytest.mark.parametrize("unknown", [0.0, 0.5])
@pytest.mark.parametrize("grid", [RectGrid(4, 4), RectGrid(3, 5), HexGrid(3)], ids=str)
def test_random_tiny_puzzles(grid: Grid, n_colors: int, unknown: float) -> None:
    rng = random.Random(f"{grid.header} {n_colors} {unknown}")
    for _ in range(12):
        puzzle, _ = random_puzzle(
            rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)), givens=rng.randint(0, 2)
        )
        confirm(puzzle, brute_force(puzzle))


def passes(one: Picture, other: Picture) -> bool:
    """Whether, on some line on which two cells are exchanged, there is another block between them."""
    for index in range(one.grid.n_lines):
        before, after = one.line(index), other.line(index)
        changed = [position for position in range(len(before)) if before[position] != after[position]]
        if changed and len(set(before[changed[0] + 1 : changed[-1]])) > 1:
            return True
    return False


@pytest.mark.parametrize("hidden", [0.0, 0.3])
@pytest.mark.parametrize("n_colors", [1, 2])
def test_switches_are_the_solutions_that_differ_in_four_cells(n_colors: int, hidden: float) -> None:
    """In no length of a block, where clues leave lengths open; and without blocks that pass each other."""
    rng = random.Random(n_colors)
    n_found = 0
    for _ in range(60):
        puzzle, picture = random_puzzle(rng, RectGrid(4, 5), n_colors, hidden=hidden, givens=rng.randint(0, 1))
        found = {other.cells for other in switches(puzzle, picture)}
        near = set()
        for cells in brute_force(puzzle):
            changed = [(one, other) for one, other in zip(picture.cells, cells, strict=True) if one != other]
            if len(changed) == 4 and all(0 in pair for pair in changed) and len({max(pair) for pair in changed}) == 1:
                same_clues = clues_of(puzzle.grid, cells) == clues_of(puzzle.grid, picture.cells)
                assert same_clues or hidden
                if same_clues and not passes(picture, Picture(puzzle.grid, cells)):
                    near.add(cells)
        assert found == near
        n_found += len(found)
    assert n_found


def test_far_apart() -> None:
    """A switch of two cells at opposite corners of an empty grid."""
    grid = RectGrid(40, 60)
    cells = [0] * grid.n_cells
    cells[0] = cells[-1] = 1
    puzzle = puzzle_of(Picture(grid, tuple(cells)), Palette(("#ffffff", "#000000")))
    other = neighbor(propagated(puzzle), Picture(grid, tuple(cells)))
    assert other is not None
    verified(puzzle, other)
    assert other.cells[59] == other.cells[-60] == 1
    fixed = Puzzle(grid, puzzle.palette, puzzle.clues, (ColoredCell(0, 1),))
    assert neighbor(propagated(fixed), Picture(grid, tuple(cells))) is None


def test_a_shifted_block_in_a_large_picture() -> None:
    """Only a patch finds a square of 2 x 2 blocks that must all move."""
    rng = random.Random(4)
    grid = RectGrid(30, 30)
    found = 0
    for _ in range(5):
        picture = Picture(grid, tuple(int(rng.random() < 0.35) for _ in range(grid.n_cells)))
        puzzle = puzzle_of(picture, Palette(("#ffffff", "#000000")))
        other = neighbor(propagated(puzzle), picture)
        if other is not None:
            found += 1
            assert other != picture
            assert not check(puzzle, other)
    assert found


def test_a_hexagon() -> None:
    rng = random.Random(2)
    grid = HexGrid(6)
    cells = tuple(int(rng.random() < 0.15) for _ in range(grid.n_cells))
    puzzle = puzzle_of(Picture(grid, cells), Palette(("#ffffff", "#000000")))
    other = neighbor(propagated(puzzle), Picture(grid, cells))
    if other is not None:
        verified(puzzle, other)


def test_in_time() -> None:
    puzzle = Puzzle(RectGrid(30, 30), Palette(("#ffffff", "#000000")), ((Block(1, 1),),) * 60)
    cells = tuple(int(row == column) for row in range(30) for column in range(30))
    assert neighbor(propagated(puzzle), Picture(puzzle.grid, cells), Deadline.after(-1)) is None
