"""Blocks on a page: row by row in their order, each as large as it can be.

Lengths are in millimetres. A gap is the least distance between two blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonosat.drawing.paper import Area

#: The factor by which a block grows in a step.
_STEP = 1.03
#: The most by which the distance between two rows exceeds the gap.
_MOST_SLACK = 10.0


class Place(NamedTuple):
    """The place of a block.

    Attributes:
        middle: of its width, from the left side of the page's area.
        top: from the upper side of that area.
    """

    middle: float
    top: float


def fits(sizes: Sequence[Area], area: Area, gap: float) -> bool:
    """True if blocks of these `sizes`, in this order and with a `gap`, have room on a page."""
    rows = _rows(sizes, area.width, gap)
    height = sum(max(block.height for block in row) for row in rows) + gap * (len(rows) - 1)
    return height <= area.height and all(block.width <= area.width for block in sizes)


def how_many_fit(sizes: Sequence[Area], area: Area, gap: float) -> int:
    """The number of blocks from the first on that have room on a page with a `gap`, at least 1.

    Args:
        sizes: of the blocks, in their order; at least one.
    """
    number = 1
    while number < len(sizes) and fits(sizes[: number + 1], area, gap):
        number += 1
    return number


def places(sizes: Sequence[Area], area: Area, gap: float) -> list[Place]:
    """The places of blocks that fit: spread over the width, and over the height as far as that looks well.

    Args:
        sizes: of the blocks, in their order.
        gap: between blocks.
    """
    rows = _rows(sizes, area.width, gap)
    heights = [max(block.height for block in row) for row in rows]
    slack = area.height - sum(heights) - gap * (len(rows) - 1)
    between = gap + max(0.0, min(_MOST_SLACK, slack / max(1, len(rows) - 1)))
    found, top = [], 0.0
    for row, height in zip(rows, heights, strict=True):
        free = area.width - sum(block.width for block in row)
        apart = max(gap, free / len(row))
        left = (free - apart * (len(row) - 1)) / 2
        for block in row:
            found.append(Place(left + block.width / 2, top))
            left += block.width + apart
        top += height + between
    return found


def largest_scales(sizes_at: Sequence[Callable[[float], Area]], most: float, area: Area, gap: float) -> list[float]:
    """Scales at which blocks fit on a page: all grow alike, and each as long as there is room.

    Args:
        sizes_at: the size of each block at a scale.
        most: the largest scale.
        gap: between blocks.
    """
    scale = most
    sizes = [size_at(scale) for size_at in sizes_at]
    while not fits(sizes, area, gap) and scale > 0.01 * most:
        scale /= _STEP
        sizes = [size_at(scale) for size_at in sizes_at]
    scales = [scale] * len(sizes)
    growing = list(range(len(sizes))) if scale < most else []
    while growing:
        for i in list(growing):
            larger = min(scales[i] * _STEP, most)
            tried = [*sizes[:i], sizes_at[i](larger), *sizes[i + 1 :]]
            if fits(tried, area, gap):
                scales[i], sizes = larger, tried
            if scales[i] != larger or larger == most:
                growing.remove(i)
    return scales


def _rows(sizes: Sequence[Area], width: float, gap: float) -> list[list[Area]]:
    """The blocks of each row, so that all rows together are as low as can be; a block that is too wide stands alone."""
    # The least height, with a gap below each row, and its rows, for each number of blocks from the first on.
    best: list[tuple[float, list[list[Area]]]] = [(0.0, [])]
    for end in range(1, len(sizes) + 1):
        found = []
        for begin in reversed(range(end)):
            row = sizes[begin:end]
            if len(row) > 1 and sum(block.width for block in row) + gap * (len(row) - 1) > width:
                break
            above, rows = best[begin]
            found.append((above + max(block.height for block in row) + gap, [*rows, list(row)]))
        best.append(min(found, key=lambda each: (each[0], len(each[1]))))
    return best[-1][1]
