"""The text format of picross-solver: titles, and clues of one colour in brackets.

# a comment
GRID <title>        begins a puzzle; a file may hold several
ROWS                one clue per line follows: [ 1 2 ], an empty clue is [ ]
COLUMNS             likewise
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import clue_texts
from nonosat.formats.source import MAX_LINES, PlacedBlock, Source, Word, first_line
from nonosat.model.puzzle import Metadata, Puzzle

#: The beginning of a puzzle.
SEVERAL = r"^[ \t]*GRID\b.*$"
#: Several puzzles as one text.
file_text = "\n".join

_TOKEN = re.compile(r"[\[\]]|[^\s,\[\]]+")


def looks_like(text: str) -> bool:
    """True if a text begins with a title, behind comments, and has a line `ROWS` or `COLUMNS`."""
    begins = re.match(r"GRID\b", first_line(text)) is not None
    return begins and re.search(r"^[ \t]*(ROWS|COLUMNS)[ \t]*$", text, re.MULTILINE) is not None


def pieces(source: Source) -> Iterator[Source]:
    """The puzzles of a text."""
    return (part for part in source.parts(SEVERAL) if first_line(part.text))


def write(puzzle: Puzzle) -> str:
    """A puzzle that the format can express, as a text."""
    lines = [f"GRID {puzzle.metadata.title}".rstrip()]
    for name, clues in zip(("ROWS", "COLUMNS"), clue_texts(puzzle, " "), strict=True):
        lines += [name, *("[ ]" if clue == "0" else f"[ {clue} ]" for clue in clues)]
    return "\n".join(lines) + "\n"


def read(source: Source) -> Sheet:
    """The puzzle below its title."""
    title, section = "", ""
    clues: dict[str, list[list[PlacedBlock]]] = {"ROWS": [], "COLUMNS": []}
    for number in range(source.first, source.last + 1):
        words = source.words(number, 2)
        if not words or words[0].text.startswith("#"):
            continue
        key = words[0].text
        if key == "GRID":
            title = source.line(number).partition(key)[2]
        elif key in clues and not words[1:]:
            section = key
        elif not key.startswith("["):
            source.fail(f"{shown(key)}, expected GRID, ROWS, COLUMNS or a clue such as [ 1 2 ]", words[0])
        elif not section:
            source.fail("a clue without a section, expected a line ROWS or COLUMNS above it", words[0])
        elif len(clues[section]) == MAX_LINES:
            source.fail(f"too many {section.lower()}, expected at most {MAX_LINES:,}", words[0])
        else:
            clues[section].append(_clue(source, number))
    rows, columns = clues["ROWS"], clues["COLUMNS"]
    if not rows or not columns:
        missing = "COLUMNS" if rows else "ROWS"
        source.fail(f"no {missing.lower()}, expected a line {missing} and the clues below it", source.end)
    grid = source.rect(len(rows), len(columns))
    return Sheet(source.puzzle(grid, rows + columns, metadata=Metadata(title)))


def _clue(source: Source, number: int) -> list[PlacedBlock]:
    _, *lengths = source.words(number, pattern=_TOKEN)
    end = lengths.pop() if lengths and lengths[-1].text == "]" else None
    if end is None:
        source.fail("a clue that does not end, expected ]", Word("", number, len(source.line(number).rstrip()) + 1))
    return source.plain(lengths)
