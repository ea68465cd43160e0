"""The compiled sums over placements against the lattices."""

from __future__ import annotations

import random
import signal
from collections.abc import Sequence

import numpy as np
import pytest
from conftest import need_kernels
from test_beliefs import batch, log_weights, palette
from test_decimation import random_puzzle
from test_reinforcement import random_picture

from nonosat.lines.fixpoint import propagated
from nonosat.model.clue import Block, Clue, clue_of
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.beliefs.compiled_sums import CompiledSums
from nonosat.solving.beliefs.lattice import LEAST_SHARE, Floats, KnownLattice, Lattice, Scratch
from nonosat.solving.beliefs.messages import Beliefs

kernels = need_kernels()


def shares(lines: CompiledSums | Lattice, weights: Floats) -> Floats:
    """The shares of the colours of all cells, from log weights [1 + colours, n, S]; 1 for padding."""
    n_planes, *shape = weights.shape
    incoming = np.zeros((n_planes, 1 + weights[0].size))
    incoming[:, :-1] = weights.reshape(n_planes, -1)
    outgoing = np.zeros_like(incoming)
    lines.update(incoming, outgoing)
    found = np.exp(np.maximum(incoming, -700.0) + np.minimum(outgoing, 700.0))
    return np.where(incoming > -700.0, found, 0.0)[:, :-1].reshape(n_planes, *shape)


def compare(clues: Sequence[Clue], lengths: Sequence[int], n_colors: int, weights: Floats) -> list[bool]:
    """Both sums of whole lines must be equal; returns which lines have none, from weights [1 + colours, n, S]."""
    stretches = batch(clues, lengths, unknown=False)
    for i, length in enumerate(lengths):
        weights[:, length:, i] = 1.0
    logs = log_weights(weights)
    expected, lines = KnownLattice(stretches, n_colors, Scratch()), CompiledSums(stretches, kernels)
    known, found = shares(expected, logs), shares(lines, logs)
    failed: list[bool] = lines.failed.tolist()
    assert failed == expected.failed.tolist()
    # A share is a difference of sums of shares, so a small one is as exact as a large one.
    assert np.abs(found - known).max(initial=0.0) <= 1e-12
    assert shares(lines, logs).tolist() == found.tolist()  # nothing of the first call is left
    return failed


def random_cells(rng: random.Random, length: int, n_colors: int, change: float) -> list[int]:
    """The cells of a line with at least one block."""
    cells = [rng.randint(1, n_colors)]
    while len(cells) < length:
        cells.append(rng.randint(0, n_colors) if rng.random() < change else cells[-1])
    return cells


@pytest.mark.parametrize("count", [15, pytest.param(300, marks=pytest.mark.slow)])
def test_sums_are_those_of_the_lattices(count: int) -> None:
    """Lines of different shape, random weights, some of them 0, so that some lines have no placement."""
    for seed in range(count):
        rng, random_weights = random.Random(seed), np.random.default_rng(seed)
        lengths = [rng.randint(1, 70) for _ in range(rng.randint(1, 6))]
        n_colors = rng.randint(1, 4)
        change, ratio, impossible = rng.choice([0.1, 0.5, 1]), rng.choice([1, 50, 1e6]), rng.choice([0, 0.02, 0.2])
        clues = [clue_of(random_cells(rng, length, n_colors, change)) for length in lengths]
        shape = (n_colors + 1, max(lengths), len(lengths))
        weights = ratio ** random_weights.uniform(-1, 1, shape)
        weights[random_weights.random(shape) < impossible] = 0.0
        weights[0][weights.max(axis=0) == 0.0] = 1.0
        compare(clues, lengths, n_colors, weights)


@pytest.mark.parametrize(
    ("length", "ratio"),
    [(1, 100), (63, 100), (64, 100), (65, 100), (300, 10), pytest.param(4096, 1.2, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("change", [0.1, 0.9])
def test_lengths(length: int, ratio: float, change: float) -> None:
    """Also where the number of placements is larger than any float."""
    rng = random.Random(length)
    lengths = [length] * 2
    clues = [clue_of(random_cells(rng, length, 2, change)) for _ in lengths]
    even = np.ones((3, length, 2))
    assert compare(clues, lengths, 2, even) == [False, False]
    assert compare(clues, lengths, 2, ratio ** np.random.default_rng(1).uniform(-1, 1, even.shape)) == [False, False]


def test_no_cells_and_no_blocks() -> None:
    numbers, flags = np.zeros(1, dtype=np.intp), np.zeros(1, dtype=bool)
    failed = np.ones(1, dtype=bool)
    for n_cells, n_blocks in ((0, 0), (0, 3), (2, 0)):
        blocks = np.zeros((1, n_blocks), dtype=np.intp)
        cells, free = np.arange(n_cells)[None], np.full(1, n_cells)
        weights, found = np.full((2, 3), 0.5), np.zeros((2, 3))
        stretches = (cells, numbers, free, blocks, blocks, blocks.astype(bool))
        kernels.placement_messages(weights, stretches, found, failed)
        assert not failed.any()
        assert found.tolist() == [
            [2.0] * n_cells + [0.0] * (3 - n_cells),
            [2 * LEAST_SHARE] * n_cells + [0.0] * (3 - n_cells),
        ]
    nothing = np.zeros((0, 4), dtype=np.intp)
    stretches = (nothing, numbers[:0], numbers[:0], nothing, nothing, nothing.astype(bool))
    kernels.placement_messages(weights, stretches, found, flags[:0])


@pytest.mark.parametrize("pull", [0.0, 7.8])
def test_long_lines_neither_overflow_nor_underflow(pull: float) -> None:
    rng = random.Random(5)
    cells: list[int] = []
    while len(cells) < 600:
        cells += [0] * rng.randint(1, 6) + [1] * rng.randint(1, 4)
    weights = np.zeros((2, len(cells), 1))
    weights[0, :, 0] = [-pull * cell for cell in cells]
    weights[1, :, 0] = [-pull * (1 - cell) for cell in cells]
    lines = CompiledSums(batch([clue_of(cells)], [len(cells)], unknown=False), kernels)
    found = shares(lines, weights)[1, :, 0]
    assert lines.failed.tolist() == [False]
    assert found.sum() == pytest.approx(sum(cells), rel=1e-9)
    if pull:
        assert (found > 0.5).tolist() == [cell == 1 for cell in cells]
    # Cells that are all as good as background leave no placement of a weight above 0.
    weights[0], weights[1] = 0.0, -7.8
    lines = CompiledSums(batch([(Block(400, 1),)], [len(cells)], unknown=False), kernels)
    assert shares(lines, weights) == pytest.approx(np.exp(weights))  # they are kept
    assert lines.failed.tolist() == [True]


def test_rows_that_vanish_together_are_scaled_one_by_one() -> None:
    """All placements weigh the same, each block 10^-90."""
    lines = CompiledSums(batch([(Block(15, 1),) * 8], [130], unknown=False), kernels)
    weights = np.zeros((2, 130, 1))
    even = shares(lines, weights)
    weights[1] = np.log(1e-6)
    assert shares(lines, weights) == pytest.approx(even, rel=1e-12)
    assert lines.failed.tolist() == [False]


@pytest.mark.parametrize(
    ("grid", "n_colors", "unknown"),
    [(RectGrid(16, 14), 1, 0.0), (RectGrid(12, 12), 3, 0.0), (HexGrid(10), 1, 0.0), (RectGrid(12, 12), 2, 0.2)],
    ids=str,
)
def test_messages_are_the_same(
    grid: RectGrid | HexGrid, n_colors: int, unknown: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where only some lines have known blocks, and after cells are fixed."""
    if unknown:
        puzzle = random_puzzle(grid, n_colors, 3, unknown)
    else:
        puzzle = puzzle_of(random_picture(grid, n_colors, 2, density=0.35), palette(n_colors))
    state = propagated(puzzle)
    assert state is not None
    assert state.n_open > 20
    compiled = Beliefs(state, 0.1, 1)
    monkeypatch.setattr("nonosat.solving.beliefs.messages.kernels", lambda: None)
    plain = Beliefs(state, 0.1, 1)
    sums = [sums for family in compiled._lattices for sums in family]
    assert any(isinstance(each, CompiledSums) for each in sums)
    assert all(isinstance(each, CompiledSums) for each in sums) == (not unknown)
    assert not any(isinstance(each, CompiledSums) for family in plain._lattices for each in family)
    for _ in range(2):
        assert plain.run(8) == pytest.approx(compiled.run(8))
        assert plain.cell_marginals() == pytest.approx(compiled.cell_marginals(), abs=1e-9)
        starts = compiled.start_marginals()
        for place, known in plain.start_marginals().items():
            assert {color: pytest.approx(share, abs=1e-9) for color, share in known.items()} == starts[place]
        after = state.copy()
        colors, margins = plain.margins()
        cell = int(np.argmax(np.where(plain.open, margins, -1.0)))
        after.cells.fix(cell, int(colors[cell]))
        assert after.run()
        plain.rebuild(after)
        compiled.rebuild(after)


#: Two stretches of four cells of a grid of ten, with the blocks 1 1 and 2; the last block of the second is padding.
SOUND = {
    "weights": np.full((2, 11), 0.5),
    "cells": np.array([[0, 1, 2, 3], [4, 5, 6, 7]]),
    "counts": np.array([2, 1]),
    "slacks": np.array([1, 2]),
    "lengths": np.array([[1, 1], [2, 0]]),
    "colors": np.array([[1, 1], [1, 0]]),
    "apart": np.array([[True, False], [False, False]]),
    "messages": np.zeros((2, 11)),
    "failed": np.zeros(2, dtype=bool),
}
WRONG_TYPES: list[tuple[str, object]] = [
    *((name, None) for name in SOUND),
    *((name, SOUND[name].astype(np.float32)) for name in SOUND),
    *((name, SOUND[name][..., None]) for name in SOUND),
    ("weights", SOUND["weights"].astype(">f8")),
    ("weights", np.full((11, 2), 0.5).T),
    ("cells", SOUND["cells"].astype(np.int32)),
    ("cells", memoryview(bytearray(65))[1:].cast("l", (2, 4))),
    ("apart", SOUND["apart"].astype(np.uint8)),
]
WRONG_SHAPES = [(name, np.zeros((3, 3, 3)[: SOUND[name].ndim], dtype=SOUND[name].dtype)) for name in SOUND]
WRONG_NUMBERS = [
    *(("cells", place, number) for place in ((0, 0), (1, 3)) for number in (-1, 11, 2**62, -(2**63))),
    *(("counts", 1, number) for number in (-1, 3, 2**62, -(2**63))),
    *(("slacks", 0, number) for number in (-1, 2, 5, 2**63 - 1, -(2**63))),
    *(("lengths", (0, 1), number) for number in (-1, 0, 2, 2**63 - 1, -(2**63))),
    *(("colors", (0, 1), number) for number in (-1, 0, 2, 2**62)),
]


def call(**changes: object) -> tuple[Floats, np.ndarray]:
    """The messages and the failed stretches of the sound arguments but for some changes."""
    given = {name: array.copy() for name, array in SOUND.items()} | changes
    weights, *stretches, found, failed = given.values()
    kernels.placement_messages(weights, tuple(stretches), found, failed)
    return found, failed


def test_sound_arguments() -> None:
    found, failed = call()
    assert failed.tolist() == [False, False]
    shares = [2 / 3, 1 / 3, 1 / 3, 2 / 3, 1 / 3, 2 / 3, 2 / 3, 1 / 3, 0, 0, 0]
    assert found[1].tolist() == pytest.approx([share / 0.5 for share in shares])


@pytest.mark.parametrize(("name", "value"), WRONG_TYPES)
def test_other_types_are_refused(name: str, value: object) -> None:
    with pytest.raises((TypeError, ValueError, BufferError)):
        call(**{name: value})


@pytest.mark.parametrize(("name", "value"), WRONG_SHAPES)
def test_other_shapes_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match="shapes"):
        call(**{name: value})


@pytest.mark.parametrize(("name", "place", "number"), WRONG_NUMBERS)
def test_numbers_out_of_range_are_refused(name: str, place: int | tuple[int, int], number: int) -> None:
    changed = SOUND[name].copy()
    changed[place] = number
    found = np.zeros((2, 11))
    with pytest.raises(ValueError, match="out of range"):
        call(**{name: changed, "messages": found})
    assert not found.any()


def test_results_that_cannot_be_written() -> None:
    for name in ("messages", "failed"):
        fixed = SOUND[name].copy()
        fixed.flags.writeable = False
        with pytest.raises((ValueError, BufferError)):
            call(**{name: fixed})


def test_weights_that_are_no_numbers() -> None:
    for number in (np.nan, np.inf, -np.inf):
        weights = SOUND["weights"].copy()
        weights[:, 1] = number
        found, failed = call(weights=weights)
        assert failed.tolist() == [True, False]
        assert found[:, :4].tolist() == [[1.0] * 4] * 2


class _Rang(Exception):
    """The alarm has rung."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer signal")
@pytest.mark.parametrize(("length", "n_blocks"), [(1, 500), (10_000, 1)], ids=["blocks", "cells"])
def test_an_alarm_interrupts(length: int, n_blocks: int) -> None:
    """Between two lines of many, so most results are not written."""

    def ring(*_: object) -> None:
        raise _Rang

    clue, n_lines = (Block(length, 1),) * n_blocks, 40
    n_cells = (length + 1) * n_blocks + 10_000
    stretches = batch([clue] * n_lines, [n_cells] * n_lines, unknown=False)
    lines = CompiledSums(stretches, kernels)
    weights = np.ones((2, n_cells * n_lines + 1))
    found = np.full_like(weights, -1.0)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(_Rang):
            kernels.placement_messages(weights, lines._stretches, found, lines.failed)
        assert (found < 0).mean() > 0.5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
