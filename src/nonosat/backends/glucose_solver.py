"""Glucose 4.1, the default solver, by the compiled module of PySAT alone.

Importing `pysat.solvers` takes several times as long as solving most puzzles, since it imports formulas, files and
other solvers, and its classes call a Python function for every clause. The functions of the compiled module `pysolvers`
get the same arguments as from PySAT. Where one of them is missing, PySAT's own class is used.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

#: The beginning of the names of the functions.
_PREFIX = "glucose41_"

#: The functions that are used.
_FUNCTIONS = ("new", "del", "add_cl", "solve", "solve_lim", "cbudget", "model", "core", "setphases", "acc_stats")


def new_glucose() -> GlucoseSolver | None:
    """A solver without clauses; None if the installed PySAT has no such functions."""
    try:
        import pysolvers
    except ImportError:
        return None
    try:
        functions = {name: getattr(pysolvers, _PREFIX + name) for name in _FUNCTIONS}
    except AttributeError:
        return None
    return GlucoseSolver(functions)


class GlucoseSolver:
    """The solver; its methods are those of PySAT's class `Glucose4` that a session uses.

    After `delete` it has no counts, and every other method raises KeyError: the compiled module would crash.
    """

    def __init__(self, functions: dict[str, Any]) -> None:
        """A solver that uses these `functions` of the compiled module, by name without prefix."""
        self._functions = functions
        self._solver: Any = functions["new"]()

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._functions["add_cl"](self._solver, clause)

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add many clauses; no Python code runs for each of them."""
        deque(map(self._functions["add_cl"], repeat(self._solver), clauses), maxlen=0)

    def solve(self, assumptions: list[int]) -> bool:
        """True if there is a model in which the assumptions are true."""
        return bool(self._functions["solve"](self._solver, assumptions, _in_main_thread()))

    def conf_budget(self, conflicts: int) -> None:
        """Limit the number of conflicts of the next `solve_limited`."""
        self._functions["cbudget"](self._solver, conflicts)

    def solve_limited(self, assumptions: list[int]) -> bool | None:
        """True if there is a model in which the assumptions are true; None if the budget of conflicts ends before."""
        found: bool | None = self._functions["solve_lim"](self._solver, assumptions, _in_main_thread(), 0)
        return found

    def get_model(self) -> list[int]:
        """The model of the last search."""
        return self._functions["model"](self._solver) or []

    def get_core(self) -> list[int] | None:
        """Assumptions of the last search under which there is no model."""
        core: list[int] | None = self._functions["core"](self._solver)
        return core

    def set_phases(self, literals: list[int]) -> None:
        """Set the values that are tried first."""
        self._functions["setphases"](self._solver, literals)

    def accum_stats(self) -> dict[str, int] | None:
        """The counts of all searches so far, such as `conflicts`; None after `delete`."""
        return self._functions["acc_stats"](self._solver) if self._functions else None

    def delete(self) -> None:
        """Release the solver; a second time does nothing."""
        if self._functions:
            self._functions["del"](self._solver)
            self._solver, self._functions = None, {}

    def __del__(self) -> None:
        self.delete()


def _in_main_thread() -> int:
    """1 in the main thread, where the compiled module installs its handler of Ctrl-C during a search; otherwise 0."""
    return int(threading.current_thread() is threading.main_thread())
