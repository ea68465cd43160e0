"""Texts as readers see them: words with their places in the file, numbers, and errors with file, line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, islice
from operator import attrgetter
from typing import NamedTuple, NoReturn, TypeVar

from nonosat.core.errors import InputError, PuzzleError, shown
from nonosat.model.clue import ANY_LENGTH, Block
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle
from nonosat.model.rect_grid import RectGrid

Value = TypeVar("Value")

#: More rows or columns than any puzzle has. Where a file does not begin with its size, lines are counted while they
#: are read, and must not fill the memory before there is a grid to be refused.
MAX_LINES = 100_000

#: Patterns of a word between blanks, and of a length between blanks or commas.
WORD, LENGTH = r"\S+", r"[^\s,]+"


def first_line(text: str) -> str:
    """The first line of a text that is neither blank nor a comment after `#`, without the blanks before it."""
    match = re.search(r"^[ \t]*([^\s#].*)", text, re.MULTILINE)
    return match[1] if match else ""


class Word(NamedTuple):
    """A piece of a text, and where it begins, counted from 1."""

    text: str
    line: int
    column: int

    def part(self, match: re.Match[str], group: int = 0) -> Word:
        """A group of a match in its text, with its own place."""
        return Word(match[group], self.line, self.column + match.start(group))

    def behind(self, match: re.Match[str]) -> Word:
        """The rest of its text after a match, with its own place."""
        return Word(self.text[match.end() :], self.line, self.column + match.end())

    def split(self, separator: str, at_most: int | None = None) -> Iterator[Word]:
        """The texts between separators, the first `at_most` or all, each with its own place."""
        column = self.column
        for text in self.text.split(separator, -1 if at_most is None else at_most)[:at_most]:
            yield Word(text, self.line, column)
            column += len(text) + len(separator)

    def stripped(self) -> Word:
        """The text without the blanks around it, with its own place."""
        text = self.text.strip()
        return Word(text, self.line, self.column + self.text.find(text))

    def words(self, pattern: str | re.Pattern[str] = WORD) -> list[Word]:
        """The words in its text; a word is what matches the pattern, by default whatever stands between blanks."""
        _, line, column = self
        return [Word(match[0], line, column + match.start()) for match in re.finditer(pattern, self.text)]

    @property
    def end(self) -> Word:
        """The place behind it."""
        return Word("", self.line, self.column + len(self.text))


class PlacedBlock(NamedTuple):
    """A block of a clue, and where it begins in the file; there may be millions, so it holds no more."""

    block: Block
    line: int
    column: int

    @property
    def place(self) -> Word:
        """The place where it begins, as a word without text."""
        return Word("", self.line, self.column)


class Source:
    """A text in a file, or a part of one, as numbered lines. All errors are `InputError`, with file, line and column.

    Args:
        text: with a newline character as line end.
        file: its name in error messages.
        first: the number of the first line within the file, from 1.
        whole: the place for errors about the text as a whole, if it is one part of several.
    """

    def __init__(self, text: str, file: str | None = None, first: int = 1, whole: Word | None = None) -> None:
        self.text = text
        self.file = file
        self.whole = whole
        self.first = first
        #: A puzzle has few different blocks: equal ones are one object.
        self._blocks: dict[tuple[int, int], Block] = {}

    @cached_property
    def lines(self) -> list[str]:
        """The lines; a text that ends with a line end has an empty last one."""
        return self.text.split("\n")

    @cached_property
    def last(self) -> int:
        """The number of the last line that is not blank, or of the first line."""
        used = (i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].strip())
        return self.first + next(used, 0)

    @property
    def end(self) -> Word:
        """The place after the last character of the text that is not blank."""
        return Word("", self.last, len(self.lines[self.last - self.first].rstrip()) + 1)

    def used_lines(self) -> Iterator[Source]:
        """Each line that is neither blank nor a comment after `#`, as a text of its own."""
        lines = enumerate(self.lines, self.first)
        return (Source(line, self.file, number) for number, line in lines if first_line(line))

    def without_comments(self, sign: str) -> str:
        """The text with blanks in place of comments, from a sign to the end of the line; all places stay the same."""
        return re.sub(f"{sign}[^\n]*", lambda match: " " * len(match[0]), self.text)

    def parts(self, separator: str) -> Iterator[Source]:
        """The parts of the text, from each line that matches the regular expression `separator` to the next one.

        The text before the first match is a part, too, unless it is empty.
        """
        start, line = 0, self.first
        for match in re.finditer(separator, self.text, re.MULTILINE):
            if match.start() > start:
                yield Source(self.text[start : match.start()], self.file, line, Word("", line, 1))
                line += self.text.count("\n", start, match.start())
                start = match.start()
        yield Source(self.text[start:], self.file, line, Word("", line, 1))

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(line) + 1 for line in self.lines), initial=0))

    def found(self, match: re.Match[str], group: int = 0) -> Word:
        """A group of a match in the whole text, or in one with the same line ends, with its place."""
        return self.place(match.start(group))._replace(text=match[group])

    def place(self, at: int) -> Word:
        """The place of an index of the whole text, as a word without text."""
        line = bisect_right(self._starts, at)
        return Word("", self.first + line - 1, at - self._starts[line - 1] + 1)

    def fail(self, message: str, place: Word | None = None) -> NoReturn:
        """Raise an error about a word, or about the text as a whole."""
        place = place or self.whole
        if place is None:
            raise InputError(message, file=self.file)
        raise InputError(message, file=self.file, line=place.line, column=place.column)

    def add(self, entries: dict[str, Value], key: str, value: Value, place: Word, advice: str = "") -> None:
        """Add a value to the `entries` of a text, which may have each key once.

        The error for a second one is about the place where the key is written, and ends with the advice.
        """
        if key in entries:
            self.fail(f"a second {shown(key)}, expected one{advice}", place)
        entries[key] = value

    def line(self, number: int) -> str:
        """The text of the line of a number in the file; empty after the end."""
        index = number - self.first
        return self.lines[index] if index < len(self.lines) else ""

    def words(self, number: int, at_most: int | None = None, pattern: str | re.Pattern[str] = WORD) -> list[Word]:
        """The first `at_most` words, or all, of the line of a `number` in the file; see `Word.words`."""
        found = islice(re.finditer(pattern, self.line(number)), at_most)
        return [Word(match[0], number, match.start() + 1) for match in found]

    def fields(self, number: int, at_most: int | None = None) -> list[Word]:
        """The first `at_most` fields between commas, or all, of the line `number`, stripped; a field may be empty."""
        line = Word(self.line(number), number, 1)
        return [field.stripped() for field in line.split(",", at_most)] if line.text.strip() else []

    def number(self, word: Word, expected: str = "a whole number") -> int:
        """The number of at most nine digits that a word stands for; `expected` describes it in the error message."""
        if not (word.text.isdigit() and word.text.isascii() and len(word.text) < 10):
            self.fail(f"{shown(word.text)}, expected {expected}", word)
        return int(word.text)

    def block(self, length: int | None, color: int, word: Word) -> PlacedBlock:
        """A block at the place of a word, of a `length`, from 1 or None, and a `color`, from 1 or `ANY_COLOR`."""
        if length == 0:
            self.fail("block of length 0, expected at least 1", word)
        length = length or ANY_LENGTH
        block = self._blocks.setdefault((length, color), Block(length, color))
        return PlacedBlock(block, word.line, word.column)

    def rect(self, height: int, width: int, place: Word | None = None) -> RectGrid:
        """The rectangle of `height` rows and `width` columns; an error is about the place, or the text as a whole."""
        try:
            return RectGrid(height, width)
        except PuzzleError as error:
            self.fail(error.message, place)

    def read_rect(self, height: Word, width: Word) -> RectGrid:
        """The rectangle whose number of rows and of columns are written in the text."""
        first = min((height, width), key=attrgetter("line", "column"))
        return self.rect(self.number(height, "the number of rows"), self.number(width, "the number of columns"), first)

    def plain(self, words: Sequence[Word]) -> list[PlacedBlock]:
        """A clue of lengths alone; a single 0 is the empty clue."""
        return self.numbered([(self.number(word), word) for word in words])

    def numbered(self, lengths: Sequence[tuple[int | None, Word]]) -> list[PlacedBlock]:
        """A clue of lengths alone, each with its place; a single 0 is the empty clue, None an unknown length."""
        if len(lengths) == 1 and lengths[0][0] == 0:
            return []
        return [self.block(length, 1, word) for length, word in lengths]

    def colored(
        self, words: Sequence[Word], numbers: Mapping[str, int], pattern: re.Pattern[str], expected: str, known: str
    ) -> list[PlacedBlock]:
        """A clue of lengths with colours, from its `words`; a single 0 is the empty clue.

        Args:
            numbers: from the names of colours behind a length, which may be empty, to their numbers.
            pattern: a block, with a length and a name as its groups.
            expected: a description of a block, for error messages.
            known: the names of the colours, for error messages.
        """
        if len(words) == 1 and words[0].text == "0":
            return []
        blocks = []
        for word in words:
            match = pattern.fullmatch(word.text)
            if match is None:
                self.fail(f"block {shown(word.text)}, expected {expected}", word)
            name = match[2] or ""
            if name not in numbers:
                self.fail(f"colour {shown(name)} of block {shown(word.text)}, expected {known}", word)
            blocks.append(self.block(int(match[1]), numbers[name], word))
        return blocks

    def clues(
        self, grid: RectGrid, first: int, lines: range | None = None, *, commas: bool = False
    ) -> list[list[PlacedBlock]]:
        """Clues of lengths alone, one from each line of the text; blank lines are empty clues.

        A text may end without the line end behind an empty last clue, but no earlier.

        Args:
            first: the number of the line in the file with the first of these clues.
            lines: the lines of the grid whose clues are read; all if None.
            commas: true if lengths are separated by commas, not by blanks.
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

    def expect_end(self, number: int, what: str, end: int | None = None) -> None:
        """Check that the lines from a `number` to before `end`, or to the end of the text, are blank.

        In the error message `what` describes the text before them.
        """
        for line in range(number, self.last + 1 if end is None else end):
            for word in self.words(line, 1):
                self.fail(f"{shown(word.text)} after {what}, expected the end", word)

    def puzzle(
        self,
        grid: Grid,
        clues: Iterable[Sequence[PlacedBlock]],
        palette: Palette = BLACK_ON_WHITE,
        *,
        givens: Iterable[tuple[ColoredCell, Word]] = (),
        metadata: Metadata = Metadata(),  # noqa: B008 - immutable
    ) -> Puzzle:
        """The puzzle that has been read.

        Args:
            clues: one for each line of the grid, in the order of its lines.
            givens: the cells that are fixed, each with its place in the file.
        """
        clues, givens = tuple(clues), tuple(givens)
        blocks = tuple(tuple(placed.block for placed in clue) for clue in clues)
        try:
            return Puzzle(grid, palette, blocks, tuple(given for given, _ in givens), metadata)
        except PuzzleError as error:
            if error.line is not None and error.block is not None:
                self.fail(error.message, clues[error.line][error.block].place)
            if error.given is not None:
                self.fail(error.message, givens[error.given][1])
            self.fail(error.message)
