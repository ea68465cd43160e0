"""Other grids for the same cells: grown, cropped, turned and mirrored.

A cell is known by its place: the numbers of its lines, one of each family (`model.symmetries`). Lines are numbered from
one side of the grid to the opposite one, so growing a grid adds a constant to the numbers of each family, and turning
it exchanges families or reverses their order. So the same few lines serve all kinds of grids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from nonosat.core.errors import PuzzleError, UsageError
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.nouns import joined
from nonosat.model.palette import BACKGROUND
from nonosat.model.rect_grid import RectGrid
from nonosat.model.symmetries import Place, Turn, places_of, turned_place
from nonosat.model.tri_grid import SIDE_NAMES, TriGrid

Value = TypeVar("Value")

#: By number of families, the turns by name: to the other side, upside down, and one step clockwise or back.
TURNS: dict[int, dict[str, Turn]] = {
    2: {
        "mirror": ((0, False), (1, True)),
        "flip": ((0, True), (1, False)),
        "right": ((1, False), (0, True)),
        "left": ((1, True), (0, False)),
    },
    3: {
        "mirror": ((0, False), (2, False), (1, False)),
        "flip": ((0, True), (2, True), (1, True)),
        "right": ((2, True), (0, True), (1, True)),
        "left": ((1, True), (2, True), (0, True)),
    },
}
#: The sides of a rectangle. A hexagon grows on all sides at once, and triangles have `SIDE_NAMES`.
RECT_SIDES = ("top", "right", "bottom", "left")
ALL_SIDES = ("all",)


def side_names(grid: Grid) -> tuple[str, ...]:
    """The sides on which a grid can grow."""
    return {RectGrid: RECT_SIDES, HexGrid: ALL_SIDES, TriGrid: SIDE_NAMES}[type(grid)]


def grown(grid: Grid, cells: bytes, sides: Mapping[str, int]) -> tuple[Grid, bytes]:
    """A grid and its cells with more lines at some sides, empty ones, or with fewer for negative numbers.

    Raises:
        PuzzleError: there is no such grid.
        UsageError: the grid has no such side.
    """
    larger, shift = _grown_grid(grid, sides)

    def move(place: Place) -> Place:
        return tuple([number + more for number, more in zip(place, shift, strict=True)])

    return larger, _carried(grid, cells, larger, move)


def grown_lines(grid: Grid, values: Sequence[Value], sides: Mapping[str, int]) -> list[Value | None]:
    """A value for each line of the grid that `grown` makes of one: that of the line before, None for a new line."""
    larger, shift = _grown_grid(grid, sides)
    carried: list[Value | None] = [None] * larger.n_lines
    for before, after, more in zip(grid.families, larger.families, shift, strict=True):
        for number, line in enumerate(before):
            if 0 <= number + more < len(after):
                carried[after[number + more]] = values[line]
    return carried


def _grown_grid(grid: Grid, sides: Mapping[str, int]) -> tuple[Grid, tuple[int, ...]]:
    """The grid with more lines at some sides, and how many more numbers each family has before its first line."""
    names = side_names(grid)
    if unknown := sides.keys() - set(names):
        raise UsageError(f"side {min(unknown)!r}, expected {joined(names, 'or')}")
    by = [sides.get(name, 0) for name in names]
    if isinstance(grid, RectGrid):
        top, right, bottom, left = by
        return RectGrid(grid.height + top + bottom, grid.width + left + right), (top, left)
    if isinstance(grid, HexGrid):
        return HexGrid(grid.size + by[0]), (by[0], by[0], by[0])
    assert isinstance(grid, TriGrid), "a kind of `GRIDS`"
    # A side that moves outward becomes shorter, and the two beside it longer.
    moved = [side - by[i] + by[i - 1] + by[(i + 1) % 6] for i, side in enumerate(grid.sides)]
    # The families are numbered from these sides on.
    return TriGrid(tuple(moved)), (by[5], by[1], by[3])


def turned(grid: Grid, cells: bytes, name: str) -> tuple[Grid, bytes]:
    """A grid and its cells after one of the `TURNS`.

    Raises:
        UsageError: there is no turn of that name.
    """
    turns = TURNS[len(grid.families)]
    if name not in turns:
        raise UsageError(f"turn {name!r}, expected {joined(tuple(turns), 'or')}")
    last = [len(family) - 1 for family in grid.families]

    def move(place: Place) -> Place:
        return turned_place(place, turns[name], last)

    wanted = set(map(move, places_of(grid)))
    after = next(other for other in _turned_grids(grid) if set(places_of(other)) == wanted)
    return after, _carried(grid, cells, after, move)


def _turned_grids(grid: Grid) -> Iterator[Grid]:
    """The grids that a turn can make of one."""
    yield grid
    if isinstance(grid, RectGrid):
        yield RectGrid(grid.width, grid.height)
    elif isinstance(grid, TriGrid):
        for sides in (grid.sides, grid.sides[::-1]):
            for i in range(6):
                try:
                    yield TriGrid(sides[i:] + sides[:i])
                except PuzzleError:  # pragma: no cover - opposite sides stay opposite
                    continue


def _carried(before: Grid, cells: bytes, after: Grid, move: Callable[[Place], Place]) -> bytes:
    """The cells of another grid: those that `move` takes there have their colours, and others are background."""
    numbers = {place: cell for cell, place in enumerate(places_of(after))}
    carried = bytearray([BACKGROUND]) * after.n_cells
    for place, color in zip(places_of(before), cells, strict=True):
        cell = numbers.get(move(place))
        if cell is not None:
            carried[cell] = color
    return bytes(carried)
