"""Partial pictures, in which some cells are open: as text, as JSON, and as a grid that webpbn.com has saved.

text    rows of letters or of shapes, as `picture_text` reads them, with ? for open cells
JSON    the rows in a list, or under "picture" in an object, as records of nonosat have them
XML     <puzzle> with <solution type="saved">
"""

from __future__ import annotations

import re
from typing import NoReturn

from nonosat.errors import InputError, shown
from nonosat.formats.json import json_content
from nonosat.formats.picture_text import read_open_picture
from nonosat.model.cell_shapes import SHAPES
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle


def read_partial(text: str, puzzle: Puzzle, file: str | None = None) -> tuple[int | None, ...]:
    """The cells of a partial picture.

    Args:
        text: what a file holds; its beginning decides how it is read.
        puzzle: its grid and palette are those of the picture.
        file: name of the text in error messages.

    Returns:
        For each cell its colour, None if it is open.

    Raises:
        InputError: it does not have the puzzle's grid or colours; says where.
    """
    beginning = text.lstrip()[:1]
    if beginning == "<":
        from nonosat.formats.webpbn import saved_colors

        return saved_colors(text, puzzle, file)
    if beginning in ("{", "["):
        return _of_json(text, puzzle, file)
    return read_open_picture(_letters(text), puzzle, file)


def _letters(text: str) -> str:
    """A picture of shapes with `??` for open cells as letters, each at its place; other texts as they are."""
    if text.isascii():
        return text
    cell = re.compile(rf"([{SHAPES}])\1|\?\?")
    return cell.sub(lambda match: (letter(SHAPES.index(match[1])) if match[1] else "?") + " ", text)


def _of_json(text: str, puzzle: Puzzle, file: str | None) -> tuple[int | None, ...]:
    """The picture of a list of rows, or of an object that has one."""

    def fail(message: str) -> NoReturn:
        raise InputError(message, file=file)

    content = json_content(text, "rows of cells", file)
    rows = content.get("picture") if isinstance(content, dict) else content
    n_rows = len(puzzle.grid.families[0])
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        fail('no "picture", expected a list of texts, one for each row')
    if len(rows) != n_rows:
        fail(f"picture: {count(len(rows), 'row')}, expected {n_rows}")
    for number, row in enumerate(rows):
        if not row.strip() or "\n" in row:
            fail(f"picture[{number}]: {shown(row)}, expected the cells of a row")
    try:
        return read_open_picture("\n".join(rows), puzzle)
    except InputError as error:
        fail(f"picture[{(error.line or 1) - 1}]: character {error.column}: {error.message}")
