"""Square puzzles of one colour, many in a file, as the tournaments of TAAI (Taiwan) use them; read only.

$<number>             begins a puzzle
one clue per line     lengths separated by tabs; an empty line is an empty clue; columns, then rows
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.formats.sheet import Sheet
from nonosat.formats.source import Source, Word

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


def pieces(source: Source) -> Iterator[Source]:
    """The puzzles of a text.

    Raises:
        InputError: the text does not begin with the number of a puzzle.
    """
    if not looks_like(source.text):
        blank = len(source.text) - len(source.text.lstrip())
        source.fail(
            "no number of a puzzle, expected a line such as $1", Word("", source.text.count("\n", 0, blank) + 1, 1)
        )
    return (part for part in source.parts(SEVERAL) if part.text.strip())


def read(source: Source) -> Sheet:
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
    return Sheet(source.puzzle(grid, clues[grid.width :] + clues[: grid.width]))
