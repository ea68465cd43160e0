"""Other solutions of a puzzle than a given one, as near to it as possible."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import TracebackType

from nonosat.backends import find_backend
from nonosat.encodings.cell_variables import CellVariables
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.verifier import verified
from nonosat.solving.formulas import encode_open_part
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
        puzzle, domains = state.puzzle, state.domains()
        self.goal = goal
        self._variables = CellVariables(puzzle, domains)
        self.cells: Sequence[int] = self._variables.cells
        self._session = find_backend().open(encode_open_part(puzzle, domains), deadline)
        #: For each open cell the literal that makes it agree with the goal.
        self._agrees: dict[int, int] = {}
        for cell in self.cells:
            goal_color = goal.cells[cell]
            if goal_color != BACKGROUND:
                self._agrees[cell] = self._variables.literal(cell, goal_color)
            elif puzzle.n_colors == 1:
                self._agrees[cell] = -self._variables.literal(cell, 1)
            else:
                # A variable that implies the background, and is implied by it where another solution can differ in
                # the background alone.
                (self._agrees[cell],) = self._session.new_variables(1)
                colors = [self._variables.literal(cell, other) for other in range(1, puzzle.n_colors + 1)]
                for color in colors:
                    self._session.add_clause((-self._agrees[cell], -color))
                if not puzzle.fixes_n_colored:
                    self._session.add_clause((self._agrees[cell], *colors))
        self._session.set_phases(self._agrees.values())
        # Where all solutions have the same number of coloured cells, every other one differs in a cell that is coloured
        # in the goal.
        differ = [cell for cell in self.cells if not puzzle.fixes_n_colored or goal.cells[cell] != BACKGROUND]
        self._session.add_clause([-self._agrees[cell] for cell in differ])

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
        found = self._solve([self._agrees[cell] for cell in agreeing if cell in self._agrees])
        while found is not None:
            differs = self._differences(found)
            # The next solution differs in a proper subset: in no other cell, and not in all of these.
            activation = self._session.add_retractable([[self._agrees[cell] for cell in differs]])
            inside = set(differs)
            nearer = self._solve([activation, *(self._agrees[cell] for cell in self.cells if cell not in inside)])
            self._session.retract(activation)
            if nearer is None:
                break
            found = nearer
        return found

    def _solve(self, assumptions: list[int]) -> Picture | None:
        model = self._session.solve(assumptions)
        return None if model is None else verified(self._variables.puzzle, self._variables.picture_of(model))

    def _differences(self, other: Picture) -> list[int]:
        return [cell for cell in self.cells if other.cells[cell] != self.goal.cells[cell]]

    def close(self) -> None:
        """Release the solver."""
        self._session.close()

    def __enter__(self) -> OtherSolutions:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
