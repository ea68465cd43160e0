"""Carrying sets of cells between families of lines, both ways of doing it, against the lines of the grid themselves."""

from __future__ import annotations

import random

import pytest

from nonosat.lines.crossing import RectCrossing, TableCrossing, crossing
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

GRIDS: list[Grid] = [RectGrid(1, 1), RectGrid(1, 9), RectGrid(7, 1), RectGrid(5, 8), RectGrid(30, 20)]
GRIDS += [
    HexGrid(1),
    HexGrid(2),
    HexGrid(6),
    TriGrid((1, 0, 1, 0, 1, 0)),
    TriGrid((5, 4, 1, 6, 3, 2)),
    TriGrid((6,) * 6),
]
by_header = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)


def along(grid: Grid, cells: set[int]) -> list[int]:
    """For every line its cells that belong to the set."""
    return [sum((cell in cells) << j for j, cell in enumerate(grid.line(index))) for index in range(grid.n_lines)]


@by_header
def test_places(grid: Grid) -> None:
    crossings = crossing(grid)
    for cell in range(grid.n_cells):
        places = crossings.places(cell)
        assert len(places) == len(grid.families)
        for (line, position), family in zip(places, grid.families, strict=True):
            assert line in family
            assert grid.line(line)[position] == cell


@by_header
def test_carry_and_agreed(grid: Grid) -> None:
    rng = random.Random(grid.header)
    crossings = crossing(grid)
    for _ in range(5):
        cells = {cell for cell in range(grid.n_cells) if rng.random() < 0.4}
        sets = along(grid, cells)
        for source, lines in enumerate(grid.families):
            for target, crossed in enumerate(grid.families):
                carried = crossings.carry(sets[lines.start : lines.stop], source, target)
                assert carried == sets[crossed.start : crossed.stop]
        # Each line may know of cells that the others do not have.
        others = [{cell for cell in range(grid.n_cells) if rng.random() < 0.7} for _ in grid.families]
        mixed = [
            mask
            for other, family in zip(others, grid.families, strict=True)
            for mask in along(grid, other)[family.start : family.stop]
        ]
        assert crossings.agreed(mixed) == along(grid, set.intersection(*others))


@by_header
@pytest.mark.parametrize("many", [-1, 10**9], ids=["at once", "cell by cell"])
def test_remove(grid: Grid, many: int) -> None:
    rng = random.Random(grid.header)
    crossings = crossing(grid)
    assert isinstance(crossings, RectCrossing | TableCrossing)
    crossings.many = many
    for source, family in enumerate(grid.families):
        cells = {cell for cell in range(grid.n_cells) if rng.random() < 0.6}
        gone = {cell for cell in cells if rng.random() < 0.3}
        masks, news = along(grid, cells), [0] * grid.n_lines
        changes = []
        for line in family:
            removed = along(grid, gone)[line]
            part = removed & rng.getrandbits(grid.n_cells)  # a line may be told of in pieces
            changes += [(line, piece) for piece in (part, removed ^ part) if piece]
            masks[line] ^= removed
        others = crossings.remove(changes, source, masks, news)
        assert sorted([*others, source]) == list(range(len(grid.families)))
        assert masks == along(grid, cells - gone)
        wanted = along(grid, gone)
        wanted[family.start : family.stop] = [0] * len(family)
        assert news == wanted
