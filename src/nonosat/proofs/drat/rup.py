"""Checking a DRAT proof forwards, lemma by lemma.

A lemma is implied if unit propagation finds a conflict when all its literals are false (reverse unit propagation, RUP).
A lemma without RUP may still be added if it has the property RAT on its first literal: its resolvents with all clauses
that hold the negation of that literal have RUP. A satisfiable formula stays satisfiable when a lemma with RUP or RAT is
added. So if the empty clause has RUP in the end, the formula had no model.

Deletions only save a checker memory and time, and are ignored. That is sound: with more clauses, more lemmas have RUP,
and RAT, which is then required of more resolvents, is a stronger condition.

The propagation is that of `nonosat.solvers.propagation`; other solvers write the proofs.

Sources: E. Goldberg, Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, DATE 2003;
M. Järvisalo, M. Heule, A. Biere, Inprocessing rules, IJCAR 2012.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import ProofRefused
from nonosat.model.nouns import count
from nonosat.proofs.drat.drat_steps import DratStep
from nonosat.solvers.propagation import PropagationEngine

#: Steps between two checks of the deadline.
_LOOK = 256

#: A proof may use new variables, numbered after those of the formula; no solver needs more than this.
_MORE_VARIABLES = 1_000_000

#: A function that reads the clauses of a formula from its beginning.
Clauses = Callable[[], Iterable[tuple[int, ...]]]


class LemmaCounts(NamedTuple):
    """The number of clauses that a proof adds, up to the empty clause, and of those that needed RAT."""

    lemmas: int
    rat_lemmas: int


def check_refutation(
    clauses: Clauses, n_vars: int, steps: Iterable[DratStep], deadline: Deadline = NEVER
) -> LemmaCounts:
    """Check that a proof shows that a formula has no model.

    Args:
        clauses: the formula; read once, and a second time if a lemma needs RAT.
        n_vars: the number of its variables.
        steps: the proof; read once, up to the empty clause.

    Raises:
        ProofRefused: a lemma does not follow, or the proof ends without the empty clause.
        GaveUp: the deadline came first.
    """
    checker = _Checker(clauses, deadline)
    try:
        lemmas = rat_lemmas = 0
        for number, (deletes, clause) in enumerate(steps, 1):
            if not number % _LOOK:
                deadline.check("the proof was not checked")
            if deletes:
                continue
            lemmas += 1
            if any(abs(literal) > n_vars + _MORE_VARIABLES for literal in clause):
                raise ProofRefused(f"step {number} of the proof names a variable far beyond those of the formula")
            if not checker.follows(clause):
                if not clause or not checker.has_rat(clause):
                    what = "the empty clause" if not clause else f"the clause of {count(len(clause), 'literal')}"
                    raise ProofRefused(f"step {number} of the proof: {what} does not follow (neither RUP nor RAT)")
                rat_lemmas += 1
            if not clause:
                return LemmaCounts(lemmas, rat_lemmas)
            checker.add(clause)
    finally:
        checker.close()
    raise ProofRefused("the proof ends before the empty clause")


class _Checker:
    """The formula and the lemmas so far, with unit propagation."""

    def __init__(self, clauses: Clauses, deadline: Deadline) -> None:
        self._formula, self._lemmas = clauses, list[tuple[int, ...]]()
        #: From a literal to the clauses that hold it; made for the first lemma that needs RAT, since few proofs do.
        self._holding: dict[int, list[tuple[int, ...]]] | None = None
        self._engine = PropagationEngine()
        for number, clause in enumerate(clauses()):
            if not number % (1 << 14):
                deadline.check("the proof was not checked")
            self._engine.add_clause(clause)

    def close(self) -> None:
        self._engine.delete()

    def add(self, lemma: tuple[int, ...]) -> None:
        self._engine.add_clause(lemma)
        self._lemmas.append(lemma)
        if self._holding is not None:
            self._index(lemma)

    def follows(self, clause: Iterable[int]) -> bool:
        """True if a clause has RUP."""
        return not self._engine.propagate([-literal for literal in clause])[0]

    def has_rat(self, lemma: tuple[int, ...]) -> bool:
        """True if a lemma, which is not empty, has RAT on its first literal."""
        if self._holding is None:
            self._holding = {}
            for clause in chain(self._formula(), self._lemmas):
                self._index(clause)
        pivot, own = lemma[0], set(lemma)
        # A resolvent with two opposite literals is always true, and propagation of its negation has a conflict at once.
        return all(
            self.follows(own.union(literal for literal in clause if literal != -pivot))
            for clause in self._holding.get(-pivot, ())
        )

    def _index(self, clause: tuple[int, ...]) -> None:
        assert self._holding is not None
        for literal in clause:
            self._holding.setdefault(literal, []).append(clause)
