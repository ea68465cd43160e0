"""Square puzzles of one colour, as exercises of programming courses have them; read only.

    <size>
    one clue per line     lengths separated by blanks; 0 or an empty line is an empty clue; rows, then columns

A file may hold several, each between a line that begins with `input` and a line `output`, below which stands the
solution: a row per line, `#` and `.` for cells, separated by blanks or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from nonosat.formats.plain import only_word
from nonosat.formats.sheet import Sheet
from nonosat.formats.solution_rows import read_solution
from nonosat.formats.source import Source, Word
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid

#: What begins a puzzle where there are several.
SEVERAL = r"^input\b.*$"

_INPUT = re.compile(r"\s*input\b")
_SIZE = re.compile(r"\s*([0-9]{1,5})[ \t]*\n")
_OUTPUT = re.compile(r"^output\b.*$", re.MULTILINE)
_CELL = re.compile(r"\S")


def looks_like(text: str) -> bool:
    """True if a text begins with `input`, or is a number and twice that number of lines of numbers."""
    if re.match(r"\s*input\b[^\n]*\n\s*[0-9]+[ \t]*\n", text):
        return True
    match = _SIZE.match(text)
    return match is not None and re.fullmatch(r"[0-9 \t\n]+", text) is not None and _enough(text, match)


def _enough(text: str, size: re.Match[str]) -> bool:
    """True if the number of lines is twice the size; blank ones at the end may be clues or not."""
    used = text.rstrip().count("\n", size.end()) + 1
    return used <= 2 * int(size[1]) <= text.count("\n", size.end()) + 1


def pieces(source: Source) -> Iterable[Source]:
    """The puzzles of a text."""
    if not _INPUT.match(source.text):
        return [source]
    return (part for part in source.parts(SEVERAL) if part.text.strip())


def read(source: Source) -> Sheet:
    """The puzzle whose size stands on the first line that is not blank, perhaps below `input`."""
    number = source.first + (_INPUT.match(source.text) is not None)
    while number < source.last and not source.line(number).strip():
        number += 1
    size = only_word(source, number, "the size of a square")
    grid = source.read_rect(size, size)
    output = next((i for i, line in enumerate(source.lines, source.first) if _OUTPUT.match(line)), None)
    if output is not None and output <= number + grid.n_lines:
        given = sum(1 for i in range(number + 1, output) if source.line(i).strip())
        source.fail(
            f"{given} clues before the solution, expected {grid.n_lines} for a square of size {grid.height}", size
        )
    clues = source.clues(grid, number + 1)
    source.expect_end(number + 1 + grid.n_lines, f"the last of {grid.n_lines} clues", output)
    puzzle = source.puzzle(grid, clues)
    if output is None:
        return Sheet(puzzle)
    return Sheet(puzzle, _solution(source, output + 1, grid))


def _solution(source: Source, number: int, grid: RectGrid) -> Picture | None:
    """The picture that begins on a line or below it; None if there is none."""
    rows = [i for i in range(number, source.last + 1) if source.line(i).strip()]
    if not rows:
        return None
    return read_solution(source, rows, grid, (".", "#"), Word("", rows[0], 1), _CELL)
