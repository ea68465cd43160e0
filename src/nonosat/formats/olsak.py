"""The format of Mirek and Petr Olšák's `grid` (`.g`).

    any text                          ignored, up to a line that begins with # or :
    #d                                colours follow; without it the picture is black on white
       <inchar>:<outchar> <colour>    0 is the background, 1 the colour of blocks that name none
    :                                 one clue per row follows: 5b 3r; 0 or an empty line is an empty clue
    :                                 one clue per column follows
    :                                 the end

A line `#t` before the first colon announces a triddler, a puzzle of triangles. It has six sections of clues, one for
each side of the outline, counter-clockwise from the top left corner, in the order of the lines of `TriGrid`; or in any
order, if they are named after the sides: `: TopLeft`, `: BottomLeft`, `: Bottom`, `: BottomRight`, `: TopRight` and
`: Top`. Every line of a section is a clue, also an empty one. At the end of the last section empty ones may be missing.

A colour such as `black/white`, a square that is cut into two triangles, is refused.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence

from nonosat.core.errors import PuzzleError, shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import clues_by_family
from nonosat.formats.source import LENGTH, PlacedBlock, Source, Word
from nonosat.formats.webpbn_triddler import SECTIONS, clues_by_section, grid_of_sections
from nonosat.model.nouns import count, joined
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.tri_grid import SIDE_NAMES, TriGrid

#: The names of the colours in files that are written.
INCHARS = string.ascii_lowercase + string.ascii_uppercase

_COLOR = re.compile(r"\s*(\S)\s*:(\S?)\s+(\S+)")
_BLOCK = re.compile(r"([0-9]{1,9})([^\s,0-9]?)")
_EXPECTED_BLOCK = "a length, and the character of a colour"
#: A line that begins with the name of a side that only a triddler has, without the mark of a triddler before it.
_SIDE = re.compile(r":\s*(top|bottom)\s*-?\s*(left|right)\b", re.IGNORECASE)


def looks_like(text: str) -> bool:
    """True if a text has lines that begin with a colon, and only text that may be ignored before them."""
    # A rule of an answer set program may begin with :- at the beginning of a line.
    match = re.search(r"^(#[dDtT]|:(?!-))", text, re.MULTILINE)
    return match is not None and re.compile(r"^:(?!-)", re.MULTILINE).search(text, match.end()) is not None


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    marks = [i for i, line in enumerate(source.lines, 1) if line[:1] == ":"]
    before = range(1, marks[0] if marks else source.last + 1)
    signs = {source.line(i)[:2].lower(): i for i in reversed(before) if source.line(i)[:1] == "#"}
    declared = range(signs["#d"] + 1, before.stop) if "#d" in signs else range(0)
    colors = _Colors(source, [number for number in declared if number != signs.get("#t")])
    if "#t" in signs:
        return _triddler(source, colors, marks)
    for mark in marks[:3]:
        if _SIDE.match(source.line(mark)):
            side = shown(source.line(mark)[1:].strip())
            source.fail(f"{side} is a side of a triddler, expected `#t` before the first colon", Word("", mark, 1))
    if len(marks) < 2:
        found = count(len(marks), "line")
        source.fail(f"{found} beginning with a colon, expected two: before the rows and before the columns", source.end)
    rows = range(marks[0] + 1, marks[1])
    columns = range(marks[1] + 1, marks[2] if marks[2:] else source.last + 1)
    for lines, what, mark in ((rows, "row", marks[0]), (columns, "column", marks[1])):
        if not lines:
            source.fail(f"no {what}s, expected a clue for each {what} below the colon", Word("", mark, 1))
    grid = source.rect(len(rows), len(columns), Word("", marks[0], 1))
    longest = max(len(rows), len(columns)) + 1
    return Sheet(source.puzzle(grid, colors.clues([*rows, *columns], longest), colors.palette()))


def _triddler(source: Source, colors: _Colors, marks: Sequence[int]) -> Sheet:
    """The puzzle of triangles whose sections begin below the lines `marks`."""
    if len(marks) < len(SECTIONS):
        found = count(len(marks), "line")
        source.fail(f"{found} beginning with a colon, expected six: one before the clues of each side", source.end)
    ends = [*marks[1:6], marks[6] if marks[6:] else max(source.last, marks[5]) + 1]
    named = [re.sub(r"[^a-z]", "", source.line(mark).lower()) for mark in marks[:6]]
    names = named if sorted(named) == sorted(SECTIONS) else SECTIONS
    lines = {name: range(mark + 1, end) for name, mark, end in zip(names, marks, ends, strict=False)}
    if not marks[6:]:
        # Empty clues at the end of the file may be missing; the lengths of the other sides tell their number.
        n = [len(lines[name]) for name in SECTIONS]
        i = SECTIONS.index(names[5])
        missing = n[(i + 2) % 6] + n[(i + 3) % 6] - n[(i + 5) % 6] - n[i]
        lines[names[5]] = range(marks[5] + 1, ends[5] + max(0, missing))
    try:
        grid, numbers = grid_of_sections(lines)
    except PuzzleError as error:
        source.fail(error.message, Word("", marks[0], 1))
    longest = max(len(grid.line(index)) for index in range(grid.n_lines)) + 1
    return Sheet(source.puzzle(grid, colors.clues(numbers, longest), colors.palette()))


def write(puzzle: Puzzle) -> str:
    """A puzzle that the format can express, as a text."""
    lines = []
    if isinstance(puzzle.grid, TriGrid):
        by_side = zip(SIDE_NAMES, clues_by_section(puzzle.grid, puzzle.clues).values(), strict=True)
        sections = {name.title().replace(" ", ""): clues for name, clues in by_side}
        lines.append("#t")
    else:
        sections = dict(zip(("rows", "columns"), clues_by_family(puzzle), strict=True))
    names = ["", *INCHARS]
    if puzzle.palette == BLACK_ON_WHITE:
        names = ["", ""]
    else:
        background, *others = puzzle.palette.colors
        lines += ["#d", f"   0:   {background}  background"]
        lines += (f"   {name}:{name}  {color}  {name}" for name, color in zip(names[1:], others, strict=False))
    for title, clues in sections.items():
        lines.append(f": {title}")
        lines += (" ".join(f"{length}{names[color]}" for length, color in clue) or "0" for clue in clues)
    return "\n".join([*lines, ": end"]) + "\n"


class _Colors:
    """The colours that lines below `#d` declare."""

    def __init__(self, source: Source, lines: Iterable[int]) -> None:
        self.source = source
        self.background = BLACK_ON_WHITE.colors[0]
        #: From the characters behind lengths to numbers of colours, and the colours in their order.
        self.numbers: dict[str, int] = {}
        self.values: list[str] = []
        declared: dict[str, str] = {}
        for number in lines:
            line = source.line(number)
            if not line.strip():
                continue
            match = _COLOR.match(line)
            color = rgb(match[3]) if match else None
            if match is None:
                word = Word(line, number, 1).stripped()
                source.fail(f"{shown(word.text)}, expected `<character>:<character> <colour>`", word)
            if color is None:
                message = f"colour {shown(match[3])}, expected {EXPECTED}"
                if re.search(r"[^/\\][/\\][^/\\]", match[3]):
                    cut = "a square cut into triangles, which is not supported; expected one colour"
                    message = f"{shown(match[3])}, {cut}"
                source.fail(message, Word("", number, match.start(3) + 1))
            source.add(declared, match[1], color, Word("", number, match.start(1) + 1))
            if match[1] == "0":
                self.background = color
            else:
                self.numbers["" if match[1] == "1" else match[1]] = len(self.values) + 1
                self.values.append(color)
        if not self.values:
            self.numbers, self.values = {"": 1}, [BLACK_ON_WHITE.colors[1]]

    def palette(self) -> Palette:
        return Palette((self.background, *self.values))

    def clues(self, numbers: Sequence[int], longest: int) -> list[list[PlacedBlock]]:
        """The clues on the lines of these numbers; more than `longest` blocks of a line are not read."""
        source, known = self.source, joined([name or "no letter" for name in self.numbers], "or")
        lines = (source.words(number, longest, LENGTH) for number in numbers)
        return [source.colored(words, self.numbers, _BLOCK, _EXPECTED_BLOCK, known) for words in lines]
