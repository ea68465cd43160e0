"""Search by shaving: all solutions, each once, and no more; and less effort where shaving leads somewhere."""

from __future__ import annotations

import pytest
from open_puzzles import open_puzzles
from oracle import Cells
from support.families import stripes

from nonosat.encodings import find_encoding
from nonosat.lines.fixpoint import propagated
from nonosat.model.puzzle import Puzzle
from nonosat.solvers import BACKENDS
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.portfolio import shaving_search
from nonosat.solving.portfolio.shaving_search import SHAVING_SOLVER, ShavingSearch
from nonosat.solving.solution_session import SolutionSession


def pictures_of(puzzle: Puzzle, encoding: str = "order") -> SolutionSession:
    state = propagated(puzzle)
    assert state is not None
    domains = state.domains()
    formula = encode_open_part(puzzle, domains, find_encoding(encoding))
    return SolutionSession(puzzle, formula, BACKENDS[SHAVING_SOLVER], domains=domains)


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


@pytest.mark.parametrize("size", [24, pytest.param(40, marks=pytest.mark.slow)])
def test_stripes_need_less_effort(size: int) -> None:
    conflicts = []
    for shaves in (True, False):
        with pictures_of(stripes(size)) as pictures:
            search = ShavingSearch(pictures) if shaves else pictures
            picture = search.next()
            assert picture is not None
            assert search.next() is None
            conflicts.append(pictures.solver.conflicts or 0)
    assert conflicts[0] < conflicts[1]
