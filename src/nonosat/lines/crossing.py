"""Crossing lines: sets of cells, translated from the lines of one family to the lines of another.

A set of cells is a list with one integer for each line of a family, bit j for position j on the line. A few cells are
translated one by one, many at once: as text, one character per cell, cut along the lines of the other family. (The text
functions of Python turn integers into digits and back at about a nanosecond a bit.)

Rectangles need no tables: position j on row i is position i on column j. Any other grid gets tables of its cells.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from operator import itemgetter

from nonosat.model.grid import Grid
from nonosat.model.rect_grid import RectGrid


class Crossing(ABC):
    """The crossings of the lines of one grid.

    Attributes:
        many: with more cells than this it is faster to translate the whole grid.
    """

    def __init__(self, grid: Grid, many: int) -> None:
        self.grid, self.families, self.many = grid, grid.families, many
        numbers = range(len(self.families))
        self._others = [[number for number in numbers if number != source] for source in numbers]

    @abstractmethod
    def places(self, cell: int) -> Sequence[tuple[int, int]]:
        """The (line, position on it) of a cell in every family."""

    @abstractmethod
    def carry(self, sets: list[int], source: int, target: int) -> list[int]:
        """Translate a set of cells, `sets`, from the lines of family `source` to those of family `target`."""

    def remove(self, changes: list[tuple[int, int]], source: int, masks: list[int], changed: list[int]) -> list[int]:
        """Take cells out of the lines that cross, where these still have them; return the families that were changed.

        Args:
            changes: (line, positions as a bit set) of family `source`, no cell twice.
            masks: for every line of the grid a set of its positions, changed in place for the families beside `source`.
            changed: for every line of the grid, collects the positions that were taken out.
        """
        others = self._others[source]
        if sum([cells.bit_count() for _, cells in changes]) <= self.many:
            self._remove_each(changes, source, masks, changed)
            return others
        own = self.families[source]
        sets = [0] * len(own)
        for line, cells in changes:
            sets[line - own.start] |= cells
        for target in others:
            for crossed, bits in enumerate(self.carry(sets, source, target), self.families[target].start):
                if bits:
                    bits &= masks[crossed]
                    masks[crossed] ^= bits
                    changed[crossed] |= bits
        return others

    @abstractmethod
    def _remove_each(self, changes: list[tuple[int, int]], source: int, masks: list[int], changed: list[int]) -> None:
        """As `remove`, cell by cell."""

    def agreed(self, sets: list[int]) -> list[int]:
        """The cells that every line through them has in its set; `sets` and result are for every line of the grid."""
        families = self.grid.families
        common = sets[: len(families[0])]
        for number, family in enumerate(families):
            if number:
                carried = self.carry(sets[family.start : family.stop], number, 0)
                common = [mask & other for mask, other in zip(common, carried, strict=True)]
        return [mask for number in range(len(families)) for mask in self.carry(common, 0, number)]


def crossing(grid: Grid) -> Crossing:
    """The crossing lines of a grid."""
    return RectCrossing(grid) if isinstance(grid, RectGrid) else TableCrossing(grid)


class RectCrossing(Crossing):
    """Rows and columns of a rectangle."""

    def __init__(self, grid: RectGrid) -> None:
        # Measured, 10 x 10 to 1000 x 1000.
        super().__init__(grid, 2 * (grid.height + grid.width) + grid.height * grid.width // 120)
        self.height, self.width = grid.height, grid.width

    def places(self, cell: int) -> tuple[tuple[int, int], tuple[int, int]]:
        row, column = divmod(cell, self.width)
        return (row, column), (self.height + column, row)

    def carry(self, sets: list[int], source: int, target: int) -> list[int]:
        if source == target:
            return sets
        return _transposed(sets, self.width if source == 0 else self.height)

    def _remove_each(self, changes: list[tuple[int, int]], source: int, masks: list[int], changed: list[int]) -> None:
        first, base = (0, self.height) if source == 0 else (self.height, 0)
        base -= 1  # as the bit length of 1 << j is j + 1
        for line, cells in changes:
            bit = 1 << (line - first)
            while cells:
                low = cells & -cells
                crossed = base + low.bit_length()
                held = masks[crossed]
                if held & bit:
                    masks[crossed] = held ^ bit
                    changed[crossed] |= bit
                cells ^= low


class TableCrossing(Crossing):
    """The lines of any grid, by tables."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid, 40 + grid.n_cells // 8)  # measured on hexagons of 61 to 30,000 cells
        #: For each family the places in its text where lines begin and end.
        self.ends = [[0, *accumulate(len(grid.line(index)) for index in family)] for family in grid.families]
        self._moves: dict[tuple[int, int], Callable[[str], Sequence[str]]] = {}

    @cached_property
    def owners(self) -> list[list[int]]:
        """For each family and cell the index of the line through the cell."""
        owners = [[0] * self.grid.n_cells for _ in self.grid.families]
        for owner, family in zip(owners, self.grid.families, strict=True):
            for index in family:
                for cell in self.grid.line(index):
                    owner[cell] = index
        return owners

    @cached_property
    def ranks(self) -> list[list[int]]:
        """For each family and cell the position of the cell in the text of the family, see `carry`."""
        ranks = [[0] * self.grid.n_cells for _ in self.grid.families]
        for number, rank in enumerate(ranks):
            for position, cell in enumerate(self._order(number)):
                rank[cell] = position
        return ranks

    def _order(self, number: int) -> list[int]:
        """The cells of a family, line after line."""
        return [cell for index in self.grid.families[number] for cell in self.grid.line(index)]

    @cached_property
    def bits(self) -> list[list[int]]:
        """For each family and cell the bit of the cell on its line: 1 << position."""
        bits = [[0] * self.grid.n_cells for _ in self.grid.families]
        powers = [1 << position for position in range(max(len(self.grid.line(i)) for i in range(self.grid.n_lines)))]
        for bit, family in zip(bits, self.grid.families, strict=True):
            for index in family:
                for cell, power in zip(self.grid.line(index), powers, strict=False):
                    bit[cell] = power
        return bits

    def places(self, cell: int) -> list[tuple[int, int]]:
        return [(owner[cell], bit[cell].bit_length() - 1) for owner, bit in zip(self.owners, self.bits, strict=True)]

    def carry(self, sets: list[int], source: int, target: int) -> list[int]:
        if source == target or self.grid.n_cells == 1:
            return sets
        ends = self.ends[source]
        text = "".join(
            [f"{cells:0{end - start}b}"[::-1] for cells, (start, end) in zip(sets, pairwise(ends), strict=True)]
        )
        text = "".join(self._move(source, target)(text))
        return [int(text[start:end][::-1], 2) for start, end in pairwise(self.ends[target])]

    def _move(self, source: int, target: int) -> Callable[[str], Sequence[str]]:
        """The reordering of a text with one character per cell."""
        move = self._moves.get((source, target))
        if move is None:
            rank = self.ranks[source]
            move = self._moves[source, target] = _picker([rank[cell] for cell in self._order(target)])
        return move

    def _remove_each(self, changes: list[tuple[int, int]], source: int, masks: list[int], changed: list[int]) -> None:
        tables = [(self.owners[number], self.bits[number]) for number in self._others[source]]
        for line, cells in changes:
            along = self.grid.line(line)
            while cells:
                low = cells & -cells
                cell = along[low.bit_length() - 1]
                for owner, bits_of in tables:
                    crossed, bit = owner[cell], bits_of[cell]
                    held = masks[crossed]
                    if held & bit:
                        masks[crossed] = held ^ bit
                        changed[crossed] |= bit
                cells ^= low


def _transposed(sets: list[int], width: int) -> list[int]:
    """Turn rows of `width` cells into columns, or columns of `width` cells into rows, as bit sets."""
    form = f"0{width}b"
    empty = "0" * width
    text = "".join([format(cells, form) if cells else empty for cells in reversed(sets)])
    return [int(text[start::width], 2) for start in range(width - 1, -1, -1)]


def _picker(order: list[int]) -> Callable[[str], Sequence[str]]:
    """The function that selects the characters at these positions of a text; at least two."""
    return itemgetter(*order)
