"""The cells of a puzzle during compiled line solving, for searches on large grids."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines import line_kernels
from nonosat.lines.cell_arrays import color_bits
from nonosat.lines.fixpoint import PropagationState
from nonosat.lines.known_colors import PreparedClue, prepare
from nonosat.lines.line_kernels import Changed, LineTables, Possible, Workspace
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The colours of a cell, the background included, are the bits of one byte.
_MOST_COLORS = 7

#: A line of background.
_NO_BLOCKS = PreparedClue((BACKGROUND,), (), ())


class CompiledState:
    """A `PropagationState` for compiled line solving; after `run` has returned False, it must not be used any more.

    Attributes:
        possible: bit c of an entry is 1 if the cell may have colour c [cells]. Read only.
    """

    __slots__ = ("_changed", "_space", "_tables", "possible", "puzzle")

    def __init__(self, state: PropagationState) -> None:
        """A copy of a state, with the lines to sweep; raises ValueError for a puzzle that this does not support."""
        if not self.supports(state.puzzle):
            raise ValueError("compiled line solving needs a puzzle without `?` and with at most seven colours")
        self.puzzle = state.puzzle
        self._tables = _tables(state.puzzle)
        self._space = _workspace(self._tables)
        self.possible: Possible = color_bits(state)
        self._changed: Changed = np.zeros(state.puzzle.grid.n_lines, dtype=np.bool_)
        self._changed[state.changed_lines] = True

    @staticmethod
    def supports(puzzle: Puzzle) -> bool:
        """True if all blocks of a puzzle have a known length and colour, and there are at most seven colours."""
        return puzzle.n_colors <= _MOST_COLORS and not (puzzle.has_unknown_colors or puzzle.has_hidden_lengths)

    def copy(self) -> CompiledState:
        """An independent state; costs one copy of a byte for each cell."""
        other = CompiledState.__new__(CompiledState)
        other.puzzle, other._tables, other._space = self.puzzle, self._tables, self._space
        other.possible, other._changed = self.possible.copy(), self._changed.copy()
        return other

    def colors(self, cell: int) -> list[int]:
        """The colours that are possible for a cell, ascending; 0 is background."""
        possible = int(self.possible[cell])
        return [color for color in range(self.puzzle.n_colors + 1) if possible >> color & 1]

    def fix(self, cell: int, color: int) -> None:
        """Make a possible `color`, from 0 (background), the only one of a `cell`; the next `run` draws conclusions."""
        self.possible[cell] &= 1 << color
        self._changed[self._tables.owners[:, cell]] = True

    def forbid(self, cell: int, color: int) -> None:
        """Make a `color`, from 0 (background), impossible for a `cell`; the next `run` draws conclusions."""
        self.possible[cell] &= 0xFF ^ 1 << color
        self._changed[self._tables.owners[:, cell]] = True

    def run(self, deadline: Deadline = NEVER) -> bool:
        """Sweep lines until nothing changes any more; return False if there is no solution.

        Raises:
            GaveUp: the deadline had passed before; it is checked once, since this takes milliseconds.
        """
        deadline.check("time limit reached during line solving")
        return line_kernels.run(self._tables, self.possible, self._changed, self._space)

    def picture(self) -> Picture:
        """The picture of a state in which each cell has one possible colour."""
        colors = np.zeros_like(self.possible)
        for color in range(1, self.puzzle.n_colors + 1):
            colors[self.possible == 1 << color] = color
        return Picture(self.puzzle.grid, tuple(colors.tolist()))


def _tables(puzzle: Puzzle) -> LineTables:
    grid = puzzle.grid
    lines = [grid.line(index) for index in range(grid.n_lines)]
    clues = [prepare(clue) if clue else _NO_BLOCKS for clue in puzzle.clues]
    owners = np.zeros((len(grid.families), grid.n_cells), dtype=np.int64)
    for number, family in enumerate(grid.families):
        for index in family:
            owners[number, list(lines[index])] = index
    blocks = [block for clue in clues for block in clue.blocks]
    return LineTables(
        first_cell=_ends(list(map(len, lines))),
        cells=np.array([cell for line in lines for cell in line], dtype=np.int64),
        owners=owners,
        first_block=_ends([len(clue.blocks) for clue in clues]),
        blocks=np.array(blocks, dtype=np.int64).reshape(-1, 4),
        first_color=_ends([len(clue.colors) for clue in clues]),
        colors=np.array([color for clue in clues for color in clue.colors], dtype=np.int64),
        levels=np.array([len(clue.sizes) + 1 for clue in clues], dtype=np.int64),
    )


def _ends(counts: list[int]) -> line_kernels.Numbers:
    """The position where each of several runs of items begins, and the one where the last run ends."""
    return np.array([0, *accumulate(counts)], dtype=np.int64)


def _workspace(tables: LineTables) -> Workspace:
    """Rows for the longest line, and the clue with most blocks, colours and slots."""
    n_words = int(np.diff(tables.first_cell).max()) // 64 + 1
    n_colors = np.diff(tables.first_color)
    n_slots = int((tables.levels * n_colors).max())
    n_blocks = int(np.diff(tables.first_block).max())
    low = n_words + 1
    width = low + n_words + low
    masks, slots, blocks, row = (int(n_colors.max()), width), (n_slots, width), (n_blocks + 1, width), (width,)
    return Workspace(low, *(np.zeros(shape, np.uint64) for shape in (masks, slots, slots, blocks, blocks, row, row)))
