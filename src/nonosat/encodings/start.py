"""The default encoding: block starts with a sequential counter whose registers are the order encoding.

For every block b of a line, with its possible starts p:

    start[b,p]   block b starts at position p
    le[b,p]      block b starts at position p or earlier

The `le` of one block are the registers of the sequential counter (C. Sinz, CP 2005) that allows at most one start;
read on their own they are the order encoding of the block's position (N. Tamura et al., CP 2006). That makes every
other rule a clause of two or three literals for each position:

    counter   start[b,p] -> le[b,p];  le[b,p-1] -> le[b,p];  start[b,p] -> not le[b,p-1];
              le[b,p] -> le[b,p-1] or start[b,p]
    order     block b+1 starts at q or earlier -> block b starts at q - L(b) - gap or earlier;
              the gap is 1 between blocks of one colour, else 0
    cover     block b starts in j-L(b)+1..j -> cell j has its colour
    gap       block g-1 ended before j and block g starts after j -> cell j is background (for each colour; also
              before the first block and after the last)
    colour    a block of unknown colour has exactly one colour c that some start allows: colour[b,c]; it then starts
              where that colour may; same[b] says that blocks b and b+1 chose one colour, so that the gap is 1

Below a block's first possible start `le` is FALSE, from its last one on it is TRUE; clauses with such constants are
dropped or shortened. All helper variables are determined by the cells, because the runs of a picture are its blocks.

Size: with s possible starts, a block of known colour has at most 4s clauses in `counter`, s in `order`, 2s in `cover`
and, with one colour, s for each `gap` beside it, so at most 9 for each pair of block and start; the clauses of one
literal, at most one for each cell and start, come on top.

Propagation: the bounds of each block are kept consistent along the line, by `order` from block to block, and with the
cells, by `cover` and `gap`. What is missing are the holes: that a block cannot start at a place between others makes
two registers equal, which is no literal, and start[b,p] is not found false, either.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from nonosat.cnf.formula import FALSE, TRUE, Formula
from nonosat.encodings.blocks import BlockLiterals, BlockTable, union
from nonosat.encodings.cell_variables import Cells
from nonosat.encodings.columns import Column, emit
from nonosat.lines.domains import Domains, bit_positions
from nonosat.model.puzzle import Puzzle


def build(puzzle: Puzzle, domains: Domains, residual: bool) -> BlockEncoder:
    """The formula of a puzzle, as the module describes it."""
    return BlockEncoder(puzzle, domains, residual, explicit=True)


class _Block(NamedTuple):
    """A block of a line with its variables.

    Attributes:
        length: cells it covers.
        positions: its possible starts, ascending.
        starts: for each colour it may have the possible starts, as a bit set.
        start: variable of its first start; the others follow.
        registers: the registers of all its starts but the last.
        le, not_le: the register literal for every position, and its opposite.
        colors: for each colour it may have the literal that says so, TRUE if it is the only one.
    """

    length: int
    positions: Sequence[int]
    starts: dict[int, int]
    start: int
    registers: range
    le: Column
    not_le: Column
    colors: dict[int, int]

    @property
    def has_holes(self) -> bool:
        """Whether one register stands for several positions, because the block cannot start at all of them."""
        return not isinstance(self.positions, range)

    def not_start(self, position: int, color: int) -> tuple[int, ...]:
        """A clause, in start variables: the block does not start at one of its positions in one of its colours."""
        return -(self.start + self.positions.index(position)), -self.colors[color]

    def not_between(self, position: int, color: int) -> tuple[int, ...]:
        """The same in registers."""
        return -self.le.at(position), self.le.at(position - 1), -self.colors[color]


class BlockEncoder:
    """Writes the clauses line by line, each into the group of its rule.

    With `explicit` false there are no start variables, and the counter keeps only what its registers say.
    """

    def __init__(self, puzzle: Puzzle, domains: Domains, residual: bool, explicit: bool) -> None:
        self.puzzle, self.domains, self.explicit = puzzle, domains, explicit
        self.formula = formula = Formula()
        self.cells = Cells(formula, puzzle, domains, residual)
        lines = self.cells.lines
        self._blocks = blocks = self._variables(lines)
        self.counter = formula.new_group("counter", "a block starts exactly once; le counts its starts so far")
        self.color = formula.new_group("colour", "a block of unknown colour has one colour and starts where it may")
        self.order = formula.new_group("order", "a block starts after the end of the block before it")
        self.cover = formula.new_group("cover", "the cells from a block's start to its end have its colour")
        self.gap = formula.new_group("gap", "the cells between two neighbouring blocks are background")
        for index in lines:
            self._line(index, blocks[index])

    def blocks(self) -> dict[int, list[BlockLiterals]]:
        """The blocks of each line that has clauses."""
        return {
            index: [
                BlockLiterals(b.length, b.starts, b.not_start if self.explicit else b.not_between, b.le) for b in blocks
            ]
            for index, blocks in self._blocks.items()
        }

    def _variables(self, lines: list[int]) -> dict[int, list[_Block]]:
        """The blocks of the lines, with their variables."""
        starts, registers, colors, same = BlockTable(), BlockTable(), BlockTable(), BlockTable()
        positions: dict[tuple[int, int], Sequence[int]] = {}
        for index in lines:
            domain = self.domains.lines[index].starts
            for b, by_color in enumerate(domain):
                positions[index, b] = here = bit_positions(union(by_color))
                starts.append(index, b, here if self.explicit else ())
                registers.append(index, b, here[:-1])
                if len(by_color) > 1:
                    colors.append(index, b, list(by_color))
                    same.append(index, b, (b + 1,) if _need_same(*domain[b : b + 2]) else ())
        place = ("line", "block", "position")
        new = self.formula.new_variables
        start = new("start", place, "the block starts at the position", starts.count, starts.index_of)
        register = new("le", place, "the block starts at the position or earlier", registers.count, registers.index_of)
        color = new("colour", ("line", "block", "colour"), "the block has the colour", colors.count, colors.index_of)
        first_same = new(
            "same", ("line", "block", "next"), "the block has the colour of the next", same.count, same.index_of
        )
        self.same = {
            (line, b): first_same + offset for (line, b, _), offset in zip(same.runs, same.offsets, strict=True)
        }
        blocks: dict[int, list[_Block]] = {index: [] for index in lines}
        for (index, b), here in positions.items():
            by_color = self.domains.lines[index].starts[b]
            literals = dict.fromkeys(by_color, TRUE)
            if len(by_color) > 1:
                literals = {c: color + i for i, c in enumerate(by_color)}
                color += len(by_color)
            own = range(register, register + len(here) - 1)
            length = self.puzzle.clues[index][b].length
            le = _register_column(here, own)
            blocks[index].append(_Block(length, here, by_color, start, own, le, -le, literals))
            start += len(here) if self.explicit else 0
            register += len(own)
        return blocks

    def _line(self, index: int, blocks: list[_Block]) -> None:
        columns = self.cells.line(index)
        for block in blocks:
            self._counter(block)
            self._color(block)
            self._cover(block, columns)
        for b, (block, following) in enumerate(pairwise(blocks)):
            self._order(block, following, self.same.get((index, b), 0))
        self._gaps(blocks, columns, len(self.puzzle.grid.line(index)))

    def _counter(self, block: _Block) -> None:
        registers, n = block.registers, len(block.positions)
        self.counter.add([-r for r in registers[:-1]], registers[1:])
        if not self.explicit:
            return
        starts = range(block.start, block.start + n)
        if n == 1:
            self.counter.add(starts)
            return
        self.counter.add([-s for s in starts[:-1]], registers)
        self.counter.add([-s for s in starts[1:]], [-r for r in registers])
        self.counter.add([-registers[0]], [starts[0]])
        self.counter.add([-r for r in registers[1:]], registers[:-1], starts[1:-1])
        self.counter.add([registers[-1]], [starts[-1]])

    def _color(self, block: _Block) -> None:
        literals = list(block.colors.values())
        if len(literals) < 2:
            return
        self.color.add(*([literal] for literal in literals))
        self.color.add_simplified(combinations([-literal for literal in literals], 2))
        for color, literal in block.colors.items():
            for i, position in enumerate(block.positions):
                if not block.starts[color] >> position & 1:
                    if self.explicit:
                        self.color.add([-literal], [-(block.start + i)])
                    else:
                        self.color.add_simplified([(-literal, -block.le.at(position), block.le.at(position - 1))])

    def _cover(self, block: _Block, columns: list[Column]) -> None:
        first, last = block.positions[0], block.positions[-1]
        bounds = block.not_le, block.le.shifted(block.length)
        for color, literal in block.colors.items():
            # Where the two bounds have one register, no start of the block covers the cell.
            cells = columns[color - 1]
            emit(self.cover, first, last + block.length, (*bounds, cells), -literal, cancels=block.has_holes)

    def _order(self, block: _Block, following: _Block, same: int) -> None:
        """Gap 1 where both blocks have one colour, which for blocks of unknown colour is a literal."""
        common = block.colors.keys() & following.colors.keys()
        if len(block.colors) == len(following.colors) == 1:
            self._after(block, following, 1 if common else 0)
            return
        self._after(block, following, 0)
        if same:
            for color in sorted(block.colors.keys() | following.colors.keys()):
                one, other = block.colors.get(color, FALSE), following.colors.get(color, FALSE)
                self.order.add_simplified([(-one, -other, same), (-same, -one, other), (-same, one, -other)])
        else:
            same = next((_both(block.colors[c], following.colors[c]) for c in common), FALSE)
        self._after(block, following, 1, -same)

    def _after(self, block: _Block, following: _Block, gap: int, *extra: int) -> None:
        distance = block.length + gap
        if following.has_holes:
            self.order.add_simplified(
                (-following.le.at(q), block.le.at(q - distance), *extra) for q in following.positions
            )
        else:
            first, last = following.positions[0], following.positions[-1]
            emit(self.order, first, last + 1, (following.not_le, block.le.shifted(distance)), *extra)

    def _gaps(self, blocks: list[_Block], columns: list[Column], length: int) -> None:
        """Background between every two neighbours, before the first block, and after the last."""
        not_colored = [-column for column in columns]
        not_ended = Column(0, (), FALSE, FALSE)
        low = 0
        for block in blocks:
            for cells in not_colored:
                emit(self.gap, low, block.positions[-1], (not_ended, block.le, cells))
            not_ended, low = block.not_le.shifted(block.length), block.positions[0] + block.length
        for cells in not_colored:
            emit(self.gap, low, length, (not_ended, cells))


def _need_same(*neighbours: dict[int, int]) -> bool:
    """Whether "these blocks have one colour" takes a variable of its own: both have a choice, and share a colour."""
    return len(neighbours) == 2 and min(map(len, neighbours)) > 1 and not neighbours[0].keys().isdisjoint(neighbours[1])


def _both(one: int, other: int) -> int:
    """A literal for "both", where one of the two is TRUE."""
    return other if one == TRUE else one


def _register_column(positions: Sequence[int], registers: range) -> Column:
    """`le` at every position: between two possible starts it is that of the earlier one."""
    first, last = positions[0], positions[-1]
    if len(registers) == last - first:
        return Column(first, registers, FALSE, TRUE)
    literals: list[int] = []
    for register, (here, following) in zip(registers, pairwise(positions), strict=True):
        literals += [register] * (following - here)
    return Column(first, literals, FALSE, TRUE)
