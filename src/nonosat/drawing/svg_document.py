"""The frame of an SVG file: title and description for screen readers, and identifiers that no other drawing has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

from svgwrite import Drawing
from svgwrite.base import Desc, Title

from nonosat.model.grid import line_name
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count, joined
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The fonts of all text; a system uses the first that it has.
FONTS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
#: The title of a drawing of a puzzle that has none.
UNTITLED = "Nonogram"
#: The meaning of marks in most drawings.
ANOTHER_SOLUTION = "where another solution differs"


def document_text(
    drawing: Drawing, title: str, description: str, palette: Sequence[str], checksum: int, *, role: str = "img"
) -> str:
    """A finished drawing, of which `description` is a version in words, as the text of an SVG file.

    Args:
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


def description_of(
    puzzle: Puzzle,
    picture: Picture | None,
    n_marked: int = 0,
    marks: str = ANOTHER_SOLUTION,
    wrong: Iterable[int] = (),
) -> str:
    """A drawing in words, for screen readers.

    Args:
        picture: its solution, or None if the grid is empty.
        n_marked: number of cells that are marked.
        marks: the meaning of the marks, after "cells outlined".
        wrong: the lines of the picture that are wrong.
    """
    sizes = kind_of(puzzle.grid).describe(puzzle.grid)
    names = [line_name(puzzle.grid, line) for line in wrong]
    state = "empty" if picture is None else f"wrong in {joined(names)}" if names else "solved"
    parts = [UNTITLED, sizes, count(puzzle.n_colors, "colour"), state]
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
