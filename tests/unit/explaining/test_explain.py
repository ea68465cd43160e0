"""Explanations: every step follows from what it names, and all steps together lead to the solution."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest
from explaining_puzzles import HARD
from oracle import TooMany, brute_force, random_puzzle
from places import ROOT
from step_checker import StepChecker, check_walkthrough
from support.families import dominoes, wedges

import nonosat
from nonosat.core.errors import NoSolution, PuzzleError
from nonosat.core.question import Run
from nonosat.explaining.explain import explain
from nonosat.explaining.explainer import Effort, Explainer, initial_colors, next_step
from nonosat.explaining.known_cells import KnownCells, PuzzleLines
from nonosat.explaining.line_implications import SolutionColors
from nonosat.explaining.line_sets import LineSetSearch
from nonosat.explaining.step import Rung, Step, apply_conclusions
from nonosat.explaining.supposition_trace import SuppositionTrace
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.rect_grid import RectGrid

PUZZLES = sorted((ROOT / "puzzles").glob("*.clues"))


@pytest.mark.parametrize(
    "path",
    [path if path.stem in ("heart", "hex-tick") else pytest.param(path, marks=pytest.mark.slow) for path in PUZZLES],
    ids=lambda path: path.stem,
)
def test_shipped_puzzles(path: Path) -> None:
    puzzle = nonosat.load(path)
    result = nonosat.solve(puzzle, unique=True)
    walkthrough = explain(puzzle)
    check_walkthrough(walkthrough)
    assert walkthrough.picture == (result.picture if result.unique else None)


def random_puzzles(seed: int, number: int, *, hidden: float = 0.0) -> list[tuple[Puzzle, set[tuple[int, ...]]]]:
    """Puzzles with their solutions; `hidden` is the share of the blocks whose length is not told."""
    rng = random.Random(seed)
    found: list[tuple[Puzzle, set[tuple[int, ...]]]] = []
    while len(found) < number:
        grid = HexGrid(2) if rng.random() < 0.3 else RectGrid(rng.randint(1, 5), rng.randint(1, 5))
        unknown, givens = rng.choice([0.0, 0.0, 0.3]), rng.choice([0, 0, 0, 1])
        puzzle, _ = random_puzzle(rng, grid, rng.randint(1, 3), unknown=unknown, hidden=hidden, givens=givens)
        if rng.random() < 0.1 and grid.n_cells > 1:  # wrong clues: lines of two pictures
            other, _ = random_puzzle(rng, grid, puzzle.n_colors)
            family = grid.families[0]
            with suppress(PuzzleError):
                puzzle = Puzzle(grid, puzzle.palette, other.clues[: len(family)] + puzzle.clues[len(family) :])
        try:
            found.append((puzzle, brute_force(puzzle, 20_000)))
        except TooMany:
            continue
    return found


@pytest.mark.thinned(6)
@pytest.mark.parametrize("hidden", [0.0, 0.3, 0.7])
@pytest.mark.parametrize("seed", range(12))
def test_random_puzzles(seed: int, hidden: float) -> None:
    for puzzle, solutions in random_puzzles(seed, 12, hidden=hidden):
        if not solutions:
            with pytest.raises(NoSolution):
                explain(puzzle)
            continue
        possible = check_walkthrough(explain(puzzle))
        shown = [tuple(sorted(set(colors))) for colors in zip(*solutions, strict=True)]
        assert possible == shown, "the steps lead as far as the solutions agree"


def test_chains_need_all_of_their_lines() -> None:
    explainer = Explainer(nonosat.loads(HARD))
    n_suppositions = 0
    while True:
        known = explainer.known.copy()
        step = explainer.next_step()
        if step is None:
            break
        if step.rung == Rung.SUPPOSITION:
            n_suppositions += 1
            assert step.supposed is not None
            for line in step.lines:
                rest = set(step.lines) - {line}
                assert not SuppositionTrace(known, step.supposed, allowed=rest).is_refuted
            assert SuppositionTrace(known, step.supposed, allowed=step.lines).is_refuted
    assert n_suppositions


def test_explanations_are_reproducible() -> None:
    puzzle = nonosat.loads(HARD)
    assert explain(puzzle) == explain(puzzle)


def test_deadline() -> None:
    puzzle = nonosat.load(next(path for path in PUZZLES if path.stem == "qr-nonosat"))
    walkthrough = explain(puzzle, timeout=0)
    assert walkthrough.steps == ()
    assert walkthrough.picture is None
    assert walkthrough.n_open == puzzle.grid.n_cells - len(puzzle.givens)


def test_next_step_goes_on_from_what_is_known() -> None:
    puzzle = nonosat.load(next(path for path in PUZZLES if path.stem == "heart"))
    walkthrough = explain(puzzle)
    known = KnownCells(PuzzleLines(puzzle), walkthrough.start)
    steps = []
    while (step := next_step(puzzle, known.possible)) is not None:
        steps.append(step)
        known.apply(step.conclusions)
    assert steps
    assert known.n_open == 0


def test_next_step_from_a_wrong_cell() -> None:
    puzzle = nonosat.load(next(path for path in PUZZLES if path.stem == "heart"))
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    possible = [(0, 1)] * puzzle.grid.n_cells
    possible[7] = (1 - picture.cells[7],)
    explainer = Explainer(puzzle, possible)
    with pytest.raises(NoSolution):
        list(iter(explainer.next_step, None))


def test_wrong_cells_of_a_unique_puzzle() -> None:
    puzzle = nonosat.load(next(path for path in PUZZLES if path.stem == "qr-nonosat"))
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    cells = [ColoredCell(cell, color) for cell, color in enumerate(picture.cells) if cell % 3]
    assert nonosat.find_wrong_cells(puzzle, cells) == ((), False)
    changed = [
        ColoredCell(cell, 1 - color) if cell in (100, 301) else ColoredCell(cell, color) for cell, color in cells
    ]
    assert nonosat.find_wrong_cells(puzzle, changed) == ((100, 301), False)


@pytest.mark.parametrize("hidden", [0.0, 0.5])
@pytest.mark.parametrize("seed", range(6))
def test_wrong_cells(seed: int, hidden: float) -> None:
    rng = random.Random(seed)
    for puzzle, solutions in random_puzzles(seed + 100, 12, hidden=hidden):
        cells = {cell: rng.randrange(puzzle.n_colors + 1) for cell in range(puzzle.grid.n_cells) if rng.random() < 0.3}
        if not solutions:
            with pytest.raises(NoSolution):
                nonosat.find_wrong_cells(puzzle, [ColoredCell(cell, 0) for cell in range(puzzle.grid.n_cells)])
            continue
        found = nonosat.find_wrong_cells(puzzle, [ColoredCell(*each) for each in cells.items()])
        alone = tuple(
            cell for cell, color in sorted(cells.items()) if not any(each[cell] == color for each in solutions)
        )

        def fits(chosen: set[int]) -> bool:
            return any(all(each[cell] == cells[cell] for cell in chosen) for each in solutions)  # noqa: B023

        if alone:
            assert found == (alone, False)
        elif fits(set(cells)):
            assert found == ((), False)
        else:
            assert found.together
            assert not fits(set(found.cells))
            assert all(fits(set(found.cells) - {cell}) for cell in found.cells), "a minimal set"


@pytest.mark.parametrize(("puzzle", "depth"), [pytest.param(dominoes(11), 2, marks=pytest.mark.costly), (wedges(8), 1)])
def test_hard_families(puzzle: Puzzle, depth: int) -> None:
    walkthrough = explain(puzzle)
    check_walkthrough(walkthrough)
    assert walkthrough.n_open == 0
    assert max(step.depth for step in walkthrough.steps) == depth


def needs_as_many_lines(checker: StepChecker, step: Step, possible: list[tuple[int, ...]]) -> bool:
    """Whether for one of the colours that a step removes no set of fewer lines suffices."""
    pairs = [(cell, color) for cell, before, after in step.conclusions for color in before if color not in after]
    fewer = [checker.facts(lines, possible) for lines in combinations(checker.selectors, len(step.lines) - 1)]
    return any(
        all(checker.solver.solve([*facts, *checker.has(cell, color)]) for facts in fewer) for cell, color in pairs
    )


@pytest.mark.costly
def test_limited_work_ends_in_a_set_of_lines() -> None:
    puzzle = dominoes(11)
    with Explainer(puzzle) as explainer:
        possible = list(initial_colors(puzzle))
        while (step := explainer.next_step()) is not None and step.rung != Rung.NESTED:
            apply_conclusions(possible, step.conclusions)
    limited = Effort(most_followed=0, most_compared=1)
    found = next_step(puzzle, possible, effort=limited)
    assert found is not None
    assert found.rung == Rung.LINE_SET
    assert found == next_step(puzzle, possible, effort=limited), "the limits count work, not time"
    checker = StepChecker(puzzle)
    checker.check_step(found, possible)
    checker.close()


@pytest.mark.thinned(18)
@pytest.mark.parametrize("hidden", [0.0, 0.5])
@pytest.mark.parametrize("seed", range(9))
def test_sets_of_lines(seed: int, hidden: float) -> None:
    for puzzle, solutions in random_puzzles(seed + 200, 5, hidden=hidden):
        if not solutions:
            continue
        known = KnownCells(PuzzleLines(puzzle), initial_colors(puzzle))
        search = LineSetSearch(known, SolutionColors(known, Run()))
        checker, possible = StepChecker(puzzle), initial_colors(puzzle)
        while (step := search.next_step()) is not None:
            assert step.rung == Rung.LINE_SET
            assert needs_as_many_lines(checker, step, possible)
            checker.check_step(step, possible)
            known.apply(step.conclusions)
        search.close()
        checker.close()
        assert known.possible == tuple(tuple(sorted(set(colors))) for colors in zip(*solutions, strict=True))
