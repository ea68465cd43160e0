"""A puzzle in a solver: cells and colours become literals, models become pictures.

Everything that asks a solver about the solutions of one puzzle stands on `SolutionSession`.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.encodings.cell_variables import CellVariables
from nonosat.lines.domains import Domains
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified
from nonosat.solving.formulas import complete_model, encode_open_part

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.encodings import Recipe
    from nonosat.lines.fixpoint import PropagationState
    from nonosat.solvers import Backend
    from nonosat.solvers.session import Model, Session

#: Conflicts between two looks at the clock.
SLICE = 2_000


class SolutionSession:
    """A formula of a puzzle in a solver; leaving the `with` block closes the solver.

    Attributes:
        cells: the literals of cells and colours.
        solver: the session of the backend, for clauses and phases.
        model: the model of the latest picture; None if the latest search found none.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        formula: Formula,
        *,
        domains: Domains | None = None,
        backend: Backend | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        """
        Args:
            formula: the residual one of the domains, if these are given.
            domains: those that line solving leaves; None for a complete formula.
            backend: the default solver by default.
            deadline: ends all searches. A solver that has one may run in a child process.
        """
        if backend is None:
            from nonosat.solvers import find_backend

            backend = find_backend()
        self.puzzle = puzzle
        self.cells = CellVariables(puzzle, domains)
        self.solver: Session = backend.open(formula, deadline)
        self.model: Model | None = None

    @classmethod
    def of_state(cls, state: PropagationState, deadline: Deadline = NEVER) -> SolutionSession:
        """The open part of a line consistent state in the default solver."""
        domains = state.domains()
        return cls(state.puzzle, encode_open_part(state.puzzle, domains), domains=domains, deadline=deadline)

    def __enter__(self) -> SolutionSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the solver."""
        self.solver.close()

    def marker(self, cell: int, color: int) -> int:
        """One literal that implies that an open cell has a `color`, from 0 (background) on.

        It is equivalent to that, except for the background of a puzzle with several colours: then it is a new variable,
        which nothing implies.
        """
        literals = self.cells.literals(cell, color)
        if len(literals) == 1:
            return literals[0]
        (marker,) = self.solver.new_variables(1)
        for literal in literals:
            self.solver.add_clause((-marker, literal))
        return marker

    def solve(
        self,
        assumptions: Iterable[int] = (),
        *,
        conflicts: int | None = None,
        until: Deadline | None = None,
        verify: bool = True,
    ) -> Picture | None:
        """The picture of a model; None if there is none.

        Args:
            assumptions: literals that hold for this search alone.
            conflicts: the number after which to give up; None for no limit.
            until: looked at before every `SLICE` conflicts; beside the deadline of the session, and in this process.
            verify: whether to check the picture against all clues.

        Raises:
            GaveUp: a limit was reached. The next search continues from there.
            SolverError: the solver crashed, or gave a wrong answer.
        """
        self.model, assumed = None, list(assumptions)
        if until is None:
            self.model = self.solver.solve(assumed, conflicts=conflicts)
        else:
            self.model = self._sliced(assumed, inf if conflicts is None else conflicts, until)
        if self.model is None:
            return None
        try:
            picture = self.cells.picture_of(self.model)
            return verified(self.puzzle, picture) if verify else picture
        except SolverError as error:
            raise SolverError(f"solver {self.solver.solver}: {error}") from None

    def _sliced(self, assumed: list[int], conflicts: float, until: Deadline) -> Model | None:
        """The answer of the solver, which is interrupted to look at the clock."""
        left = conflicts
        while left > 0:
            until.check()
            with suppress(GaveUp):
                return self.solver.solve(assumed, conflicts=int(min(left, SLICE)))
            left -= SLICE
        raise GaveUp(f"no answer within {count(int(conflicts), 'conflict')}")


class SolutionEnumerator:
    """Asks a solver for solutions of a puzzle; each is verified, and none comes twice.

    Attributes:
        model: the model of the latest solution, without literals if the formula has no clauses; None before the first
            solution, and after the solution was excluded.
        session: the session of the backend.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        formula: Formula,
        backend: Backend | None = None,
        *,
        domains: Domains | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        """Open a `SolutionSession`, which has the same arguments."""
        self.puzzle, self.formula = puzzle, formula
        self._solutions = SolutionSession(puzzle, formula, domains=domains, backend=backend, deadline=deadline)
        self._found: set[tuple[int, ...]] = set()
        self.model: Model | None = None
        self.session: Session = self._solutions.solver

    @classmethod
    def of_state(
        cls,
        state: PropagationState,
        backend: Backend | None = None,
        *,
        recipe: Recipe | None = None,
        deadline: Deadline = NEVER,
    ) -> SolutionEnumerator:
        """The solutions of the open part of a line consistent state."""
        domains = state.domains()
        formula = encode_open_part(state.puzzle, domains, recipe)
        return cls(state.puzzle, formula, backend, domains=domains, deadline=deadline)

    def __enter__(self) -> SolutionEnumerator:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def complete_model(self) -> tuple[int, ...]:
        """The model of the latest solution, with a literal for every variable; also SolverError, as `next`."""
        try:
            return complete_model(self.model or (), self.formula)
        except SolverError as error:
            raise SolverError(f"solver {self.session.solver}: {error}") from None

    def next(self, conflicts: int | None = None, deadline: Deadline = NEVER) -> Picture | None:
        """The next solution, or None if there is no further one.

        Asked again after it gave up, the search goes on from where it was.

        Args:
            conflicts: the number after which to give up; None for no limit.
            deadline: with `conflicts`, the clock is looked at again and again.

        Raises:
            GaveUp: a limit was reached.
            SolverError: the solver failed, or its answer is wrong.
        """
        if self.model is not None:
            clause = self._solutions.cells.excluding(self.model)
            if not clause:
                return None
            self.session.set_phases(self.model)
            self.session.add_clause(clause)
            self.model = None
        picture = self._solutions.solve(conflicts=conflicts, until=None if conflicts is None else deadline)
        if picture is None:
            return None
        n_found = len(self._found)
        self._found.add(picture.cells)
        if len(self._found) == n_found:
            raise SolverError(
                f"solver {self.session.solver}: the answer is a solution that was ruled out, found before"
            )
        self.model = self._solutions.model
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
