"""Other solutions of a puzzle than a given one, as near to it as possible."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.solving.solution_session import SolutionSession
from nonosat.system.deadline import NEVER, Deadline


class OtherSolutions:
    """A search for solutions that differ from a goal in minimal sets of cells; leaving its `with` block closes it.

    The cells in which such a solution differs are a gap between givens and a unique solution (`smallest_set`).

    Attributes:
        elements, start: the open cells of the state, ascending; all others are as in the goal in every solution.
        others: the solutions of `gap`, verified.
    """

    def __init__(self, state: PropagationState, goal: Picture, deadline: Deadline = NEVER) -> None:
        """
        Args:
            state: line consistent; the goal, a solution, agrees with it.
        """
        puzzle = state.puzzle
        self._goal = goal.cells
        self.others: list[Picture] = []
        self._solutions = SolutionSession.of_state(state, deadline)
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
        """Find a solution that differs from the goal in a minimal set of cells: none differs in a proper subset.

        Args:
            agreeing: cells in which it must agree with the goal.

        Returns:
            The solution, verified; None if there is none.

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
        """The cells in which another solution differs from the goal, none of them chosen; None if there is none."""
        other = self.differing(chosen)
        if other is None:
            return None
        self.others.append(other)
        return self._differences(other)

    def _differences(self, other: Picture) -> tuple[int, ...]:
        """The cells in which a solution differs from the goal."""
        return tuple(cell for cell in self.elements if other.cells[cell] != self._goal[cell])

    def close(self) -> None:
        """Release the solver."""
        self._solutions.close()

    def __enter__(self) -> OtherSolutions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
