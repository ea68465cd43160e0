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


class OpenPart(NamedTuple):
    """How much line solving leaves open.

    Attributes:
        n_open: number of undecided cells.
        starts: number of possible starts of blocks in lines with undecided cells, which is about the number of
            variables of a formula.
        freedom: possible starts for each undecided cell and family of lines.
    """

    n_open: int
    starts: int
    freedom: float

    @property
    def is_tight(self) -> bool:
        """Whether blocks have so little freedom that the linear relaxation is the best engine."""
        return self.freedom <= LITTLE_FREEDOM

    @property
    def is_wide(self) -> bool:
        """Whether complete searches seldom end, and belief propagation converges."""
        return self.n_open >= WIDE and not self.is_tight


def measure_open(domains: Domains) -> OpenPart:
    """How much these domains leave open."""
    starts = sum(
        mask.bit_count() for line in domains.lines if line.is_open for block in line.starts for mask in block.values()
    )
    return OpenPart(domains.n_open, starts, starts / max(1, domains.n_open * len(domains.grid.families)))
