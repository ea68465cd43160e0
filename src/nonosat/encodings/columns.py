"""Columns: literals along a line of positions, constant before and after a window.

Most rules of the block model hold for a whole run of positions: "for every j, not le(b,j), or le(b,j-L), or x[j,c]".
Such a rule is a row of columns, and `emit` writes its clauses for all positions at once. A long run is cut at the
places where a column turns into a constant; within a piece no clause needs a look of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

from nonosat.cnf.formula import FALSE, TRUE, ClauseGroup

#: Up to this many positions it is faster to look at each clause than to cut the run into pieces.
_SHORT = 48


class Column(NamedTuple):
    """One literal per position.

    Attributes:
        first: position of `literals[0]`.
        literals: within the window; constants stand where `true` and `false` say so.
        before, after: the constants left and right of the window.
        true, false: the positions within the window that hold a constant, as bit sets.
    """

    first: int
    literals: Sequence[int]
    before: int
    after: int
    true: int = 0
    false: int = 0

    def shifted(self, distance: int) -> Column:
        """The column whose literal at j is this one's at j - distance."""
        first, literals, before, after, true, false = self
        return Column(first + distance, literals, before, after, true << distance, false << distance)

    def __neg__(self) -> Column:
        first, literals, before, after, true, false = self
        return Column(first, [-literal for literal in literals], -before, -after, false, true)

    def at(self, position: int) -> int:
        """The literal or constant at one position."""
        if position < self.first:
            return self.before
        if position >= self.first + len(self.literals):
            return self.after
        return self.literals[position - self.first]

    def between(self, start: int, stop: int) -> Sequence[int]:
        """The literals and constants from position `start` to `stop` - 1."""
        first, literals, before, after = self[:4]
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


def emit(
    group: ClauseGroup, start: int, stop: int, columns: tuple[Column, ...], *extra: int, cancels: bool = False
) -> None:
    """Add one clause for each position from `start` to `stop` - 1: the literals of the columns, and the extra ones.

    With `cancels`, the first two columns may hold opposite literals, which satisfy the clause.
    """
    window = (1 << stop) - (1 << start) if start < stop else 0
    for column in columns:
        if column.true and not window & ~column.true:
            return  # every clause is satisfied, which is common once lines have been propagated
    if not window or TRUE in extra:
        return
    if stop - start <= _SHORT or cancels:
        rows = [column.between(start, stop) for column in columns]
        clauses = [clause for clause in zip(*rows, *map(repeat, extra), strict=False) if TRUE not in clause]
        if cancels:
            clauses = [clause for clause in clauses if clause[0] + clause[1]]
        if special := [clause for clause in clauses if FALSE in clause]:
            group.add_simplified(special)
            clauses = [clause for clause in clauses if FALSE not in clause]
        if clauses:
            group.add_all(clauses)
        return
    cuts = {start, stop}
    for column in columns:
        cuts.update((column.first, column.first + len(column.literals)))
    extra = tuple(literal for literal in extra if literal != FALSE)
    for low, high in pairwise(sorted(cut for cut in cuts if start <= cut <= stop)):
        _emit_piece(group, low, high, columns, extra)


def _emit_piece(group: ClauseGroup, low: int, high: int, columns: tuple[Column, ...], extra: tuple[int, ...]) -> None:
    """The same between two places where a column turns into a constant."""
    window = (1 << high) - (1 << low)
    parts: list[Sequence[int]] = []
    plain = True
    for column in columns:
        if high <= column.first or low >= column.first + len(column.literals):
            constant = column.before if high <= column.first else column.after
            if constant == TRUE:
                return
            continue
        parts.append(column.literals[low - column.first : high - column.first])
        plain = plain and not (column.true | column.false) & window
    if parts and plain:
        group.add(*parts, *map(repeat, extra))
    else:
        group.add_simplified(zip(*parts, *(repeat(literal, high - low) for literal in extra), strict=True))
        if not parts and not extra:
            group.add_simplified([()])
