"""Compiled line solving against line solving on integers, with numba where it is installed, and without."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from oracle import random_puzzle

from nonosat.core.compiled import is_available
from nonosat.lines import line_kernels
from nonosat.lines.compiled_state import CompiledState
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid

needs_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")


@pytest.fixture(params=[False, pytest.param(True, marks=needs_numba)], ids=["plain", "numba"], autouse=True)
def kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kernels as numba compiles them, or the same functions without it."""
    if not request.param:
        for name, function in vars(line_kernels).copy().items():
            monkeypatch.setattr(line_kernels, name, getattr(function, "py_func", function))
    with np.errstate(over="ignore"):  # the sums of words, modulo 2^64
        yield


def possible(state: PropagationState | CompiledState) -> list[list[int]]:
    return [state.colors(cell) for cell in range(state.puzzle.grid.n_cells)]


def compare(puzzle: Puzzle, rng: random.Random, changes: int) -> int:
    """Solve lines, then fix and forbid random colours in both states; how many colours this removed."""
    plain = PropagationState(puzzle)
    compiled = CompiledState(plain)
    n_removed = sum(map(len, possible(plain)))
    assert plain.run()
    assert compiled.run()
    n_removed -= sum(map(len, possible(plain)))
    for _ in range(changes):
        before = possible(plain)
        assert possible(compiled) == before
        cell = rng.choice([cell for cell, colors in enumerate(before) if len(colors) > 1] or [0])
        color = rng.choice(before[cell])
        change = rng.choice(["fix", "forbid"])
        copies = (plain.copy(), compiled.copy())
        for state in copies:
            getattr(state, change)(cell, color)
        is_consistent = copies[0].run()
        assert copies[1].run() == is_consistent
        assert possible(compiled) == before
        if is_consistent:
            plain, compiled = copies
            n_removed += sum(map(len, before)) - sum(map(len, possible(plain)))
    return n_removed


@pytest.mark.thinned(6)
@pytest.mark.parametrize("grid", [RectGrid(6, 9), RectGrid(2, 12), HexGrid(5)], ids=str)
@pytest.mark.parametrize("n_colors", [1, 2, 4])
def test_small_puzzles(grid: Grid, n_colors: int) -> None:
    rng = random.Random(n_colors)
    assert sum(compare(random_puzzle(rng, grid, n_colors)[0], rng, 8) for _ in range(12))


@pytest.mark.parametrize("length", [63, 64, 65, 127, 128, 150])
def test_words(length: int) -> None:
    """Lines that end just before, at and after the end of a word, with blocks of more than one word."""
    rng = random.Random(length)
    cells: list[int] = []
    for _ in range(16):
        row: list[int] = []
        while len(row) < length:
            row += [0] * rng.choice([1, 2, 30]) + [1] * rng.choice([1, 5, 63, 64, 70])
        cells += row[:length]
    assert compare(puzzle_of(Picture(RectGrid(16, length), tuple(cells)), BLACK_ON_WHITE), rng, 10)


def test_contradictions() -> None:
    """No block where the line needs one, and no place for a block that is left."""
    puzzle = puzzle_of(Picture(RectGrid(2, 5), (0, 1, 1, 0, 0) * 2), BLACK_ON_WHITE)
    for change in ("fix", "forbid"):
        state = propagated(puzzle)
        assert state is not None
        compiled = CompiledState(state)
        for cell in range(5):
            getattr(compiled, change)(cell, 1 if change == "forbid" else 0)
        assert not compiled.run()


def test_the_picture() -> None:
    picture = Picture(RectGrid(2, 3), (3, 3, 0, 0, 1, 2))
    state = propagated(puzzle_of(picture, Palette(("#ffffff", "#000000", "#ff0000", "#0000ff"))))
    assert state is not None
    compiled = CompiledState(state)
    for cell, color in enumerate(picture.cells):
        compiled.fix(cell, color)
    assert compiled.run()
    assert compiled.picture() == picture


def test_unknown_blocks_are_refused() -> None:
    puzzle, _ = random_puzzle(random.Random(1), RectGrid(4, 4), 2, unknown=1.0)
    assert not CompiledState.supports(puzzle)
    with pytest.raises(ValueError, match="compiled line solving"):
        CompiledState(PropagationState(puzzle))
