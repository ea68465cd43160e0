"""Formats of one colour that are two lists of clues, and differ in their sizes and separators.

    mk                 nin                px                 cwd                sections           brackets

    <rows> <columns>   <columns> <rows>   <rows>,<columns>   <rows>             clues of rows      [1 2] [] [3]
    clues of rows      clues of rows      clues of rows      <columns>          (lines that are    [1] [2] [1] [1 1]
    #                  clues of columns   clues of columns   clues of rows      empty or begin
    clues of columns                                         (an empty line)    with #)
                                                             clues of columns   clues of columns

Each clue is a line of lengths; in brackets all rows are on one line, and all columns on another. In mk, nin, px and cwd
lengths are separated as the sizes are: by commas in px, by blanks elsewhere; the empty clue is 0 or an empty line. In
sections they are separated by blanks or commas, with a 0 at the end or not; the empty clue is 0.

Sections, which webpbn.com writes for the solvers named ish, keen and syro, and brackets are only read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from types import SimpleNamespace
from typing import NamedTuple

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import clue_texts, header, only_word, without_end
from nonosat.formats.source import LENGTH, MAX_LINES, PlacedBlock, Source, Word
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle

_BRACKET = re.compile(r"[\[\]]|[^\s,\[\]]+")


class SizedLists(NamedTuple):
    """A layout of size and clues.

    Attributes:
        head: the first lines, with `<rows>` and `<columns>` for the sizes; a comma between them separates lengths, too.
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
                after = f"after the clues of {count(grid.height, 'row')}"
                source.fail(f"{shown(found)} {after}, expected {self.mark or 'an empty line'}", place)
            number += 1
        lines = range(len(clues), grid.n_lines)
        clues += source.clues(grid, number, lines, commas=commas)
        source.expect_end(number + len(lines), f"the last of {grid.n_lines} clues")
        return Sheet(source.puzzle(grid, clues))

    def write(self, puzzle: Puzzle) -> str:
        """A puzzle that the format can express, as a text."""
        rows, columns = clue_texts(puzzle, "," if "," in self.head else " ")
        head = self.head.replace("<rows>", str(len(rows))).replace("<columns>", str(len(columns)))
        between = [] if self.mark is None else [self.mark]
        return "\n".join([head, *rows, *between, *columns]) + "\n"


def _has_two_numbers(text: str) -> bool:
    return re.match(r"[0-9]+[ \t]+[0-9]+[ \t]*\n", text) is not None


def _has_gap(text: str) -> bool:
    """True if a text begins with two numbers on lines of their own, and is blank where the rows should end."""
    match = re.match(r"[ \t]*([0-9]{1,5})[ \t]*\n[ \t]*([0-9]{1,5})[ \t]*\n", text)
    if match is None:
        return False
    lines = text[match.end() :].split("\n")
    height, width = int(match[1]), int(match[2])
    return height + width <= len(lines) and not "".join(lines[height : height + 1]).strip()


def _looks_like_sections(text: str) -> bool:
    """True if a text is lines of numbers, with blank ones or comments in one place between them."""
    clues = re.sub(r"^#.*", "", text, flags=re.MULTILINE)
    return re.fullmatch(r"[0-9,\s]*", clues) is not None and len(_sections(text.split("\n"))) == 2


def _read_sections(source: Source) -> Sheet:
    sections = _sections(source.lines)
    if len(sections) != 2:
        place = Word("", sections[2][0], 1) if sections[2:] else source.end
        found = count(len(sections), "section")
        source.fail(f"{found}, expected two with a blank line between them: the rows and the columns", place)
    rows, columns = sections
    grid = source.rect(len(rows), len(columns))
    longest = max(grid.height, grid.width) + 2
    clues = [source.plain(without_end(source.words(number, longest, LENGTH))) for number in (*rows, *columns)]
    return Sheet(source.puzzle(grid, clues))


def _sections(lines: Sequence[str]) -> list[list[int]]:
    """The numbers, from 1, of lines of clues, in sections with blank lines or comments between them."""
    parts = groupby(enumerate(lines, 1), lambda line: bool(line[1].strip()) and not line[1].startswith("#"))
    return [[number for number, _ in part] for is_section, part in parts if is_section]


def _looks_like_brackets(text: str) -> bool:
    """True if a text begins and ends with a list of numbers in brackets, and not with two brackets as JSON does."""
    if re.match(r"\s*\[[0-9 \t,]*\][ \t,\[]*", text) is None:
        return False
    tail = text.rstrip()[-1000:]
    return re.search(r"\[[0-9 \t,]*\]$", tail) is not None and not re.search(r"\]\s*\]$", tail)


def _read_brackets(source: Source) -> Sheet:
    used = [number for number, line in enumerate(source.lines, 1) if line.strip()]
    if len(used) != 2:
        place = Word("", used[2], 1) if used[2:] else source.end
        source.fail(f"{count(len(used), 'line')}, expected two: the clues of the rows, and those of the columns", place)
    rows, columns = (_bracket_clues(source, number) for number in used)
    if not rows or not columns:
        source.fail("no clue, expected one in brackets for each row and column", Word("", used[bool(rows)], 1))
    grid = source.rect(len(rows), len(columns), Word("", used[0], 1))
    return Sheet(source.puzzle(grid, rows + columns))


def _bracket_clues(source: Source, number: int) -> list[list[PlacedBlock]]:
    clues: list[list[PlacedBlock]] = []
    clue: list[Word] | None = None
    for word in source.words(number, pattern=_BRACKET):
        if word.text == "[" and clue is None:
            clue = []
        elif word.text == "]" and clue is not None:
            clues.append(source.plain(clue))
            clue = None
            if len(clues) > MAX_LINES:
                source.fail(f"too many clues, expected at most {MAX_LINES:,} in a line", word)
        elif clue is None or not word.text.isdecimal():
            source.fail(f"{shown(word.text)}, expected {'[' if clue is None else 'a number or ]'}", word)
        else:
            clue.append(word)
    if clue is not None:
        source.fail("a bracket that is not closed, expected ]", Word("", number, len(source.line(number)) + 1))
    return clues


#: The layouts by the names of their formats; see `file_format`.
LAYOUTS = {
    "mk": SizedLists("<rows> <columns>", lambda text: _has_two_numbers(text) and "\n#" in text, "#"),
    "nin": SizedLists("<columns> <rows>", lambda text: _has_two_numbers(text) and "\n#" not in text),
    "px": SizedLists("<rows>,<columns>", lambda text: bool(re.match(r"\s*[0-9]+[ \t]*,[ \t]*[0-9]+[ \t]*\n", text))),
    "cwd": SizedLists("<rows>\n<columns>", _has_gap, ""),
    "sections": SimpleNamespace(looks_like=_looks_like_sections, read=_read_sections),
    "brackets": SimpleNamespace(looks_like=_looks_like_brackets, read=_read_brackets),
}
