"""A second solution near a first one, by large neighbourhood search.

First come switches, then patches: all cells but those of a small part of the grid keep their colours, and
this part is searched completely by backtracking, with line solving on the lines through it at each step. Patches are
the cells in which a few adjacent lines of one family cross a few of another, and all cells of a few adjacent lines, on
any grid. The search is incomplete: finding nothing proves nothing.

Searching a part while the rest is fixed: P. Shaw, "Using constraint programming and local search methods to solve
vehicle routing problems", CP 1998.

A *switch*: the cells (r1, c1) and (r2, c2) have one colour, (r1, c2) and (r2, c1) background, or the other way round.
In each of the four lines a block moves by one cell, or a block of one cell moves anywhere between its neighbours.
(Exchanges in which it passes another block are rarer, and not looked for.) Where all lengths and colours are known,
four cells are the least in which two solutions on a rectangle can differ; otherwise a single cell may differ, which no
switch finds.
H. J. Ryser, "Combinatorial properties of matrices of zeros and ones", Canadian Journal of Mathematics 1957, calls
switches interchanges; that many ambiguous puzzles have them is used by hyouv's FastNonogramSolver.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.clue import clue_of
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.beliefs.repair import color_masks

#: (adjacent lines of each family in a patch, the most branches of its search).
PATCHES = ((4, 100), (8, 300), (16, 1000), (32, 3000))

#: Work for each cell of a patch, and for each branch of its search, in units.
_CELL_WORK, _BRANCH_WORK = 1.5e-3, 2.5e-3


def neighbor(state: PropagationState, picture: Picture, deadline: Deadline = NEVER) -> Picture | None:
    """Look for a solution that differs from another one, the `picture`, in few cells; the state is consistent.

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
            deadline.spend(_CELL_WORK * len(cells) + _BRANCH_WORK * (branches - patches.branches))
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
        self.is_open = [len(state.cells.colors(cell)) > 1 for cell in range(puzzle.grid.n_cells)]

    def search(self, cells: Iterable[int], branches: int) -> Picture | None:
        """Another solution that differs in these cells alone, if it is found within a number of branches."""
        self.branches = branches
        free = [cell for cell in sorted(cells) if self.is_open[cell]]
        if not free:
            return None
        part = self.state.around(self.masks, free)
        try:
            for cell in free:
                # No other solution differs from the picture in the free cells before this one.
                if not part.run():
                    return None
                own = self.picture.cells[cell]
                if len(part.cells.colors(cell)) > 1:
                    other = part.copy()
                    other.cells.forbid(cell, own)
                    found = self._solve(other, free)
                    if found is not None:
                        return found
                    part.cells.fix(cell, own)
        except _OutOfBranches:
            pass
        return None

    def _solve(self, part: PropagationState, free: Sequence[int], begin: int = 0) -> Picture | None:
        """A solution for the open cells, by backtracking; the free cells before `begin` are decided."""
        if self.branches == 0:
            raise _OutOfBranches
        self.branches -= 1
        if not part.run():
            return None
        for number in range(begin, len(free)):
            colors = part.cells.colors(free[number])
            if len(colors) > 1:
                for color in colors:
                    trial = part.copy()
                    trial.cells.fix(free[number], color)
                    found = self._solve(trial, free, number + 1)
                    if found is not None:
                        return found
                return None
        return part.picture()


#: A block cell of a colour that may become background in exchange for another position: (from, to, colour).
Move = tuple[int, int, int]


def switches(puzzle: Puzzle, picture: Picture, deadline: Deadline = NEVER) -> Iterator[Picture]:
    """All solutions that differ from a solution by one switch; none on other grids than rectangles.

    All blocks keep their lengths and colours, also where the clues leave them open. The search ends at the deadline.
    """
    grid = puzzle.grid
    if not isinstance(grid, RectGrid):
        return
    rows = _places(grid.height, 0, picture)
    columns = {
        (column, move): True for move, found in _places(grid.width, grid.height, picture).items() for column in found
    }
    fixed = {cell for cell, _ in puzzle.givens}
    for (one, other, color), down in rows.items():
        up = rows.get((other, one, color), ())
        if one > other or not up or deadline.has_passed:
            continue
        for r1 in down:
            for r2 in up:
                if (one, (r1, r2, color)) in columns and (other, (r2, r1, color)) in columns:
                    cells = list(picture.cells)
                    changed = [r * grid.width + c for r in (r1, r2) for c in (one, other)]
                    for here, there in ((changed[0], changed[1]), (changed[2], changed[3])):
                        cells[here], cells[there] = cells[there], cells[here]
                    if fixed.isdisjoint(changed):
                        yield Picture(grid, tuple(cells))


def _places(count: int, first: int, picture: Picture) -> dict[Move, list[int]]:
    """From every move that `count` lines from `first` on allow to the numbers of these lines, from 0."""
    found: dict[Move, list[int]] = defaultdict(list)
    for number in range(count):
        for move in _moves(picture.line(first + number)):
            found[move].append(number)
    return found


def _moves(line: Sequence[int]) -> Iterator[Move]:
    """The exchanges of a cell of a block with one of background that leave the clue of a line as it is."""
    clue, line = clue_of(line), list(line)
    runs, begin = [], 0
    for color, run in groupby(line):
        runs.append((begin, begin := begin + len(list(run)), color))
    for number, (start, end, color) in enumerate(runs):
        if not color:
            continue
        before = runs[number - 1] if number else (0, 0, 1)
        after = runs[number + 1] if number + 1 < len(runs) else (end, end, 1)
        targets: list[tuple[int, int]] = []
        if not before[2]:
            targets += [(end - 1, to) for to in (range(*before[:2]) if end - start == 1 else (start - 1,))]
        if not after[2]:
            targets += [(start, to) for to in (range(*after[:2]) if end - start == 1 else (end,))]
        for here, there in targets:
            line[here], line[there] = 0, color
            if clue_of(line) == clue:
                yield here, there, color
            line[here], line[there] = color, 0
