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
* to the left, for each block b from the last one on:
      starts  S_b = L_b & ((back_{b+1} | S_{b+1} if b may touch its successor) >> length_b)
      back_b  = the cells of gap_{b-1} from which a start in S_b is reached through cells of M. A carry runs in one
                direction only, so cells are reached here by steps of 1, 2, 4, ... over as many cells of M in a row;
                if a step reaches no new cell of the gap, no longer step does.
  L_b are the starts at which the blocks up to b fit, S_b those at which all blocks fit;
* cell j may be background if it is in some back_b, reached from both sides, and may have colour c if a block of colour
  c covers it from one of its starts in S_b.

Blocks of 2 and 1 cells of one colour on a stretch of 7; cell 2 is coloured, cell 4 is background:

                     0 1 2 3 4 5 6
    M                x x . x x x x
    colour           x x x x . x x
    L_1              x x x . . . .
    gap_1            . . . x x x x
    L_2 = S_2        . . . . . x x
    S_1              . x x . . . .     from start 0, cell 2 is neither covered nor background
    background       x x . x x x x     narrowed
    colour           . x x x . x x     narrowed

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

from nonosat.model.clue import ANY_COLOR, Clue
from nonosat.model.palette import BACKGROUND

#: Powers of two, up to more cells than any grid has.
_SIZES = tuple(1 << t for t in range(32))

#: A block as the sweeps see it, with 2^t the greatest power of two up to its length:
#:   length: its cells;
#:   slot: where the mask of its colour eroded to 2^t cells stands in the list of all erosions, which has
#:       `len(sizes) + 1` of them for each colour: to 1, 2, 4, ... cells;
#:   rest: length - 2^t, the distance of the two runs of 2^t cells that make up the block;
#:   may_touch: whether the next block may follow at once, as it has another colour.
_Block = tuple[int, int, int, bool]


class PreparedClue(NamedTuple):
    """A clue in the form that the sweeps take, computed once for each line.

    Attributes:
        colors: the background, and the colours of the blocks in the order in which they first occur.
        sizes: 1, 2, 4, ...: eroding by one of these after the other gives runs of 2, 4, 8, ... cells, up to the
            greatest power of two that the longest block needs.
        blocks: the blocks, with the places of their erosions.
    """

    colors: tuple[int, ...]
    sizes: tuple[int, ...]
    blocks: tuple[_Block, ...]


def prepare(clue: Clue) -> PreparedClue:
    """Prepare the sweeps over a clue: at least one block, all of known colour and length."""
    clue_colors = [color for _, color in clue]
    n_levels = max(clue).length.bit_length()
    first_slot: dict[int, int] = {}
    for color in clue_colors:
        if color not in first_slot:
            first_slot[color] = n_levels * len(first_slot)
    clue_colors.append(ANY_COLOR)  # no colour of a block here
    blocks = []
    for number, (length, color) in enumerate(clue, 1):
        level = length.bit_length() - 1
        may_touch = color != clue_colors[number]
        blocks.append((length, first_slot[color] + level, length - (1 << level), may_touch))
    return PreparedClue((BACKGROUND, *first_slot), _SIZES[: n_levels - 1], tuple(blocks))


def sweep(
    clue: PreparedClue, first: int, last: int, length: int, masks: Sequence[int]
) -> tuple[list[int], list[int]] | None:
    """All that is possible for some blocks of a clue on a stretch of its line.

    Args:
        first, last: the blocks on the stretch are those from `first` up to, not including, `last`; at least one.
        length: cells of the stretch.
        masks: for each of `clue.colors`, the background first, the cells that may have it; no bits from `length` on.

    Returns:
        The narrowed masks and the possible starts of each block, **last block first**; None if nothing is possible.
    """
    _, sizes, blocks = clue
    background = masks[0]
    eroded = []
    for mask in masks[1:]:
        eroded.append(mask)
        for size in sizes:
            mask &= mask >> size
            eroded.append(mask)

    # To the right: for each block its starts, the gap before it, and the block.
    placed = []
    gap = ((background + 1) ^ background) & background
    reached = gap << 1 | 1
    for block in blocks[first:last]:
        block_length, slot, rest, may_touch = block
        mask = eroded[slot]
        starts = reached & mask & (mask >> rest)
        if not starts:
            return None
        placed.append((starts, gap, block))
        ends = starts << block_length
        inside = ends & background
        gap = ((background + inside) ^ background | inside) & background
        reached = gap << 1 | ends if may_touch else gap << 1
    if not (gap << 1 | ends) >> length:
        return None
    placed.reverse()

    covered = [0] * len(eroded)
    narrowed, possible = _sweep_left(placed, gap, background, length, covered)

    # A block covers the runs of 2^t cells from its starts on and from `rest` cells after these. From the longest runs
    # down to single cells, each is two runs of half its length.
    halves = sizes[::-1]
    for top in range(len(sizes), len(covered), len(sizes) + 1):
        slot, mask = top, covered[top]
        for size in halves:
            slot -= 1
            mask |= mask << size | covered[slot]
        narrowed.append(mask)
    return narrowed, possible


def _sweep_left(
    placed: list[tuple[int, int, _Block]], gap: int, background: int, length: int, covered: list[int]
) -> tuple[list[int], list[int]]:
    """Sweep to the left over the results of the sweep to the right; some placement of all blocks fits.

    Args:
        placed: for each block, last block first: its starts from the left, the gap before it, and the block.
        gap: the gap after the last block.
        background: the cells that may be background.
        length: cells of the stretch.
        covered: for each slot, collects the cells where runs of 2^t cells begin that a block of that slot covers.

    Returns:
        A list with one item, the cells that may still be background; and the possible starts of each block, last block
        first.
    """
    end = 1 << length
    # The gap at the end is reached from the end as far as the last cell that cannot be background.
    stop = (background ^ (end - 1)).bit_length()
    free = back = gap >> stop << stop
    back |= end
    later = end
    # Runs of background: (2, the cells from which 2 in a row may be background), (4, ...), as far as they are needed.
    runs: list[tuple[int, int]] = []
    size, mask = 1, background
    possible = []
    for starts, gap, (block_length, slot, rest, may_touch) in placed:
        later = starts & ((back | later if may_touch else back) >> block_length)
        possible.append(later)
        covered[slot] |= later | later << rest
        back = (later >> 1) & gap
        missing = gap ^ back
        more = (back >> 1) & missing
        if more:
            back |= more
            for size, mask in runs:
                more = (back >> size) & mask & missing
                if not more:
                    break
                back |= more
            while more:  # all runs are used up, so `size` and `mask` are the last of them
                mask &= mask >> size
                size += size
                runs.append((size, mask))
                more = (back >> size) & mask & missing
                back |= more
        free |= back
    return [free], possible


def sweep_one(block_length: int, length: int, background: int, color: int) -> tuple[int, int] | None:
    """All that is possible for a single block on a stretch: it has to cover the cells that cannot be background.

    Gives the same cells as `sweep` for this block, faster, as no gaps have to be followed.

    Args:
        block_length: cells of the block, at least 1.
        length: cells of the stretch.
        background, color: the cells that may be background or have the colour of the block; no bits from `length` on.

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
