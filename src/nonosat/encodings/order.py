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
"""

from __future__ import annotations

from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.encodings.start import BlockEncoder


def build(cells: CellEncoder) -> BlockEncoder:
    """Add the lines to a formula of cells, as the module describes it."""
    return BlockEncoder(cells, explicit=False)
