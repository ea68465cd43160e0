"""Checking a DRAT proof forwards, lemma by lemma.

A lemma follows if unit propagation, told that all its literals are false, finds a conflict (reverse unit propagation,
RUP). One that does not may still be added if it has the property RAT on its first literal: then each clause that holds
the opposite of that literal, resolved with the lemma, gives a clause that follows by RUP. A lemma of either sort leaves
a formula that has no model without one, and has one of its own where the formula has; so when the empty clause follows
by RUP there was no model to begin with.

Deletions only save a checker memory and time, and are ignored: with more clauses more follows, and RAT, which is then
asked for more of them, is only harder to have.

The propagation is that of MiniSat, through PySAT; the solvers that write proofs here are others.

Sources: E. Goldberg, Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, DATE 2003;
M. Järvisalo, M. Heule, A. Biere, Inprocessing rules, IJCAR 2012.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from nonosat.errors import GaveUp, ProofRefused, SolverError
from nonosat.proofs.drat.steps import Step

#: Lemmas between two looks at the clock.
_LOOK = 256

#: A proof may name variables beyond those of the formula, numbered on from there; none needs more than so many.
_MORE_VARIABLES = 1_000_000


class Checked(NamedTuple):
    """What a proof consists of: lemmas up to the empty clause, and how many of them needed RAT."""

    lemmas: int
    rats: int


def check_refutation(
    clauses: Iterable[tuple[int, ...]], n_vars: int, steps: Iterable[Step], deadline: float | None = None
) -> Checked:
    """Make sure that a proof shows that a formula has no model.

    Args:
        clauses: the formula; read once.
        n_vars: the number of its last variable.
        steps: the proof; read once, up to the empty clause.
        deadline: reading of `time.monotonic` at which to give up.

    Raises:
        ProofRefused: a lemma does not follow, or the proof ends without the empty clause.
        GaveUp: the deadline came first.
    """
    checker = _Checker(clauses, deadline)
    try:
        lemmas = rats = 0
        for number, (deletes, clause) in enumerate(steps, 1):
            if not number % _LOOK:
                checker.look_at_the_clock()
            if deletes:
                continue
            lemmas += 1
            if any(abs(literal) > n_vars + _MORE_VARIABLES for literal in clause):
                raise ProofRefused(f"step {number} of the proof names a variable far beyond those of the formula")
            if not checker.follows(clause):
                if not clause or not checker.has_rat(clause):
                    what = "the empty clause" if not clause else f"the clause of {len(clause)} literals"
                    raise ProofRefused(
                        f"step {number} of the proof: {what} does not follow (it is neither RUP nor RAT)"
                    )
                rats += 1
            if not clause:
                return Checked(lemmas, rats)
            checker.add(clause)
    finally:
        checker.close()
    raise ProofRefused("the proof ends before the empty clause")


class _Checker:
    """Clauses that propagate."""

    def __init__(self, clauses: Iterable[tuple[int, ...]], deadline: float | None) -> None:
        try:
            from pysat.solvers import Minisat22
        except ImportError:
            raise SolverError("proofs are checked with the package python-sat, which is not installed") from None
        self.deadline = deadline
        self._solver = Minisat22()
        #: All clauses, and those that hold a literal; kept from the first lemma on that needs RAT.
        self._clauses: list[tuple[int, ...]] = []
        self._holding: dict[int, list[int]] | None = None
        for number, clause in enumerate(clauses):
            if not number % (1 << 14):
                self.look_at_the_clock()
            self.add(clause)

    def close(self) -> None:
        self._solver.delete()

    def look_at_the_clock(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise GaveUp("the proof was not checked within the time limit")

    def add(self, clause: tuple[int, ...]) -> None:
        self._solver.add_clause(clause)
        if self._holding is not None:
            self._index(len(self._clauses), clause)
        self._clauses.append(clause)

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether a clause follows by RUP."""
        return not self._solver.propagate([-literal for literal in clause])[0]

    def has_rat(self, clause: tuple[int, ...]) -> bool:
        """Whether a clause, not empty, has the property RAT on its first literal."""
        if self._holding is None:
            self._holding = {}
            for number, held in enumerate(self._clauses):
                self._index(number, held)
        pivot, own = clause[0], set(clause)
        for number in self._holding.get(-pivot, ()):
            others = [literal for literal in self._clauses[number] if literal != -pivot]
            if not self.follows(own.union(others)):
                return False
        return True

    def _index(self, number: int, clause: tuple[int, ...]) -> None:
        assert self._holding is not None
        for literal in clause:
            self._holding.setdefault(literal, []).append(number)
