"""Clues in the margin of a drawing: one chip per block, a small field with its colour and its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, hypot
from typing import NamedTuple

from nonosat.core.errors import UsageError
from nonosat.drawing.layout import Lane, Layout
from nonosat.model.clue import Block, length_text
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: In place of a block's colour: the clue has no block, and is drawn as 0.
EMPTY = -1

#: Pixels between the border of the grid and the first chip.
GAP = 5.0
#: Size of a chip in proportion to the place it has, and the radius of its corners in pixels.
_SHARE = 0.86
_RADIUS = 4.0
#: Two chips overlap if their centres are nearer than this part of their width and of their height.
_TOO_NEAR = 0.6
#: The largest size of numbers in pixels, and in proportion to the height of a chip. The last number divided by the
#: length of a text is the largest size at which the text fits the chip, if no digit is wider than 0.64 of its height.
_FONT_SIZE = 11.5
_FONT_SHARE = 1.05
_FONT_ROOM = 25.0


class Chip(NamedTuple):
    """One block in the margin. A puzzle may have a million of them.

    Attributes:
        x, y: the centre, in pixels.
        text: the number of the block, and the letter of its colour where that is wanted.
        color: the colour number of the block, `ANY_COLOR` or `EMPTY`.
        font_size: in pixels, so small that the text fits the chip.
    """

    x: float
    y: float
    text: str
    color: int
    font_size: float


def chips(puzzle: Puzzle, layout: Layout, *, both_ends: bool = False, letters: bool = False) -> Iterator[Chip]:
    """The chips of all clues, line by line, outward from the border.

    Args:
        both_ends: repeat the clue of a line at its other end. Both read in the direction of the line: before the line
            the last block is nearest to the border, behind it the first.
        letters: add the letter of its colour, or `?`, to the number of a block.
    """
    sides = [y for _, y in chip_corners(layout, both_ends=both_ends)]
    largest = min(_FONT_SIZE, _FONT_SHARE * (max(sides) - min(sides)))
    for line, clue in enumerate(puzzle.clues):
        blocks = [(_text(block, letters=letters), block.color) for block in clue] or [("0", EMPTY)]
        for end, (_, (x, y), (dx, dy)) in enumerate(_lanes(layout, line, both_ends=both_ends)):
            gap = GAP / hypot(dx, dy)
            for place, (text, color) in enumerate(blocks if end else reversed(blocks)):
                yield Chip(
                    x=(x + place * dx) * layout.scale + gap * dx,
                    y=(y + place * dy) * layout.scale + gap * dy,
                    text=text,
                    color=color,
                    font_size=min(largest, round(_FONT_ROOM / len(text), 1)),
                )


def _text(block: Block, *, letters: bool) -> str:
    color = "" if not letters else letter(block.color) if block.color else "?"
    return length_text(block) + color


def require_room(chips: Sequence[Chip], layout: Layout, cells: str) -> None:
    """Make sure that no `chips` of clues at both ends of the lines lie upon each other; `cells` is for the message.

    Raises:
        UsageError: two chips overlap.
    """
    corners = chip_corners(layout, both_ends=True)
    width, height = (max(axis) - min(axis) for axis in zip(*corners, strict=True))
    # Chips are sorted into boxes of their size, so that two that overlap lie in the same box or in boxes that touch.
    boxes: dict[tuple[int, int], list[Chip]] = {}
    for chip in chips:
        column, row = floor(chip.x / width), floor(chip.y / height)
        for near_column in (column - 1, column, column + 1):
            for near_row in (row - 1, row, row + 1):
                for other in boxes.get((near_column, near_row), ()):
                    if abs(chip.x - other.x) < _TOO_NEAR * width and abs(chip.y - other.y) < _TOO_NEAR * height:
                        raise UsageError(
                            f"clues at both ends of the lines overlap in this grid of {cells}, expected them at one end"
                        )
        boxes.setdefault((column, row), []).append(chip)


def leads_data(puzzle: Puzzle, layout: Layout, *, both_ends: bool) -> str:
    """SVG path data, in pixels, of short lines that join the chips of each clue and lead them to the border.

    Where lines enter a grid at other than right angles, they show which chips belong together.
    """
    corners = chip_corners(layout, both_ends=both_ends)
    parts = []
    for line, clue in enumerate(puzzle.clues):
        for lane in _lanes(layout, line, both_ends=both_ends):
            here, nearest, step = ((x * layout.scale, y * layout.scale) for x, y in lane)
            length = hypot(*step)
            along = step[0] / length, step[1] / length
            # Along their lines, chips are as long as their share of a step. The ends lie a little below them.
            reach = _reach(corners, along) if both_ends else (_SHARE / 2 - 0.03) * length
            for place in range(max(1, len(clue))):
                way = place * length + GAP
                center = nearest[0] + way * along[0], nearest[1] + way * along[1]
                end = center[0] - reach * along[0], center[1] - reach * along[1]
                parts.append(f"M{number(here[0])} {number(here[1])}l{_pair(here, end)}")
                here = center[0] + reach * along[0], center[1] + reach * along[1]
    return "".join(parts)


def _reach(corners: Sequence[tuple[float, float]], along: tuple[float, float]) -> float:
    """The distance from the centre of a chip to its edge in the direction of a vector of length 1."""
    reach = 0.0
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        # The direction leaves through the side in which it is to the right of one corner and not of the other.
        before, after = along[0] * ay - along[1] * ax, along[0] * by - along[1] * bx
        if before * after <= 0 and before != after:
            share = before / (before - after)
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            reach = max(reach, x * along[0] + y * along[1])
    return reach


def _lanes(layout: Layout, line: int, *, both_ends: bool) -> tuple[Lane, ...]:
    if both_ends:
        return layout.lanes(line)
    (x, y), step = layout.entry(line)
    return (Lane((x - step[0] / 2, y - step[1] / 2), (x, y), step),)


def chip_corners(layout: Layout, *, both_ends: bool = False) -> list[tuple[float, float]]:
    """The corners of a chip around its centre, in pixels."""
    factor = layout.scale * _SHARE
    return [(x * factor, y * factor) for x, y in (layout.end_chip if both_ends else layout.chip)]


def chips_data(chips: Sequence[Chip], corners: list[tuple[float, float]]) -> str:
    """All `chips` with the same `corners` around their centres as SVG path data, with the corners rounded."""
    (dx, dy), shape = _rounded(corners)
    return "".join(f"M{number(chip.x + dx)} {number(chip.y + dy)}{shape}" for chip in chips)


def number(value: float) -> str:
    """A number of pixels in the shortest form with up to two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.")


def _rounded(corners: list[tuple[float, float]]) -> tuple[tuple[float, float], str]:
    """The first point of a polygon with rounded corners, and its relative path data from there on."""
    cuts = []
    for (px, py), (x, y), (nx, ny) in zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False):
        # No corner takes more than half of a side.
        into, out = min(0.5, _RADIUS / hypot(x - px, y - py)), min(0.5, _RADIUS / hypot(nx - x, ny - y))
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
