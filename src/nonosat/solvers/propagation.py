"""Unit propagation alone: the literals that follow from clauses without any search.

The engine is that of MiniSat, through PySAT. The checker of DRAT proofs trusts it, so this module depends on nothing
else of the backends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from nonosat.core.errors import MissingDependency

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula


class PropagationEngine:
    """Clauses that propagate; nothing is ever decided or learned.

    It calls the functions of PySAT's compiled module, since PySAT's class takes longer for each clause, and replaces
    the handler of Ctrl-C while it propagates. That is not needed, since propagation takes no time.

    Attributes:
        add_clause: adds a clause.
    """

    def __init__(self) -> None:
        """An engine without clauses.

        Raises:
            MissingDependency: python-sat is not installed.
        """
        try:
            import pysolvers
        except ImportError:
            raise MissingDependency("unit propagation needs the package python-sat, which is not installed") from None
        self._functions = pysolvers
        self._solver = pysolvers.minisat22_new()
        self.add_clause: Callable[[Sequence[int]], object] = partial(pysolvers.minisat22_add_cl, self._solver)

    def propagate(self, assumptions: list[int]) -> tuple[bool, list[int]]:
        """Propagate the clauses and the assumptions; not after `delete`.

        Returns:
            False at a contradiction, else True; and the literals that follow from the assumptions, these included, but
            not those that follow from the clauses alone.
        """
        if not self._solver:  # the compiled module would crash
            raise ValueError("an engine that propagates after `delete`")
        # No phases are saved, and no handler is replaced.
        holds, literals = self._functions.minisat22_propagate(self._solver, assumptions, 0, 0)
        return bool(holds), literals or []

    def delete(self) -> None:
        """Release the engine; a second time does nothing."""
        solver, self._solver = self._solver, None
        if solver:
            del self.add_clause
            # Last, since the handler of a signal may raise as soon as it is done, and done twice it ends the process.
            self._functions.minisat22_del(solver)

    __del__ = delete


def consequences(formula: Formula) -> list[int] | None:
    """All literals that unit propagation derives from a formula.

    An engine lists only literals that follow from assumptions. So a further variable, the guard, is assumed, and each
    clause of one literal becomes

        literal or not guard

    Returns:
        The literals, each once, in no particular order; None if propagation ends in a contradiction.
    """
    engine, guard = PropagationEngine(), formula.n_vars + 1
    try:
        for clause in formula.clauses():
            engine.add_clause([*clause, -guard] if len(clause) == 1 else clause)
        holds, literals = engine.propagate([guard])
    finally:
        engine.delete()
    return [literal for literal in literals if literal != guard] if holds else None
