"""The solutions of one formula, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import SolverError
from nonosat.lines.domains import Domains
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solution_session import SolutionSession

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.solvers import Backend
    from nonosat.solvers.session import Model, Session


class SolutionEnumerator:
    """Asks a solver for solutions of a puzzle; each is verified, and none comes twice.

    Attributes:
        puzzle, formula, domains: what is solved; see `__init__`.
        solver: name of the backend.
        model: the model of the latest solution, without literals if the formula has no clauses; None before the first
            solution, and after the solution was excluded.
        session: the session of the backend.
    """

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
            formula: a formula of the puzzle: the residual one of the domains, if these are given.
            backend: what solves the formula.
            domains: what line solving leaves; None for a complete formula.
            deadline: when the backend gives up.
        """
        self.puzzle, self.formula, self.domains = puzzle, formula, domains
        self.solver = backend.name
        self._solutions = SolutionSession(puzzle, formula, domains=domains, backend=backend, deadline=deadline)
        self._found: set[tuple[int, ...]] = set()
        self.model: Model | None = None
        self.session: Session = self._solutions.solver

    def __enter__(self) -> SolutionEnumerator:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def next(self, conflicts: int | None = None, deadline: Deadline = NEVER) -> Picture | None:
        """The next solution, or None if there is no further one.

        Asked again after it gave up, the search goes on from where it was.

        Args:
            conflicts: how many conflicts the search may need; None for as many as it takes.
            deadline: with `conflicts`, the clock is looked at again and again.

        Raises:
            GaveUp: the deadline, or that many conflicts, came before an answer.
            SolverError: the solver failed, or its answer is wrong.
        """
        return self._search(conflicts, None if conflicts is None else deadline)

    def _search(self, conflicts: int | None, until: Deadline | None = None) -> Picture | None:
        if self.model is not None:
            clause = self._solutions.cells.excluding(self.model)
            if not clause:
                return None
            self.session.set_phases(self.model)
            self.session.add_clause(clause)
            self.model = None
        picture = self._solutions.solve(conflicts=conflicts, until=until)
        if picture is None:
            return None
        if picture.cells in self._found:
            raise SolverError(f"solver {self.solver}: the answer is a solution that was ruled out, found before")
        self.model = self._solutions.model
        self._found.add(picture.cells)
        return picture

    def block(self, picture: Picture) -> None:
        """Exclude a solution from here on; the search begins near it."""
        if picture.cells in self._found:
            return
        self.model = self._solutions.cells.literals_of(picture)
        self._found.add(picture.cells)

    def require(self, picture: Picture) -> None:
        """Allow no other solution than this one from here on."""
        for literal in self._solutions.cells.literals_of(picture):
            self.session.add_clause([literal])
