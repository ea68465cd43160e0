"""The cells that a probing search probes, and their order.

`ProbingCells` has the operations that the search needs on the cells of a grid, for one representation of its states and
of sets of its cells. There are two: integers as bit sets (here), and arrays for compiled line solving
(`probing_arrays`). With both the search does the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from operator import and_, xor
from typing import Generic, Protocol, Self, TypeVar

from nonosat.lines.crossing import crossing
from nonosat.lines.domains import bit_positions, undecided_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.system.deadline import Deadline

#: The steps from a decided cell, along the lines through it, within which cells are probed again.
REACH = 2

#: A cell to probe: minus the number of decided neighbours, its distance from the ends of its lines, and the cell.
Candidate = tuple[int, int, int]


class ProbingState(Protocol):
    """The cells of a puzzle during line solving: the common part of `PropagationState` and `CompiledState`."""

    def copy(self) -> Self:
        """An independent state."""
        ...

    def colors(self, cell: int) -> list[int]:
        """The colours that are possible for a cell, ascending; 0 is background."""
        ...

    def fix(self, cell: int, color: int) -> None:
        """Make a `color`, from 0 (background), the only one of a `cell`; the next `run` draws conclusions."""
        ...

    def forbid(self, cell: int, color: int) -> None:
        """Make a `color`, from 0 (background), impossible for a `cell`; the next `run` draws conclusions."""
        ...

    def run(self, deadline: Deadline) -> bool:
        """Sweep lines until nothing changes any more; return False if there is no solution."""
        ...


State = TypeVar("State", bound=ProbingState)

#: A set of cells.
Cells = TypeVar("Cells")


class ProbingCells(ABC, Generic[State, Cells]):
    """The cells of a grid, as a probing search sees them.

    Attributes:
        n_lines: number of lines of the grid.
        n_colors: number of colours, the background included.
    """

    n_lines: int
    n_colors: int

    @abstractmethod
    def none(self) -> Cells:
        """An empty set."""

    @abstractmethod
    def undecided(self, state: State) -> Cells:
        """The open cells of a state: those with more than one possible colour."""

    @abstractmethod
    def count(self, cells: Cells) -> int:
        """Count the cells of a set."""

    @abstractmethod
    def contains(self, cells: Cells, cell: int) -> bool:
        """True if the set `cells` contains `cell`."""

    @abstractmethod
    def first(self, cells: Cells) -> int:
        """The first cell of a set; there is one."""

    @abstractmethod
    def discard(self, cells: Cells, others: Iterable[int]) -> None:
        """Take `others`, in the set or not, out of the set `cells`, which is changed in place."""

    @abstractmethod
    def add_decided(self, found: list[Cells], below: State, above: State) -> None:
        """Add the cells that are decided in the state `below` to sets.

        Args:
            found: for each colour a set; changed in place.
            above: a state that `below` was copied from; cells that are decided there may be left out.
        """

    @abstractmethod
    def near(self, is_open: Cells, before: Cells) -> set[int]:
        """The open cells that are near cells which have been decided since the open ones were `before`."""

    @abstractmethod
    def candidates(self, is_open: Cells, cells: Iterable[int] | None = None) -> list[Candidate]:
        """The open cells that are beside a decided one or at the end of a line; if given, only those of `cells`."""

    @abstractmethod
    def picture(self, state: State) -> Picture | None:
        """The picture of a state without open cells."""


class BitSetCells(ProbingCells[PropagationState, list[int]]):
    """Sets of cells as bit sets, one for each line of the grid; those of `add_decided` for the rows only.

    The rows are the lines of the first family; every cell is on one of these.
    """

    def __init__(self, grid: Grid, n_colors: int) -> None:
        self.n_lines, self.n_colors = grid.n_lines, n_colors
        self._n_rows = len(grid.families[0])
        self._line = grid.line
        self._lengths = [len(grid.line(index)) for index in range(grid.n_lines)]
        self._places = crossing(grid).places

    def none(self) -> list[int]:
        return [0] * self.n_lines

    def undecided(self, state: PropagationState) -> list[int]:
        if len(state.masks) == 2:
            return list(map(and_, *state.masks))
        return [undecided_positions(masks) for masks in zip(*state.masks, strict=True)]

    def count(self, cells: list[int]) -> int:
        return sum(map(int.bit_count, cells[: self._n_rows]))

    def contains(self, cells: list[int], cell: int) -> bool:
        row, position = self._places(cell)[0]
        return bool(cells[row] >> position & 1)

    def first(self, cells: list[int]) -> int:
        row = next(row for row in range(self._n_rows) if cells[row])
        return self._line(row)[bit_positions(cells[row])[0]]

    def discard(self, cells: list[int], others: Iterable[int]) -> None:
        for cell in others:
            row, position = self._places(cell)[0]
            cells[row] &= ~(1 << position)

    def add_decided(self, found: list[list[int]], below: PropagationState, above: PropagationState) -> None:
        rows: set[int] = set()
        for masks, before in zip(below.masks, above.masks, strict=True):
            pairs = enumerate(zip(masks[: self._n_rows], before, strict=False))
            rows.update([row for row, (mask, old) in pairs if mask is not old])
        for row in rows:
            possible = [masks[row] for masks in below.masks]
            decided = ~undecided_positions(possible)
            for sets, mask in zip(found, possible, strict=True):
                sets[row] |= mask & decided

    def near(self, is_open: list[int], before: list[int]) -> set[int]:
        line, places, lengths = self._line, self._places, self._lengths
        near: set[int] = set()
        for row, changed in enumerate(map(xor, is_open[: self._n_rows], before)):
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

    def candidates(self, is_open: list[int], cells: Iterable[int] | None = None) -> list[Candidate]:
        if cells is None:
            line = self._line
            cells = [line(row)[position] for row in range(self._n_rows) for position in bit_positions(is_open[row])]
        found = []
        for cell in cells:
            neighbors = distance = 0
            for index, position in self._places(cell):
                mask = is_open[index]
                neighbors += (not mask >> position + 1 & 1) + (not position or not mask >> position - 1 & 1)
                distance += min(position, self._lengths[index] - 1 - position)
            if neighbors:
                found.append((-neighbors, distance, cell))
        return found

    def picture(self, state: PropagationState) -> Picture | None:
        return state.domains().picture()
