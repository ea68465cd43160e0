"""Gaps between givens and a puzzle that is unique, or that lines solve, as `smallest_set` asks for them.

    unique    the cells in which another solution differs from the goal
    lines     cells that lines leave open though all others are given, so that no line decides any of them

Small gaps say most. The first are found by solutions ever nearer to the goal, the second by giving as many open cells
as possible such that some still stay open.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.minimal_subset import minimal_subset
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.solving.solution_session import SolutionSession

#: Largest number of trials to make a gap smaller. Beyond it a gap has hundreds of cells, each of which decides nearly
#: all others, and a trial of each of them takes seconds.
MAX_TRIALS = 200
#: Number of first sets that are searched for, and number of cells that are compared for each cell of a first set.
STARTS, COMPARED = 4, 100
#: Share of the time after which no other first set is searched for.
START_SHARE = 0.1


class OtherSolutions:
    """A search for solutions that differ from a goal in minimal sets of cells.

    The state is line consistent, and the goal agrees with it.

    Attributes:
        elements, start: the open cells of the state, ascending; all others are as in the goal in every solution.
        others: the solutions of `gap`, verified.
    """

    def __init__(self, state: PropagationState, goal: Picture, deadline: Deadline = NEVER) -> None:
        puzzle = state.puzzle
        self._goal = goal.cells
        self.others: list[Picture] = []
        self._solutions = SolutionSession.of_state(state, deadline=deadline)
        solver = self._solutions.solver
        self.elements: Sequence[int] = self._solutions.cells.cells
        self.start = self.elements
        #: For each open cell the literal that makes it agree with the goal.
        self._agrees: dict[int, int] = {}
        for cell in self.elements:
            self._agrees[cell] = agrees = self._solutions.marker(cell, goal.cells[cell])
            literals = self._solutions.cells.literals(cell, goal.cells[cell])
            if len(literals) > 1 and not puzzle.fixes_n_colored:
                # Another solution can differ in the background alone.
                solver.add_clause((agrees, *(-literal for literal in literals)))
        solver.set_phases(self._agrees.values())
        # Where all solutions have the same number of coloured cells, every other one differs in a cell that is coloured
        # in the goal.
        differ = [cell for cell in self.elements if not puzzle.fixes_n_colored or goal.cells[cell] != BACKGROUND]
        solver.add_clause([-self._agrees[cell] for cell in differ])

    def differing(self, agreeing: Collection[int]) -> Picture | None:
        """Find a solution that differs from the goal in a minimal set of cells, `agreeing` not among them; or None.

        Raises:
            GaveUp: the deadline came first.
            SolverError: the solver crashed, or gave an answer that fails verification.
        """
        solver = self._solutions.solver
        found = self._solutions.solve([self._agrees[cell] for cell in agreeing if cell in self._agrees])
        while found is not None:
            differs = self._differences(found)
            # The next solution differs in a proper subset: in no other cell, and not in all of these.
            activation = solver.add_retractable([[self._agrees[cell] for cell in differs]])
            inside = set(differs)
            same = (self._agrees[cell] for cell in self.elements if cell not in inside)
            nearer = self._solutions.solve([activation, *same])
            solver.retract(activation)
            if nearer is None:
                break
            found = nearer
        return found

    def gap(self, chosen: Collection[int]) -> tuple[int, ...] | None:
        """The cells in which another solution differs from the goal, not among the `chosen`; None if there is none."""
        other = self.differing(chosen)
        if other is None:
            return None
        self.others.append(other)
        return self._differences(other)

    def _differences(self, other: Picture) -> tuple[int, ...]:
        return tuple(cell for cell in self.elements if other.cells[cell] != self._goal[cell])

    def close(self) -> None:
        """Release the solver."""
        self._solutions.close()


class LineGaps:
    """A search for minimal sets of cells that lines leave open; the state is the result of line solving.

    Attributes:
        elements: the open cells, ascending.
        others: empty, since no solution shows such a gap.
    """

    def __init__(self, state: PropagationState, goal: Picture, deadline: Deadline = NEVER) -> None:
        self._state, self._goal, self._deadline = state, goal.cells, deadline
        self.elements: Sequence[int] = open_cells(state.domains())
        self.others: Sequence[Picture] = ()
        self._trials = 0  # that are left for the current gap

    @property
    def start(self) -> Sequence[int]:
        """The smallest of several sets that decide all other cells, each irreducible."""

        def sufficient(chosen: list[int]) -> list[int] | None:
            # When the time is over nothing more is left out.
            return None if self._deadline.has_passed or self._after(self._state, chosen, NEVER).n_open else chosen

        rng, found = random.Random(0), list[Sequence[int]]()
        until = self._deadline.part(START_SHARE)
        while not found or (len(found) < STARTS and not until.has_passed):
            found.append(minimal_subset(self._deciding(rng), sufficient))
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
            left = [cell for cell in left if len(state.cells.colors(cell)) > 1]
        return chosen

    def gap(self, chosen: Collection[int]) -> tuple[int, ...] | None:
        """Cells that lines leave open though all others are given, not among the `chosen`; None if there are none.

        A gap that was made as small as possible contains no smaller one: giving any of its cells decides all of them.
        """
        self._trials = MAX_TRIALS
        state = self._after(self._state, chosen, self._deadline)
        state = self._narrowed(state, [cell for cell in self.elements if len(state.cells.colors(cell)) > 1])
        return tuple(cell for cell in self.elements if len(state.cells.colors(cell)) > 1) or None

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
