"""Propagation over all lines against a naive fixpoint that lays out every placement of every clue."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from places import SHARED
from test_line import Placement, expected, placements

from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, PuzzleError
from nonosat.lines.cell_arrays import color_planes
from nonosat.lines.fixpoint import PropagationState, propagate
from nonosat.lines.line import LineSolver
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid


def palette(n_colors: int) -> Palette:
    return Palette(tuple(f"#{color:06x}" for color in range(n_colors + 1)))


def random_puzzle(
    grid: Grid, n_colors: int, rng: random.Random, *, unknown: float = 0.0, longest: int = 1
) -> tuple[Puzzle, Picture]:
    cells: list[int] = []
    while len(cells) < grid.n_cells:
        cells += [rng.randint(0, n_colors)] * rng.randint(1, longest)
    picture = Picture(grid, tuple(cells[: grid.n_cells]))
    clues = tuple(
        tuple(Block(length, 0 if rng.random() < unknown else color) for length, color in clue)
        for clue in puzzle_of(picture, palette(n_colors)).clues
    )
    return Puzzle(grid, palette(n_colors), clues), picture


def masks_along(grid: Grid, index: int, possible: list[int], n_colors: int) -> tuple[int, ...]:
    line = grid.line(index)
    return tuple(sum((possible[cell] >> c & 1) << j for j, cell in enumerate(line)) for c in range(n_colors + 1))


def naive(
    puzzle: Puzzle, givens: Iterable[ColoredCell] = ()
) -> list[tuple[tuple[int, ...], list[dict[int, int]]]] | None:
    """Cells and starts of every line, from all placements, again and again until nothing changes."""
    grid, n_colors = puzzle.grid, puzzle.n_colors
    possible = [(1 << (n_colors + 1)) - 1] * grid.n_cells
    for cell, color in (*puzzle.givens, *givens):
        possible[cell] &= 1 << color
    ways: list[list[Placement]] = [
        list(placements(clue, len(grid.line(index)), n_colors)) for index, clue in enumerate(puzzle.clues)
    ]
    while True:
        before = possible[:]
        lines = []
        for index, clue in enumerate(puzzle.clues):
            found = expected(ways[index], len(clue), masks_along(grid, index, possible, n_colors))
            if found is None:
                return None
            lines.append(found)
            for j, cell in enumerate(grid.line(index)):
                possible[cell] = sum((mask >> j & 1) << c for c, mask in enumerate(found[0]))
        if before == possible:
            return lines


def check(puzzle: Puzzle, givens: Iterable[ColoredCell] = ()) -> bool:
    wanted = naive(puzzle, givens)
    domains = propagate(puzzle, givens)
    if wanted is None or domains is None:
        assert domains is wanted
        return False
    assert [(line.cells, list(line.starts)) for line in domains.lines] == wanted
    return True


GRIDS: list[Grid] = [RectGrid(1, 1), RectGrid(1, 6), RectGrid(3, 4), RectGrid(5, 5), RectGrid(6, 5)]
GRIDS += [HexGrid(1), HexGrid(2), HexGrid(3), TriGrid((2, 1, 3, 1, 2, 2))]


@pytest.mark.thinned(4)
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
@pytest.mark.parametrize(("n_colors", "unknown"), [(1, 0.0), (2, 0.0), (3, 0.0), (2, 0.3), (2, 1.0), (3, 0.5)])
def test_agrees_with_the_naive_fixpoint(grid: Grid, n_colors: int, unknown: float) -> None:
    rng = random.Random(f"{grid.header} {n_colors} {unknown}")
    for _ in range(6):
        puzzle, picture = random_puzzle(grid, n_colors, rng, unknown=unknown, longest=rng.choice((1, 3)))
        assert check(puzzle)
        cells = rng.sample(range(grid.n_cells), min(3, grid.n_cells))
        assert check(puzzle, [ColoredCell(cell, picture.cells[cell]) for cell in cells])
        check(puzzle, [ColoredCell(cell, rng.randint(0, n_colors)) for cell in cells])
        inside = tuple(ColoredCell(cell, picture.cells[cell]) for cell in cells)
        assert check(Puzzle(grid, puzzle.palette, puzzle.clues, inside))


def test_contradictions_are_found_and_none_invented() -> None:
    rng = random.Random(1)
    results = []
    for _ in range(60):
        puzzle, _ = random_puzzle(RectGrid(4, 4), 1, rng)
        rows = list(puzzle.clues[:4])
        rng.shuffle(rows)
        try:
            results.append(check(Puzzle(puzzle.grid, puzzle.palette, (*rows, *puzzle.clues[4:]))))
        except PuzzleError:
            continue
    assert 5 < sum(results) < len(results) - 5


def by_line_solver(puzzle: Puzzle, givens: Iterable[ColoredCell] = ()) -> list[int] | None:
    """For each cell the set of its colours, by the plain way with the (tested) line solver."""
    possible = [(1 << (puzzle.n_colors + 1)) - 1] * puzzle.grid.n_cells
    for cell, color in (*puzzle.givens, *givens):
        possible[cell] &= 1 << color
    return narrowed(puzzle, possible)


def narrowed(puzzle: Puzzle, possible: list[int]) -> list[int] | None:
    """Sets of colours, after one line at a time until nothing changes."""
    grid, n_colors = puzzle.grid, puzzle.n_colors
    solvers = [LineSolver(clue, len(grid.line(index)), n_colors) for index, clue in enumerate(puzzle.clues)]
    before: list[int] = []
    while before != possible:
        before, possible = possible, possible[:]
        for index, solver in enumerate(solvers):
            line = solver.narrow(masks_along(grid, index, possible, n_colors))
            if line is None:
                return None
            for j, cell in enumerate(grid.line(index)):
                possible[cell] = sum((mask >> j & 1) << c for c, mask in enumerate(line))
    return possible


def colors_of(state: PropagationState) -> list[int]:
    return [sum(1 << color for color in state.cells.colors(cell)) for cell in range(state.puzzle.grid.n_cells)]


@pytest.mark.parametrize(
    "grid", [RectGrid(20, 25), RectGrid(40, 9), HexGrid(7), TriGrid((7, 5, 5, 6, 6, 4))], ids=lambda grid: grid.header
)
@pytest.mark.parametrize(("n_colors", "unknown"), [(1, 0.0), (3, 0.0), (4, 0.2)])
def test_search_goes_on_from_a_state(grid: Grid, n_colors: int, unknown: float) -> None:
    """Fixing cells one after the other, in copies, comes to the same as starting with all of them."""
    rng = random.Random(f"{grid.header} {n_colors}")
    puzzle, picture = random_puzzle(grid, n_colors, rng, unknown=unknown, longest=6)
    state = PropagationState(puzzle)
    assert state.run()
    assert colors_of(state) == by_line_solver(puzzle)
    givens: list[ColoredCell] = []
    while True:
        open_cells = [cell for cell in range(grid.n_cells) if len(state.cells.colors(cell)) > 1]
        assert len(open_cells) == state.n_open
        assert all(color in state.cells.colors(cell) for cell, color in enumerate(picture.cells))
        assert state.picture() == (None if open_cells else picture)
        if not open_cells:
            break
        cell = rng.choice(open_cells)
        before = colors_of(state)
        wrong = state.copy()
        other = rng.choice([color for color in state.cells.colors(cell) if color != picture.cells[cell]])
        wrong.cells.fix(cell, other)
        possible = wrong.run()
        if len(givens) < 8:
            wanted = by_line_solver(puzzle, [*givens, ColoredCell(cell, other)])
            assert (colors_of(wrong) if possible else None) == wanted
        assert colors_of(state) == before
        if possible:
            givens.append(ColoredCell(cell, picture.cells[cell]))
            state.cells.fix(*givens[-1])
        else:
            state.cells.forbid(cell, other)
        assert state.run()
    domains = state.domains()
    assert domains.n_open == 0
    assert domains.picture() == picture
    direct = propagate(puzzle, [ColoredCell(cell, color) for cell, color in enumerate(picture.cells)])
    assert direct is not None
    assert direct.lines == domains.lines


def states() -> Iterator[tuple[random.Random, PropagationState, Picture]]:
    """Some states with open cells, the random numbers to go on with, and a solution."""
    for seed, grid in product(range(8), (RectGrid(7, 8), HexGrid(4), TriGrid((3, 2, 2, 3, 2, 2)))):
        rng = random.Random(seed)
        puzzle, picture = random_puzzle(grid, 1 + seed % 3, rng, unknown=seed % 4 / 10, longest=rng.choice((1, 3)))
        yield rng, PropagationState(puzzle), picture


def test_rounds() -> None:
    """Each round narrows every line, from what was known before it."""
    for rng, state, picture in states():
        grid, n_colors = state.puzzle.grid, state.puzzle.n_colors
        for cell in rng.sample(range(grid.n_cells), 5):
            state.cells.fix(cell, picture.cells[cell])
        goes_on = True
        while goes_on:
            before = colors_of(state)
            wanted = before[:]
            for index, clue in enumerate(state.puzzle.clues):
                line = grid.line(index)
                masks = LineSolver(clue, len(line), n_colors).narrow(masks_along(grid, index, before, n_colors))
                assert masks is not None
                for j, cell in enumerate(line):
                    wanted[cell] &= sum((mask >> j & 1) << c for c, mask in enumerate(masks))
            goes_on = state.cells.run_round()
            assert colors_of(state) == wanted
            assert goes_on == (wanted != before)


def test_edited_cells_and_what_is_known_of_the_others() -> None:
    for rng, state, picture in states():
        puzzle, grid = state.puzzle, state.puzzle.grid
        state.run()
        before = colors_of(state)
        cells = list(picture.cells)
        colors = {cell: rng.randint(0, puzzle.n_colors) for cell in rng.sample(range(grid.n_cells), 3)}
        # One line is left without a block.
        colors |= {cell: 0 for cell in grid.line(rng.randrange(grid.n_lines)) if cells[cell]}
        for cell, color in colors.items():
            cells[cell] = color
        lines = [index for index in range(grid.n_lines) if not colors.keys().isdisjoint(grid.line(index))]
        new = puzzle_of(Picture(grid, tuple(cells)), puzzle.palette).clues
        edited = state.edited({index: new[index] for index in lines}, colors)
        clues = tuple(new[index] if index in lines else clue for index, clue in enumerate(puzzle.clues))
        known = [1 << colors[cell] if cell in colors else mask for cell, mask in enumerate(before)]
        assert edited.run()
        assert colors_of(edited) == narrowed(Puzzle(grid, puzzle.palette, clues), known)
        assert colors_of(state) == before
        assert state.domains() == propagate(puzzle)


def test_edits_that_take_a_colour_out_of_a_line() -> None:
    """Cells of the line that might have had it are known not to have it any more."""
    rng = random.Random(3)
    grid = RectGrid(3, 3)
    pictures = [(0, 1, 0, 2, 0, 1, 0, 2, 2), *(tuple(rng.choices(range(3), k=grid.n_cells)) for _ in range(20))]
    for cells in pictures:
        puzzle = puzzle_of(Picture(grid, cells), palette(2))
        state = PropagationState(puzzle)
        state.run()
        before = colors_of(state)
        for line in map(grid.line, range(grid.n_lines)):
            for color in {cells[cell] for cell in line} - {0}:
                gone = {cell: 0 for cell in line if cells[cell] == color}
                new = puzzle_of(Picture(grid, tuple(gone.get(i, c) for i, c in enumerate(cells))), puzzle.palette)
                lines = [index for index in range(grid.n_lines) if not gone.keys().isdisjoint(grid.line(index))]
                edited = state.edited({index: new.clues[index] for index in lines}, gone)
                assert edited.run()
                assert colors_of(edited) == narrowed(new, [1 if i in gone else mask for i, mask in enumerate(before)])


def test_around_some_cells_of_a_picture() -> None:
    for rng, state, picture in states():
        grid = state.puzzle.grid
        solved = state.fixing(enumerate(picture.cells))
        assert solved is not None
        cells = rng.sample(range(grid.n_cells), grid.n_cells // 3)
        part = state.around(solved.cells.masks(), cells)
        assert part.run()
        others = [ColoredCell(cell, color) for cell, color in enumerate(picture.cells) if cell not in cells]
        assert colors_of(part) == by_line_solver(state.puzzle, others)


def test_sets_of_cells() -> None:
    for grid in (RectGrid(2, 4), RectGrid(3, 3), RectGrid(5, 5), HexGrid(3)):
        puzzle, _ = random_puzzle(grid, 2, random.Random(1))
        state = PropagationState(puzzle)
        planes = [[color in state.cells.colors(cell) for cell in range(grid.n_cells)] for color in range(3)]
        assert color_planes(state).tolist() == planes
        sets = [sum(flag << cell for cell, flag in enumerate(plane)) for plane in planes]
        assert state.cells.sets() == b"".join(cells.to_bytes((grid.n_cells + 7) // 8, "little") for cells in sets)


def test_open_cells_and_picture() -> None:
    puzzle = puzzle_of(Picture(RectGrid(2, 2), (1, 0, 0, 1)), palette(1))
    domains = propagate(puzzle)
    assert domains is not None
    assert domains.n_open == 4
    assert domains.picture() is None
    assert [line.is_open for line in domains.lines] == [True] * 4
    domains = propagate(puzzle, [ColoredCell(1, 1)])
    assert domains is not None
    assert domains.picture() == Picture(puzzle.grid, (0, 1, 1, 0))


def test_impossible_demands() -> None:
    puzzle = puzzle_of(Picture(RectGrid(2, 2), (1, 1, 0, 0)), palette(2))
    state = PropagationState(puzzle)
    assert state.run()
    assert state.cells.colors(0) == [1]
    wrong = state.copy()
    wrong.cells.fix(0, 2)
    assert not wrong.run()
    assert not wrong.run()
    gone = state.copy()
    gone.cells.forbid(0, 1)
    assert [gone.run() for _ in range(4)] == [False] * 4
    state.cells.fix(0, 1)
    state.cells.forbid(0, 2)
    assert state.run()


def test_gives_up_at_the_deadline() -> None:
    puzzle, _ = random_puzzle(RectGrid(30, 30), 1, random.Random(5), longest=9)
    with pytest.raises(GaveUp):
        propagate(puzzle, deadline=Deadline.after(-1))
    assert propagate(puzzle, deadline=Deadline.after(60)) == propagate(puzzle)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared puzzles are not here")
@pytest.mark.parametrize(
    "folder", [*(pytest.param(name, marks=pytest.mark.slow) for name in ("easy", "survey")), "fau", "gchq"]
)
def test_known_puzzles(folder: str) -> None:
    from nonosat.formats import load

    for path in sorted((SHARED / folder).glob("*.clues")):
        puzzle = load(path)
        state = PropagationState(puzzle)
        assert (colors_of(state) if state.run() else None) == by_line_solver(puzzle), path.name


@pytest.mark.parametrize("seed", range(10))
def test_stretches_have_all_that_is_open(seed: int) -> None:
    rng = random.Random(seed)
    grid = rng.choice([RectGrid(9, 12), HexGrid(4)])
    puzzle, picture = random_puzzle(grid, rng.randint(1, 3), rng, longest=3)
    state = PropagationState(puzzle)
    assert state.run()
    for index, line in enumerate(state.domains().lines):
        stretches = state.cells.stretches(index)
        several_starts = [n for n, by_color in enumerate(line.starts) for here in by_color.values() if here & here - 1]
        assert several_starts == [block for _, _, first, last in stretches for block in range(first, last)]
        inside = {j for low, high, _, _ in stretches for j in range(low, high)}
        for j, cell in enumerate(grid.line(index)):
            assert j in inside or state.cells.colors(cell) == [picture.cells[cell]]
        # The blocks of a stretch, one at least, are those that lie in it in any solution.
        for low, high, first, last in stretches:
            assert first < last
            own = picture.line(index)[low:high]
            assert sum(block.length for block in puzzle.clues[index][first:last]) == sum(map(bool, own))


def test_changed_lines() -> None:
    for _, state, picture in states():
        grid = state.puzzle.grid
        assert state.run()
        assert state.cells.changed_lines() == []
        cell = next((cell for cell, colors in enumerate(colors_of(state)) if colors.bit_count() > 1), None)
        if cell is not None:
            state.cells.fix(cell, picture.cells[cell])
            assert state.cells.changed_lines() == sorted(
                line for line in range(grid.n_lines) if cell in grid.line(line)
            )
