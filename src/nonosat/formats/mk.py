"""Clues of one colour with a mark between rows and columns (`.mk`), as Andrew Makhorin's solver uses them.

<rows> <columns>
one clue per row      lengths separated by blanks; 0 or an empty line is an empty clue
#
one clue per column
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import shown
from nonosat.formats.plain import clue_texts, header
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import Source, Word
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def looks_like(text: str) -> bool:
    """Whether a text begins with two numbers on a line and has a line between rows and columns."""
    return re.match(r"[0-9]+[ \t]+[0-9]+[ \t]*\n", text) is not None and "\n#" in text


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a text describes.

    Raises:
        InputError: with line and column of the first error.
    """
    source = Source(text, file)
    grid = source.read_rect(*header(source, source.words(1, 3), "`<rows> <columns>`"))
    rows = source.clues(grid, 2, range(grid.height))
    middle = 2 + grid.height
    mark = source.line(middle).strip()
    if mark != "#":
        source.fail(f"{shown(mark)} after the clues of {count(grid.height, 'row')}, expected #", Word("", middle, 1))
    columns = source.clues(grid, middle + 1, range(grid.height, grid.n_lines))
    source.expect_end(middle + 1 + grid.width, f"the last of {grid.n_lines} clues")
    yield Sheet(source.puzzle(grid, BLACK_ON_WHITE, rows + columns))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:  # noqa: ARG001 - there is no place for it
    """A puzzle that the format can express, as a text."""
    rows, columns = clue_texts(puzzle, " ")
    return "\n".join([f"{len(rows)} {len(columns)}", *rows, "#", *columns]) + "\n"
