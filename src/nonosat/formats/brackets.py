"""Two lines of clues in brackets, rows and columns: `[1 2] [] [3]`."""

from __future__ import annotations

import re

from nonosat.errors import shown
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import MAX_LINES, PlacedBlock, Source, Word
from nonosat.model.nouns import count

_TOKEN = re.compile(r"[\[\]]|[^\s,\[\]]+")


def looks_like(text: str) -> bool:
    """True if a text begins with a list of numbers in brackets, and ends with one on another line."""
    return re.match(r"\s*\[[0-9 \t,]*\][ \t,\[]*", text) is not None and _ends_so(text.rstrip()[-1000:])


def _ends_so(tail: str) -> bool:
    """True if a text ends with a list of numbers in brackets, and not with two brackets as JSON does."""
    return re.search(r"\[[0-9 \t,]*\]$", tail) is not None and not re.search(r"\]\s*\]$", tail)


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    used = [number for number, line in enumerate(source.lines, 1) if line.strip()]
    if len(used) != 2:
        place = Word("", used[2], 1) if used[2:] else source.end
        source.fail(f"{count(len(used), 'line')}, expected two: the clues of the rows, and those of the columns", place)
    rows, columns = (_clues(source, number) for number in used)
    if not rows or not columns:
        source.fail("no clue, expected one in brackets for each row and column", Word("", used[bool(rows)], 1))
    grid = source.rect(len(rows), len(columns), Word("", used[0], 1))
    return Sheet(source.puzzle(grid, rows + columns))


def _clues(source: Source, number: int) -> list[list[PlacedBlock]]:
    """The clues on a line."""
    clues: list[list[PlacedBlock]] = []
    clue: list[Word] | None = None
    for word in source.words(number, pattern=_TOKEN):
        if word.text == "[" and clue is None:
            clue = []
        elif word.text == "]" and clue is not None:
            clues.append(source.plain(clue))
            clue = None
            if len(clues) > MAX_LINES:
                source.fail(f"too many clues, expected at most {MAX_LINES:,} in a line", word)
        elif clue is None or not word.text.isdecimal():
            source.fail(f"{shown(word.text)}, expected {'[' if clue is None else 'a number or ]'}", word)
        else:
            clue.append(word)
    if clue is not None:
        source.fail("a bracket that is not closed, expected ]", Word("", number, len(source.line(number)) + 1))
    return clues
