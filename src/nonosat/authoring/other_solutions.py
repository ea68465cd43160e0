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

    Attributes:
        goal: the solution from which others differ.
        cells: the open cells of the state, ascending; all others are as in the goal in every solution.
    """

    def __init__(self, state: PropagationState, goal: Picture, deadline: Deadline = NEVER) -> None:
        """
        Args:
            state: line consistent; the goal, a solution, agrees with it.
        """
        puzzle = state.puzzle
        self.goal = goal
        self._solutions = SolutionSession.of_state(state, deadline)
        solver = self._solutions.solver
        self.cells: Sequence[int] = self._solutions.cells.cells
        #: For each open cell the literal that makes it agree with the goal.
        self._agrees: dict[int, int] = {}
        for cell in self.cells:
            self._agrees[cell] = agrees = self._solutions.marker(cell, goal.cells[cell])
            literals = self._solutions.cells.literals(cell, goal.cells[cell])
            if len(literals) > 1 and not puzzle.fixes_n_colored:
                # Another solution can differ in the background alone.
                solver.add_clause((agrees, *(-literal for literal in literals)))
        solver.set_phases(self._agrees.values())
        # Where all solutions have the same number of coloured cells, every other one differs in a cell that is coloured
        # in the goal.
        differ = [cell for cell in self.cells if not puzzle.fixes_n_colored or goal.cells[cell] != BACKGROUND]
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
            differs = [cell for cell in self.cells if found.cells[cell] != self.goal.cells[cell]]
            # The next solution differs in a proper subset: in no other cell, and not in all of these.
            activation = solver.add_retractable([[self._agrees[cell] for cell in differs]])
            inside = set(differs)
            same = (self._agrees[cell] for cell in self.cells if cell not in inside)
            nearer = self._solutions.solve([activation, *same])
            solver.retract(activation)
            if nearer is None:
                break
            found = nearer
        return found

    def close(self) -> None:
        """Release the solver."""
        self._solutions.close()

    def __enter__(self) -> OtherSolutions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
