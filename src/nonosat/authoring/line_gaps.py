"""What is missing from givens so that line solving solves a puzzle: sets of cells of which one must be given.

Such a set stays open though all other cells are given, so no line decides any of it. Small ones say most: they are
searched for by giving as many of the open cells as still leave some open.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.system.deadline import NEVER, Deadline

#: A gap is not made smaller after so many trials: it is one of hundreds of cells then, each of which decides nearly all
#: others, and to see that of each takes seconds.
MAX_TRIALS = 200
#: How many times a first set is searched for, and how many cells are compared for each cell that it gets.
STARTS, COMPARED = 4, 100
#: After this share of the time no other first set is searched for.
START_SHARE = 0.1


class LineGaps:
    """Gaps between givens and a puzzle that lines solve: cells that lines leave open.

    Attributes:
        others: empty, since no solution shows such a gap.
    """

    def __init__(self, state: PropagationState, goal: Picture, deadline: Deadline = NEVER) -> None:
        """
        Args:
            state: what line solving leaves; the goal agrees with it.
            goal: the solution.
            deadline: after it `gap` raises `GaveUp`.
        """
        self._state, self._goal, self._deadline = state, goal.cells, deadline
        self.elements: Sequence[int] = open_cells(state)
        self.others: Sequence[Picture] = ()
        #: How many trials there may be for this gap.
        self._trials = 0

    @property
    def start(self) -> Sequence[int]:
        """The smallest of several sets of cells that decide all others, none of which can be left out."""
        rng, found = random.Random(0), list[Sequence[int]]()
        until = self._deadline.part(START_SHARE)
        while not found or (len(found) < STARTS and not until.has_passed):
            found.append(self._irreducible(self._deciding(rng)))
        return min(found, key=len)

    def _deciding(self, rng: random.Random) -> list[int]:
        """Cells that decide all others, each the one of some that leaves the fewest cells open."""
        state, chosen, left = self._state, list[int](), self.elements
        while left:
            # Without time any cell will do: that takes no more than solving the puzzle by lines.
            compared = 1 if self._deadline.has_passed else min(COMPARED, len(left))
            after = {cell: self._after(state, (cell,), NEVER) for cell in rng.sample(left, compared)}
            chosen.append(min(after, key=lambda cell: after[cell].n_open))
            state = after[chosen[-1]]
            left = [cell for cell in left if len(state.colors(cell)) > 1]
        return chosen

    def _irreducible(self, chosen: list[int]) -> list[int]:
        """Cells without those that can be left out, the first ones first; as they are where the time is over."""
        for cell in list(chosen):
            fewer = [other for other in chosen if other != cell]
            if not self._deadline.has_passed and not self._after(self._state, fewer, NEVER).n_open:
                chosen = fewer
        return chosen

    def gap(self, chosen: Collection[int]) -> tuple[int, ...] | None:
        """Cells that lines leave open, even if all other cells are given, none of them chosen; None if there are none.

        Within a gap of few cells there is no smaller one: any of its cells, given, decides all of them.

        Args:
            chosen: the cells that are given.
        """
        self._trials = MAX_TRIALS
        state = self._after(self._state, chosen, self._deadline)
        state = self._narrowed(state, [cell for cell in self.elements if len(state.colors(cell)) > 1])
        return tuple(cell for cell in self.elements if len(state.colors(cell)) > 1) or None

    def _narrowed(self, state: PropagationState, cells: Sequence[int]) -> PropagationState:
        """Give as many of these cells as still leave cells open: all at once, or else those of each half."""
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
        deadline.check("no answer")
        after = state.copy()
        for cell in given:
            after.fix(cell, self._goal[cell])
        possible = after.run(deadline)
        assert possible, "the goal is a solution"
        return after

    def close(self) -> None:
        """There is nothing to release."""


def open_cells(state: PropagationState) -> list[int]:
    """The cells with more than one possible colour, ascending.

    Args:
        state: what is possible.
    """
    return [cell for cell in range(state.puzzle.grid.n_cells) if len(state.colors(cell)) > 1]
