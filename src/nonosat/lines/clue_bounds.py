"""Bounds that follow from a clue alone: every block starts between its leftmost and its rightmost position.

If all colours and lengths are known, these are the same distance apart for every block, the slack of the line: its
cells less those that the clue needs. Otherwise the bounds of each block and colour are computed from both ends, where a
block of unknown length takes the one cell that it has at least.
"""

from __future__ import annotations

from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Clue, earliest_starts, is_known, minimum_length


def start_bounds(clue: Clue, length: int, n_colors: int) -> tuple[dict[int, int], ...]:
    """The positions between the leftmost and the rightmost start of each block of a clue that fits on its line.

    Args:
        length: cells of the line.
        n_colors: colours besides the background.

    Returns:
        For each block, from each colour that it may have (ascending) to the positions, as a bit set.
    """
    if not is_known(clue):
        return _unknown_start_bounds(clue, length, n_colors)
    positions = (2 << (length - minimum_length(clue, n_colors))) - 1
    found = []
    start, last = 0, ANY_COLOR
    for block_length, color in clue:
        start += color == last
        found.append({color: positions << start})
        start += block_length
        last = color
    return tuple(found)


def cell_bounds(clue: Clue, length: int, n_colors: int) -> list[int]:
    """The cells that may have each colour, as far as the bounds of the blocks say.

    A cell may have a colour if some block of that colour can cover it, and no block of other colours covers it wherever
    it starts. It may be background if no block at all does. This is line consistent if all colours and lengths are
    known. Clues of one colour, which most puzzles have, are treated apart, since that is faster. The arguments are
    those of `start_bounds`: `clue`, `length` and `n_colors`.

    Returns:
        For each colour from 0 (background) to n the positions that may have it, as bit sets.
    """
    lengths, colors = [block_length for block_length, _ in clue], {color for _, color in clue}
    if ANY_COLOR in colors or ANY_LENGTH in lengths:
        return _unknown_cell_bounds(clue, length, n_colors)
    if len(colors) > 1:
        return _known_cell_bounds(clue, length, n_colors)
    masks = [(1 << length) - 1] + [0] * n_colors
    if clue:
        slack = length - sum(lengths) - len(lengths) + 1
        forced, start = 0, slack
        for block_length in lengths:
            if block_length > slack:
                forced |= ((1 << (block_length - slack)) - 1) << start
            start += block_length + 1
        # With any slack the places of neighbouring blocks leave no cell between them.
        masks[clue[0].color] = masks[0] if slack else forced
        masks[0] ^= forced
    return masks


def _known_cell_bounds(clue: Clue, length: int, n_colors: int) -> list[int]:
    """`cell_bounds` for a clue whose colours and lengths are all known."""
    slack = length - minimum_length(clue, n_colors)
    covers, forced = [0] * (n_colors + 1), [0] * (n_colors + 1)
    covers[0] = (1 << length) - 1
    start, last = 0, ANY_COLOR
    for block_length, color in clue:
        start += color == last
        covers[color] |= ((1 << (block_length + slack)) - 1) << start
        if block_length > slack:
            forced[color] |= ((1 << (block_length - slack)) - 1) << (start + slack)
        start += block_length
        last = color
    all_forced = 0
    for mask in forced:
        all_forced |= mask
    return [cover & ~(all_forced ^ own) for cover, own in zip(covers, forced, strict=True)]


def _unknown_start_bounds(clue: Clue, length: int, n_colors: int) -> tuple[dict[int, int], ...]:
    """`start_bounds` for a clue with blocks of unknown colour or length."""
    first = earliest_starts(clue, n_colors)
    from_end = earliest_starts(clue[::-1], n_colors)[::-1]
    found = []
    for block, low, end in zip(clue, first, from_end, strict=True):
        here = {}
        for color, start in low.items():
            last = length - block.least - end[color]
            if start <= last:
                here[color] = (1 << (last + 1)) - (1 << start)
        found.append(here)
    return tuple(found)


def _unknown_cell_bounds(clue: Clue, length: int, n_colors: int) -> list[int]:
    """`cell_bounds` for other clues: it removes only what is impossible, but not all of that."""
    masks = [(1 << length) - 1] + [0] * n_colors
    starts = _unknown_start_bounds(clue, length, n_colors)
    for block, by_color in zip(clue, starts, strict=True):
        for color, mask in by_color.items():
            # A block of unknown length ends one cell after its last start at the latest.
            masks[color] |= (1 << (mask.bit_length() - 1 + block.least)) - (1 << _lowest(mask))
    for block, by_color in zip(clue, starts, strict=True):
        first = min(map(_lowest, by_color.values()))
        last = max(map(int.bit_length, by_color.values())) - 1
        if last < first + block.least:  # these cells are covered wherever the block starts
            covered = (1 << (first + block.least)) - (1 << last)
            for color in range(n_colors + 1):
                if color not in by_color:
                    masks[color] &= ~covered
    return masks


def _lowest(mask: int) -> int:
    """The position of the lowest bit."""
    return (mask & -mask).bit_length() - 1
