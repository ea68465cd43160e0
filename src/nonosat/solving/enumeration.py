"""The solutions of one formula, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.errors import SolverError
from nonosat.lines.domains import Domains, open_cells
from nonosat.model.puzzle import Picture, Puzzle
from nonosat.model.verifier import verified
from nonosat.solving.decoder import decode
from nonosat.system.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from nonosat.backends.base import Backend
    from nonosat.backends.session import Model, Session
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
        n_cells = puzzle.grid.n_cells if domains is None else len(open_cells(domains))
        self._n_cell_variables = n_cells * puzzle.n_colors
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
            clause = [-lit for lit in self.model if 0 < lit <= self._n_cell_variables]
            if not clause:
                return None  # nothing is coloured, so nothing else can be
            self.session.set_phases(self.model)
            self.session.add_clause(clause)
            self.model = []
        model = self.session.solve(conflicts=conflicts)
        if model is None:
            return None
        try:
            picture = verified(self.puzzle, decode(self.puzzle, model, self.domains))
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
        self.model = self._cell_literals(picture)
        self._found.add(picture.cells)

    def require_picture(self, picture: Picture) -> None:
        """Look for this solution alone."""
        for literal in self._cell_literals(picture):
            self.session.add_clause([literal])

    def _cell_literals(self, picture: Picture) -> Model:
        """The value of each cell variable in a picture."""
        cells = range(self.puzzle.grid.n_cells) if self.domains is None else open_cells(self.domains)
        n = self.puzzle.n_colors
        return [
            i * n + color if picture.cells[cell] == color else -(i * n + color)
            for i, cell in enumerate(cells)
            for color in range(1, n + 1)
        ]
