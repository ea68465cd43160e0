"""Formats of one colour with the size of the grid and two lists of clues, which differ in their separators.

    mk                 nin                px                 cwd

    <rows> <columns>   <columns> <rows>   <rows>,<columns>   <rows>
    clues of rows      clues of rows      clues of rows      <columns>
    #                  clues of columns   clues of columns   clues of rows
    clues of columns                                         (an empty line)
                                                             clues of columns

Each clue is a line of lengths, separated as the sizes are: by commas in px, by blanks elsewhere. The empty clue is 0 or
an empty line. Andrew Makhorin's solver uses mk, Jakub Wilk's nin, a report on nonograms as constraint programs px, and
QNonograms cwd.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from nonosat.errors import shown
from nonosat.formats.plain import clue_texts, header, only_word
from nonosat.formats.sheet import Sheet
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


class TwoLists(NamedTuple):
    """A layout of size and clues.

    Attributes:
        head: the first lines, with `<rows>` and `<columns>` for the sizes; a comma between them separates lengths, too.
        looks_like: true for a text that can be meant in this layout.
        mark: the line between rows and columns; None if there is none.
    """

    head: str
    looks_like: Callable[[str], bool]
    mark: str | None = None

    def read(self, source: Source) -> Sheet:
        """The puzzle that a text describes."""
        commas = "," in self.head
        if "\n" in self.head:
            height, width = (only_word(source, i, f"the number of {what}") for i, what in ((1, "rows"), (2, "columns")))
        else:
            sizes = header(source, source.fields(1) if commas else source.words(1, 3), f"`{self.head}`")
            height, width = sizes if self.head.startswith("<rows>") else sizes[::-1]
        grid = source.read_rect(height, width)
        number = 2 + self.head.count("\n")
        clues: list[list[PlacedBlock]] = []
        if self.mark is not None:
            clues = source.clues(grid, number, range(grid.height), commas=commas)
            number += grid.height
            if (found := source.line(number).strip()) != self.mark:
                place = next(iter(source.words(number, 1)), Word("", number, 1))
                expected = self.mark or "an empty line"
                source.fail(
                    f"{shown(found)} after the clues of {count(grid.height, 'row')}, expected {expected}", place
                )
            number += 1
        lines = range(len(clues), grid.n_lines)
        clues += source.clues(grid, number, lines, commas=commas)
        source.expect_end(number + len(lines), f"the last of {grid.n_lines} clues")
        return Sheet(source.puzzle(grid, clues))

    def write(self, puzzle: Puzzle, goal: Picture | None = None) -> str:  # noqa: ARG002 - there is no place for it
        """A puzzle that the format can express, as a text."""
        rows, columns = clue_texts(puzzle, "," if "," in self.head else " ")
        head = self.head.replace("<rows>", str(len(rows))).replace("<columns>", str(len(columns)))
        between = [] if self.mark is None else [self.mark]
        return "\n".join([head, *rows, *between, *columns]) + "\n"


def _has_two_numbers(text: str) -> bool:
    """True if a text begins with two numbers on a line."""
    return re.match(r"[0-9]+[ \t]+[0-9]+[ \t]*\n", text) is not None


def _has_gap(text: str) -> bool:
    """True if a text begins with two numbers on lines of their own, and is blank where the rows should end."""
    match = re.match(r"[ \t]*([0-9]{1,5})[ \t]*\n[ \t]*([0-9]{1,5})[ \t]*\n", text)
    if match is None:
        return False
    lines = text[match.end() :].split("\n")
    height, width = int(match[1]), int(match[2])
    return height + width <= len(lines) and not "".join(lines[height : height + 1]).strip()


#: The layouts by the names of their formats.
LAYOUTS = {
    "mk": TwoLists("<rows> <columns>", lambda text: _has_two_numbers(text) and "\n#" in text, "#"),
    "nin": TwoLists("<columns> <rows>", lambda text: _has_two_numbers(text) and "\n#" not in text),
    "px": TwoLists("<rows>,<columns>", lambda text: bool(re.match(r"\s*[0-9]+[ \t]*,[ \t]*[0-9]+[ \t]*\n", text))),
    "cwd": TwoLists("<rows>\n<columns>", _has_gap, ""),
}
