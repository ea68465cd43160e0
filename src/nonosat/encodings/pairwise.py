"""The direct encoding of block starts: a clause for every two that do not go together.

This is how the puzzle is first written down as a constraint problem, one variable for each block whose value is where
the block starts, and that problem as clauses:

    start[b,p]   block b starts at position p (and in the colour c, where the puzzle has blocks of unknown colour)

    once      block b starts somewhere; at most at one place, by the at-most-one that is chosen
    order     block b starts at p -> block b+1 does not start at q, for every q < p + L(b) + gap;
              the gap is 1 between blocks of one colour, else 0
    cover     block b starts at p -> cell j has its colour, for every j from p to p + L(b) - 1
    support   cell j has colour c -> some block of that colour starts where it covers the cell

A cell that no block covers is background by `support`. A block of unknown colour has a start for each colour, and no
rule of its own. All start variables are determined by the cells, because the runs of a picture are its blocks.

Size, for a line of k blocks of known colour with s starts each (the slack plus 1): k·s variables; k clauses and k times
the at-most-one of s in `once`, (k - 1)·s(s-1)/2 in `order`, s·(L(1) + ... + L(k)) in `cover`, less what is decided, and
one for each cell and colour in `support`. So it grows with the square of the slack.

Propagation: each rule alone is kept consistent, not the line: a start that no start of the next block goes with
is not seen to be impossible, nor a cell that a chain of blocks cannot leave. `bounds` mends some of it.

Source: the direct encoding, T. Walsh, SAT v CSP, CP 2000; the clauses of `support` are those of I. P. Gent, Arc
consistency in SAT, ECAI 2002.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from nonosat.cnf.cardinality import at_most_one
from nonosat.cnf.formula import FALSE, Formula
from nonosat.encodings.blocks import BlockLiterals, block_literals, start_variables
from nonosat.encodings.cell_variables import Cells
from nonosat.lines.domains import Domains, bit_positions
from nonosat.model.puzzle import Puzzle


def build(puzzle: Puzzle, domains: Domains, residual: bool, amo: str) -> PairwiseEncoder:
    """The formula of a puzzle, as the module describes it."""
    return PairwiseEncoder(puzzle, domains, residual, amo)


class PairwiseEncoder:
    """Writes the clauses line by line, each into the group of its rule."""

    def __init__(self, puzzle: Puzzle, domains: Domains, residual: bool, amo: str) -> None:
        self.puzzle = puzzle
        self.formula = formula = Formula()
        self.cells = Cells(formula, puzzle, domains, residual)
        places = [
            (line, b, position, color)
            for line in self.cells.lines
            for b, by_color in enumerate(domains.lines[line].starts)
            for color, mask in by_color.items()
            for position in bit_positions(mask)
        ]
        self.starts = start_variables(formula, puzzle, places, self.cells.lines)
        self.once = formula.new_group("once", "a block starts at exactly one place")
        self.order = formula.new_group("order", "a block does not start before the end of the block before it")
        self.cover = formula.new_group("cover", "the cells from a block's start to its end have its colour")
        self.support = formula.new_group("support", "a cell that is not background is covered by some block")
        self._once(amo)
        for index in self.cells.lines:
            self._order(index)
            self._cover(index)

    def blocks(self) -> Mapping[int, list[BlockLiterals]]:
        """The blocks of each line that has clauses."""
        return {index: block_literals(self.puzzle.clues[index], starts) for index, starts in self.starts.items()}

    def _once(self, amo: str) -> None:
        blocks = [(line, b, list(starts.values())) for line, own in self.starts.items() for b, starts in enumerate(own)]
        patterns = [at_most_one(amo, len(starts)) for _, _, starts in blocks]
        helpers = [
            (line, b, i)
            for (line, b, _), pattern in zip(blocks, patterns, strict=True)
            for i in range(pattern.n_helpers)
        ]
        helper = self.formula.new_variables(
            "once",
            ("line", "block", "helper"),
            "the helper of the block is on",
            len(helpers),
            helpers.__getitem__,
        )
        for (_, _, starts), pattern in zip(blocks, patterns, strict=True):
            self.once.add_simplified([tuple(starts)])
            pattern.add_to(self.once, starts, helper)
            helper += pattern.n_helpers

    def _order(self, index: int) -> None:
        clue = self.puzzle.clues[index]
        for (length, _), (starts, following) in zip(clue, pairwise(self.starts[index]), strict=False):
            self.order.add_simplified(
                (-start, -other)
                for (p, color), start in starts.items()
                for (q, other_color), other in following.items()
                if q < p + length + (color == other_color)
            )

    def _cover(self, index: int) -> None:
        columns = self.cells.line(index)
        covering: dict[tuple[int, int], list[int]] = {}
        for (length, _), starts in zip(self.puzzle.clues[index], self.starts[index], strict=True):
            for (p, color), start in starts.items():
                for j in range(p, p + length):
                    covering.setdefault((j, color), []).append(start)
                self.cover.add_simplified((-start, literal) for literal in columns[color - 1].between(p, p + length))
        for color, column in enumerate(columns, 1):
            self.support.add_simplified(
                (-literal, *covering.get((j, color), ()))
                for j, literal in enumerate(column.literals)
                if literal != FALSE
            )
