"""Clues of one colour as numbers, with a blank line or a comment between rows and columns; read only.

one clue per row      lengths separated by blanks or commas, with a 0 at the end or not; 0 is an empty clue
(an empty line, or lines that begin with #)
one clue per column

The number of lines is the size of the grid. So webpbn.com writes puzzles for the solvers named ish, keen and syro.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.plain import without_end
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import Source, Word
from nonosat.model.nouns import count

_LENGTH = re.compile(r"[^\s,]+")


def looks_like(text: str) -> bool:
    """True if a text is lines of numbers, with blank ones or comments in one place between them."""
    clues = re.sub(r"^#.*", "", text, flags=re.MULTILINE)
    return re.fullmatch(r"[0-9,\s]*", clues) is not None and len(_sections(text.split("\n"))) == 2


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    sections = _sections(source.lines)
    if len(sections) != 2:
        place = Word("", sections[2][0], 1) if sections[2:] else source.end
        found = count(len(sections), "section")
        source.fail(f"{found}, expected two with a blank line between them: the rows and the columns", place)
    rows, columns = sections
    grid = source.rect(len(rows), len(columns))
    longest = max(grid.height, grid.width) + 2
    clues = [source.plain(without_end(source.words(number, longest, _LENGTH))) for number in (*rows, *columns)]
    return Sheet(source.puzzle(grid, clues))


def _sections(lines: Sequence[str]) -> list[range]:
    """The numbers, from 1, of lines of clues, in sections with blank lines or comments between them."""
    sections: list[range] = []
    is_blank = True
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            is_blank = True
        elif is_blank:
            sections.append(range(number, number + 1))
            is_blank = False
        else:
            sections[-1] = range(sections[-1].start, number + 1)
    return sections
