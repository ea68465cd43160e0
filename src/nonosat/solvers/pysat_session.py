"""A session with a solver of PySAT in this process.

Importing `pysat.solvers` takes several times as long as solving most puzzles, since it imports formulas, files and
other solvers, and its classes call a Python function for every clause. The functions of the compiled module `pysolvers`
get the same arguments as from PySAT. Where one of them is missing, PySAT's own class is used.
"""

from __future__ import annotations

import signal
from array import array
from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice, repeat
from typing import Any, NoReturn

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp, MissingDependency, SolverError
from nonosat.solvers.backend_info import Capabilities
from nonosat.solvers.session import SLICE, SearchAnswer, Session, Statistics

#: Conflicts of a short search, which is not worth a thread.
_SHORT = 500
#: Clauses between two looks at the deadline while they are added.
_PIECE = 50_000

#: The functions of the default solver in `pysolvers`, after the prefix `glucose41_`.
_FUNCTIONS = (
    *("new", "del", "add_cl", "solve_lim", "cbudget", "model", "core", "setphases", "acc_stats"),
    *("interrupt", "clearint"),
)


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
            GaveUp: the deadline came while many clauses were added.
            MissingDependency: the installed PySAT has no such solver.
        """
        super().__init__(solver, n_vars)
        self.deadline = deadline
        self._capabilities = capabilities
        self._is_interrupted = False
        self._pysat: Any = _new_solver(solver, class_name)
        for group in groups:
            clauses = group.clauses()
            for begin in range(0, group.n_clauses, _PIECE):
                if begin and deadline.has_passed:
                    self.close()
                    deadline.check(self._no_answer)
                self._pysat.append_formula(islice(clauses, _PIECE))

    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        self.deadline.check(self._no_answer)
        try:
            if self._capabilities.interrupt:
                found = self._search_interruptibly(list(assumptions), conflicts)
            else:
                found = self._search(list(assumptions), conflicts)
        except GaveUp:
            raise
        except Exception as error:
            if "interrupt" in str(error).lower():
                self._is_interrupted = True
                raise_interrupt()
            raise SolverError(f"solver {self.name} failed: {error}") from None
        if found is None:
            raise GaveUp(f"{self._no_answer} within {conflicts} conflicts")
        if found:
            return SearchAnswer(list(self._pysat.get_model()))
        if not self._capabilities.core:
            return SearchAnswer(None)
        # At once, since some solvers forget the core when they get another clause.
        return SearchAnswer(None, tuple(self._pysat.get_core() or ()) if assumptions else ())

    def _search_interruptibly(self, assumptions: list[int], conflicts: int | None) -> bool | None:
        """The verdict, None without one.

        In a search that expects to be interrupted, PySAT installs no handler of Ctrl-C. That handler would leave the
        search in its midst, perhaps while it allocates memory, after which the process may crash.
        """
        self._pysat.clear_interrupt()
        search = partial(self._pysat.solve_limited, assumptions, expect_interrupt=True)
        if conflicts is None or conflicts <= _SHORT:
            self._pysat.conf_budget(_SHORT if conflicts is None else conflicts)
            verdict: bool | None = search()
            if verdict is not None or conflicts is not None:
                return verdict
        self._pysat.conf_budget(-1 if conflicts is None else conflicts)
        verdict = self.deadline.wait_for(search, self._no_answer, self._pysat.interrupt)
        if verdict is None:
            self.deadline.check(self._no_answer)
        return verdict

    def _search(self, assumptions: list[int], conflicts: int | None) -> bool | None:
        """The verdict of a solver that cannot be interrupted, None without one."""
        if not self._capabilities.conflict_limit or (conflicts is None and not self.deadline.is_set):
            return bool(self._pysat.solve(assumptions))
        while True:
            self._pysat.conf_budget(SLICE if conflicts is None else conflicts)
            verdict: bool | None = self._pysat.solve_limited(assumptions)
            if verdict is not None or conflicts is not None:
                return verdict
            self.deadline.check(self._no_answer)

    def _add(self, clause: array[int]) -> None:
        self._pysat.add_clause(clause)

    def set_phases(self, literals: Iterable[int]) -> None:
        if self._capabilities.phases:
            self._pysat.set_phases(list(literals))

    @property
    def statistics(self) -> Statistics:
        if self._is_interrupted or not self._capabilities.statistics:
            return Statistics()  # CaDiCaL ends the process if it is asked after an interrupt
        counts: dict[str, int] | None = self._pysat.accum_stats()
        return Statistics(**{name: counts[name] for name in Statistics._fields}) if counts else Statistics()

    def close(self) -> None:
        # In another thread, where no signal raises an exception: after that PySAT would delete the solver once more.
        NEVER.wait_for(self._pysat.delete, "", lambda: None)


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


def raise_interrupt() -> NoReturn:
    """Do what Ctrl-C does outside of a solver: PySAT reported it as an error, and Python's handler was not called.

    Raises:
        GaveUp: the handler has returned.
        KeyboardInterrupt: it has raised that, or there is none.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt from None
    handler(signal.SIGINT, None)
    raise GaveUp("no answer") from None


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

    def conf_budget(self, conflicts: int) -> None:
        self._functions["cbudget"](self._solver, conflicts)

    def solve_limited(self, assumptions: list[int], expect_interrupt: bool = False) -> Any:
        return self._functions["solve_lim"](self._solver, assumptions, 0, int(expect_interrupt))

    def interrupt(self) -> None:
        self._functions["interrupt"](self._solver)

    def clear_interrupt(self) -> None:
        self._functions["clearint"](self._solver)

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
