"""Clues of one colour with a line for the size (`.nin`), as Jakub Wilk's solver uses them.

<columns> <rows>
one clue per line     lengths separated by blanks; 0 or an empty line is an empty clue; rows, then columns
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.formats.plain import clue_texts, header
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import Source
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def looks_like(text: str) -> bool:
    """Whether a text begins with two numbers on a line and has no line between rows and columns."""
    return re.match(r"[0-9]+[ \t]+[0-9]+[ \t]*\n", text) is not None and "\n#" not in text


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a text describes.

    Raises:
        InputError: with line and column of the first error.
    """
    source = Source(text, file)
    width, height = header(source, source.words(1, 3), "`<columns> <rows>`")
    grid = source.read_rect(height, width)
    clues = source.clues(grid, 2)
    source.expect_end(2 + grid.n_lines, f"the last of {grid.n_lines} clues")
    yield Sheet(source.puzzle(grid, BLACK_ON_WHITE, clues))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:  # noqa: ARG001 - there is no place for it
    """A puzzle that the format can express, as a text."""
    rows, columns = clue_texts(puzzle, " ")
    return "\n".join([f"{len(columns)} {len(rows)}", *rows, *columns]) + "\n"
