"""The clauses of `start` and `order` for lines whose blocks all have known colours and lengths, which most lines are.

`BlockEncoder` would add exactly the same clauses in the same order. Here the run of positions of each rule is cut in
advance where the registers of a block begin or end, so that no clause is inspected by itself.

For a block with its first start at f, its last start at l and length L, `le` is a register from f up to, not including,
l, and "has ended" one from f + L up to l + L:

    position        f         min(l, f+L)     max(l, f+L)      l+L
    cover           -le  x   |  -le  ended  x  |   ended  x     |    (in the middle, if l < f+L: only x, decided)

and likewise for the gap between two blocks, where the first block gives "not ended" and the second one `le`. The
clauses of one width and rule are collected as columns over many lines. The cell comes last, and where it is decided a
constant stands in its place until the columns are stored: TRUE satisfies the clause, FALSE is left out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, compress
from operator import add, ne

from nonosat.cnf.clause_group import FALSE, TRUE, ClauseGroup
from nonosat.encodings.literal_vectors import LiteralVector
from nonosat.lines.domains import StartDomains, bit_positions, position_flags
from nonosat.model.clue import Clue

#: A block of known colour and length on its line. (A tuple, since a large formula takes thousands.)
#:   length: its cells;
#:   color: its colour, from 1;
#:   first, last: its first and its last possible start;
#:   holes: whether there is a position between at which it cannot start;
#:   registers: for every position from the first start up to, not including, the last one the register "starts there or
#:       earlier"; between two possible starts it is that of the earlier one;
#:   negated: their negations.
_Block = tuple[int, int, int, int, bool, list[int], list[int]]

#: Clauses of one rule that are collected before they are stored.
_MANY = 1 << 13


class _RuleColumns:
    """Clauses of one rule, by width, as columns, of which the last may hold constants.

    Where the last literal of a clause is FALSE, the clause is also added without it.
    """

    __slots__ = ("group", "one", "three", "two")

    def __init__(self, group: ClauseGroup) -> None:
        self.group = group
        self._clear()

    def _clear(self) -> None:
        self.one: list[int] = []
        self.two: tuple[list[int], list[int]] = ([], [])
        self.three: tuple[list[int], list[int], list[int]] = ([], [], [])

    def __len__(self) -> int:
        return len(self.two[0]) + len(self.three[0])

    def add_pairs(self, registers: Sequence[int], cells: Sequence[int], has_false: object) -> None:
        """Add clauses of a register and a cell, as columns; FALSE is among the `cells` only if `has_false`."""
        left, right = self.two
        left += registers
        right += cells
        if has_false and FALSE in cells:
            self.one += compress(registers, map(FALSE.__eq__, cells))

    def add_triples(
        self, registers: Sequence[int], others: Sequence[int], cells: Sequence[int], has_false: object
    ) -> None:
        """Add clauses of two registers and a cell, as columns; FALSE is among the `cells` only if `has_false`."""
        left, middle, right = self.three
        left += registers
        middle += others
        right += cells
        if has_false and FALSE in cells:
            is_false = list(map(FALSE.__eq__, cells))
            left, right = self.two
            left += compress(registers, is_false)
            right += compress(others, is_false)

    def add_cells(self, start: int, stop: int, cells: LiteralVector) -> None:
        """Add clauses of a cell alone for the positions `start` to `stop` - 1; in most puzzles the cell is decided."""
        if start >= stop:
            return
        window = (1 << stop) - (1 << start)
        if cells.false & window:  # the clause is a contradiction
            self.group.add_simplified([()] * (cells.false & window).bit_count())
        if is_open := window & ~(cells.true | cells.false):
            self.one += [cells.literals[position] for position in bit_positions(is_open)]

    def store(self) -> None:
        """Add the clauses to their group, without those that hold constants."""
        widths: list[tuple[list[int], ...]] = [(self.one,), self.two, self.three]
        for columns in widths:
            if TRUE in columns[-1] or FALSE in columns[-1]:
                is_open = [FALSE < literal < TRUE for literal in columns[-1]]
                columns = tuple([list(compress(column, is_open)) for column in columns])
            if columns[0]:
                self.group.add(*columns)
        self._clear()


class KnownLines:
    """The clauses of lines whose blocks are all known, on their way to the groups of the rules."""

    def __init__(self, counter: ClauseGroup, order: ClauseGroup, cover: ClauseGroup, gap: ClauseGroup) -> None:
        self._counter, self._order = _RuleColumns(counter), _RuleColumns(order)
        self._cover, self._gap = _RuleColumns(cover), _RuleColumns(gap)

    def add_line(
        self, clue: Clue, starts: StartDomains, register: int, vectors: Sequence[LiteralVector], *, counter: bool
    ) -> None:
        """Add the clauses of a line, or have them added by the next `store`.

        Args:
            starts: those of each block in one colour; the first and the last one leave room for its neighbours.
            register: the first of the registers of the line.
            vectors: for each colour, from 1, the literals of the cells.
            counter: whether to add the rule `counter`, as it is without start variables.
        """
        blocks = _blocks(clue, starts, register)
        if counter:
            self._add_counter(blocks)
        self._add_cover(blocks, vectors)
        self._add_order(blocks)
        self._add_gaps(blocks, vectors)
        if len(self._cover) > _MANY:
            self.store()

    def store(self) -> None:
        """Add all clauses to their groups that are not in them yet."""
        for rule in (self._counter, self._cover, self._order, self._gap):
            rule.store()

    def _add_counter(self, blocks: Sequence[_Block]) -> None:
        earlier, later = self._counter.two
        for _, _, _, _, holes, registers, negated in blocks:
            if holes:
                earlier += range(negated[0], negated[-1], -1)
                later += range(registers[0] + 1, registers[-1] + 1)
            else:
                earlier += negated[:-1]
                later += registers[1:]

    def _add_cover(self, blocks: Sequence[_Block], vectors: Sequence[LiteralVector]) -> None:
        rule = self._cover
        for length, color, first, last, holes, registers, negated in blocks:
            vector = vectors[color - 1]
            literals, false, ended = vector.literals, vector.false, first + length
            if last > ended:  # between these positions the block may have ended already, or not have started yet
                rule.add_pairs(negated[:length], literals[first:ended], false)
                left, right, cells = negated[length:], registers[:-length], literals[ended:last]
                if holes:
                    # Where no start covers the cell, the two literals are opposite and satisfy the clause.
                    kept = list(map(add, left, right))
                    left, right, cells = [list(compress(some, kept)) for some in (left, right, cells)]
                rule.add_triples(left, right, cells, false)
                rule.add_pairs(registers[-length:], literals[last : last + length], false)
            else:
                rule.add_pairs(negated, literals[first:last], false)
                rule.add_cells(last, ended, vector)
                rule.add_pairs(registers, literals[ended : last + length], false)

    def _add_order(self, blocks: Sequence[_Block]) -> None:
        not_started, ended = self._order.two
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

    def _add_gaps(self, blocks: Sequence[_Block], vectors: Sequence[LiteralVector]) -> None:
        rule, rows = self._gap, [-vector for vector in vectors]
        # The block before: it may have ended from `low` on, and must have from `ended` on; its literals "not ended".
        low, ended = 0, 0
        not_ended: list[int] = []
        for length, _, first, last, _, registers, negated in blocks:
            for row in rows:
                literals, false = row.literals, row.false
                if ended < first:  # one of the two has no register at each position
                    rule.add_pairs(not_ended, literals[low:ended], false)
                    rule.add_cells(ended, first, row)
                    rule.add_pairs(registers, literals[first:last], false)
                elif low < last:
                    begin, end = max(low, first), min(ended, last)  # where both blocks have registers
                    if low < begin:
                        rule.add_pairs(not_ended[: begin - low], literals[low:begin], false)
                    if begin < end:
                        left, right = not_ended[begin - low : end - low], registers[begin - first : end - first]
                        rule.add_triples(left, right, literals[begin:end], false)
                    if end < last:
                        rule.add_pairs(registers[end - first :], literals[end:last], false)
            low, ended, not_ended = first + length, last + length, negated
        for row in rows:
            rule.add_pairs(not_ended, row.literals[low:ended], row.false)
            rule.add_cells(ended, len(row.literals), row)


def _blocks(clue: Clue, starts: StartDomains, register: int) -> list[_Block]:
    """The blocks of a line; the arguments are those of `add_line`."""
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
