"""Unit propagation alone: the literals that follow from clauses without any search.

The engine is that of MiniSat, through PySAT. The checker of DRAT proofs trusts it, so this module depends on nothing
else of the backends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from nonosat.core.errors import MissingDependency

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula


class PropagationEngine(Protocol):
    """Clauses that propagate; nothing is ever decided or learned."""

    def add_clause(self, clause: Sequence[int]) -> object:
        """Add a clause."""
        ...

    def propagate(self, assumptions: list[int]) -> tuple[bool, list[int]]:
        """Propagate the clauses and the assumptions.

        Returns:
            False at a contradiction, else True; and the literals that follow from the assumptions, these included, but
            not those that follow from the clauses alone.
        """
        ...

    def delete(self) -> None:
        """Release the engine."""
        ...


def new_engine() -> PropagationEngine:
    """An engine without clauses.

    It is PySAT's class without a wrapper: one more call for each clause of a proof would take a measurable time.

    Raises:
        MissingDependency: python-sat is not installed.
    """
    try:
        engine: PropagationEngine = _engine_class()()
    except ImportError:
        raise MissingDependency("unit propagation needs the package python-sat, which is not installed") from None
    return engine


@cache
def _engine_class() -> Any:
    """PySAT's class of MiniSat, but Ctrl-C is left to Python; made when first needed, since its import takes time.

    PySAT replaces the handler of Ctrl-C while it propagates. That is not needed, since propagation takes no time.
    """
    import pysolvers
    from pysat.solvers import Minisat22

    propagate = pysolvers.minisat22_propagate

    class MinisatEngine(Minisat22):  # type: ignore[misc]
        def propagate(self, assumptions: list[int]) -> tuple[bool, list[int]]:
            if not self.minisat:  # the compiled module would crash
                raise ValueError("an engine that propagates after `delete`")
            holds, literals = propagate(self.minisat, assumptions, 0, 0)  # no phases are saved, no handler is replaced
            return bool(holds), literals or []

    return MinisatEngine


def consequences(formula: Formula) -> list[int] | None:
    """All literals that unit propagation derives from a formula.

    An engine lists only literals that follow from assumptions. So a further variable, the guard, is assumed, and each
    clause of one literal becomes

        literal or not guard

    Returns:
        The literals, each once, in no particular order; None if propagation ends in a contradiction.
    """
    engine, guard = new_engine(), formula.n_vars + 1
    try:
        for clause in formula.clauses():
            engine.add_clause([*clause, -guard] if len(clause) == 1 else clause)
        holds, literals = engine.propagate([guard])
    finally:
        engine.delete()
    return [literal for literal in literals if literal != guard] if holds else None
