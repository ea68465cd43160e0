"""Messages of lines against exhaustive sums over all placements, and beliefs against exhaustive solution counts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import groupby
from unittest.mock import Mock

import numpy as np
import pytest
from oracle import fillings
from support.families import stripes

from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, Clue, clue_of, has_hidden, is_known
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.beliefs.decimation import decimate
from nonosat.solving.beliefs.lattice import IMPOSSIBLE, KnownLattice, Lattice, Scratch
from nonosat.solving.beliefs.messages import BOUND, Beliefs
from nonosat.solving.beliefs.reinforcement import reinforce
from nonosat.solving.beliefs.stretches import Batch
from nonosat.solving.beliefs.unknown_lattice import UnknownLattice

COLORS = ("#ffffff", "#000000", "#cc0000", "#0000cc", "#00aa00")


def palette(n_colors: int) -> Palette:
    return Palette(COLORS[: n_colors + 1])


def shares(
    filled: Sequence[Sequence[int]], weights: np.ndarray
) -> tuple[np.ndarray, dict[tuple[int, int, int], float]]:
    """From all fillings the share of each colour for each cell, and of each (block, colour, start)."""
    found, total = np.zeros_like(weights), 0.0
    starts: dict[tuple[int, int, int], float] = {}
    for filling in filled:
        weight = float(np.prod([weights[color, j] for j, color in enumerate(filling)]))
        total += weight
        for j, color in enumerate(filling):
            found[color, j] += weight
        j = block = 0
        for color, run in groupby(filling):
            if color:
                key = block, color, j
                starts[key] = starts.get(key, 0.0) + weight
                block += 1
            j += len(list(run))
    return found / total, {key: weight / total for key, weight in starts.items()}


def batch(clues: Sequence[Clue], lengths: Sequence[int], unknown: bool) -> Batch:
    """Whole lines as the stretches of a batch; they have no cell in common."""
    k, s = max(map(len, clues)), len(clues)
    sizes, colors = np.zeros((k, s), dtype=np.intp), np.zeros((k, s), dtype=np.intp)
    hidden, apart = np.zeros((k, s), dtype=bool), np.zeros((k, s), dtype=bool)
    for i, clue in enumerate(clues):
        for b, (size, color) in enumerate(clue):
            sizes[b, i], colors[b, i], hidden[b, i] = size or 1, color, size == ANY_LENGTH
            apart[b, i] = not unknown and b + 1 < len(clue) and clue[b + 1].color == color
    counts, total = np.array(list(map(len, clues))), np.array(lengths)
    slack = total - sizes.sum(axis=0) - apart.sum(axis=0)
    zeros = np.zeros(s, dtype=np.intp)
    cells = np.arange(max(lengths) * s).reshape(max(lengths), s)
    cells[np.arange(max(lengths))[:, None] >= total] = cells.size
    return Batch(
        lines=zeros,
        first=zeros,
        low=zeros,
        counts=counts,
        slack=slack,
        lengths=sizes,
        hidden=hidden,
        colors=colors,
        apart=apart,
        cells=cells,
        unknown=unknown,
    )


def lattice(clues: Sequence[Clue], lengths: Sequence[int], n_colors: int) -> Lattice:
    unknown = not all(map(is_known, clues))
    kind = UnknownLattice if unknown else KnownLattice
    return kind(batch(clues, lengths, unknown), n_colors, Scratch())


def log_weights(weights: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        logs = np.log(weights / weights.max(axis=0))
    return np.maximum(logs, IMPOSSIBLE)


def random_clue(rng: random.Random, length: int, n_colors: int, unknown: float, hidden: float = 0.0) -> Clue:
    while True:
        color, cells = 0, []
        for _ in range(length):
            if rng.random() < 0.5:
                color = rng.randint(0, n_colors)
            cells.append(color)
        if clue := clue_of(cells):
            return tuple(
                Block(ANY_LENGTH if rng.random() < hidden else size, ANY_COLOR if rng.random() < unknown else c)
                for size, c in clue
            )


@pytest.mark.parametrize("count", [3, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize("hidden", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("unknown", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("n_colors", [1, 2, 3, 4])
def test_shares_are_those_of_all_placements(n_colors: int, unknown: float, hidden: float, count: int) -> None:
    """Batches of lines of different shape, random weights, some of them 0."""
    rng = random.Random(f"{n_colors} {unknown} {hidden}")
    for _ in range(count):
        lengths = [rng.randint(1, 9 if count > 3 else 5) for _ in range(rng.randint(1, 5))]
        clues = [random_clue(rng, length, n_colors, unknown, hidden) for length in lengths]
        filled = [list(fillings(clue, n, n_colors)) for clue, n in zip(clues, lengths, strict=True)]
        weights = np.ones((n_colors + 1, max(lengths), len(lengths)))
        for i, n in enumerate(lengths):
            possible = rng.choice(filled[i])
            for j in range(n):
                for color in range(n_colors + 1):
                    barred = color != possible[j] and rng.random() < 0.2
                    weights[color, j, i] = 0.0 if barred else 50 ** rng.uniform(-1, 1)
        lines = lattice(clues, lengths, n_colors)
        logs = log_weights(weights)
        found = lines.sweep(logs).copy()
        block_shares = lines.shares(logs)
        assert not lines.failed.any()
        for i, n in enumerate(lengths):
            cells, starts = shares(filled[i], weights[:, :n, i])
            assert found[:, :n, i] == pytest.approx(cells, abs=1e-9)
            for (block, color, start), share in starts.items():
                at = (lines.layout.k == block) & (lines.place[:, i] == start)
                plane = 0 if len(block_shares) == 1 else color - 1
                assert block_shares[plane, at, i].sum() == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("n_colors", [1, 3])
def test_every_clue_of_a_short_line(n_colors: int) -> None:
    length = 7 if n_colors == 1 else 4
    rng = np.random.default_rng(7)
    clues = {clue_of(cells) for cells in np.ndindex(*(n_colors + 1,) * length)} - {()}
    if n_colors == 3:
        clues |= {tuple(Block(size, color * (b % 2)) for b, (size, color) in enumerate(clue)) for clue in clues}
    clues |= {tuple(Block(size * (b % 2), color) for b, (size, color) in enumerate(clue)) for clue in clues}
    for kind in (0, 1, 2):
        some = sorted(clue for clue in clues if (2 if has_hidden(clue) else int(not is_known(clue))) == kind)
        if not some:
            continue
        weights = np.exp(rng.normal(size=(n_colors + 1, length, len(some))))
        lines = lattice(some, [length] * len(some), n_colors)
        found = lines.sweep(log_weights(weights))
        for i, clue in enumerate(some):
            expected, _ = shares(list(fillings(clue, length, n_colors)), weights[:, :, i])
            assert found[:, :, i] == pytest.approx(expected, abs=1e-9)


def swept_towards(cells: Sequence[int], clue: Clue, pull: float) -> np.ndarray:
    """The shares of colours on a long line whose cells ask for one placement of the blocks, all of them finite."""
    weights = np.zeros((2, len(cells), 1))
    weights[0, :, 0] = [-pull * cell for cell in cells]
    weights[1, :, 0] = [-pull * (1 - cell) for cell in cells]
    lines = lattice([clue], [len(cells)], 1)
    found = lines.sweep(weights)
    assert np.isfinite(found).all()
    assert not lines.failed.any()
    return found


@pytest.mark.parametrize("length", [500, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("pull", [0.0, 3.9, 7.8])
def test_long_lines_neither_overflow_nor_underflow(pull: float, told: bool, length: int) -> None:
    """Long lines, with cells that ask strongly for one placement of the blocks, and with cells that ask for nothing."""
    rng = random.Random(3)
    for density in (0.02, 0.1, 0.3):
        cells: list[int] = []
        while len(cells) < length:
            cells += [0] * rng.randint(1, round(2 / density)) + [1] * rng.randint(1, 4)
        cells = cells[:length]
        clue = tuple(Block(size, 1 if told else ANY_COLOR) for size, _ in clue_of(cells))
        found = swept_towards(cells, clue, pull)
        assert found[1].sum() == pytest.approx(sum(cells), rel=1e-9)
        if pull > 7:
            assert (found[1, :, 0] > 0.5).tolist() == [cell == 1 for cell in cells]


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.5, 1.0])
@pytest.mark.parametrize("pull", [3.9, 7.8, 13.8])
def test_long_lines_of_unknown_lengths_neither_overflow_nor_underflow(pull: float, share: float) -> None:
    rng = random.Random(4)
    length = 2000
    for longest in (1, 6, 300):
        cells: list[int] = []
        while len(cells) < length:
            cells += [0] * rng.randint(1, longest) + [1] * rng.randint(1, longest)
        cells = cells[:length]
        clue = tuple(Block(ANY_LENGTH if rng.random() < share else size, 1) for size, _ in clue_of(cells))
        found = swept_towards(cells, clue, pull)
        if pull > 7:
            assert (found[1, :, 0] > 0.5).tolist() == [cell == 1 for cell in cells]


@pytest.mark.parametrize("blocks", [1, 10, 200])
def test_blocks_of_unknown_length_divide_a_long_line_evenly(blocks: int) -> None:
    """Blocks and the gaps between them are as long as each other on average, and those at the ends one cell shorter."""
    length = 750
    lines = lattice([(Block(ANY_LENGTH, 1),) * blocks], [length], 1)
    found = lines.sweep(np.zeros((2, length, 1)))[:, :, 0]
    assert found[1].sum() == pytest.approx(blocks * (length + 2) / (2 * blocks + 1), rel=1e-9)
    assert found[1] == pytest.approx(found[1, ::-1], rel=1e-6)
    assert found.sum(axis=0) == pytest.approx(1.0)


def test_a_long_block_among_few_cells_that_want_it() -> None:
    """The weights contradict the clue: nothing is to be learned, but nothing may break either."""
    weights = np.zeros((2, 1500, 2))
    weights[1] = -7.8
    lines = lattice([(Block(400, 1),), (Block(2, 1), Block(1, 1))], [1500, 1500], 1)
    found = lines.sweep(weights)
    assert lines.failed.tolist() == [True, False]
    assert np.isfinite(found).all()


def test_a_block_of_unknown_length_with_cells_that_ask_for_two() -> None:
    """Both ends of the line are black but for one cell, which is as good as white."""
    weights = np.zeros((2, 500, 1))
    weights[0, [0, 1, -1], 0] = weights[1, 240, 0] = IMPOSSIBLE
    lines = lattice([(Block(ANY_LENGTH, 1), Block(ANY_LENGTH, 1))], [500], 1)
    found = lines.sweep(weights)[1, :, 0]
    assert not lines.failed.any()
    assert found[[0, 1, 240, -1]] == pytest.approx([1, 1, 0, 1], abs=1e-9)
    assert (np.diff(found[:240]) <= 1e-12).all()
    lines = lattice([(Block(ANY_LENGTH, 1),)], [500], 1)
    assert np.isfinite(lines.sweep(weights)).all()
    assert lines.failed.all()


@pytest.mark.parametrize("n", [2, 3])
def test_permutations_are_even(n: int) -> None:
    """One cell in each row and column: every cell is as likely as any other."""
    puzzle = Puzzle(RectGrid(n, n), palette(1), ((Block(1, 1),),) * (2 * n))
    state = PropagationState(puzzle)
    assert state.run()
    beliefs = Beliefs(state)
    beliefs.run(60)
    assert beliefs.cell_marginals()[:, 1] == pytest.approx(1 / n, abs=1e-6)


@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_beliefs_without_cycles_are_exact(hidden: int) -> None:
    """One row of touching `?` blocks: each must differ from the one before, the first is told by its column."""
    for n_colors in (2, 3, 4):
        length = 5 + hidden
        columns = ((Block(1, 1),), *(((Block(1, ANY_COLOR),),) * (length - 1)))
        row = (
            (Block(1, ANY_COLOR),) * length
            if not hidden
            else (Block(ANY_LENGTH, ANY_COLOR), Block(2, ANY_COLOR)) * hidden
        )
        puzzle = Puzzle(RectGrid(1, length), palette(n_colors), (row, *columns))
        state = PropagationState(puzzle)
        assert state.run()
        beliefs = Beliefs(state)
        beliefs.run(60)
        filled = [filling for filling in fillings(row, length, n_colors) if filling[0] == 1 and 0 not in filling]
        expected, _ = shares(filled, np.ones((n_colors + 1, length)))
        found = beliefs.cell_marginals().T
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.thinned(6)
@pytest.mark.parametrize("grid", [RectGrid(12, 17), HexGrid(6)], ids=lambda grid: grid.header)
@pytest.mark.parametrize("n_colors", [1, 2, 4])
@pytest.mark.parametrize(("unknown", "hidden"), [(0.0, 0.0), (0.3, 0.0), (0.0, 0.3), (0.3, 0.3)])
def test_beliefs_point_at_the_picture(grid: Grid, n_colors: int, unknown: float, hidden: float) -> None:
    """Most cells are likelier to be what they are in the picture than to be anything else."""
    rng = random.Random(f"{grid.header} {n_colors} {unknown} {hidden}")
    cells = [rng.randint(1, n_colors) if rng.random() < 0.5 else 0 for _ in range(grid.n_cells)]
    puzzle = puzzle_of(Picture(grid, tuple(cells)), palette(n_colors))
    clues = [
        tuple(
            Block(ANY_LENGTH if rng.random() < hidden else size, ANY_COLOR if rng.random() < unknown else color)
            for size, color in clue
        )
        for clue in puzzle.clues
    ]
    puzzle = Puzzle(grid, palette(n_colors), tuple(clues))
    state = PropagationState(puzzle)
    assert state.run()
    beliefs = Beliefs(state)
    beliefs.run(30)
    likely = beliefs.cell_marginals()
    assert likely.shape == (grid.n_cells, n_colors + 1)
    assert likely.sum(axis=1) == pytest.approx(1.0)
    for cell in range(grid.n_cells):
        possible = state.cells.colors(cell)
        assert beliefs.open[cell] == (len(possible) > 1)
        assert {color for color in range(n_colors + 1) if likely[cell, color] > 0} <= set(possible)
    if beliefs.n_open:
        right = sum(int(likely[cell].argmax()) == cells[cell] for cell in range(grid.n_cells))
        assert right > 0.6 * grid.n_cells
        for (line, block), starts in beliefs.start_marginals().items():
            assert set(starts) <= {puzzle.clues[line][block].color} or puzzle.clues[line][block].color == ANY_COLOR
            assert sum(share.sum() for share in starts.values()) == pytest.approx(1.0)
            for color, share in starts.items():
                possible_starts = state.domains().lines[line].starts[block].get(color, 0)
                assert all(possible_starts >> int(j) & 1 for j in np.flatnonzero(share > 1e-12))


@pytest.mark.parametrize("bound", [3.0, BOUND])
def test_messages_are_bounded_and_survive_rebuilding(bound: float) -> None:
    rng = random.Random(5)
    picture = Picture(RectGrid(20, 20), tuple(rng.randint(0, 1) for _ in range(400)))
    state = PropagationState(puzzle_of(picture, palette(1)))
    assert state.run()
    beliefs = Beliefs(state, bound=bound)
    beliefs.run(20)
    before = beliefs.cell_marginals()
    assert before[beliefs.open].max() <= bound**2 / (bound**2 + 1) + 1e-12
    beliefs.rebuild(state)
    assert beliefs.cell_marginals() == pytest.approx(before)
    cell = int(np.flatnonzero(beliefs.open)[0])
    state.cells.fix(cell, int(before[cell].argmax()))
    assert state.run()
    beliefs.refresh(state)
    refreshed = beliefs.n_open
    assert beliefs.cell_marginals()[cell].max() == 1.0
    beliefs.rebuild(state)
    assert beliefs.n_open == refreshed < (before.max(axis=1) < 1).sum()
    beliefs.run(3)
    assert np.isfinite(beliefs.cell_marginals()).all()


@pytest.mark.parametrize("search", [decimate, reinforce])
def test_searches_end_where_beliefs_know_too_little(search: Callable[..., Picture | None]) -> None:
    """In stripes every part of the grid looks like every other one; beliefs see no more of it after more rounds."""
    state = propagated(stripes(70))
    assert state is not None
    complete = Mock()
    assert search(state, complete) is None
    assert not complete.called


def test_where_beliefs_know_little() -> None:
    for puzzle, expected in ((stripes(70), True), (random_puzzle(RectGrid(70, 70), 1, 1), False)):
        state = propagated(puzzle)
        assert state is not None
        beliefs = Beliefs(state)
        beliefs.run(20)
        assert beliefs.know_little == expected
