"""The solutions of one formula, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import SolverError
from nonosat.lines.domains import Domains
from nonosat.model.puzzle import Picture, Puzzle
from nonosat.model.verifier import verified
from nonosat.system.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from nonosat.backends.base import Backend, Model, Session
    from nonosat.cnf.formula import Formula


class SolutionEnumerator:
    """Asks a solver for solutions of a puzzle; each is verified, and none comes twice."""

    def __init__(
        self,
        puzzle: Puzzle,
        formula: Formula,
        backend: Backend,
        *,
        domains: Domains | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        """
        Args:
            puzzle: what is solved.
            formula: a formula of it: the residual one of the domains, if these are given.
            backend: what solves it.
            domains: see `formula`.
            deadline: see `Backend.open`.
        """
        self.puzzle, self.formula, self.domains = puzzle, formula, domains
        self.solver = backend.name
        self._cells = CellVariables(puzzle, domains)
        self._found: set[tuple[int, ...]] = set()
        #: The model of the latest solution.
        self.model: Model = []
        self.session: Session = backend.open(formula, deadline)

    def __enter__(self) -> SolutionEnumerator:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def next(self, conflicts: int | None = None) -> Picture | None:
        """The next solution, or None if there is no further one; asked again after it gave up, it goes on.

        Raises:
            GaveUp: the deadline, or that many conflicts, came before an answer.
            SolverError: the solver failed, or what it says is not true.
        """
        if self.model:
            # Every solution has as many coloured cells as any other, so to differ is to lose one of these.
            clause = [-variable for variable in self._cells.true_variables(self.model)]
            if not clause:
                return None  # nothing is coloured, so nothing else can be
            self.session.set_phases(self.model)
            self.session.add_clause(clause)
            self.model = []
        model = self.session.solve(conflicts)
        if model is None:
            return None
        try:
            picture = verified(self.puzzle, self._cells.picture_of(model))
            if picture.cells in self._found:
                raise SolverError("the answer is a solution that was ruled out, found before")
        except SolverError as error:
            raise SolverError(f"solver {self.solver}: {error}") from None
        self.model = model
        self._found.add(picture.cells)
        return picture

    def block(self, picture: Picture) -> None:
        """Look for solutions other than this one, but near it first."""
        if picture.cells in self._found:
            return
        self.model = self._cells.literals_of(picture)
        self._found.add(picture.cells)

    def require_picture(self, picture: Picture) -> None:
        """Look for this solution alone."""
        for literal in self._cells.literals_of(picture):
            self.session.add_clause([literal])
