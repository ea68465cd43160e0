"""Drawing with discs, polygons and strokes on any grid: a cell has the colour of the shape that holds its centre.

Coordinates are in cell widths, x to the right and y downward. On a rectangle the origin is the top left corner, so
that the centre of the first cell is (0.5, 0.5); on a hexagon the origin is the centre of the middle cell. On triangles
a unit of x is half a side, and one of y the height of a row, so that all corners of cells are whole numbers; the origin
is the top left corner of the box around the outline.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BACKGROUND, color_number
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A set of points; `|`, `&` and `-` as for sets."""

    holds: Callable[[float, float], bool]

    def __or__(self, other: Shape) -> Shape:
        return Shape(lambda x, y: self.holds(x, y) or other.holds(x, y))

    def __and__(self, other: Shape) -> Shape:
        return Shape(lambda x, y: self.holds(x, y) and other.holds(x, y))

    def __sub__(self, other: Shape) -> Shape:
        return Shape(lambda x, y: self.holds(x, y) and not other.holds(x, y))

    def mirrored(self, axis: float) -> Shape:
        """The shape seen in a mirror that stands at x = `axis`."""
        return Shape(lambda x, y: self.holds(2 * axis - x, y))


def ellipse(x: float, y: float, rx: float, ry: float, turned: float = 0) -> Shape:
    """An ellipse around (x, y), turned clockwise by an angle in degrees."""
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))

    def holds(px: float, py: float) -> bool:
        dx, dy = px - x, py - y
        return ((dx * cos + dy * sin) / rx) ** 2 + ((dy * cos - dx * sin) / ry) ** 2 <= 1

    return Shape(holds)


def disc(x: float, y: float, r: float) -> Shape:
    return ellipse(x, y, r, r)


def polygon(*points: Point) -> Shape:
    """The inside of a closed line, by the even-odd rule."""

    def holds(px: float, py: float) -> bool:
        inside = False
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
            if (ay > py) != (by > py) and px < ax + (py - ay) * (bx - ax) / (by - ay):
                inside = not inside
        return inside

    return Shape(holds)


def blob(*points: Point) -> Shape:
    """The inside of a smooth closed curve through the points."""
    return polygon(*smooth(points, closed=True))


def box(left: float, top: float, right: float, bottom: float) -> Shape:
    return Shape(lambda x, y: left <= x < right and top <= y < bottom)


def below(level: float) -> Shape:
    """Everything under a horizontal line."""
    return Shape(lambda _, y: y > level)


def stroke(width: float, *points: Point, end: float | None = None) -> Shape:
    """A pen line through the points; with `end` its width changes evenly to that at the last point."""
    n = len(points) - 1
    widths = [width + ((width if end is None else end) - width) * i / max(n, 1) for i in range(n + 1)]

    def holds(px: float, py: float) -> bool:
        for i in range(n):
            (ax, ay), (bx, by) = points[i], points[i + 1]
            square = (bx - ax) ** 2 + (by - ay) ** 2
            along = min(1, max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square)) if square else 0
            radius = (widths[i] + (widths[i + 1] - widths[i]) * along) / 2
            if (px - ax - along * (bx - ax)) ** 2 + (py - ay - along * (by - ay)) ** 2 <= radius**2:
                return True
        return False

    return Shape(holds)


def curve(width: float, *points: Point, end: float | None = None) -> Shape:
    """A pen line along a smooth curve through the points."""
    return stroke(width, *smooth(points), end=end)


def ring(x: float, y: float, r: float, width: float) -> Shape:
    """A circle drawn with a pen."""
    return disc(x, y, r + width / 2) - disc(x, y, r - width / 2)


def arc(width: float, x: float, y: float, r: float, start: float, stop: float) -> Shape:
    """A piece of a circle drawn with a pen, angles in degrees, clockwise from the right."""
    steps = 24
    angles = [math.radians(start + (stop - start) * i / steps) for i in range(steps + 1)]
    return stroke(width, *((x + r * math.cos(a), y + r * math.sin(a)) for a in angles))


def turned(x: float, y: float, degrees: float) -> Point:
    """A point turned clockwise about the origin."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * cos - y * sin, x * sin + y * cos


def smooth(points: Sequence[Point], closed: bool = False, steps: int = 8) -> list[Point]:
    """Points along a Catmull-Rom spline, which passes through all points given."""
    n = len(points)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(n - 1, max(0, i))]

    out: list[Point] = []
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = (at(i + k) for k in (-1, 0, 1, 2))
        for t in (k / steps for k in range(steps)):
            x, y = (
                (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3) / 2
                for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
            )
            out.append((x, y))
    return out if closed else [*out, points[-1]]


class Canvas:
    """A grid to paint on; later paint covers earlier paint."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.centres = list(_centres(grid))
        self.cells = [BACKGROUND] * grid.n_cells

    def paint(self, color: str, *shapes: Shape) -> None:
        """Colour every cell whose centre lies in one of the shapes; `-` wipes."""
        number = BACKGROUND if color == "-" else color_number(color)
        for cell, centre in enumerate(self.centres):
            if any(shape.holds(*centre) for shape in shapes):
                self.cells[cell] = number

    def dots(self, color: str, *places: tuple[int, int]) -> None:
        """Colour single cells, each named by row and position from 1."""
        number = BACKGROUND if color == "-" else color_number(color)
        for row, position in places:
            self.cells[self.grid.line(row - 1)[position - 1]] = number

    def picture(self) -> Picture:
        return Picture(self.grid, tuple(self.cells))


def _centres(grid: Grid) -> list[Point]:
    if isinstance(grid, RectGrid):
        return [(x + 0.5, y + 0.5) for y in range(grid.height) for x in range(grid.width)]
    if isinstance(grid, HexGrid):
        far = grid.size - 1
        return [
            (q + y / 2, y * math.sqrt(3) / 2)
            for y in range(-far, far + 1)
            for q in range(max(-far, -far - y), min(far, far - y) + 1)
        ]
    if isinstance(grid, TriGrid):
        left = min(b + c for _, b, c in grid.triangles)
        return [(b + c - left + 1, a + (2 / 3 if a - b + c else 1 / 3)) for a, b, c in grid.triangles]
    raise TypeError(f"no coordinates for a grid of kind {grid.kind}")
