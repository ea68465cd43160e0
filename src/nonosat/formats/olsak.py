"""The format of Mirek and Petr Olšák's `grid` (`.g`).

    any text                          ignored, up to a line that begins with # or :
    #d                                colours follow; without it the picture is black on white
       <inchar>:<outchar> <colour>    0 is the background, 1 the colour of blocks that name none
    :                                 one clue per row follows: 5b 3r; 0 or an empty line is an empty clue
    :                                 one clue per column follows
    :                                 the end

Two kinds of triangles are refused: `#t` announces a triddler, a grid of triangles, and a colour such as `black/white`
is a square that is cut into two triangles.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from nonosat.errors import shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The names of the colours in files that are written.
INCHARS = string.ascii_lowercase + string.ascii_uppercase

_COLOR = re.compile(r"\s*(\S)\s*:(\S?)\s+(\S+)")
_WORD = re.compile(r"[^\s,]+")
_BLOCK = re.compile(r"([0-9]{1,9})([^\s,0-9]?)")
#: A line that begins with the mark of a triddler, or with the name of a side that only a triddler has.
_TRIDDLER = re.compile(r"#t|:\s*(top|bottom)\s*-?\s*(left|right)\b", re.IGNORECASE)


def looks_like(text: str) -> bool:
    """Whether a text has lines that begin with a colon, and only text that may be ignored before them."""
    match = re.search(r"^(#[dDtT]|:)", text, re.MULTILINE)
    return match is not None and re.search(r"^:", text[match.end() :], re.MULTILINE) is not None


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a text describes.

    Raises:
        InputError: with line and column of the first error; or it is a triddler.
    """
    source = Source(text, file)
    marks = [i for i, line in enumerate(source.lines, 1) if line[:1] == ":"]
    first = next((i for i, line in enumerate(source.lines, 1) if line[:1] in ("#", ":")), None)
    kind = source.line(first)[:2].lower() if first else ""
    end = marks[2] if marks[2:] else source.last
    for number in range(first or 1, end + 1):
        if _TRIDDLER.match(source.line(number)):
            message = "a triddler, a grid of triangles, which is not supported; expected rows and columns"
            source.fail(message, Word("", number, 1))
    if len(marks) < 2:
        found = count(len(marks), "line")
        source.fail(f"{found} beginning with a colon, expected two, before rows and columns", source.end)
    colors = _Colors(source, range(first + 1, marks[0]) if first and kind == "#d" else range(0))
    rows = range(marks[0] + 1, marks[1])
    columns = range(marks[1] + 1, marks[2] if marks[2:] else source.last + 1)
    for lines, what, mark in ((rows, "row", marks[0]), (columns, "column", marks[1])):
        if not lines:
            source.fail(f"no {what}, expected a clue per {what} below the colon", Word("", mark, 1))
    grid = source.rect(len(rows), len(columns), Word("", marks[0], 1))
    longest = max(len(rows), len(columns)) + 1
    clues = [_clue(source, source.words(i, longest, _WORD), colors) for lines in (rows, columns) for i in lines]
    yield Sheet(source.puzzle(grid, colors.palette(), clues))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:  # noqa: ARG001 - there is no place for it
    """A puzzle that the format can express, as a text."""
    lines = []
    names = ["", *INCHARS]
    if puzzle.palette == BLACK_ON_WHITE:
        names = ["", ""]
    else:
        background, *others = puzzle.palette.colors
        lines += ["#d", f"   0:   {background}  background"]
        lines += (f"   {name}:{name}  {color}  {name}" for name, color in zip(names[1:], others, strict=False))
    for title, family in zip(("rows", "columns"), puzzle.grid.families, strict=True):
        lines.append(f": {title}")
        for clue in puzzle.clues[family.start : family.stop]:
            lines.append(" ".join(f"{length}{names[color]}" for length, color in clue) or "0")
    return "\n".join([*lines, ": end"]) + "\n"


class _Colors:
    """The colours that lines below `#d` declare."""

    def __init__(self, source: Source, lines: range) -> None:
        self.background, self.default = BLACK_ON_WHITE.colors[0], ""
        #: From the characters behind lengths to numbers of colours, and the colours in their order.
        self.numbers: dict[str, int] = {}
        self.values: list[str] = []
        for number in lines:
            line = source.line(number)
            if not line.strip():
                continue
            match = _COLOR.match(line)
            color = rgb(match[3]) if match else None
            if match is None:
                source.fail(
                    f"{shown(line.strip())}, expected `<character>:<character> <colour>`",
                    Word("", number, len(line) - len(line.lstrip()) + 1),
                )
            if color is None and re.search(r"[^/\\][/\\][^/\\]", match[3]):
                message = f"{shown(match[3])}, a square cut into triangles, which is not supported; expected one colour"
                source.fail(message, Word("", number, match.start(3) + 1))
            if color is None:
                source.fail(f"colour {shown(match[3])}, expected {EXPECTED}", Word("", number, match.start(3) + 1))
            if match[1] == "0":
                self.background = color
            else:
                self.numbers["" if match[1] == "1" else match[1]] = len(self.values) + 1
                self.values.append(color)
        if not self.values:
            self.numbers, self.values = {"": 1}, [BLACK_ON_WHITE.colors[1]]

    def palette(self) -> Palette:
        """The colours in their order, the background first."""
        return Palette((self.background, *self.values))


def _clue(source: Source, words: list[Word], colors: _Colors) -> list[PlacedBlock]:
    """The clue that words are."""
    if len(words) == 1 and words[0].text == "0":
        return []
    blocks = []
    for word in words:
        match = _BLOCK.fullmatch(word.text)
        if match is None:
            source.fail(f"block {shown(word.text)}, expected a length, and the character of a colour", word)
        if match[2] not in colors.numbers:
            known = ", ".join(name or "none" for name in colors.numbers)
            source.fail(f"colour {shown(match[2])} of block {shown(word.text)}, expected one of {known}", word)
        blocks.append(source.block(int(match[1]), colors.numbers[match[2]], word))
    return blocks
