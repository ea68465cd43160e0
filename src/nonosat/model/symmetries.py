"""Rotations and reflections: of all grids with some number of families, and those that map a grid onto itself.

A *turn* says what becomes of the families of lines. It is a symmetry of a grid if it maps cells to cells, and then it
is also known as a permutation of the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from nonosat.core.errors import UsageError
from nonosat.model.grid import Grid

_Value = TypeVar("_Value", bound=Hashable)

#: The numbers of the lines of a cell, one of each family, from 0 within the family. No other cell has the same.
Place = tuple[int, ...]

#: For each cell of a grid the cell that takes its place.
Permutation = tuple[int, ...]

#: A rotation or reflection: for each family of lines, the number of the family that takes its place, and True if the
#: order of the lines is reversed.
Turn = tuple[tuple[int, bool], ...]

#: The turns that generate each symmetry, by number of families. With three families these go round the border
#: counter-clockwise, and their lines do so, too. Along each line the numbers of the next family's lines ascend (after
#: the last family comes the first), and those of a third family descend.
_TURNS: dict[int, dict[str, tuple[Turn, ...]]] = {
    2: {
        "mirror": (((0, False), (1, True)),),
        "mirror-both": (((0, False), (1, True)), ((0, True), (1, False))),
        "rotation": (((0, True), (1, True)),),
        "rotation-4": (((1, False), (0, True)),),
    },
    3: {
        "mirror": (((0, False), (2, False), (1, False)),),
        "mirror-both": (((0, False), (2, False), (1, False)), ((0, True), (2, True), (1, True))),
        "rotation": (((0, True), (1, True), (2, True)),),
        "rotation-3": (((1, False), (2, False), (0, False)),),
        "rotation-6": (((2, True), (0, True), (1, True)),),
    },
}


def find_symmetry(grid: Grid, name: str) -> list[Permutation]:
    """The permutations that generate a symmetry.

    Args:
        name: `mirror` (left and right), `mirror-both` (also top and bottom), `rotation` (half a turn), `rotation-3`,
            `rotation-4` or `rotation-6` (a third, a quarter or a sixth of a turn). UsageError if the grid lacks it.
    """
    known = _symmetries(grid)
    if name not in known:
        expected = f"expected one of {', '.join(known)}" if known else "which has no symmetry"
        raise UsageError(f"symmetry {name!r} of a grid {grid.header}, {expected}")
    return known[name]


def orbits(grid: Grid, name: str | None) -> list[list[int]]:
    """The groups of cells that a symmetry of some `name`, or none, maps onto each other, ascending by first cells."""
    moves = [] if name is None else find_symmetry(grid, name)
    seen: set[int] = set()
    found = []
    for first in range(grid.n_cells):
        if first not in seen:
            found.append(sorted(_reached(first, lambda cell: [move[cell] for move in moves])))
            seen.update(found[-1])
    return found


def all_symmetries(grid: Grid) -> tuple[Permutation, ...]:
    """All rotations and reflections of a grid, the identity first."""
    generators = [move for moves in _symmetries(grid).values() for move in moves]
    identity = tuple(range(grid.n_cells))
    return tuple(_reached(identity, lambda one: [tuple([one[cell] for cell in move]) for move in generators]))


def canonical_cells(grid: Grid, cells: Sequence[int]) -> tuple[int, ...]:
    """A normal form of the colours of `cells`: equal for pictures that differ by rotation, reflection, and colours."""
    return min(renamed([cells[cell] for cell in move]) for move in all_symmetries(grid))


def all_turns(n_families: int) -> tuple[Turn, ...]:
    """All rotations and reflections of grids with some number of families, the identity first: 8 of 2, and 12 of 3."""
    generators = [turn for turns in _TURNS.get(n_families, {}).values() for turn in turns]
    identity = tuple([(family, False) for family in range(n_families)])

    def followed(turn: Turn) -> list[Turn]:
        return [tuple([(turn[family][0], turn[family][1] != back) for family, back in then]) for then in generators]

    return tuple(_reached(identity, followed))


def places_of(grid: Grid) -> list[Place]:
    """The places of all cells of a grid."""
    numbers = [list[int]() for _ in range(grid.n_cells)]
    for family in grid.families:
        for number, line in enumerate(family):
            for cell in grid.line(line):
                numbers[cell].append(number)
    return [tuple(each) for each in numbers]


def turned_place(place: Place, turn: Turn, last: Sequence[int]) -> Place:
    """The place to which a turn moves the cell at a place; `last` has the number of the last line of each family."""
    return tuple([last[family] - place[family] if is_reversed else place[family] for family, is_reversed in turn])


def _reached(first: _Value, step: Callable[[_Value], Iterable[_Value]]) -> Iterable[_Value]:
    """All values to which steps lead from the first one, and that one at the beginning."""
    found, waiting = {first: None}, [first]
    while waiting:
        for value in step(waiting.pop()):
            if value not in found:
                found[value] = None
                waiting.append(value)
    return found


def renamed(colors: Iterable[int]) -> tuple[int, ...]:
    """Colours, numbered from 1 in the order in which they first occur; 0 remains 0."""
    names = {0: 0}
    return tuple([names.setdefault(color, len(names)) for color in colors])


def _symmetries(grid: Grid) -> dict[str, list[Permutation]]:
    """The symmetries of a grid by name, each by permutations that generate it."""
    places = places_of(grid)
    cells = {place: cell for cell, place in enumerate(places)}
    last = [len(family) - 1 for family in grid.families]

    def moved(turn: Turn) -> Permutation | None:
        """The cells after a turn; None if that does not map the grid onto itself."""
        found = [cells.get(turned_place(place, turn, last)) for place in places]
        whole = tuple([cell for cell in found if cell is not None])
        return whole if len(set(whole)) == len(places) else None

    known: dict[str, list[Permutation]] = {}
    for name, turns in _TURNS.get(len(last), {}).items():
        moves = [move for move in map(moved, turns) if move is not None]
        if len(moves) == len(turns):
            known[name] = moves
    return known
