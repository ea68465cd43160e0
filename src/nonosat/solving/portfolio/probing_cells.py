"""Which cells a probing search probes, and in which order.

An *open set* has, for each line of the grid, the open cells of the line as a bit set: those with more than one possible
colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import and_, xor

from nonosat.lines.crossing import crossing
from nonosat.lines.domains import bit_positions, undecided_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import Grid

#: How far from a decided cell, along the lines through it, cells are probed again.
REACH = 2

#: For each line of a grid its open cells, as a bit set.
OpenSet = list[int]

#: A cell to probe: minus the number of decided neighbours, its distance from the ends of its lines, and the cell.
Candidate = tuple[int, int, int]


class ProbingCells:
    """The cells of a grid, as a probing search sees them.

    Attributes:
        n_lines: how many lines the grid has.
        n_rows: how many of them belong to the first family; every cell is on one of these.
    """

    def __init__(self, grid: Grid) -> None:
        """
        Args:
            grid: the grid.
        """
        self.n_lines, self.n_rows = grid.n_lines, len(grid.families[0])
        self._line = grid.line
        self._lengths = [len(grid.line(index)) for index in range(grid.n_lines)]
        self._places = crossing(grid).places

    def row_of(self, cell: int) -> tuple[int, int]:
        """The row of a cell, and its position there."""
        return self._places(cell)[0]

    def open_set(self, state: PropagationState) -> OpenSet:
        """The open cells of a state."""
        if len(state.masks) == 2:
            return list(map(and_, *state.masks))
        return [undecided_positions(masks) for masks in zip(*state.masks, strict=True)]

    def count(self, is_open: OpenSet) -> int:
        """How many cells are open."""
        return sum(map(int.bit_count, is_open[: self.n_rows]))

    def contains(self, is_open: OpenSet, cell: int) -> bool:
        """Whether a cell is open."""
        row, position = self.row_of(cell)
        return bool(is_open[row] >> position & 1)

    def first(self, is_open: OpenSet) -> int:
        """The first open cell; there is one."""
        row = next(row for row in range(self.n_rows) if is_open[row])
        return self._line(row)[bit_positions(is_open[row])[0]]

    def near(self, is_open: OpenSet, before: OpenSet) -> set[int]:
        """The open cells that are near cells which have been decided.

        Args:
            is_open: the open cells.
            before: those of an earlier moment.
        """
        line, places, lengths = self._line, self._places, self._lengths
        near: set[int] = set()
        for row, changed in enumerate(map(xor, is_open[: self.n_rows], before)):
            if changed:
                cells = line(row)
                near.update([cells[position] for position in bit_positions(changed)])
        for _ in range(REACH):
            for cell in tuple(near):
                for index, position in places(cell):
                    if position:
                        near.add(line(index)[position - 1])
                    if position + 1 < lengths[index]:
                        near.add(line(index)[position + 1])
        return {cell for cell in near if self.contains(is_open, cell)}

    def candidates(self, is_open: OpenSet, cells: Iterable[int] | None = None) -> list[Candidate]:
        """The open cells that are beside a decided one or at the end of a line.

        Args:
            is_open: the open cells.
            cells: those of them to choose from; None for all.
        """
        if cells is None:
            line = self._line
            cells = [line(row)[position] for row in range(self.n_rows) for position in bit_positions(is_open[row])]
        found = []
        for cell in cells:
            neighbours = distance = 0
            for index, position in self._places(cell):
                mask = is_open[index]
                neighbours += (not mask >> position + 1 & 1) + (not position or not mask >> position - 1 & 1)
                distance += min(position, self._lengths[index] - 1 - position)
            if neighbours:
                found.append((-neighbours, distance, cell))
        return found
