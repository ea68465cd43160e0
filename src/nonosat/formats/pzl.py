"""Coloured puzzles as converters of images write them (`.pzl`); read only.

    <number of colours>
    #rrggbb                    one line for each; the first one is the background
    <rows> <columns>
    <count> <length> <red> <green> <blue> ...      one line for each row, then one for each column

Blank lines are ignored. If a block has the first colour, too, the background is white.
"""

from __future__ import annotations

import re

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import header
from nonosat.formats.source import Source, Word
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE, Palette

_WHITE = BLACK_ON_WHITE.colors[0]


def looks_like(text: str) -> bool:
    """True if a text begins with a number and a colour on two lines."""
    return re.match(r"\s*[0-9]{1,9}[ \t]*\n\s*#[0-9A-Fa-f]{6}[ \t]*\n", text) is not None


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _PzlReader(source)
    size = reader.words("the number of colours", 2)
    if len(size) != 1:
        source.fail(f"{shown(size[1].text)}, expected only the number of colours", size[1])
    n_colors = source.number(size[0], "the number of colours")
    for number in range(n_colors):
        reader.color(number, n_colors)
    sizes = reader.words("the number of rows and of columns", 3)
    grid = source.read_rect(*header(source, sizes, "`<rows> <columns>`"))
    longest = max(grid.height, grid.width)
    clues = [reader.clue(f"clue {at} of {grid.n_lines}", longest) for at in range(1, grid.n_lines + 1)]
    if (more := next(reader.used, None)) is not None:
        source.expect_end(more, f"the last of {grid.n_lines} clues")
    shift = int(reader.has_first)
    background, *colors = [_WHITE, *reader.numbers][1 - shift :] or [_WHITE]
    palette = Palette((background, *(colors or BLACK_ON_WHITE.colors[1:])))
    placed = [[source.block(length, color + shift, word) for length, color, word in clue] for clue in clues]
    return Sheet(source.puzzle(grid, placed, palette))


class _PzlReader:
    """One pass over the lines of a file that are not blank."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.used = iter([number for number in range(1, source.last + 1) if source.line(number).strip()])
        #: From colours to their numbers in the file, from 0.
        self.numbers: dict[str, int] = {}
        self.has_first = False

    def words(self, expected: str, at_most: int) -> list[Word]:
        """The first `at_most` words of the next line; `expected` describes the line in the error message."""
        number = next(self.used, None)
        if number is None:
            self.source.fail(f"the text ends, expected {expected}", self.source.end)
        return self.source.words(number, at_most)

    def color(self, number: int, n_colors: int) -> None:
        """Take up the next colour; `number` counts from 0."""
        word, *more = self.words(f"colour {number + 1} of {n_colors}", 2)
        if more or not re.fullmatch("#[0-9a-f]{6}", word.text.lower()):
            wrong = more[0] if more else word
            self.source.fail(f"{shown(wrong.text)}, expected colour {number + 1} of {n_colors} as #rrggbb", wrong)
        self.numbers.setdefault(word.text.lower(), len(self.numbers))

    def clue(self, name: str, longest: int) -> list[tuple[int, int, Word]]:
        """The length, the number of the colour in the file, and the place of each block of the next line."""
        source = self.source
        first, *words = self.words(name, 4 * longest + 6)
        n_blocks = source.number(first, "the number of blocks")
        if len(words) != 4 * n_blocks:
            source.fail(f"{count(len(words), 'number')} after {n_blocks}, expected {4 * n_blocks}", first)
        return [self.block(words[at : at + 4]) for at in range(0, len(words), 4)]

    def block(self, words: list[Word]) -> tuple[int, int, Word]:
        """The length, the number of the colour in the file, and the place of the block of four words."""
        source = self.source
        length, *levels = (source.number(word) for word in words)
        if max(levels) > 255:
            source.fail(f"colour {' '.join(map(str, levels))}, expected levels from 0 to 255", words[1])
        color = "#" + "".join(f"{level:02x}" for level in levels)
        if color not in self.numbers:
            source.fail(
                f"colour {color}, expected one of the {len(self.numbers)} that the head of the text declares", words[1]
            )
        self.has_first |= self.numbers[color] == 0
        return length, self.numbers[color], words[0]
