"""Complete consistency of a line with blocks of unknown colour or length: as `known_colors`, with a set of starts for
each colour of a block.

Blocks of unknown colour: only the rule for two adjacent blocks differs. With a background cell between them all colours
are allowed, so the gaps are reached from the ends of all colours together, once for each block. Without one, a block of
colour c may start where a predecessor of *another* colour ends: at the ends of all colours without those that only c
has. "Only c" needs the positions that at least two colours share, so a block of n colours costs O(n) operations, not
O(n^2).

Blocks of unknown length: from its starts S a block reaches the cells of its colour that follow without an interruption.
It may end after each of them: with M the cells that may have the colour, after the cells (((M + S) ^ M) | S) & M, since
the carry of the sum runs through a stretch of ones of M. To the left, the starts are those cells of S from which one of
the ends that are left is reached so, and the block may cover the cells that are reached from both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonosat.lines.domains import StartDomains, reached_rightward
from nonosat.model.clue import ANY_LENGTH, Clue

#: Colour of the two ends of the line, which any block may touch.
_NO_COLOR = -1


def sweep(clue: Clue, length: int, masks: Sequence[int]) -> tuple[list[int], list[dict[int, int]]] | None:
    """All that is possible for a clue on a line.

    Args:
        clue: at least one block.
        length: cells of the line.
        masks: for each colour from 0 (background) to n the cells that may have it, as bit sets.

    Returns:
        The narrowed masks, and the possible starts of each block by colour; None if nothing is possible.
    """
    background = masks[0]
    eroded = [_erosions(mask, max((block.least for block in clue), default=1)) for mask in masks]
    colors = range(1, len(masks))

    gap = ((background + 1) ^ background) & background
    before, shared = {_NO_COLOR: 1}, 1
    any_end, forward = 1, []
    for block in clue:
        length_of_block, color, is_hidden = block.least, block.color, block.length == ANY_LENGTH
        level = length_of_block.bit_length() - 1
        rest = length_of_block - (1 << level)
        if color:  # most blocks of most lines have a known colour: no dictionaries for them
            mask, own = eroded[color][level], before.get(color, 0)
            here = (gap << 1 | any_end ^ (own & (any_end ^ shared))) & mask & (mask >> rest)
            if not here:
                return None
            starts = {color: here}
            any_end, shared = (reached_rightward(here, masks[color]) if is_hidden else here) << length_of_block, 0
            before = {color: any_end}
        else:
            starts = {}
            for c in colors:
                mask = eroded[c][level]
                here = (gap << 1 | _others(before, c, any_end, shared)) & mask & (mask >> rest)
                if here:
                    starts[c] = here
            if not starts:
                return None
            before = {
                c: (reached_rightward(here, masks[c]) if is_hidden else here) << length_of_block
                for c, here in starts.items()
            }
            any_end, shared = _union(before.values())
        forward.append((starts, gap))
        gap = reached_rightward(any_end & background, background)
    if not (gap << 1 | any_end) >> length:
        return None

    steps = [(1 << i, mask) for i, mask in enumerate(_erosions(background, length)) if mask]
    after, any_start, shared = {_NO_COLOR: 1 << length}, 1 << length, 0
    back = _leftward((any_start >> 1) & background, steps)
    narrowed = [gap & back] + [0] * (len(masks) - 1)
    possible = []
    for (starts, gap), block in zip(reversed(forward), reversed(clue), strict=True):
        length_of_block = block.length
        if length_of_block == ANY_LENGTH:
            after, covered = _hidden_starts(starts, back, after, any_start, shared, masks)
            for c, cells in covered.items():
                narrowed[c] |= cells
            any_start, shared = _union(after.values())
        elif len(starts) == 1:
            [(c, here)] = starts.items()
            own = after.get(c, 0)
            any_start = here & ((back | any_start ^ (own & (any_start ^ shared))) >> length_of_block)
            after, shared = {c: any_start}, 0
        else:
            after = {
                c: left
                for c, here in starts.items()
                if (left := here & ((back | _others(after, c, any_start, shared)) >> length_of_block))
            }
            any_start, shared = _union(after.values())
        possible.append(after)
        if length_of_block != ANY_LENGTH:
            for c, here in after.items():
                narrowed[c] |= _dilation(here, length_of_block)
        back = _leftward((any_start >> 1) & background, steps)
        narrowed[0] |= gap & back
    return narrowed, possible[::-1]


def hidden_ends(
    clue: Clue, starts: StartDomains, cells: Sequence[int], length: int
) -> tuple[dict[int, int] | None, ...]:
    """The positions before which blocks of unknown length may end, by their own cells and the starts of the next block.

    Args:
        cells: for each colour from 0 (background) to n the positions that may have it.
        length: cells of the line.

    Returns:
        For each block of unknown length, from each colour that it may have (ascending) to these positions, as a bit
        set; None for a block of known length.
    """
    found: list[dict[int, int] | None] = []
    latest = length
    for block, by_color in zip(reversed(clue), reversed(starts), strict=True):
        if block.length == ANY_LENGTH:
            near = (2 << max(0, latest)) - 1
            found.append({c: reached_rightward(mask, cells[c]) << 1 & near for c, mask in by_color.items()})
        else:
            found.append(None)
        latest = max((mask.bit_length() for mask in by_color.values()), default=0) - 1
    return tuple(reversed(found))


def _hidden_starts(
    starts: Mapping[int, int], back: int, after: Mapping[int, int], union: int, shared: int, masks: Sequence[int]
) -> tuple[dict[int, int], dict[int, int]]:
    """By colour, the starts of a block of unknown length from which all blocks fit, and the cells that it may cover.

    Args:
        starts: by colour, the starts at which the blocks up to this one fit.
        back: the positions before which it may end, followed by background.
        after, union, shared: the starts of the next block, by colour, in any colour, and in at least two colours.
        masks: for each colour from 0 the cells that may have it.
    """
    found, covered = {}, {}
    for color, here in starts.items():
        cells = masks[color]
        last = (back | _others(after, color, union, shared)) >> 1 & reached_rightward(here, cells)
        steps = [(1 << i, mask) for i, mask in enumerate(_erosions(cells, cells.bit_length())) if mask]
        before_end = _leftward(last, steps)
        if left := here & before_end:
            found[color] = left
            covered[color] = before_end & reached_rightward(left, cells)
    return found, covered


def _others(positions: Mapping[int, int], color: int, union: int, shared: int) -> int:
    """The positions that some colour besides `color` has; `shared` are those of at least two colours."""
    own = positions.get(color, 0)
    return union ^ (own & (union ^ shared))


def _union(positions: Iterable[int]) -> tuple[int, int]:
    """The positions of at least one and of at least two colours."""
    union = shared = 0
    for here in positions:
        shared |= union & here
        union |= here
    return union, shared


def _erosions(mask: int, length: int) -> list[int]:
    """Item t: the cells from which 2^t cells in a row belong to the mask, for all 2^t <= length."""
    erosions = [mask]
    for level in range(length.bit_length() - 1):
        mask &= mask >> (1 << level)
        erosions.append(mask)
    return erosions


def _leftward(cells: int, steps: Sequence[tuple[int, int]]) -> int:
    """The cells from which these can be reached over the cells of a mask, given by its erosions."""
    for size, mask in steps:
        cells |= (cells >> size) & mask
    return cells


def _dilation(starts: int, length: int) -> int:
    """The cells that a block of this length covers from any of these starts."""
    size = 1
    while 2 * size <= length:
        starts |= starts << size
        size *= 2
    return starts | starts << (length - size)
