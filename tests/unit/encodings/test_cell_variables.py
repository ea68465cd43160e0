"""Cell variables: from cell and colour to literal and back, in complete and in residual formulas."""

from __future__ import annotations

import random

import pytest
from oracle import palette, random_cells, random_grid, random_puzzle
from test_encodings import cases, narrow_cases

import nonosat
from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.core.errors import SolverError
from nonosat.encodings import find_encoding
from nonosat.encodings.cell_variables import CellVariables
from nonosat.lines.domains import Domains, open_cells
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid


def everything() -> list[tuple[Puzzle, Domains | None]]:
    """Complete and residual formulas of puzzles of all kinds."""
    complete = [(puzzle, None) for puzzle, _ in cases(76, 24)]
    return [*complete, *((puzzle, domains) for puzzle, domains, _ in narrow_cases(76, 24, 100))]


def test_numbers_are_those_of_the_formula() -> None:
    n_residual = 0
    for puzzle, domains in everything():
        cells = CellVariables(puzzle, domains)
        formula = find_encoding("order").encode(puzzle, domains, residual=domains is not None)
        n_residual += domains is not None and bool(cells.n_variables)
        group = formula.variables[0] if formula.variables else None
        assert cells.n_variables == (group.last if group else 0)
        for variable in range(1, cells.n_variables + 1):
            cell, color = cells.cell_of(variable)
            assert formula.label(variable) == f"cell[{cell},{color}]"
            assert cells.literal(cell, color) == variable
            assert cells.column([cell], color) == [variable]
    assert n_residual > 2


def test_complete_formulas_count_colour_by_colour() -> None:
    """The numbers that the comments of a formula and the help of the command promise."""
    for grid in (RectGrid(3, 4), HexGrid(2)):
        for n in (1, 3):
            puzzle = puzzle_of(Picture(grid, (1,) * grid.n_cells), palette(n))
            cells = CellVariables(puzzle)
            assert cells.n_variables == grid.n_cells * n
            for cell in range(grid.n_cells):
                assert [cells.literal(cell, color) for color in range(1, n + 1)] == [
                    cell * n + color for color in range(1, n + 1)
                ]


def test_decided_cells_are_constants() -> None:
    n_decided = 0
    for puzzle, domains, allowed in narrow_cases(76, 24, 100):
        cells, open_ = CellVariables(puzzle, domains), set(open_cells(domains))
        assert set(cells.cells) == open_
        assert len(cells.cells) == domains.n_open
        for cell in set(range(puzzle.grid.n_cells)) - open_:
            n_decided += 1
            (only,) = {picture[cell] for picture in allowed}
            literals = [cells.literal(cell, color) for color in range(1, puzzle.n_colors + 1)]
            assert literals == [TRUE if color == only else FALSE for color in range(1, puzzle.n_colors + 1)]
    assert n_decided > 20


def test_pictures_there_and_back() -> None:
    rng = random.Random(83)
    for puzzle, domains, allowed in [*((p, None, s) for p, s in cases(76, 24)), *narrow_cases(76, 24, 100)]:
        cells = CellVariables(puzzle, domains)
        for solution in sorted(allowed)[:5]:
            picture = Picture(puzzle.grid, solution)
            literals = cells.literals_of(picture)
            assert list(map(abs, literals)) == list(range(1, cells.n_variables + 1))
            assert cells.picture_of(literals) == picture
            others = [cells.n_variables + 1, -cells.n_variables - 2]
            shuffled = rng.sample([*literals, *others], len(literals) + 2)
            assert cells.picture_of(shuffled) == nonosat.decode(puzzle, shuffled) if domains is None else picture
            positive = [literal for literal in literals if literal > 0]
            assert cells.picture_of(positive) == picture  # what is missing is false
            assert cells.true_variables([*literals, *others]) == positive
            assert {cells.cell_of(variable) for variable in positive} == {
                (cell, solution[cell]) for cell in cells.cells if solution[cell]
            }


def test_two_colours_are_an_error() -> None:
    puzzle = puzzle_of(Picture(RectGrid(1, 2), (1, 2)), palette(2))
    with pytest.raises(SolverError, match="row 1, cell 2"):
        CellVariables(puzzle).picture_of([1, 3, 4])


def test_what_is_not_there() -> None:
    puzzle, _ = random_puzzle(random.Random(84), RectGrid(2, 3), 2)
    cells = CellVariables(puzzle)
    for cell, color in ((-1, 1), (6, 1), (0, 0), (0, 3)):
        with pytest.raises(IndexError):
            cells.literal(cell, color)
    for variable in (0, -1, 13):
        with pytest.raises(IndexError):
            cells.cell_of(variable)


def test_a_clause_excludes_one_solution() -> None:
    """It names only coloured cells where clues without hidden numbers fix how many there are."""
    several, by_fixed = 0, {True: 0, False: 0}
    for puzzle, solutions in cases(76, 24):
        cells = CellVariables(puzzle)
        for one in sorted(solutions)[:4]:
            literals = cells.literals_of(Picture(puzzle.grid, one))
            clause = cells.excluding(literals)
            assert set(clause) <= {-literal for literal in literals}
            by_fixed[puzzle.fixes_n_colored] += 1
            assert not puzzle.fixes_n_colored or max(clause, default=-1) < 0
            for other in solutions - {one}:
                several += 1
                assert set(clause) & set(cells.literals_of(Picture(puzzle.grid, other)))
    assert several > 10
    assert min(by_fixed.values()) > 3


def test_random_pictures_of_a_complete_formula() -> None:
    rng = random.Random(85)
    for _ in range(30):
        grid, n = random_grid(rng, 20), rng.randint(1, 4)
        picture = Picture(grid, random_cells(rng, grid, n))
        puzzle = puzzle_of(picture, palette(n))
        cells = CellVariables(puzzle)
        assert cells.picture_of(cells.literals_of(picture)) == picture
