"""Symmetries of grids: rotations and reflections that map a grid onto itself, as permutations of its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from nonosat.errors import UsageError
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import Triangle, TriGrid

#: For each cell of a grid the cell that takes its place.
Permutation = tuple[int, ...]

#: The coordinates of a cell.
_Place = TypeVar("_Place", bound=tuple[int, ...])


def find_symmetry(grid: Grid, name: str) -> list[Permutation]:
    """The permutations that generate a symmetry.

    Args:
        name: `mirror` (left and right), `mirror-both` (also top and bottom), `rotation` (half a turn), `rotation-3`,
            `rotation-4` or `rotation-6` (a third, a quarter or a sixth of a turn).

    Raises:
        UsageError: grids of this kind or size do not have this symmetry.
    """
    known = _symmetries(grid)
    if name not in known:
        expected = f"expected one of {', '.join(known)}" if known else "which has none"
        raise UsageError(f"symmetry {name!r} of a grid {grid.header}, {expected}")
    return list(known[name])


def orbits(grid: Grid, name: str | None) -> list[list[int]]:
    """The groups of cells that a symmetry maps onto each other, each ascending, ordered by their first cells.

    Args:
        name: the name of the symmetry; None for none, so that every cell is by itself.

    Raises:
        UsageError: the grid does not have this symmetry.
    """
    moves = [] if name is None else find_symmetry(grid, name)
    seen: set[int] = set()
    found = []
    for first in range(grid.n_cells):
        if first in seen:
            continue
        orbit, waiting = {first}, [first]
        while waiting:
            cell = waiting.pop()
            for move in moves:
                if move[cell] not in orbit:
                    orbit.add(move[cell])
                    waiting.append(move[cell])
        seen |= orbit
        found.append(sorted(orbit))
    return found


def all_symmetries(grid: Grid) -> tuple[Permutation, ...]:
    """All rotations and reflections of a grid, the identity first."""
    generators = [move for moves in _symmetries(grid).values() for move in moves]
    identity = tuple(range(grid.n_cells))
    found, waiting = {identity: None}, [identity]
    while waiting:
        one = waiting.pop()
        for move in generators:
            both = tuple([one[cell] for cell in move])
            if both not in found:
                found[both] = None
                waiting.append(both)
    return tuple(found)


def canonical_cells(grid: Grid, cells: Sequence[int]) -> tuple[int, ...]:
    """A normal form of a picture: equal for pictures that differ only by rotation, reflection and choice of colours.

    Args:
        cells: the colours of the cells, 0 for background.
    """
    return min(_renamed([cells[cell] for cell in move]) for move in all_symmetries(grid))


def _renamed(cells: Sequence[int]) -> tuple[int, ...]:
    """Colours in the order in which they first occur."""
    names = {0: 0}
    return tuple([names.setdefault(color, len(names)) for color in cells])


def _symmetries(grid: Grid) -> dict[str, tuple[Permutation, ...]]:
    """The symmetries of a grid by name, each by permutations that generate it."""
    if isinstance(grid, RectGrid):
        return _rect_symmetries(grid)
    if isinstance(grid, HexGrid):
        return _hex_symmetries(grid)
    if isinstance(grid, TriGrid):
        return _tri_symmetries(grid)
    return {}


def _rect_symmetries(grid: RectGrid) -> dict[str, tuple[Permutation, ...]]:
    places = [divmod(cell, grid.width) for cell in range(grid.n_cells)]
    down, across = grid.height - 1, grid.width - 1
    mirror = _moved(places, lambda row, column: (row, across - column))
    upside_down = _moved(places, lambda row, column: (down - row, column))
    half = _moved(places, lambda row, column: (down - row, across - column))
    found = {"mirror": (mirror,), "mirror-both": (mirror, upside_down), "rotation": (half,)}
    if grid.height == grid.width:
        found["rotation-4"] = (_moved(places, lambda row, column: (column, across - row)),)
    return found


def _hex_symmetries(grid: HexGrid) -> dict[str, tuple[Permutation, ...]]:
    # Two coordinates of a cell: its row from the middle one, and a coordinate along the row; a third one is minus their
    # sum. A sixth of a turn exchanges the three and their signs.
    far = grid.size - 1
    places = [
        (row, along) for row in range(-far, far + 1) for along in range(max(-far, -far - row), min(far, far - row) + 1)
    ]
    mirror = _moved(places, lambda row, along: (row, -row - along))
    upside_down = _moved(places, lambda row, along: (-row, row + along))
    return {
        "mirror": (mirror,),
        "mirror-both": (mirror, upside_down),
        "rotation": (_moved(places, lambda row, along: (-row, -along)),),
        "rotation-3": (_moved(places, lambda row, along: (along, -row - along)),),
        "rotation-6": (_moved(places, lambda row, along: (row + along, -row)),),
    }


def _tri_symmetries(grid: TriGrid) -> dict[str, tuple[Permutation, ...]]:
    # A third of a turn moves the strips of each direction to those of the next one; a mirror exchanges two directions.
    rows, _, slashes = (len(family) for family in grid.families)
    sides = grid.sides
    top_left, _, _, _, _, top = sides
    places = grid.triangles
    found: dict[str, tuple[Permutation, ...]] = {}
    if (sides[0], sides[1]) == (sides[4], sides[3]):
        mirror = _moved(places, lambda a, b, c: Triangle(a, top - 1 - c, top - 1 - b))
        found["mirror"] = (mirror,)
        if sides[0] == sides[1]:
            upside_down = _moved(places, lambda a, b, c: Triangle(rows - 1 - a, c + top_left, b - top_left))
            found["mirror-both"] = (mirror, upside_down)
    if sides[:3] == sides[3:]:
        half = _moved(places, lambda a, b, c: Triangle(rows - 1 - a, slashes - 1 - b, top - 1 - top_left - c))
        found["rotation"] = (half,)
    if sides[:2] == sides[2:4] == sides[4:]:
        third = _moved(places, lambda a, b, c: Triangle(slashes - 1 - b, slashes - 1 - top_left - c, a - top_left))
        found["rotation-3"] = (third,)
    if len(set(sides)) == 1:
        found["rotation-6"] = (_moved(places, lambda a, b, c: Triangle(top - 1 - c, a, b - top)),)
    return found


def _moved(places: Sequence[_Place], move: Callable[..., _Place]) -> Permutation:
    """The permutation that moves each place to another."""
    numbers = {place: cell for cell, place in enumerate(places)}
    return tuple([numbers[move(*place)] for place in places])
