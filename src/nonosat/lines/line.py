"""Complete line consistency of one line: all that follows from its clue and the possible colours of its cells.

A colour stays possible for a cell, and a start for a block, exactly when some placement of the whole clue agrees with
the cells. The methods are in `known_colors` (the usual case) and `unknown_blocks` (clues with blocks of unknown
colour or length).

Blocks with one start left cut a line into stretches that are independent of each other, and only the stretches in which
something has changed are swept again. Lines with `?` blocks are not cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.lines import known_colors
from nonosat.lines.domains import LineDomain, StartDomains
from nonosat.model.clue import Clue, is_known

#: A stretch of a line that is open: its first cell and the one after its last, its first block and the one after.
#: The cells outside of all stretches are decided.
Stretch = tuple[int, int, int, int]

#: For each colour the cells of one family of lines that have lost it: (line, positions as a bit set).
Removals = list[list[tuple[int, int]]]


class LineSolver:
    """One clue on one line, prepared to be applied to many states of its cells.

    In all methods `cells` is, for each colour from 0 (background) to n, the positions that may have it, as bit sets.

    Attributes:
        length: cells of the line.
        n_colors: colours besides the background.
        has_unknown_blocks: the clue has a block of unknown colour or length.
    """

    __slots__ = ("_prepared", "clue", "has_unknown_blocks", "length", "n_colors")

    def __init__(self, clue: Clue, length: int, n_colors: int) -> None:
        self.clue, self.length, self.n_colors = clue, length, n_colors
        self.has_unknown_blocks = not is_known(clue)
        self._prepared: known_colors.PreparedClue | None = None

    @property
    def prepared(self) -> known_colors.PreparedClue:
        """The clue for `known_colors.sweep`; it has blocks, all of known colour and length."""
        if self._prepared is None:
            self._prepared = known_colors.prepare(self.clue)
        return self._prepared

    def narrow(self, cells: Sequence[int]) -> tuple[int, ...] | None:
        """The positions that have each colour in some placement that agrees with `cells`; None if there is none."""
        result = self._sweep(cells)
        return None if result is None else tuple(result[0])

    def domain(self, cells: Sequence[int]) -> LineDomain | None:
        """The colours and starts of all placements that agree with `cells`; None if there is none."""
        result = self._sweep(cells)
        return None if result is None else LineDomain(tuple(result[0]), tuple(result[1]))

    def starts(self, cells: Sequence[int]) -> StartDomains:
        """The starts of the blocks in all placements that agree with `cells`; there is one."""
        result = self._sweep(cells)
        assert result is not None
        return tuple(result[1])

    def _sweep(self, cells: Sequence[int]) -> tuple[list[int], list[dict[int, int]]] | None:
        """The masks of all colours, and the starts in the order of the blocks; None if no placement agrees."""
        if not self.clue:
            full = (1 << self.length) - 1
            return ([full] + [0] * self.n_colors, []) if cells[0] == full else None
        if self.has_unknown_blocks:
            from nonosat.lines import unknown_blocks  # most puzzles have no such clues

            return unknown_blocks.sweep(self.clue, self.length, cells)
        clue = self.prepared
        masks = [cells[color] for color in clue.colors]
        result = known_colors.sweep(clue, 0, len(self.clue), self.length, masks)
        if result is None:
            return None
        narrowed = [0] * (self.n_colors + 1)
        for color, mask in zip(clue.colors, result[0], strict=True):
            narrowed[color] = mask
        starts = [{color: mask} for (_, color), mask in zip(self.clue, reversed(result[1]), strict=True)]
        return narrowed, starts


def sweep_stretch(
    masks: list[list[int]], index: int, solver: LineSolver, stretch: Stretch, window: int, removals: Removals
) -> Sequence[Stretch] | None:
    """Sweep one stretch of a line whose blocks all have known colours.

        position   0 1 2 3 4 5 6 7 8 9 10 11
        before     # - - ? # # - ? ? ? ?  -     clue 1 3 2; cell 6 has just become background
        stretch        [                  )     (2, 11, 1, 3)
        after      # - - # # # - ? ? ? ?  -     the block of 3 has one start left
        piece                  [          )     (6, 11, 2, 3)

    Args:
        masks: for each colour, for each line of the grid, the positions that may have it, as a bit set; those of the
            line `index` are changed in place.
        window: the cells of the stretch, as a bit set on the line.
        removals: collects what has become impossible.

    Returns:
        The stretches that are left of it; None if no placement of its blocks agrees with the cells.
    """
    low, high, first, last = stretch
    if last - first == 1:
        length, color = solver.clue[first]
        background = (masks[0][index] & window) >> low
        cells = (masks[color][index] & window) >> low
        narrowed = known_colors.sweep_one(length, high - low, background, cells)
        if narrowed is None:
            return None
        new_background, new_cells = narrowed
        if new_background != background:
            removed = (new_background ^ background) << low
            masks[0][index] ^= removed
            removals[0].append((index, removed))
        if new_cells != cells:
            removed = (new_cells ^ cells) << low
            masks[color][index] ^= removed
            removals[color].append((index, removed))
        return (stretch,) if new_background & new_cells else ()
    clue = solver.prepared
    colors = clue.colors
    before = [(masks[color][index] & window) >> low for color in colors]
    result = known_colors.sweep(clue, first, last, high - low, before)
    if result is None:
        return None
    after, starts = result
    for number, color in enumerate(colors):
        if after[number] != before[number]:
            removed = (after[number] ^ before[number]) << low
            masks[color][index] ^= removed
            removals[color].append((index, removed))
    fixed = [number for number, mask in enumerate(starts) if not mask & (mask - 1)]
    return _pieces(stretch, clue, starts, fixed) if fixed else (stretch,)


def _pieces(stretch: Stretch, clue: known_colors.PreparedClue, starts: list[int], fixed: list[int]) -> list[Stretch]:
    """The pieces with blocks, from left to right, of a stretch that is cut at its blocks with one start left.

    The cells that separate blocks of one colour need no care, as they are decided too.

    Args:
        starts: the possible starts of its blocks, last block first.
        fixed: the indices in `starts` of the blocks with one start, ascending.
    """
    low, high, first, last = stretch
    origin, end = low, last - 1
    pieces = []
    for number in reversed(fixed):
        block = end - number
        start = origin + starts[number].bit_length() - 1
        if first < block:
            pieces.append((low, start, first, block))
        low = start + clue.blocks[block][0]
        first = block + 1
    if first < last:
        pieces.append((low, high, first, last))
    return pieces
