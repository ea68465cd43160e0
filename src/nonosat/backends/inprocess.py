"""The solvers of PySAT, in this process or, where a deadline is set, in a child of it.

Not all of these solvers can be interrupted, and none of them answers Ctrl-C while another thread waits; a child
process can always be ended, so that is what a deadline does.

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, PySAT: A Python toolkit for prototyping with SAT oracles, SAT 2018.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from nonosat.backends.base import BackendInfo, Model, SearchEffort, Session
from nonosat.cnf.formula import ClauseGroup, Formula
from nonosat.errors import GaveUp, SolverError
from nonosat.system.deadline import NEVER, Deadline

#: Conflicts between two looks at the clock.
_SLICE = 2_000


class PysatBackend(NamedTuple):
    """A solver that PySAT brings.

    Attributes:
        name: PySAT's name for it.
        solver: the solver and its version, as its authors call them.
        interrupt, proof: what PySAT says it can do.
        phases: it follows suggested values.
        once: it answers once, so every search is a new one.
        first_value: what it tries first for every variable, if hints are to reach it by renaming.
    """

    name: str
    solver: str
    interrupt: bool
    proof: bool
    phases: bool
    once: bool = False
    first_value: bool | None = None

    def info(self) -> BackendInfo:
        try:
            from pysat import __version__, solvers
        except ImportError:
            available, version = False, self.solver
        else:
            available, version = (
                hasattr(solvers, self.class_name),
                f"{self.solver} (python-sat {__version__})",
            )
        return BackendInfo(
            self.name,
            "in process",
            available,
            version,
            not self.once,
            self.interrupt,
            self.proof,
            "pip install python-sat",
        )

    @property
    def class_name(self) -> str:
        """What PySAT calls its class."""
        return self.name.replace("-", "").capitalize().replace("gh", "GH").replace("ep", "EP")

    def require(self) -> None:
        if importlib.util.find_spec("pysat") is None:
            raise SolverError(f"solver {self.name} is not available: python-sat is not installed")

    def open(self, formula: Formula, deadline: Deadline = NEVER) -> Session:
        self.require()
        if not deadline.is_set or may_not_have_children():
            return self.begin(formula.groups, deadline)
        from nonosat.backends.child_session import ChildSession

        return ChildSession(self, formula, deadline)

    def begin(self, groups: Sequence[ClauseGroup], deadline: Deadline = NEVER) -> Session:
        """A session in this very process."""
        if not self.once:
            return PysatSession(self, groups, deadline)
        from nonosat.backends.oneshot import OneShotSession

        return OneShotSession(self, groups)


def may_not_have_children() -> bool:
    """Whether this process is the worker of a pool, which may not start processes through `multiprocessing`."""
    module = sys.modules.get("multiprocessing.process")  # imported by now if this is one
    return module is not None and module.current_process().daemon


class PysatSession(Session):
    """A PySAT solver and the clauses it was given.

    Where there is a deadline, the clock is looked at after so many conflicts, as often as the solver allows.
    """

    def __init__(self, backend: PysatBackend, groups: Iterable[ClauseGroup], deadline: Deadline = NEVER) -> None:
        from pysat import solvers

        self.backend, self.deadline = backend, deadline
        try:
            # The class of the solver itself: PySAT's `Solver` would add a call to every clause.
            self.solver = getattr(solvers, backend.class_name)()
        except AttributeError:
            raise SolverError(f"solver {backend.name} is not part of the installed python-sat") from None
        add = self.solver.add_clause
        for group in groups:
            for clause in group.clauses():
                add(clause)

    def solve(self, conflicts: int | None = None) -> Model | None:
        while conflicts is None and self.deadline.is_set and self.backend.phases:
            self.deadline.check(f"solver {self.backend.name} found no answer")
            with suppress(GaveUp):
                return self.solve(_SLICE)
        try:
            if conflicts is None:
                found = self.solver.solve()
            else:
                self.solver.conf_budget(conflicts)
                found = self.solver.solve_limited()
        except Exception as error:
            # PySAT turns Ctrl-C into an error of its own while a solver runs.
            if "interrupt" in str(error).lower():
                raise KeyboardInterrupt from None
            raise SolverError(f"solver {self.backend.name} failed: {error}") from None
        if found is None:
            raise GaveUp(f"solver {self.backend.name} found no answer within {conflicts} conflicts")
        return list(self.solver.get_model()) if found else None

    def add_clause(self, clause: Iterable[int]) -> None:
        self.solver.add_clause(list(clause))

    def set_phases(self, literals: Iterable[int]) -> None:
        if self.backend.phases:
            self.solver.set_phases(list(literals))

    @property
    def effort(self) -> SearchEffort | None:
        told: dict[str, int] | None = self.solver.accum_stats()
        return SearchEffort(told["conflicts"], told["decisions"], told["propagations"]) if told else None

    def close(self) -> None:
        self.solver.delete()
