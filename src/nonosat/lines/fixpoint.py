"""Line consistency on all lines, to a fixpoint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.domains import Domains, LineDomain
from nonosat.lines.line import Stretch
from nonosat.lines.line_cells import LineCells, line_cells
from nonosat.model.clue import Clue
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle


class PropagationState:
    """The cells of a puzzle during line solving: their possible colours, and the lines to sweep again.

    After `run` has returned True, all lines are consistent with each other. After it has returned False or raised, the
    state must not be used any more.
    """

    __slots__ = ("_cells", "puzzle")

    def __init__(self, puzzle: Puzzle) -> None:
        """The state that follows from each clue alone, and from the givens."""
        self.puzzle = puzzle
        self._cells = line_cells(puzzle)
        for cell, color in puzzle.givens:
            self.fix(cell, color)

    def _with(self, cells: LineCells) -> PropagationState:
        other = PropagationState.__new__(PropagationState)
        other.puzzle, other._cells = self.puzzle, cells
        return other

    def copy(self) -> PropagationState:
        """An independent state; costs one copy of the bit sets."""
        return self._with(self._cells.copy())

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

    def around(self, masks: list[list[int]], cells: Iterable[int]) -> PropagationState:
        """A copy in which only some cells are open, and all others have the colours of a picture.

        Args:
            masks: the cells of the picture, as the attribute; each colour is possible here. The lines through none of
                `cells`, those that stay open, satisfy their clues, and are not swept.
        """
        part = self.copy()
        part._cells.restrict(masks, tuple(cells))
        return part

    def edited(self, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> PropagationState:
        """The state of another puzzle in which some cells have changed; all knowledge of the others counts as given.

        Where line solving of the other puzzle finds out the same again, this is its state, at the cost of the lines
        that differ; otherwise this knows more. The attribute `puzzle` stays as it is.

        Args:
            clues: by line, the clues of the other puzzle for all lines through the changed cells.
            colors: from each changed cell to its colour in the other puzzle, whatever is known of it here.
        """
        return self._with(self._cells.edited(clues, colors))

    @property
    def masks(self) -> list[list[int]]:
        """For each colour from 0 (background) to n, for each line of the grid, the positions on the line that may have
        it, as a bit set; not to be changed, and they may or may not change with this state.
        """
        return self._cells.masks()

    def sets(self) -> bytes:
        """For each colour from 0 (background) to n the cells that may have it, as a bit set in bytes, lowest first."""
        return self._cells.sets()

    def stretches(self, line: int) -> Sequence[Stretch]:
        """The open stretches of a `line` of a consistent state, ascending; one with `?` blocks stays one, also when it
        is decided.
        """
        return self._cells.stretches(line)

    @property
    def n_open(self) -> int:
        """The number of cells with more than one possible colour."""
        return self._cells.count_open()

    def colors(self, cell: int) -> list[int]:
        """The colours that are possible for a cell, ascending; 0 is background."""
        return self._cells.colors(cell)

    def fix(self, cell: int, color: int) -> None:
        """Make a `color`, from 0 (background), the only one of a `cell`; the next `run` draws conclusions."""
        self._cells.fix(cell, color)

    def forbid(self, cell: int, color: int) -> None:
        """Make a `color`, from 0 (background), impossible for a `cell`; the next `run` draws conclusions."""
        self._cells.forbid(cell, color)

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
        return self._cells.run(partial(_check, deadline) if deadline.is_set else None, swept)

    @property
    def changed_lines(self) -> list[int]:
        """The lines on which something has changed since they were last swept, ascending."""
        return self._cells.changed_lines()

    def run_round(self) -> bool | None:
        """Sweep all changed lines once, each from what was known before the round.

        So the state after a number of rounds does not depend on the order of lines, and a state that knows more at
        first knows no less after the same number of rounds. `run` needs fewer sweeps to the same fixpoint.

        Returns:
            True if something has become impossible; None if some line has no placement, so that there is no solution.
        """
        return self._cells.run_round()

    def domains(self) -> Domains:
        """The domains, which do not change with this state."""
        cells = self._cells.copy()
        lines = enumerate(zip(*cells.masks(), strict=True))
        return Domains(
            self.puzzle.grid, tuple([LineDomain(masks, partial(cells.starts, line)) for line, masks in lines])
        )

    def picture(self) -> Picture | None:
        """The only possible picture; None if some cell is open, or has no colour left."""
        colors = self._cells.decided()
        return None if colors is None else Picture(self.puzzle.grid, colors)


def _check(deadline: Deadline) -> None:
    if deadline.has_passed:
        raise GaveUp("time limit reached during line solving")


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
