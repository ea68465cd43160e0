"""What readers share: words that know where they stand, numbers, and complaints with file, line and column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple, NoReturn

from nonosat.errors import InputError, PuzzleError, shown
from nonosat.model.grid import Grid, RectGrid
from nonosat.model.puzzle import Block, Given, Metadata, Palette, Puzzle

#: What formats without colours mean.
BLACK_ON_WHITE = Palette(("#ffffff", "#000000"))

#: More rows or columns than any puzzle has whose file does not begin with its size: those are counted while they are
#: read, and should not fill the memory before there is a grid to be refused.
MAX_LINES = 100_000

_NUMBER = re.compile("[0-9]{1,9}")
_WORD = re.compile(r"\S+")
_FIELD = re.compile("[^,]*")


class Word(NamedTuple):
    """A piece of a text, and where it begins, counted from 1."""

    text: str
    line: int
    column: int


class Run(NamedTuple):
    """A block of a clue, and where it stands; there may be millions, so it holds no more."""

    block: Block
    line: int
    column: int


class Source:
    """A text in a file, or a part of one, as numbered lines.

    Args:
        text: with `\\n` as line end.
        file: its name in complaints.
        first: the number of the first line within the file.
        whole: the place for what is wrong with the text as a whole, if it is one part of several.
    """

    def __init__(self, text: str, file: str | None = None, first: int = 1, whole: Word | None = None) -> None:
        self.file = file
        self.whole = whole
        self.first = first
        self.lines = text.split("\n")
        #: Few different blocks make up a puzzle.
        self.blocks: dict[tuple[int, int], Block] = {}

    @cached_property
    def last(self) -> int:
        """The number of the last line that is not blank, or of the first line."""
        used = (i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].strip())
        return self.first + next(used, 0)

    @property
    def end(self) -> Word:
        """The place after all that stands in the text."""
        return Word("", self.last, len(self.lines[self.last - self.first].rstrip()) + 1)

    def fail(self, message: str, place: Word | None = None) -> NoReturn:
        """Raise an `InputError` about a word, or about the text as a whole."""
        place = place or self.whole
        if place is None:
            raise InputError(message, file=self.file)
        raise InputError(message, file=self.file, line=place.line, column=place.column)

    def line(self, number: int) -> str:
        """The line of a number as counted in the file; empty after the end."""
        index = number - self.first
        return self.lines[index] if index < len(self.lines) else ""

    def words(self, number: int, at_most: int | None = None, pattern: re.Pattern[str] = _WORD) -> list[Word]:
        """The words of a line, which blanks separate; the first `at_most` of them."""
        found = islice(pattern.finditer(self.line(number)), at_most)
        return [Word(match[0], number, match.start() + 1) for match in found]

    def fields(self, number: int, at_most: int | None = None) -> list[Word]:
        """The same where commas separate. Between two commas there is a field, also if it is empty."""
        line = self.line(number)
        found: list[Word] = []
        if not line.strip():
            return found
        for match in _FIELD.finditer(line):
            if match.start() and line[match.start() - 1] != ",":
                continue  # the empty match behind every field
            text = match[0].strip()
            found.append(Word(text, number, match.start() + 1 + match[0].find(text)))
            if len(found) == at_most:
                break
        return found

    def number(self, word: Word, expected: str = "a whole number") -> int:
        """The number that a word tells."""
        if not _NUMBER.fullmatch(word.text):
            self.fail(f"{shown(word.text)}, expected {expected}", word)
        return int(word.text)

    def run(self, length: int, color: int, word: Word) -> Run:
        """A block that a word tells."""
        block = self.blocks.setdefault((length, color), Block(length, color))
        return Run(block, word.line, word.column)

    def rect(self, height: Word, width: Word) -> RectGrid:
        """The rectangle of two numbers."""
        try:
            return RectGrid(self.number(height, "the number of rows"), self.number(width, "the number of columns"))
        except PuzzleError as error:
            self.fail(error.message, min(height, width, key=lambda word: word[1:]))

    def plain(self, words: Sequence[Word]) -> list[Run]:
        """A clue of lengths alone; a single 0 is the empty clue."""
        runs = [self.run(self.number(word), 1, word) for word in words]
        return [] if len(runs) == 1 and runs[0].block.length == 0 else runs

    def clues(self, grid: RectGrid, first: int, lines: range | None = None, *, commas: bool = False) -> list[list[Run]]:
        """One clue of lengths from each line of the text, for all lines of the grid or some; blank ones are empty.

        A text may end without the line end behind an empty last clue, but no earlier.
        """
        lines = range(grid.n_lines) if lines is None else lines
        split = self.fields if commas else self.words
        there = self.first + len(self.lines) - first
        # One block more than a line has cells is enough to see that the clue is wrong.
        longest = max(grid.height, grid.width) + 1
        found = [self.plain(split(first + i, longest)) for i in range(min(len(lines), there))]
        if len(found) + 1 < len(lines):
            count = lines.start + len(found)
            self.fail(f"{count} {'clue' if count == 1 else 'clues'}, expected {grid.n_lines}", self.end)
        return found + [[]] * (len(lines) - len(found))

    def nothing_after(self, number: int, what: str, end: int | None = None) -> None:
        """Complain about anything from a line on, to the end or before another line."""
        end = self.last + 1 if end is None else end
        while number < end:
            if word := next(iter(self.words(number, 1)), None):
                self.fail(f"{shown(word.text)} after {what}, expected the end", word)
            number += 1

    def puzzle(
        self,
        grid: Grid,
        palette: Palette,
        clues: Iterable[Sequence[Run]],
        *,
        givens: Iterable[tuple[Given, Word]] = (),
        metadata: Metadata = Metadata(),  # noqa: B008 - immutable
    ) -> Puzzle:
        """The puzzle that has been read; what cannot be right is told with its place."""
        clues, givens = tuple(clues), tuple(givens)
        blocks = tuple(tuple(run.block for run in clue) for clue in clues)
        try:
            return Puzzle(grid, palette, blocks, tuple(given for given, _ in givens), metadata)
        except PuzzleError as error:
            if error.line is not None and error.block is not None:
                self.fail(error.message, Word("", *clues[error.line][error.block][1:]))
            if error.given is not None:
                self.fail(error.message, givens[error.given][1])
            self.fail(error.message)
