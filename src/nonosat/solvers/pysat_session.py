"""A session with a solver of PySAT in this process.

Importing `pysat.solvers` takes several times as long as solving most puzzles, since it imports formulas, files and
other solvers, and its classes call a Python function for every clause. The functions of the compiled module `pysolvers`
get the same arguments as from PySAT. Where one of them is missing, PySAT's own class is used.
"""

from __future__ import annotations

import signal
import threading
from array import array
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain, repeat
from typing import Any, NoReturn

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp, MissingDependency, SolverError
from nonosat.solvers.backend_info import Capabilities
from nonosat.solvers.session import SearchAnswer, Session

#: Conflicts between two checks of the deadline, if the solver can continue from there.
_SLICE = 2_000

#: The functions of the default solver in `pysolvers`, after the prefix `glucose41_`.
_FUNCTIONS = ("new", "del", "add_cl", "solve", "solve_lim", "cbudget", "model", "core", "setphases", "acc_stats")


class PysatSession(Session):
    """A PySAT solver with its clauses."""

    def __init__(
        self,
        solver: str,
        class_name: str,
        capabilities: Capabilities,
        n_vars: int,
        groups: Sequence[ClauseGroup],
        deadline: Deadline = NEVER,
    ) -> None:
        """Give the solver the clauses of `groups`; after the deadline, `solve` raises `GaveUp`.

        Args:
            class_name: PySAT's name of its class.
            n_vars: the number of the last variable of the formula.

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
    """A solver without clauses, with the methods that PySAT gives it."""
    if class_name == "Glucose4" and (glucose := new_glucose()) is not None:
        return glucose
    from pysat import solvers

    try:
        # The class of the solver itself: PySAT's `Solver` would add a call to every clause.
        return getattr(solvers, class_name)()
    except AttributeError:
        raise MissingDependency(f"solver {solver} is not part of the installed python-sat") from None


def raise_interrupt(deadline: Deadline) -> NoReturn:
    """Raise the error that Ctrl-C raises outside of a solver.

    Python's handler was not called, so it is called now, unless the deadline of the search is stopped already.

    Raises:
        GaveUp: the deadline is stopped, before or by the handler.
        KeyboardInterrupt: it is not.
    """
    handler = signal.getsignal(signal.SIGINT)
    if callable(handler) and not deadline.is_stopped:
        handler(signal.SIGINT, None)
    deadline.check()
    raise KeyboardInterrupt from None


def new_glucose() -> _GlucoseSolver | None:
    """The default solver, without clauses; None if the installed PySAT has no such functions."""
    try:
        import pysolvers

        return _GlucoseSolver({name: getattr(pysolvers, f"glucose41_{name}") for name in _FUNCTIONS})
    except (ImportError, AttributeError):
        return None


class _GlucoseSolver:
    """The default solver; its methods are those of PySAT's class `Glucose4` that a session uses.

    After `delete` it has no counts, and every other method raises KeyError: the compiled module would crash.
    """

    def __init__(self, functions: dict[str, Any]) -> None:
        self._functions, self._solver = functions, functions["new"]()

    def add_clause(self, clause: Sequence[int]) -> None:
        self._functions["add_cl"](self._solver, clause)

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        deque(map(self._functions["add_cl"], repeat(self._solver), clauses), maxlen=0)

    def solve(self, assumptions: list[int]) -> bool:
        return bool(self._functions["solve"](self._solver, assumptions, _in_main_thread()))

    def conf_budget(self, conflicts: int) -> None:
        self._functions["cbudget"](self._solver, conflicts)

    def solve_limited(self, assumptions: list[int]) -> Any:
        return self._functions["solve_lim"](self._solver, assumptions, _in_main_thread(), 0)

    def get_model(self) -> list[int]:
        return self._functions["model"](self._solver) or []

    def get_core(self) -> Any:
        return self._functions["core"](self._solver)

    def set_phases(self, literals: list[int]) -> None:
        self._functions["setphases"](self._solver, literals)

    def accum_stats(self) -> dict[str, int] | None:
        return self._functions["acc_stats"](self._solver) if self._functions else None

    def delete(self) -> None:
        functions, self._functions = self._functions, {}
        if functions:
            # Last, since the handler of a signal may raise as soon as it is done, and done twice it ends the process.
            functions["del"](self._solver)


def _in_main_thread() -> int:
    """1 in the main thread, where the compiled module installs its handler of Ctrl-C during a search; otherwise 0."""
    return int(threading.current_thread() is threading.main_thread())
