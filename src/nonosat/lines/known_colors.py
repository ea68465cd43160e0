"""Complete consistency of a stretch of a line whose blocks all have known colours, on integers as bit sets.

One sweep to the right and one to the left over the blocks; every step treats all positions at once. Bit j of a set is
cell j of the stretch, or the border before cell j where positions are meant (a block starts at s and ends at
s + length). With M the cells that may be background and fit_b the starts at which all cells of block b may have its
colour:

* to the right, for each block b:
      starts  L_b = fit_b & (gap_{b-1} << 1  |  ends_{b-1} if b may touch its predecessor)
      ends_b  = L_b << length_b
      gap_b   = the cells of M reached from ends_b through cells of M; with E = ends_b & M that is
                (((M + E) ^ M) | E) & M, because the carry of the sum runs through a stretch of ones of M;
* to the left, from the end of the stretch, the same within the cells of gap_b: the starts of b that also let the later
  blocks fit are what is possible at all. As a carry runs in one direction only, cells are reached here by steps of
  1, 2, 4, ... over as many cells of M in a row; if a step reaches no new cell of the gap, there are no further ones;
* cell j may be background if in some gap it is reached from both sides, and may have colour c if a possible start of
  a block of colour c covers it.

"The cells from p on, b in a row" is an erosion, "covered by a start" a dilation, both by doubling: with
2^t <= b < 2^(t+1) a run of b is two runs of 2^t that overlap. That makes O(k log n) operations on n-bit integers for
k blocks.

The sweep is the forward-backward algorithm on the automaton of the clue (as in Pesant, "A regular language membership
constraint for finite sequences of variables", CP 2004), here on whole sets of states; the use of the carry is that of
Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming", JACM 1999.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.model.clue import UNKNOWN, Clue

#: Powers of two, up to more cells than any grid has.
_SIZES = tuple(1 << t for t in range(32))


class Line(NamedTuple):
    """What the sweeps need to know of the clue of a line, worked out once.

    Attributes:
        colors: the colours in use.
        sizes: 1, 2, 4, ...: runs of these sizes are put together two by two, up to the greatest that a block needs.
        blocks: (length, slot, rest, touch) of each block: the slot, `number of the colour * (len(sizes) + 1) + t`, of
            the mask eroded to 2^t cells for the greatest power of two up to the length; the rest `length - 2^t`; and
            whether the next block may follow at once.
    """

    colors: tuple[int, ...]
    sizes: tuple[int, ...]
    blocks: tuple[tuple[int, int, int, bool], ...]


def prepare(clue: Clue) -> Line:
    """Prepare the sweeps over a clue with at least one block, all of known colour."""
    clue_colors = [color for _, color in clue]
    n_levels = max(clue).length.bit_length()
    first_slot: dict[int, int] = {}
    for color in clue_colors:
        if color not in first_slot:
            first_slot[color] = n_levels * len(first_slot)
    clue_colors.append(UNKNOWN)  # no colour of a block here
    blocks = []
    for number, (length, color) in enumerate(clue, 1):
        level = length.bit_length() - 1
        touch = color != clue_colors[number]
        blocks.append((length, first_slot[color] + level, length - (1 << level), touch))
    return Line(tuple(first_slot), _SIZES[: n_levels - 1], tuple(blocks))


def sweep(line: Line, first: int, last: int, length: int, masks: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """All that is possible for the blocks from `first` up to, not including, `last` on a stretch of `length` cells.

    Args:
        masks: for the background and each of `line.colors` the cells that may have it, no bits from `length` on.

    Returns:
        The narrowed masks and the possible starts of each block, **last block first**; None if nothing is possible.
    """
    _, sizes, blocks = line
    background = masks[0]
    eroded = []
    for number in range(1, len(masks)):
        mask = masks[number]
        eroded.append(mask)
        for size in sizes:
            mask &= mask >> size
            eroded.append(mask)

    gap = ((background + 1) ^ background) & background
    reach = gap << 1 | 1
    forward = []
    for block_length, slot, rest, touch in blocks[first:last]:
        mask = eroded[slot]
        starts = reach & mask & (mask >> rest)
        if not starts:
            return None
        forward.append((starts, gap, block_length, slot, rest, touch))
        ends = starts << block_length
        inside = ends & background
        gap = ((background + inside) ^ background | inside) & background
        reach = gap << 1 | ends if touch else gap << 1
    if not (gap << 1 | ends) >> length:
        return None

    # From the end of the stretch, the cells after the last one that cannot be background; and the end itself, which the
    # last block may touch.
    above = (background ^ ((1 << length) - 1)).bit_length()
    free = gap >> above << above
    later = 1 << length
    back = free | later
    # Steps to the left: (1, M), (2, M eroded to 2), ... as far as they are asked for.
    steps = [(1, background)]
    covers = [0] * len(eroded)
    possible = []
    forward.reverse()
    for starts, gap, block_length, slot, rest, touch in forward:
        later = starts & ((back | later if touch else back) >> block_length)
        possible.append(later)
        covers[slot] |= later | later << rest
        back = (later >> 1) & gap
        if missing := gap ^ back:
            for size, mask in steps:
                if not (more := (back >> size) & mask & missing):
                    break
                back |= more
            else:
                while more:
                    mask &= mask >> size
                    size += size
                    steps.append((size, mask))
                    more = (back >> size) & mask & missing
                    back |= more
        free |= back

    narrowed = [free]
    slot = 0
    for _ in range(1, len(masks)):
        slot += len(sizes)
        mask = covers[slot]
        for size in reversed(sizes):
            slot -= 1
            mask |= mask << size | covers[slot]
        narrowed.append(mask)
        slot += len(sizes) + 1
    return narrowed, possible


def sweep_one(block_length: int, length: int, background: int, color: int) -> tuple[int, int] | None:
    """`sweep` for a single block, which needs no reaching: it covers the cells that cannot be background.

    Args:
        background, color: the cells that may be background, that may have the colour of the block.

    Returns:
        The narrowed `background` and `color`; None if nothing is possible.
    """
    starts = color
    size = 1
    while size + size <= block_length:
        starts &= starts >> size
        size += size
    starts &= starts >> (block_length - size)
    full = (1 << length) - 1
    must = background ^ full
    if must:
        starts &= must ^ (must - 1)  # not after the first of these cells
        early = must.bit_length() - block_length  # not before the block would reach the last of them
        if early > 0:
            starts = starts >> early << early
    if not starts:
        return None
    first_end = (starts & -starts) << block_length
    last_start = 1 << (starts.bit_length() - 1)
    if first_end > last_start:  # the cells between are covered wherever it starts
        background &= full ^ (first_end - last_start)
    color = starts
    size = 1
    while size + size <= block_length:
        color |= color << size
        size += size
    return background, color | color << (block_length - size)
