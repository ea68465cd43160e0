"""Where lines cross: carrying sets of cells from the lines of one family to the lines of another.

A set of cells of a whole family is a list with one integer per line, bit j for cell j of the line. Few changes are
carried cell by cell, many at once: as text, one character per cell, cut along the lines of the other family. (The text
functions of Python turn integers into digits and back at about a nanosecond a bit.)

Rectangles need no tables: cell j of row i is cell i of column j. Any other grid gets a table of its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Protocol

from nonosat.grid import Grid, RectGrid


class Crossing(Protocol):
    """How the lines of one grid cross."""

    def places(self, cell: int) -> Sequence[tuple[int, int]]:
        """The (line, position) of a cell in every family."""
        ...

    def carry(self, sets: list[int], source: int, target: int) -> list[int]:
        """A set of cells, given along the lines of family `source`, along those of family `target`."""
        ...

    def agreed(self, sets: list[int]) -> list[int]:
        """From sets of cells along every line of the grid, those that all lines through a cell have it in."""
        ...

    def remove(self, changes: list[tuple[int, int]], source: int, masks: list[int], news: list[int]) -> list[int]:
        """Take cells out of the lines that cross.

        Args:
            changes: (line, cells) of family `source`, no cell twice; the lines that cross still have these cells.
            masks: the cells of every line of the grid, changed in place for the families beside `source`.
            news: for every line of the grid, collects what has changed there.

        Returns:
            The families that were changed.
        """
        ...


def crossing(grid: Grid) -> Crossing:
    """The crossing lines of a grid."""
    return RectCrossing(grid) if isinstance(grid, RectGrid) else TableCrossing(grid)


class _Crossing:
    """What all grids share."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def carry(self, sets: list[int], source: int, target: int) -> list[int]:
        raise NotImplementedError

    def agreed(self, sets: list[int]) -> list[int]:
        families = self.grid.families
        common = sets[: len(families[0])]
        for number, family in enumerate(families):
            if number:
                carried = self.carry(sets[family.start : family.stop], number, 0)
                common = [mask & other for mask, other in zip(common, carried, strict=True)]
        return [mask for number in range(len(families)) for mask in self.carry(common, 0, number)]


class RectCrossing(_Crossing):
    """Rows and columns."""

    def __init__(self, grid: RectGrid) -> None:
        super().__init__(grid)
        self.height, self.width = grid.height, grid.width
        #: From how many cells on it is faster to turn the whole grid (measured, 25 x 25 to 1000 x 1000).
        self.many = self.height + self.width + self.height * self.width // 64

    def places(self, cell: int) -> tuple[tuple[int, int], tuple[int, int]]:
        row, column = divmod(cell, self.width)
        return (row, column), (self.height + column, row)

    def carry(self, sets: list[int], source: int, target: int) -> list[int]:
        if source == target:
            return sets
        return _transposed(sets, self.width if source == 0 else self.height)

    def remove(self, changes: list[tuple[int, int]], source: int, masks: list[int], news: list[int]) -> list[int]:
        first, base = (0, self.height) if source == 0 else (self.height, 0)
        if sum([cells.bit_count() for _, cells in changes]) > self.many:
            sets = [0] * (self.height if source == 0 else self.width)
            for line, cells in changes:
                sets[line - first] |= cells
            for crossed, bits in enumerate(self.carry(sets, source, 1 - source), base):
                if bits:
                    masks[crossed] ^= bits
                    news[crossed] |= bits
        else:
            base -= 1  # as the bit length of 1 << j is j + 1
            for line, cells in changes:
                bit = 1 << (line - first)
                while cells:
                    low = cells & -cells
                    crossed = base + low.bit_length()
                    masks[crossed] ^= bit
                    news[crossed] |= bit
                    cells ^= low
        return [1 - source]


class TableCrossing(_Crossing):
    """Any grid, by tables."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.many = grid.n_cells // 12

    @cached_property
    def table(self) -> list[list[tuple[int, int]]]:
        """For each cell the (line, position) in every family."""
        table: list[list[tuple[int, int]]] = [[] for _ in range(self.grid.n_cells)]
        for index in range(self.grid.n_lines):
            for position, cell in enumerate(self.grid.line(index)):
                table[cell].append((index, position))
        return table

    @cached_property
    def order(self) -> list[list[int]]:
        """For each family its cells, line after line."""
        return [[cell for index in family for cell in self.grid.line(index)] for family in self.grid.families]

    @cached_property
    def rank(self) -> list[list[int]]:
        """For each family and cell where the cell stands in that order."""
        ranks = []
        for cells in self.order:
            rank = [0] * len(cells)
            for position, cell in enumerate(cells):
                rank[cell] = position
            ranks.append(rank)
        return ranks

    @cached_property
    def ends(self) -> list[list[int]]:
        """For each family where its lines begin and end in that order."""
        return [[0, *accumulate(len(self.grid.line(index)) for index in family)] for family in self.grid.families]

    @cached_property
    def moves(self) -> dict[tuple[int, int], Callable[[str], Sequence[str]]]:
        """By source and target, the reordering of a text with one character per cell."""
        return {}

    def places(self, cell: int) -> list[tuple[int, int]]:
        return self.table[cell]

    def carry(self, sets: list[int], source: int, target: int) -> list[int]:
        if source == target or self.grid.n_cells == 1:
            return sets
        move = self.moves.get((source, target))
        if move is None:
            rank = self.rank[source]
            move = self.moves[source, target] = _picker([rank[cell] for cell in self.order[target]])
        ends = self.ends[source]
        text = "".join(
            [f"{cells:0{end - start}b}"[::-1] for cells, (start, end) in zip(sets, pairwise(ends), strict=True)]
        )
        text = "".join(move(text))
        ends = self.ends[target]
        return [int(text[start:end][::-1], 2) for start, end in pairwise(ends)]

    def remove(self, changes: list[tuple[int, int]], source: int, masks: list[int], news: list[int]) -> list[int]:
        families = self.grid.families
        others = [number for number in range(len(families)) if number != source]
        if sum([cells.bit_count() for _, cells in changes]) > self.many:
            sets = [0] * len(families[source])
            for line, cells in changes:
                sets[line - families[source].start] |= cells
            for target in others:
                for crossed, bits in zip(families[target], self.carry(sets, source, target), strict=True):
                    if bits:
                        masks[crossed] ^= bits
                        news[crossed] |= bits
        else:
            table = self.table
            for line, cells in changes:
                along = self.grid.line(line)
                while cells:
                    low = cells & -cells
                    for crossed, position in table[along[low.bit_length() - 1]]:
                        if crossed != line:
                            masks[crossed] ^= 1 << position
                            news[crossed] |= 1 << position
                    cells ^= low
        return others


def _transposed(sets: list[int], width: int) -> list[int]:
    """Turn rows of `width` cells into columns, or columns into rows."""
    form = f"0{width}b"
    empty = "0" * width
    text = "".join([format(cells, form) if cells else empty for cells in reversed(sets)])
    return [int(text[start::width], 2) for start in range(width - 1, -1, -1)]


def _picker(order: list[int]) -> Callable[[str], Sequence[str]]:
    """The function that picks these characters of a text, at least two."""
    return itemgetter(*order)
