"""A second solution near a first one, by large neighbourhood search.

First come switches (see there), then patches: all cells but those of a small part of the grid keep their colours, and
this part is searched completely by backtracking, with line solving on the lines through it at each step. Patches are
the cells in which a few adjacent lines of one family cross a few of another, and all cells of a few adjacent lines, on
any grid. The search is incomplete: finding nothing proves nothing.

Searching a part while the rest is fixed: P. Shaw, "Using constraint programming and local search methods to solve
vehicle routing problems", CP 1998.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat.lines.crossing import crossing
from nonosat.lines.fixpoint import PropagationState
from nonosat.lines.line import LineSolver
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.beliefs.switches import switches
from nonosat.system.deadline import NEVER, Deadline

#: (adjacent lines of each family in a patch, the most branches of its search).
PATCHES = ((4, 100), (8, 300), (16, 1000), (32, 3000))

#: From each line through a patch to the positions that may have each colour from 0 (background) to n, as bit sets.
Masks = dict[int, list[int]]


def neighbor(state: PropagationState, picture: Picture, deadline: Deadline = NEVER) -> Picture | None:
    """Look for a solution that differs from another one in few cells.

    Args:
        state: consistent. It is not changed.
        picture: a solution of the puzzle.

    Returns:
        None if none was found until the deadline, which proves nothing.
    """
    puzzle = state.puzzle

    def proceed() -> bool:
        return not deadline.has_passed

    for other in switches(puzzle, picture, proceed):
        return other
    patches = _Patches(puzzle, picture, state)
    for size, branches in PATCHES:
        for cells in _patches(puzzle.grid, size):
            if not proceed():
                return None
            found = patches.search(cells, branches)
            if found is not None:
                return found
        if size >= max(map(len, puzzle.grid.families)):
            break
    return None


def _patches(grid: Grid, size: int) -> Iterator[set[int]]:
    """The cells where `size` lines of the first family cross as many of the second, and those of `size` / 2 lines."""
    lines = [[set(grid.line(index)) for index in family] for family in grid.families]
    step = size // 2
    bands = [
        [set().union(*family[first : first + size]) for first in range(0, max(1, len(family) - step), step)]
        for family in lines
    ]
    for band in bands[0]:
        for across in bands[1]:
            yield band & across
    for family in lines:
        for first in range(0, len(family), max(1, step // 2)):
            yield set().union(*family[first : first + step])


class _OutOfBranches(Exception):
    """The search of a patch has tried as many branches as it may."""


class _Patches:
    """Searches for other solutions of parts of a picture."""

    def __init__(self, puzzle: Puzzle, picture: Picture, state: PropagationState) -> None:
        self.picture, self.state = picture, state
        self.n_colors = puzzle.n_colors
        self.grid = puzzle.grid
        self.places = crossing(puzzle.grid).places
        self.solvers = [
            LineSolver(clue, len(puzzle.grid.line(index)), puzzle.n_colors) for index, clue in enumerate(puzzle.clues)
        ]
        self.branches = 0
        # The colours that line solving leaves a cell are those of every solution.
        options = (state.colors(cell) for cell in range(puzzle.grid.n_cells))
        self.options = {cell: colors for cell, colors in enumerate(options) if len(colors) > 1}

    def search(self, cells: Iterable[int], branches: int) -> Picture | None:
        """Another solution that differs in these cells alone, if it is found within a number of branches."""
        free = [cell for cell in sorted(cells) if cell in self.options]
        if not free:
            return None
        masks = self._open(free)
        self.branches = branches
        todo = set(masks)
        try:
            for cell in free:
                # No other solution differs from the picture in the free cells before this one.
                if not self._run(masks, todo):
                    return None
                own, todo = self.picture.cells[cell], set()
                if len(self._colors(masks, cell)) > 1:
                    other = {line: sets[:] for line, sets in masks.items()}
                    found = self._solve(other, free, self._forbid(other, cell, (own,)))
                    if found is not None:
                        return self._picture(found, free)
                    todo = self._forbid(masks, cell, [c for c in range(self.n_colors + 1) if c != own])
        except _OutOfBranches:
            pass
        return None

    def _open(self, free: Sequence[int]) -> Masks:
        """The lines through the free cells, with all other cells as in the picture."""
        masks: Masks = {}
        for cell in free:
            for line, position in self.places(cell):
                if line not in masks:
                    colors = self.picture.line(line)
                    masks[line] = [
                        sum(1 << j for j, here in enumerate(colors) if here == color)
                        for color in range(self.n_colors + 1)
                    ]
                for color in self.options[cell]:
                    masks[line][color] |= 1 << position
        return masks

    def _colors(self, masks: Masks, cell: int) -> list[int]:
        """The colours that are possible for a cell of the patch."""
        line, position = self.places(cell)[0]
        return [color for color, mask in enumerate(masks[line]) if mask >> position & 1]

    def _forbid(self, masks: Masks, cell: int, colors: Iterable[int]) -> set[int]:
        """Make colours impossible for a cell; return the lines through it, which have to be swept again."""
        for line, position in self.places(cell):
            for color in colors:
                masks[line][color] &= ~(1 << position)
        return {line for line, _ in self.places(cell)}

    def _run(self, masks: Masks, todo: set[int]) -> bool:
        """Solve the lines through the patch; return False if there is no solution."""
        while todo:
            index = todo.pop()
            before = masks[index]
            after = self.solvers[index].narrow(before)
            if after is None:
                return False
            line = self.grid.line(index)
            for color, (old, new) in enumerate(zip(before, after, strict=True)):
                removed = old & ~new
                while removed:
                    low = removed & -removed
                    todo |= self._forbid(masks, line[low.bit_length() - 1], (color,))
                    removed ^= low
            todo.discard(index)  # the line is consistent with what it has removed itself
        return True

    def _solve(self, masks: Masks, free: Sequence[int], todo: set[int]) -> Masks | None:
        """A solution for the open cells, by backtracking."""
        if self.branches == 0:
            raise _OutOfBranches
        self.branches -= 1
        if not self._run(masks, todo):
            return None
        for cell in free:
            colors = self._colors(masks, cell)
            if len(colors) > 1:
                for color in colors:
                    trial = {line: sets[:] for line, sets in masks.items()}
                    found = self._solve(trial, free, self._forbid(trial, cell, [c for c in colors if c != color]))
                    if found is not None:
                        return found
                return None
        return masks

    def _picture(self, masks: Masks, free: Sequence[int]) -> Picture:
        """The picture with the colours that are left for the free cells."""
        cells = list(self.picture.cells)
        for cell in free:
            (cells[cell],) = self._colors(masks, cell)
        return Picture(self.grid, tuple(cells))
