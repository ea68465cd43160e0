"""Checking a DRAT proof forwards, lemma by lemma.

A lemma follows if unit propagation, told that all its literals are false, finds a conflict (reverse unit propagation,
RUP). One that does not may still be added if it has the property RAT on its first literal: then each clause that holds
the opposite of that literal, resolved with the lemma, gives a clause that follows by RUP. A lemma of either sort leaves
a formula that has no model without one, and has one of its own where the formula has; so when the empty clause follows
by RUP there was no model to begin with.

Deletions only save a checker memory and time, and are ignored: with more clauses more follows, and RAT, which is then
asked for more of them, is only harder to have.

The propagation is that of `nonosat.backends.propagation`; the solvers that write proofs are others.

Sources: E. Goldberg, Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas, DATE 2003;
M. Järvisalo, M. Heule, A. Biere, Inprocessing rules, IJCAR 2012.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple

from nonosat.backends.propagation import new_engine
from nonosat.errors import GaveUp, ProofRefused
from nonosat.proofs.drat.drat_steps import DratStep
from nonosat.system.deadline import NEVER, Deadline

#: Lemmas between two looks at the clock.
_LOOK = 256

#: A proof may name variables beyond those of the formula, numbered on from there; none needs more than so many.
_MORE_VARIABLES = 1_000_000


Clauses = Callable[[], Iterable[tuple[int, ...]]]


class Checked(NamedTuple):
    """What a proof consists of: lemmas up to the empty clause, and how many of them needed RAT."""

    lemmas: int
    rat_lemmas: int


def check_refutation(clauses: Clauses, n_vars: int, steps: Iterable[DratStep], deadline: Deadline = NEVER) -> Checked:
    """Make sure that a proof shows that a formula has no model.

    Args:
        clauses: the formula; read once, and once more if a lemma needs RAT.
        n_vars: the number of its last variable.
        steps: the proof; read once, up to the empty clause.
        deadline: when to give up.

    Raises:
        ProofRefused: a lemma does not follow, or the proof ends without the empty clause.
        GaveUp: the deadline came first.
    """
    checker = _Checker(clauses, deadline)
    try:
        lemmas = rat_lemmas = 0
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
                    raise ProofRefused(f"step {number} of the proof: {what} does not follow (neither RUP nor RAT)")
                rat_lemmas += 1
            if not clause:
                return Checked(lemmas, rat_lemmas)
            checker.add(clause)
    finally:
        checker.close()
    raise ProofRefused("the proof ends before the empty clause")


class _Checker:
    """Clauses that propagate."""

    def __init__(self, clauses: Clauses, deadline: Deadline) -> None:
        self.deadline = deadline
        self._formula, self._lemmas = clauses, list[tuple[int, ...]]()
        #: From a literal to the clauses that hold it; made for the first lemma that needs RAT, since few proofs do.
        self._holding: dict[int, list[tuple[int, ...]]] | None = None
        self._engine = new_engine()
        for number, clause in enumerate(clauses()):
            if not number % (1 << 14):
                self.look_at_the_clock()
            self._engine.add_clause(clause)

    def close(self) -> None:
        self._engine.delete()

    def look_at_the_clock(self) -> None:
        if self.deadline.has_passed:
            raise GaveUp("the proof was not checked within the time limit")

    def add(self, lemma: tuple[int, ...]) -> None:
        self._engine.add_clause(lemma)
        self._lemmas.append(lemma)
        if self._holding is not None:
            self._index(lemma)

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether a clause follows by RUP."""
        return not self._engine.propagate([-literal for literal in clause])[0]

    def has_rat(self, lemma: tuple[int, ...]) -> bool:
        """Whether a lemma, not empty, has the property RAT on its first literal."""
        if self._holding is None:
            self._holding = {}
            for clause in chain(self._formula(), self._lemmas):
                self._index(clause)
        pivot, own = lemma[0], set(lemma)
        # A resolvent with two opposite literals is always true; its opposite has a conflict at once.
        return all(
            self.follows(own.union(literal for literal in clause if literal != -pivot))
            for clause in self._holding.get(-pivot, ())
        )

    def _index(self, clause: tuple[int, ...]) -> None:
        assert self._holding is not None
        for literal in clause:
            self._holding.setdefault(literal, []).append(clause)
