"""Line consistency on all lines, to a fixpoint.

`propagate` is the whole of it in one call; `State` is for a search, which fixes cells, continues, copies and goes back.

The families of lines take turns: all lines of one family on which something has changed are swept, then what they
found is carried to the families that cross. A line is not swept as one: blocks whose place is found cut it into
stretches that no longer know of each other, and only the stretches in which something has changed are swept again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.errors import GaveUp
from nonosat.lines import known_colors
from nonosat.lines.clue_bounds import reach
from nonosat.lines.crossing import crossing
from nonosat.lines.domains import Domains, LineDomain, several
from nonosat.lines.line import LineSolver
from nonosat.model.puzzle import Given, Puzzle
from nonosat.system.deadline import NEVER, Deadline

#: A stretch of a line that is open: its first cell and the one after its last, its first block and the one after.
#: The cells outside of all stretches are decided.
Stretch = tuple[int, int, int, int]

#: For each colour what a family of lines has ruled out: (line, cells).
Changes = list[list[tuple[int, int]]]


class State:
    """What is known of a puzzle at one moment.

    After `run` has returned True, all lines are consistent with each other. After it has returned False or raised, the
    state is good for nothing more.

    Attributes:
        puzzle: the puzzle.
        masks: for each colour from 0 for each line the cells that may have it. Read only.
    """

    __slots__ = ("_crossing", "_news", "_possible", "_solvers", "_stretches", "masks", "puzzle")

    def __init__(self, puzzle: Puzzle) -> None:
        """The state that follows from each clue alone, and from the givens."""
        grid, n_colors = puzzle.grid, puzzle.n_colors
        self.puzzle = puzzle
        self._crossing = crossing(grid)
        self._possible = True
        self._solvers: list[LineSolver] = []
        self._stretches: list[tuple[Stretch, ...]] = []
        self._news: list[int] = []
        self.masks: list[list[int]] = [[] for _ in range(n_colors + 1)]
        for index, clue in enumerate(puzzle.clues):
            length = len(grid.line(index))
            solver = LineSolver(clue, length, n_colors)
            self._solvers.append(solver)
            own = reach(clue, length, n_colors)
            for masks, mask in zip(self.masks, own, strict=True):
                masks.append(mask)
            is_open = several(own)
            self._stretches.append(((0, length, 0, len(clue)),) if is_open else ())
            # What `reach` says is complete if all colours are told.
            self._news.append((1 << length) - 1 if solver.has_unknown and is_open else 0)
        for color, masks in enumerate(self.masks):
            self.masks[color] = self._crossing.agreed(masks)
            for index, mask in enumerate(self.masks[color]):
                self._news[index] |= masks[index] ^ mask
        for cell, color in puzzle.givens:
            self.fix(cell, color)

    def copy(self) -> State:
        """An independent state; costs one copy of the lists with an entry for each line."""
        other = State.__new__(State)
        other.puzzle, other._crossing, other._solvers = self.puzzle, self._crossing, self._solvers
        other._possible = self._possible
        other.masks = [masks[:] for masks in self.masks]
        other._stretches = self._stretches[:]
        other._news = self._news[:]
        return other

    @property
    def stretches(self) -> Sequence[tuple[Stretch, ...]]:
        """For each line its open stretches, ascending; a line with `?` blocks stays one, also when it is decided."""
        return self._stretches

    def colors(self, cell: int) -> list[int]:
        """The colours that are possible for a cell, ascending."""
        index, position = self._crossing.places(cell)[0]
        return [color for color, masks in enumerate(self.masks) if masks[index] >> position & 1]

    def fix(self, cell: int, color: int) -> None:
        """Demand a colour for a cell; `run` tells what follows."""
        for other in range(len(self.masks)):
            if other != color:
                self.forbid(cell, other)
        index, position = self._crossing.places(cell)[0]
        if not self.masks[color][index] >> position & 1:
            self._possible = False

    def forbid(self, cell: int, color: int) -> None:
        """Rule a colour out for a cell; `run` tells what follows."""
        masks = self.masks[color]
        for index, position in self._crossing.places(cell):
            bit = 1 << position
            if masks[index] & bit:
                masks[index] ^= bit
                self._news[index] |= bit

    def run(self, deadline: Deadline = NEVER) -> bool:
        """Draw all conclusions from what has changed.

        Args:
            deadline: when to give up.

        Returns:
            False if there is no solution.

        Raises:
            GaveUp: the deadline has passed.
        """
        news = self._news
        families = self.puzzle.grid.families
        changed = [any(news[family.start : family.stop]) for family in families]
        while self._possible and any(changed):
            for number, family in enumerate(families):
                if changed[number]:
                    changed[number] = False
                    changes: Changes = [[] for _ in self.masks]
                    for index in family:
                        if news[index]:
                            if not self._visit(index, changes):
                                self._possible = False
                                return False
                            if deadline.has_passed:
                                raise GaveUp("time limit reached while looking at single lines")
                    for masks, removed in zip(self.masks, changes, strict=True):
                        if removed:
                            for other in self._crossing.remove(removed, number, masks, news):
                                changed[other] = True
        return self._possible

    def _visit(self, index: int, changes: Changes) -> bool:
        """Sweep the stretches of a line in which something has changed; add what goes to `changes`, by colour."""
        news = self._news[index]
        self._news[index] = 0
        solver = self._solvers[index]
        if solver.has_unknown:
            return self._visit_unknown(index, changes)
        masks = self.masks
        background = masks[0][index]
        stretches: list[Stretch] = []
        for stretch in self._stretches[index]:
            low, high, first, last = stretch
            window = (1 << high) - (1 << low)
            if not news & window:
                stretches.append(stretch)
                continue
            news &= ~window
            free = (background & window) >> low
            if last - first == 1:
                length, color = solver.clue[first]
                cells = (masks[color][index] & window) >> low
                one = known_colors.sweep_one(length, high - low, free, cells)
                if one is None:
                    return False
                new_free, new_cells = one
                if new_free & new_cells:
                    stretches.append(stretch)
                if new_cells != cells:
                    removed = (new_cells ^ cells) << low
                    masks[color][index] ^= removed
                    changes[color].append((index, removed))
            else:
                line = solver.prepared
                before = [free]
                before += [(masks[color][index] & window) >> low for color in line.colors]
                result = known_colors.sweep(line, first, last, high - low, before)
                if result is None:
                    return False
                after, starts = result
                new_free = after[0]
                is_open = 0
                for number, color in enumerate(line.colors, 1):
                    new_cells = after[number]
                    is_open |= new_free & new_cells
                    if new_cells != before[number]:
                        removed = (new_cells ^ before[number]) << low
                        masks[color][index] ^= removed
                        changes[color].append((index, removed))
                # The background cells and the order of the blocks decide everything else.
                if is_open:
                    fixed = [number for number, mask in enumerate(starts) if not mask & (mask - 1)]
                    if fixed:
                        stretches += _cut(stretch, line, starts, fixed)
                    else:
                        stretches.append(stretch)
            if new_free != free:
                removed = (new_free ^ free) << low
                background ^= removed
                changes[0].append((index, removed))
        masks[0][index] = background
        self._stretches[index] = tuple(stretches)
        return not news  # what is left has changed a cell that had been decided

    def _visit_unknown(self, index: int, changes: Changes) -> bool:
        """The same for a line with `?` blocks, which is never cut."""
        solver = self._solvers[index]
        before = [masks[index] for masks in self.masks]
        after = solver.narrow(before)
        if after is None:
            return False
        for color, masks in enumerate(self.masks):
            if before[color] != after[color]:
                masks[index] = after[color]
                changes[color].append((index, before[color] ^ after[color]))
        return True

    @property
    def n_open(self) -> int:
        """How many cells have more than one possible colour."""
        rows = self.puzzle.grid.families[0]
        return sum(several([masks[row] for masks in self.masks]).bit_count() for row in rows)

    def domains(self) -> Domains:
        """What is possible, as a value of its own."""
        lines = zip(*self.masks, strict=True)
        return Domains(
            self.puzzle.grid,
            tuple(LineDomain(cells, solver.starts) for cells, solver in zip(lines, self._solvers, strict=True)),
        )


def propagated(puzzle: Puzzle, deadline: Deadline = NEVER) -> State | None:
    """The state of a puzzle after line solving has run to a fixpoint.

    Args:
        puzzle: the puzzle.
        deadline: when to give up.

    Returns:
        None if the lines contradict each other, so that there is no solution.

    Raises:
        GaveUp: the deadline has passed.
    """
    state = State(puzzle)
    return state if state.run(deadline) else None


def propagate(puzzle: Puzzle, givens: Iterable[Given] = (), *, deadline: Deadline = NEVER) -> Domains | None:
    """All that single lines tell about a puzzle: complete line consistency on every line, to a fixpoint.

    Args:
        givens: cells to fix beside those of the puzzle.
        deadline: when to give up.

    Returns:
        None if the puzzle has no solution (with these givens).

    Raises:
        GaveUp: the deadline has passed.
    """
    state = State(puzzle)
    for cell, color in givens:
        state.fix(cell, color)
    return state.domains() if state.run(deadline) else None


def _cut(stretch: Stretch, line: known_colors.Line, starts: list[int], fixed: list[int]) -> list[Stretch]:
    """Cut a stretch at its blocks with one start left.

    `starts` has the last block first, as `known_colors.sweep` returns it, and `fixed` counts the blocks in that order.
    The cells that part blocks of one colour need no care, as they are decided too.
    """
    low, high, first, last = stretch
    origin, end = low, last - 1
    pieces = []
    for number in reversed(fixed):
        block = end - number
        start = origin + starts[number].bit_length() - 1
        if first < block:
            pieces.append((low, start, first, block))
        low = start + line.blocks[block][0]
        first = block + 1
    if first < last:
        pieces.append((low, high, first, last))
    return pieces
