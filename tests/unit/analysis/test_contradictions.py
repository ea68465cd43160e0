"""Fewest clues to change, contradicting sets, and where line solving breaks, compared with exhaustive search."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest
from conftest import NONE
from exhaustive import Named, any_puzzle, broken, distance, pictures
from oracle import Cells, fillings, palette, random_cells, runs

import nonosat
from nonosat.analysis.clue_session import ClueSession, Parts
from nonosat.analysis.contradictions import LISTED, contradicting_set, fewest_corrections, with_nearest
from nonosat.analysis.reasons import first_contradiction
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.model.clue import ANY_LENGTH, Block
from nonosat.model.line_grid import LineGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers.hitting_sets import HittingSets

#: Puzzles that suffice for the fast tests.
FEW = 12


@cache
def unsolvable(number: int = 250) -> list[tuple[Puzzle, dict[Cells, Named]]]:
    """Tiny puzzles without solution, with what each picture violates."""
    rng, found = random.Random(41), []
    while len(found) < number:
        puzzle = any_puzzle(rng)
        if puzzle is not None:
            violated = {cells: broken(puzzle, cells) for cells in pictures(puzzle)}
            if all(violated.values()):
                found.append((puzzle, violated))
    return found


def named(parts: Parts) -> Named:
    return frozenset([("l", line) for line in parts.lines] + [("g", cell) for cell in parts.givens])


#: Tests in which the first puzzles have a turn, and all of them among the slow ones.
some_or_all = pytest.mark.parametrize("number", [FEW, pytest.param(250, marks=pytest.mark.slow)])


@some_or_all
def test_fewest_corrections_against_exhaustive_search(number: int) -> None:
    for puzzle, violated in unsolvable(number):
        least = min(map(len, violated.values()))
        smallest = {parts for parts in violated.values() if len(parts) == least}
        with ClueSession(puzzle) as session:
            corrections = with_nearest(session, fewest_corrections(session))
        found = [named(each.parts) for each in corrections.found]
        assert corrections.is_smallest
        assert corrections.at_least == least
        assert len(set(found)) == len(found)
        if corrections.is_all:
            assert set(found) == smallest
        else:
            assert set(found) <= smallest
            assert len(found) == LISTED
        for each in corrections.found:
            parts = named(each.parts)
            assert violated[each.picture.cells] == parts
            fitting = [cells for cells, those in violated.items() if those <= parts]
            nearest = min(sum(distance(puzzle, line, cells) for line in each.parts.lines) for cells in fitting)
            assert each.n_cells == nearest
            assert sum(distance(puzzle, line, each.picture.cells) for line in each.parts.lines) == nearest


@some_or_all
def test_contradicting_sets_against_exhaustive_search(number: int) -> None:
    for puzzle, violated in unsolvable(number):
        parts = [("l", line) for line in range(puzzle.grid.n_lines)] + [("g", cell) for cell, _ in puzzle.givens]

        def contradicts(some: Named, violated: dict[Cells, Named] = violated) -> bool:
            return all(some & those for those in violated.values())

        least = next(
            size
            for size in range(1, len(parts) + 1)
            if any(contradicts(frozenset(some)) for some in combinations(parts, size))
        )
        with ClueSession(puzzle) as session:
            found = contradicting_set(session)
        assert found is not None
        assert contradicts(named(found.parts))
        assert found.is_smallest
        assert found.is_minimal
        assert found.parts.size == found.at_least == least


def test_a_time_limit_leaves_what_is_proved() -> None:
    puzzle, _ = unsolvable(FEW)[0]
    with ClueSession(puzzle) as session:
        session.deadline = Deadline.after(0)
        corrections = fewest_corrections(session)
        assert (corrections.found, corrections.at_least, corrections.is_smallest) == ((), 1, False)
        assert contradicting_set(session) is None
        with pytest.raises(GaveUp):
            session.solve(session.parts)


def test_a_minimal_set_is_kept_if_time_is_over_then(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> list[int]:
        raise GaveUp("no answer within the time limit")

    monkeypatch.setattr(ClueSession, "left_out", late)
    seen = set()
    for puzzle, violated in unsolvable(FEW):
        with ClueSession(puzzle) as session:
            found = contradicting_set(session)
        assert found is not None
        parts = named(found.parts)
        assert found.is_minimal
        assert all(parts & those for those in violated.values())
        for part in parts:
            assert any(not (parts - {part}) & those for those in violated.values())
        assert found.at_least <= found.parts.size
        seen.add(found.is_smallest)
    assert False in seen


@some_or_all
def test_line_solving_breaks_where_no_placement_is_left(number: int) -> None:
    n_found = n_givens = 0
    for puzzle, _ in unsolvable(number):
        met = first_contradiction(puzzle)
        if met is None:
            continue
        n_found += 1
        assert (met.line is None) or (met.given is None)
        if met.line is not None:
            line = puzzle.grid.line(met.line)
            possible = [met.possible[cell] for cell in line]
            every = fillings(puzzle.clues[met.line], len(line), puzzle.n_colors)
            assert not any(all(c in p for c, p in zip(filling, possible, strict=True)) for filling in every)
        elif met.given is not None:
            n_givens += 1
            assert dict(puzzle.givens)[met.given] not in met.possible[met.given]
    assert n_found > 0.8 * number
    assert n_givens > 0.02 * number


def test_a_solvable_puzzle_has_no_contradiction() -> None:
    assert first_contradiction(nonosat.puzzle(["1", "1"], ["1", "1"])) is None


def test_steps_are_counted_and_the_state_is_that_before_the_contradiction() -> None:
    met = first_contradiction(nonosat.loads(NONE))
    assert met is not None
    assert met.n_steps == 0
    assert met.line is not None


def test_a_clue_is_tried_in_place_of_another() -> None:
    puzzle = nonosat.loads(NONE)
    with ClueSession(puzzle) as session:
        assert session.selector_of(0, puzzle.clues[0]) == session.lines[0]
        clue = (Block(1, 1), Block(1, 1))
        selector = session.selector_of(0, clue)
        assert session.selector_of(0, clue) == selector
        picture = session.solve([selector])
        assert picture is not None
        assert list(picture.line(0)) == [1, 0, 1]


@pytest.mark.parametrize("n_colors", [1, 2])
def test_the_clauses_of_a_clue_have_its_fillings(n_colors: int) -> None:
    rng = random.Random(n_colors)
    for _ in range(20):
        grid = RectGrid(1, rng.randint(1, 4))
        told = [Block(*run) for run in runs(random_cells(rng, grid, n_colors))]
        clue = tuple(block._replace(length=ANY_LENGTH) if rng.random() < 0.3 else block for block in told)
        blank = Puzzle(grid, palette(n_colors), ((),) * grid.n_lines)
        expected, found = set(fillings(clue, grid.n_cells, n_colors)), set()
        with ClueSession(blank) as session:
            selector = session.selector_of(0, clue)
            for cells in pictures(blank):
                literals = [literal for at, color in enumerate(cells) for literal in session.cells.literals(at, color)]
                if session.solve([selector, *literals]) is not None:
                    found.add(cells)
        assert found == expected


def test_second_pictures_differ() -> None:
    puzzle = nonosat.puzzle(["1", "1"], ["1", "1"])
    with ClueSession(puzzle) as session:
        first = session.solve(session.parts)
        assert first is not None
        second = session.second(session.parts, first)
        assert second is not None
        assert second != first
        unique = [*session.parts, *session.cells.literals(0, first.cells[0])]
        assert session.second(unique, first) is None
        with pytest.raises(GaveUp):
            session.solve(session.parts, conflicts=0)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_counters_count(n: int) -> None:
    blank = Puzzle(RectGrid(1, n), palette(1), ((),) * (n + 1))
    with ClueSession(blank) as session:
        literals = [session.cells.literal(cell, 1) for cell in range(n)]
        bounds = session.at_most(literals, n - 1)
        assert len(bounds) == n
        for most, bound in enumerate(bounds):
            for cells in pictures(blank):
                signs = [literal if cell else -literal for literal, cell in zip(literals, cells, strict=True)]
                assert (session.solve([bound, *signs]) is not None) is (sum(cells) <= most)


def test_smallest_hitting_sets() -> None:
    rng = random.Random(2)
    for _ in range(40):
        every = [frozenset(rng.sample(range(6), rng.randint(1, 3))) for _ in range(rng.randint(1, 6))]
        hitting = [
            set(some)
            for size in range(7)
            for some in combinations(range(6), size)
            if all(map(set(some).intersection, every))
        ]
        with HittingSets[int]() as sets:
            for each in every:
                sets.add(each)
            first = sets.smallest()
            assert first is not None
            assert first in hitting
            assert len(first) == len(hitting[0])
            sets.exclude(first)
            second = sets.smallest()
            left = [chosen for chosen in hitting if not first <= chosen]
            assert (second is None) is (not left)
            if second is not None:
                assert len(second) == len(left[0])


def test_a_line_is_a_grid() -> None:
    line = LineGrid(3)
    assert (line.n_cells, line.n_lines, line.header, list(line.line(0))) == (3, 1, "line 3", [0, 1, 2])
