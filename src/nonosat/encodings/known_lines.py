"""The clauses of `start` and `order` for lines whose blocks all have known colours and lengths, which most lines are.

They are the very clauses that `BlockEncoder` adds for any line, in the same order. Here the run of positions of each
rule is cut in advance where the registers of a block begin or end, so that only few clauses are looked at one by one:
those at positions whose cells are decided.

For a block with its first start at f, its last start at l and length L, `le` is a register from f up to, not including,
l, and "has ended" one from f + L up to l + L:

    position        f         min(l, f+L)     max(l, f+L)      l+L
    cover           -le  x   |  -le  ended  x  |   ended  x     |         (only x, which is decided, where l < f+L)

and likewise for the gap between two blocks, where the first block gives "not ended" and the second one `le`. All
clauses of a line with one width and rule are collected as columns, and stored together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonosat.cnf.formula import ClauseGroup
from nonosat.encodings.columns import Column
from nonosat.lines.domains import bit_positions


class KnownBlock(NamedTuple):
    """A block of known colour and length on its line.

    Attributes:
        length: its cells.
        color: its colour, from 1.
        positions: its possible starts, ascending; a range if it has no holes.
        registers: for every position from the first start up to, not including, the last one the register "starts
            there or earlier".
        negated: their negations.
    """

    length: int
    color: int
    positions: Sequence[int]
    registers: Sequence[int]
    negated: Sequence[int]


class _RuleColumns:
    """The clauses of one rule on one line, by width, as columns."""

    __slots__ = ("one", "three", "two")

    def __init__(self) -> None:
        self.one: list[int] = []
        self.two: tuple[list[int], list[int]] = ([], [])
        self.three: tuple[list[int], list[int], list[int]] = ([], [], [])

    def store(self, group: ClauseGroup) -> None:
        """Add the clauses to their group."""
        if self.one:
            group.add(self.one)
        if self.two[0]:
            group.add(*self.two)
        if self.three[0]:
            group.add(*self.three)


class _ColorLiterals:
    """The literals of the cells of a line in one colour, or their negations.

    Attributes:
        literals: one for each position; those of decided cells are constants.
        decided, false: the positions that hold a constant, and those that hold FALSE, as bit sets.
    """

    __slots__ = ("decided", "false", "literals")

    def __init__(self, column: Column) -> None:
        self.literals, self.decided, self.false = column.literals, column.true | column.false, column.false


def add_counter(group: ClauseGroup, registers: Iterable[range]) -> None:
    """Add the rule `counter` of a line, without start variables.

    Args:
        group: gets the clauses.
        registers: those of each block, without repetitions.
    """
    earlier: list[int] = []
    later: list[int] = []
    for own in registers:
        earlier += range(-own.start, 1 - own.stop, -1)
        later += own[1:]
    if later:
        group.add(earlier, later)


def add_cover(group: ClauseGroup, blocks: Sequence[KnownBlock], columns: Sequence[Column]) -> None:
    """Add the rule `cover` of a line.

    Args:
        group: gets the clauses.
        blocks: of the line.
        columns: for each colour, from 1, the literals of the cells.
    """
    rows, every_cells = _RuleColumns(), [_ColorLiterals(column) for column in columns]
    two, other = rows.two
    for length, color, positions, registers, negated in blocks:
        cells = every_cells[color - 1]
        first, last = positions[0], positions[-1]
        low, high = (last, first + length) if last < first + length else (first + length, last)
        stop = last + length
        has_holes = len(registers) >= len(positions)
        if has_holes or low == last or cells.decided & ((1 << stop) - (1 << first)):
            _add_pairs(rows, first, low, negated, 0, cells)
            if high == last:
                _add_triples(rows, low, high, negated, low - first, registers, 0, cells, cancels=has_holes)
            else:
                _add_cells(group, rows, low, high, cells)
            _add_pairs(rows, high, stop, registers, high - first - length, cells)
            continue
        literals = cells.literals
        two += negated[: low - first]
        other += literals[first:low]
        if low < high:
            one, middle, more = rows.three
            one += negated[low - first :]
            middle += registers[: high - low]
            more += literals[low:high]
        two += registers[high - first - length :]
        other += literals[high:stop]
    rows.store(group)


def add_gaps(group: ClauseGroup, blocks: Sequence[KnownBlock], columns: Sequence[Column], length: int) -> None:
    """Add the rule `gap` of a line: before its first block, between every two neighbours, and after the last block.

    Args:
        group: gets the clauses.
        blocks: of the line.
        columns: for each colour, from 1, the literals of the cells.
        length: cells of the line.
    """
    rows, every_cells = _RuleColumns(), [_ColorLiterals(-column) for column in columns]
    two, other = rows.two
    # The block before: the positions from which on it may and must have ended, and the literals that it has not.
    low, ended = 0, 0
    not_ended: Sequence[int] = ()
    for block_length, _, positions, registers, negated in blocks:
        first, last = positions[0], positions[-1]
        begin, end = max(low, first), min(ended, last)  # where both blocks have registers, if ended >= first
        for cells in every_cells:
            if ended < first:  # never both
                _add_pairs(rows, low, ended, not_ended, 0, cells)
                _add_cells(group, rows, ended, first, cells)
                _add_pairs(rows, first, last, registers, 0, cells)
            elif low >= last:
                continue
            elif cells.decided & ((1 << last) - (1 << low)):
                _add_pairs(rows, low, begin, not_ended, 0, cells)
                _add_triples(rows, begin, end, not_ended, begin - low, registers, begin - first, cells)
                _add_pairs(rows, end, last, registers, end - first, cells)
            else:
                literals = cells.literals
                if low < begin:
                    two += not_ended[: begin - low]
                    other += literals[low:begin]
                if begin < end:
                    one, middle, more = rows.three
                    one += not_ended[begin - low : end - low]
                    middle += registers[begin - first : end - first]
                    more += literals[begin:end]
                if end < last:
                    two += registers[end - first :]
                    other += literals[end:last]
        low, ended, not_ended = first + block_length, last + block_length, negated
    for cells in every_cells:
        _add_pairs(rows, low, ended, not_ended, 0, cells)
        _add_cells(group, rows, ended, length, cells)
    rows.store(group)


def add_order(group: ClauseGroup, blocks: Sequence[KnownBlock]) -> None:
    """Add the rule `order` of a line.

    Args:
        group: gets the clauses.
        blocks: of the line. The first and the last start of each leave room for its neighbours.
    """
    not_started: list[int] = []
    ended: list[int] = []
    before = blocks[0]
    for block in blocks[1:]:
        distance = before.length + (before.color == block.color)
        positions, first = block.positions, before.positions[0] + distance
        stop = min(positions[-1], before.positions[-1] + distance)
        if len(block.registers) < len(positions):
            count = stop - positions[0]
            if count > 0:
                not_started += block.negated[:count]
                ended += before.registers[positions[0] - first : stop - first]
        else:
            for position in positions:
                if position >= stop:
                    break
                not_started.append(block.negated[position - positions[0]])
                ended.append(before.registers[position - first])
        before = block
    if not_started:
        group.add(not_started, ended)


def _add_pairs(
    rows: _RuleColumns, start: int, stop: int, registers: Sequence[int], offset: int, cells: _ColorLiterals
) -> None:
    """Add a clause for each position: a register, beginning with the one at `offset`, and the cell."""
    if start >= stop:
        return
    window = (1 << stop) - (1 << start)
    one, other = rows.two
    if not cells.decided & window:
        one += registers[offset : offset + stop - start]
        other += cells.literals[start:stop]
        return
    shift, literals = offset - start, cells.literals
    for position in bit_positions(window & ~cells.decided) if window & ~cells.decided else ():
        one.append(registers[position + shift])
        other.append(literals[position])
    if cells.false & window:
        rows.one += [registers[position + shift] for position in bit_positions(cells.false & window)]


def _add_triples(
    rows: _RuleColumns,
    start: int,
    stop: int,
    left: Sequence[int],
    left_offset: int,
    right: Sequence[int],
    right_offset: int,
    cells: _ColorLiterals,
    *,
    cancels: bool = False,
) -> None:
    """Add a clause for each position: two registers, each column beginning at its offset, and the cell.

    Args:
        rows: collects the clauses.
        start, stop: the positions.
        left, right: the two columns of literals.
        left_offset, right_offset: where in these columns the literals of the first position are.
        cells: the literals of the cells.
        cancels: whether the two columns may hold opposite literals, which satisfy the clause.
    """
    if start >= stop:
        return
    window = (1 << stop) - (1 << start)
    left, right = left[left_offset : left_offset + stop - start], right[right_offset : right_offset + stop - start]
    one, middle, other = rows.three
    literals = cells.literals
    if not cells.decided & window:
        if not cancels:
            one += left
            middle += right
            other += literals[start:stop]
            return
        is_open = window
    else:
        is_open = window & ~cells.decided
        if cells.false & window:
            pair, last = rows.two
            for position in bit_positions(cells.false & window):
                a, b = left[position - start], right[position - start]
                if a != -b:
                    pair.append(a)
                    last.append(b)
    if is_open:
        for position in bit_positions(is_open):
            a, b = left[position - start], right[position - start]
            if a != -b:
                one.append(a)
                middle.append(b)
                other.append(literals[position])


def _add_cells(group: ClauseGroup, rows: _RuleColumns, start: int, stop: int, cells: _ColorLiterals) -> None:
    """Add a clause for each position: the cell alone, decided in most puzzles."""
    if start >= stop:
        return
    window = (1 << stop) - (1 << start)
    if cells.false & window:  # the clause is a contradiction
        group.add_simplified([()] * (cells.false & window).bit_count())
    if window & ~cells.decided:
        rows.one += [cells.literals[position] for position in bit_positions(window & ~cells.decided)]
