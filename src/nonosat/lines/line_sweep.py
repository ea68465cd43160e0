"""Sweeps of one line: the colours that no placement of its clue allows are removed from its cells.

Blocks with one start left cut a line into stretches that are independent of each other, and only the stretches in which
something has changed are swept again. Lines with `?` blocks are not cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.lines import known_colors
from nonosat.lines.line import LineSolver

#: A stretch of a line that is open: its first cell and the one after its last, its first block and the one after.
#: The cells outside of all stretches are decided.
Stretch = tuple[int, int, int, int]

#: For each colour the cells of one family of lines that have lost it: (line, positions as a bit set).
Removals = list[list[tuple[int, int]]]


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
        masks: for each colour, for each line of the grid, the positions that may have it, as a bit set; those of this
            line are changed in place.
        index: the line.
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


def sweep_whole_line(masks: list[list[int]], index: int, solver: LineSolver, removals: Removals) -> bool:
    """Sweep a line, with or without `?` blocks, as one.

    Args:
        masks: as for `sweep_stretch`.
        index: the line.
        removals: collects what has become impossible.

    Returns:
        False if no placement of the clue agrees with the cells.
    """
    before = [of_color[index] for of_color in masks]
    after = solver.narrow(before)
    if after is None:
        return False
    for color, of_color in enumerate(masks):
        if before[color] != after[color]:
            of_color[index] = after[color]
            removals[color].append((index, before[color] ^ after[color]))
    return True


def _pieces(stretch: Stretch, clue: known_colors.PreparedClue, starts: list[int], fixed: list[int]) -> list[Stretch]:
    """Cut a stretch at its blocks with one start left.

    The cells that separate blocks of one colour need no care, as they are decided too.

    Args:
        starts: the possible starts of its blocks, last block first, as `known_colors.sweep` returns them.
        fixed: the indices in `starts` of the blocks with one start, ascending.

    Returns:
        The pieces that have blocks, from left to right.
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
