"""Both ends of lines: where clues stand beside the cells in which a line begins and ends."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.drawing.layout import Lane, Layout
from nonosat.drawing.outline import sides_of


def straight_lanes(layout: Layout, line: int, cells: Sequence[int]) -> tuple[Lane, Lane]:
    """Lanes that continue a line straight at both of its ends.

    Args:
        layout: of the grid; its `entry` is the lane at the beginning.
        line: number of the line.
        cells: of the line.
    """
    (x, y), (dx, dy) = layout.entry(line)
    begin = Lane((x - dx / 2, y - dy / 2), (x, y), (dx, dy))
    # The line leaves through the side of its last cell that lies farthest in its direction.
    middles = (((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in sides_of(layout.polygon(cells[-1])))
    x, y = min(middles, key=lambda point: point[0] * dx + point[1] * dy)
    return begin, Lane((x, y), (x - dx / 2, y - dy / 2), (-dx, -dy))
