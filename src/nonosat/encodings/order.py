"""The encoding `order`, the default for residual formulas: the registers of the sequential counter of `start` alone.

`le[b,p]` says that block b starts at position p or earlier. All the rules of `start` are already clauses over these
variables and the cells; the start variables only make the formula easier to read. Without them it is smaller by half
and solved faster (see docs/decisions.md), so this is the encoding of residual formulas.

    counter   le[b,p-1] -> le[b,p]
    colour, order, cover, gap
              as in `start`

Size: with s possible starts, a block of known colour has s - 1 variables, and at most s clauses in `counter`, s in
`order`, 2s in `cover` and, with one colour, s for each `gap` beside it: at most 6 for each pair of block and start.

Propagation: unit propagation finds the same values of cells as with `start`.

Sources: J. M. Crawford, A. B. Baker, Experimental results on the application of satisfiability algorithms to scheduling
problems, AAAI 1994; N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, CP 2006.

A row of five cells with the clue 2 1. With two starts a block has one register, and no clause in `counter`:

    >>> import nonosat
    >>> puzzle = nonosat.puzzle([[2, 1], [1, 1]], [[1]] * 5)
    >>> words = nonosat.clauses_in_words(nonosat.encode(puzzle, encoding="order"), puzzle, line=0)
    >>> print(*(f"{group.name:8}{clause.text}" for group in words for clause in group.clauses), sep="\\n")
    fixed   r1c2 is a
    order   r1: block 2 starts at 4 or earlier -> block 1 starts at 1 or earlier
    cover   r1: block 1 starts at 1 or earlier -> r1c1 is a
    cover   r1: block 1 starts after 1 -> r1c3 is a
    cover   r1: block 2 starts at 4 or earlier -> r1c4 is a
    cover   r1: block 2 starts after 4 -> r1c5 is a
    gap     r1: r1c1 is a -> block 1 starts at 1 or earlier
    gap     r1: block 1 starts at 1 or earlier -> r1c3 is not a
    gap     r1: r1c4 is a -> block 2 starts at 4 or earlier
    gap     r1: block 2 starts at 4 or earlier -> r1c5 is not a
"""

from __future__ import annotations

from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.encodings.start import BlockEncoder


def build(cells: CellEncoder) -> BlockEncoder:
    """Add the lines to a formula of cells, as the module describes it."""
    return BlockEncoder(cells, explicit=False)
