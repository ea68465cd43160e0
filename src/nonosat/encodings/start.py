"""The encoding `start`, the default for complete formulas: block starts with a sequential counter.

The registers of the counter are the order encoding.

For every block b of a line, with its possible starts p:

    start[b,p]   block b starts at position p
    le[b,p]      block b starts at position p or earlier
    ended[b,p]   block b ends before position p; for a block of known length this is le[b,p-L(b)], the same variable,
                 and only a block of unknown length has registers of its own for it

The `le` of one block are the registers of the sequential counter (C. Sinz, CP 2005) that allows at most one start;
read on their own they are the order encoding of the block's position (J. M. Crawford, A. B. Baker, AAAI
1994; N. Tamura et al., CP 2006). So every other rule is a clause of two or three literals for each position:

    counter   start[b,p] -> le[b,p];  le[b,p-1] -> le[b,p];  start[b,p] -> not le[b,p-1];
              le[b,p] -> le[b,p-1] or start[b,p];
              of unknown length: ended[b,p-1] -> ended[b,p];  ended[b,p] -> le[b,p-1]
    colour    a block of unknown colour has exactly one colour c that some start allows, colour[b,c], and starts at a
              place that this colour allows
    order     block b+1 starts at q or earlier -> block b ends before q - gap;
              the gap is 1 between blocks of one colour, else 0; between two blocks of unknown colour it is 1 if
              same[b] holds, which says that blocks b and b+1 have one colour
    cover     block b starts at j or earlier, and has not ended before j -> cell j has its colour
    gap       block g-1 ended before j and block g starts after j -> cell j is background (for each colour; also
              before the first block and after the last)

Below a block's first possible start `le` is FALSE, from its last one on it is TRUE; so is `ended` for its ends. Clauses
with such constants are dropped or shortened. All helper variables are determined by the cells, because the runs of a
picture are its blocks.

Size: with s possible starts, a block of known colour has at most 4s clauses in `counter`, s in `order`, 2s in `cover`
and, with one colour, s for each `gap` beside it, so at most 9 for each pair of block and start; the clauses of one
literal, at most one for each cell and start, come on top. A block of unknown length has as many registers and 2 clauses
of `counter` more as it has ends.

Propagation: the bounds of each block are kept consistent along the line, by `order` from block to block, and with the
cells, by `cover` and `gap`. Holes are missed: where a block cannot start at a place between its first and last start,
two registers are equal. There is no literal for that, and unit propagation does not find start[b,p] false, either.

Of a row of five cells with the clue 2 1, the clauses of the counter; `order` shows the others:

    >>> import nonosat
    >>> puzzle = nonosat.puzzle([[2, 1], [1, 1]], [[1]] * 5)
    >>> words = nonosat.clauses_in_words(nonosat.encode(puzzle, encoding="start"), puzzle, line=0, groups=["counter"])
    >>> print(*(f"{group.name:8}{clause.text}" for group in words for clause in group.clauses), sep="\\n")
    counter r1: block 1 starts at 1 -> block 1 starts at 1 or earlier
    counter r1: block 1 starts at 2 -> block 1 starts after 1
    counter r1: block 1 starts at 1 or earlier -> block 1 starts at 1
    counter r1: block 1 starts after 1 -> block 1 starts at 2
    counter r1: block 2 starts at 4 -> block 2 starts at 4 or earlier
    counter r1: block 2 starts at 5 -> block 2 starts after 4
    counter r1: block 2 starts at 4 or earlier -> block 2 starts at 4
    counter r1: block 2 starts after 4 -> block 2 starts at 5
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations, pairwise
from typing import NamedTuple

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.core.compiled import Kernels, kernels
from nonosat.encodings.block_literals import BlockLiterals, BlockTable, starts_table, union
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.encodings.literal_vectors import LiteralVector, add_clauses
from nonosat.encodings.register_block import RegisterBlock
from nonosat.lines.domains import Domains, bit_positions
from nonosat.lines.unknown_blocks import hidden_ends
from nonosat.model.clue import has_hidden


def build(cells: CellEncoder) -> BlockEncoder:
    """Add the lines to a formula of cells, as the module describes it."""
    return BlockEncoder(cells, explicit=True)


class _FirstVariables(NamedTuple):
    """The first variables of each kind of a line; those of its blocks follow one after the other."""

    start: int
    register: int
    color: int
    end: int


class BlockEncoder:
    """The variables, and the clauses line by line, each in the group of its rule."""

    def __init__(self, cells: CellEncoder, explicit: bool) -> None:
        """Add all variables and clauses; those of start variables only if `explicit`."""
        self.cells, self._explicit = cells, explicit
        formula = cells.formula
        self._ends = self._hidden_ends()
        self._first, self._same = self._new_variables()
        self._blocks: dict[int, list[RegisterBlock]] = {}
        self._counter = formula.new_group("counter", "a block starts exactly once; le counts its starts so far")
        self._color = formula.new_group("colour", "a block of unknown colour has one colour and starts where it may")
        self._order = formula.new_group("order", "a block starts after the end of the block before it")
        self._cover = formula.new_group("cover", "the cells from a block's start to its end have its colour")
        self._gap = formula.new_group("gap", "the cells between two neighbouring blocks are background")
        # Proofs are about complete formulas, so that these are built by the definition alone.
        self._compiled = kernels() if cells.is_residual else None
        for index in cells.lines:
            with formula.part("line", index):
                self._add_line(index)

    def blocks(self) -> dict[int, list[BlockLiterals]]:
        """The blocks of each line that has clauses, by the number of the line."""
        return {
            index: [
                BlockLiterals(
                    length=block.length,
                    starts=block.starts,
                    not_at=block.not_start if self._explicit else block.not_between,
                    le=block.le,
                    is_hidden=bool(block.ends),
                )
                for block in self._line_blocks(index)
            ]
            for index in self.cells.lines
        }

    def _new_variables(self) -> tuple[dict[int, _FirstVariables], dict[tuple[int, int], int]]:
        """Add the variables: the first ones of each line, and by line and block "it has the colour of the next"."""
        lines, domains = self.cells.lines, self.cells.domains
        offsets: dict[int, _FirstVariables] = {}
        colors, same, ends = BlockTable(), BlockTable(), BlockTable()
        n_starts = n_registers = 0
        for index in lines:
            offsets[index] = _FirstVariables(n_starts, n_registers, colors.count, ends.count)
            starts = domains.lines[index].starts
            n = sum([union(by_color).bit_count() for by_color in starts])
            n_starts += n
            n_registers += n - len(starts)
            for b, by_color in enumerate(starts):
                if len(by_color) > 1:
                    colors.append(index, b, list(by_color))
                    same.append(index, b, (b + 1,) if _need_same(*starts[b : b + 2]) else ())
                if (index, b) in self._ends:
                    ends.append(index, b, self._ends[index, b][:-1])
        place, new = ("line", "block", "position"), self.cells.formula.new_variables
        names, n_starts = _start_names(domains, lines, last=True), n_starts if self._explicit else 0
        first_start = new("start", place, "the block starts at the position", n_starts, names)
        names = _start_names(domains, lines, last=False)
        first_register = new("le", place, "the block starts at the position or earlier", n_registers, names)
        end = new("ended", place, "the block ends before the position", ends.count, ends.index_of)
        color = new("colour", ("line", "block", "colour"), "the block has the colour", colors.count, colors.index_of)
        first_same = new(
            "same", ("line", "block", "next"), "the block has the colour of the next", same.count, same.index_of
        )
        firsts = {
            index: _FirstVariables(first_start + of.start, first_register + of.register, color + of.color, end + of.end)
            for index, of in offsets.items()
        }
        return firsts, {(line, b): first_same + at for (line, b, _), at in zip(same.runs, same.offsets, strict=True)}

    def _line_blocks(self, index: int) -> list[RegisterBlock]:
        if index in self._blocks:
            return self._blocks[index]
        start, register, color, end = self._first[index]
        blocks = self._blocks[index] = []
        clue, starts = self.cells.puzzle.clues[index], self.cells.domains.lines[index].starts
        for b, by_color in enumerate(starts):
            here = bit_positions(union(by_color))
            if len(by_color) > 1:
                literals = {c: color + i for i, c in enumerate(by_color)}
                color += len(by_color)
            else:
                literals = dict.fromkeys(by_color, TRUE)
            own, ends = range(register, register + len(here) - 1), self._ends.get((index, b), ())
            blocks.append(RegisterBlock(clue[b].least, here, by_color, start, own, literals, ends, end))
            start += len(here)
            register = own.stop
            end += max(len(ends) - 1, 0)
        return blocks

    def _hidden_ends(self) -> dict[tuple[int, int], Sequence[int]]:
        """By line and block the positions before which a block of unknown length may end."""
        puzzle, found = self.cells.puzzle, {}
        for index in self.cells.lines:
            if has_hidden(puzzle.clues[index]):
                domain, length = self.cells.domains.lines[index], len(puzzle.grid.line(index))
                for b, ends in enumerate(hidden_ends(puzzle.clues[index], domain.starts, domain.cells, length)):
                    if ends is not None:
                        found[index, b] = bit_positions(union(ends))
        return found

    def _add_line(self, index: int) -> None:
        vectors = self.cells.line(index)
        if self._compiled is not None and self._is_known(index):
            self._add_compiled(self._compiled, index, [vector.literals for vector in vectors])
            return
        blocks = self._line_blocks(index)
        for block in blocks:
            self._add_counter(block)
            self._add_color(block)
            self._add_cover(block, vectors)
        for b, (block, following) in enumerate(pairwise(blocks)):
            self._add_order(block, following, self._same.get((index, b), 0))
        self._add_gaps(blocks, vectors, len(self.cells.puzzle.grid.line(index)))

    def _add_compiled(self, compiled: Kernels, index: int, rows: list[Sequence[int]]) -> None:
        """Add the clauses of a line of known blocks; `rows` has the literals of its cells for each colour."""
        if self._explicit:
            for block in self._line_blocks(index):
                self._add_counter(block)
        clue, starts = self.cells.puzzle.clues[index], self.cells.domains.lines[index].starts
        rules = compiled.line_clauses(clue, starts, self._first[index].register, rows, not self._explicit)
        for group, by_width in zip((self._counter, self._cover, self._order, self._gap), rules, strict=True):
            for width, literals in enumerate(by_width, 1):
                if literals:
                    group.extend(width, literals)

    def _is_known(self, index: int) -> bool:
        """True if a line has blocks, and the colour and the length of each is known."""
        starts = self.cells.domains.lines[index].starts
        return {*map(len, starts)} == {1} and not has_hidden(self.cells.puzzle.clues[index])

    def _add_counter(self, block: RegisterBlock) -> None:
        registers, n = block.registers, len(block.positions)
        self._counter.add([-r for r in registers[:-1]], registers[1:])
        if block.ends:
            ended = [block.ended.at(position) for position in block.ends[:-1]]
            self._counter.add([-r for r in ended[:-1]], ended[1:])
            self._counter.add_simplified((block.not_ended.at(q), block.le.at(q - 1)) for q in block.ends)
        if not self._explicit:
            return
        starts = range(block.start, block.start + n)
        if n == 1:
            self._counter.add(starts)
            return
        not_starts, not_registers = [-s for s in starts], [-r for r in registers]
        self._counter.add(
            [*not_starts[:-1], *not_starts[1:], not_registers[0], registers[-1]],
            [*registers, *not_registers, starts[0], starts[-1]],
        )
        self._counter.add(not_registers[1:], registers[:-1], starts[1:-1])

    def _add_color(self, block: RegisterBlock) -> None:
        literals = list(block.colors.values())
        if len(literals) < 2:
            return
        self._color.add(*([literal] for literal in literals))
        self._color.add_simplified(combinations([-literal for literal in literals], 2))
        for color, literal in block.colors.items():
            for i, position in enumerate(block.positions):
                if not block.starts[color] >> position & 1:
                    if self._explicit:
                        self._color.add([-literal], [-(block.start + i)])
                    else:
                        self._color.add_simplified([(-literal, -block.le.at(position), block.le.at(position - 1))])

    def _add_order(self, block: RegisterBlock, following: RegisterBlock, same: int) -> None:
        """Add the clauses for two neighbours; `same` is their variable, or 0 if there is none."""
        common = block.colors.keys() & following.colors.keys()
        if len(block.colors) == len(following.colors) == 1:
            self._add_distance(block, following, 1 if common else 0)
            return
        self._add_distance(block, following, 0)
        if same:
            for color in sorted(block.colors.keys() | following.colors.keys()):
                one, other = block.colors.get(color, FALSE), following.colors.get(color, FALSE)
                self._order.add_simplified([(-one, -other, same), (-same, -one, other), (-same, one, -other)])
        else:
            same = next((_both(block.colors[c], following.colors[c]) for c in common), FALSE)
        self._add_distance(block, following, 1, -same)

    def _add_distance(self, block: RegisterBlock, following: RegisterBlock, gap: int, *unless: int) -> None:
        """The next block starts at q or earlier -> the block ends before q - gap or earlier, or `unless` holds."""
        if following.has_holes:
            self._order.add_simplified(
                (-following.le.at(q), block.ended.at(q - gap), *unless) for q in following.positions
            )
        else:
            first, last = following.positions[0], following.positions[-1]
            add_clauses(self._order, first, last + 1, (following.not_le, block.ended.shifted(gap)), *unless)

    def _add_cover(self, block: RegisterBlock, vectors: list[LiteralVector]) -> None:
        first = block.positions[0]
        stop = block.ends[-1] if block.ends else block.positions[-1] + block.length
        bounds = block.not_le, block.ended
        for color, literal in block.colors.items():
            # Where the two bounds have one register, no start of the block covers the cell.
            cells = vectors[color - 1]
            add_clauses(self._cover, first, stop, (*bounds, cells), -literal, cancels=block.has_holes)

    def _add_gaps(self, blocks: list[RegisterBlock], vectors: list[LiteralVector], length: int) -> None:
        """Background before the first block, between every two neighbours, and after the last."""
        not_colored = [-vector for vector in vectors]
        not_ended: tuple[LiteralVector, ...] = ()  # before the first block there is none that could not have ended
        low = 0
        for block in blocks:
            for cells in not_colored:
                add_clauses(self._gap, low, block.positions[-1], (*not_ended, block.le, cells))
            not_ended, low = (block.not_ended,), block.positions[0] + block.length
        for cells in not_colored:
            add_clauses(self._gap, low, length, (*not_ended, cells))


def _start_names(domains: Domains, lines: Sequence[int], *, last: bool) -> Callable[[int], tuple[int, ...]]:
    """`index_of` of the `starts_table`, which is made when a variable is first looked up: that is rare."""
    table = cache(partial(starts_table, domains, lines, last=last))
    return lambda offset: table().index_of(offset)


def _need_same(*neighbors: dict[int, int]) -> bool:
    """True if "these blocks have one colour" takes a variable: both have a choice of colours, and share a colour."""
    return len(neighbors) == 2 and min(map(len, neighbors)) > 1 and not neighbors[0].keys().isdisjoint(neighbors[1])


def _both(one: int, other: int) -> int:
    """A literal for "both", where one of the two is TRUE."""
    return other if one == TRUE else one
