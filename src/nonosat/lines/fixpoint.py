"""Line consistency on all lines, to a fixpoint.

The families of lines take turns: all lines of one family on which something has changed are swept, then the colours
that this removes are removed from the families that cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.clue_bounds import cell_bounds
from nonosat.lines.crossing import crossing
from nonosat.lines.domains import Domains, LineDomain, undecided_positions
from nonosat.lines.line import LineSolver, Removals, Stretch, sweep_stretch
from nonosat.model.clue import Clue
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle


class PropagationState:
    """The cells of a puzzle during line solving: their possible colours, and the lines to sweep again.

    After `run` has returned True, all lines are consistent with each other. After it has returned False or raised, the
    state must not be used any more.

    Attributes:
        masks: for each colour from 0 (background) to n, for each line of the grid, the positions on the line that may
            have it, as a bit set. Read only.
    """

    __slots__ = ("_changed", "_crossing", "_possible", "_solvers", "_stretches", "masks", "puzzle")

    def __init__(self, puzzle: Puzzle) -> None:
        """The state that follows from each clue alone, and from the givens."""
        grid, n_colors = puzzle.grid, puzzle.n_colors
        self.puzzle = puzzle
        self._crossing = crossing(grid)
        self._possible = True
        self._solvers: list[LineSolver] = []
        self._stretches: list[tuple[Stretch, ...]] = []
        #: For each line the positions that have lost a colour since it was last swept.
        self._changed: list[int] = []
        self.masks: list[list[int]] = [[] for _ in range(n_colors + 1)]
        for index, clue in enumerate(puzzle.clues):
            length = len(grid.line(index))
            solver = LineSolver(clue, length, n_colors)
            self._solvers.append(solver)
            own = cell_bounds(clue, length, n_colors)
            for masks, mask in zip(self.masks, own, strict=True):
                masks.append(mask)
            is_open = undecided_positions(own)
            self._stretches.append(((0, length, 0, len(clue)),) if is_open else ())
            # The bounds are line consistent if all colours are known.
            self._changed.append((1 << length) - 1 if solver.has_unknown and is_open else 0)
        for color, masks in enumerate(self.masks):
            self.masks[color] = self._crossing.agreed(masks)
            for index, mask in enumerate(self.masks[color]):
                self._changed[index] |= masks[index] ^ mask
        for cell, color in puzzle.givens:
            self.fix(cell, color)

    def copy(self) -> PropagationState:
        """An independent state; costs one copy of the lists with an entry for each line."""
        other = PropagationState.__new__(PropagationState)
        other.puzzle, other._crossing, other._solvers = self.puzzle, self._crossing, self._solvers
        other._possible = self._possible
        other.masks = [masks[:] for masks in self.masks]
        other._stretches, other._changed = self._stretches[:], self._changed[:]
        return other

    def supposing(self, cell: int, color: int, deadline: Deadline = NEVER) -> PropagationState | None:
        """A copy in which a `cell` has a `color`, after line solving; see `fixing`."""
        return self.fixing(((cell, color),), deadline)

    def fixing(self, cells: Iterable[tuple[int, int]], deadline: Deadline = NEVER) -> PropagationState | None:
        """A copy in which `cells` have colours, after line solving; None if it finds that there is no such solution.

        Args:
            cells: pairs of a cell and a colour, from 0 (background).

        Raises:
            GaveUp: the deadline has passed.
        """
        fixed = self.copy()
        for cell, color in cells:
            fixed.fix(cell, color)
        return fixed if fixed.run(deadline) else None

    def around(self, masks: Sequence[Sequence[int]], cells: Iterable[int]) -> PropagationState:
        """A copy in which only some cells are open, and all others have the colours of a picture.

        Args:
            masks: the cells of the picture, as the attribute; each colour is possible here. The lines through none of
                `cells`, those that stay open, satisfy their clues, and are not swept.
        """
        part = self.copy()
        free = [0] * self.puzzle.grid.n_lines
        for cell in cells:
            for index, position in self._crossing.places(cell):
                free[index] |= 1 << position
        part.masks = [
            [mask & (kept | open_) for mask, kept, open_ in zip(*planes, free, strict=True)]
            for planes in zip(self.masks, masks, strict=True)
        ]
        for index, positions in enumerate(free):
            if positions:
                for before, after in zip(self.masks, part.masks, strict=True):
                    part._changed[index] |= before[index] ^ after[index]
        return part

    def edited(self, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> PropagationState:
        """The state of another puzzle in which some cells have changed; all knowledge of the others counts as given.

        Where line solving of the other puzzle finds out the same again, this is its state, at the cost of the lines
        that differ; otherwise this knows more. The attribute `puzzle` stays as it is.

        Args:
            clues: by line, the clues of the other puzzle for all lines through the changed cells.
            colors: from each changed cell to its colour in the other puzzle, whatever is known of it here.
        """
        other = self.copy()
        other._solvers = self._solvers[:]
        grid, n_colors = self.puzzle.grid, self.puzzle.n_colors
        for cell, color in colors.items():
            for index, position in self._crossing.places(cell):
                bit = 1 << position
                for number, masks in enumerate(other.masks):
                    masks[index] = masks[index] | bit if number == color else masks[index] & ~bit
        for index, clue in clues.items():
            line = grid.line(index)
            other._solvers[index] = LineSolver(clue, len(line), n_colors)
            other._stretches[index] = ((0, len(line), 0, len(clue)),) if clue else ()
            other._changed[index] = (1 << len(line)) - 1
            if not clue:
                for cell in line:
                    other.fix(cell, BACKGROUND)
        for index, clue in clues.items():
            if not clue:
                other._changed[index] = 0  # it has no block to sweep, and all of it is decided
        return other

    @property
    def stretches(self) -> Sequence[tuple[Stretch, ...]]:
        """For each line its open stretches, ascending; a line with `?` blocks stays one, also when it is decided."""
        return self._stretches

    @property
    def n_open(self) -> int:
        """The number of cells with more than one possible colour."""
        rows = self.puzzle.grid.families[0]
        return sum(undecided_positions([masks[row] for masks in self.masks]).bit_count() for row in rows)

    def colors(self, cell: int) -> list[int]:
        """The colours that are possible for a cell, ascending; 0 is background."""
        index, position = self._crossing.places(cell)[0]
        return [color for color, masks in enumerate(self.masks) if masks[index] >> position & 1]

    def fix(self, cell: int, color: int) -> None:
        """Make a `color`, from 0 (background), the only one of a `cell`; the next `run` draws conclusions."""
        for other in range(len(self.masks)):
            if other != color:
                self.forbid(cell, other)
        index, position = self._crossing.places(cell)[0]
        if not self.masks[color][index] >> position & 1:
            self._possible = False

    def forbid(self, cell: int, color: int) -> None:
        """Make a `color`, from 0 (background), impossible for a `cell`; the next `run` draws conclusions."""
        masks = self.masks[color]
        for index, position in self._crossing.places(cell):
            bit = 1 << position
            if masks[index] & bit:
                masks[index] ^= bit
                self._changed[index] |= bit

    def run(self, deadline: Deadline = NEVER, swept: list[int] | None = None) -> bool:
        """Sweep lines until nothing changes any more.

        Args:
            swept: gets the lines that are swept, in order. If there is no solution, the last of them has no placement.
                No line is swept if a cell was fixed to a colour that was impossible for it already.

        Returns:
            False if there is no solution.

        Raises:
            GaveUp: the deadline has passed.
        """
        changed = self._changed
        families = self.puzzle.grid.families
        to_sweep = [any(changed[family.start : family.stop]) for family in families]
        is_limited = deadline.is_set
        while self._possible and any(to_sweep):
            for number, family in enumerate(families):
                if not to_sweep[number]:
                    continue
                to_sweep[number] = False
                removals: Removals = [[] for _ in self.masks]
                for index in compress(family, changed[family.start : family.stop]):
                    if swept is not None:
                        swept.append(index)
                    if not self._sweep_line(index, removals):
                        self._possible = False
                        return False
                    if is_limited and deadline.has_passed:
                        raise GaveUp("time limit reached during line solving")
                for masks, removed in zip(self.masks, removals, strict=True):
                    if removed:
                        for other in self._crossing.remove(removed, number, masks, changed):
                            to_sweep[other] = True
        return self._possible

    @property
    def changed_lines(self) -> list[int]:
        """The lines on which something has changed since they were last swept, ascending."""
        return [index for index, positions in enumerate(self._changed) if positions]

    def run_round(self) -> bool | None:
        """Sweep all changed lines once, each from what was known before the round.

        So the state after a number of rounds does not depend on the order of lines, and a state that knows more at
        first knows no less after the same number of rounds. `run` needs fewer sweeps to the same fixpoint.

        Returns:
            True if something has become impossible; None if some line has no placement, so that there is no solution.
        """
        changed = self._changed
        if not self._possible:
            return None
        families = self.puzzle.grid.families
        removals: list[Removals] = []
        for family in families:
            removed: Removals = [[] for _ in self.masks]
            removals.append(removed)
            for index in family:
                if changed[index] and not self._sweep_line(index, removed):
                    self._possible = False
                    return None
        for number, removed in enumerate(removals):
            for masks, places in zip(self.masks, removed, strict=True):
                if places:
                    self._crossing.remove(places, number, masks, changed)
        return any(map(any, removals))

    def domains(self) -> Domains:
        """The domains, which do not change with this state."""
        lines = zip(*self.masks, strict=True)
        return Domains(
            self.puzzle.grid,
            tuple(LineDomain(cells, solver.starts) for cells, solver in zip(lines, self._solvers, strict=True)),
        )

    def picture(self) -> Picture | None:
        """The only possible picture; None if some cell is open, or has no colour left."""
        return self.domains().picture()

    def _sweep_line(self, index: int, removals: Removals) -> bool:
        """Sweep the stretches of a line in which something has changed; return False if the clue has no placement.

        What has become impossible is added to `removals`; the lines that cross are not changed here.
        """
        changed = self._changed[index]
        self._changed[index] = 0
        solver = self._solvers[index]
        if solver.has_unknown:
            after = solver.narrow([masks[index] for masks in self.masks])
            if after is None:
                return False
            for masks, mask, removed in zip(self.masks, after, removals, strict=True):
                if masks[index] != mask:
                    removed.append((index, masks[index] ^ mask))
                    masks[index] = mask
            return True
        stretches: list[Stretch] = []
        for stretch in self._stretches[index]:
            low, high, _, _ = stretch
            window = (1 << high) - (1 << low)
            if changed & window:
                changed &= ~window
                pieces = sweep_stretch(self.masks, index, solver, stretch, window, removals)
                if pieces is None:
                    return False
                stretches += pieces
            else:
                stretches.append(stretch)
        self._stretches[index] = tuple(stretches)
        return not changed  # what is left is a change of a cell that had been decided


def propagated(puzzle: Puzzle, deadline: Deadline = NEVER) -> PropagationState | None:
    """The state of a puzzle after line solving; None if the lines contradict each other.

    Raises:
        GaveUp: the deadline has passed.
    """
    state = PropagationState(puzzle)
    return state if state.run(deadline) else None


def propagate(puzzle: Puzzle, givens: Iterable[Given] = (), *, deadline: Deadline = NEVER) -> Domains | None:
    """The domains of a puzzle with further `givens` after line solving; the rest is as for `propagated`."""
    state = PropagationState(puzzle).fixing(givens, deadline)
    return None if state is None else state.domains()
