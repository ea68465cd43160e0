"""A puzzle as a block on paper: its heading, the grid with its clues, and the legend, one below the other.

svgwrite takes time to import: import this module where a drawing is wanted, not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from svgwrite.container import Group

from nonosat.drawing.clue_chips import number
from nonosat.drawing.paper import Area
from nonosat.drawing.puzzle_sheet import PuzzleSheet
from nonosat.drawing.worksheet_heading import FittedHeading
from nonosat.drawing.worksheet_legend import FittedLegend

#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 2


def pixel_size(sheet: PuzzleSheet) -> Area:
    """The size of a grid with its clues, in pixels."""
    _, _, width, height = sheet.view(_PADDING)
    return Area(width, height)


class ScaledPart(NamedTuple):
    """A heading or a legend, reduced.

    Attributes:
        part: at its usual size.
        share: of that size.
    """

    part: FittedHeading | FittedLegend
    share: float

    @property
    def width(self) -> float:
        """In millimetres, after the reduction."""
        return self.part.width * self.share

    @property
    def height(self) -> float:
        """In millimetres, after the reduction."""
        return self.part.height * self.share

    def elements(self, middle: float, top: float) -> Iterator[Any]:
        """The SVG elements, in millimetres, with their horizontal middle at `middle` and their upper side at `top`."""
        group = Group(transform=f"translate({number(middle)} {number(top)}) scale({self.share:.4f})", debug=False)
        group.elements.extend(self.part.elements(0.0, 0.0))
        yield group


class PaperBlock:
    """A puzzle on paper at a certain scale. Lengths are in millimetres.

    Attributes:
        size: of all parts together.

    Args:
        sheet: the grid and its clues.
        scale: millimetres per pixel of the grid.
        gap: between heading, grid and legend.
    """

    def __init__(
        self,
        sheet: PuzzleSheet,
        *,
        scale: float,
        heading: FittedHeading | ScaledPart | None,
        legend: FittedLegend | ScaledPart | None,
        gap: float,
    ) -> None:
        self._sheet, self._scale, self._heading, self._legend = sheet, scale, heading, legend
        self._above = heading.height + gap if heading else 0.0
        width, height = pixel_size(sheet)
        self._legend_top = self._above + height * scale + gap
        parts = [part.width for part in (heading, legend) if part]
        self.size = Area(
            max([width * scale, *parts]),
            self._above + height * scale + (legend.height + gap if legend else 0.0),
        )

    def elements(self, middle: float, top: float) -> Iterator[Any]:
        """The SVG elements, with their horizontal middle at `middle` and their upper side at `top`."""
        if self._heading:
            yield from self._heading.elements(middle, top)
        x, y, width, _ = self._sheet.view(_PADDING)
        shift = (middle - (x + width / 2) * self._scale, top + self._above - y * self._scale)
        group = Group(
            transform=f"translate({number(shift[0])} {number(shift[1])}) scale({self._scale:.4f})", debug=False
        )
        group.elements.extend(self._sheet.elements)
        yield group
        if self._legend:
            yield from self._legend.elements(middle, top + self._legend_top)
