"""The knowledge of the cells of a puzzle while it is explained: the colours that are possible for each.

Steps remove colours of cells. The knowledge is kept twice: by cells, and by lines as bit sets of positions, one for
each colour, as line solving takes them. The conclusion of a clue from such sets is computed once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from nonosat.explaining.step import Narrowing
from nonosat.lines.crossing import crossing
from nonosat.lines.domains import bit_positions
from nonosat.lines.line import LineSolver
from nonosat.model.puzzle import Puzzle

#: For each colour from 0 (background) to n the positions of a line that may have it, as bit sets.
LineMasks = tuple[int, ...]

#: The number of conclusions that are remembered for a line; after that all are forgotten.
_MOST_REMEMBERED = 20_000


class PuzzleLines:
    """The lines of a puzzle, prepared for explanations; immutable, but for a cache of conclusions.

    Attributes:
        places: for each cell the lines through it, each with the bit of the cell's position on the line.
        crossings: for each line and position on it the other lines through the cell, as in `places`.
        solvers: for each line its clue, prepared.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        grid = puzzle.grid
        crossings = crossing(grid)
        self.puzzle = puzzle
        self.cells = [tuple(grid.line(index)) for index in range(grid.n_lines)]
        self.places = [
            tuple((line, 1 << position) for line, position in crossings.places(cell)) for cell in range(grid.n_cells)
        ]
        self.crossings = [
            tuple(tuple(place for place in self.places[cell] if place[0] != line) for cell in cells)
            for line, cells in enumerate(self.cells)
        ]
        self.solvers = [
            LineSolver(clue, len(cells), puzzle.n_colors) for clue, cells in zip(puzzle.clues, self.cells, strict=True)
        ]
        self._remembered: list[dict[LineMasks, LineMasks | None]] = [{} for _ in self.cells]

    def narrow(self, line: int, masks: LineMasks) -> LineMasks | None:
        """Remove from `masks` what the clue of a line excludes, as `LineSolver.narrow`; None if it has no placement."""
        remembered = self._remembered[line]
        try:
            return remembered[masks]
        except KeyError:
            if len(remembered) > _MOST_REMEMBERED:
                remembered.clear()
            after = remembered[masks] = self.solvers[line].narrow(masks)
            return after

    def through(self, cells: Iterable[int]) -> set[int]:
        """The lines through some `cells`."""
        return {line for cell in cells for line, _ in self.places[cell]}

    @cached_property
    def shortest_cycle(self) -> int:
        """The length of the shortest cycle of lines that cross; fewer lines together conclude no more than separately.

        Lines that share two cells are a cycle of two. Lines of one family do not cross, so with two families another
        cycle has at least four lines.
        """
        crossed: set[tuple[int, int]] = set()
        for places in self.places:
            for pair in combinations([line for line, _ in places], 2):
                if pair in crossed:
                    return 2
                crossed.add(pair)
        return 4 if len(self.puzzle.grid.families) == 2 else 3


class KnownCells:
    """The colours that are possible for each cell, by cells and by lines.

    Attributes:
        colors: for each cell the colours that are possible, as a bit set: bit c for colour c. Read only.
        masks: for each line the same by colours. Read only.
    """

    def __init__(self, lines: PuzzleLines, possible: Iterable[Sequence[int]]) -> None:
        """Begin with the colours in `possible`, for each cell those that it can have."""
        self.lines = lines
        self.colors = [sum(1 << color for color in colors) for colors in possible]
        self.masks: list[LineMasks] = [
            masks_of([self.colors[cell] for cell in cells], lines.puzzle.n_colors + 1) for cells in lines.cells
        ]

    def copy(self) -> KnownCells:
        """An independent copy."""
        other = KnownCells.__new__(KnownCells)
        other.lines, other.colors, other.masks = self.lines, self.colors[:], self.masks[:]
        return other

    def supposing(self, cell: int, color: int) -> KnownCells:
        """A copy in which a cell has the colour `color`; nothing is concluded from it."""
        supposed = self.copy()
        supposed.remove(cell, ~(1 << color))
        return supposed

    def remove(self, cell: int, colors: int) -> None:
        """Make `colors`, a bit set, impossible for a cell; some may be impossible already."""
        colors &= self.colors[cell]
        if not colors:
            return
        self.colors[cell] ^= colors
        for line, bit in self.lines.places[cell]:
            self.masks[line] = tuple(
                [mask & ~bit if colors >> color & 1 else mask for color, mask in enumerate(self.masks[line])]
            )

    def apply(self, conclusions: Iterable[Narrowing]) -> None:
        """Make the colours impossible that conclusions remove."""
        for cell, _, after in conclusions:
            self.remove(cell, ~sum([1 << color for color in after]))

    def narrowing(self, cell: int, left: int) -> Narrowing:
        """The conclusion that leaves a cell the colours `left`, a bit set; some may be impossible already."""
        before = self.colors[cell]
        return Narrowing(cell, color_numbers(before), color_numbers(before & left))

    @property
    def possible(self) -> tuple[tuple[int, ...], ...]:
        """The colours that are possible for each cell, ascending."""
        return tuple(map(color_numbers, self.colors))

    def open_cells(self) -> Iterator[int]:
        """The cells with several colours, ascending."""
        return (cell for cell, colors in enumerate(self.colors) if colors & (colors - 1))

    @property
    def n_open(self) -> int:
        """The number of these cells."""
        return sum(1 for _ in self.open_cells())


def color_numbers(colors: int) -> tuple[int, ...]:
    """The colours in a bit set, ascending."""
    return tuple(bit_positions(colors))


def masks_of(colors: Sequence[int], width: int) -> LineMasks:
    """The positions of a line that may have each of `width` colours, from the `colors` of its cells as bit sets."""
    return tuple(
        sum(1 << position for position, each in enumerate(colors) if each >> color & 1) for color in range(width)
    )


def position_colors(masks: Sequence[int], position: int) -> int:
    """The colours that a position of a line with these `masks` may have, as a bit set."""
    return sum(1 << color for color, mask in enumerate(masks) if mask >> position & 1)


def removed_colors(cells: Sequence[int], before: Sequence[int], after: Sequence[int]) -> dict[int, int]:
    """The colours, as bit sets, that `cells` of a line have lost between the masks `before` and `after`, in order."""
    removed: dict[int, int] = {}
    for color, (old, new) in enumerate(zip(before, after, strict=True)):
        for position in bit_positions(old & ~new) if old & ~new else ():
            removed[position] = removed.get(position, 0) | 1 << color
    return {cells[position]: removed[position] for position in sorted(removed)}
