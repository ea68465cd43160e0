"""The view of a line that its arguments have: its clue, what is known of its cells, and where each block can lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from nonosat.lines.clue_bounds import start_bounds
from nonosat.lines.domains import StartDomains, reversed_mask, undecided_positions
from nonosat.lines.line import LineSolver
from nonosat.model.clue import ANY_LENGTH, Clue, has_hidden


class ColorRange(NamedTuple):
    """The range of a block of unknown length if it has one colour.

    It can cover the cells from any start to any end behind it, if all of them can have the colour: the blocks before it
    depend on the start alone, and those behind it on the end alone.

    Attributes:
        ends: the positions behind its last cell, as a bit set.
        cells: the positions that can have the colour, as a bit set.
    """

    starts: int
    ends: int
    cells: int

    def over(self, low: int, high: int) -> tuple[int, int]:
        """Its starts and its ends, as bit sets, where it covers the cells from `low` to `high`; 0 if it cannot."""
        run = (1 << high + 1) - (1 << low)
        if run & ~self.cells:
            return 0, 0
        # The longest run of such cells around it.
        begin = (~self.cells & (1 << low) - 1).bit_length()
        end = _lowest(~self.cells >> high) + high
        starts = self.starts & (2 << low) - (1 << begin)
        ends = self.ends & (2 << end) - (2 << high)
        return (starts, ends) if starts and ends else (0, 0)


class BlockRange(NamedTuple):
    """The range of a block in placements of the whole clue: its starts, ends and colours, as bit sets.

    Attributes:
        ends: the positions behind its last cell.
        length: 0 if it is unknown.
        by_color: a block of unknown length: its range in each of its colours.
    """

    starts: int
    ends: int
    colors: int
    length: int
    by_color: tuple[ColorRange, ...] = ()

    @property
    def first(self) -> int:
        """The leftmost start."""
        return _lowest(self.starts)

    @property
    def last(self) -> int:
        """Its rightmost start."""
        return self.starts.bit_length() - 1

    @property
    def first_end(self) -> int:
        """The leftmost position behind its last cell."""
        return _lowest(self.ends)

    @property
    def last_end(self) -> int:
        """The rightmost position behind its last cell."""
        return self.ends.bit_length() - 1

    @property
    def cells(self) -> int:
        """The positions between its leftmost and its rightmost cell, as a bit set."""
        return (1 << self.last_end) - (1 << self.first)

    def covers(self, low: int, high: int) -> bool:
        """True if it covers the cells from `low` to `high` in some placement."""
        return bool(self._over(low, high)[0])

    def always_with(self, cell: int) -> tuple[int, int] | None:
        """The first position of the run that it always covers with a cell, and the one behind it; None if it cannot."""
        starts, ends = self._over(cell, cell)
        return (starts.bit_length() - 1, _lowest(ends)) if starts else None

    def _over(self, low: int, high: int) -> tuple[int, int]:
        """Its starts and its ends, as bit sets, where it covers the cells from `low` to `high`."""
        if self.length:
            earliest = max(0, high + 1 - self.length)
            starts = self.starts & ((1 << low + 1) - 1) >> earliest << earliest
            return starts, starts << self.length
        return _unions(each.over(low, high) for each in self.by_color)


class LineView:
    """The view of a line that its arguments have.

    Attributes:
        clue: has a placement.
        masks: for each colour from 0 the positions that may have it, as bit sets, before the conclusions of the clue.
        after: the masks after all conclusions of the clue.
        full, all_colors: all positions, and all colours with the background, as bit sets.
    """

    def __init__(self, solver: LineSolver, masks: tuple[int, ...]) -> None:
        domain = solver.domain(masks)
        assert domain is not None, "a clue without placement concludes nothing"
        self.clue: Clue = solver.clue
        self.length, self.n_colors = solver.length, solver.n_colors
        self.masks, self.after = masks, domain.cells
        self.full = (1 << self.length) - 1
        self.all_colors = (2 << self.n_colors) - 1
        self.has_hidden = solver.has_unknown_blocks and has_hidden(self.clue)
        self._starts: StartDomains = domain.starts

    @cached_property
    def filled(self) -> int:
        """The positions that are known not to be background."""
        return self.full & ~self.masks[0]

    @cached_property
    def fillable(self) -> int:
        """The positions that may have another colour than the background."""
        return reduce(or_, self.masks[1:])

    @cached_property
    def total(self) -> int:
        """The number of cells that the blocks take together; a lower bound if the length of some block is unknown."""
        return sum([block.least for block in self.clue])

    @cached_property
    def ranges(self) -> tuple[BlockRange, ...]:
        """The range of each block."""
        return tuple(map(self._range, range(len(self.clue))))

    def _range(self, number: int) -> BlockRange:
        length = self.clue[number].length
        by_color = {color: mask for color, mask in self._starts[number].items() if mask}
        colors = sum(1 << color for color in by_color)
        if length != ANY_LENGTH:
            starts = reduce(or_, by_color.values())
            return BlockRange(starts, starts << length, colors, length)
        found = tuple(
            ColorRange(starts, self._ends[number][color], self.after[color]) for color, starts in by_color.items()
        )
        return BlockRange(*_unions((each.starts, each.ends) for each in found), colors, length, found)

    @cached_property
    def _ends(self) -> tuple[dict[int, int], ...]:
        """The positions behind the last cell of each block, by the colours that it can have, as bit sets."""
        # Seen from the other end of the line they are starts.
        mirrored = LineSolver(self.clue[::-1], self.length, self.n_colors)
        starts = mirrored.starts([reversed_mask(mask, self.length) for mask in self.masks])
        return tuple(
            {color: reversed_mask(mask, self.length + 1) for color, mask in by_color.items()}
            for by_color in reversed(starts)
        )

    @cached_property
    def clue_cells(self) -> tuple[int, ...]:
        """The positions that each block can cover by the clue alone, as bit sets."""
        found = []
        for (length, _), by_color in zip(self.clue, start_bounds(self.clue, self.length, self.n_colors), strict=True):
            starts = reduce(or_, by_color.values())
            # A block of unknown length ends at the latest where it has one cell at its rightmost start.
            found.append((1 << starts.bit_length() - 1 + (length or 1)) - (starts & -starts))
        return tuple(found)

    @cached_property
    def runs(self) -> tuple[tuple[int, int, int], ...]:
        """The longest runs of cells of one known colour, without background: (colour, first, last)."""
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


def _lowest(mask: int) -> int:
    """The lowest position in a bit set that is not empty."""
    return (mask & -mask).bit_length() - 1


def _unions(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The union of the first bit sets of some pairs, and that of the second ones."""
    first = second = 0
    for one, other in pairs:
        first |= one
        second |= other
    return first, second
