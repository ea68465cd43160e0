"""Line consistency on all lines, to a fixpoint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.cells import Cells
from nonosat.lines.domains import Domains, LineDomain
from nonosat.lines.line_cells import line_cells
from nonosat.model.clue import Clue
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle


class PropagationState:
    """A puzzle and its `cells` during line solving: their possible colours, and the lines to sweep again.

    After `run` has returned True, all lines are consistent with each other. After it has returned False or raised, the
    state must not be used any more.
    """

    __slots__ = ("cells", "puzzle")

    def __init__(self, puzzle: Puzzle) -> None:
        """The state that follows from each clue alone, and from the givens."""
        self.puzzle = puzzle
        self.cells = line_cells(puzzle)
        for cell, color in puzzle.givens:
            self.cells.fix(cell, color)

    def _with(self, cells: Cells) -> PropagationState:
        other = PropagationState.__new__(PropagationState)
        other.puzzle, other.cells = self.puzzle, cells
        return other

    def copy(self) -> PropagationState:
        """An independent state; costs one copy of the bit sets."""
        return self._with(self.cells.copy())

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
            fixed.cells.fix(cell, color)
        return fixed if fixed.run(deadline) else None

    def around(self, masks: list[list[int]], cells: Iterable[int]) -> PropagationState:
        """A copy in which only some cells are open, and all others have the colours of a picture.

        Args:
            masks: the cells of the picture, as `Cells.masks`; each colour is possible here. The lines through none of
                `cells`, those that stay open, satisfy their clues, and are not swept.
        """
        part = self.copy()
        part.cells.restrict(masks, tuple(cells))
        return part

    def edited(self, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> PropagationState:
        """The state of another puzzle in which some cells have changed; all knowledge of the others counts as given.

        Where line solving of the other puzzle finds out the same again, this is its state, at the cost of the lines
        that differ; otherwise this knows more. The attribute `puzzle` stays as it is.

        Args:
            clues: by line, the clues of the other puzzle for all lines through the changed cells.
            colors: from each changed cell to its colour in the other puzzle, whatever is known of it here.
        """
        return self._with(self.cells.edited(clues, colors))

    @property
    def n_open(self) -> int:
        """The number of cells with more than one possible colour."""
        return self.cells.count_open()

    def run(self, deadline: Deadline = NEVER, swept: list[int] | None = None) -> bool:
        """Sweep lines until nothing changes any more.

        The families of lines take turns: all lines of one family on which something has changed are swept, then those
        of the next one.

        Args:
            swept: gets the lines that are swept, in order. If there is no solution, the last of them has no placement.
                No line is swept if a cell was fixed to a colour that was impossible for it already.

        Returns:
            False if there is no solution.

        Raises:
            GaveUp: the deadline has passed.
        """
        return self.cells.run(partial(_count, deadline) if deadline.is_set else None, swept)

    def domains(self) -> Domains:
        """The domains, which do not change with this state."""
        cells = self.cells.copy()
        lines = enumerate(zip(*cells.masks(), strict=True))
        return Domains(
            self.puzzle.grid, tuple([LineDomain(masks, partial(cells.starts, line)) for line, masks in lines])
        )

    def picture(self) -> Picture | None:
        """The only possible picture; None if some cell is open, or has no colour left."""
        colors = self.cells.decided()
        return None if colors is None else Picture(self.puzzle.grid, colors)


def _count(deadline: Deadline, work: float) -> None:
    deadline.spend(work)
    deadline.check("line solving was not finished")


def refute_colors(state: PropagationState, solution: Picture | None = None, deadline: Deadline = NEVER) -> bool:
    """Remove the colours of cells that line solving refutes as suppositions, until none is left: singleton consistency.

    Args:
        state: the result of line solving; changed in place, and good for use even after the deadline.
        solution: if one is known. Its colours are never refuted, so never supposed.

    Returns:
        False if there is no solution.

    Raises:
        GaveUp: the deadline has passed.
    """
    n_cells = state.puzzle.grid.n_cells
    n_tried, cell = 0, 0  # n_tried: cells that were tried since the last colour was refuted, with the cell of that one
    while n_tried < n_cells:
        n_tried += 1
        for color in state.cells.colors(cell):
            colors = state.cells.colors(cell)
            if len(colors) == 1 or color not in colors or (solution is not None and solution.cells[cell] == color):
                continue
            if state.supposing(cell, color, deadline) is None:
                state.cells.forbid(cell, color)
                if not state.run():
                    return False
                n_tried = 1
        cell = (cell + 1) % n_cells
    return True


def propagated(puzzle: Puzzle, deadline: Deadline = NEVER) -> PropagationState | None:
    """The state of a puzzle after line solving; None if the lines contradict each other.

    Raises:
        GaveUp: the deadline has passed.
    """
    state = PropagationState(puzzle)
    return state if state.run(deadline) else None


def propagate(puzzle: Puzzle, givens: Iterable[ColoredCell] = (), *, deadline: Deadline = NEVER) -> Domains | None:
    """The domains of a puzzle with further `givens` after line solving; the rest is as for `propagated`."""
    state = PropagationState(puzzle).fixing(givens, deadline)
    return None if state is None else state.domains()
