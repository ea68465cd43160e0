"""The encoding `pairwise`: the direct encoding of block starts: a clause for every two starts that exclude each other.

The puzzle as a constraint satisfaction problem has one variable for each block, whose value is the start of the block.
This is the direct encoding of that problem:

    start[b,p]   block b starts at position p (and in the colour c, if the puzzle has blocks of unknown colour)

A block of unknown length has two more kinds, each for every colour that it may have:

    end[b,q]     block b ends before position q
    covers[b,j]  block b covers cell j

    once      block b starts somewhere; at most at one place, by the at-most-one that is chosen; likewise its end
    order     block b starts at p -> block b+1 does not start at q, for every q < p + L(b) + gap;
              the gap is 1 between blocks of one colour, else 0; of unknown length: block b ends before p -> block b+1
              does not start at q, for every q < p + gap
    cover     block b starts at p -> cell j has its colour, for every j from p to p + L(b) - 1; of unknown length:
              start[b,p] -> covers[b,p];  end[b,q] -> covers[b,q-1];  covers[b,j] -> cell j has its colour,
              and covers[b,j-1] or start[b,j], and covers[b,j+1] or end[b,j+1]
    support   cell j has colour c -> some block of that colour starts where it covers the cell

A cell that no block covers is background by `support`. A block of unknown colour has a start for each colour, and needs
no further rule. All variables are determined by the cells, because the runs of a picture are its blocks.

Size, for a line of k blocks of known colour with s starts each (the slack plus 1): k·s variables; k clauses and k times
the at-most-one of s in `once`, (k - 1)·s(s-1)/2 in `order`, s·(L(1) + ... + L(k)) in `cover`, less what is decided, and
one for each cell and colour in `support`. So it grows with the square of the slack. Of unknown length a block has up to
n ends and n covers more, and instead of its clauses of `cover` five for each of its cells.

Propagation: each rule alone is kept consistent, not the line: unit propagation does not exclude a start that is
compatible with no start of the next block, nor a cell that a chain of blocks cannot leave. `bounds` adds some of it.

Source: the direct encoding, T. Walsh, SAT v CSP, CP 2000; the clauses of `support` are those of I. P. Gent, Arc
consistency in SAT, ECAI 2002.

A row of five cells with the clue 2 1:

    >>> import nonosat
    >>> puzzle = nonosat.puzzle([[2, 1], [1, 1]], [[1]] * 5)
    >>> words = nonosat.clauses_in_words(nonosat.encode(puzzle, encoding="pairwise"), puzzle, line=0)
    >>> print(*(f"{group.name:8}{clause.text}" for group in words for clause in group.clauses), sep="\\n")
    fixed   r1c2 is a
    once    r1: block 1 starts at 1 or block 1 starts at 2
    once    r1: block 1 starts at 1 -> block 1 does not start at 2
    once    r1: block 2 starts at 4 or block 2 starts at 5
    once    r1: block 2 starts at 4 -> block 2 does not start at 5
    order   r1: block 1 starts at 2 -> block 2 does not start at 4
    cover   r1: block 1 starts at 1 -> r1c1 is a
    cover   r1: block 1 starts at 2 -> r1c3 is a
    cover   r1: block 2 starts at 4 -> r1c4 is a
    cover   r1: block 2 starts at 5 -> r1c5 is a
    support r1: r1c1 is a -> block 1 starts at 1
    support r1: block 1 starts at 1 or block 1 starts at 2
    support r1: r1c3 is a -> block 1 starts at 2
    support r1: r1c4 is a -> block 2 starts at 4
    support r1: r1c5 is a -> block 2 starts at 5
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from nonosat.cnf.cardinality import Constrained, add_patterns, at_most_one
from nonosat.cnf.clause_group import FALSE
from nonosat.encodings.block_literals import BlockLiterals, StartVariables, block_literals, by_block, start_variables
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.lines.domains import bit_positions
from nonosat.lines.unknown_blocks import hidden_ends
from nonosat.model.clue import ANY_LENGTH, has_hidden


def build(cells: CellEncoder, amo: str) -> PairwiseEncoder:
    """Add the lines to a formula of cells, as the module describes it; `amo` is the at-most-one of `once`."""
    return PairwiseEncoder(cells, amo)


class PairwiseEncoder:
    """The variables, and the clauses line by line, each in the group of its rule.

    Attributes:
        starts: for each line that has clauses the start variables of its blocks.
        ends: likewise the variables `end` of its blocks of unknown length; none for the others.
        covers: likewise the variables `covers`.
    """

    def __init__(self, cells: CellEncoder, amo: str) -> None:
        self.cells, self._clues = cells, cells.puzzle.clues
        formula = cells.formula
        places = [
            (line, b, position, color)
            for line in cells.lines
            for b, by_color in enumerate(cells.domains.lines[line].starts)
            for color, mask in by_color.items()
            for position in bit_positions(mask)
        ]
        self.starts = start_variables(formula, cells.puzzle, places, cells.lines)
        self.ends, self.covers = self._hidden_variables()
        self._once = formula.new_group("once", "a block starts at exactly one place")
        self._order = formula.new_group("order", "a block does not start before the end of the block before it")
        self._cover = formula.new_group("cover", "the cells from a block's start to its end have its colour")
        self._support = formula.new_group("support", "a cell that is not background is covered by some block")
        self._add_once(amo)
        for index in cells.lines:
            with formula.part("line", index):
                self._add_order(index)
                self._add_cover_and_support(index)

    def blocks(self) -> Mapping[int, list[BlockLiterals]]:
        """The blocks of each line that has clauses, by the number of the line."""
        return block_literals(self.cells.puzzle, self.starts)

    def _hidden_variables(self) -> tuple[dict[int, list[StartVariables]], dict[int, list[StartVariables]]]:
        """Add the variables of blocks of unknown length: `end` and `covers`, for each line that has clauses."""
        ends: dict[tuple[int, ...], None] = {}
        covers: dict[tuple[int, ...], None] = {}
        for line in self.cells.lines:
            clue, domain = self._clues[line], self.cells.domains.lines[line]
            if not has_hidden(clue):
                continue
            length = len(self.cells.puzzle.grid.line(line))
            for b, by_color in enumerate(hidden_ends(clue, domain.starts, domain.cells, length)):
                for color, mask in (by_color or {}).items():
                    if not mask:
                        continue
                    ends |= dict.fromkeys((line, b, q, color) for q in bit_positions(mask))
                    first = bit_positions(domain.starts[b][color])[0]
                    reach = domain.cells[color] & (1 << mask.bit_length() - 1) - (1 << first)
                    covers |= dict.fromkeys((line, b, j, color) for j in bit_positions(reach))
        place, new = ("line", "block", "position", "colour"), self.cells.formula.name_variables
        end = new("end", place, "the block ends before the position in the colour", ends)
        cover = new("covers", place, "the block covers the position in the colour", covers)
        puzzle, lines = self.cells.puzzle, self.cells.lines
        return by_block(puzzle, lines, end), by_block(puzzle, lines, cover)

    def _add_once(self, amo: str) -> None:
        # In the names of helpers the ends of blocks of unknown length are numbered after the blocks.
        choices: list[Constrained] = []
        for line, starts in self.starts.items():
            ends = [
                own for block, own in zip(self._clues[line], self.ends[line], strict=True) if block.length == ANY_LENGTH
            ]
            choices += [
                Constrained((line, b), list(own.values()), at_most_one(amo, len(own)), at_least_one=True)
                for b, own in enumerate([*starts, *ends])
            ]
        helpers = ("once", ("line", "block", "helper"), "the helper of the block is on")
        add_patterns(self._once, self.cells.formula, helpers, choices)

    def _add_order(self, index: int) -> None:
        clue, ends = self._clues[index], self.ends[index]
        for (length, _), own_ends, (starts, following) in zip(clue, ends, pairwise(self.starts[index]), strict=False):
            # A block of unknown length has the length 0, and its ends instead of its starts.
            self._order.add_simplified(
                (-start, -other)
                for (p, color), start in (own_ends or starts).items()
                for (q, other_color), other in following.items()
                if q < p + length + (color == other_color)
            )

    def _add_cover_and_support(self, index: int) -> None:
        vectors = self.cells.line(index)
        #: From a position and a colour to the starts of blocks of that colour that cover the position.
        covering: dict[tuple[int, int], list[int]] = {}
        for b, (block, starts) in enumerate(zip(self._clues[index], self.starts[index], strict=True)):
            if block.length == ANY_LENGTH:
                self._add_covers(index, b)
                for place, literal in self.covers[index][b].items():
                    covering.setdefault(place, []).append(literal)
                    self._cover.add_simplified([(-literal, vectors[place[1] - 1].at(place[0]))])
                continue
            length = block.length
            for (p, color), start in starts.items():
                for j in range(p, p + length):
                    covering.setdefault((j, color), []).append(start)
                self._cover.add_simplified((-start, literal) for literal in vectors[color - 1].between(p, p + length))
        for color, vector in enumerate(vectors, 1):
            self._support.add_simplified(
                (-literal, *covering.get((j, color), ()))
                for j, literal in enumerate(vector.literals)
                if literal != FALSE
            )

    def _add_covers(self, index: int, b: int) -> None:
        """Add the clauses of `cover` for a block of unknown length: it covers a run from its start to its end."""
        starts, ends, covers = self.starts[index][b], self.ends[index][b], self.covers[index][b]
        self._cover.add_simplified((-start, covers.get(place, FALSE)) for place, start in starts.items())
        self._cover.add_simplified((-end, covers.get((q - 1, c), FALSE)) for (q, c), end in ends.items())
        for (j, c), literal in covers.items():
            self._cover.add_simplified(
                [
                    (-literal, covers.get((j - 1, c), FALSE), starts.get((j, c), FALSE)),
                    (-literal, covers.get((j + 1, c), FALSE), ends.get((j + 1, c), FALSE)),
                ]
            )
