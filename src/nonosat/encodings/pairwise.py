"""The direct encoding of block starts: a clause for every two starts that exclude each other.

The puzzle as a constraint satisfaction problem has one variable for each block, whose value is the start of the block.
This is the direct encoding of that problem:

    start[b,p]   block b starts at position p (and in the colour c, if the puzzle has blocks of unknown colour)

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

Propagation: each rule alone is kept consistent, not the line: unit propagation does not exclude a start that is
compatible with no start of the next block, nor a cell that a chain of blocks cannot leave. `bounds` adds some of it.

Source: the direct encoding, T. Walsh, SAT v CSP, CP 2000; the clauses of `support` are those of I. P. Gent, Arc
consistency in SAT, ECAI 2002.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from nonosat.cnf.cardinality import at_most_one
from nonosat.cnf.formula import FALSE
from nonosat.encodings.blocks import BlockLiterals, block_literals, start_variables
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.lines.domains import bit_positions


def build(cells: CellEncoder, amo: str) -> PairwiseEncoder:
    """Complete a formula that has its cells so far, as the module describes it.

    Args:
        cells: the formula and its cells.
        amo: the at-most-one of `once`, a name of `cnf.cardinality.AMOS`.
    """
    return PairwiseEncoder(cells, amo)


class PairwiseEncoder:
    """Adds the variables, then the clauses line by line, each to the group of its rule.

    Attributes:
        cells: the formula and its cells.
        starts: for each line that has clauses the start variables of its blocks.
    """

    def __init__(self, cells: CellEncoder, amo: str) -> None:
        """Add all variables and clauses.

        Args:
            cells: the formula and its cells.
            amo: a name of `cnf.cardinality.AMOS`.
        """
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
        return {index: block_literals(self._clues[index], starts) for index, starts in self.starts.items()}

    def _add_once(self, amo: str) -> None:
        formula = self.cells.formula
        patterns = {line: [at_most_one(amo, len(starts)) for starts in own] for line, own in self.starts.items()}
        helpers = [
            (line, b, i)
            for line, own in patterns.items()
            for b, pattern in enumerate(own)
            for i in range(pattern.n_helpers)
        ]
        helper = formula.new_variables(
            "once",
            ("line", "block", "helper"),
            "the helper of the block is on",
            len(helpers),
            helpers.__getitem__,
        )
        for line, own in self.starts.items():
            with formula.part("line", line):
                for starts, pattern in zip(own, patterns[line], strict=True):
                    literals = list(starts.values())
                    self._once.add_simplified([tuple(literals)])
                    pattern.add_to(self._once, literals, helper)
                    helper += pattern.n_helpers

    def _add_order(self, index: int) -> None:
        clue = self._clues[index]
        for (length, _), (starts, following) in zip(clue, pairwise(self.starts[index]), strict=False):
            self._order.add_simplified(
                (-start, -other)
                for (p, color), start in starts.items()
                for (q, other_color), other in following.items()
                if q < p + length + (color == other_color)
            )

    def _add_cover_and_support(self, index: int) -> None:
        columns = self.cells.line(index)
        #: From a position and a colour to the starts of blocks of that colour that cover the position.
        covering: dict[tuple[int, int], list[int]] = {}
        for (length, _), starts in zip(self._clues[index], self.starts[index], strict=True):
            for (p, color), start in starts.items():
                for j in range(p, p + length):
                    covering.setdefault((j, color), []).append(start)
                self._cover.add_simplified((-start, literal) for literal in columns[color - 1].between(p, p + length))
        for color, column in enumerate(columns, 1):
            self._support.add_simplified(
                (-literal, *covering.get((j, color), ()))
                for j, literal in enumerate(column.literals)
                if literal != FALSE
            )
