"""Square puzzles of one colour, many in a file, as the tournaments of TAAI (Taiwan) use them; read only.

$<number>             begins a puzzle
one clue per line     lengths separated by tabs; an empty line is an empty clue; columns, then rows
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import InputError
from nonosat.formats.sheet import Sheet, parts
from nonosat.formats.source import Source, Word
from nonosat.model.palette import BLACK_ON_WHITE

#: What begins a puzzle.
SEVERAL = r"^\$[0-9]+[ \t]*$"


def looks_like(text: str) -> bool:
    """True if a text begins with the number of a puzzle, and not of a solution."""
    return re.match(r"\s*\$[0-9]+[ \t]*\n", text) is not None and not has_solutions(text)


def has_solutions(text: str) -> bool:
    """True if a text begins with the number of a puzzle and a square of 0 and 1, as the solutions of a set do."""
    match = re.match(r"\s*\$[0-9]+[ \t]*\n((?:[01](?:[ \t]+[01])+[ \t]*(?:\n|$))+)", text)
    rows = [line.split() for line in match[1].splitlines()] if match else []
    return any("0" in row for row in rows) and all(len(row) == len(rows) for row in rows)


def sheets(text: str, file: str | None = None) -> Iterator[Sheet | InputError]:
    """The puzzles of a text, one after the other.

    Raises:
        InputError: the text does not begin with the number of a puzzle.
    """
    begin = re.match(r"\s*", text)
    if not looks_like(text):
        place = Word("", text.count("\n", 0, begin.end() if begin else 0) + 1, 1)
        Source("", file).fail("no number of a puzzle, expected a line such as $1", place)
    for first, part in parts(text, SEVERAL):
        if part.strip():
            try:
                yield _sheet(Source(part, file, first, Word("", first, 1)))
            except InputError as error:
                yield error


def _sheet(source: Source) -> Sheet:
    """The puzzle below a line with its number."""
    n_lines = len(source.lines) - 1
    if not source.lines[-1].strip():
        n_lines -= 1  # the empty text behind the last line end
    if n_lines % 2 and not source.line(source.first + n_lines).strip():
        n_lines -= 1  # a blank line before the next puzzle
    if n_lines % 2 or not n_lines:
        source.fail(f"{n_lines} clues, expected as many columns as rows", source.end)
    grid = source.rect(n_lines // 2, n_lines // 2, Word("", source.first, 1))
    clues = source.clues(grid, source.first + 1)
    return Sheet(source.puzzle(grid, BLACK_ON_WHITE, clues[grid.width :] + clues[: grid.width]))
