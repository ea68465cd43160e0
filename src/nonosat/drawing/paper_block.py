"""A puzzle as a block on paper: its heading, the grid with its clues, and the legend, one below the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from svgwrite.container import Group

from nonosat.drawing.clue_chips import number
from nonosat.drawing.paper import Area
from nonosat.drawing.puzzle_sheet import PuzzleSheet

#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 2


def pixel_size(sheet: PuzzleSheet) -> Area:
    """The size of a grid with its clues, in pixels."""
    _, _, width, height = sheet.view(_PADDING)
    return Area(width, height)


class PaperPart(NamedTuple):
    """A heading or a legend on paper.

    Attributes:
        width, height: in millimetres.
        elements: makes the SVG elements, in millimetres, from the middle of their width and their upper side.
    """

    width: float
    height: float
    elements: Callable[[float, float], Iterable[Any]]

    def scaled(self, share: float) -> PaperPart:
        """The part reduced to a share of its size."""

        def elements(middle: float, top: float) -> Iterator[Any]:
            group = Group(transform=f"translate({number(middle)} {number(top)}) scale({share:.4f})", debug=False)
            group.elements.extend(self.elements(0.0, 0.0))
            yield group

        return PaperPart(self.width * share, self.height * share, elements)


class PaperBlock:
    """A puzzle on paper at a certain scale. Lengths are in millimetres.

    Attributes:
        scale: millimetres per pixel of the grid.
        size: of all parts together.

    Args:
        gap: between heading, grid and legend.
    """

    def __init__(
        self,
        sheet: PuzzleSheet,
        *,
        scale: float,
        heading: PaperPart | None,
        legend: PaperPart | None,
        gap: float,
    ) -> None:
        self._sheet, self.scale, self._heading, self._legend = sheet, scale, heading, legend
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
        shift = (middle - (x + width / 2) * self.scale, top + self._above - y * self.scale)
        group = Group(
            transform=f"translate({number(shift[0])} {number(shift[1])}) scale({self.scale:.4f})", debug=False
        )
        group.elements.extend(self._sheet.elements)
        yield group
        if self._legend:
            yield from self._legend.elements(middle, top + self._legend_top)
