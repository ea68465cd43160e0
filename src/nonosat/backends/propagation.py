"""Unit propagation alone: what a formula tells without any search."""

from __future__ import annotations

from nonosat.cnf.formula import Formula


def consequences(formula: Formula) -> list[int] | None:
    """The literals that unit propagation finds, or None where it finds a contradiction.

    MiniSat does not list what it knows before a search begins. So each clause of one literal waits for a guard, and the
    guard is assumed: all that follows then follows from an assumption, and is listed.
    """
    from pysat.solvers import Minisat22

    guard = formula.n_vars + 1
    with Minisat22() as solver:
        for clause in formula.clauses():
            solver.add_clause([*clause, -guard] if len(clause) == 1 else clause)
        holds, literals = solver.propagate(assumptions=[guard])
    return [literal for literal in literals if literal != guard] if holds else None
