"""Clues of one colour, many puzzles in a file, as the problem JCROSS of SPOJ has them; read only.

<number of puzzles>
<rows> <columns>      begins a puzzle
one clue per line     lengths separated by blanks and a 0 at the end; rows, then columns
"""

from __future__ import annotations

import re

from nonosat.formats.plain import header, without_end
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import Source

#: What begins a puzzle: a line of two numbers of which the second is not 0, as at the end of a clue.
SEVERAL = r"^[ \t]*[0-9]+[ \t]+[1-9][0-9]*[ \t]*$"


def looks_like(text: str) -> bool:
    """True if a text begins with a number, a line of two numbers, and a clue that ends with 0."""
    return (
        re.match(r"\s*[0-9]+[ \t]*\n[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*\n([ \t]*[0-9]+)*[ \t]*\b0[ \t]*\n", text) is not None
    )


def pieces(source: Source) -> list[Source]:
    """The puzzles of a text, behind the line with their number."""
    first, *others = source.parts(SEVERAL)
    return others or [first]


def read(source: Source) -> Sheet:
    """The puzzle below a line with its size."""
    height, width = header(source, source.words(source.first, 3), "`<rows> <columns>`")
    grid = source.read_rect(height, width)
    if source.last < source.first + grid.n_lines:
        source.fail(f"{source.last - source.first} clues, expected {grid.n_lines}", source.end)
    longest = max(grid.height, grid.width) + 2
    numbers = range(source.first + 1, source.first + 1 + grid.n_lines)
    clues = [source.plain(without_end(source.words(number, longest))) for number in numbers]
    source.expect_end(numbers.stop, f"the last of {grid.n_lines} clues")
    return Sheet(source.puzzle(grid, clues))
