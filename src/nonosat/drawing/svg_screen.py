"""The common frame of drawings for screens: the sheet on which they lie, and their size."""

from __future__ import annotations

import svgwrite

from nonosat.drawing.contrast import ink, mix
from nonosat.drawing.puzzle_sheet import PuzzleSheet
from nonosat.drawing.sheet_style import SheetStyle
from nonosat.drawing.svg_document import document_text
from nonosat.model.palette import BACKGROUND, Palette

#: Pixels around everything, and the radius of the corners of the sheet.
PADDING, _RADIUS = 10, 6
#: Longer sides are shown in this many pixels; the drawing can be enlarged at will.
LARGEST = 1600


def screen_style(palette: Palette, *, clues: bool) -> SheetStyle:
    """The style of a drawing for screens, whose ground is a little darker or lighter than the background."""
    background = palette.colors[BACKGROUND]
    return SheetStyle(background=background, ground=mix(background, ink(background), 0.07), clues=clues)


def screen_text(sheet: PuzzleSheet, title: str, description: str) -> str:
    """A finished drawing for screens as the text of an SVG file; the `description` is the drawing in words."""
    drawing = screen_drawing(sheet.view(PADDING), sheet.style.ground)
    drawing.elements.extend(sheet.elements)
    return document_text(drawing, title, description, sheet.palette, sheet.checksum)


def screen_drawing(view: tuple[int, int, int, int], ground: str) -> svgwrite.Drawing:
    """A drawing with nothing but its ground; `view` is left, top, width and height in pixels."""
    left, top, width, height = view
    shrink = min(1.0, LARGEST / max(width, height))
    # svgwrite's checks are for mistakes of its users, and take more time than all the rest.
    drawing = svgwrite.Drawing(
        size=tuple(max(1, round(length * shrink)) for length in (width, height)),
        viewBox=f"{left} {top} {width} {height}",
        debug=False,
    )
    # A ground of its own makes the drawing independent of the page around it.
    drawing.add(drawing.rect((left, top), (width, height), rx=_RADIUS, ry=_RADIUS, fill=ground))
    return drawing
