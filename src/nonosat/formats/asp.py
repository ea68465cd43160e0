"""Clues as facts of answer set programs (`.lp`).

    #const w = 5.             number of columns
    #const h = 4.             number of rows
    row_hint(1, 2, 3).        in row 1 the second block has 3 cells; all are counted from 1
    col_hint(4, 1, 2).        likewise for columns
    % a comment               up to the end of the line

or, where blocks may have colours,

    rows(4). cols(5).
    row(0, 1, r, 3).          lines and blocks are counted from 0 if one of these numbers is 0, and else from 1
    col(3, 0, "blue", 2).     without colours `col(3, 0, 2).`
    color(r, "#cc0000").      what colours look like, all of them in their order; without such facts, names such as red
                              and their first letters have the usual colours
    color(background, "#eeffee").

A line without a fact is empty. Other directives, such as `#show`, are ignored.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from nonosat.core.errors import shown
from nonosat.formats.color_syntax import EXPECTED, palette_of_names, rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import clues_by_family
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model.nouns import joined
from nonosat.model.palette import BLACK_ON_WHITE, Palette, letter
from nonosat.model.puzzle import Puzzle

_STATEMENT = re.compile(r"([^.\s][^.]*)(\.?)")
_CONSTANT = re.compile(r"#const\s+([a-z]\w*)\s*=\s*(\S+)\s*")
_ARGUMENT = r"\s*([^\s,()]+)\s*"
_BLOCK = re.compile(rf"(row|col(?:umn)?)(_hint)?\s*\({_ARGUMENT},{_ARGUMENT},(?:{_ARGUMENT},)?{_ARGUMENT}\)\s*")
_SIZE = re.compile(rf"(rows|col(?:umn)?s)\s*\({_ARGUMENT}\)\s*")
_COLOR = re.compile(rf"color\s*\({_ARGUMENT},{_ARGUMENT}\)\s*")
_NAME = re.compile(r'[a-z]\w*|"[^"]+"')
_BACKGROUND = "background"
_EXPECTED = "`row_hint(<row>, <number>, <length>).` or `col_hint(<column>, <number>, <length>).`"
_LINES = {"row": "row", "col": "column"}
#: The constants with the numbers of lines.
_CONSTANTS = {"col": "w", "row": "h"}
#: The number of names of colours that messages show.
_SHOWN = 30


def looks_like(text: str) -> bool:
    """True if a text has hints for rows or columns, or both sizes as constants or as facts."""
    if re.search(r"^[ \t]*(row|col)_hint[ \t]*\([ \t]*[0-9]", text, re.MULTILINE):
        return True
    sizes = (
        [rf"^[ \t]*#const\s+{name}\s*=\s*[0-9]+\s*\." for name in "wh"],
        [rf"\b{name}\s*\(\s*[0-9]+\s*\)\s*\." for name in ("rows", "col(umn)?s")],
    )
    return any(all(re.search(size, text, re.MULTILINE) for size in both) for both in sizes)


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _AspReader(source)
    for match in _STATEMENT.finditer(source.without_comments("%")):
        statement = source.found(match, 1)
        if not match[2]:
            source.fail(f"{shown(statement.text.strip())} does not end, expected a full stop", statement)
        reader.take(match, statement)
    width, height = reader.size("col"), reader.size("row")
    grid = source.read_rect(height, width)
    sizes = {"row": grid.height, "col": grid.width}
    first = reader.first_number()
    for (kind, number), facts in reader.blocks.items():
        last = first + sizes[kind] - 1
        if not first <= number <= last:
            message = f"{_LINES[kind]} {number}, expected a number from {first} to {last}"
            source.fail(message, next(iter(facts.values())).place)
    palette, numbers = reader.palette()
    clues = [reader.clue(kind, first + i, first, numbers) for kind, size in sizes.items() for i in range(size)]
    return Sheet(source.puzzle(grid, clues, palette))


def write(puzzle: Puzzle) -> str:
    """A puzzle that the format can express, as a text."""
    rows, columns = clues_by_family(puzzle)
    if puzzle.palette == BLACK_ON_WHITE:
        suffix, first, names = "_hint", 1, ["", ""]
        lines = [f"#const w = {len(columns)}.", f"#const h = {len(rows)}."]
    else:
        suffix, first, names = "", 0, [_BACKGROUND, *map(letter, range(1, puzzle.n_colors + 1))]
        lines = [f"rows({len(rows)}). cols({len(columns)})."]
        lines += (f'color({name}, "{value}").' for name, value in zip(names, puzzle.palette.colors, strict=True))
    for kind, clues in (("row", rows), ("col", columns)):
        lines.append("")
        for number, clue in enumerate(clues, first):
            for at, (length, color) in enumerate(clue, first):
                words = filter(None, (str(number), str(at), names[color], str(length)))
                lines.append(f"{kind}{suffix}({', '.join(words)}).")
    return "\n".join(lines) + "\n"


class _Fact(NamedTuple):
    """A block: its length, the name of its colour, empty if it has none, and the whole fact."""

    length: int
    color: str
    place: Word


class _AspReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.constants: dict[str, Word] = {}
        self.sizes: dict[str, Word] = {}
        self.colors: dict[str, str] = {}
        #: From `row` or `col` and the number of the line to the blocks by their number.
        self.blocks: dict[tuple[str, int], dict[int, _Fact]] = {}
        self.has_hints = False

    def take(self, match: re.Match[str], statement: Word) -> None:
        """Take up a statement, the first group of a match; the word is without the full stop behind it."""
        source = self.source
        text, span = match.string, match.span(1)
        if block := _BLOCK.fullmatch(text, *span):
            kind = block[1][:3]
            line, at, length = (source.number(source.found(block, i)) for i in (3, 4, 6))
            facts = self.blocks.setdefault((kind, line), {})
            if at in facts:
                source.fail(f"a second fact for block {at} of {_LINES[kind]} {line}, expected one", statement)
            color = self.name(source.found(block, 5)).text if block[5] else ""
            facts[at] = _Fact(length, color, statement)
            self.has_hints = self.has_hints or block[2] is not None
        elif size := _SIZE.fullmatch(text, *span):
            source.add(self.sizes, f"{size[1][:3]}s", source.found(size, 2), source.found(size, 1))
        elif constant := _CONSTANT.fullmatch(text, *span):
            source.add(self.constants, constant[1], source.found(constant, 2), source.found(constant, 1))
        elif color_fact := _COLOR.fullmatch(text, *span):
            name, value = self.name(source.found(color_fact, 1)), source.found(color_fact, 2)
            color_value = rgb(value.text.strip('"'))
            if color_value is None:
                source.fail(f"colour {shown(value.text)}, expected {EXPECTED}", value)
            source.add(self.colors, name.text, color_value, name)
        elif not statement.text.startswith("#"):
            source.fail(f"{shown(statement.text.strip())}, expected {_EXPECTED}", statement)

    def name(self, word: Word) -> Word:
        """The name of a colour, without the quotes that it may have."""
        if not _NAME.fullmatch(word.text):
            self.source.fail(f'colour {shown(word.text)}, expected a name such as red, r or "red"', word)
        return word._replace(text=word.text.strip('"'))

    def size(self, kind: str) -> Word:
        """The number of rows (`row`) or columns (`col`) as it is written."""
        constant = _CONSTANTS[kind]
        places = ((self.constants, constant), (self.sizes, f"{kind}s"))
        found = [words[key] for words, key in places if key in words]
        if not found:
            self.source.fail(f"no {constant}, expected `#const {constant} = <number>.`", self.source.end)
        if found[1:]:
            message = f"a number of {_LINES[kind]}s besides the constant {constant}, expected one of them"
            self.source.fail(message, found[1])
        return found[0]

    def first_number(self) -> int:
        """The number of the first line, and of the first block of a clue."""
        has_zero = any(line == 0 or 0 in facts for (_, line), facts in self.blocks.items())
        return 0 if has_zero and not self.has_hints else 1

    def palette(self) -> tuple[Palette, dict[str, int]]:
        """The palette, and the numbers of its colours by name."""
        background = self.colors.pop(_BACKGROUND, BLACK_ON_WHITE.colors[0])
        names = dict.fromkeys(self.colors or (fact.color for facts in self.blocks.values() for fact in facts.values()))
        if len(names) > 1:
            names.pop("", None)  # a block without a colour is refused where others have one
        values = self.colors.values() or palette_of_names(list(names) or [""]).colors[1:]
        return Palette((background, *values)), {name: number for number, name in enumerate(names, 1)}

    def clue(self, kind: str, line: int, first: int, numbers: dict[str, int]) -> list[PlacedBlock]:
        """The clue of a row (`row`) or a column (`col`); the blocks of a clue are numbered from `first`."""
        facts = self.blocks.get((kind, line), {})
        blocks = []
        for at, found in enumerate(sorted(facts), first):
            length, color, place = facts[found]
            if found != at:
                self.source.fail(f"block {found} of {_LINES[kind]} {line}, expected block {at} before it", place)
            if length == 0 and len(facts) == 1:
                return []
            if color not in numbers:
                name = f"colour {shown(color)}" if color else "no colour"
                self.source.fail(f"{name}, expected {joined(list(islice(numbers, _SHOWN)), 'or')}", place)
            blocks.append(self.source.block(length, numbers[color], place))
        return blocks
