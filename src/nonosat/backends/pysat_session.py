"""A session with a solver of PySAT in this process."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from nonosat.backends.capabilities import Capabilities
from nonosat.backends.glucose_solver import new_glucose
from nonosat.backends.pysat_interrupt import raise_interrupt
from nonosat.backends.session import SearchAnswer, Session
from nonosat.cnf.clause_group import ClauseGroup
from nonosat.errors import GaveUp, MissingDependency, SolverError
from nonosat.system.deadline import NEVER, Deadline

#: Conflicts between two checks of the deadline.
_SLICE = 2_000


class PysatSession(Session):
    """A PySAT solver with its clauses.

    A deadline is checked after every 2,000 conflicts, if the solver can continue from there.
    """

    def __init__(
        self,
        solver: str,
        class_name: str,
        capabilities: Capabilities,
        n_vars: int,
        groups: Sequence[ClauseGroup],
        deadline: Deadline = NEVER,
    ) -> None:
        """Give the solver all clauses.

        Args:
            solver: its name, for messages.
            class_name: PySAT's name of its class.
            n_vars: the number of the last variable of the formula.
            groups: its clauses.
            deadline: after it, `solve` raises `GaveUp`.

        Raises:
            MissingDependency: the installed PySAT has no such solver.
        """
        super().__init__(solver, n_vars)
        self.deadline = deadline
        self._capabilities = capabilities
        self._is_interrupted = False
        self._pysat: Any = _new_solver(solver, class_name)
        self._pysat.append_formula(chain.from_iterable(group.clauses() for group in groups))

    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        # A request to end interrupts a running search, but does not prevent the start of one.
        self.deadline.check(f"solver {self.solver} found no answer")
        can_slice = self._capabilities.conflict_limit and self._capabilities.incremental
        if conflicts is not None or not self.deadline.is_timed or not can_slice:
            return self._search_within(assumptions, conflicts)
        while True:
            with suppress(GaveUp):
                return self._search_within(assumptions, _SLICE)
            self.deadline.check(f"solver {self.solver} found no answer")

    def _search_within(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        try:
            if conflicts is None:
                found = self._pysat.solve(list(assumptions))
            else:
                self._pysat.conf_budget(conflicts)
                found = self._pysat.solve_limited(list(assumptions))
        except GaveUp:  # by a handler of Ctrl-C just before or after the search
            raise
        except Exception as error:
            if "interrupt" in str(error).lower():
                self._is_interrupted = True
                raise_interrupt(self.deadline)
            raise SolverError(f"solver {self.solver} failed: {error}") from None
        if found is None:
            raise GaveUp(f"solver {self.solver} found no answer within {conflicts} conflicts")
        if found:
            return SearchAnswer(list(self._pysat.get_model()))
        if not self._capabilities.core:
            return SearchAnswer(None)
        # At once, since some solvers forget the core when they get another clause.
        return SearchAnswer(None, tuple(self._pysat.get_core() or ()) if assumptions else ())

    def _add(self, clause: array[int]) -> None:
        self._pysat.add_clause(clause)

    def set_phases(self, literals: Iterable[int]) -> None:
        if self._capabilities.phases:
            self._pysat.set_phases(list(literals))

    @property
    def conflicts(self) -> int | None:
        if self._is_interrupted or not self._capabilities.statistics:
            return None  # CaDiCaL ends the process if it is asked after an interrupt
        counts: dict[str, int] | None = self._pysat.accum_stats()
        return counts["conflicts"] if counts else None

    def close(self) -> None:
        self._pysat.delete()


def _new_solver(solver: str, class_name: str) -> Any:
    """A solver without clauses, with the methods that PySAT gives it; see `PysatSession`."""
    if class_name == "Glucose4" and (glucose := new_glucose()) is not None:
        return glucose
    from pysat import solvers

    try:
        # The class of the solver itself: PySAT's `Solver` would add a call to every clause.
        return getattr(solvers, class_name)()
    except AttributeError:
        raise MissingDependency(f"solver {solver} is not part of the installed python-sat") from None
