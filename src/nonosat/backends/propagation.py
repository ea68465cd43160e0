"""Unit propagation alone: what follows from clauses without any search.

The engine is that of MiniSat, through PySAT. The checker of DRAT proofs trusts it, so this module depends on nothing
else of the backends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from nonosat.errors import MissingDependency

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula


class Propagator:
    """Clauses that propagate; nothing is ever decided or learned."""

    def __init__(self) -> None:
        """Begin without clauses.

        Raises:
            MissingDependency: python-sat is not installed.
        """
        try:
            from pysat.solvers import Minisat22
        except ImportError:
            raise MissingDependency("unit propagation needs the package python-sat, which is not installed") from None
        self._engine: Any = Minisat22()

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._engine.add_clause(clause)

    def has_conflict(self, assumptions: list[int]) -> bool:
        """Whether unit propagation of the clauses and of these literals ends in a contradiction."""
        return not self._engine.propagate(assumptions)[0]

    def close(self) -> None:
        """Release the engine."""
        self._engine.delete()


class ConsequenceFinder(Propagator):
    """Clauses that propagate, and that list what follows from them.

    MiniSat lists only what follows from assumptions, not what it knew before. So each clause of one literal is guarded:

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
        super().__init__()
        self._guard = guard

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        super().add_clause([*clause, -self._guard] if len(clause) == 1 else clause)

    def consequences(self, assumptions: Iterable[int] = ()) -> list[int] | None:
        """All literals that unit propagation derives from the clauses and the assumptions, these included.

        Returns:
            The literals, each once, in no particular order; None if propagation ends in a contradiction.
        """
        holds, literals = self._engine.propagate([self._guard, *assumptions])
        return [literal for literal in literals if literal != self._guard] if holds else None


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
