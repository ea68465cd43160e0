"""Data files of MiniZinc models (`.dzn`), in the two forms that models of nonograms use; read only.

Cells, one number for each of the shortest filling: 1 for a coloured cell, 0 between two blocks, -1 to fill up:

    rows = [| 1,1,1,0,1, -1,-1 | 1,0,1,0,1,0,1 |];        and cols likewise

Lengths, filled up with zeros:

    rows = 2;  row_rule_len = 3;  row_rules = array2d(1..rows, 1..row_rule_len, [0,3,1, 1,1,1]);     and cols likewise

Other entries and comments, from % on, are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from nonosat.errors import shown
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model import nouns
from nonosat.model.palette import BLACK_ON_WHITE

_ENTRY = re.compile(r"\s*([A-Za-z_]\w*)\s*=([^;]*)(;?)")
_TOKEN = re.compile(r"-?\w+|\S")
_NUMBER = re.compile("-?[0-9]{1,9}")


def looks_like(text: str) -> bool:
    """True if a text has an entry for the rows that ends with a semicolon or begins an array."""
    text = re.sub(r"^[ \t]*%[^\n]*\n", "", text[:100_000], flags=re.MULTILINE)
    return (
        re.match(r"\s*[A-Za-z_]\w*\s*=", text) is not None
        and re.search(r"\b(rows|row_rules)\s*=\s*(\[|[0-9]|array2d)", text) is not None
        and (";" in text)
    )


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a text describes.

    Raises:
        InputError: with line and column of the first error.
    """
    reader = _DznReader(text, file)
    rows, columns = reader.clues("row"), reader.clues("col")
    grid = reader.source.rect(len(rows), len(columns))
    yield Sheet(reader.source.puzzle(grid, BLACK_ON_WHITE, rows + columns))


class _DznReader:
    """The entries of a file, each with the place where its value begins."""

    def __init__(self, text: str, file: str | None) -> None:
        self.source = Source(text, file)
        # Comments become blanks, so that all places stay the same.
        self.text = re.sub("%[^\n]*", lambda match: " " * len(match[0]), text)
        self.entries: dict[str, tuple[int, str]] = {}
        at = 0
        while match := _ENTRY.match(self.text, at):
            if not match[3]:
                self.source.fail(f"{match[1]} does not end, expected ;", self.source.end)
            self.entries[match[1]] = match.start(2), match[2]
            at = match.end()
        if rest := re.compile(r"\S+").search(self.text, at):
            self.source.fail(f"{shown(rest[0])}, expected `<name> = <value>;`", self.place(rest.start(), rest[0]))

    def place(self, at: int, text: str = "") -> Word:
        """The line and the column of a position in the text."""
        line = self.text.count("\n", 0, at)
        return Word(text, line + 1, at - self.text.rfind("\n", 0, at))

    def clues(self, name: str) -> list[list[PlacedBlock]]:
        """The clues of all rows (`row`) or columns (`col`)."""
        rules, lines = f"{name}_rules", f"{name}s"
        if rules in self.entries:
            return self.lengths(rules, self.size(lines), self.size(f"{name}_rule_len"))
        if lines not in self.entries:
            expected = f"`{lines} = [| ... |];` or `{rules} = ...;`"
            self.source.fail(f"no entry for the {lines}, expected {expected}", self.source.end)
        return [self.blocks(line) for line in self.lines(lines)]

    def size(self, name: str) -> int:
        """The value of an entry that is a number."""
        if name not in self.entries:
            self.source.fail(f"no {name}, expected `{name} = <number>;`", self.source.end)
        at, text = self.entries[name]
        word = self.place(at + len(text) - len(text.lstrip()), text.strip())
        return self.source.number(word)

    def words(self, name: str) -> Iterator[Word]:
        """The words and signs of an entry's value, with their places."""
        at, text = self.entries[name]
        line = self.text.count("\n", 0, at) + 1
        begin = self.text.rfind("\n", 0, at) + 1
        for content in text.split("\n"):
            for match in _TOKEN.finditer(content):
                yield Word(match[0], line, at + match.start() - begin + 1)
            at += len(content) + 1
            line, begin = line + 1, at

    def number(self, word: Word, expected: str) -> int:
        """The number, positive or negative, that a word stands for."""
        if not _NUMBER.fullmatch(word.text):
            self.source.fail(f"{shown(word.text)}, expected {expected}", word)
        return int(word.text)

    def lines(self, name: str) -> list[list[Word]]:
        """The numbers of an entry's matrix `[| 1, 2 | 3, 4 |]`, line by line."""
        words = [word for word in self.words(name) if word.text != ","]
        signs = "".join(word.text for word in (*words[:2], *words[-2:]))
        if len(words) < 4 or signs != "[||]":
            self.source.fail(
                f"value of {name}, expected a matrix such as [| 1, 0, 1 | 1, -1, -1 |]",
                words[0] if words else self.place(self.entries[name][0]),
            )
        found: list[list[Word]] = [[]]
        for word in words[2:-2]:
            if word.text == "|":
                found.append([])
            else:
                found[-1].append(word)
        return found

    def blocks(self, line: list[Word]) -> list[PlacedBlock]:
        """The blocks of a line that is written cell by cell."""
        blocks: list[PlacedBlock] = []
        length = 0
        for word, following in zip_longest(line, line[1:]):
            value = self.number(word, "1 for a cell, 0 between blocks or -1 behind them")
            if value not in (-1, 0, 1):
                self.source.fail(f"{value}, expected 1 for a cell, 0 between blocks or -1 behind them", word)
            length = length + 1 if value == 1 else 0
            if length and (following is None or following.text != "1"):
                blocks.append(self.source.block(length, 1, word))
        return blocks

    def lengths(self, name: str, count: int, each: int) -> list[list[PlacedBlock]]:
        """The blocks of `count` lines from an array that has `each` lengths for each of them."""
        words = list(self.words(name))
        # The ranges of `array2d(1..rows, 1..n, [...])` repeat the sizes.
        begin = next((i for i, word in enumerate(words) if word.text == "["), len(words))
        inner = [word for word in words[begin:] if word.text not in (",", "|", "[", "]", ")")]
        if len(inner) != count * each or not count:
            self.source.fail(
                f"{nouns.count(len(inner), 'number')} in {name}, expected {count} times {each}",
                words[0] if words else self.place(self.entries[name][0]),
            )
        numbers = [(self.source.number(word), word) for word in inner]
        return [
            [self.source.block(length, 1, word) for length, word in numbers[i * each : (i + 1) * each] if length]
            for i in range(count)
        ]
