"""Unit propagation alone: what follows from clauses without any search.

The engine is that of MiniSat, through PySAT. The checker of DRAT proofs trusts it, so this module depends on nothing
else of the backends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from nonosat.errors import MissingDependency

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula


class PropagationEngine(Protocol):
    """Clauses that propagate; nothing is ever decided or learned."""

    def add_clause(self, clause: Sequence[int]) -> object:
        """Add a clause."""
        ...

    def propagate(self, assumptions: list[int]) -> tuple[bool, list[int]]:
        """Propagate the clauses and these literals.

        Returns:
            Whether there is no contradiction, and the literals that follow from the assumptions, these included; not
            those that follow from the clauses alone.
        """
        ...

    def delete(self) -> None:
        """Release the engine."""
        ...


def new_engine() -> PropagationEngine:
    """An engine without clauses.

    It has the methods of PySAT's class: a call more for each clause of a proof would take a measurable time.

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

    PySAT replaces the handler of Ctrl-C while it propagates, and raises an error of its own; but it is over at once.
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


class ConsequenceFinder:
    """Clauses that propagate, and that list all that follows from them.

    An engine lists only what follows from assumptions. So each clause of one literal is guarded:

        literal  becomes  literal or not guard

    and the guard is assumed; then all that follows does so from an assumption.
    """

    def __init__(self, guard: int) -> None:
        """Begin without clauses.

        Args:
            guard: a variable that occurs in no clause and no assumption.

        Raises:
            MissingDependency: python-sat is not installed.
        """
        self._guard = guard
        self._engine = new_engine()

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._engine.add_clause([*clause, -self._guard] if len(clause) == 1 else clause)

    def consequences(self, assumptions: Iterable[int] = ()) -> list[int] | None:
        """All literals that unit propagation derives from the clauses and the assumptions, these included.

        Returns:
            The literals, each once, in no particular order; None if propagation ends in a contradiction.
        """
        holds, literals = self._engine.propagate([self._guard, *assumptions])
        return [literal for literal in literals if literal != self._guard] if holds else None

    def close(self) -> None:
        """Release the engine."""
        self._engine.delete()


def consequences(formula: Formula, assumptions: Iterable[int] = ()) -> list[int] | None:
    """All literals that unit propagation derives from a formula and assumptions, these included.

    Args:
        formula: the clauses.
        assumptions: literals over its variables.

    Returns:
        The literals, each once, in no particular order; None if propagation ends in a contradiction.
    """
    finder = ConsequenceFinder(guard=formula.n_vars + 1)
    try:
        for clause in formula.clauses():
            finder.add_clause(clause)
        return finder.consequences(assumptions)
    finally:
        finder.close()
