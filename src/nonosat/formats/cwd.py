"""Clues of one colour with an empty line between rows and columns (`.cwd`), as QNonograms uses them.

<rows>
<columns>
one clue per row      lengths separated by blanks; 0 or an empty line is an empty clue
(an empty line)
one clue per column
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import shown
from nonosat.formats.plain import clue_texts
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import Source, Word
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def looks_like(text: str) -> bool:
    """Whether a text begins with two numbers on lines of their own, and is blank where the rows should end."""
    match = re.match(r"[ \t]*([0-9]{1,5})[ \t]*\n[ \t]*([0-9]{1,5})[ \t]*\n", text)
    if match is None:
        return False
    lines = text[match.end() :].split("\n")
    height, width = int(match[1]), int(match[2])
    return height + width <= len(lines) and not "".join(lines[height : height + 1]).strip()


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a text describes.

    Raises:
        InputError: with line and column of the first error.
    """
    source = Source(text, file)
    sizes = []
    for number, what in ((1, "rows"), (2, "columns")):
        words = source.words(number, 2)
        if len(words) != 1:
            place = words[1] if words else Word("", number, 1)
            source.fail(f"{'more' if words else 'less'} than one word, expected the number of {what}", place)
        sizes += words
    grid = source.read_rect(*sizes)
    rows = source.clues(grid, 3, range(grid.height))
    middle = 3 + grid.height
    if word := next(iter(source.words(middle, 1)), None):
        source.fail(f"{shown(word.text)} after the clues of {count(grid.height, 'row')}, expected an empty line", word)
    columns = source.clues(grid, middle + 1, range(grid.height, grid.n_lines))
    source.expect_end(middle + 1 + grid.width, f"the last of {grid.n_lines} clues")
    yield Sheet(source.puzzle(grid, BLACK_ON_WHITE, rows + columns))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:  # noqa: ARG001 - there is no place for it
    """A puzzle that the format can express, as a text."""
    rows, columns = clue_texts(puzzle, " ")
    return "\n".join([str(len(rows)), str(len(columns)), *rows, "", *columns]) + "\n"
