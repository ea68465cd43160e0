"""The whole pipeline against brute force: all solutions, uniqueness and contradictions of tiny puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import puzzle_tables
import pytest
from conftest import need_program
from oracle import (
    Cells,
    all_puzzles,
    brute_force,
    count_solutions,
    random_grid,
    random_puzzle,
    small_rectangles,
    solves,
)
from puzzle_tables import table
from shared_work import shared

from nonosat.core.errors import PuzzleError
from nonosat.encodings import ENCODINGS
from nonosat.lines.fixpoint import propagate as propagate_lines
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers import BACKENDS, DEFAULT_SOLVER
from nonosat.solving.formulas import encode
from nonosat.solving.result import Result
from nonosat.solving.solve import solutions, solve

Case = tuple[Puzzle, set[Cells]]

IN_PROCESS = [name for name, backend in BACKENDS.items() if backend.capabilities.in_process]
#: No package of any kind carries the program glucose: it is tested where somebody has built it.
PROGRAMS = [
    name
    for name, backend in BACKENDS.items()
    if name not in IN_PROCESS and (name != "glucose" or backend.info().available)
]

both_ways = pytest.mark.parametrize("propagate", [True, False], ids=["propagate", "complete"])


def need(solver: str) -> None:
    """Skip the test where the program of a backend is missing, but fail where all of them are meant to be there."""
    if solver in PROGRAMS:
        need_program(solver)
    else:
        assert BACKENDS[solver].info().available


def compare(
    case: Case,
    propagate: bool,
    solver: str | None = None,
    timeout: float | None = None,
    encoding: str | None = None,
) -> None:
    puzzle, expected = case
    how = {"solver": solver, "timeout": timeout, "propagate": propagate, "encoding": encoding}
    found = [picture.cells for picture in solutions(puzzle, **how)]
    assert len(found) == len(set(found)), puzzle
    assert set(found) == expected, puzzle
    result = solve(puzzle, unique=True, **how)
    assert_right(result, expected)
    if expected:
        assert result.unique is (len(expected) == 1), puzzle
    assert_right(solve(puzzle, **how), expected)


def assert_right(result: Result, expected: set[Cells]) -> None:
    puzzle = result.puzzle
    assert not result.gave_up
    if result.picture is None:
        assert not expected, puzzle
        assert result.second is None
        assert result.unique is None
        return
    assert result.picture.cells in expected, puzzle
    if result.unique is not None:
        assert result.unique is (len(expected) == 1), puzzle
    if result.second is None:
        assert result.differs == ()
    else:
        one, other = result.picture.cells, result.second.cells
        assert other in expected - {one}, puzzle
        assert result.differs == tuple(cell for cell in range(len(one)) if one[cell] != other[cell])
    if result.model is not None:
        assert result.formula is not None
        assert [abs(literal) for literal in result.model] == list(range(1, result.formula.n_vars + 1))
        true = set(result.model)
        assert all(not true.isdisjoint(clause) for clause in result.formula.clauses()), puzzle


@cache
def samples() -> tuple[Case, ...]:
    """A few hundred puzzles of every kind, in an order in which any stretch has some of all kinds."""
    return shared("samples with brute force", _samples)


def _samples() -> tuple[Case, ...]:
    rng = random.Random(20)
    cases: list[Case] = []
    for grid in small_rectangles(9):
        every = list(all_puzzles(grid))
        cases += rng.sample(every, min(6, len(every)))
    several = [case for grid in (RectGrid(2, 4), RectGrid(3, 3), RectGrid(4, 2)) for case in all_puzzles(grid)]
    cases += rng.sample([case for case in several if len(case[1]) > 1], 40)
    for number in range(200):
        n_colors = number % 4 + 1
        grid = random_grid(rng, 12 if n_colors < 3 else 9)
        unknown = rng.choice([0, 0, 0.3, 1])
        givens = rng.choice([0, 0, 1, 2]) if grid.n_cells > 2 else 0
        puzzle, _ = random_puzzle(
            rng,
            grid,
            n_colors,
            unknown=unknown,
            hidden=rng.choice((0, 0, 0.5)),
            givens=givens,
            density=rng.choice([0.4, 0.7]),
        )
        cases.append((puzzle, brute_force(puzzle)))
    cases += [(puzzle, set()) for puzzle in contradictions()[::4]]
    rng.shuffle(cases)
    return tuple(cases)


def few_samples() -> list[Case]:
    """Some of them, of every kind, whose formulas are small in every encoding."""
    return [(puzzle, set(solutions)) for puzzle, solutions in table("samples")]


@pytest.mark.slow
@pytest.mark.parametrize("name", puzzle_tables.NAMES)
def test_the_tables(name: str) -> None:
    assert (puzzle_tables.FOLDER / f"{name}.json").read_text(encoding="utf-8") == puzzle_tables.made(name)


def swapped(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Puzzles with two clues of one family swapped, so that the totals still agree."""
    for family in puzzle.grid.families:
        for one, other in combinations(family, 2):
            clues = list(puzzle.clues)
            if clues[one] == clues[other]:
                continue
            clues[one], clues[other] = clues[other], clues[one]
            try:
                yield Puzzle(puzzle.grid, puzzle.palette, tuple(clues), puzzle.givens)
            except PuzzleError:  # on a hexagon, a clue may be too long for another line
                continue


@cache
def contradictions() -> tuple[Puzzle, ...]:
    """Puzzles without solution that pass all checks of a puzzle."""
    rng = random.Random(21)
    found: list[Puzzle] = []
    shapes: list[tuple[Grid, int, float]] = [
        (RectGrid(3, 3), 1, 0),
        (RectGrid(3, 4), 1, 0),
        (RectGrid(4, 4), 1, 0),
        (RectGrid(3, 3), 2, 0),
        (RectGrid(3, 4), 2, 0.3),
        (RectGrid(3, 3), 3, 0.3),
        (HexGrid(2), 1, 0),
        (HexGrid(2), 2, 0.3),
        (HexGrid(3), 1, 0),
    ]
    for grid, n_colors, unknown in shapes:
        kept: list[Puzzle] = []
        while len(kept) < 20:
            puzzle, _ = random_puzzle(
                rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)), givens=rng.choice([0, 0, 1])
            )
            variants = list(swapped(puzzle))
            rng.shuffle(variants)
            kept += [variant for variant in variants[:4] if not brute_force(variant)][:2]
        found += kept
    return tuple(found + beyond_single_lines(rng, 12))


def beyond_single_lines(rng: random.Random, count: int) -> list[Puzzle]:
    """Puzzles without solution for which no line alone, nor any one after the other, shows that."""
    found: list[Puzzle] = []
    while len(found) < count:
        puzzle, _ = random_puzzle(rng, RectGrid(5, 5), rng.choice([1, 1, 2]), density=0.4)
        found += [v for v in swapped(puzzle) if propagate_lines(v) is not None and not brute_force(v)][:1]
    return found


@pytest.mark.thinned(6)
@both_ways
@pytest.mark.parametrize("grid", small_rectangles(9), ids=lambda grid: f"{grid.height}x{grid.width}")
def test_every_small_rectangle(grid: RectGrid, propagate: bool) -> None:
    cases = list(all_puzzles(grid))
    assert sum(len(expected) for _, expected in cases) == 2**grid.n_cells
    for case in cases:
        compare(case, propagate)


@pytest.mark.thinned(4)
@both_ways
@pytest.mark.parametrize(("size", "n_colors"), [(1, 1), (1, 4), (2, 1), (2, 2)])
def test_small_hexagons(size: int, n_colors: int, propagate: bool) -> None:
    cases = list(all_puzzles(HexGrid(size), n_colors))
    assert sum(len(expected) for _, expected in cases) == (n_colors + 1) ** (3 * size * (size - 1) + 1)
    for case in cases[:: 1 + len(cases) // 500]:
        compare(case, propagate)


@both_ways
@pytest.mark.parametrize(
    ("width", "n_colors"), [(2, 2), *(pytest.param(*case, marks=pytest.mark.slow) for case in ((3, 2), (2, 3)))]
)
def test_every_small_square_of_several_colors(width: int, n_colors: int, propagate: bool) -> None:
    every = 1 if width * n_colors > 4 else 3
    for case in [*all_puzzles(RectGrid(2, width), n_colors)][::every]:
        compare(case, propagate)


@pytest.mark.thinned(6)
@both_ways
@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("unknown", [0, 0.4, 1])
@pytest.mark.parametrize("n_colors", [1, 2, 3])
def test_random_hexagons(n_colors: int, unknown: float, size: int, propagate: bool) -> None:
    rng = random.Random(1000 * n_colors + 100 * size + int(10 * unknown))
    density = 0.5 if size == 2 else 0.7  # fuller rows leave brute force fewer ways
    for _ in range(30 if size == 2 else 6):
        puzzle, _ = random_puzzle(
            rng,
            HexGrid(size),
            n_colors,
            unknown=unknown,
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice([0, 2]),
            density=density,
        )
        compare((puzzle, brute_force(puzzle)), propagate)


@pytest.mark.thinned(6)
@both_ways
@pytest.mark.parametrize("unknown", [0, 0.4, 1])
@pytest.mark.parametrize("n_colors", [1, 2, 3, 4])
def test_random_rectangles(n_colors: int, unknown: float, propagate: bool) -> None:
    rng = random.Random(100 * n_colors + int(10 * unknown))
    shapes = [(3, 4), (4, 3), (2, 5), (5, 2), (1, 8)] if n_colors < 3 else [(3, 3), (2, 4), (4, 2), (1, 6)]
    for number in range(40):
        grid = RectGrid(*shapes[number % len(shapes)])
        puzzle, _ = random_puzzle(
            rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)), givens=rng.choice([0, 0, 2])
        )
        compare((puzzle, brute_force(puzzle)), propagate)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_with_the_default_solver(encoding: str) -> None:
    for number, case in enumerate(few_samples()[:30]):
        compare(case, number % 2 == 0, encoding=encoding)


@pytest.mark.parametrize("solver", IN_PROCESS)
def test_every_solver_with_the_default_encoding(solver: str) -> None:
    need(solver)
    for number, case in enumerate(few_samples()[30::2]):
        compare(case, number % 2 == 0, solver)


@pytest.mark.slow
@both_ways
@pytest.mark.parametrize("solver", [name for name in IN_PROCESS if name != DEFAULT_SOLVER])
def test_every_solver_in_process(solver: str, propagate: bool) -> None:
    need(solver)
    for case in samples():
        compare(case, propagate, solver)


@pytest.mark.slow
@pytest.mark.parametrize("solver", PROGRAMS)
def test_every_program(solver: str) -> None:
    need(solver)
    few = [case for case in samples() if len(case[1]) < 6]
    for case in few[:25]:
        compare(case, False, solver)
    for case in few[25:50]:
        compare(case, True, solver)


@both_ways
@pytest.mark.parametrize(
    "solver",
    [
        pytest.param(name, marks=[] if name == DEFAULT_SOLVER else [pytest.mark.slow])
        for name in [*IN_PROCESS, *PROGRAMS]
    ],
)
def test_with_a_time_limit(solver: str, propagate: bool) -> None:
    need(solver)
    few = [case for case in few_samples() if len(case[1]) < 4]
    for case in few[:3]:
        compare(case, propagate, solver, timeout=60)


@both_ways
def test_without_solution(propagate: bool) -> None:
    for puzzle, _ in table("contradictions"):
        compare((puzzle, set()), propagate)


@pytest.mark.slow
@both_ways
def test_many_without_solution(propagate: bool) -> None:
    for puzzle in contradictions():
        compare((puzzle, set()), propagate)


@pytest.mark.slow
def test_contradictions_need_a_search_or_none() -> None:
    """The test above has both kinds, and where lines suffice there is no formula."""
    solved = [solve(puzzle) for puzzle in contradictions()]
    assert sum(result.formula is not None for result in solved) >= 12
    assert sum(result.formula is None for result in solved) >= 12


@pytest.mark.slow
def test_numbers_of_solutions_without_listing_them() -> None:
    """The oracle against itself."""
    compared = 0
    for puzzle, expected in samples():
        if puzzle.grid.kind != "tri":  # its cells are not numbered along all of its lines
            assert count_solutions(puzzle) == len(expected)
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("propagate", [True, False])
def test_a_formula_of_ones_own(propagate: bool) -> None:
    for puzzle, expected in few_samples()[:30]:
        formula = encode(puzzle, propagate=propagate)
        result = solve(puzzle, unique=True, formula=formula, strategy="sat")
        assert result.formula is formula
        assert_right(result, expected)


@pytest.mark.parametrize(
    ("grid", "n_colors"),
    [
        (RectGrid(2, 2), 2),
        (RectGrid(2, 3), 1),
        (RectGrid(1, 4), 3),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in ((RectGrid(2, 3), 2), (RectGrid(3, 3), 1), (HexGrid(2), 1), (RectGrid(1, 5), 3))
        ),
    ],
    ids=str,
)
def test_brute_force_against_enumeration(grid: Grid, n_colors: int) -> None:
    """Two ways to all solutions: by the runs of every picture, and by laying blocks."""
    for puzzle, expected in all_puzzles(grid, n_colors):
        assert brute_force(puzzle) == expected


def test_pictures_of_random_puzzles() -> None:
    rng = random.Random(22)
    for _ in range(100):
        puzzle, picture = random_puzzle(rng, random_grid(rng, 40, 4), rng.randint(1, 4))
        assert solves(puzzle, picture.cells)
        assert puzzle_of(picture, puzzle.palette) == puzzle
