"""A line as the arguments about it look at it: its clue, what is known of its cells, and where each block can lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from nonosat.lines.clue_bounds import start_bounds
from nonosat.lines.domains import StartDomains, undecided_positions
from nonosat.lines.line import LineSolver
from nonosat.model.clue import Clue


class BlockRange(NamedTuple):
    """How far a block can move in placements of the whole clue.

    Attributes:
        first: its leftmost start.
        last: its rightmost start.
        length: its cells.
        colors: the colours that it can have, as a bit set.
        starts: all of its starts, as a bit set.
    """

    first: int
    last: int
    length: int
    colors: int
    starts: int

    @property
    def cells(self) -> int:
        """The positions between its leftmost and its rightmost cell, as a bit set."""
        return (1 << self.last + self.length) - (1 << self.first)

    def covering(self, low: int, high: int) -> int:
        """Its starts at which it covers a run of cells, as a bit set.

        Args:
            low: the first cell.
            high: the last cell.
        """
        earliest = max(0, high + 1 - self.length)
        return self.starts & ((1 << low + 1) - 1) >> earliest << earliest


class LineView:
    """A line as the arguments look at it.

    Attributes:
        clue: its clue, which has a placement.
        length: number of its cells.
        masks: for each colour from 0 the positions that may have it, as bit sets.
        after: the same with all that the clue concludes.
        full: all positions, as a bit set.
    """

    def __init__(self, solver: LineSolver, masks: tuple[int, ...]) -> None:
        """
        Args:
            solver: of the clue.
            masks: what is known of the cells; some placement agrees with it.
        """
        domain = solver.domain(masks)
        assert domain is not None, "a clue without placement concludes nothing"
        self.clue: Clue = solver.clue
        self.length, self.n_colors = solver.length, solver.n_colors
        self.masks, self.after = masks, domain.cells
        self.full = (1 << self.length) - 1
        self._starts: StartDomains = domain.starts

    @cached_property
    def filled(self) -> int:
        """The positions that are known not to be background."""
        return self.full & ~self.masks[0]

    @cached_property
    def fillable(self) -> int:
        """The positions that may have another colour than the background."""
        found = 0
        for mask in self.masks[1:]:
            found |= mask
        return found

    @cached_property
    def total(self) -> int:
        """How many cells the blocks take together."""
        return sum(length for length, _ in self.clue)

    @cached_property
    def ranges(self) -> tuple[BlockRange, ...]:
        """How far each block can move."""
        found = []
        for (length, _), by_color in zip(self.clue, self._starts, strict=True):
            starts = colors = 0
            for color, mask in by_color.items():
                if mask:
                    starts |= mask
                    colors |= 1 << color
            found.append(
                BlockRange((starts & -starts).bit_length() - 1, starts.bit_length() - 1, length, colors, starts)
            )
        return tuple(found)

    @cached_property
    def clue_cells(self) -> tuple[int, ...]:
        """For each block the positions that it can cover by the clue alone, as a bit set."""
        found = []
        for (length, _), by_color in zip(self.clue, start_bounds(self.clue, self.length, self.n_colors), strict=True):
            starts = 0
            for mask in by_color.values():
                starts |= mask
            found.append((1 << starts.bit_length() - 1 + length) - (starts & -starts))
        return tuple(found)

    @cached_property
    def runs(self) -> tuple[tuple[int, int, int], ...]:
        """The longest runs of cells that are known to have the same colour but background: (colour, first, last)."""
        undecided = undecided_positions(self.masks)
        return tuple(
            (color, first, last)
            for color in range(1, self.n_colors + 1)
            for first, last in runs_of(self.masks[color] & ~undecided)
        )


def runs_of(mask: int) -> Iterator[tuple[int, int]]:
    """The longest runs of positions in a bit set: (first, last), ascending."""
    while mask:
        low = (mask & -mask).bit_length() - 1
        high = low + ((~(mask >> low)) & ((mask >> low) + 1)).bit_length() - 1
        yield low, high - 1
        mask = mask >> high << high
