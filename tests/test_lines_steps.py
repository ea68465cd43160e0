"""Steps of line solving as an observer sees them: replayed they give the domains, and each follows from its line."""

from __future__ import annotations

import random
from collections.abc import Iterable

import oracle
import pytest

from nonosat.errors import GaveUp
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import PropagationState, propagate, propagated
from nonosat.lines.line_step import LineStep
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle, puzzle_of
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid
from nonosat.system.deadline import Deadline

GRIDS: list[Grid] = [RectGrid(1, 1), RectGrid(1, 6), RectGrid(3, 4), RectGrid(5, 5), HexGrid(1), HexGrid(2), HexGrid(3)]
GRIDS.append(TriGrid((2, 1, 3, 1, 2, 2)))
KINDS = [(1, 0.0), (2, 0.0), (3, 0.0), (2, 0.4), (2, 1.0)]


def cases(grid: Grid, n_colors: int, unknown: float, count: int = 8) -> list[tuple[Puzzle, Picture]]:
    rng = random.Random(f"{grid.header} {n_colors} {unknown}")
    return [
        oracle.random_puzzle(
            rng,
            grid,
            n_colors,
            unknown=unknown,
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice((0, min(2, grid.n_cells))),
        )
        for _ in range(count)
    ]


def observed(puzzle: Puzzle, givens: Iterable[Given] = ()) -> tuple[list[LineStep], Domains | None]:
    steps: list[LineStep] = []
    return steps, propagate(puzzle, givens, observer=steps.append)


class Replay:
    """The colours of all cells, from all of them on, by the steps alone."""

    def __init__(self, puzzle: Puzzle, givens: Iterable[Given] = ()) -> None:
        self.grid = puzzle.grid
        self.givens = (*puzzle.givens, *givens)
        self.cells = [set(range(puzzle.n_colors + 1)) for _ in range(puzzle.grid.n_cells)]

    def masks(self, line: int, n_colors: int) -> tuple[int, ...]:
        cells = self.grid.line(line)
        return tuple(sum((color in self.cells[cell]) << j for j, cell in enumerate(cells)) for color in range(n_colors))

    def fix_givens(self) -> None:
        for cell, color in self.givens:
            self.cells[cell] &= {color}

    def apply(self, step: LineStep) -> None:
        for color, removed in enumerate(step.removed):
            for position, cell in enumerate(self.grid.line(step.line)):
                if removed >> position & 1:
                    assert color in self.cells[cell], "removed twice"
                    self.cells[cell].remove(color)


def replayed(puzzle: Puzzle, steps: list[LineStep], givens: Iterable[Given] = ()) -> list[set[int]]:
    """The cells after all steps; on the way every step is compared with the fillings of its line."""
    replay = Replay(puzzle, givens)
    is_clues_only = True
    for step in steps:
        if is_clues_only and step.pass_number:
            replay.fix_givens()
            is_clues_only = False
        assert replay.masks(step.line, puzzle.n_colors + 1) == step.before
        clue = puzzle.clues[step.line]
        cells = puzzle.grid.line(step.line)
        fillings = list(oracle.fillings(clue, len(cells), puzzle.n_colors))
        if step.pass_number:
            fillings = [
                filling
                for filling in fillings
                if all(step.before[color] >> position & 1 for position, color in enumerate(filling))
            ]
        if step.is_contradiction:
            assert not fillings
            assert step is steps[-1]
            break
        seen = tuple(
            sum(any(filling[position] == color for filling in fillings) << position for position in range(len(cells)))
            for color in range(puzzle.n_colors + 1)
        )
        seen = tuple(mask & before for mask, before in zip(seen, step.before, strict=True))
        if step.pass_number or all(color != UNKNOWN for _, color in clue):
            assert step.after == seen
        else:  # of a clue with `?` blocks alone, bounds are all that is reported
            assert all(mask & ~after == 0 for mask, after in zip(seen, step.after or (), strict=True))
        before = [set(replay.cells[cell]) for cell in cells]
        replay.apply(step)
        after = [replay.cells[cell] for cell in cells]
        assert step.narrowed_cells(puzzle.grid) == [
            (cell, tuple(sorted(new))) for cell, old, new in zip(cells, before, after, strict=True) if old != new
        ]
        assert step.decided_cells(puzzle.grid) == [
            (cell, min(new)) for cell, old, new in zip(cells, before, after, strict=True) if len(old) > len(new) == 1
        ]
    if is_clues_only:
        replay.fix_givens()
    return replay.cells


def colors_in(domains: Domains) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(domains.grid.n_cells)]
    for row in domains.grid.families[0]:
        for position, cell in enumerate(domains.grid.line(row)):
            found[cell] = {color for color, mask in enumerate(domains.lines[row].cells) if mask >> position & 1}
    return found


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
@pytest.mark.parametrize(("n_colors", "unknown"), KINDS)
def test_replaying_the_steps_gives_the_domains(grid: Grid, n_colors: int, unknown: float) -> None:
    for puzzle, picture in cases(grid, n_colors, unknown):
        for givens in ((), (Given(0, picture.cells[0]),)):
            steps, domains = observed(puzzle, givens)
            assert domains is not None
            assert domains == propagate(puzzle, givens)
            assert replayed(puzzle, steps, givens) == colors_in(domains)


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
def test_passes_and_lines(grid: Grid) -> None:
    """Pass 0 has every line once; in each later pass lines of one family take part, each once."""
    for puzzle, _ in cases(grid, 2, 0.2):
        steps, _ = observed(puzzle)
        assert [step.line for step in steps if not step.pass_number] == list(range(grid.n_lines))
        numbers = [step.pass_number for step in steps]
        assert numbers == sorted(numbers)
        for number in range(1, numbers[-1] + 1):
            lines = [step.line for step in steps if step.pass_number == number]
            assert lines == sorted(set(lines))
            assert lines
            assert any(set(lines) <= set(family) for family in grid.families)


def test_contradictions_end_with_a_step_that_says_so() -> None:
    rng = random.Random(4)
    found = {True: 0, False: 0}
    for puzzle, picture in [case for grid in GRIDS[2:] for case in cases(grid, 2, 0.3, 20)]:
        cell = rng.randrange(puzzle.grid.n_cells)
        givens = (Given(cell, (picture.cells[cell] + 1) % 3),)
        if dict(puzzle.givens).get(cell) is not None:
            continue
        steps, domains = observed(puzzle, givens)
        assert (domains is None) == (propagate(puzzle, givens) is None)
        cells = replayed(puzzle, steps, givens)
        if domains is not None:
            assert cells == colors_in(domains)
            assert not any(step.is_contradiction for step in steps)
        else:
            # Without such a step the cell had lost the colour before it was fixed.
            is_last = bool(steps) and steps[-1].is_contradiction
            assert is_last or not cells[cell]
            found[is_last] += 1
    assert min(found.values()) > 5


def test_each_run_of_a_search_can_be_observed() -> None:
    """Steps of a later run begin with the cells that the search has fixed."""
    puzzle = random_puzzle(RectGrid(10, 10), 1, 3)
    state = PropagationState(puzzle)
    assert state.run()
    (cell, *_) = [cell for cell in range(100) if len(state.colors(cell)) > 1]
    twin = state.copy()
    twin.fix(cell, 1)
    state.fix(cell, 1)
    steps: list[LineStep] = []
    assert state.run(observer=steps.append) == twin.run()
    assert state.masks == twin.masks
    assert steps[0].pass_number == 1
    assert steps[0].line == cell // 10
    assert steps[0].before[0] >> cell % 10 & 1 == 0


def test_the_state_takes_an_observer_too() -> None:
    puzzle = random_puzzle(RectGrid(12, 12), 1, 1)
    steps, domains = observed(puzzle)
    others: list[LineStep] = []
    state = propagated(puzzle, observer=others.append)
    assert state is not None
    assert state.domains() == domains
    assert others == steps


def test_one_step_in_full() -> None:
    """Row 1 of `2a` on three cells: the middle cell is filled."""
    puzzle = puzzle_of(Picture(RectGrid(2, 3), (1, 1, 0, 0, 1, 1)), Palette(("#ffffff", "#000000")))
    steps, _ = observed(puzzle)
    first = steps[0]
    assert first == LineStep(line=0, pass_number=0, before=(0b111, 0b111), after=(0b101, 0b111))
    assert first.removed == (0b010, 0)
    assert first.decided_cells(puzzle.grid) == [(1, 1)]
    assert first.narrowed_cells(puzzle.grid) == [(1, (1,))]
    empty = LineStep(line=0, pass_number=1, before=(0b111, 0b111), after=None)
    assert empty.is_contradiction
    assert empty.removed == (0, 0)
    assert empty.narrowed_cells(puzzle.grid) == empty.decided_cells(puzzle.grid) == []


def test_what_an_observer_raises_ends_line_solving() -> None:
    puzzle = random_puzzle(RectGrid(12, 12), 1, 1)

    def stop(step: LineStep) -> None:
        if step.pass_number:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        propagate(puzzle, observer=stop)
    with pytest.raises(GaveUp):
        propagate(puzzle, observer=lambda step: None, deadline=Deadline.after(-1))  # noqa: ARG005
