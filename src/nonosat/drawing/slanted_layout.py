"""The common part of the layouts of hexagons and triangles, whose lines meet the border at other than right angles."""

from __future__ import annotations

from abc import abstractmethod

from nonosat.drawing.layout import Lane, Layout
from nonosat.drawing.outline import Point


class SlantedLayout(Layout):
    """Cells of lines of three directions.

    26/15 stands for the root of 3 and is off by less than 0.1 %, so that all corners are whole numbers.

    Attributes:
        outward: the step out of the grid from the first cell of a line, for each family of lines.
    """

    scale = 0.44
    #: Low and wide: where a cell at the border begins or ends two lines, two clues share its width.
    end_chip = (-24, -10), (24, -10), (24, 10), (-24, 10)
    outward: tuple[Point, ...]

    def outward_step(self, line: int) -> Point:
        """The step out of the grid from the first cell of a line."""
        return next(step for step, family in zip(self.outward, self.grid.families, strict=True) if line in family)

    def lanes(self, line: int) -> tuple[Lane, Lane]:
        """Lanes at right angles to the border, since straight continuations of the lines would cross each other."""
        cells = self.grid.line(line)
        dx, dy = self.outward_step(line)
        return self.lane(cells[0], (dx, dy)), self.lane(cells[-1], (-dx, -dy))

    @abstractmethod
    def lane(self, cell: int, outward: Point) -> Lane:
        """The lane of a line that leaves the grid from a cell on its border in a direction."""


def bent_lane(border: tuple[float, float], right: int, down: int, first: float) -> Lane:
    """A lane at right angles to one of the six sides of a grid.

    Args:
        right: 1 on the right of the grid, -1 on its left, 0 at a level side.
        down: 1 below the grid, -1 above.
        first: the distance of the nearest place from the border, in steps.
    """
    dx, dy = (35 * right, 20 * down) if right else (0, 40 * down)
    return Lane(border, (border[0] + first * dx, border[1] + first * dy), (dx, dy))
