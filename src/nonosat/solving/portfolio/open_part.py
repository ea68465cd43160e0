"""How much of a puzzle line solving leaves open, which decides what engines can do with it."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.lines.domains import Domains

#: With more open cells than this, a first try is no longer quick, and belief propagation needs long to converge.
MANY_OPEN = 50_000

#: With so many open cells of some freedom, complete searches seldom end.
WIDE = 2_000

#: With more freedom than this, the linear relaxation takes seconds to minutes and few cells become whole numbers;
#: see docs/linear.md.
LITTLE_FREEDOM = 2.0

#: With so many undecided cells for each block, a decided cell decides many others: 15 to 40 in grids of large areas,
#: 4 to 10 in random grids.
LONG_BLOCKS = 13.0


class OpenPart(NamedTuple):
    """How much line solving leaves open.

    Attributes:
        n_open: number of undecided cells.
        starts: number of possible starts of blocks in lines with undecided cells, which is about the number of
            variables of a formula.
        freedom: possible starts for each undecided cell and family of lines.
        cells_per_block: undecided cells and families of lines for each block in lines with undecided cells.
    """

    n_open: int
    starts: int
    freedom: float
    cells_per_block: float = 0.0

    @property
    def is_tight(self) -> bool:
        """Whether blocks have so little freedom that the linear relaxation is the best engine."""
        return self.freedom <= LITTLE_FREEDOM

    @property
    def is_wide(self) -> bool:
        """Whether complete searches seldom end, and belief propagation converges."""
        return self.n_open >= WIDE and not self.is_tight

    @property
    def has_long_blocks(self) -> bool:
        """Whether probing is likely to decide cells quickly, and a formula would be large."""
        return self.is_wide and self.cells_per_block >= LONG_BLOCKS


def measure_open(domains: Domains) -> OpenPart:
    """How much these domains leave open."""
    open_lines = [line.starts for line in domains.lines if line.is_open]
    starts = sum(mask.bit_count() for line in open_lines for block in line for mask in block.values())
    crossed = domains.n_open * len(domains.grid.families)
    return OpenPart(domains.n_open, starts, starts / max(1, crossed), crossed / max(1, sum(map(len, open_lines))))
