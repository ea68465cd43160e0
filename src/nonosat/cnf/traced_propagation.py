"""Unit propagation that remembers which clause made each literal true.

The engine of `solvers.propagation` is much faster, but names no clauses. Here each clause has a count of its literals
that are not yet false. When a literal becomes true, the clauses with its negation lose one, and a clause with one left
makes that literal true. So each literal of the formula is looked at a bounded number of times, and literals follow in
the order of their distance from what is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class TracedPropagation(NamedTuple):
    """All that unit propagation finds.

    Attributes:
        reasons: from each literal that is true, in the order in which they became true, to its clause; an assumption
            has the clause `()`.
        conflict: a clause whose literals are all false; None if there is none.
    """

    reasons: dict[int, tuple[int, ...]]
    conflict: tuple[int, ...] | None

    def clauses_for(self, literals: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """The clauses from which some true `literals` follow, in the order in which they were used."""
        needed = set(literals)
        todo = list(needed)
        while todo:
            for premise in self.reasons[todo.pop()]:
                if -premise in self.reasons and -premise not in needed:
                    needed.add(-premise)
                    todo.append(-premise)
        return (clause for literal, clause in self.reasons.items() if clause and literal in needed)


def propagate_traced(clauses: Iterable[tuple[int, ...]], assumptions: Iterable[int]) -> TracedPropagation:
    """Propagate clauses and assumptions to the end, or to the first conflict."""
    clauses = list(clauses)
    with_literal: dict[int, list[int]] = {}
    for number, clause in enumerate(clauses):
        for literal in clause:
            with_literal.setdefault(literal, []).append(number)
    n_left = [len(clause) for clause in clauses]
    reasons: dict[int, tuple[int, ...]] = {}
    queue: list[tuple[int, tuple[int, ...]]] = [(literal, ()) for literal in assumptions]
    queue += [(clause[0], clause) for clause in clauses if len(clause) == 1]
    empty = next((clause for clause in clauses if not clause), None)
    if empty is not None:
        return TracedPropagation(reasons, empty)
    for literal, reason in queue:  # which grows
        if literal in reasons:
            continue
        if -literal in reasons:
            return TracedPropagation(reasons, reason or (literal,))
        reasons[literal] = reason
        for number in with_literal.get(-literal, ()):
            n_left[number] -= 1
            if n_left[number] > 1:
                continue
            clause = clauses[number]
            if not reasons.keys().isdisjoint(clause):
                continue
            left = [other for other in clause if -other not in reasons]
            if not left:
                return TracedPropagation(reasons, clause)
            queue.append((left[0], clause))
    return TracedPropagation(reasons, None)
