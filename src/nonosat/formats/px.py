"""Comma-separated clues of one colour (`.px`), as a report on nonograms as constraint programs uses them.

    <rows>,<columns>
    one clue per line     lengths separated by commas; 0 or an empty line is an empty clue; rows, then columns

There is no palette: the picture is black on white.
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
    """Whether a text begins as one of this format does."""
    return re.match(r"\s*[0-9]+[ \t]*,[ \t]*[0-9]+[ \t]*\n", text) is not None


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a text describes.

    Raises:
        InputError: with line and column of the first error.
    """
    source = Source(text, file)
    grid = source.read_rect(*header(source, source.fields(1), "`<rows>,<columns>`"))
    clues = source.clues(grid, 2, commas=True)
    source.expect_end(2 + grid.n_lines, f"the last of {grid.n_lines} clues")
    yield Sheet(source.puzzle(grid, BLACK_ON_WHITE, clues))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:  # noqa: ARG001 - there is no place for it
    """A puzzle that the format can express, as a text."""
    rows, columns = clue_texts(puzzle, ",")
    return "\n".join([f"{len(rows)},{len(columns)}", *rows, *columns]) + "\n"
