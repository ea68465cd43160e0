"""Compiled line solving against its definition in Python: equal at each fixpoint, and after each round."""

from __future__ import annotations

import pickle
import random
import signal
from collections.abc import Callable
from typing import Any

import pytest
from conftest import RECT, examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import random_puzzle

import nonosat
from nonosat.core.compiled import kernels
from nonosat.lines.fixpoint import PropagationState
from nonosat.lines.line import LineSolver
from nonosat.lines.line_cells import LineCells, line_cells
from nonosat.model.clue import Block, Clue
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

compiled = pytest.mark.skipif(kernels() is None, reason="no compiled kernels are built")

GRIDS = (RectGrid(1, 1), RectGrid(6, 9), RectGrid(12, 12), HexGrid(1), HexGrid(4), TriGrid((2, 1, 2, 2, 1, 2)))
#: With lines that end just before, at and after the end of a word.
WIDE_GRIDS = tuple(RectGrid(2, width) for width in (62, 63, 64, 65, 127, 128, 129, 200))


def _palette(n_colors: int) -> Palette:
    return Palette(tuple(f"#{color:06x}" for color in range(n_colors + 1)))


def assert_same(plain: LineCells, other: LineCells, grid: Grid) -> None:
    assert other.masks() == plain.masks()
    assert other.changed_lines() == plain.changed_lines()
    assert other.sets() == plain.sets()
    assert other.count_open() == plain.count_open()
    assert other.decided() == plain.decided()
    assert [other.colors(cell) for cell in range(grid.n_cells)] == [plain.colors(cell) for cell in range(grid.n_cells)]


def run_both(plain: LineCells, other: LineCells, grid: Grid) -> bool:
    swept: tuple[list[int], list[int]] = [], []
    result = plain.run(None, swept[0])
    assert other.run(None, swept[1]) == result
    assert swept[0] == swept[1]
    if result:
        assert_same(plain, other, grid)
        for line in range(grid.n_lines):
            assert other.stretches(line) == plain.stretches(line)
            assert other.starts(line) == plain.starts(line)
    return result


def compare(puzzle: Puzzle, rng: random.Random, steps: int = 6) -> None:
    """Solve lines, fix and forbid random colours in copies of both, and so on until there is a contradiction."""
    grid = puzzle.grid
    plain, other = LineCells(puzzle), line_cells(puzzle)
    assert type(other) is not LineCells
    assert_same(plain, other, grid)
    for _ in range(steps):
        if rng.random() < 0.7:
            if not run_both(plain, other, grid):
                return
            other = pickle.loads(pickle.dumps(other))
        else:
            result = plain.run_round()
            assert other.run_round() == result
            if result is None:
                return
        before = plain, other
        plain, other = plain.copy(), other.copy()
        for _ in range(rng.randint(1, 3)):
            cell, color = rng.randrange(grid.n_cells), rng.randint(0, puzzle.n_colors)
            for cells in (plain, other):
                getattr(cells, "fix" if cell % 2 else "forbid")(cell, color)
        assert_same(plain, other, grid)
        assert_same(*before, grid)


@compiled
@examples(100, fast=15)
@given(st.randoms(), st.sampled_from(GRIDS), st.integers(1, 7))
def test_random_puzzles(rng: random.Random, grid: Grid, n_colors: int) -> None:
    compare(random_puzzle(rng, grid, n_colors)[0], rng)


@compiled
@given(st.randoms(), st.sampled_from(WIDE_GRIDS), st.integers(1, 3))
@examples(15)
def test_words(rng: random.Random, grid: Grid, n_colors: int) -> None:
    """Blocks of more than one word, and gaps that end with a word."""
    cells: list[int] = []
    while len(cells) < grid.n_cells:
        cells += [rng.randint(0, n_colors)] * rng.choice([1, 2, 5, 30, 63, 64, 70])
    compare(puzzle_of(Picture(grid, tuple(cells[: grid.n_cells])), _palette(n_colors)), rng)


@compiled
def test_many_colors() -> None:
    rng = random.Random(1)
    grid = RectGrid(3, 80)
    cells = tuple(rng.randint(0, 60) for _ in range(grid.n_cells))
    compare(puzzle_of(Picture(grid, cells), _palette(60)), rng)


@compiled
@examples(100, fast=15)
@given(st.randoms(), st.sampled_from(GRIDS[1:]), st.integers(1, 3))
def test_parts_of_a_picture(rng: random.Random, grid: Grid, n_colors: int) -> None:
    colors = [rng.randint(0, n_colors) for _ in range(grid.n_cells)]
    puzzle = puzzle_of(Picture(grid, tuple(colors)), _palette(n_colors))
    picture, plain, other = LineCells(puzzle), LineCells(puzzle), line_cells(puzzle)
    for cell, color in enumerate(colors):
        picture.fix(cell, color)
    assert run_both(plain, other, grid)
    free = tuple(rng.sample(range(grid.n_cells), rng.randint(0, grid.n_cells)))
    for cells in (plain, other):
        cells.restrict(picture.masks(), free)
    assert_same(plain, other, grid)
    assert plain.run()
    assert other.run()
    assert_same(plain, other, grid)


@compiled
@examples(100, fast=15)
@given(st.randoms(), st.sampled_from(GRIDS), st.integers(1, 3))
def test_edits(rng: random.Random, grid: Grid, n_colors: int) -> None:
    cells = [rng.randint(0, n_colors) for _ in range(grid.n_cells)]
    palette = _palette(n_colors)
    puzzle = puzzle_of(Picture(grid, tuple(cells)), palette)
    plain, other = LineCells(puzzle), line_cells(puzzle)
    assert run_both(plain, other, grid)
    for _ in range(3):
        colors = {rng.randrange(grid.n_cells): rng.randint(0, n_colors) for _ in range(rng.randint(1, 4))}
        gone = rng.randint(1, n_colors)  # from one line, whose clue then lacks the colour
        colors |= {cell: 0 for cell in grid.line(rng.randrange(grid.n_lines)) if cells[cell] == gone}
        for cell, color in colors.items():
            cells[cell] = color
        after = puzzle_of(Picture(grid, tuple(cells)), palette).clues
        clues = {line: after[line] for line in range(grid.n_lines) if set(grid.line(line)) & colors.keys()}
        plain, other = plain.edited(clues, colors), other.edited(clues, colors)
        assert_same(plain, other, grid)
        if not run_both(plain, other, grid):
            return


# One line


def one_line(clue: Clue, length: int, n_colors: int) -> LineCells:
    found = kernels()
    assert found is not None
    cells: LineCells = found.LineState((clue,), n_colors + 1, (1,), (range(length),))
    return cells


@compiled
@pytest.mark.parametrize("length", [1, 63, 64, 65, 4_096, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("n_colors", [1, 3])
def test_lengths(length: int, n_colors: int) -> None:
    rng = random.Random(length + n_colors)
    for _ in range(12 if length < 1_000 else 2):
        picture = [0] * length
        place = 0
        while place < length:
            size = rng.choice([1, 2, 3, 64, length // 8 + 1])
            picture[place : place + size] = [rng.randint(0, n_colors)] * len(picture[place : place + size])
            place += size + rng.choice([0, 1, length // 40])
        clue = puzzle_of(Picture(RectGrid(1, length), tuple(picture)), _palette(n_colors)).clues[0]
        cells = one_line(clue, length, n_colors)
        solver = LineSolver(clue, length, n_colors)
        for cell in rng.sample(range(length), min(length, 30)):
            if picture[cell] == 0 or rng.random() < 0.5:
                cells.forbid(cell, rng.choice([color for color in range(n_colors + 1) if color != picture[cell]]))
            else:
                cells.fix(cell, picture[cell])
        before = [masks[0] for masks in cells.masks()]
        assert cells.run()
        assert tuple(masks[0] for masks in cells.masks()) == solver.narrow(before)


@compiled
def test_no_cells() -> None:
    cells = one_line((), 0, 1)
    assert cells.run()
    assert (cells.masks(), cells.sets(), cells.decided()) == ([[0], [0]], b"", ())
    assert (cells.stretches(0), cells.starts(0)) == ((), ())


# What comes from outside

CLUE = ((2, 1), (1, 1))
BAD_ARGUMENTS: dict[str, tuple[object, ...]] = {
    "nothing": (),
    "a list of clues": ([CLUE], 2, (1,), (range(5),)),
    "a list as a clue": (([(1, 1)],), 2, (1,), (range(5),)),
    "too many clues": ((CLUE, CLUE), 2, (1,), (range(5),)),
    "too few clues": ((), 2, (1,), (range(5),)),
    "a long clue": ((CLUE,), 2, (1,), (range(3),)),
    "many blocks": ((((1, 1),) * 6,), 2, (1,), (range(5),)),
    "no cells in a block": ((((0, 1),),), 2, (1,), (range(5),)),
    "a negative length": ((((-1, 1),),), 2, (1,), (range(5),)),
    "an enormous length": ((((2**40, 1),),), 2, (1,), (range(5),)),
    "a length beyond C": ((((2**70, 1),),), 2, (1,), (range(5),)),
    "lengths that add up beyond C": ((((2**28, 1), (2**28, 1)),), 2, (1,), (range(5),)),
    "a block of background": ((((1, 0),),), 2, (1,), (range(5),)),
    "an unknown color": ((((1, 2),),), 2, (1,), (range(5),)),
    "a block of one number": ((((1,),),), 2, (1,), (range(5),)),
    "a block of text": (((("a", "b"),),), 2, (1,), (range(5),)),
    "no colors": (((),), 0, (1,), (range(5),)),
    "too many colors": (((),), 2**30, (1,), (range(5),)),
    "no families": ((), 2, (), ()),
    "an empty family": ((CLUE,), 2, (1, 0), (range(5),)),
    "many families": ((CLUE,) * 9, 2, (1,) * 9, (range(5),) * 9),
    "an enormous family": ((CLUE,), 2, (2**40,), (range(5),)),
    "a rectangle of one family": ((CLUE,), 2, (1,), None),
    "an enormous rectangle": (((),) * 2, 2, (2**20, 2**20), None),
    "a list of lines": ((CLUE,), 2, (1,), [range(5)]),
    "no lines": ((CLUE,), 2, (1,), ()),
    "a line that is none": ((CLUE,), 2, (1,), (5,)),
    "cells that are none": ((((1, 1),),), 2, (1,), ("abc",)),
    "a cell that is not there": ((((1, 1),),), 2, (1,), ((0, 1, 3),)),
    "a cell twice": ((((1, 1),),), 2, (1,), ((0, 1, 1),)),
    "cells in another order": ((((1, 1),),), 2, (1,), ((0, 2, 1),)),
    "families of different size": ((CLUE,) * 2, 2, (1, 1), (range(5), range(4))),
    "a keyword": (((),), 2, (1,), (range(5),), None),
}


@compiled
@pytest.mark.parametrize("name", BAD_ARGUMENTS)
def test_bad_arguments_are_refused(name: str) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError, MemoryError)):
        kernels().LineState(*BAD_ARGUMENTS[name])  # type: ignore[union-attr]


BAD_CALLS: dict[str, Callable[[Any], object]] = {
    "a cell beyond the end": lambda cells: cells.fix(5, 0),
    "a cell before the beginning": lambda cells: cells.forbid(-1, 0),
    "a color beyond the last": lambda cells: cells.forbid(0, 2),
    "a negative color": lambda cells: cells.fix(0, -1),
    "a cell beyond C": lambda cells: cells.colors(2**70),
    "colors of a cell beyond the end": lambda cells: cells.colors(5),
    "colors of a negative cell": lambda cells: cells.colors(-1),
    "stretches of no line": lambda cells: cells.stretches(1),
    "stretches of a negative line": lambda cells: cells.stretches(-1),
    "a tuple for swept lines": lambda cells: cells.run(None, ()),
    "no function to poll": lambda cells: cells.run(3),
    "masks of one color": lambda cells: cells.restrict([[31]], ()),
    "masks of too many lines": lambda cells: cells.restrict([[31, 0], [31, 0]], ()),
    "masks in tuples": lambda cells: cells.restrict([(31,), (31,)], ()),
    "masks of text": lambda cells: cells.restrict([["a"], ["b"]], ()),
    "a negative mask": lambda cells: cells.restrict([[-1], [0]], ()),
    "a mask of many words": lambda cells: cells.restrict([[2**64], [0]], ()),
    "an open cell beyond the end": lambda cells: cells.restrict([[31], [31]], (5,)),
    "an edited line beyond the end": lambda cells: cells.edited({1: ()}, {}),
    "an edited line that is none": lambda cells: cells.edited({"a": ()}, {}),
    "a negative line": lambda cells: cells.edited({-1: ()}, {}),
    "an edited clue that is long": lambda cells: cells.edited({0: ((6, 1),)}, {}),
    "an edited cell beyond the end": lambda cells: cells.edited({0: CLUE}, {5: 1}),
    "an edited color beyond the last": lambda cells: cells.edited({0: CLUE}, {0: 2}),
    "bytes of another state": lambda cells: cells.__setstate__(b"12345"),
    "text as a state": lambda cells: cells.__setstate__("12345"),
}


@compiled
@pytest.mark.parametrize("name", BAD_CALLS)
def test_bad_calls_are_refused(name: str) -> None:
    cells = one_line((Block(2, 1), Block(1, 1)), 5, 1)
    before = cells.masks()
    with pytest.raises((ValueError, TypeError, OverflowError, IndexError)):
        BAD_CALLS[name](cells)
    assert cells.masks() == before
    assert cells.run()


@compiled
@given(st.binary(min_size=18, max_size=18))
def test_any_bytes_make_a_state(content: bytes) -> None:
    cells = one_line((Block(2, 1), Block(1, 1)), 5, 1)
    cells.__setstate__(content)  # type: ignore[attr-defined]
    assert all(mask < 32 for masks in cells.masks() for mask in masks)
    cells.run()


# Interruptions


def large_cells() -> LineCells:
    """Lines whose sweeps take seconds together, and each one some milliseconds."""
    length, n_lines = 20_000, 40
    found = kernels()
    assert found is not None
    lines = tuple(range(length * line, length * (line + 1)) for line in range(n_lines))
    cells: LineCells = found.LineState((((1, 1),) * 5_000,) * n_lines, 2, (n_lines,), lines)
    for line in range(n_lines):
        cells.forbid(length * line, 1)
    return cells


class Enough(Exception):
    pass


@compiled
def test_polls_come_often() -> None:
    polls: list[float] = []

    def poll(work: float) -> None:
        polls.append(work)
        if len(polls) == 20:
            raise Enough

    with pytest.raises(Enough):
        large_cells().run(poll)
    assert polls[0] == 0
    assert all(1 <= work < 2 for work in polls[1:])


def test_all_work_is_polled() -> None:
    puzzle = nonosat.loads(RECT)
    works = []
    for _ in range(2):
        polls: list[float] = []
        assert PropagationState(puzzle).cells.run(polls.append)
        works.append(polls)
    assert works[0] == works[1]
    assert 0 < sum(works[0]) < 1


@compiled
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer of the system sends signals")
def test_a_signal_interrupts() -> None:
    cells = large_cells()

    def ring(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, ring)
    try:
        # The system's timer: a thread of Python might not get its turn before the end.
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(Enough):
            cells.run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
