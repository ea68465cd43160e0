"""Gaps between givens and a puzzle that lines solve: sets of cells of which one must be given.

Such a set stays open though all other cells are given, so no line decides any of its cells. Small sets say most. They
are found by giving as many open cells as possible such that some still stay open.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.system.deadline import NEVER, Deadline

#: Largest number of trials to make a gap smaller. Beyond it a gap has hundreds of cells, each of which decides nearly
#: all others, and a trial of each of them takes seconds.
MAX_TRIALS = 200
#: Number of first sets that are searched for, and number of cells that are compared for each cell of a first set.
STARTS, COMPARED = 4, 100
#: Share of the time after which no other first set is searched for.
START_SHARE = 0.1


class LineGaps:
    """Gaps between givens and a puzzle that lines solve: cells that lines leave open.

    Attributes:
        others: empty, since no solution shows such a gap.
    """

    def __init__(self, state: PropagationState, goal: Picture, deadline: Deadline = NEVER) -> None:
        """
        Args:
            state: the result of line solving; the goal, a solution, agrees with it.
        """
        self._state, self._goal, self._deadline = state, goal.cells, deadline
        self.elements: Sequence[int] = open_cells(state.domains())
        self.others: Sequence[Picture] = ()
        #: Number of trials that are left for the current gap.
        self._trials = 0

    @property
    def start(self) -> Sequence[int]:
        """The smallest of several sets that decide all other cells, each irreducible."""
        rng, found = random.Random(0), list[Sequence[int]]()
        until = self._deadline.part(START_SHARE)
        while not found or (len(found) < STARTS and not until.has_passed):
            found.append(self._irreducible(self._deciding(rng)))
        return min(found, key=len)

    def _deciding(self, rng: random.Random) -> list[int]:
        """A set that decides all other cells, built greedily: the best cell of a sample is added each time."""
        state, chosen, left = self._state, list[int](), self.elements
        while left:
            # When the time is over any cell is taken, which costs no more than solving the puzzle by lines.
            compared = 1 if self._deadline.has_passed else min(COMPARED, len(left))
            after = {cell: self._after(state, (cell,), NEVER) for cell in rng.sample(left, compared)}
            chosen.append(min(after, key=lambda cell: after[cell].n_open))
            state = after[chosen[-1]]
            left = [cell for cell in left if len(state.colors(cell)) > 1]
        return chosen

    def _irreducible(self, chosen: list[int]) -> list[int]:
        """Leave out every cell that is not needed, in order; stop when the time is over."""
        for cell in list(chosen):
            fewer = [other for other in chosen if other != cell]
            if not self._deadline.has_passed and not self._after(self._state, fewer, NEVER).n_open:
                chosen = fewer
        return chosen

    def gap(self, chosen: Collection[int]) -> tuple[int, ...] | None:
        """Cells that lines leave open, even if all other cells are given, none of them chosen; None if there are none.

        A gap that was made as small as possible contains no smaller one: giving any of its cells decides all of them.
        """
        self._trials = MAX_TRIALS
        state = self._after(self._state, chosen, self._deadline)
        state = self._narrowed(state, [cell for cell in self.elements if len(state.colors(cell)) > 1])
        return tuple(cell for cell in self.elements if len(state.colors(cell)) > 1) or None

    def _narrowed(self, state: PropagationState, cells: Sequence[int]) -> PropagationState:
        """Give as many of these cells as possible such that cells stay open: all at once, else some of each half."""
        if not self._trials:
            return state
        self._trials -= 1
        after = self._after(state, cells, self._deadline)
        if after.n_open:
            return after
        if len(cells) > 1:
            half = len(cells) // 2
            state = self._narrowed(self._narrowed(state, cells[:half]), cells[half:])
        return state

    def _after(self, state: PropagationState, given: Collection[int], deadline: Deadline) -> PropagationState:
        deadline.check()
        after = state.fixing([(cell, self._goal[cell]) for cell in given], deadline)
        assert after is not None, "the goal is a solution"
        return after

    def close(self) -> None:
        """There is nothing to release."""
