"""The registers of the sequential counter alone: the order encoding of block starts.

`le[b,p]` says that block b starts at position p or earlier. All the rules of `start` are already clauses over these
variables and the cells; the start variables only make the formula easier to read. Without them it is smaller by half
and solved faster (see docs/performance.md), so this is what residual formulas are made of.

Size: with s possible starts, a block of known colour has s - 1 variables, and at most s clauses in `counter`, s in
`order`, 2s in `cover` and, with one colour, s for each `gap` beside it: at most 6 for each pair of block and start.

Propagation: of the cells unit propagation finds the same as with `start`.

Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling finite linear CSP into SAT, CP 2006.
"""

from __future__ import annotations

from nonosat.encodings.start import BlockEncoder
from nonosat.lines.domains import Domains
from nonosat.model.puzzle import Puzzle


def build(puzzle: Puzzle, domains: Domains, residual: bool) -> BlockEncoder:
    """The formula of a puzzle, as the module describes it."""
    return BlockEncoder(puzzle, domains, residual, explicit=False)
