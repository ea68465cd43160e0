"""Vectors of literals: one literal for each position of a line, constant before and after a window.

Most rules of the block model hold for a whole run of positions: "for every j, not le(b,j), or le(b,j-L), or x[j,c]".
Such a rule is a table with a vector for each literal of the clause, and `add_clauses` adds the clauses of all positions
at once:

    position j        3      4      5      6      7      8
    not le(b,j)      TRUE   -l0    -l1    -l2   FALSE  FALSE      window 4 to 6
    le(b,j-2)       FALSE  FALSE  FALSE    l0     l1     l2       window 6 to 8
    x[j,c]            x3     x4     x5     x6     x7     x8       window: the line
    clause             -   2 lits 2 lits 3 lits 2 lits 2 lits
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from nonosat.cnf.clause_group import FALSE, TRUE, ClauseGroup


class LiteralVector(NamedTuple):
    """One literal for each position. (A tuple, since a large formula takes tens of thousands.)

    Attributes:
        first: the position of `literals[0]`.
        literals: those within the window; some may be constants.
        before, after: the constants left and right of the window.
        true, false: the positions within the window that hold TRUE and FALSE, as bit sets.
    """

    first: int
    literals: Sequence[int]
    before: int
    after: int
    true: int = 0
    false: int = 0

    @property
    def end(self) -> int:
        """The position after the window."""
        return self.first + len(self.literals)

    def shifted(self, distance: int) -> LiteralVector:
        """The vector whose literal at j is the literal of this one at j - distance."""
        first, literals, before, after, true, false = self
        return LiteralVector(first + distance, literals, before, after, true << distance, false << distance)

    def __neg__(self) -> LiteralVector:
        """The vector of the negated literals."""
        first, literals, before, after, true, false = self
        return LiteralVector(first, [-literal for literal in literals], -before, -after, false, true)

    def at(self, position: int) -> int:
        """The literal or constant at one position."""
        if position < self.first:
            return self.before
        if position >= self.end:
            return self.after
        return self.literals[position - self.first]

    def between(self, start: int, stop: int) -> Sequence[int]:
        """The literals and constants from position `start` to `stop` - 1."""
        first, literals, before, after, _, _ = self
        end = first + len(literals)
        if first <= start and stop <= end:
            return literals[start - first : stop - first]
        if stop <= first:
            return [before] * (stop - start)
        if start >= end:
            return [after] * (stop - start)
        row = [before] * (first - start)
        row += literals[max(start - first, 0) : stop - first]
        if stop > end:
            row += [after] * (stop - end)
        return row


def add_clauses(
    group: ClauseGroup, start: int, stop: int, vectors: tuple[LiteralVector, ...], *extra: int, cancels: bool = False
) -> None:
    """Add one clause for each position from `start` to `stop` - 1: the literals of the vectors, and the extra ones.

    Args:
        vectors: one for each literal of the clauses.
        extra: literals or constants that are the same in all clauses.
        cancels: whether the first two vectors may hold opposite literals, which satisfy the clause.
    """
    window = (1 << stop) - (1 << start)
    if start >= stop or TRUE in extra or any(vector.true & window == window for vector in vectors):
        return
    if FALSE in extra:
        extra = tuple(literal for literal in extra if literal != FALSE)
    rows = [vector.between(start, stop) for vector in vectors]
    clauses = [clause for clause in zip(*rows, *map(repeat, extra), strict=False) if TRUE not in clause]
    if cancels:
        clauses = [clause for clause in clauses if clause[0] != -clause[1]]
    if shortened := [clause for clause in clauses if FALSE in clause]:
        group.add_simplified(shortened)
        clauses = [clause for clause in clauses if FALSE not in clause]
    if clauses:
        group.add_all(clauses)
