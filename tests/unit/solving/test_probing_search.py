"""Search by probing and backtracking: all solutions, each once, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from open_puzzles import open_puzzles
from oracle import Cells, solves

from nonosat.core.compiled import is_available
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.compiled_state import CompiledState
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.portfolio import probing_search as probing_search_module
from nonosat.solving.portfolio.probing_search import Attempt, ProbingSearch, probing_search

#: Enough for every puzzle here, and choices are followed early, late or at once.
ATTEMPTS = (Attempt(0.0, 10**6), Attempt(0.3, 10**6), Attempt(1000.0, 10**6))


@pytest.fixture(autouse=True)
def sums_of_words() -> Iterator[None]:
    """Without numba, sums modulo 2^64 give warnings."""
    with np.errstate(over="ignore"):
        yield


def compiled_search(state: PropagationState) -> ProbingSearch:
    return ProbingSearch(CompiledState(state))


def all_solutions(puzzle: Puzzle, search_from: Callable[..., ProbingSearch] = probing_search) -> list[Cells]:
    state = propagated(puzzle)
    if state is None:
        return []
    search = search_from(state)
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
        if CompiledState.supports(puzzle):
            assert all_solutions(puzzle, compiled_search) == found
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
    assert all_solutions(puzzle, compiled_search) == found
    assert all(solves(puzzle, cells) for cells in found)


@pytest.mark.skipif(not is_available(), reason="numba is not installed")
def test_compiled_line_solving_where_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_compiled(state: PropagationState | None) -> bool:
        assert state is not None
        return isinstance(probing_search(state)._root, CompiledState)

    known, unknown = (propagated(random_puzzle(RectGrid(12, 14), 2, 1, unknown=share)) for share in (0.0, 1.0))
    assert not is_compiled(known)
    monkeypatch.setattr(probing_search_module, "_COMPILED_LINES_FROM", 0)
    assert is_compiled(known)
    assert not is_compiled(unknown)


def test_the_root_is_not_changed() -> None:
    puzzle, _ = next((puzzle, found) for puzzle, found in open_puzzles(3, 3) if len(found) > 1)
    state = propagated(puzzle)
    assert state is not None
    before = [list(masks) for masks in state.masks]
    search = probing_search(state)
    while search.next() is not None:
        pass
    assert state.masks == before


def test_it_gives_up_and_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing_search_module, "ATTEMPTS", (Attempt(0.0, 0), Attempt(0.0, 0)))
    gave_up = 0
    for seed in range(10):
        state = propagated(random_puzzle(RectGrid(20, 20), 1, seed))
        assert state is not None
        try:
            picture = probing_search(state).next()
        except GaveUp:
            gave_up += 1
        else:
            assert picture is not None
    assert gave_up


def test_a_deadline_ends_it() -> None:
    state = propagated(random_puzzle(RectGrid(40, 40), 1, 1))
    assert state is not None
    with pytest.raises(GaveUp):
        probing_search(state).next(Deadline.after(0))
