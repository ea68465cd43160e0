"""Outlines: directed sides of cells joined into closed loops, and loops and lines written as SVG path data.

A region is drawn by its outline alone. Cells drawn one by one would show hairlines where they touch, because a
renderer blends each of them with the ground at their common side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

#: A corner of cells, x to the right and y downward, in units of the layout.
Point = tuple[int, int]

#: A side from one corner to another, with the region on its right hand when y points downward.
Side = tuple[Point, Point]


def sides_of(polygon: Sequence[Point]) -> Iterator[Side]:
    """The sides of a polygon, each from one corner to the next."""
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def loops(sides: Iterable[Side]) -> list[list[Point]]:
    """The closed loops that the sides of a region form, each by its corners in order.

    Around the region itself they run clockwise on paper, around its holes counter-clockwise. In a corner where several
    parts of the region touch, a loop may continue with any side that begins there. All loops together surround each
    point of the region once, and no other point, whichever side is taken.

    Args:
        sides: as many begin in each corner as end in it.
    """
    ahead: dict[Point, Point] = {}
    # In corners where several parts of the region touch, all sides but the first that begin there.
    others: dict[Point, list[Point]] = {}
    for begin, end in sides:
        if begin in ahead:
            others.setdefault(begin, []).append(end)
        else:
            ahead[begin] = end

    def take_other(corner: Point) -> Point:
        """The end of one of the `others` of a corner, removed from them."""
        ends = others[corner]
        end = ends.pop()
        if not ends:
            del others[corner]
        return end

    found = []
    while ahead:
        first, corner = ahead.popitem()
        if first in others:
            ahead[first] = take_other(first)
        loop = [first]
        while corner != first:
            loop.append(corner)
            corner = take_other(corner) if corner in others else ahead.pop(corner)
        found.append(loop)
    return found


def cells_outline(polygons: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The closed loops around a few cells, in a time that does not depend on the size of the grid.

    Args:
        polygons: the corners of each cell, clockwise on paper.
    """
    sides = {side for polygon in polygons for side in sides_of(polygon)}
    return [_without_flat_corners(loop) for loop in loops(sorted(s for s in sides if s[::-1] not in sides))]


def _without_flat_corners(loop: Sequence[Point]) -> list[Point]:
    """A loop without the corners in which it goes straight on."""
    corners = zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False)
    return [at for (px, py), at, (nx, ny) in corners if (at[0] - px) * (ny - at[1]) != (at[1] - py) * (nx - at[0])]


def loops_data(chains: Iterable[Sequence[Point]]) -> str:
    """Closed loops as SVG path data. The last side of each loop is drawn by the command that closes it."""
    return "".join(_chain_data(chain) + "z" for chain in chains)


def lines_data(chains: Iterable[Sequence[Point]]) -> str:
    """Open lines as SVG path data, each from its first corner to its last."""
    return "".join(map(_chain_data, chains))


def _chain_data(chain: Sequence[Point]) -> str:
    """Path data with steps relative to the point before, which are the shortest."""
    x, y = chain[0]
    parts = [f"M{x} {y}"]
    slanted = False
    for next_x, next_y in chain[1:]:
        dx, dy = next_x - x, next_y - y
        x, y = next_x, next_y
        if not dy:
            parts.append(f"h{dx}")
            slanted = False
        elif not dx:
            parts.append(f"v{dy}")
            slanted = False
        else:
            # A repeated command needs no letter, and a number with a minus sign no blank before it.
            lead = "l" if not slanted else "" if dx < 0 else " "
            parts.append(f"{lead}{dx}{dy}" if dy < 0 else f"{lead}{dx} {dy}")
            slanted = True
    return "".join(parts)
