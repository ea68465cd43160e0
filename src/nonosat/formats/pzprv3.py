"""Files of the program pzpr, also as one line: a head, then clues and cells in rows.

    pzprv3
    nonogram
    <rows>
    <columns>
    . . . 1 . 2 .            the clues of the columns, (rows + 1) / 2 rows, rounded down, above the grid, and
    . 2 1 # # . +            the rows of the grid behind their clues, (columns + 1) / 2 numbers; . is an empty place,
                             -2 or ? an unknown length

All of it may be one line, with / for line ends. Numbers that a player has marked begin with c. The cells are what a
player has filled, and are ignored, as is everything behind the last row.
"""

from __future__ import annotations

import re

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import clues_by_family
from nonosat.formats.source import Source, Word
from nonosat.model.clue import Clue
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle

_HEAD = re.compile(r"\s*pzprv3(\.[0-9]+)?[ \t]*[/\n]")
_CELLS = frozenset(".#+")


def looks_like(text: str) -> bool:
    """True if a text begins with the name of the format."""
    return _HEAD.match(text) is not None


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _Pzprv3Reader(source)
    head = reader.next("pzprv3")
    if not re.fullmatch(r"pzprv3(\.[0-9]+)?", head.text):
        source.fail(f"{shown(head.text)}, expected pzprv3", head)
    kind = reader.next("the type of the puzzle")
    if kind.text != "nonogram":
        source.fail(f"another type of puzzle ({shown(kind.text)}), expected nonogram", kind)
    grid = source.read_rect(reader.next("the number of rows"), reader.next("the number of columns"))
    above, left = (grid.height + 1) // 2, (grid.width + 1) // 2
    rows: list[list[tuple[int | None, Word]]] = []
    columns: list[list[tuple[int | None, Word]]] = [[] for _ in range(grid.width)]
    for at in range(above + grid.height):
        words = reader.words(f"row {at + 1} of {above + grid.height}", left + grid.width)
        first, behind = words[:left], words[left:]
        if at < above:
            if wrong := next((word for word in first if word.text != "."), None):
                source.fail(f"{shown(wrong.text)} in the corner, expected an empty place (.)", wrong)
            for column, word in zip(columns, behind, strict=True):
                column.extend(reader.lengths([word]))
            continue
        rows.append(reader.lengths(first))
        if wrong := next((word for word in behind if word.text not in _CELLS), None):
            source.fail(f"cell {shown(wrong.text)}, expected one of # + .", wrong)
    return Sheet(source.puzzle(grid, map(source.numbered, rows + columns)))


def write(puzzle: Puzzle) -> str:
    """A puzzle that the format can express, as a text."""
    rows, columns = clues_by_family(puzzle)
    above, left = (len(rows) + 1) // 2, (len(columns) + 1) // 2
    tops = [_padded(clue, above) for clue in columns]
    lines = ["pzprv3", "nonogram", str(len(rows)), str(len(columns))]
    lines += (" ".join(["."] * left + [top[at] for top in tops]) for at in range(above))
    lines += (" ".join(_padded(clue, left) + ["."] * len(columns)) for clue in rows)
    return "\n".join(lines) + "\n"


def _padded(clue: Clue, length: int) -> list[str]:
    """The lengths of a clue behind empty places, `length` words in all."""
    return ["."] * (length - len(clue)) + [str(block.length or -2) for block in clue]


class _Pzprv3Reader:
    """One pass over the lines of a file; / ends a line, too."""

    def __init__(self, source: Source) -> None:
        self.source = source
        words = (word for number, line in enumerate(source.lines, 1) for word in Word(line, number, 1).split("/"))
        self.lines = (word.stripped() for word in words if word.text.strip())

    def next(self, expected: str) -> Word:
        """The next line; `expected` describes it in the error message."""
        line = next(self.lines, None)
        if line is None:
            self.source.fail(f"the text ends, expected {expected}", self.source.end)
        return line

    def words(self, name: str, size: int) -> list[Word]:
        """The words of the next line, checked to be `size`; `name` is that of the line in messages."""
        line = self.next(name)
        found = line.words()
        if len(found) != size:
            message = f"{count(len(found), 'word')} in {name}, expected {size}"
            self.source.fail(message, found[min(size, len(found) - 1)])
        return found

    def lengths(self, words: list[Word]) -> list[tuple[int | None, Word]]:
        """The lengths in words, of which some are empty places; None for an unknown length."""
        found: list[tuple[int | None, Word]] = []
        for word in words:
            text = word.text.removeprefix("c")
            if text in ("?", "-2"):
                found.append((None, word))
            elif text != ".":
                found.append((self.source.number(word._replace(text=text), "a length or ."), word))
        return found
