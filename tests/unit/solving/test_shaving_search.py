"""Search by shaving: all solutions, each once, and no more; and less effort where shaving leads somewhere."""

from __future__ import annotations

import pytest
from families import stripes, wedges
from open_puzzles import open_puzzles
from oracle import Cells

from nonosat.encodings import find_encoding
from nonosat.lines.fixpoint import propagated
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers import BACKENDS
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.portfolio import shaving_search
from nonosat.solving.portfolio.shaving_search import SHAVING_SOLVER, ShavingSearch
from nonosat.solving.solution_session import SolutionEnumerator


def pictures_of(puzzle: Puzzle, encoding: str = "order") -> SolutionEnumerator:
    state = propagated(puzzle)
    assert state is not None
    domains = state.domains()
    formula = encode_open_part(puzzle, domains, find_encoding(encoding))
    return SolutionEnumerator(puzzle, formula, BACKENDS[SHAVING_SOLVER], domains=domains)


def all_solutions(puzzle: Puzzle, encoding: str = "order") -> list[Cells]:
    with pictures_of(puzzle, encoding) as pictures:
        search = ShavingSearch(pictures)
        found = []
        while (picture := search.next()) is not None:
            found.append(picture.cells)
        return found


@pytest.mark.slow
@pytest.mark.parametrize(("budget", "poor"), [(1, 10**6), (10**6, 10**6), (100, 0)], ids=str)
def test_against_brute_force(monkeypatch: pytest.MonkeyPatch, budget: int, poor: int) -> None:
    """Rectangles and hexagons, with colours and `?`, with none, one or more solutions."""
    monkeypatch.setattr(shaving_search, "_BUDGET", budget)
    monkeypatch.setattr(shaving_search, "_POOR", poor)
    for puzzle, solutions in open_puzzles(45, 3):
        assert sorted(all_solutions(puzzle)) == solutions


@pytest.mark.slow
def test_an_encoding_without_ordered_starts() -> None:
    """Nothing is shaved, and the solver answers."""
    for puzzle, solutions in open_puzzles(20, 3):
        assert sorted(all_solutions(puzzle, "automaton")) == solutions


@pytest.mark.parametrize("size", [24, 40])
def test_stripes_need_less_effort(size: int) -> None:
    conflicts = []
    for shaves in (True, False):
        with pictures_of(stripes(size)) as pictures:
            search = ShavingSearch(pictures) if shaves else pictures
            picture = search.next()
            assert picture is not None
            assert search.next() is None
            conflicts.append(pictures.session.conflicts or 0)
    assert conflicts[0] < conflicts[1]


@pytest.mark.parametrize("puzzle", [wedges(24), random_puzzle(RectGrid(30, 30), 3, 1)], ids=["wedges", "colours"])
def test_shaving_ends_where_it_leads_nowhere(monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle) -> None:
    shaved: list[int] = []
    shave_block = ShavingSearch._shave_block

    def noted(search: ShavingSearch, registers: range) -> int:
        shaved.append(search._pictures.formula.variables[-1].index_of(registers.start - first)[0])
        return shave_block(search, registers)

    monkeypatch.setattr(ShavingSearch, "_shave_block", noted)
    with pictures_of(puzzle) as pictures:
        first = pictures.formula.variables[-1].first
        assert ShavingSearch(pictures).next() is not None
    assert set(shaved) <= {0, puzzle.grid.n_lines // 2 - 1, puzzle.grid.n_lines // 2, puzzle.grid.n_lines - 1}


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (RectGrid(3, 5), [[0, 2, 3, 7], [1, 4, 6], [5]]),
        (HexGrid(2), [[0, 2, 3, 5, 6, 8], [1, 4, 7]]),
    ],
    ids=str,
)
def test_lines_from_the_border_inward(grid: Grid, expected: list[list[int]]) -> None:
    puzzle = random_puzzle(grid, 1, 1)
    with pictures_of(puzzle) as pictures:
        assert list(ShavingSearch(pictures)._layers()) == expected


def test_blocks_of_a_line() -> None:
    with pictures_of(stripes(16)) as pictures:
        registers = next(group for group in pictures.formula.variables if group.name == "le")
        seen = [
            (line, variable)
            for line in range(32)
            for block in shaving_search._blocks_of(registers, line)
            for variable in block
        ]
    assert [variable for _, variable in seen] == list(range(registers.first, registers.last + 1))
    assert all(registers.index_of(variable - registers.first)[0] == line for line, variable in seen)
