"""A puzzle in a solver: cells and colours become literals, models become pictures.

Everything that asks a solver about the solutions of one puzzle stands on `SolutionSession`.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from nonosat.solvers.session import PROPAGATIONS, SLICE
from nonosat.solving.formulas import complete_model, encode_open_part

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.encodings import Recipe
    from nonosat.lines.fixpoint import PropagationState
    from nonosat.solvers import Backend
    from nonosat.solvers.session import Model, Session

#: For a solver that begins again after a limit of conflicts: the share of those so far that the next limit allows.
_SHARE_OF_SLICE = 0.25

#: Work for each clause that is made and given to a solver, in units.
_CLAUSE_WORK = 0.25e-3


class SolutionSession:
    """A formula of a puzzle in a solver; leaving the `with` block closes the solver.

    Attributes:
        cells: the literals of cells and colours.
        solver: the session of the backend, for clauses and phases.
        model: the model of the latest picture, without literals if the formula has no clauses; None if the latest
            search found none.
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
        """
        Args:
            formula: the residual one of the domains, if these are given.
            backend: the default solver by default.
            domains: those that line solving leaves; None for a complete formula.
            deadline: ends all searches. A solver that has one may run in a child process.
        """
        if backend is None:
            from nonosat.solvers import find_backend

            backend = find_backend()
        self.puzzle, self.formula = puzzle, formula
        self.cells = CellVariables(puzzle, domains)
        self._capabilities, self._deadline = backend.capabilities, deadline
        self.solver: Session = backend.open(formula, deadline)
        deadline.spend(_CLAUSE_WORK * formula.n_clauses)
        self.model: Model | None = None
        self._n_propagations = 0
        self._found: set[tuple[int, ...]] = set()
        self._to_exclude: Model | None = None

    @classmethod
    def of_state(
        cls,
        state: PropagationState,
        backend: Backend | None = None,
        *,
        recipe: Recipe | None = None,
        deadline: Deadline = NEVER,
    ) -> SolutionSession:
        """The open part of a line consistent state in a solver."""
        domains = state.domains()
        # After the deadline, too: then some callers answer with the bound that they have.
        formula = encode_open_part(state.puzzle, domains, recipe)
        return cls(state.puzzle, formula, backend, domains=domains, deadline=deadline)

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
            until: looked at before every `SLICE` conflicts or so; beside the deadline of the session, and in this
                process. The work counts on it.
            verify: whether to check the picture against all clues.

        Raises:
            GaveUp: a limit was reached. The next search continues from there.
            SolverError: the solver crashed, or gave a wrong answer.
        """
        self.model, assumed = None, list(assumptions)
        if until is None and self._deadline.allowances:
            until = self._deadline
        if until is None or not (self._capabilities.conflict_limit and self._capabilities.incremental):
            self.model = self.solver.solve(assumed, conflicts=conflicts)
        else:
            self.model = self._sliced(assumed, inf if conflicts is None else conflicts, until)
        if self.model is None:
            return None
        try:
            picture = self.cells.picture_of(self.model)
            return verified(self.puzzle, picture) if verify else picture
        except SolverError as error:
            raise SolverError(f"solver {self.solver.name}: {error}") from None

    def _sliced(self, assumed: list[int], conflicts: float, until: Deadline) -> Model | None:
        """The answer of the solver, which is interrupted to look at a deadline."""
        done = 0
        while done < conflicts:
            until.check()
            size = SLICE if self._capabilities.continues else max(SLICE, int(done * _SHARE_OF_SLICE))
            try:
                return self.solver.solve(assumed, conflicts=int(min(conflicts - done, size)))
            except GaveUp:
                done += size
            finally:
                until.spend(self._new_work())
        raise GaveUp(f"no answer within {count(int(conflicts), 'conflict')}")

    def _new_work(self) -> float:
        """The work of the solver since the last call, in units."""
        before, self._n_propagations = self._n_propagations, self.solver.statistics.propagations or 0
        return (self._n_propagations - before) / PROPAGATIONS

    def complete_model(self) -> tuple[int, ...]:
        """The latest model with a literal for every variable; also SolverError, as `next`."""
        try:
            return complete_model(self.model or (), self.formula)
        except SolverError as error:
            raise SolverError(f"solver {self.solver.name}: {error}") from None

    def next(self, conflicts: int | None = None, until: Deadline | None = None) -> Picture | None:
        """The next solution, none of which comes twice, or None if there is no further one.

        Asked again after it gave up, the search goes on from where it was.

        Args:
            conflicts, until: of `solve`.

        Raises:
            GaveUp: a limit was reached.
            SolverError: the solver failed, or its answer is wrong.
        """
        if self._to_exclude is not None:
            clause = self.cells.excluding(self._to_exclude)
            if not clause:
                return None
            self.solver.set_phases(self._to_exclude)
            self.solver.add_clause(clause)
            self._to_exclude = None
        picture = self.solve(conflicts=conflicts, until=until)
        if picture is None:
            return None
        n_found = len(self._found)
        self._found.add(picture.cells)
        if len(self._found) == n_found:
            raise SolverError(
                f"solver {self.solver.name}: the answer is a solution that was found before and ruled out"
            )
        self._to_exclude = self.model
        return picture

    def exclude(self, picture: Picture) -> None:
        """Do not find a solution again; the search begins near it."""
        if picture.cells in self._found:
            return
        self._to_exclude = self.cells.literals_of(picture)
        self._found.add(picture.cells)

    def require(self, picture: Picture) -> None:
        """Allow no other solution than this one from here on."""
        for literal in self.cells.literals_of(picture):
            self.solver.add_clause([literal])
