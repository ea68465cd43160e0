"""Columns: literals along a line of positions, constant before and after a window.

Most rules of the block model hold for a whole run of positions: "for every j, not le(b,j), or le(b,j-L), or x[j,c]".
Such a rule is a row of columns, and `emit` writes its clauses for all positions at once, piece by piece between the
places where a column turns into a constant. Within a piece no clause needs a look of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

from nonosat.cnf.formula import FALSE, TRUE, ClauseGroup


class Column(NamedTuple):
    """One literal per position.

    Attributes:
        first: position of `literals[0]`.
        literals: within the window; may hold constants if `constants` says so.
        before, after: the constants left and right of the window.
        constants: the positions within the window that hold a constant, as a bit set.
        irregular: a literal may stand at several positions, so that a clause may hold it together with its opposite.
    """

    first: int
    literals: Sequence[int]
    before: int
    after: int
    constants: int = 0
    irregular: bool = False

    def shifted(self, distance: int) -> Column:
        """The column whose literal at j is this one's at j - distance."""
        return Column(
            self.first + distance, self.literals, self.before, self.after, self.constants << distance, self.irregular
        )

    def __neg__(self) -> Column:
        return Column(
            self.first, [-lit for lit in self.literals], -self.before, -self.after, self.constants, self.irregular
        )

    def at(self, position: int) -> int:
        """The literal or constant at one position."""
        if position < self.first:
            return self.before
        if position >= self.first + len(self.literals):
            return self.after
        return self.literals[position - self.first]


def emit(group: ClauseGroup, start: int, stop: int, columns: Iterable[Column], *extra: int) -> None:
    """Add one clause for each position from `start` to `stop` - 1: the literals of the columns, and the extra ones."""
    columns = tuple(columns)
    if TRUE in extra:
        return
    extra = tuple(literal for literal in extra if literal != FALSE)
    cuts = {start, stop}
    for column in columns:
        cuts.update((column.first, column.first + len(column.literals)))
    for low, high in pairwise(sorted(cut for cut in cuts if start <= cut <= stop)):
        _emit_piece(group, low, high, columns, extra)


def _emit_piece(group: ClauseGroup, low: int, high: int, columns: tuple[Column, ...], extra: tuple[int, ...]) -> None:
    window = (1 << high) - (1 << low)
    parts: list[Iterable[int]] = []
    plain = True
    irregular = 0
    for column in columns:
        if high <= column.first or low >= column.first + len(column.literals):
            constant = column.before if high <= column.first else column.after
            if constant == TRUE:
                return
            continue
        parts.append(column.literals[low - column.first : high - column.first])
        plain = plain and not column.constants & window
        irregular += column.irregular
    plain = plain and irregular < 2
    if parts and plain:
        group.add(*parts, *map(repeat, extra))
    else:
        group.fold(zip(*parts, *(repeat(literal, high - low) for literal in extra), strict=True))
        if not parts and not extra:
            group.fold([()])
