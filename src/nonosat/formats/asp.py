"""Clues of one colour as facts of answer set programs (`.lp`).

    #const w = 5.             number of columns
    #const h = 4.             number of rows
    row_hint(1, 2, 3).        in row 1 the second block has 3 cells; all are counted from 1
    col_hint(4, 1, 2).        likewise for columns
    % a comment               up to the end of the line

A line without a fact is empty. Other directives, such as `#show`, are ignored.
"""

from __future__ import annotations

import re

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import clues_by_family
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model.puzzle import Puzzle

_STATEMENT = re.compile(r"([^.\s][^.]*)(\.?)")
_CONSTANT = re.compile(r"#const\s+([a-z]\w*)\s*=\s*(\S+)\s*")
_HINT = re.compile(r"(row|col)_hint\s*\(\s*([^\s,()]+)\s*,\s*([^\s,()]+)\s*,\s*([^\s,()]+)\s*\)\s*")
_EXPECTED = "`row_hint(<row>, <number>, <length>).` or `col_hint(<column>, <number>, <length>).`"
_LINES = {"row": "row", "col": "column"}


def looks_like(text: str) -> bool:
    """True if a text has facts about rows or columns, or both constants."""
    if re.search(r"^[ \t]*(row|col)_hint[ \t]*\([ \t]*[0-9]", text, re.MULTILINE):
        return True
    return all(re.search(rf"^[ \t]*#const\s+{name}\s*=\s*[0-9]+\s*\.", text, re.MULTILINE) for name in "wh")


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _AspReader(source)
    for match in _STATEMENT.finditer(source.without_comments("%")):
        statement = source.found(match, 1)
        if not match[2]:
            source.fail(f"{shown(statement.text.strip())} does not end, expected a full stop", statement)
        reader.take(match, statement)
    for name in "wh":
        if name not in reader.constants:
            source.fail(f"no {name}, expected `#const {name} = <number>.`", source.end)
    grid = source.read_rect(reader.constants["h"], reader.constants["w"])
    for (kind, number), blocks in reader.blocks.items():
        size = grid.height if kind == "row" else grid.width
        if not 1 <= number <= size:
            _, fact = next(iter(blocks.values()))
            source.fail(f"{_LINES[kind]} {number}, expected a number from 1 to {size}", fact)
    clues = [reader.clue("row", number) for number in range(1, grid.height + 1)]
    clues += [reader.clue("col", number) for number in range(1, grid.width + 1)]
    return Sheet(source.puzzle(grid, clues))


def write(puzzle: Puzzle) -> str:
    """A puzzle that the format can express, as a text."""
    rows, columns = clues_by_family(puzzle)
    lines = [f"#const w = {len(columns)}.", f"#const h = {len(rows)}."]
    for name, clues in (("row", rows), ("col", columns)):
        lines.append("")
        for number, clue in enumerate(clues, 1):
            lines += (f"{name}_hint({number}, {at}, {block.length})." for at, block in enumerate(clue, 1))
    return "\n".join(lines) + "\n"


class _AspReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.constants: dict[str, Word] = {}
        #: From `row` or `col` and the number of the line to the blocks by their number, each with its fact.
        self.blocks: dict[tuple[str, int], dict[int, tuple[int, Word]]] = {}

    def take(self, match: re.Match[str], statement: Word) -> None:
        """Take up a statement, the first group of a match; the word is without the full stop behind it."""
        source = self.source
        if hint := _HINT.fullmatch(match.string, *match.span(1)):
            line, at, length = (source.number(source.found(hint, i)) for i in (2, 3, 4))
            blocks = self.blocks.setdefault((hint[1], line), {})
            if at in blocks:
                source.fail(f"a second fact for block {at} of {_LINES[hint[1]]} {line}, expected one", statement)
            blocks[at] = length, statement
        elif constant := _CONSTANT.fullmatch(match.string, *match.span(1)):
            source.add(self.constants, constant[1], source.found(constant, 2), source.found(constant, 1))
        elif not statement.text.startswith("#"):
            source.fail(f"{shown(statement.text.strip())}, expected {_EXPECTED}", statement)

    def clue(self, kind: str, number: int) -> list[PlacedBlock]:
        """The clue of the row (`row`) or the column (`col`) of a number, from 1."""
        blocks = self.blocks.get((kind, number), {})
        for at, found in enumerate(sorted(blocks), 1):
            if found != at:
                message = f"block {found} of {_LINES[kind]} {number}, expected block {at} before it"
                self.source.fail(message, blocks[found][1])
        return self.source.numbered([blocks[at] for at in sorted(blocks)])
