"""Data files of MiniZinc models (`.dzn`), in the two forms that models of nonograms use; read only.

Cells, one number for each of the shortest filling: 1 for a coloured cell, 0 between two blocks, -1 to fill up:

    rows = [| 1,1,1,0,1, -1,-1 | 1,0,1,0,1,0,1 |];        and cols likewise

Lengths, filled up with zeros:

    rows = 2;  row_rule_len = 3;  row_rules = array2d(1..rows, 1..row_rule_len, [0,3,1, 1,1,1]);     and cols likewise

Other entries and comments, from % on, are ignored.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import NoReturn

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model import nouns

_ENTRY = re.compile(r"\s*([A-Za-z_]\w*)\s*=([^;]*)(;?)")
_TOKEN = re.compile(r"-?\w+|\S")
_TRIMMED = re.compile(r"\s*((?:.*\S)?)", re.DOTALL)
#: What may stand before the numbers; the ranges repeat the sizes.
_RANGES = re.compile(r"(?:array2d\((?:1\.\.)?(\w+),(?:1\.\.)?(\w+),)?")
_NUMBER = re.compile("-?[0-9]{1,9}")


def looks_like(text: str) -> bool:
    """True if a text has an entry for the rows that ends with a semicolon or begins an array."""
    text = re.sub(r"^[ \t]*%[^\n]*\n", "", text[:100_000], flags=re.MULTILINE)
    return (
        re.match(r"\s*[A-Za-z_]\w*\s*=", text) is not None
        and re.search(r"\b(rows|row_rules)\s*=\s*(\[(?!\s*\[)|[0-9]|array2d)", text) is not None
        and (";" in text)
    )


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _DznReader(source)
    rows, columns = reader.clues("row"), reader.clues("col")
    return Sheet(source.puzzle(source.rect(len(rows), len(columns)), rows + columns))


class _DznReader:
    """The entries of a file, each as the match whose second group is its value."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.without_comments("%")
        self.entries: dict[str, re.Match[str]] = {}
        at = 0
        while match := _ENTRY.match(self.text, at):
            if not match[3]:
                source.fail(f"{match[1]} does not end, expected ;", source.end)
            source.add(self.entries, match[1], match, source.found(match, 1))
            at = match.end()
        if rest := re.compile(r"\S+").search(self.text, at):
            source.fail(f"{shown(rest[0])}, expected `<name> = <value>;`", source.found(rest))

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
        if name not in self.entries:
            self.source.fail(f"no {name}, expected `{name} = <number>;`", self.source.end)
        value = _TRIMMED.match(self.text, *self.entries[name].span(2))
        assert value is not None, "it matches any text"
        return self.source.number(self.source.found(value, 1))

    def words(self, name: str) -> list[Word]:
        """The words and signs of an entry's value, with their places."""
        return [self.source.found(match) for match in _TOKEN.finditer(self.text, *self.entries[name].span(2))]

    def refuse(self, name: str, words: list[Word], message: str) -> NoReturn:
        """Raise an error about the value of an entry, which has the `words`."""
        self.source.fail(message, words[0] if words else self.source.found(self.entries[name], 2))

    def lines(self, name: str) -> list[list[Word]]:
        """The numbers of an entry's matrix `[| 1, 2 | 3, 4 |]`, line by line."""
        words = [word for word in self.words(name) if word.text != ","]
        signs = "".join(word.text for word in (*words[:2], *words[-2:]))
        if len(words) < 4 or signs != "[||]":
            self.refuse(name, words, f"value of {name}, expected a matrix such as [| 1, 0, 1 | 1, -1, -1 |]")
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
            value = int(word.text) if _NUMBER.fullmatch(word.text) else shown(word.text)
            if value not in (-1, 0, 1):
                self.source.fail(f"{value}, expected 1 for a cell, 0 between blocks or -1 after them", word)
            length = length + 1 if value == 1 else 0
            if length and (following is None or following.text != "1"):
                blocks.append(self.source.block(length, 1, word))
        return blocks

    def lengths(self, name: str, count: int, each: int) -> list[list[PlacedBlock]]:
        """The blocks of `count` lines from an array that has `each` lengths for each of them."""
        words = self.words(name)
        begin = next((i for i, word in enumerate(words) if word.text == "["), len(words))
        ranges = _RANGES.fullmatch("".join(word.text for word in words[:begin]))
        if ranges is None:
            self.refuse(name, words, f"value of {name}, expected numbers in brackets, perhaps after array2d(...")
        for size, found in zip((count, each), ranges.groups(), strict=True):
            if found and found.isdecimal() and found != str(size):
                self.refuse(name, words, f"a range up to {found[:20]} in {name}, expected {size}")
        inner = [word for word in words[begin:] if word.text not in (",", "|", "[", "]", ")")]
        if len(inner) != count * each or not count:
            self.refuse(name, words, f"{nouns.count(len(inner), 'number')} in {name}, expected {count} times {each}")
        numbers = [(self.source.number(word), word) for word in inner]
        return [
            [self.source.block(length, 1, word) for length, word in numbers[i * each : (i + 1) * each] if length]
            for i in range(count)
        ]
