"""Formulas of students against clues: verdicts and pictures are right by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from oracle import Cells, clues_of, palette, solves
from pysat.solvers import Minisat22
from support.student_formulas import KINDS, RIGHT, Clauses, by_starts, dimacs, lines_of, with_lines

import nonosat
from nonosat.analysis.equivalence import known_solutions
from nonosat.analysis.formula_check import Verdict
from nonosat.cnf.dimacs_formula import read_formula
from nonosat.core.errors import InputError, UsageError
from nonosat.core.question import Outcome
from nonosat.encodings.numbering import cell_variables, formula_of_cells
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check


@cache
def puzzles() -> list[Puzzle]:
    """Small ones with and without several solutions, some of two colours."""
    rng, found = random.Random(5), []
    for n_colors, height, width in ((1, 3, 3), (1, 2, 5), (1, 3, 3), (2, 2, 3), (2, 2, 2), (1, 2, 4)):
        cells = tuple(rng.choice((0, rng.randint(1, n_colors))) for _ in range(height * width))
        grid = RectGrid(height, width)
        found.append(Puzzle(grid, palette(n_colors), clues_of(grid, cells)))
    # Here a missing gap allows a wrong picture, and there is no solution.
    found.append(nonosat.puzzle(rows=[[1, 1], [1]], columns=[[1], [1], [1]]))
    found.append(nonosat.puzzle(rows=[[1, 1], [0], [1, 1]], columns=[[1], [2], [1]]))
    return found


def models(puzzle: Puzzle, clauses: Clauses) -> Iterator[tuple[Cells, bool]]:
    """The pictures that a formula allows, by brute force; with each choice of two colours in a cell, and then True."""
    n = puzzle.n_colors
    with Minisat22(bootstrap_with=[*clauses, *([v, -v] for v in range(1, puzzle.grid.n_cells * n + 1))]) as solver:
        for bits in product((False, True), repeat=puzzle.grid.n_cells * n):
            if solver.solve(assumptions=[v if bit else -v for v, bit in enumerate(bits, 1)]):
                chosen = [[c for c in range(1, n + 1) if bits[cell * n + c - 1]] for cell in range(puzzle.grid.n_cells)]
                has_two = any(len(colors) > 1 for colors in chosen)
                yield from ((cells, has_two) for cells in product(*(colors or [0] for colors in chosen)))


@cache
def truth(kind: str, number: int) -> tuple[set[Cells], set[Cells], set[Cells]]:
    """The pictures that a formula allows, the solutions, and the pictures of models with two colours in some cell."""
    puzzle = puzzles()[number]
    found = list(models(puzzle, KINDS[kind](puzzle)))
    pictures = product(range(puzzle.n_colors + 1), repeat=puzzle.grid.n_cells)
    return (
        {cells for cells, two in found if not two},
        {each for each in pictures if solves(puzzle, each)},
        {cells for cells, two in found if two},
    )


def n_wrong(puzzle: Puzzle, cells: Cells) -> int:
    return len(check(puzzle, nonosat.Picture(puzzle.grid, cells)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("most", [1000, 1])
def test_verdicts_and_pictures_are_right(kind: str, most: int) -> None:
    """With `most` = 1 there are more solutions than are asked for, unless there is one."""
    for number, puzzle in enumerate(puzzles()):
        allows, solutions, has_two = truth(kind, number)
        formula = formula_of_cells(puzzle, read_formula(dimacs(KINDS[kind](puzzle))))
        known = known_solutions(puzzle, most)
        assert known.is_all == (len(solutions) <= most)
        found = nonosat.check_formula(puzzle, formula, known=known)
        is_right = allows == solutions and not has_two
        if kind in RIGHT:
            assert is_right
        if is_right:
            assert found.verdict == (Verdict.EQUAL if known.is_all else Verdict.NO_DIFFERENCE)
        elif known.is_all or has_two or allows - solutions:
            assert found.verdict == Verdict.DIFFERENT
        assert found.outcome == (found.verdict is not Verdict.EQUAL)
        assert (found.allowed is not None) == bool(has_two or allows - solutions)
        if known.is_all or found.forbidden is not None:
            assert (found.forbidden is not None) == bool(solutions - allows)
        if found.allowed is not None and has_two:
            picture = found.allowed.picture
            assert found.allowed.two_colors is not None
            assert picture.cells in has_two
            assert picture.cells[found.allowed.two_colors[0]] == found.allowed.two_colors[1]
            assert found.allowed.is_fewest
            assert len(found.allowed.violations) == min(n_wrong(puzzle, cells) for cells in has_two)
        elif found.allowed is not None:
            wrong = allows - solutions
            assert found.allowed.picture.cells in wrong
            assert found.allowed.is_fewest
            assert len(found.allowed.violations) == min(n_wrong(puzzle, cells) for cells in wrong)
            assert found.details()
        if found.forbidden is not None:
            picture = found.forbidden.picture
            assert picture.cells in solutions - allows

            def agrees(cells: Cells, some: Iterator[int] | range | tuple[int, ...], own: Cells = picture.cells) -> bool:
                return all(cells[cell] == own[cell] for cell in some)

            for line in found.forbidden.lines:
                assert not any(agrees(cells, puzzle.grid.line(line)) for cells in allows)
            assert not any(agrees(cells, found.forbidden.cells) for cells in allows) or found.forbidden.lines
        assert found.record()["verdict"] == found.verdict
        assert found.sentence().startswith(found.verdict)


def test_every_kind_that_is_wrong_is_found_wrong() -> None:
    """On some puzzle; so the formulas of the tests are not right by accident."""
    for kind in KINDS:
        if kind not in RIGHT and kind != "at least one":
            pairs = (truth(kind, number) for number in range(len(puzzles())))
            assert any(allows != solutions or two for allows, solutions, two in pairs), kind


@pytest.mark.parametrize("seed", range(4))
def test_unknown_blocks_givens_and_other_grids(seed: int) -> None:
    """Formulas of nonosat are right for every puzzle; without some clause, whatever is shown is true."""
    rng = random.Random(seed)
    grid = rng.choice((RectGrid(3, 3), HexGrid(2)))
    cells = tuple(rng.randint(0, 2) for _ in range(grid.n_cells))
    clues = tuple(
        tuple(
            Block(ANY_LENGTH if rng.random() < 0.3 else b[0], ANY_COLOR if rng.random() < 0.3 else b[1]) for b in clue
        )
        for clue in clues_of(grid, cells)
    )
    puzzle = Puzzle(grid, palette(2), clues, (ColoredCell(0, cells[0]),))
    formula = nonosat.encode(puzzle, encoding="order")
    for most in (1000, 1):
        known = known_solutions(puzzle, most)
        assert nonosat.check_formula(puzzle, formula, known=known).verdict in ("equal", "no difference found")
    clauses = [list(clause) for clause in formula.clauses()]
    for _ in range(6):
        left = [clause for clause in clauses if rng.random() < 0.9]
        theirs = formula_of_cells(puzzle, read_formula(dimacs(left)))
        allows = {found for found, two in models_by_search(puzzle, left)}
        for most in (1000, 1):
            found = nonosat.check_formula(puzzle, theirs, known=known_solutions(puzzle, most))
            assert found.forbidden is None
            if found.allowed is not None and found.allowed.two_colors is None:
                assert found.allowed.picture.cells in allows
                assert found.allowed.violations
            assert (found.allowed is None) == all(
                solves(puzzle, cells) and not two for cells, two in models_by_search(puzzle, left)
            )


def models_by_search(puzzle: Puzzle, clauses: Clauses) -> list[tuple[Cells, bool]]:
    """The pictures that a formula allows, found one after the other, at most 200."""
    n, found = puzzle.n_colors, []
    last = puzzle.grid.n_cells * n
    with Minisat22(bootstrap_with=[*clauses, *([v, -v] for v in range(1, last + 1))]) as solver:
        while solver.solve() and len(found) < 20000:
            true = {v for v in solver.get_model() if 0 < v <= last}
            chosen = [[c for c in range(1, n + 1) if cell * n + c in true] for cell in range(puzzle.grid.n_cells)]
            found.append((tuple((colors or [0])[0] for colors in chosen), any(len(c) > 1 for c in chosen)))
            solver.add_clause([-v if v in true else v for v in range(1, last + 1)])
    return found


def test_a_formula_without_a_model_shows_the_line_that_is_wrong() -> None:
    puzzle = nonosat.load("puzzles/heart.clues")
    for wrong in (1, 2):
        lines = lines_of(puzzle)
        clauses = with_lines(puzzle, lambda line, fresh: by_starts(line, fresh, off_by_one=line is lines[wrong]), lines)  # noqa: B023
        found = nonosat.check_formula(puzzle, formula_of_cells(puzzle, read_formula(dimacs(clauses))))
        assert found.forbidden is not None
        assert (found.forbidden.has_models, found.forbidden.lines) == (False, (wrong,))
        assert len(found.details()) == 1


def test_no_time_is_not_decided() -> None:
    puzzle = puzzles()[0]
    formula = nonosat.encode(puzzle)
    known = known_solutions(puzzle)
    found = nonosat.check_formula(puzzle, formula, known=known, timeout=1e-9)
    assert (found.verdict, found.outcome) == (Verdict.UNDECIDED, Outcome.GAVE_UP)
    assert found.why


def test_cells_in_no_clause_are_counted() -> None:
    puzzle = nonosat.puzzle(rows=[[1], [1]], columns=[[1], [1]])
    for text, n_unused in (("p cnf 9 2\n1 -2 0\n7 8 9 0\n", 2), ("p cnf 1 1\n1 0\n", 3), ("p cnf 4 1\n1 2 3 4 0\n", 0)):
        found = nonosat.check_formula(puzzle, formula_of_cells(puzzle, read_formula(text)))
        assert (found.verdict, found.n_unused) == ("different", n_unused)
        assert found.record()["unused_cells"] == n_unused
    right = nonosat.check_formula(puzzle, nonosat.encode(puzzle))
    assert (right.verdict, right.n_unused) == ("equal", 0)


# Numberings


@pytest.mark.parametrize(
    ("numbering", "variables"),
    [
        ("i*n+c", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("(c-1)*h*w+i+1", [1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12]),
        ("(j*h+r)*n+c", [1, 2, 5, 6, 9, 10, 3, 4, 7, 8, 11, 12]),
        ("100 - i*n - c", list(range(99, 87, -1))),
    ],
)
def test_numberings(numbering: str, variables: list[int]) -> None:
    puzzle = Puzzle(RectGrid(2, 3), palette(2), clues_of(RectGrid(2, 3), (1, 2, 0, 0, 1, 1)))
    assert cell_variables(puzzle, numbering) == variables
    clauses = KINDS["start"](puzzle)
    last = max(abs(literal) for clause in clauses for literal in clause)
    names = dict(zip(range(1, 13), variables, strict=True))
    others = (v for v in range(1, last + 200) if v not in variables)
    names |= {v: next(others) for v in range(13, last + 1)}
    theirs = [[names[v] if v > 0 else -names[-v] for v in clause] for clause in clauses]
    formula = formula_of_cells(puzzle, read_formula(dimacs(theirs)), numbering)
    assert nonosat.check_formula(puzzle, formula).verdict == Verdict.EQUAL
    if numbering != "i*n+c":
        assert (
            nonosat.check_formula(puzzle, formula_of_cells(puzzle, read_formula(dimacs(theirs)))).verdict == "different"
        )


@pytest.mark.parametrize(
    "numbering", ["", "i", "i*n", "x", "i**9", "i*n+c()", "i.real", "'a'", "i//0", "i*n+c-9", "1.5*i", "i*n+c+10**9"]
)
def test_no_numbering(numbering: str) -> None:
    with pytest.raises(UsageError):
        cell_variables(puzzles()[3], numbering)


def test_a_row_has_no_columns_in_a_hexagon() -> None:
    puzzle = nonosat.load("puzzles/hex-tick.clues")
    assert len(cell_variables(puzzle, "r*h+j+1+100*c")) == puzzle.grid.n_cells * puzzle.n_colors
    with pytest.raises(UsageError):
        cell_variables(puzzle, "r*w+j+c")


# Files


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        ("", (1, 1), "p cnf"),
        ("c only\n", (1, 1), "p cnf"),
        ("1 2 0\n", (1, 1), "p cnf"),
        ("c x\n p dnf 3 1\n", (2, 2), "p cnf"),
        ("p cnf 3\n1 0\n", (1, 1), "p cnf"),
        ("p cnf 3 1\n1 x 0\n", (2, 3), "x"),
        ("p cnf 3 1\n1 2.5 0\n", (2, 3), "2.5"),
        ("p cnf 3 1\n1 --2 0\n", (2, 3), "--2"),
        ("p cnf 3 1\nc c\n1 -4 0\n", (3, 3), "-4"),
        ("p cnf 3 2\n1 0\n1 -3\n\n", (3, 5), "0"),
        ("p cnf 3 2\n1 0\n", (1, 9), "2"),
        ("p cnf 3 0\n1 0\n", (1, 9), "0"),
        ("p cnf 3 2\nc\n1 0\n0 2 0\n", (1, 9), "line 4"),
        ("p cnf 3 1\n1 99999999999 0\n", (2, 3), "99999999999"),
        ("p cnf 999999999 0\n", (1, 7), "variables"),
    ],
)
def test_malformed_formulas(text: str, place: tuple[int, int], word: str) -> None:
    with pytest.raises(InputError) as info:
        read_formula(text, "x.sat")
    assert (info.value.line, info.value.column) == place
    assert word in str(info.value)


def test_forms_of_formulas() -> None:
    text = "c a\nc b p cnf\n  p  cnf 4 4 \n1 -2\n 3 0 4 0\nc in between\n0\n-1 0\n%\n0\n"
    found = read_formula(text)
    assert sorted(found.clauses.clauses()) == [(-5,), (-1,), (1, -2, 3), (4,), (5,)]  # 5 stands for the empty clause
    assert found.n_vars == 5
    assert read_formula("p cnf 0 0\n").clauses.n_clauses == 0
