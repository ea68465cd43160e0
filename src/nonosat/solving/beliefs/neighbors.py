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

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.beliefs.repair import color_masks
from nonosat.solving.beliefs.switches import switches
from nonosat.system.deadline import NEVER, Deadline

#: (adjacent lines of each family in a patch, the most branches of its search).
PATCHES = ((4, 100), (8, 300), (16, 1000), (32, 3000))


def neighbor(state: PropagationState, picture: Picture, deadline: Deadline = NEVER) -> Picture | None:
    """Look for a solution that differs from another one in few cells.

    Args:
        state: consistent. It is not changed.
        picture: a solution of the puzzle.

    Returns:
        None if none was found until the deadline, which proves nothing.
    """
    puzzle = state.puzzle
    for other in switches(puzzle, picture, deadline):
        return other
    patches = _Patches(puzzle, picture, state)
    for size, branches in PATCHES:
        for cells in _patches(puzzle.grid, size):
            if deadline.has_passed:
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
        self.masks = color_masks(puzzle, picture.cells)
        self.branches = 0
        # The colours that line solving leaves a cell are those of every solution.
        self.is_open = [len(state.colors(cell)) > 1 for cell in range(puzzle.grid.n_cells)]

    def search(self, cells: Iterable[int], branches: int) -> Picture | None:
        """Another solution that differs in these cells alone, if it is found within a number of branches."""
        free = [cell for cell in sorted(cells) if self.is_open[cell]]
        if not free:
            return None
        part = self.state.around(self.masks, free)
        self.branches = branches
        try:
            for cell in free:
                # No other solution differs from the picture in the free cells before this one.
                if not part.run():
                    return None
                own = self.picture.cells[cell]
                if len(part.colors(cell)) > 1:
                    other = part.copy()
                    other.forbid(cell, own)
                    found = self._solve(other, free)
                    if found is not None:
                        return found
                    part.fix(cell, own)
        except _OutOfBranches:
            pass
        return None

    def _solve(self, part: PropagationState, free: Sequence[int]) -> Picture | None:
        """A solution for the open cells, by backtracking."""
        if self.branches == 0:
            raise _OutOfBranches
        self.branches -= 1
        if not part.run():
            return None
        for cell in free:
            colors = part.colors(cell)
            if len(colors) > 1:
                for color in colors:
                    trial = part.copy()
                    trial.fix(cell, color)
                    found = self._solve(trial, free)
                    if found is not None:
                        return found
                return None
        return part.picture()
