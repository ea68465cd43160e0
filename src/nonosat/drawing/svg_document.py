"""The frame of an SVG file: title and description for screen readers, and identifiers that no other drawing has."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import svgwrite
from svgwrite import Drawing
from svgwrite.base import Desc, Title

from nonosat.drawing.colors import ink, mix
from nonosat.drawing.puzzle_sheet import PuzzleSheet, SheetStyle
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The fonts of all text; a system uses the first that it has.
FONTS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
#: The title of a drawing of a puzzle that has none.
UNTITLED = "Nonogram"


def document_text(
    drawing: Drawing, title: str, description: str, palette: Sequence[str], checksum: int, *, role: str = "img"
) -> str:
    """A finished drawing as the text of an SVG file.

    Args:
        drawing: with all visible elements.
        description: the drawing in words.
        palette: the colours in it.
        checksum: of the elements; it becomes part of the identifiers.
        role: the ARIA role; screen readers read nothing in an `img` but its title and description.
    """
    # Two drawings in one page must not share an id, and the same drawing must always have the same.
    checksum = crc32("\n".join((title, description, *palette)).encode(errors="replace"), checksum)
    ids: list[str] = []
    for element, content in ((Desc, description), (Title, title)):
        item = element(xml_text(content))
        ids.insert(0, f"nonogram-{checksum:08x}-{element.elementname}")
        item.xml.set("id", ids[0])
        drawing.elements.insert(0, item)
    drawing.attribs.update({"role": role, "aria-labelledby": " ".join(ids)})
    return str(drawing.tostring()) + "\n"


#: The meaning of marks in most drawings.
ANOTHER_SOLUTION = "where another solution differs"


def description_of(puzzle: Puzzle, picture: Picture | None, n_marked: int, marks: str = ANOTHER_SOLUTION) -> str:
    """A drawing in words, for screen readers.

    Args:
        picture: its solution, or None if the grid is empty.
        n_marked: number of cells that are marked.
        marks: the meaning of the marks, as words after "cells outlined".
    """
    sizes = kind_of(puzzle.grid).describe(puzzle.grid)
    parts = [UNTITLED, sizes, count(puzzle.n_colors, "colour"), "empty" if picture is None else "solved"]
    if n_marked:
        parts.append(f"{count(n_marked, 'cell')} outlined {marks}")
    metadata = puzzle.metadata
    author = f"By {metadata.author}" if metadata.author else ""
    sentences = [", ".join(parts), author, metadata.copyright, metadata.license, metadata.description]
    return ". ".join(filter(None, sentences))


def xml_text(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return "".join(
        char
        for char in text
        if char in "\t\n\r" or " " <= char < "\ud800" or "\udfff" < char < "\ufffe" or char > "\uffff"
    )


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
