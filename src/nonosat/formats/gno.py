"""Files of the program gnonograms (`.gno`): sections, whose names may be cut to three letters.

    [Description]        title, author, date and difficulty, one a line; the last two are ignored
    [License]            one line
    [Dimensions]         number of rows, number of columns, one a line
    [Row clues]          one clue a line, 1, 2; an empty clue is 0
    [Column clues]       likewise
    [Solution grid]      one row a line: 1 is an empty cell, 2 a filled one, separated by blanks

Blank lines are ignored, except in the description, and so are other sections, such as the cells that a player has
marked. Texts are written with %5B, %5D and %25 for brackets and percent signs.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.picture_text import read_solution
from nonosat.formats.plain import clue_texts
from nonosat.formats.source import LENGTH, PlacedBlock, Source, Word
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle

_SECTION = re.compile(r"\s*\[([^\[\]]*)\]\s*")
#: The sections that are read, by their first letters, and the name of any other one.
_KNOWN = ("DES", "LIC", "DIM", "ROW", "COL", "SOL")
_IGNORED = "ignored"
#: A third line of the description without an author before it.
_DATE = re.compile(r"[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}")
#: The signs of empty and of filled cells.
_CELLS = ("1", "2")


def looks_like(text: str) -> bool:
    """True if a text has the sections of the sizes and of the rows, behind other sections alone."""
    names = re.findall(r"^[ \t]*\[([A-Za-z]{3})[^\[\]\n]*\][ \t]*$", text, re.MULTILINE)
    return text.lstrip()[:1] == "[" and {"DIM", "ROW"} <= {name.upper() for name in names}


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _GnoReader(source)
    sizes = [reader.only_word(number, "a size") for number in reader.lines("DIM", "Dimensions")]
    if len(sizes) != 2:
        place = sizes[2] if sizes[2:] else _place(reader.sections["DIM"].start - 1)
        source.fail(f"{count(len(sizes), 'size')}, expected two: the numbers of rows and columns", place)
    grid = source.read_rect(*sizes)
    rows = reader.clues("ROW", "Row clues", grid.height, grid.width)
    columns = reader.clues("COL", "Column clues", grid.width, grid.height)
    puzzle = source.puzzle(grid, rows + columns, metadata=reader.metadata())
    if "SOL" not in reader.sections:
        return Sheet(puzzle)
    numbers, place = reader.lines("SOL", "Solution grid"), _place(reader.sections["SOL"].start - 1)
    return Sheet(puzzle, read_solution(source, numbers, grid, _CELLS, place))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """A puzzle that the format can express, as a text."""
    rows, columns = clue_texts(puzzle, ", ")
    lines = []
    title, author = _escaped(puzzle.metadata.title), _escaped(puzzle.metadata.author)
    if title or author:
        lines += ["[Description]", title]
    if author:
        # A name that looks like a date would be read as one.
        lines.append(f"%{ord(author[0]):x}{author[1:]}" if _DATE.match(author) else author)
    if puzzle.metadata.license:
        lines += ["[License]", _escaped(puzzle.metadata.license)]
    lines += ["[Dimensions]", str(len(rows)), str(len(columns))]
    lines += ["[Row clues]", *rows, "[Column clues]", *columns]
    if goal is not None:
        lines += ["[Solution grid]", *(" ".join(_CELLS[color] for color in row) for row in goal.rows())]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """A text without the brackets that begin a section."""
    return text.replace("%", "%25").replace("[", "%5B").replace("]", "%5D")


class _GnoReader:
    """The sections of a file, each by the first letters of its name, with the numbers of its lines."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.sections: dict[str, range] = {}
        name = ""
        for number in range(1, source.last + 1):
            if match := _SECTION.fullmatch(source.line(number)):
                name = match[1].strip()[:3].upper()
                if name in _KNOWN:
                    source.add(self.sections, name, range(number + 1, number + 1), _place(number))
                else:
                    name = _IGNORED
            elif name == _IGNORED:
                continue
            elif name:
                self.sections[name] = range(self.sections[name].start, number + 1)
            elif source.line(number).strip():
                source.fail("text before the first section, expected a section such as [Dimensions]", _place(number))

    def lines(self, key: str, name: str) -> list[int]:
        """The numbers of the lines of a section that are not blank."""
        if key not in self.sections:
            self.source.fail(f"the section [{name}] is missing", self.source.end)
        return [number for number in self.sections[key] if self.source.line(number).strip()]

    def only_word(self, number: int, what: str) -> Word:
        word, *more = self.source.words(number, 2)
        if more:
            self.source.fail(f"{shown(more[0].text)} after {what}, expected the end of the line", more[0])
        return word

    def clues(self, key: str, name: str, n_lines: int, n_cells: int) -> list[list[PlacedBlock]]:
        """The clues of a section for `n_lines` lines of `n_cells` cells; `name` is that of the section in messages."""
        source = self.source
        numbers = self.lines(key, name)
        if len(numbers) != n_lines:
            place = _place(numbers[n_lines] if numbers[n_lines:] else self.sections[key].start - 1)
            source.fail(f"{count(len(numbers), 'clue')} in [{name}], expected {n_lines} (an empty clue is 0)", place)
        return [source.plain(source.words(number, n_cells + 1, LENGTH)) for number in numbers]

    def metadata(self) -> Metadata:
        """Title and author, which have fixed lines, and the licence."""
        texts = [self.source.line(number).strip() for number in self.sections.get("DES", ())]
        title, author, *_ = [*texts, "", ""]
        entries = {"title": title, "author": "" if _DATE.match(author) else author}
        if licence := self.sections.get("LIC"):
            entries["license"] = self.source.line(licence[0])
        return Metadata(**{name: unquote(text) for name, text in entries.items()})


def _place(number: int) -> Word:
    return Word("", number, 1)
