"""`initial_domains` against its documented meaning, computed cell by cell from all placements of each clue."""

from __future__ import annotations

import random

import pytest
from conftest import examples
from hypothesis import example, given
from hypothesis import strategies as st
from test_fixpoint import GRIDS, random_puzzle
from test_line import placements

from nonosat.lines.domains import LineDomain, bit_positions, decided_colors, initial_domains, open_cells, position_flags
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import Clue
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid


def bounds(clue: Clue, length: int, n_colors: int) -> list[dict[int, range]]:
    """For every block and colour the positions from its leftmost to its rightmost start."""
    seen: list[dict[int, list[int]]] = [{} for _ in clue]
    for _, blocks in placements(clue, length, n_colors):
        for by_color, (start, color) in zip(seen, blocks, strict=True):
            by_color.setdefault(color, []).append(start)
    return [
        {color: range(min(starts), max(starts) + 1) for color, starts in sorted(by_color.items())} for by_color in seen
    ]


def reachable(clue: Clue, starts: list[dict[int, range]], cell: int, n_colors: int) -> set[int]:
    possible = {0}
    for (length, _), by_color in zip(clue, starts, strict=True):
        possible |= {color for color, here in by_color.items() if any(s <= cell < s + length for s in here)}
    for (length, _), by_color in zip(clue, starts, strict=True):
        if all(s <= cell < s + length for here in by_color.values() for s in here):
            possible &= set(by_color)
    assert possible <= set(range(n_colors + 1))
    return possible


def check(puzzle: Puzzle) -> None:
    grid, n_colors = puzzle.grid, puzzle.n_colors
    possible = [set(range(n_colors + 1)) for _ in range(grid.n_cells)]
    starts = [bounds(clue, len(grid.line(i)), n_colors) for i, clue in enumerate(puzzle.clues)]
    for index, clue in enumerate(puzzle.clues):
        for j, cell in enumerate(grid.line(index)):
            possible[cell] &= reachable(clue, starts[index], j, n_colors)
    for cell, color in puzzle.givens:
        possible[cell] &= {color}
    domains = initial_domains(puzzle)
    for index in range(grid.n_lines):
        line = domains.lines[index]
        assert line.cells == tuple(
            sum((color in possible[cell]) << j for j, cell in enumerate(grid.line(index)))
            for color in range(n_colors + 1)
        )
        assert [list(by_color) for by_color in line.starts] == [list(by_color) for by_color in starts[index]]
        assert list(line.starts) == [
            {color: sum(1 << s for s in here) for color, here in by_color.items()} for by_color in starts[index]
        ]
        assert [position_flags(mask, len(grid.line(index))) for mask in line.cells] == [
            bytes(color in possible[cell] for cell in grid.line(index)) for color in range(n_colors + 1)
        ]
    assert open_cells(domains) == [cell for cell in range(grid.n_cells) if len(possible[cell]) > 1]
    assert domains.n_open == len(open_cells(domains))
    assert decided_colors(domains) == [max(colors) if len(colors) == 1 else 0 for colors in possible]
    assert (domains.picture() is None) == any(len(colors) != 1 for colors in possible)


@pytest.mark.parametrize("n_colors", [15, 254, 255, 256, 300])
def test_decided_colors_of_long_palettes(n_colors: int) -> None:
    picture = Picture(RectGrid(3, n_colors), (*range(1, n_colors + 1), *[0] * n_colors, *range(n_colors, 0, -1)))
    puzzle = puzzle_of(picture, Palette(tuple(f"#{number:06x}" for number in range(n_colors + 1))))
    domains = propagate(puzzle)
    assert domains is not None
    assert decided_colors(domains) == list(picture.cells)


@pytest.mark.thinned(7)
@pytest.mark.parametrize("grid", [*GRIDS, RectGrid(8, 9)], ids=lambda grid: grid.header)
@pytest.mark.parametrize(("n_colors", "unknown"), [(1, 0.0), (2, 0.0), (3, 0.0), (1, 0.4), (2, 0.4), (3, 1.0)])
def test_agrees_with_all_placements(grid: Grid, n_colors: int, unknown: float) -> None:
    rng = random.Random(f"{grid.header} {n_colors} {unknown}")
    for longest in (1, 4):
        puzzle, picture = random_puzzle(grid, n_colors, rng, unknown=unknown, longest=longest)
        check(puzzle)
        cells = rng.sample(range(grid.n_cells), min(4, grid.n_cells))
        check(
            Puzzle(grid, puzzle.palette, puzzle.clues, tuple(ColoredCell(cell, picture.cells[cell]) for cell in cells))
        )


@pytest.mark.parametrize("grid", [RectGrid(60, 60), HexGrid(20)], ids=lambda grid: grid.header)
def test_a_full_picture_has_no_slack(grid: Grid) -> None:
    picture = Picture(grid, (1,) * grid.n_cells)
    domains = initial_domains(puzzle_of(picture, Palette(("#ffffff", "#000000"))))
    assert domains.picture() == picture


def test_a_given_against_its_clue_leaves_no_color_and_no_picture() -> None:
    puzzle = puzzle_of(Picture(RectGrid(1, 2), (1, 1)), Palette(("#ffffff", "#000000")), [ColoredCell(0, 0)])
    domains = initial_domains(puzzle)
    assert domains.n_open == 0
    assert domains.picture() is None


@examples(100, fast=10)
@given(st.lists(st.booleans(), min_size=1, max_size=70).filter(any))
@example([True, False, True])
def test_positions_in_a_bit_set(flags: list[bool]) -> None:
    mask = sum(flag << position for position, flag in enumerate(flags))
    positions = [position for position, flag in enumerate(flags) if flag]
    assert list(bit_positions(mask)) == positions
    assert isinstance(bit_positions(mask), range) == (len(positions) == positions[-1] - positions[0] + 1)


def test_lines_of_domains_differ_by_cells_or_starts() -> None:
    line = LineDomain((3, 3), ({1: 3},))
    assert line == LineDomain((3, 3), lambda: ({1: 3},))
    assert line != LineDomain((3, 1), ({1: 3},))
    assert line != LineDomain((3, 3), ({1: 1},))
    assert "(3, 3)" in repr(line)
