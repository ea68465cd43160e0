"""The compiled sums over placements against the lattices, with numba where it is installed, and without."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import numpy as np
import pytest
from test_beliefs import batch, lattice, log_weights, palette, random_clue
from test_decimation import complete, random_puzzle
from test_reinforcement import random_picture

from nonosat.core.compiled import compiled, is_available
from nonosat.lines.fixpoint import propagated
from nonosat.model.clue import Block, clue_of
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check
from nonosat.solving.beliefs import compiled_sweep, reinforcement
from nonosat.solving.beliefs.compiled_sweep import CompiledSweep
from nonosat.solving.beliefs.lattice import Lattice
from nonosat.solving.beliefs.messages import Beliefs

needs_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")
WITH_NUMBA = pytest.param(True, marks=needs_numba)


@pytest.fixture(params=[False, WITH_NUMBA], ids=["plain", "numba"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Sums by numba, or by the same function without it."""
    if not request.param:
        monkeypatch.setattr(compiled_sweep, "_kernel", lambda: compiled_sweep._sweep)
        monkeypatch.setattr("nonosat.solving.beliefs.messages.is_available", lambda: True)
    return bool(request.param)


def shares(lines: CompiledSweep | Lattice, weights: np.ndarray) -> np.ndarray:
    """The shares of the colours of all cells, from log weights [1 + colours, n, S]; 1 for padding."""
    n_planes, *shape = weights.shape
    incoming = np.zeros((n_planes, 1 + weights[0].size))
    incoming[:, :-1] = weights.reshape(n_planes, -1)
    outgoing = np.zeros_like(incoming)
    lines.update(incoming, outgoing)
    return np.exp(outgoing[:, :-1]).reshape(n_planes, *shape)


@pytest.mark.thinned(3)
@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("n_colors", [1, 2, 4])
def test_sums_are_those_of_the_lattices(n_colors: int) -> None:
    """Batches of lines of different shape, random weights, some of them 0, so that some lines have no placement."""
    rng, failed = random.Random(n_colors), 0
    for _ in range(30):
        lengths = [rng.randint(1, 14) for _ in range(rng.randint(1, 5))]
        clues = [random_clue(rng, length, n_colors, 0.0) for length in lengths]
        weights = np.ones((n_colors + 1, max(lengths), len(lengths)))
        for i, n in enumerate(lengths):
            for j in range(n):
                for color in range(n_colors + 1):
                    weights[color, j, i] = 0.0 if color and rng.random() < 0.1 else 50 ** rng.uniform(-1, 1)
        logs = log_weights(weights)
        expected, lines = lattice(clues, lengths, n_colors), CompiledSweep(batch(clues, lengths, unknown=False))
        known, found = shares(expected, logs), shares(lines, logs)
        assert lines.failed.tolist() == expected.failed.tolist()
        failed += int(lines.failed.sum())
        assert found == pytest.approx(known, abs=1e-12)
        assert shares(lines, logs).tolist() == found.tolist()  # nothing of the first call is left
    assert failed


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("pull", [0.0, 7.8])
def test_long_lines_neither_overflow_nor_underflow(pull: float) -> None:
    rng = random.Random(5)
    cells: list[int] = []
    while len(cells) < 600:
        cells += [0] * rng.randint(1, 6) + [1] * rng.randint(1, 4)
    weights = np.zeros((2, len(cells), 1))
    weights[0, :, 0] = [-pull * cell for cell in cells]
    weights[1, :, 0] = [-pull * (1 - cell) for cell in cells]
    lines = CompiledSweep(batch([clue_of(cells)], [len(cells)], unknown=False))
    found = shares(lines, weights)[1, :, 0]
    assert lines.failed.tolist() == [False]
    assert found.sum() == pytest.approx(sum(cells), rel=1e-9)
    if pull:
        assert (found > 0.5).tolist() == [cell == 1 for cell in cells]
    # Cells that are all as good as background leave no placement of a weight above 0.
    weights[0], weights[1] = 0.0, -7.8
    lines = CompiledSweep(batch([(Block(400, 1),)], [len(cells)], unknown=False))
    assert shares(lines, weights) == pytest.approx(np.exp(weights))  # they are kept
    assert lines.failed.tolist() == [True]


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("grid", "n_colors", "unknown"),
    [(RectGrid(18, 20), 1, 0.0), (RectGrid(12, 12), 3, 0.0), (HexGrid(10), 1, 0.0), (RectGrid(12, 12), 2, 0.2)],
    ids=str,
)
def test_messages_are_the_same(grid: RectGrid | HexGrid, n_colors: int, unknown: float) -> None:
    """Also where only some lines have known blocks, and after cells are fixed."""
    if unknown:
        puzzle = random_puzzle(grid, n_colors, 3, unknown)
    else:
        puzzle = puzzle_of(random_picture(grid, n_colors, 2, density=0.35), palette(n_colors))
    state = propagated(puzzle)
    assert state is not None
    assert state.n_open > 20
    plain, compiled = Beliefs(state, 0.1, 1), Beliefs(state, 0.1, 1, compiled=True)
    sums = [sums for family in compiled._lattices for sums in family]
    assert any(isinstance(each, CompiledSweep) for each in sums)
    assert all(isinstance(each, CompiledSweep) for each in sums) == (not unknown)
    for _ in range(2):
        assert plain.run(8) == pytest.approx(compiled.run(8))
        assert plain.cell_marginals() == pytest.approx(compiled.cell_marginals(), abs=1e-9)
        starts = compiled.start_marginals()
        for place, known in plain.start_marginals().items():
            assert {color: pytest.approx(share, abs=1e-9) for color, share in known.items()} == starts[place]
        after = state.copy()
        colors, margins = plain.margins()
        cell = int(np.argmax(np.where(plain.open, margins, -1.0)))
        after.fix(cell, int(colors[cell]))
        assert after.run()
        plain.rebuild(after)
        compiled.rebuild(after)


def test_without_numba_it_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may also be installed, but for another version of numpy; then it cannot be imported, either."""
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr("nonosat.solving.beliefs.messages.is_available", is_available.__wrapped__)
    state = propagated(random_puzzle(RectGrid(12, 12), 1, 3))
    assert state is not None
    beliefs = Beliefs(state, compiled=True)
    assert not any(isinstance(sums, CompiledSweep) for family in beliefs._lattices for sums in family)


def _raise_runtime_error(*_: object, **options: object) -> Callable[..., object]:
    if options.get("cache"):
        raise RuntimeError("cannot cache function: no locator available")
    return lambda function: function  # as `njit` returns it, but not compiled


@needs_numba
def test_no_folder_for_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then each process compiles anew."""
    import numba

    monkeypatch.setattr(numba, "njit", _raise_runtime_error)
    assert compiled(_raise_runtime_error) is _raise_runtime_error


@pytest.mark.slow
@pytest.mark.usefixtures("kernel")
def test_reinforcement_with_compiled_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reinforcement, "COMPILED_SUMS_FROM", 0)
    puzzle = random_puzzle(RectGrid(18, 18), 1, 5)
    state = propagated(puzzle)
    assert state is not None
    found = [reinforcement.reinforce(state, complete, seed=seed) for seed in (0, 0, 1000, 1000)]
    assert all(picture is not None and check(puzzle, picture) == [] for picture in found)
    assert found[0] == found[1]
    assert found[2] == found[3]
