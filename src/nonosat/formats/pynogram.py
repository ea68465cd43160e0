"""The format of pynogram, sections of a configuration file; read only.

[colors]
b = (blue) *          a colour by name or numbers, and the character that shows it; without any, black on white
[clues]
columns =
1r 5b             one clue per line or between commas; 0 is an empty clue; blank lines and # lines are ignored
rows =
...
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from nonosat.errors import shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import MAX_LINES, PlacedBlock, Source, Word
from nonosat.model.palette import BLACK_ON_WHITE, Palette

_SECTION = re.compile(r"\s*\[(\w+)\]\s*")
_ENTRY = re.compile(r"\s*(\w+)\s*[=:](.*)")
_COLOR = re.compile(r"\s*(?:\(([^)]*)\)|(\S+))(\s+\S)?\s*")
_BLOCK = re.compile(r"([0-9]{1,9})([a-zA-Z]\w*)?")


def looks_like(text: str) -> bool:
    """Whether a text has the section of clues."""
    return re.search(r"^\[clues\][ \t]*$", text, re.MULTILINE) is not None


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a text describes.

    Raises:
        InputError: with line and column of the first error.
    """
    yield _PynogramReader(Source(text, file)).sheet()


class _PynogramReader:
    """One pass over the lines of a file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.colors: dict[str, str] = {}
        self.clues: dict[str, list[list[Word]]] = {"rows": [], "columns": []}

    def sheet(self) -> Sheet:
        """The puzzle of the file."""
        source = self.source
        section, key = "", ""
        for number, line in enumerate(source.lines, 1):
            # In the section of colours # may begin a colour.
            content = line.partition("#")[0] if section == "clues" or line.lstrip()[:1] == "#" else line
            if not content.strip():
                continue
            if match := _SECTION.fullmatch(content):
                section, key = match[1], ""
            elif section in ("colors", "colours"):
                self.color(number, content)
            elif section == "clues":
                if match := _ENTRY.fullmatch(content):
                    key = match[1]
                    if key not in self.clues:
                        source.fail(f"{shown(key)}, expected rows or columns", Word(key, number, match.start(1) + 1))
                    content = " " * match.start(2) + match[2]
                self.add(number, content, key)
        rows, columns = self.clues["rows"], self.clues["columns"]
        if not rows or not columns:
            missing = "columns" if rows else "rows"
            source.fail(f"no {missing}, expected `{missing} =` and the clues below it", source.end)
        grid = source.rect(len(rows), len(columns))
        palette = Palette((BLACK_ON_WHITE.colors[0], *(self.colors.values() or BLACK_ON_WHITE.colors[1:])))
        numbers = {name: number for number, name in enumerate(self.colors or [""], 1)}
        clues = [self.clue(words, numbers) for words in (*rows, *columns)]
        return Sheet(source.puzzle(grid, palette, clues))

    def color(self, number: int, content: str) -> None:
        """Take up the colour that a line declares."""
        match = _ENTRY.fullmatch(content)
        value = _COLOR.fullmatch(match[2]) if match else None
        if match is None or value is None:
            place = Word("", number, len(content) - len(content.lstrip()) + 1)
            self.source.fail(f"{shown(content.strip())}, expected `<name> = (<colour>) <character>`", place)
        color = rgb(value[1] or value[2] or "")
        if color is None:
            place = Word("", number, match.start(2) + 1)
            self.source.fail(f"colour {shown(match[2].strip())}, expected {EXPECTED}", place)
        self.colors[match[1]] = color

    def add(self, number: int, content: str, key: str) -> None:
        """Take up the clues of a line."""
        column = 0
        for piece in content.split(","):
            words = [Word(m[0], number, column + m.start() + 1) for m in re.finditer(r"\S+", piece)]
            column += len(piece) + 1
            if words and not key:
                self.source.fail(f"{shown(words[0].text)}, expected `rows =` or `columns =` before it", words[0])
            if words:
                self.clues[key].append(words)
            if len(self.clues.get(key, ())) > MAX_LINES:
                self.source.fail(f"too many {key}, expected at most {MAX_LINES:,}", Word("", number, 1))

    def clue(self, words: list[Word], numbers: dict[str, int]) -> list[PlacedBlock]:
        """The clue that words are; `numbers` has the colours by their names."""
        if len(words) == 1 and words[0].text == "0":
            return []
        blocks = []
        for word in words:
            match = _BLOCK.fullmatch(word.text)
            if match is None:
                self.source.fail(f"block {shown(word.text)}, expected a length such as 3 or 3b", word)
            name = match[2] or ""
            if name not in numbers:
                known = ", ".join(filter(None, islice(numbers, 30))) or "lengths alone, as there are no colours"
                self.source.fail(f"colour {shown(name)} of block {shown(word.text)}, expected {known}", word)
            blocks.append(self.source.block(int(match[1]), numbers[name], word))
        return blocks
