"""The clauses of `start` and `order` for lines whose blocks all have known colours and lengths, which most lines are.

`BlockEncoder` would add exactly the same clauses in the same order. Here the run of positions of each rule is cut in
advance where the registers of a block begin or end, so that no clause is inspected by itself. A compiled kernel, for
residual formulas, inspects each clause by itself (`kernels/line_clauses.c`).

For a block with its first start at f, its last start at l and length L, `le` is a register from f up to, not including,
l, and "has ended" one from f + L up to l + L:

    position        f         min(l, f+L)     max(l, f+L)      l+L
    cover           -le  x   |  -le  ended  x  |   ended  x     |    (in the middle, if l < f+L: only x, decided)

and likewise for the gap between two blocks, where the first block gives "not ended" and the second one `le`. The
clauses of one width and rule are collected as columns. The cell comes last, and where it is decided a constant stands
in its place until the line is complete: TRUE satisfies the clause, FALSE is left out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, compress
from operator import add, ne
from typing import TypeAlias

from nonosat.cnf.clause_group import FALSE, TRUE, interleaved
from nonosat.core.compiled import kernels
from nonosat.lines.domains import StartDomains, position_flags
from nonosat.model.clue import Clue

#: The clauses of a rule: for the widths 1, 2 and 3 the literals, as for `ClauseGroup.extend`.
RuleClauses: TypeAlias = tuple[list[int] | bytes, ...]

#: A block of known colour and length on its line. (A tuple, since a large formula takes thousands.)
#:   length: its cells;
#:   color: its colour, from 1;
#:   first, last: its first and its last possible start;
#:   holes: whether there is a position between at which it cannot start;
#:   registers: for every position from the first start up to, not including, the last one the register "starts there or
#:       earlier"; between two possible starts it is that of the earlier one;
#:   negated: their negations.
_Block = tuple[int, int, int, int, bool, list[int], list[int]]


class _Rule:
    """The clauses of one rule, by width, as columns, of which the last may hold constants.

    Where the last literal of a clause is FALSE, the clause is also added without it.
    """

    __slots__ = ("one", "three", "two")

    def __init__(self) -> None:
        self.one: list[int] = []
        self.two: tuple[list[int], list[int]] = ([], [])
        self.three: tuple[list[int], list[int], list[int]] = ([], [], [])

    def add_pairs(self, registers: Sequence[int], cells: Sequence[int]) -> None:
        """Add clauses of a register and a cell, as columns."""
        left, right = self.two
        left += registers
        right += cells
        if FALSE in cells:
            self.one += compress(registers, map(FALSE.__eq__, cells))

    def add_triples(self, registers: Sequence[int], others: Sequence[int], cells: Sequence[int]) -> None:
        """Add clauses of two registers and a cell, as columns."""
        left, middle, right = self.three
        left += registers
        middle += others
        right += cells
        if FALSE in cells:
            is_false = list(map(FALSE.__eq__, cells))
            left, right = self.two
            left += compress(registers, is_false)
            right += compress(others, is_false)

    def clauses(self) -> RuleClauses:
        """All clauses that hold no constant; for one of FALSE alone the contradiction of `ClauseGroup`."""
        one = self.one
        if FALSE in one:
            one = [literal for cell in one for literal in ((1, -1) if cell == FALSE else (cell,))]
        return _open_clauses(one), _open_clauses(*self.two), _open_clauses(*self.three)


def _open_clauses(*columns: list[int]) -> list[int]:
    """The clauses of some columns whose last literal is not a constant."""
    if not columns[-1]:
        return []
    if TRUE in columns[-1] or FALSE in columns[-1]:
        is_open = [FALSE < literal < TRUE for literal in columns[-1]]
        columns = tuple([list(compress(column, is_open)) for column in columns])
    return interleaved(columns)


def line_clauses(
    clue: Clue, starts: StartDomains, register: int, cells: Sequence[Sequence[int]], counter: bool
) -> tuple[RuleClauses, ...]:
    """The clauses of a line of known blocks, at least one, for the rules `counter`, `cover`, `order` and `gap`.

    Args:
        starts: those of each block in one colour; the first and the last one leave room for its neighbours.
        register: the first of the registers of the line.
        cells: for each colour, from 1, the literals of the cells.
        counter: whether to add the rule `counter`, as it is without start variables.
    """
    blocks = _blocks(clue, starts, register)
    rules = _counter(blocks) if counter else _Rule(), _cover(blocks, cells), _order(blocks), _gaps(blocks, cells)
    return tuple([rule.clauses() for rule in rules])


def fastest_line_clauses() -> Callable[..., tuple[RuleClauses, ...]]:
    """`line_clauses`; compiled if kernels are built."""
    compiled = kernels()
    return line_clauses if compiled is None else compiled.line_clauses


def _counter(blocks: Sequence[_Block]) -> _Rule:
    rule = _Rule()
    earlier, later = rule.two
    for _, _, _, _, holes, registers, negated in blocks:
        if holes:
            earlier += range(negated[0], negated[-1], -1)
            later += range(registers[0] + 1, registers[-1] + 1)
        else:
            earlier += negated[:-1]
            later += registers[1:]
    return rule


def _cover(blocks: Sequence[_Block], rows: Sequence[Sequence[int]]) -> _Rule:
    rule = _Rule()
    for length, color, first, last, holes, registers, negated in blocks:
        literals, ended = rows[color - 1], first + length
        if last > ended:  # between these positions the block may have ended already, or not have started yet
            rule.add_pairs(negated[:length], literals[first:ended])
            left, right, cells = negated[length:], registers[:-length], literals[ended:last]
            if holes:
                # Where no start covers the cell, the two literals are opposite and satisfy the clause.
                kept = list(map(add, left, right))
                left, right, cells = [list(compress(some, kept)) for some in (left, right, cells)]
            rule.add_triples(left, right, cells)
            rule.add_pairs(registers[-length:], literals[last : last + length])
        else:
            rule.add_pairs(negated, literals[first:last])
            rule.one += literals[last:ended]
            rule.add_pairs(registers, literals[ended : last + length])
    return rule


def _order(blocks: Sequence[_Block]) -> _Rule:
    rule = _Rule()
    not_started, ended = rule.two
    length, color, low, high, holes, registers, _ = blocks[0]
    for block in blocks[1:]:
        distance = length + (color == block[1])
        low += distance
        high += distance
        length, color, first, last, holes, own, negated = block
        # From `stop` on the block before has ended, or this one has started.
        stop = min(last, high)
        if first < stop:
            if holes:
                # Only where the block may start; before that it has the register of an earlier start.
                starts = [True, *map(ne, own[1:], own)][: stop - first]
                not_started += compress(negated, starts)
                ended += compress(registers[first - low :], starts)
            else:
                not_started += negated[: stop - first]
                ended += registers[first - low : stop - low]
        low, high, registers = first, last, own
    return rule


def _gaps(blocks: Sequence[_Block], cells: Sequence[Sequence[int]]) -> _Rule:
    rule, rows = _Rule(), [[-literal for literal in row] for row in cells]
    # The block before: it may have ended from `low` on, and must have from `ended` on; its literals "not ended".
    low, ended = 0, 0
    not_ended: list[int] = []
    for length, _, first, last, _, registers, negated in blocks:
        for row in rows:
            if ended < first:  # one of the two has no register at each position
                rule.add_pairs(not_ended, row[low:ended])
                rule.one += row[ended:first]
                rule.add_pairs(registers, row[first:last])
            elif low < last:
                begin, end = max(low, first), min(ended, last)  # where both blocks have registers
                if low < begin:
                    rule.add_pairs(not_ended[: begin - low], row[low:begin])
                if begin < end:
                    left, right = not_ended[begin - low : end - low], registers[begin - first : end - first]
                    rule.add_triples(left, right, row[begin:end])
                if end < last:
                    rule.add_pairs(registers[end - first :], row[end:last])
        low, ended, not_ended = first + length, last + length, negated
    for row in rows:
        rule.add_pairs(not_ended, row[low:ended])
        rule.one += row[ended:]
    return rule


def _blocks(clue: Clue, starts: StartDomains, register: int) -> list[_Block]:
    """The blocks of a line; the arguments are those of `line_clauses`."""
    blocks = []
    for (length, _), by_color in zip(clue, starts, strict=True):
        ((color, mask),) = by_color.items()
        first, last, n = (mask & -mask).bit_length() - 1, mask.bit_length() - 1, mask.bit_count()
        holes = n <= last - first
        if holes:
            further = position_flags(mask >> (first + 1), last - first)
            registers = list(accumulate(further[:-1], initial=register))
            negated = [-own for own in registers]
        else:
            registers = list(range(register, register + n - 1))
            negated = list(range(-register, 1 - register - n, -1))
        blocks.append((length, color, first, last, holes, registers, negated))
        register += n - 1
    return blocks
