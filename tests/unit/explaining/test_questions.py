"""Questions about a puzzle that need no code in src: each is a few lines over selectors, sessions and cores."""

from __future__ import annotations

import random
from itertools import product

import pytest
from open_puzzles import with_rows_exchanged
from oracle import brute_force, fits, random_puzzle

import nonosat
from nonosat import CellVariables, Puzzle, find_backend
from nonosat.cnf.cardinality import exactly
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid


def fewest_wrong_lines(puzzle: Puzzle, solver: str = "cadical195") -> list[int]:
    """The fewest lines whose clues must be dropped so that there is a picture: at most this many may be wrong."""
    formula = nonosat.encode(puzzle, selectors=True)
    lines = formula.selectors["line"]
    givens = list(formula.selectors.get("given", {}).values())
    with find_backend(solver).open(formula) as session:
        for n_wrong in range(len(lines) + 1):
            pattern = exactly(len(lines), len(lines) - n_wrong)
            helpers = session.new_variables(pattern.n_helpers)
            kept = session.add_retractable(pattern.over(list(lines.values()), helpers.start))
            model = session.solve([kept, *givens])
            if model is not None:
                return [line for line, selector in lines.items() if -selector in model]
            session.retract(kept)
    raise AssertionError("no clue at all leaves a picture")


def lines_that_force(puzzle: Puzzle, cell: int, color: int, solver: str = "cadical195") -> list[int] | None:
    """Lines, none of which can be left out, whose clues together leave a cell only one colour; None if all do not."""
    formula, variables = nonosat.encode(puzzle, selectors=True), CellVariables(puzzle)
    selectors = formula.selectors["line"]
    assert puzzle.n_colors == 1, "with several colours, not background is a clause"
    opposite = [-variables.literal(cell, 1) if color else variables.literal(cell, 1)]
    with find_backend(solver).open(formula) as session:
        if session.solve([*opposite, *selectors.values()]) is not None:
            return None
        needed = [line for line, selector in selectors.items() if selector in session.core()]
        for line in list(needed):
            others = [selectors[other] for other in needed if other != line]
            if session.solve([*opposite, *others]) is None:
                needed.remove(line)
    return needed


def small_puzzles(seed: int, number: int, *, n_colors: int, unknown: float) -> list[Puzzle]:
    rng = random.Random(seed)
    grids = [RectGrid(3, 3), RectGrid(2, 4), HexGrid(2)]
    return [
        random_puzzle(rng, rng.choice(grids), n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)))[0]
        for _ in range(number)
    ]


def n_satisfied(puzzle: Puzzle, cells: tuple[int, ...]) -> int:
    lines = range(puzzle.grid.n_lines)
    return sum(fits(puzzle.clues[line], [cells[cell] for cell in puzzle.grid.line(line)]) for line in lines)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("n_colors", "unknown"), [(1, 0.0), (2, 0.0), (2, 0.5)])
def test_fewest_wrong_lines_against_brute_force(n_colors: int, unknown: float) -> None:
    some_wrong, rng = 0, random.Random(7)
    for puzzle in small_puzzles(5, 12, n_colors=n_colors, unknown=unknown):
        puzzle = with_rows_exchanged(puzzle, rng)
        pictures = product(range(n_colors + 1), repeat=puzzle.grid.n_cells)
        best = puzzle.grid.n_lines - max(n_satisfied(puzzle, cells) for cells in pictures)
        wrong = fewest_wrong_lines(puzzle)
        assert len(wrong) == best
        some_wrong += bool(wrong)
    assert some_wrong


@pytest.mark.parametrize("unknown", [0.0, 0.5])
def test_lines_that_force_a_cell_against_brute_force(unknown: float) -> None:
    forced = 0
    for puzzle in small_puzzles(6, 5, n_colors=1, unknown=unknown):
        solutions = brute_force(puzzle)
        for cell in range(0, puzzle.grid.n_cells, 2):
            for color in (0, 1):
                lines = lines_that_force(puzzle, cell, color)
                assert (lines is not None) == all(cells[cell] == color for cells in solutions)
                if lines is None:
                    continue
                forced += 1
                assert leave_only(puzzle, lines, cell, color)
                assert not any(leave_only(puzzle, [x for x in lines if x != line], cell, color) for line in lines)
    assert forced


def leave_only(puzzle: Puzzle, lines: list[int], cell: int, color: int) -> bool:
    """Whether every picture that satisfies the clues of these lines has that colour there."""
    for cells in product(range(puzzle.n_colors + 1), repeat=puzzle.grid.n_cells):
        if cells[cell] != color and all(
            fits(puzzle.clues[line], [cells[i] for i in puzzle.grid.line(line)]) for line in lines
        ):
            return False
    return True
