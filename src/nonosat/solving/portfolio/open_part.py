"""The size and shape of the part of a puzzle that line solving leaves open, on which the choice of engines depends."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.lines.domains import Domains


class OpenPart(NamedTuple):
    """The size and shape of an open part.

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


def measure_open(domains: Domains) -> OpenPart:
    """The size and shape of the part that domains leave open."""
    open_lines = [line.starts for line in domains.lines if line.is_open]
    starts = sum(mask.bit_count() for line in open_lines for block in line for mask in block.values())
    crossed = domains.n_open * len(domains.grid.families)
    return OpenPart(domains.n_open, starts, starts / max(1, crossed), crossed / max(1, sum(map(len, open_lines))))
