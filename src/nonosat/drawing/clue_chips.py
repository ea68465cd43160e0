"""Clues in the margin of a drawing: one chip per block, with its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from nonosat.drawing.layout import Layout
from nonosat.model.puzzle import Puzzle

#: In place of a block's colour: the clue has no block, and is drawn as 0.
EMPTY = -1

#: Pixels between the border of the grid and the first chip.
_GAP = 5.0
#: Size of a chip in proportion to the place it has, and the radius of its corners in pixels.
_SHARE = 0.86
_RADIUS = 4.0
#: Size of numbers in pixels, and the widest that a number may be if a digit is not wider than 0.64 of its height.
_FONT_SIZE = 11.5
_FONT_ROOM = 25.0


class Chip(NamedTuple):
    """One block in the margin. Chips are made with keywords; there may be a million.

    Attributes:
        x, y: the centre, in pixels.
        text: the number on it.
        color: the colour number of the block, `UNKNOWN` or `EMPTY`.
    """

    x: float
    y: float
    text: str
    color: int

    @property
    def font_size(self) -> float:
        """Height of the text in pixels, so that it is not wider than the chip."""
        return min(_FONT_SIZE, round(_FONT_ROOM / len(self.text), 1))


def chips(puzzle: Puzzle, layout: Layout) -> Iterator[Chip]:
    """The chips of all clues, line by line, outward from the border."""
    for line, clue in enumerate(puzzle.clues):
        (x, y), (dx, dy) = layout.entry(line)
        gap = _GAP / hypot(dx, dy)
        blocks = [(str(length), color) for length, color in reversed(clue)] or [("0", EMPTY)]
        for place, (text, color) in enumerate(blocks):
            yield Chip(
                x=(x + place * dx) * layout.scale + gap * dx,
                y=(y + place * dy) * layout.scale + gap * dy,
                text=text,
                color=color,
            )


def leads_data(puzzle: Puzzle, layout: Layout) -> str:
    """SVG path data, in pixels, of short lines that join the chips of each clue and lead them to the border.

    Where lines enter a grid at other than right angles, they show which chips belong together.
    """
    parts = []
    for line, clue in enumerate(puzzle.clues):
        (x, y), (dx, dy) = ((part * layout.scale for part in point) for point in layout.entry(line))
        gap = _GAP / hypot(dx, dy)
        for place in range(max(1, len(clue))):
            # From the border or the edge of the chip before to the edge of this one, in steps from the centre of the
            # nearest chip. The ends lie a little below the chips.
            end = place + gap - _SHARE / 2 + 0.03
            start = end + _SHARE - 1.06 if place else -0.5
            origin, target = (x + start * dx, y + start * dy), (x + end * dx, y + end * dy)
            parts.append(f"M{number(origin[0])} {number(origin[1])}l{_pair(origin, target)}")
    return "".join(parts)


def chip_corners(layout: Layout) -> list[tuple[float, float]]:
    """The corners of a chip around its centre, in pixels."""
    factor = layout.scale * _SHARE
    return [(x * factor, y * factor) for x, y in layout.chip]


def chips_data(chips: Sequence[Chip], layout: Layout) -> str:
    """Chips as SVG path data with rounded corners.

    Args:
        chips: their positions, in the units of the drawing.
        layout: of the grid, which decides their shape.
    """
    (dx, dy), shape = _rounded(chip_corners(layout))
    return "".join(f"M{number(chip.x + dx)} {number(chip.y + dy)}{shape}" for chip in chips)


def number(value: float) -> str:
    """A number of pixels in the shortest form with up to two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.")


def _rounded(corners: list[tuple[float, float]]) -> tuple[tuple[float, float], str]:
    """Where a polygon with rounded corners begins, and its relative path data from there on."""
    cuts = []
    for (px, py), (x, y), (nx, ny) in zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False):
        into, out = _RADIUS / hypot(x - px, y - py), _RADIUS / hypot(nx - x, ny - y)
        cuts.append(((x + (px - x) * into, y + (py - y) * into), (x, y), (x + (nx - x) * out, y + (ny - y) * out)))
    here = start = cuts[0][0]
    parts = []
    for into_point, corner, out_point in cuts:
        if into_point != start:
            parts.append("l" + _pair(here, into_point))
        parts.append(f"q{_pair(into_point, corner)} {_pair(into_point, out_point)}")
        here = out_point
    return start, "".join(parts) + "z"


def _pair(origin: tuple[float, float], point: tuple[float, float]) -> str:
    """A point relative to another one, as path data."""
    return f"{number(point[0] - origin[0])} {number(point[1] - origin[1])}"
