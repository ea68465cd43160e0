"""The solvers of PySAT, in this process or, where there is a deadline, in a child of it.

Not all of these solvers can be interrupted, and none reacts to Ctrl-C while another thread waits. A child process can
always be ended, so a search with a deadline runs in one.

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, PySAT: A Python toolkit for prototyping with SAT oracles, SAT 2018.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import MissingDependency
from nonosat.parallel.processes import may_have_children
from nonosat.solvers.backend_info import BackendInfo, Capabilities, prover_error
from nonosat.solvers.pysat_session import PysatSession
from nonosat.solvers.session import PROPAGATIONS, SLICE, OneShotSession, Session


class PysatBackend(NamedTuple):
    """A solver that PySAT brings.

    Attributes:
        name: PySAT's name for it.
        solver: the solver and its version, as its authors call them.
    """

    name: str
    solver: str
    capabilities: Capabilities

    def info(self) -> BackendInfo:
        """Describe the installed solver; PySAT is asked for its version."""
        try:
            from pysat import __version__, solvers
        except ImportError:
            available, version = False, self.solver
        else:
            available, version = hasattr(solvers, self.class_name), f"{self.solver} (python-sat {__version__})"
        return BackendInfo(
            name=self.name,
            available=available,
            version=version,
            capabilities=self.capabilities,
            get="pip install python-sat",
        )

    @property
    def class_name(self) -> str:
        """PySAT's name of its class."""
        return self.name.replace("-", "").capitalize().replace("gh", "GH").replace("ep", "EP")

    def require(self) -> None:
        """Raise MissingDependency if PySAT is not installed."""
        # What is imported need not be searched for, which takes as long as many a puzzle.
        if "pysolvers" not in sys.modules and importlib.util.find_spec("pysat") is None:
            raise MissingDependency(f"solver {self.name} is not available: python-sat is not installed")

    def open(self, formula: Formula, deadline: Deadline = NEVER) -> Session:
        """Open a session on a formula, whose `solve` raises `GaveUp` after the deadline.

        Raises:
            GaveUp: the deadline came while many clauses were added.
            MissingDependency: PySAT is not installed, or has no such solver.
        """
        self.require()
        # A child can always be ended, whatever the solver does.
        needs_child = deadline.is_timed or (deadline.cancel is not None and not self.capabilities.interrupt)
        if not needs_child or not may_have_children():
            return self._open_here(formula.n_vars, formula.groups, deadline)
        from nonosat.solvers.child_session import ChildSession

        return ChildSession(self.name, formula.n_vars, formula.groups, self._open_here, deadline)

    def _open_here(self, n_vars: int, groups: Sequence[ClauseGroup], deadline: Deadline = NEVER) -> Session:
        new_session = partial(PysatSession, self.name, self.class_name, self.capabilities)
        if self.capabilities.incremental:
            return new_session(n_vars, groups, deadline)
        return OneShotSession(self.name, n_vars, groups, self.capabilities.first_value, new_session)

    def refute(
        self, formula: Formula, path: str, extra: Iterable[tuple[int, ...]] = (), deadline: Deadline = NEVER
    ) -> bool:
        """Search for a model of a formula and `extra` clauses, and write a DRAT proof, as text, that there is none.

        Returns:
            True if there is no model; the proof is then in the file `path`.

        Raises:
            GaveUp: the deadline came first.
            UsageError: the solver lacks the capability `proof`.
            SolverError: the solver is missing or crashed.
        """
        if not self.capabilities.proof:
            raise prover_error(self.name)
        from nonosat.parallel.race import call_in_child

        return call_in_child(
            self.name, partial(self._refute_here, formula.without_names(), path, tuple(extra), deadline), deadline
        )

    def _refute_here(self, formula: Formula, path: str, extra: Iterable[tuple[int, ...]], deadline: Deadline) -> bool:
        from pysat import solvers

        solver = getattr(solvers, self.class_name)(with_proof=True)
        try:
            for clause in chain(formula.clauses(), extra):
                solver.add_clause(clause)
            if _has_model(solver, deadline):
                return False
            with open(path, "w", encoding="ascii", newline="\n") as file:
                file.writelines(f"{line}\n" for line in solver.get_proof())
            return True
        finally:
            solver.delete()


def _has_model(solver: Any, deadline: Deadline) -> bool:
    """The answer of a solver of PySAT, whose work counts on a deadline."""
    if not deadline.allowances:
        return bool(solver.solve())
    while True:
        solver.conf_budget(SLICE)
        before = solver.accum_stats()["propagations"]
        answer: bool | None = solver.solve_limited()
        deadline.spend((solver.accum_stats()["propagations"] - before) / PROPAGATIONS)
        if answer is not None:
            return answer
        deadline.check("no proof was found")
