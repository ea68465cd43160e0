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
* to the left, from the end of the stretch, the same with M reached towards lower cells by doubling steps (a carry runs
  in one direction only): the starts of b that also let the later blocks fit are what is possible at all;
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
from itertools import pairwise
from typing import NamedTuple

from nonosat.puzzle import Block


class Program(NamedTuple):
    """What a sweep needs to know of its blocks, worked out once.

    Attributes:
        colors: the colours in use, background first: one mask of cells each is what `sweep` takes and returns.
        levels: for each colour beside the background how many times its mask is eroded by doubling.
        blocks: (length, slot, rest, touch) of each block: the `slot` of the mask eroded to 2^t cells for the greatest
            power of two up to the length, the rest `length - 2^t`, and whether the next block may follow at once.
        needed: the least number of cells that hold all blocks.
    """

    colors: tuple[int, ...]
    levels: tuple[int, ...]
    blocks: tuple[tuple[int, int, int, bool], ...]
    needed: int


def program(clue: Sequence[Block]) -> Program:
    """Prepare the sweeps over these blocks, at least one, all of known colour."""
    longest: dict[int, int] = {}
    for length, color in clue:
        if longest.get(color, 0) < length:
            longest[color] = length
    first_slot, slots = {}, 0
    for color, length in longest.items():
        first_slot[color] = slots
        slots += length.bit_length()
    touch = [left.color != right.color for left, right in pairwise(clue)]
    blocks = []
    needed = len(touch) - sum(touch)
    for (length, color), touches in zip(clue, (*touch, True), strict=True):
        level = length.bit_length() - 1
        blocks.append((length, first_slot[color] + level, length - (1 << level), touches))
        needed += length
    levels = tuple(length.bit_length() - 1 for length in longest.values())
    return Program((0, *longest), levels, tuple(blocks), needed)


def sweep(program: Program, length: int, masks: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """All that is possible on a stretch of `length` cells.

    Args:
        masks: for each of `program.colors` the cells that may have it, no bits from `length` on.

    Returns:
        The narrowed masks and the possible starts of each block, **last block first**; None if nothing is possible.
    """
    _, levels, blocks, needed = program
    background = masks[0]
    eroded = []
    slot_colors = iter(masks)
    next(slot_colors)
    for mask, level in zip(slot_colors, levels, strict=True):
        eroded.append(mask)
        size = 1
        for _ in range(level):
            mask &= mask >> size
            size += size
            eroded.append(mask)

    gap = ((background + 1) ^ background) & background
    reach = gap << 1 | 1
    forward = []
    for block_length, slot, rest, touch in blocks:
        mask = eroded[slot]
        starts = reach & mask & (mask >> rest)
        if not starts:
            return None
        forward.append((starts, gap))
        ends = starts << block_length
        inside = ends & background
        gap = ((background + inside) ^ background | inside) & background
        reach = gap << 1 | ends if touch else gap << 1
    if not reach >> length:
        return None

    # Steps to the left: (1, M), (2, M eroded to 2), ... No gap is longer than the cells to spare and one.
    steps = []
    size, mask, spare = 1, background, length - needed
    while mask and size <= spare:
        steps.append((size, mask))
        mask &= mask >> size
        size += size
    later = 1 << length
    back = (later >> 1) & background
    for size, mask in steps:
        back |= (back >> size) & mask
    free = gap & back
    covers = [0] * len(eroded)
    possible = []
    for (starts, gap), (block_length, slot, rest, touch) in zip(reversed(forward), reversed(blocks), strict=True):
        later = starts & ((back | later if touch else back) >> block_length)
        possible.append(later)
        covers[slot] |= later | later << rest
        back = (later >> 1) & background
        for size, mask in steps:
            back |= (back >> size) & mask
        free |= gap & back

    narrowed = [free]
    slot = 0
    for level in levels:
        mask = covers[slot + level]
        for size in range(level - 1, -1, -1):
            mask |= mask << (1 << size) | covers[slot + size]
        narrowed.append(mask)
        slot += level + 1
    return narrowed, possible
