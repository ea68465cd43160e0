"""Search by probing and backtracking: all solutions, each once, and no more."""

from __future__ import annotations

import pytest
from open_puzzles import open_puzzles
from oracle import Cells, solves
from puzzle_tables import table

from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import propagated
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.portfolio import probing_search as probing_search_module
from nonosat.solving.portfolio.probing_search import Attempt, ProbingSearch

#: Enough for every puzzle here, and choices are followed early, late or at once.
ATTEMPTS = (Attempt(0.0, 10**6), Attempt(0.3, 10**6), Attempt(1000.0, 10**6))


def all_solutions(puzzle: Puzzle) -> list[Cells]:
    state = propagated(puzzle)
    if state is None:
        return []
    search = ProbingSearch(state)
    found = []
    while (picture := search.next()) is not None:
        found.append(picture.cells)
    assert search.next() is None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_against_brute_force(monkeypatch: pytest.MonkeyPatch, attempt: Attempt) -> None:
    """Rectangles and hexagons, with colours and `?`, with none, one or more solutions."""
    monkeypatch.setattr(probing_search_module, "ATTEMPTS", (attempt,))
    n_solutions = set()
    for puzzle, solutions in open_puzzles(45, 3):
        found = all_solutions(puzzle)
        assert sorted(found) == solutions
        n_solutions.add(min(len(found), 2))
    assert n_solutions == {0, 1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_larger_puzzle(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(probing_search_module, "ATTEMPTS", ATTEMPTS[2:])
    puzzle = random_puzzle(RectGrid(12, 14), 1, seed)
    found = all_solutions(puzzle)
    assert found
    assert len(set(found)) == len(found)
    assert all(solves(puzzle, cells) for cells in found)


def test_the_root_is_not_changed() -> None:
    puzzle, _ = next((puzzle, found) for puzzle, found in table("open_puzzles") if len(found) > 1)
    state = propagated(puzzle)
    assert state is not None
    before = [list(masks) for masks in state.cells.masks()]
    search = ProbingSearch(state)
    while search.next() is not None:
        pass
    assert state.cells.masks() == before


def test_it_gives_up_and_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing_search_module, "ATTEMPTS", (Attempt(0.0, 0), Attempt(0.0, 0)))
    gave_up = 0
    for seed in range(6):
        state = propagated(random_puzzle(RectGrid(20, 20), 1, seed))
        assert state is not None
        try:
            picture = ProbingSearch(state).next()
        except GaveUp:
            gave_up += 1
        else:
            assert picture is not None
    assert gave_up


def test_a_deadline_ends_it() -> None:
    state = propagated(random_puzzle(RectGrid(40, 40), 1, 1))
    assert state is not None
    with pytest.raises(GaveUp):
        ProbingSearch(state).next(Deadline.after(0))
